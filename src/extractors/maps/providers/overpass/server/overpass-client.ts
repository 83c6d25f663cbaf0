// Puts queries to one Overpass server or several, and gets an answer out of them or says why there is none.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { ExtractLog } from '#extract/context.ts'
import { createSharedCalls } from '#extractors/maps/shared-calls.ts'
import { createAnswerMemory } from './answer-memory.ts'
import type { OverpassAnswer } from './overpass-answer.ts'
import type { OverpassEndpoint } from './overpass-endpoint.ts'

export interface OverpassRequest {
  /** The statements of the query; what it allows itself on the server is set here, in front of them. */
  readonly statements: string
  /** Whether the same query over a smaller area makes sense: then a query that is too much for the server is partial. */
  readonly canSplit: boolean
  /** Whether an answer that was cut will do, if there was one a moment ago: for the pages behind the first. */
  readonly takesPartial: boolean
  /** By the clock. */
  readonly deadlineAt: number
  readonly signal: AbortSignal
}

export interface OverpassClient {
  /**
   * Throws `rate_limited` and `source_unavailable`, both with `retryAfterMs` where one is known; `internal` for a query
   * that the server does not understand; the reason of the signal.
   */
  ask(request: OverpassRequest): Promise<OverpassAnswer>
}

/** What a query allows itself. The server admits by these numbers, so a smaller claim may get in where a larger does not. */
const CLAIMS = [
  { timeoutS: 60, maxBytes: 512 * 1024 * 1024 },
  { timeoutS: 30, maxBytes: 128 * 1024 * 1024 },
  { timeoutS: 15, maxBytes: 32 * 1024 * 1024 },
] as const
type Claim = (typeof CLAIMS)[number]

/** Between a 504 and the next, smaller claim. */
const BUSY_PAUSE_MS = 2_000
const DUPLICATE_PAUSE_MS = 5_000
const MOST_DUPLICATES = 2
/** A server that lets not even the smallest claim in, time after time, is overloaded: less area would not help. */
const BUSY_IN_A_ROW = 3
const OVERLOADED_MS = 60_000
const FIRST_CLOSE_MS = 15_000
const LONGEST_CLOSE_MS = 300_000

export function createOverpassClient(deps: {
  readonly endpoints: readonly [OverpassEndpoint, ...OverpassEndpoint[]]
  readonly clock: Clock
  readonly log: ExtractLog
}): OverpassClient {
  const { endpoints, clock, log } = deps
  const memory = createAnswerMemory(clock)
  const underWay = createSharedCalls<OverpassAnswer>()
  const failures = new Map<OverpassEndpoint, number>()
  let refusals = 0

  /** The one that opens first; `after` is the last choice among equals. */
  const nextEndpoint = (
    tried: ReadonlySet<OverpassEndpoint>,
    after: OverpassEndpoint | null,
  ): OverpassEndpoint | null => {
    const wait = (endpoint: OverpassEndpoint) => Math.max(0, endpoint.openAt - clock.now())
    const free = endpoints.filter((endpoint) => !tried.has(endpoint))
    return free.toSorted((a, b) => wait(a) - wait(b) || Number(a === after) - Number(b === after))[0] ?? null
  }

  const closeFailed = (endpoint: OverpassEndpoint, detail: string): void => {
    const times = (failures.get(endpoint) ?? 0) + 1
    failures.set(endpoint, times)
    endpoint.close(Math.min(LONGEST_CLOSE_MS, FIRST_CLOSE_MS * 2 ** (times - 1)))
    log.warn({ host: new URL(endpoint.url).host, detail }, 'an Overpass server does not answer')
  }

  const run = async (request: OverpassRequest, signal: AbortSignal): Promise<OverpassAnswer> => {
    const broken = new Set<OverpassEndpoint>()
    let claim = 0
    let duplicates = 0
    let last: OverpassEndpoint | null = null
    let failure = ''
    for (;;) {
      signal.throwIfAborted()
      const endpoint = nextEndpoint(broken, last)
      if (endpoint === null) throw unavailable(failure, soonest(endpoints, clock))
      const { timeoutS } = CLAIMS[claim] as Claim
      // An answer that would come after the deadline is not asked for.
      const maxWaitMs = request.deadlineAt - clock.now() - timeoutS * 1_000
      const waitMs = endpoint.openAt - clock.now()
      if (waitMs > Math.max(0, maxWaitMs)) {
        throw failures.has(endpoint) ? unavailable('It failed a moment ago.', waitMs) : noSlot(waitMs)
      }
      if (waitMs > 0) {
        await clock.sleep(waitMs, signal)
        continue
      }
      last = endpoint
      const text = withClaim(request.statements, CLAIMS[claim] as Claim, duplicates)
      const outcome = await endpoint.ask({ text, timeoutS, maxWaitMs: Math.max(0, maxWaitMs), signal })
      switch (outcome.kind) {
        case 'complete':
        case 'partial':
          refusals = 0
          failures.delete(endpoint)
          return {
            elements: outcome.elements,
            snapshotAt: outcome.snapshotAt,
            partialReason: outcome.kind === 'partial' ? outcome.reason : null,
          }
        case 'limited':
          continue
        case 'refused':
          log.error({ query: request.statements, detail: outcome.detail }, 'Overpass refused a query')
          throw new SurveyorError('internal', `Overpass does not take the query: ${outcome.detail}`)
        case 'unavailable':
          failure = outcome.detail
          broken.add(endpoint)
          closeFailed(endpoint, outcome.detail)
          continue
        case 'duplicate':
          duplicates += 1
          if (duplicates > MOST_DUPLICATES)
            throw unavailable('It runs the same query already.', OVERLOADED_MS)
          await clock.sleep(DUPLICATE_PAUSE_MS, signal)
          continue
        case 'busy':
          claim += 1
          if (claim === CLAIMS.length) return tooMuch(request)
          await clock.sleep(BUSY_PAUSE_MS, signal)
          continue
      }
    }
  }

  const tooMuch = ({ canSplit }: OverpassRequest): OverpassAnswer => {
    refusals += 1
    if (canSplit && refusals <= BUSY_IN_A_ROW) {
      const partialReason = 'The map server was too busy for this query, even with the smallest limits.'
      return { elements: [], snapshotAt: null, partialReason }
    }
    throw unavailable('It is too busy for any query.', OVERLOADED_MS)
  }

  return {
    async ask(request) {
      const { statements, takesPartial, signal } = request
      const known = memory.get(statements)
      if (known !== null && (known.partialReason === null || takesPartial)) return known
      return underWay(statements, signal, async (shared) => {
        const answer = await run(request, shared)
        memory.set(statements, answer)
        return answer
      })
    },
  }
}

/** A query that the server still runs is told apart by a comment: its ban is on equal texts. */
function withClaim(statements: string, { timeoutS, maxBytes }: Claim, duplicates: number): string {
  const comment = duplicates === 0 ? '' : `/*${duplicates}*/`
  return `[out:json][timeout:${timeoutS}][maxsize:${maxBytes}];${comment}${statements}`
}

function soonest(endpoints: readonly OverpassEndpoint[], clock: Clock): number {
  return Math.max(0, Math.min(...endpoints.map(({ openAt }) => openAt)) - clock.now())
}

function unavailable(detail: string, retryAfterMs: number): SurveyorError {
  return new SurveyorError('source_unavailable', `The map server gives no answer. ${detail}`, {
    retryAfterMs: Math.ceil(retryAfterMs),
  })
}

function noSlot(retryAfterMs: number): SurveyorError {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return new SurveyorError('rate_limited', `The map server has no free slot for the next ${seconds} s.`, {
    retryAfterMs: Math.ceil(retryAfterMs),
  })
}
