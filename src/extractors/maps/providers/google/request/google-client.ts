// Asks the map, by plain requests or by a browser, and answers data or the error that says what came instead.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractorHost, ExtractRequest, ExtractResponse } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { openInBrowser } from '#extract/page/open-in-browser.ts'
import { ownServerOf } from '#extract/page/own-server.ts'
import { systemClock } from '#kit/time/clock.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { dataIn } from '#extractors/maps/providers/google/payload/envelope.ts'
import { consentFormOf, refusalOf, wallIn } from './classify-answer.ts'
import { createConsentSession, type ConsentSession } from './consent-form.ts'

/** One answer of the map. */
export interface MapPage {
  /** After redirects. */
  readonly url: string
  /** In the order of the page; empty for a page that has none. */
  readonly data: readonly unknown[]
  readonly text: string
  /** The error to throw where no data is not enough. */
  readonly wall: () => SurveyorError
}

/** Throws `target_*`, `rate_limited`, `robots_disallowed` and `upstream_changed`. */
export interface GoogleClient {
  /** Whether a browser can open the map: not where the operator named another address for it. */
  readonly canBrowse: boolean
  get(url: string, context: ExtractContext): Promise<MapPage>
  /** Also the answers to what the scripts of the page asked for under these paths. */
  browse(url: string, paths: readonly string[], context: ExtractContext): Promise<MapPage>
}

const MAX_BYTES = 8 * 1_024 ** 2
const ANSWER_WITHIN_MS = 30_000
/** For a job without a deadline. */
const JOB_MS = 300_000
const MAX_REDIRECTS = 5
const MAX_CAPTURED = 20

interface MapAnswer {
  readonly answer: ExtractResponse
  readonly refusal: SurveyorError | null
  readonly text: string
}

/** `settings`: `googleUrl`, `googleRobots`. */
export function createGoogleClient(host: Pick<ExtractorHost, 'settings' | 'peerFetch'>): GoogleClient {
  const own = ownServerOf(host, 'googleUrl')
  const robots = host.settings['googleRobots'] === 'ignore' ? 'ignore' : 'obey'
  const endsAtMs = ({ deadlineAt }: ExtractContext): number =>
    performance.now() + (deadlineAt === null ? JOB_MS : deadlineAt.getTime() - systemClock.now())

  /** What was chosen in a form for consent holds for the job that met it. */
  const sessions = new WeakMap<ExtractContext, ConsentSession>()

  return {
    canBrowse: own === null,
    async get(url, context) {
      const fetch = own?.fetch ?? context.fetch
      const bounds = (): Omit<ExtractRequest, 'url' | 'maxRedirects'> => ({
        headers: { accept: 'application/json,text/html;q=0.9,*/*;q=0.5' },
        maxBytes: MAX_BYTES,
        deadlineMs: Math.min(ANSWER_WITHIN_MS, Math.max(1, endsAtMs(context) - performance.now())),
        robots,
        signal: context.signal,
      })
      const session = sessions.get(context) ?? createConsentSession(fetch, bounds)
      sessions.set(context, session)
      const ask = async (): Promise<MapAnswer> => {
        const rules = bounds()
        const headers = { ...rules.headers, ...session.headers() }
        const answer = await fetch({ ...rules, url, headers, maxRedirects: MAX_REDIRECTS }).catch(
          explainRobots,
        )
        const refusal = refusalOf(answer)
        const { text } = decodeHtml(answer.body, answer.headers['content-type'] ?? null)
        return { answer, refusal, text }
      }
      const first = await ask()
      const form = readable(first.text).length > 0 ? null : consentFormOf(first.answer, first.text)
      const isRejected = form !== null && (await session.reject(form))
      const { answer, refusal, text } = isRejected ? await ask() : first
      if (refusal !== null) throw refusal
      return { url: answer.finalUrl, data: dataIn(text), text, wall: () => wallIn(text, answer.status) }
    },
    async browse(url, paths, context) {
      const capture = {
        max: MAX_CAPTURED,
        accepts: (asked: string) =>
          paths.some((path) => URL.parse(asked)?.pathname.startsWith(path) === true),
      }
      return openInBrowser(
        { url, robots, waitFor: { state: 'network_idle' } },
        context,
        endsAtMs(context),
        async (page) => {
          const status = page.response?.statusCode ?? 200
          const refusal = refusalOf({ finalUrl: page.url, status, headers: page.headers })
          if (refusal !== null) throw refusal
          const { responses } = await page.captured()
          const text = await page.html()
          const data = [...responses.flatMap(({ text: json }) => readable(json)), ...readable(text)]
          return { url: page.url, data, text, wall: () => wallIn(text, status) }
        },
        { capture },
      ).catch(explainRobots)
    },
  }
}

/** Of a page with several answers, one that cannot be read leaves the others readable. */
function readable(text: string): unknown[] {
  try {
    return dataIn(text)
  } catch (error) {
    if (error instanceof SurveyorError) return []
    throw error
  }
}

function explainRobots(error: unknown): never {
  if (!(error instanceof SurveyorError) || error.code !== 'robots_disallowed') throw error
  const detail = `${error.message} The operator of this service can decide otherwise: SURVEYOR_GOOGLE_ROBOTS=ignore (docs/google.md).`
  throw extractError('robots_disallowed', detail, { cause: error })
}
