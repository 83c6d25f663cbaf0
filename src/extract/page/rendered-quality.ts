// Classifies a page that a browser shows, for extractors that do not read its text: a wall is not the requested page.
import type { ExtractionResult, Warning } from '#contract/crawl/result.ts'
import type { BrowserPage } from '#extract/browser/visit.ts'
import { pageError } from '#extract/errors.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { visibleCharsOf } from '#parsing/html/visible-elements.ts'
import { classifyPage, type PageProblem } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'

/** A wall is short; of a longer page its beginning is enough to see that it is none. */
const MAX_CHARS = 2_000_000
/** Scripts can take the whole tree away. */
const SOURCE = `() => document.documentElement?.outerHTML.slice(0, ${MAX_CHARS}) ?? ''`
/** A page without text may still be drawn, and a login form may be what the caller wants to see. */
const SHOWN: ReadonlySet<PageProblem['code']> = new Set(['empty_content', 'login_required'])

/** Throws `target_blocked`, `target_captcha` or `target_http_error` for a page that is not the requested one. */
export async function renderedQuality(page: BrowserPage): Promise<{
  readonly quality: NonNullable<ExtractionResult['quality']>
  readonly warnings: readonly Warning[]
}> {
  const statusCode = page.response?.statusCode ?? null
  const document = parseHtml(String(await page.call(SOURCE)))
  const visibleChars = visibleCharsOf(document)
  const pageSignals = readPageSignals(document)
  const { problem, score, signals } = classifyPage({
    pageSignals,
    visibleChars,
    contentChars: visibleChars,
    statusCode,
    isRendered: true,
  })
  if (problem !== null && !SHOWN.has(problem.code)) throw pageError(problem)
  const warnings: Warning[] = problem === null ? [] : [{ code: problem.code, detail: problem.detail }]
  if (signals.includes('http_error')) {
    const detail = `The target answered with the status ${statusCode}; this is the page it sent with it.`
    warnings.push({ code: 'http_status', detail })
  }
  return { quality: { score, signals: [...signals] }, warnings }
}
