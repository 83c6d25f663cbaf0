// Finds the area of a name: Nominatim first, Photon when Nominatim does not answer.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractLimiter, ExtractLog, ExtractRequest, SlotRequest } from '#extract/context.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createSharedCalls } from '#kit/shared-calls.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { chooseArea, type Candidate, type GeocodedArea, type GeocoderAnswer } from './geocoded-area.ts'
import type { GeocodeQuestion, HttpAnswer } from './geocoder-http.ts'

/** Limits of one look-up. */
export interface GeocodeOptions {
  /** ISO 3166-1 alpha-2, upper case; areas elsewhere do not count. */
  readonly country: string | null
  /** BCP 47. */
  readonly language: string | null
  /** The text asks for what is around it (`near Stanley Park`): then the first find is taken, whatever it is. */
  readonly isAround?: boolean
  readonly signal: AbortSignal
}

/** Turns names into areas. Answers are remembered, and equal questions under way are asked once. */
export interface Geocoder {
  /** Throws `unknown_area`, `provider_not_configured`, `source_unavailable`, `rate_limited`; the reason of the signal. */
  find(text: string, options: GeocodeOptions): Promise<GeocodedArea>
}

/** One server to ask. */
export interface GeocoderSource {
  readonly host: string
  /** Its policy over all workers; null: a server of the operator's own. */
  readonly policy: Pick<SlotRequest, 'concurrency' | 'intervalMs' | 'perDay'> | null
  url(question: GeocodeQuestion): string
  read(answer: HttpAnswer, question: GeocodeQuestion): GeocoderAnswer
  readonly fetch: (request: ExtractRequest) => Promise<HttpAnswer>
}

const TIMEOUT_MS = 20_000
/** Outlines of countries with all their islands take some MB. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_WAIT_MS = 60_000
/** A block by the public server ends after a while, and repeated requests do not end it sooner. */
const PUBLIC_REST_MS = 5 * 60_000
const OWN_REST_MS = 15_000
/** Towns do not move; the policy of Nominatim asks for a cache. */
const KEPT_MS = 24 * 3_600_000
const MAX_KEPT = 200

/** What a geocoder found, which may be nothing. */
interface Found {
  readonly candidates: readonly Candidate[]
  readonly until: number
}

/** A geocoder over `sources`, which keeps the pace that the policy of each of them asks for. */
export function createGeocoder(deps: {
  /** In the order in which they are asked; empty: none may be asked. */
  readonly sources: readonly GeocoderSource[]
  readonly limiter: ExtractLimiter
  readonly clock: Clock
  readonly log: ExtractLog
}): Geocoder {
  const { sources, limiter, clock, log } = deps
  const kept = createWeightedLru<Found>(MAX_KEPT)
  const closedUntil = new Map<GeocoderSource, number>()
  const underWay = createSharedCalls<Found>()

  const ask = async (
    source: GeocoderSource,
    question: GeocodeQuestion,
    signal: AbortSignal,
  ): Promise<GeocoderAnswer> => {
    const { policy } = source
    const slot =
      policy === null
        ? null
        : await limiter.acquire(`geocoder ${source.host}`, { ...policy, maxWaitMs: MAX_WAIT_MS, signal })
    try {
      const answer = await source.fetch({
        url: source.url(question),
        maxBytes: MAX_BYTES,
        deadlineMs: TIMEOUT_MS,
        maxRedirects: 0,
        // A programming interface with a policy of its own: robots.txt speaks to crawlers of pages.
        robots: 'ignore',
        signal,
      })
      return source.read(answer, question)
    } catch (error) {
      if (signal.aborted || !(error instanceof SurveyorError)) throw error
      return { kind: 'unavailable', detail: error.message }
    } finally {
      slot?.release()
    }
  }

  const lookup = async (question: GeocodeQuestion, signal: AbortSignal): Promise<Found> => {
    let failure: SurveyorError = notConfigured()
    for (const source of sources) {
      const waitMs = (closedUntil.get(source) ?? 0) - clock.now()
      const restMs = source.policy === null ? OWN_REST_MS : PUBLIC_REST_MS
      const answer: GeocoderAnswer =
        waitMs > 0
          ? { kind: 'unavailable', detail: 'It failed a moment ago.' }
          : await ask(source, question, signal)
      if (answer.kind === 'found') {
        // An answer of the second choice is kept only while the first one is paused, because the first one knows
        // outlines.
        const keptMs = source === sources[0] ? KEPT_MS : restMs
        return { candidates: answer.candidates, until: clock.now() + keptMs }
      }
      log.warn({ host: source.host, detail: answer.detail }, 'a geocoder gave no answer')
      if (answer.kind === 'refused') {
        failure = new SurveyorError('internal', `The geocoder does not take the request: ${answer.detail}`)
        continue
      }
      if (waitMs <= 0) closedUntil.set(source, clock.now() + restMs)
      failure = new SurveyorError('source_unavailable', `The geocoder gives no answer. ${answer.detail}`, {
        retryAfterMs: waitMs > 0 ? Math.ceil(waitMs) : restMs,
      })
    }
    throw failure
  }

  return {
    async find(text, { country, language, signal, isAround = false }) {
      const question = { text: text.trim(), country, language }
      const key = JSON.stringify([question.text.toLowerCase(), country, language])
      const known = kept.get(key)
      if (known !== undefined && known.until > clock.now())
        return chooseArea(question.text, known.candidates, isAround)
      const found = await underWay(key, signal, (shared) => lookup(question, shared))
      kept.set(key, found, 1)
      return chooseArea(question.text, found.candidates, isAround)
    },
  }
}

function notConfigured(): SurveyorError {
  return new SurveyorError(
    'provider_not_configured',
    'To look up the names of areas set SURVEYOR_CONTACT to a URL or a mail address, because the public Nominatim asks ' +
      'who is asking, or SURVEYOR_NOMINATIM_URL to a server of your own. A box, a circle or a polygon needs neither.',
  )
}
