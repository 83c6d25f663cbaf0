// Sends queries to one or several Overpass servers, and answers the result or the reason of the failure.
import type { Waiting } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { ExtractLog, ExtractSharedCache } from '#extract/context.ts'
import { createSharedCalls } from '#kit/shared-calls.ts'
import { createAnswerMemory, createSharedAnswers } from './kept-answers.ts'
import type { OverpassAnswer } from './overpass-answer.ts'
import type { OverpassEndpoint } from './overpass-endpoint.ts'

/** Time and memory that a query allows itself on the server (`[timeout:…][maxsize:…]`). */
interface Claim {
  /** The claimed time, in seconds. */
  readonly timeoutS: number
  readonly maxBytes: number
}

const CLAIMS: readonly [Claim, ...Claim[]] = [
  { timeoutS: 60, maxBytes: 512 * 1024 * 1024 },
  { timeoutS: 30, maxBytes: 128 * 1024 * 1024 },
  { timeoutS: 15, maxBytes: 32 * 1024 * 1024 },
]

/** A server that was full may have room after this long. */
const REMEMBERED_MS = 10 * 60_000

/** Remembers for each server how large a claim it last let in. */
interface AdmittedClaim<Server> {
  /** The index of the claim to begin with. */
  first(server: Server): number
  /** The claim with this index got in. */
  admitted(server: Server, claim: number): void
}

export interface OverpassRequest {
  /** The statements of the query; what it allows itself on the server is set here, in front of them. */
  readonly statements: string
  /** Whether the same query over a smaller area makes sense: then a query that is too much for the server is partial. */
  readonly canSplit: boolean
  /** A page after the first: a recent answer is enough, even a truncated or remote one. */
  readonly isLaterPage: boolean
  /** By the clock. */
  readonly deadlineAt: number
  readonly signal: AbortSignal
  /** Told what holds the query up, at once where a time is known. */
  onWait(waiting: Waiting): void
}

export interface OverpassClient {
  /**
   * Throws `rate_limited` and `source_unavailable`, both with `retryAfterMs` where one is known; `internal` for a query
   * that the server does not understand; the reason of the signal.
   */
  ask(request: OverpassRequest): Promise<OverpassAnswer>
  /** Stores an answer with pages left, so that any worker can serve the next page. Never throws. */
  share(statements: string, answer: OverpassAnswer): Promise<void>
  /** Its last page was read. Never throws. */
  unshare(statements: string, answer: OverpassAnswer): Promise<void>
}

/** Between a 504 and the next, smaller claim. */
const BUSY_PAUSE_MS = 2_000
const DUPLICATE_PAUSE_MS = 5_000
const MAX_DUPLICATES = 2
/** A server that lets not even the smallest claim in, time after time, is overloaded: less area would not help. */
const BUSY_IN_A_ROW = 3
const OVERLOADED_MS = 60_000
/** After this long without an answer or a slot, the waiting caller is told. */
const SLOW_AFTER_MS = 10_000

type OverpassEndpoints = readonly [OverpassEndpoint, ...OverpassEndpoint[]]

export function createOverpassClient(deps: {
  readonly endpoints: OverpassEndpoints
  readonly clock: Clock
  readonly log: ExtractLog
  /** Absent: the pages of an answer are found in this process alone. */
  readonly sharedCache?: ExtractSharedCache | undefined
}): OverpassClient {
  const { endpoints, clock, log } = deps
  const memory = createAnswerMemory(clock)
  const shared = createSharedAnswers(deps.sharedCache ?? null, endpoints[0].url)
  const underWay = createSharedCalls<OverpassAnswer>()
  const claims = rememberClaims<OverpassEndpoint>(clock)
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

  const run = async (request: OverpassRequest, signal: AbortSignal): Promise<OverpassAnswer> => {
    const broken = new Set<OverpassEndpoint>()
    /** How often this query was refused because of its claim. */
    let lowered = 0
    let duplicates = 0
    let last: OverpassEndpoint | null = null
    let failure = ''
    for (;;) {
      signal.throwIfAborted()
      const endpoint = nextEndpoint(broken, last)
      if (endpoint === null) throw unavailable(failure, ...soonest(endpoints, clock))
      const level = Math.max(lowered, claims.first(endpoint))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `level` stays below the number of claims
      const claim = CLAIMS[level] as Claim
      const { timeoutS } = claim
      // A query whose answer would come after the deadline is not sent.
      const maxWaitMs = request.deadlineAt - clock.now() - timeoutS * 1_000
      const waitMs = endpoint.openAt - clock.now()
      if (waitMs > Math.max(0, maxWaitMs)) {
        const { host, isFailing } = endpoint
        throw isFailing ? unavailable('It failed a moment ago.', waitMs, host) : noSlot(waitMs, host)
      }
      if (waitMs > 0) {
        request.onWait(pauseOf(endpoint))
        await endpoint.untilOpen(signal)
        continue
      }
      last = endpoint
      const text = withClaim(request.statements, claim, duplicates)
      const query = { text, timeoutS, maxWaitMs: Math.max(0, maxWaitMs), signal }
      const outcome = await warnIfSlow(endpoint.ask(query), () => request.onWait(silenceOf(endpoint)))
      switch (outcome.kind) {
        case 'complete':
        case 'partial':
          refusals = 0
          claims.admitted(endpoint, level)
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
          log.warn({ host: endpoint.host, detail: failure }, 'an Overpass server does not answer')
          continue
        case 'duplicate':
          duplicates += 1
          if (duplicates > MAX_DUPLICATES) throw unavailable('It runs the same query already.', OVERLOADED_MS)
          await clock.sleep(DUPLICATE_PAUSE_MS, signal)
          continue
        case 'busy':
          lowered = level + 1
          if (lowered === CLAIMS.length) return tooMuch(request)
          await clock.sleep(BUSY_PAUSE_MS, signal)
          continue
      }
    }
  }

  /** Reports a slow answer; most answers come at once and need no report. */
  const warnIfSlow = async <T>(coming: Promise<T>, onSlow: () => void): Promise<T> => {
    const over = new AbortController()
    void clock.sleep(SLOW_AFTER_MS, over.signal).then(() => (over.signal.aborted ? undefined : onSlow()))
    try {
      return await coming
    } finally {
      over.abort()
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
      const { statements, isLaterPage, signal } = request
      const known = memory.get(statements)
      if (known !== null && (known.partialReason === null || isLaterPage)) return known
      return underWay(statements, signal, async (ofAll) => {
        const kept = isLaterPage ? await shared.find(statements, ofAll) : null
        const answer = kept ?? (await run(request, ofAll))
        memory.set(statements, answer)
        return answer
      })
    },
    share: (statements, answer) => shared.put(statements, answer),
    unshare: (statements, answer) => shared.forget(statements, answer),
  }
}

function pauseOf({ host, isFailing, openAt }: OverpassEndpoint): Waiting {
  return {
    code: isFailing ? 'source_unavailable' : 'rate_limited',
    detail: isFailing ? `${host} gives no answer; it is asked again.` : `${host} has no free slot.`,
    host,
    until: new Date(openAt).toISOString(),
  }
}

function silenceOf({ host }: OverpassEndpoint): Waiting {
  const detail = `${host} was asked and has not answered for ${SLOW_AFTER_MS / 1_000} s.`
  return { code: 'awaiting_answer', detail, host, until: null }
}

/** In how many milliseconds the first of them may be asked again, and its host. */
function soonest(endpoints: OverpassEndpoints, clock: Clock): [retryAfterMs: number, host: string] {
  const [first, ...others] = endpoints
  const { openAt, host } = others.reduce((a, b) => (b.openAt < a.openAt ? b : a), first)
  return [Math.max(0, openAt - clock.now()), host]
}

function unavailable(detail: string, retryAfterMs: number, host?: string): SurveyorError {
  return new SurveyorError('source_unavailable', `The map server gives no answer. ${detail}`, {
    retryAfterMs: Math.ceil(retryAfterMs),
    ...(host === undefined ? {} : { host }),
  })
}

function noSlot(retryAfterMs: number, host: string): SurveyorError {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return new SurveyorError('rate_limited', `The map server has no free slot for the next ${seconds} s.`, {
    retryAfterMs: Math.ceil(retryAfterMs),
    host,
  })
}

/** Remembers the admitted claim, so that not every query has to be refused first. */
function rememberClaims<Server>(clock: Clock): AdmittedClaim<Server> {
  const known = new Map<Server, { readonly claim: number; readonly until: number }>()
  return {
    first(server) {
      const last = known.get(server)
      return last === undefined || last.until <= clock.now() ? 0 : last.claim
    },
    admitted(server, claim) {
      const last = known.get(server)
      // Counted from when the server was found full, so that it does not count as full for ever.
      if (last?.claim === claim && last.until > clock.now()) return
      known.set(server, { claim, until: clock.now() + REMEMBERED_MS })
    },
  }
}

/**
 * The text of a query. The server compares queries without their comments and refuses one that it is running already,
 * so repeated queries differ in their seconds.
 */
function withClaim(statements: string, { timeoutS, maxBytes }: Claim, duplicates: number): string {
  return `[out:json][timeout:${timeoutS - duplicates}][maxsize:${maxBytes}];${statements}`
}
