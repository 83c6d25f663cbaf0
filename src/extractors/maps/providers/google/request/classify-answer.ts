// What came in the place of data: a form for consent, a captcha, a refusal and an empty shell are errors, never results.
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { retryAfterMs } from '#kit/http/retry-after.ts'
import { extractError, pageError, statusError } from '#extract/errors.ts'
import type { ExtractResponse } from '#extract/context.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { classifyPage } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'

/** The part of an answer that tells what it is. */
export type Answer = Pick<ExtractResponse, 'finalUrl' | 'status' | 'headers'>

const CONSENT_HOST = /^consent\.(?:google|youtube)\./
const SORRY = /^\/sorry(?:\/|$)/
/** The form of consent, wherever it stands. */
const CONSENT_FORM = /<form\b[^>]{0,300}action="https?:\/\/consent\.[^"]{0,200}\/save"/i
const UNUSUAL = /<form\b[^>]{0,300}id="captcha-form"/i
const DEFAULT_PAUSE_MS = 60_000
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 24 * 3_600_000
/** A wall says what it is at its beginning. */
const MAX_WALL_CHARS = 200_000

/** By address and status alone; null for an answer whose body counts. */
export function refusalOf({ finalUrl, status, headers }: Answer): SurveyorError | null {
  const isRedirect = status >= 300 && status < 400
  const url = URL.parse(isRedirect ? (headers['location'] ?? '') : finalUrl, finalUrl)
  if (url !== null && CONSENT_HOST.test(url.hostname)) return consent()
  if (url !== null && SORRY.test(url.pathname)) return captcha()
  if (status === 429) {
    const asked = retryAfterMs(headers['retry-after'], Date.now(), MAX_PAUSE_MS)
    return extractError('rate_limited', 'The map answers that there were too many requests.', {
      retryAfterMs: asked === null ? DEFAULT_PAUSE_MS : Math.max(MIN_PAUSE_MS, asked),
    })
  }
  if (isRedirect) return extractError('upstream_changed', 'The map redirects to where nothing is expected.')
  return status >= 400 ? statusError(status) : null
}

/** Where the form for consent is that came in the place of data; null where none came. */
export function consentFormOf(
  answer: Answer,
  text: string,
): { readonly page: string; readonly url: string } | { readonly url: string } | null {
  const { finalUrl: url, status, headers } = answer
  if (status >= 300 && status < 400) {
    const to = URL.parse(headers['location'] ?? '', url)
    return to !== null && CONSENT_HOST.test(to.hostname) ? { url: to.href } : null
  }
  const isForm =
    CONSENT_HOST.test(URL.parse(url)?.hostname ?? '') || CONSENT_FORM.test(text.slice(0, MAX_WALL_CHARS))
  return status < 300 && isForm ? { page: text, url } : null
}

/** What a page without data is; a browser may get more out of `empty_content`. */
export function wallIn(page: string, status: number): SurveyorError {
  const start = page.slice(0, MAX_WALL_CHARS)
  if (CONSENT_FORM.test(start)) return consent()
  if (UNUSUAL.test(start)) return captcha()
  const pageSignals = readPageSignals(parseHtml(start))
  const { problem } = classifyPage({
    pageSignals,
    visibleChars: pageSignals.textChars,
    contentChars: pageSignals.textChars,
    statusCode: status,
  })
  if (problem !== null && problem.blockedBy !== undefined) return pageError(problem)
  return extractError(
    'empty_content',
    `The map answers with a stub of ${page.length.toLocaleString('en')} characters and no data in it.`,
  )
}

function consent(): SurveyorError {
  return extractError('target_blocked', 'The map shows a form for consent in the place of data.', {
    retryable: false,
    blockedBy: { provider: 'google', kind: 'consent' },
  })
}

function captcha(): SurveyorError {
  return extractError(
    'target_captcha',
    'The map asks for a captcha: it takes the requests for those of a program.',
    {
      retryable: false,
      blockedBy: { provider: 'google', kind: 'captcha' },
    },
  )
}
