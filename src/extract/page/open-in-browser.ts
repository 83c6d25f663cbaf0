// Opens the page of a request in a browser: its address, a submitted page, or a kept file.
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import { askedOfBrowser, browserOptionsOf, MAX_ACTION_FILES } from '#extract/browser/options.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { systemClock } from '#kit/time/clock.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { documentKind } from '#parsing/sniffing/document-kind.ts'
import type { PageRequest } from './page-request.ts'
import { targetHeaders } from './target-headers.ts'

const DEFAULT_TIMEOUT_MS = 30_000
const MIN_ANSWER_MS = 100
const MAX_ANSWER_MS = 3_000
/** Everything that a page loads, pictures and fonts included. */
const MAX_PAGE_BYTES = 100 * 1_024 ** 2
const MAX_FILE_BYTES = 20 * 1_024 ** 2
/** A submitted page without a `baseUrl` stands under a name that never resolves (RFC 6761). */
const NOWHERE = 'http://page.invalid/'
/** Sent by the browser itself, or by a field of the visit. */
const NOT_GIVEN: ReadonlySet<string> = new Set(['accept', 'accept-language', 'cookie', 'authorization'])

/**
 * Whether a request is for a browser: by its `engine`, or by fields that only a browser can follow. Throws
 * `validation_failed` when it excludes the browser that its other fields need.
 */
export function usesBrowser(request: PageRequest): boolean {
  const asked = askedOfBrowser(request)
  if (request.engine === 'browser') return true
  const [field] = asked
  if (field === undefined) return false
  if (request.engine !== 'http') return true
  throw extractError('validation_failed', `\`${field}\` needs a browser, and \`engine\` is \`http\`.`, {
    errors: [{ pointer: `/${field}`, code: 'needs', detail: 'needs engine to be auto or browser' }],
  })
}

/** Throws as `ExtractBrowse`, and errors of reading a file. */
export async function openInBrowser<T>(
  request: PageRequest,
  context: ExtractContext,
  endsAtMs: number,
  use: (page: BrowserPage) => Promise<T>,
  more: Pick<BrowserVisit, 'media' | 'capture'> = {},
): Promise<T> {
  const { cookies = [], httpAuth, locale, robots } = request
  checkNames(request)
  checkFiles(request)
  const html = await submitted(request, context)
  const own = Object.entries(targetHeaders(request, '*/*')).filter(([name]) => !NOT_GIVEN.has(name))
  const options = browserOptionsOf(request)
  return context.browse(
    {
      ...options,
      ...more,
      url: request.url ?? request.baseUrl ?? NOWHERE,
      ...(html === null ? {} : { html }),
      headers: Object.fromEntries(own),
      cookies,
      ...(httpAuth === undefined ? {} : { httpAuth }),
      ...(locale === undefined ? {} : { locale }),
      // Nothing is fetched for a submitted page but what it loads.
      ...(html !== null ? { robots: 'ignore' } : robots === undefined ? {} : { robots }),
      maxBytes: MAX_PAGE_BYTES,
      endsAtMs,
    },
    use,
  )
}

/** A browser takes only names that exist. Throws `validation_failed`. */
function checkNames({ locale, timezone }: PageRequest): void {
  const refused = (field: string, detail: string): Error =>
    extractError('validation_failed', `\`${field}\` ${detail}.`, {
      errors: [{ pointer: `/${field}`, code: 'unknown_name', detail }],
    })
  if (timezone !== undefined && !isKnown(() => Intl.DateTimeFormat('en', { timeZone: timezone }))) {
    throw refused('timezone', 'is no time zone')
  }
  if (locale !== undefined && !isKnown(() => Intl.getCanonicalLocales(locale))) {
    throw refused('locale', 'is no language tag, which a browser needs')
  }
}

/** Each file is kept until the job ends. Throws `validation_failed`. */
function checkFiles({ actions = [] }: PageRequest): void {
  const made = actions.flatMap(({ type }, at) => (type === 'screenshot' || type === 'pdf' ? [at] : []))
  const at = made[MAX_ACTION_FILES]
  if (at === undefined) return
  throw extractError('validation_failed', `More than ${MAX_ACTION_FILES} actions make a file.`, {
    errors: [{ pointer: `/actions/${at}`, code: 'too_many_files', detail: 'makes one file too many' }],
  })
}

function isKnown(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

/** The page that the request brings along; null when it is to be fetched. */
async function submitted(
  { html, artifactId, maxResponseBytes = MAX_FILE_BYTES }: PageRequest,
  context: ExtractContext,
): Promise<string | null> {
  if (html !== undefined) return html
  if (artifactId === undefined) return null
  const file = await context.readArtifact(artifactId, {
    maxBytes: Math.min(MAX_FILE_BYTES, maxResponseBytes),
  })
  const kind = documentKind(file.bytes, file.mediaType)
  if (kind.type === 'page') return decodeHtml(file.bytes, file.mediaType).text
  throw extractError(
    'unsupported_document',
    `The file is ${kind.name}, not a page that a browser could show.`,
  )
}

/**
 * The rest of `timeoutMs`, minus a twentieth (0.1 to 3 s) in which the answer is made. A slow target is then reported
 * as such, and everything found until then is answered. Earlier attempts of a retried job have used up their part.
 */
function timeLeftMs({ timeoutMs = DEFAULT_TIMEOUT_MS }: PageRequest, { deadlineAt }: ExtractContext): number {
  if (deadlineAt === null) return timeoutMs
  const answerMs = Math.min(MAX_ANSWER_MS, Math.max(MIN_ANSWER_MS, timeoutMs / 20))
  const leftMs = deadlineAt.getTime() - systemClock.now() - answerMs
  // A target that is not asked is not to blame: other attempts took the time, or a worker that died.
  if (leftMs <= 0)
    throw extractError('extract_timeout', 'The time of the job was over before the target was asked.')
  return Math.min(timeoutMs, leftMs)
}

/** When the work of a request must have ended, by `performance.now()`. Throws `extract_timeout` where it is over. */
export function endsAtMsOf(request: PageRequest, context: ExtractContext): number {
  return performance.now() + timeLeftMs(request, context)
}
