// The work of the pdf extractor: opens the page, prints it, keeps the file; or reads the PDF that the target is.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { scrollThrough } from '#extract/browser/scroll-through.ts'
import { fontWarnings, missingScripts } from '#extract/browser/missing-fonts.ts'
import type { BrowserPage } from '#extract/browser/visit.ts'
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { pagesOf } from '#extract/document/document-options.ts'
import { extractError } from '#extract/errors.ts'
import { checkFailOnStatus } from '#extract/page/load-target.ts'
import { endsAtMsOf, openInBrowser } from '#extract/page/open-in-browser.ts'
import { renderedQuality } from '#extract/page/rendered-quality.ts'
import { unusedWarnings } from './check-request.ts'
import { countPages } from './count-pages.ts'
import type { PdfData, PdfInput } from './options.ts'
import { printOptions } from './print-options.ts'
import { loadPdfFile, looksLikeFile, readPdfFile, type PdfFile } from './read-file.ts'

const TITLE = '() => document.title.slice(0, 1000)'

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract } }
}

async function extract(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker has checked it against the schema
  const request = input as PdfInput
  const { mode = 'auto' } = request
  const pages = pagesOf(request.pages)
  const read = async (file: PdfFile): Promise<ExtractorOutput> => {
    const output = await readPdfFile(file, pages, request, context)
    return { ...output, warnings: [...(output.warnings ?? []), ...unusedWarnings(request, 'read')] }
  }
  if (mode === 'extract' || (mode === 'auto' && looksLikeFile(request))) {
    const file = await loadPdfFile(request, context)
    if (file !== null) return read(file)
    if (mode === 'extract')
      throw extractError('unsupported_document', 'The target is no PDF; `mode: "render"` prints pages.')
  }
  try {
    return await print(request, context)
  } catch (error) {
    const isFile = error instanceof SurveyorError && error.code === 'unsupported_document'
    if (!isFile || mode === 'render' || request.url === undefined) throw error
    const file = await loadPdfFile(request, context)
    if (file === null) throw error
    return read(file)
  }
}

async function print(request: PdfInput, context: ExtractContext): Promise<ExtractorOutput> {
  const { page, title, bytes, scripts, quality, warnings } = await rendered(request, context)
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
    warnings: [...warnings, ...fontWarnings(scripts), ...unusedWarnings(request, 'printed')],
    ...(page.response === null ? {} : { response: page.response }),
  }
}

interface Rendered extends Awaited<ReturnType<typeof renderedQuality>> {
  readonly page: BrowserPage
  readonly title: string
  readonly bytes: Uint8Array
  /** That the browser has no font for. */
  readonly scripts: readonly string[]
}

async function rendered(request: PdfInput, context: ExtractContext): Promise<Rendered> {
  const use = async (page: BrowserPage): Promise<Rendered> => {
    if (page.response !== null) checkFailOnStatus(page.response.statusCode, request)
    // The page is classified while the browser prints it; its source was asked for first.
    const classifying = renderedQuality(page)
    const printing = printed(page, request)
    printing.catch(() => undefined)
    return { page, ...(await classifying), ...(await printing) }
  }
  const { media = 'print' } = request
  return openInBrowser(request, context, endsAtMsOf(request, context), use, { media })
}

async function printed(
  page: BrowserPage,
  request: PdfInput,
): Promise<Pick<Rendered, 'title' | 'bytes' | 'scripts'>> {
  if (request.scroll === true) await scrollThrough(page)
  try {
    const scripts = await missingScripts(page)
    const [title, bytes] = await Promise.all([page.call(TITLE), page.print(printOptions(request))])
    return { title: String(title), bytes, scripts }
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
