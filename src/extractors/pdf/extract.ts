// The work of the pdf extractor: opens the page, prints it, keeps the file.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserPage } from '#extract/browser/visit.ts'
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { checkStatus } from '#extract/page/load-target.ts'
import { endsAtMsOf, openInBrowser } from '#extract/page/open-in-browser.ts'
import { renderedQuality } from '#extract/page/rendered-quality.ts'
import { countPages } from './count-pages.ts'
import type { PdfData, PdfInput } from './options.ts'
import { printOptions } from './print-options.ts'

const TITLE = '() => document.title.slice(0, 1000)'

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract } }
}

async function extract(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker has checked it against the schema
  const request = input as PdfInput
  const { page, title, bytes, quality, warnings } = await rendered(request, context)
  const pages = countPages(bytes)
  const { id } = await context.saveArtifact({
    kind: 'pdf',
    mediaType: 'application/pdf',
    bytes,
    ...(pages === null ? {} : { pages }),
    filename: 'page.pdf',
  })
  const data: PdfData = {
    mode: 'render',
    title: title === '' ? null : title,
    pages,
    bytes: bytes.length,
    pdf: id,
    consoleErrors: [...page.consoleErrors],
    failedRequests: page.failedRequests.map((failed) => ({ ...failed })),
  }
  return {
    data,
    engine: 'browser',
    quality,
    warnings,
    ...(page.response === null ? {} : { response: page.response }),
  }
}

interface Rendered extends Awaited<ReturnType<typeof renderedQuality>> {
  readonly page: BrowserPage
  readonly title: string
  readonly bytes: Uint8Array
}

async function rendered(request: PdfInput, context: ExtractContext): Promise<Rendered> {
  const use = async (page: BrowserPage): Promise<Rendered> => {
    if (page.response !== null) checkStatus(page.response.statusCode, request)
    const found = await renderedQuality(page)
    const title = String(await page.call(TITLE))
    return { ...found, page, title, bytes: await printed(page, request) }
  }
  const { media = 'print' } = request
  try {
    return await openInBrowser(request, context, endsAtMsOf(request, context), use, { media })
  } catch (error) {
    const isFile = error instanceof SurveyorError && error.code === 'unsupported_document'
    if (!isFile || request.mode === 'render') throw error
    throw new SurveyorError('not_built_yet', `${error.message} Reading files is not built yet.`, {
      cause: error,
    })
  }
}

async function printed(page: BrowserPage, request: PdfInput): Promise<Uint8Array> {
  try {
    return await page.print(printOptions(request))
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : ''
    const pointer = /page range/i.test(text)
      ? '/pageRanges'
      : /content area is empty/i.test(text)
        ? '/marginsMm'
        : null
    if (pointer === null) throw cause
    const detail =
      pointer === '/pageRanges' ? 'names a page that there is not' : 'leaves nothing of the paper'
    throw extractError('validation_failed', `\`${pointer.slice(1)}\` ${detail}.`, {
      cause,
      errors: [{ pointer, code: 'excluded', detail }],
    })
  }
}
