// The work of the markdown extractor: gets the page, makes sure that it is one, and has it written.
import type { ExtractContext, ExtractorInstance, ExtractorOutput, ExtractResponse } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { decodeHtml } from '#extract/html/charset.ts'
import { documentKind } from '#extract/html/document-kind.ts'
import { extractPage, type Page } from './extract-page.ts'
import type { MarkdownInput } from './options.ts'

const MOST_BYTES = 20 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30_000

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract } }
}

async function extract(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  // The worker has checked the input against the schema of the operation.
  const { url, html, baseUrl, timeoutMs = DEFAULT_TIMEOUT_MS, locale, ...options } = input as MarkdownInput
  if (options.include !== undefined && options.mainContent !== 'selector') {
    throw extractError('validation_failed', '`include` needs `mainContent: "selector"`.', {
      errors: [{ pointer: '/include', code: 'needs', detail: 'needs mainContent to be selector' }],
    })
  }
  if (html !== undefined) {
    const { data, warnings, quality } = extractPage(
      { html, url: baseUrl ?? null, statusCode: null, charset: null },
      options,
    )
    return {
      data,
      engine: 'none',
      warnings,
      quality: { score: quality.score, signals: [...quality.signals] },
    }
  }
  const response = await context.fetch({
    url: url as string,
    maxBytes: MOST_BYTES,
    deadlineMs: timeoutMs,
    headers: {
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      ...(locale === undefined ? {} : { 'accept-language': locale }),
    },
  })
  const { data, warnings, quality } = extractPage(pageOf(response), options)
  return {
    data,
    engine: 'http',
    warnings,
    quality: { score: quality.score, signals: [...quality.signals] },
    response: {
      url: response.url,
      finalUrl: response.finalUrl,
      statusCode: response.status,
      contentType: response.headers['content-type'] ?? null,
      bytes: response.bytes,
      redirects: [...response.redirects],
    },
  }
}

/** The page in a response; throws `unsupported_document` for what is none, naming who can read it. */
function pageOf(response: ExtractResponse): Page {
  const contentType = response.headers['content-type'] ?? null
  const kind = documentKind(response.body, contentType)
  if (kind.reader !== null) {
    throw extractError('unsupported_document', `The target is ${kind.name}, not a page; ${kind.reader}`)
  }
  const { text, charset } = decodeHtml(response.body, contentType)
  return {
    html: kind.name === 'plain text' ? asPage(text) : text,
    url: response.finalUrl,
    statusCode: response.status,
    charset,
  }
}

/** Plain text is a page with nothing but text. */
const asPage = (text: string): string => `<pre>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</pre>`
