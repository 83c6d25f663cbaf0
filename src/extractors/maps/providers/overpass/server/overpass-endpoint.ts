// One Overpass server: its slots, its limits, and one query at a time put to it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractLimiter, ExtractRequest, Slot, SlotRequest } from '#extract/context.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { readOverpassAnswer, type HttpAnswer, type OverpassOutcome } from './overpass-answer.ts'

/** What a server says about our slots (wiki.openstreetmap.org/wiki/Overpass_API#Public_Overpass_API_instances). */
interface OverpassStatus {
  /** Queries of one client at the same time; null: any number. */
  readonly rateLimit: number | null
  /** Until a slot is free, in milliseconds; null where the text does not say. */
  readonly waitMs: number | null
}

export interface OverpassEndpointDeps {
  /** The URL of the interpreter: `https://overpass.example/api/interpreter`. */
  readonly url: string
  /** A server of everybody: its policy holds over all workers, and its default is two slots. */
  readonly isPublic: boolean
  readonly fetch: (request: ExtractRequest) => Promise<HttpAnswer>
  readonly limiter: ExtractLimiter
  readonly clock: Clock
}

export interface Query {
  readonly text: string
  /** The time that the query claims on the server, in seconds. */
  readonly timeoutS: number
  /** Most time to wait for a slot. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

export interface OverpassEndpoint {
  readonly url: string
  readonly host: string
  /** When a query may be sent again, by the clock; in the past where one may be sent now. */
  readonly openAt: number
  /** Whether it gave no answer the last time. */
  readonly isFailing: boolean
  /** Resolves at `openAt`, sooner where that changes, and when the signal aborts. */
  untilOpen(signal: AbortSignal): Promise<void>
  /** Throws `rate_limited` when no slot comes in time, and the reason of the signal; everything else is an outcome. */
  ask(query: Query): Promise<OverpassOutcome>
}

/** The policy of the public servers (dev.overpass-api.de, "Commons"): some 10,000 queries a day, two at once. */
const PUBLIC_POLICY = { concurrency: 2, perDay: 10_000 } as const
/** The operator's own server without a rate limit still has only so many cores. */
const OWN_CONCURRENCY = 8
/** The server queues a query for about 15 s before it says 429 or 504. */
export const QUEUEING_MS = 15_000
const TRANSFER_MS = 15_000
/** Ten thousand elements take about 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024
const STATUS_TIMEOUT_MS = 10_000
const STATUS_BYTES = 64 * 1024
/** For a 429 without a retry time. */
const UNKNOWN_WAIT_MS = 15_000
/** Between one 429 and the next query, however free the status page says that the slots are; doubled by each in a row. */
const MIN_WAIT_MS = 1_000
const MAX_WAIT_MS = 120_000
/** One slow query does not count; after this many in a row the server counts as unreachable. */
const MAX_TIMEOUTS_IN_A_ROW = 3

export function createOverpassEndpoint(deps: OverpassEndpointDeps): OverpassEndpoint {
  const { url, isPublic, fetch, limiter, clock } = deps
  const { host } = new URL(url)
  const breaker = createCircuitBreaker(clock)
  let slotAt = -Infinity
  let timeouts = 0
  let refusals = 0
  let lastRefusalAt = -Infinity
  /** As announced by the server; null: not asked yet, or it sets none. */
  let rateLimit: number | null = null

  const slotRequest = ({ maxWaitMs, signal }: Query): SlotRequest =>
    isPublic
      ? {
          ...PUBLIC_POLICY,
          concurrency: Math.min(PUBLIC_POLICY.concurrency, rateLimit ?? Infinity),
          intervalMs: 0,
          maxWaitMs,
          signal,
        }
      : { concurrency: rateLimit ?? OWN_CONCURRENCY, intervalMs: 0, perDay: null, maxWaitMs, signal }

  const send = async ({ text, timeoutS, signal }: Query): Promise<OverpassOutcome> => {
    try {
      const answer = await fetch({
        url,
        method: 'POST',
        idempotent: true,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: `data=${encodeURIComponent(text.toWellFormed())}`,
        maxBytes: MAX_BYTES,
        deadlineMs: timeoutS * 1_000 + QUEUEING_MS + TRANSFER_MS,
        maxRedirects: 0,
        // A programming interface with a policy of its own: robots.txt speaks to crawlers of pages.
        robots: 'ignore',
        signal,
      })
      return readOverpassAnswer(answer)
    } catch (error) {
      if (signal.aborted || !(error instanceof SurveyorError)) throw error
      if (error.code === 'target_too_large') {
        const reason = `The answer is larger than ${MAX_BYTES / 1024 / 1024} MB.`
        return { kind: 'partial', elements: [], snapshotAt: null, reason }
      }
      if (error.code === 'target_timeout') return { kind: 'silent' }
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
        signal,
      })
      return status === 200 ? readOverpassStatus(Buffer.from(body).toString('utf8')) : null
    } catch (error) {
      if (signal.aborted) throw error
      return null
    }
  }

  /** How long no query is sent after a 429; several 429s of concurrent queries count as one. */
  const waitAfterRefusal = async (sentAt: number, signal: AbortSignal): Promise<number> => {
    const status = await readStatus(signal)
    rateLimit = status?.rateLimit ?? rateLimit
    if (sentAt >= lastRefusalAt) refusals += 1
    lastRefusalAt = clock.now()
    const grownMs = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (refusals - 1))
    return Math.max(grownMs, status?.waitMs ?? UNKNOWN_WAIT_MS)
  }

  /** A working server ends a query itself when its time is over. */
  const withoutSilence = (outcome: OverpassOutcome): Exclude<OverpassOutcome, { kind: 'silent' }> => {
    timeouts = outcome.kind === 'silent' ? timeouts + 1 : 0
    if (outcome.kind !== 'silent') return outcome
    if (timeouts < MAX_TIMEOUTS_IN_A_ROW) return { kind: 'busy' }
    return { kind: 'unavailable', detail: `It left ${timeouts} queries in a row without an answer.` }
  }

  return {
    url,
    host,
    get openAt() {
      return Math.max(slotAt, breaker.retryAt)
    },
    get isFailing() {
      return breaker.isFailing
    },
    async untilOpen(signal) {
      if (slotAt > breaker.retryAt) await clock.sleep(slotAt - clock.now(), signal)
      else await breaker.untilRetry(signal)
    },
    async ask(query) {
      using attempt = breaker.begin()
      const slot: Slot = await limiter.acquire(`overpass ${host}`, slotRequest(query))
      let closedForMs = 0
      try {
        attempt.sent()
        const sentAt = clock.now()
        const outcome = withoutSilence(await send(query))
        if (outcome.kind === 'unavailable') {
          attempt.failed()
          // The slots of a public server are shared by all workers, so these wait too.
          if (isPublic) closedForMs = Math.max(0, breaker.retryAt - clock.now())
          return outcome
        }
        // A first silence may be caused by the query itself, so it does not count yet.
        if (timeouts > 0) return outcome
        attempt.answered()
        if (outcome.kind !== 'limited') {
          refusals = 0
          return outcome
        }
        closedForMs = await waitAfterRefusal(sentAt, query.signal)
        slotAt = Math.max(slotAt, clock.now() + closedForMs)
        return outcome
      } finally {
        slot.release({ closedForMs })
      }
    },
  }
}

/** Null for a text that is no status page. */
export function readOverpassStatus(text: string): OverpassStatus | null {
  const limit = /^Rate limit: (\d+)\s*$/m.exec(text)?.[1]
  if (limit === undefined) return null
  const rateLimit = Number(limit) === 0 ? null : Number(limit)
  return { rateLimit, waitMs: rateLimit === null ? 0 : waitOf(text) }
}

/** One line for each slot that cools down; slots that still work on a query have none. */
function waitOf(text: string): number | null {
  if (/^[1-9]\d* slots? available now/m.test(text)) return 0
  const waits = [...text.matchAll(/^Slot available after: .*\bin (-?\d+) seconds/gm)]
  if (waits.length === 0) return null
  return Math.max(0, Math.min(...waits.map((match) => Number(match[1])))) * 1_000
}
