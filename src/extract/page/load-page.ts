// Loads a page: the requested target, after its meta refresh, checked to be a page and not a wall.
import type { Warning } from '#contract/crawl/result.ts'
import { escapeHtmlText } from '#kit/text/text-rules.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError, pageError } from '#extract/errors.ts'
import { isBinary } from '#parsing/sniffing/binary-text.ts'
import { charsetWarnings, decodeHtml, type CharsetSource } from '#parsing/sniffing/charset.ts'
import { baseOf } from '#parsing/page/link-target.ts'
import { classifyPage, NEEDS_BROWSER, WITHOUT_BODY, type PageQuality } from '#parsing/page/page-quality.ts'
import { readPageSignals, type PageSignals } from '#parsing/page/walls/page-signals.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { visibleCharsOf } from '#parsing/html/visible-elements.ts'
import type { PageRequest } from './page-request.ts'
import { fetchRules, loadTarget, targetOf, type LoadedTarget, type LoadOptions } from './load-target.ts'
import { refreshElsewhere, refreshTarget } from '#parsing/page/meta-refresh.ts'
import { headersTowards } from './target-headers.ts'

/** How a page is asked for, and what counts as one. */
export interface LoadPageOptions extends LoadOptions {
  /**
   * How to treat a page without text and pictures, such as one that scripts would fill: as an error (`empty_content`), or
   * as a page with a warning, for an extractor that reads scripts and attributes too. An answer that has no page at all is
   * an error anyway. Default `error`.
   */
  readonly shell?: 'error' | 'warning'
}

/** What becomes of the targets that a page refreshes to. */
export interface RefreshOptions extends LoadOptions {
  /** Makes a page of each of them, where documents are read; absent: one that is no page is refused. */
  readonly toPage?: (target: LoadedTarget) => Promise<LoadedTarget>
}

/** A page that has not been classified yet. */
export interface OpenPage extends Omit<LoadedTarget, 'html' | 'body'> {
  readonly html: string
  /** The WHATWG name; null for a submitted page. */
  readonly charset: string | null
  /** Null for a submitted page. */
  readonly charsetSource: CharsetSource | null
  /** Parses the page at the first call. */
  readonly tree: () => HtmlDocument
}

/** A page that holds the requested content, with what is known of it. */
export type LoadedPage = OpenPage & PageEvidence

/** The classification of a page. */
export interface PageEvidence {
  readonly document: HtmlDocument
  /** The base of its relative addresses; null when unknown. */
  readonly base: string | null
  readonly pageSignals: PageSignals
  /** For its visible text as a whole; an extractor that finds the content in it may classify again. */
  readonly quality: PageQuality
  /** For the output of the extractor. */
  readonly warnings: readonly Warning[]
}

const MAX_REFRESHES = 5
/** In a longer page only the head is searched for a refresh, because a refresh belongs there. */
const HEAD_CHARS = 200_000

/**
 * Throws as `loadTarget` and `followRefreshes`, and `target_blocked`, `target_captcha`, `login_required`,
 * `empty_content`, `target_http_error` for a page without content.
 */
export async function loadPage(
  request: PageRequest,
  context: ExtractContext,
  options: LoadPageOptions = {},
): Promise<LoadedPage> {
  const target = await loadTarget(request, context, options)
  return pageEvidence(await followRefreshes(target, request, context, options), options)
}

/**
 * As `loadPage`, for a target that was loaded already, so that an extractor may check its kind first, and for one that
 * classifies the page by the content it finds. Throws `unsupported_document` for a document of another extractor, naming
 * it, and `scheme_not_allowed` for an empty page that only refreshes to something else than http.
 */
export async function followRefreshes(
  target: LoadedTarget,
  request: PageRequest,
  context: ExtractContext,
  { toPage = async (next) => next, ...options }: RefreshOptions,
): Promise<OpenPage> {
  let page = pageIn(target)
  for (let refreshes = 0; ; refreshes += 1) {
    // A browser followed it already, if it was to be followed.
    if (page.response === null || page.engine === 'browser') return page
    const next = refreshTarget(headOf(page), page.response.finalUrl)
    if (next === null) {
      refuseElsewhere(page, page.response.finalUrl)
      return page
    }
    if (refreshes === MAX_REFRESHES) {
      throw extractError(
        'too_many_redirects',
        `The target refreshes to other pages more than ${MAX_REFRESHES} times.`,
      )
    }
    page = pageIn(await toPage(await refreshed(page, page.response, next, request, context, options)))
  }
}

/** Throws `scheme_not_allowed` for a page without text that only leads to what is not fetched: it is no empty page. */
function refuseElsewhere(page: OpenPage, url: string): void {
  const target = refreshElsewhere(headOf(page), url)
  if (target === null || visibleCharsOf(page.tree()) > 0) return
  const scheme = target.slice(0, target.indexOf(':') + 1)
  throw extractError(
    'scheme_not_allowed',
    `The target only refreshes to an address of the scheme ${scheme}; only http and https are fetched.`,
  )
}

/** The page at `next`, with the pages before it among its redirects. */
async function refreshed(
  page: OpenPage,
  { url, finalUrl, redirects }: NonNullable<LoadedTarget['response']>,
  next: string,
  request: PageRequest,
  context: ExtractContext,
  options: LoadOptions,
): Promise<LoadedTarget> {
  // Compared with the address that the caller named: an earlier redirect may already have led to another site.
  const headers = headersTowards(page.headers, url, next)
  const asking = context.fetch({
    url: next,
    headers,
    deadlineMs: page.endsAtMs - performance.now(),
    ...fetchRules(request, options),
  })
  const answer = await asking.catch((error: unknown) => {
    throw refreshRefused(error)
  })
  const target = targetOf(
    { ...answer, url, redirects: [...redirects, finalUrl, ...answer.redirects] },
    request,
  )
  return { ...target, headers, endsAtMs: page.endsAtMs }
}

/** With a message that the refresh, and not the requested URL, was refused. */
function refreshRefused(error: unknown): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'url_not_allowed') return error
  const { code, message, cause, operatorDetail } = error
  return new SurveyorError(code, `The target refreshes to another page. ${message}`, {
    cause,
    ...(operatorDetail === undefined ? {} : { operatorDetail }),
  })
}

/** `target` as a page, without following its refresh. Throws `unsupported_document`. */
export function pageIn<T extends TextSource>(
  target: T,
): Omit<T, 'html' | 'body'> & Pick<OpenPage, 'html' | 'charset' | 'charsetSource' | 'tree'> {
  const text = textOf(target)
  // Without the bytes, which would take as much memory again while a large page waits to be read.
  const { body: _, html: __, ...rest } = target
  let document: HtmlDocument | null = null
  return { ...rest, ...text, tree: () => (document ??= parseHtml(text.html)) }
}

const headOf = ({ html, tree }: OpenPage): HtmlDocument =>
  html.length > HEAD_CHARS ? parseHtml(html.slice(0, HEAD_CHARS)) : tree()

type TextSource = Pick<LoadedTarget, 'body' | 'html' | 'kind' | 'contentType'>

/** Throws `unsupported_document` for a document that is not a page, naming the extractor that can read it. */
function textOf({
  body,
  html,
  kind,
  contentType,
}: TextSource): Pick<OpenPage, 'html' | 'charset' | 'charsetSource'> {
  if (body === null) return { html: html ?? '', charset: null, charsetSource: null }
  if (kind.reader !== null) {
    throw extractError('unsupported_document', `The target is ${kind.name}, not a page; ${kind.reader}`)
  }
  const { text, charset, source } = decodeHtml(body, contentType)
  if (isBinary(text))
    throw extractError(
      'unsupported_document',
      'The target is binary data, not a page; no extractor reads it.',
    )
  return { html: kind.type === 'page' ? text : asPage(text), charset, charsetSource: source }
}

/** Plain text is a page with only text. */
const asPage = (text: string): string => `<pre>${escapeHtmlText(text)}</pre>`

/** The page, checked to have content. Throws as `loadPage` when it has none. */
export function pageEvidence<
  P extends Pick<OpenPage, 'tree' | 'url' | 'statusCode' | 'charset' | 'charsetSource' | 'engine'>,
>(page: P, { shell = 'error' }: LoadPageOptions): P & PageEvidence {
  const document = page.tree()
  const pageSignals = readPageSignals(document)
  const visibleChars = visibleCharsOf(document)
  const quality = classifyPage({
    pageSignals,
    visibleChars,
    contentChars: visibleChars,
    statusCode: page.statusCode,
    isRendered: page.engine === 'browser',
  })
  const { problem } = quality
  const isShell = quality.signals.includes('js_shell') || problem?.code === 'empty_content'
  const isPage = page.statusCode === null || !WITHOUT_BODY.has(page.statusCode)
  if (problem !== null && !(isShell && isPage && shell === 'warning')) throw pageError(problem)
  const warnings = [...pageWarnings(quality, page.statusCode), ...charsetWarnings(page)]
  if (isShell && pageSignals.scripts > 0 && page.engine !== 'browser') {
    warnings.push({ code: 'browser_needed', detail: `Scripts would fill this page; ${NEEDS_BROWSER}` })
  } else if (problem !== null) warnings.push({ code: 'empty_content', detail: problem.detail })
  return { ...page, document, base: baseOf(document, page.url), pageSignals, quality, warnings }
}

/** What a server, a host or a registrar shows where there is no site. */
export const PARKED: Warning = {
  code: 'parked_domain',
  detail:
    'The domain is for sale, suspended, only registered, or its server was just set up: nothing on its page is of its owner.',
}

/** Warnings for the caller about a page that still counts as content. */
export function pageWarnings({ signals }: PageQuality, statusCode: number | null): Warning[] {
  const warnings: Warning[] = []
  if (signals.includes('truncated'))
    warnings.push({ code: 'page_truncated', detail: 'The page has more elements than are read.' })
  if (signals.includes('http_error')) {
    warnings.push({
      code: 'http_status',
      detail: `The target answered with the status ${statusCode}; this is the page it sent with it.`,
    })
  }
  if (signals.includes('soft_404')) {
    warnings.push({
      code: 'soft_404',
      detail: 'The page says that what was asked for is not there, though its status says otherwise.',
    })
  }
  if (signals.includes('parked_domain')) warnings.push(PARKED)
  if (signals.includes('under_construction')) {
    warnings.push({ code: 'under_construction', detail: 'The page says that its site is not there yet.' })
  }
  if (signals.includes('paywall_teaser')) {
    warnings.push({
      code: 'paywall_teaser',
      detail: 'The page shows the beginning of an article and asks for a subscription to read the rest.',
    })
  }
  return warnings
}
