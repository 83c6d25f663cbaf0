// Loads the target of a request, by one fetch, from a kept file or from its own `html`, without classifying it.
import type { ExtractionResult } from '#contract/crawl/result.ts'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import type { ExtractContext, ExtractFetch, ExtractResponse } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError, statusError } from '#extract/errors.ts'
import { isBinary } from '#parsing/sniffing/binary-text.ts'
import { documentKind, type DocumentKind } from '#parsing/sniffing/document-kind.ts'
import { endsAtMsOf, openInBrowser, usesBrowser } from './open-in-browser.ts'
import type { PageRequest } from './page-request.ts'
import { targetHeaders } from './target-headers.ts'

/** What the extractor can use; the request may ask for less. */
export interface LoadOptions {
  /** The Accept header; by default a page is requested. */
  readonly accept?: string
  /** Most bytes that this extractor can use; a caller may ask for less, never for more. Default 20 MiB. */
  readonly maxBytes?: number
  /** What of the JSON that scripts fetch is kept, where a browser opens the page. */
  readonly capture?: NonNullable<BrowserVisit['capture']>
}

/** What was asked for, before anything looks into it. */
export interface LoadedTarget {
  /** The decoded response of the target, or the content of the file; null for a submitted or a rendered page. */
  readonly body: Uint8Array | null
  /** The submitted page, or the page as it stands in a browser; null when something was fetched or read. */
  readonly html: string | null
  /** By its first bytes, then by the Content-Type; a submitted page is a page. */
  readonly kind: DocumentKind
  /** The header as received, or the declared type of a file; null without one. */
  readonly contentType: string | null
  /** The name that a file was uploaded or saved with; null without one. */
  readonly filename: string | null
  /** The Link header (RFC 8288) as received; null without one. */
  readonly linkHeader: string | null
  /** The final address, or `baseUrl`; null for a page or a file without one. */
  readonly url: string | null
  /** Null when nothing was fetched. */
  readonly statusCode: number | null
  /** For the output of the extractor. */
  readonly response: ExtractionResult['response'] | null
  /** `none` when nothing was fetched. */
  readonly engine: 'http' | 'browser' | 'none'
  /** The JSON that scripts of the page fetched, as far as `capture` asked for it; absent without a browser. */
  readonly captured?: Awaited<ReturnType<BrowserPage['captured']>>
  /** The sent headers, for further requests to the same origin (`headersTowards`). */
  readonly headers: Readonly<Record<string, string>>
  /** When all of the work must have ended, by `performance.now()`. */
  readonly endsAtMs: number
}

/** The rules of the caller that apply to every request of one job. */
export type FetchRules = Pick<Parameters<ExtractFetch>[0], 'maxBytes' | 'robots'>

/** HTML first, anything else after it. */
export const ACCEPT_PAGE = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'
/** Of a decoded body, where neither extractor nor caller says otherwise. */
export const MAX_BYTES = 20 * 1024 * 1024
/** A page by what it is, not by its bytes. */
const GIVEN: DocumentKind = { type: 'page', name: 'a page', reader: null }

/**
 * Throws `validation_failed`, errors of the visit when a browser was requested, `target_http_error` by `failOnStatus`,
 * and errors of the fetch or of reading a file. Any other status is an answer.
 */
export async function loadTarget(
  request: PageRequest,
  context: ExtractContext,
  options: LoadOptions = {},
): Promise<LoadedTarget> {
  const endsAtMs = endsAtMsOf(request, context)
  if (usesBrowser(request)) {
    const rendered = await renderTarget(request, context, options, endsAtMs)
    if (rendered !== null) return rendered
  }
  const unfetched = {
    filename: null,
    linkHeader: null,
    url: request.baseUrl ?? null,
    statusCode: null,
    response: null,
    engine: 'none',
    headers: {},
    endsAtMs,
  } as const
  if (request.html !== undefined) {
    return { ...unfetched, body: null, html: request.html, kind: GIVEN, contentType: null }
  }
  if (request.artifactId !== undefined) {
    const { maxBytes } = fetchRules(request, options)
    const file = await context.readArtifact(request.artifactId, { maxBytes })
    return {
      ...unfetched,
      body: file.bytes,
      html: null,
      kind: documentKind(file.bytes, file.mediaType),
      contentType: file.mediaType,
      filename: file.filename,
    }
  }
  const { url } = request
  if (url === undefined) throw extractError('validation_failed', 'The input names no page.')
  const headers = targetHeaders(request, options.accept ?? ACCEPT_PAGE)
  const answer = await context.fetch({
    url,
    headers,
    deadlineMs: endsAtMs - performance.now(),
    ...fetchRules(request, options),
  })
  return { ...targetOf(answer, request), headers, endsAtMs }
}

/** The page as it stands in a browser; null for a target that is no page, which is fetched then. */
async function renderTarget(
  request: PageRequest,
  context: ExtractContext,
  options: LoadOptions,
  endsAtMs: number,
): Promise<LoadedTarget | null> {
  const { maxBytes } = fetchRules(request, options)
  const { capture } = options
  const visit = capture === undefined ? {} : { capture }
  const read = async (page: BrowserPage): Promise<LoadedTarget | null> => {
    const contentType = page.response?.contentType ?? null
    if (contentType !== null && documentKind(new Uint8Array(), contentType).type !== 'page') return null
    if (page.response !== null) checkFailOnStatus(page.response.statusCode, request)
    const html = await page.html()
    // A browser goes by the header alone, and shows a picture that is called HTML as text.
    if (request.html === undefined && isBinary(html)) return null
    if (html.length > maxBytes) {
      throw extractError('target_too_large', `The page has more than ${maxBytes} characters in a browser.`)
    }
    return {
      body: null,
      html,
      kind: GIVEN,
      contentType,
      filename: null,
      linkHeader: null,
      url: page.response === null ? (request.baseUrl ?? null) : page.url,
      statusCode: page.response?.statusCode ?? null,
      response: page.response,
      engine: 'browser',
      ...(capture === undefined ? {} : { captured: await page.captured() }),
      headers: targetHeaders(request, options.accept ?? ACCEPT_PAGE),
      endsAtMs,
    }
  }
  try {
    return await openInBrowser(request, context, endsAtMs, read, visit)
  } catch (error) {
    const isFile = error instanceof SurveyorError && error.code === 'unsupported_document'
    if (isFile && request.html === undefined && request.artifactId === undefined) return null
    throw error
  }
}

/** How every request of this job is made, the first and later ones alike. */
export function fetchRules(request: PageRequest, { maxBytes = MAX_BYTES }: LoadOptions): FetchRules {
  return {
    maxBytes: Math.min(maxBytes, request.maxResponseBytes ?? MAX_BYTES),
    ...(request.robots === undefined ? {} : { robots: request.robots }),
  }
}

/** An answer as a target. Throws `target_http_error` according to `failOnStatus`. */
export function targetOf(
  answer: ExtractResponse,
  request: Pick<PageRequest, 'failOnStatus'>,
): Omit<LoadedTarget, 'headers' | 'endsAtMs'> {
  checkFailOnStatus(answer.status, request)
  const contentType = answer.headers['content-type'] ?? null
  return {
    body: answer.body,
    html: null,
    kind: documentKind(answer.body, contentType),
    contentType,
    filename: null,
    linkHeader: answer.headers['link'] ?? null,
    url: answer.finalUrl,
    statusCode: answer.status,
    response: {
      url: answer.url,
      finalUrl: answer.finalUrl,
      statusCode: answer.status,
      contentType,
      bytes: answer.bytes,
      redirects: [...answer.redirects],
    },
    engine: 'http',
  }
}

/** Throws `target_http_error` for a status that `failOnStatus` names. */
export function checkFailOnStatus(
  status: number,
  { failOnStatus = [] }: Pick<PageRequest, 'failOnStatus'>,
): void {
  if (!fails(status, failOnStatus)) return
  throw statusError(status, `The target answers with the status ${status}, which \`failOnStatus\` names.`)
}

function fails(status: number, refused: NonNullable<PageRequest['failOnStatus']>): boolean {
  return refused.some((entry) => entry === status || entry === `${Math.floor(status / 100)}xx`)
}
