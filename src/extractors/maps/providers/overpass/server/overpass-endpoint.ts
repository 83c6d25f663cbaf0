// One Overpass server: its slots, its limits, and one query at a time put to it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type {
  ExtractPermits,
  ExtractRequest,
  ExtractResponse,
  Permit,
  PermitTerms,
} from '#extract/context.ts'
import type { Clock } from '#kit/clock.ts'
import { readOverpassAnswer, type OverpassOutcome } from './overpass-answer.ts'
import { readOverpassStatus, type OverpassStatus } from './overpass-status.ts'

export type EndpointFetch = (
  request: ExtractRequest,
) => Promise<Pick<ExtractResponse, 'status' | 'headers' | 'body'>>

export interface OverpassEndpointDeps {
  /** Of the interpreter: `https://overpass.example/api/interpreter`. */
  readonly url: string
  /** A server of everybody: its policy holds over all workers, and its default is two slots. */
  readonly isPublic: boolean
  readonly fetch: EndpointFetch
  readonly permits: ExtractPermits
  readonly clock: Clock
}

export interface Query {
  readonly text: string
  /** What the query allows itself on the server, in seconds. */
  readonly timeoutS: number
  /** Most time to wait for a slot. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

export interface OverpassEndpoint {
  readonly url: string
  /** When there may be a slot again, by the clock; in the past where one may be free now. */
  readonly openAt: number
  /** Nothing is asked here for so long. */
  close(forMs: number): void
  /** Throws `rate_limited` where no slot comes in time, and the reason of the signal; everything else is an outcome. */
  ask(query: Query): Promise<OverpassOutcome>
}

/** The policy of the public servers (dev.overpass-api.de, "Commons"): some 10,000 queries a day, two at once. */
const PUBLIC_TERMS = { concurrency: 2, perDay: 10_000 } as const
/** A server of one's own without a rate limit still has only so many cores. */
const OWN_CONCURRENCY = 8
/** The server queues a query for about 15 s before it says 429 or 504. */
export const QUEUEING_MS = 15_000
const TRANSFER_MS = 15_000
/** Ten thousand elements take about 10 MB. */
const MOST_BYTES = 64 * 1024 * 1024
const STATUS_TIMEOUT_MS = 10_000
const STATUS_BYTES = 64 * 1024
/** Where a 429 comes with no word of when to come back. */
const UNKNOWN_WAIT_MS = 15_000
const LEAST_WAIT_MS = 1_000

export function createOverpassEndpoint(deps: OverpassEndpointDeps): OverpassEndpoint {
  const { url, isPublic, fetch, permits, clock } = deps
  let openAt = -Infinity
  /** As the server announced it; null: not asked yet, or it sets none. */
  let rateLimit: number | null = null

  const terms = ({ maxWaitMs, signal }: Query): PermitTerms =>
    isPublic
      ? {
          ...PUBLIC_TERMS,
          concurrency: Math.min(PUBLIC_TERMS.concurrency, rateLimit ?? Infinity),
          spacingMs: 0,
          maxWaitMs,
          signal,
        }
      : { concurrency: rateLimit ?? OWN_CONCURRENCY, spacingMs: 0, perDay: null, maxWaitMs, signal }

  const send = async ({ text, timeoutS, signal }: Query): Promise<OverpassOutcome> => {
    try {
      const answer = await fetch({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: `data=${encodeURIComponent(text.toWellFormed())}`,
        maxBytes: MOST_BYTES,
        deadlineMs: timeoutS * 1_000 + QUEUEING_MS + TRANSFER_MS,
        maxRedirects: 0,
        // A programming interface with a policy of its own: robots.txt speaks to crawlers of pages.
        robots: 'ignore',
        cache: 'no-store',
        signal,
      })
      return readOverpassAnswer(answer)
    } catch (error) {
      if (signal.aborted || !(error instanceof SurveyorError)) throw error
      if (error.code === 'target_too_large') {
        const reason = `The answer is larger than ${MOST_BYTES / 1024 / 1024} MB.`
        return { kind: 'partial', elements: [], snapshotAt: null, reason }
      }
      if (error.code === 'target_timeout') return { kind: 'busy' }
      return { kind: 'unavailable', detail: error.message }
    }
  }

  const readStatus = async (signal: AbortSignal): Promise<OverpassStatus | null> => {
    try {
      const { status, body } = await fetch({
        url: new URL('status', url).href,
        maxBytes: STATUS_BYTES,
        deadlineMs: STATUS_TIMEOUT_MS,
        robots: 'ignore',
        cache: 'no-store',
        signal,
      })
      return status === 200 ? readOverpassStatus(Buffer.from(body).toString('utf8')) : null
    } catch (error) {
      if (signal.aborted) throw error
      return null
    }
  }

  return {
    url,
    get openAt() {
      return openAt
    },
    close(forMs) {
      openAt = Math.max(openAt, clock.now() + forMs)
    },
    async ask(query) {
      const permit: Permit = await permits.acquire(`overpass ${new URL(url).host}`, terms(query))
      let closedForMs = 0
      try {
        const outcome = await send(query)
        if (outcome.kind === 'limited') {
          const status = await readStatus(query.signal)
          rateLimit = status?.rateLimit ?? rateLimit
          closedForMs = Math.max(LEAST_WAIT_MS, status?.waitMs ?? UNKNOWN_WAIT_MS)
          openAt = Math.max(openAt, clock.now() + closedForMs)
        }
        return outcome
      } finally {
        permit.release(closedForMs)
      }
    },
  }
}
