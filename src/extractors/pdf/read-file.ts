// Reads a PDF: its text by page, what it says about itself, its outline and its pictures.
import { BROWSER_FIELDS } from '#extract/browser/options.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext, ExtractorOutput } from '#extract/context.ts'
import type { Converted, ConvertedPdf } from '#extract/document/convert-document.ts'
import { convertWithOcr } from '#extract/document/convert-with-ocr.ts'
import { extractError, checkStatus } from '#extract/errors.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { asksForFile } from './check-request.ts'
import type { PdfData, PdfInput } from './options.ts'

/** A target that is a PDF. */
export type PdfFile = LoadedTarget & { readonly body: Uint8Array }

const MAX_FILE_BYTES = 100 * 1024 * 1024
const MAX_IMAGES = 200
const MAX_HEADER_BYTES = 1_024

/** Whether a request with `mode: auto` looks like one for a PDF, which is fetched before any browser is opened. */
export function looksLikeFile(request: PdfInput): boolean {
  if (request.html !== undefined) return false
  if (request.artifactId !== undefined || asksForFile(request)) return true
  return /\.pdf$/i.test(URL.parse(request.url ?? '')?.pathname ?? '')
}

/** The target, if it is a PDF; else null. Throws as `loadTarget`, and `target_http_error`. */
export async function loadPdfFile(request: PdfInput, context: ExtractContext): Promise<PdfFile | null> {
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !(name in BROWSER_FIELDS)))
  const target = await loadTarget(
    { ...plain, engine: 'http', maxResponseBytes: request.maxResponseBytes ?? MAX_FILE_BYTES },
    context,
    { accept: 'application/pdf,*/*;q=0.5', maxBytes: MAX_FILE_BYTES },
  )
  const { body, statusCode } = target
  checkStatus(statusCode)
  return body !== null && isPdf(body) ? { ...target, body } : null
}

/** The mark may stand behind other bytes (ISO 32000-2, implementation notes). */
const isPdf = (body: Uint8Array): boolean =>
  Buffer.from(body.subarray(0, MAX_HEADER_BYTES)).toString('latin1').includes('%PDF-')

/** `pages` count from 1; null reads all. Throws as `convertWithOcr`. */
export async function readPdfFile(
  file: PdfFile,
  pages: readonly number[] | null,
  request: PdfInput,
  context: ExtractContext,
): Promise<ExtractorOutput> {
  const { body: bytes, url, contentType, endsAtMs, response, engine } = file
  const { output = 'text', includeImages = false } = request
  const { converted, warnings } = await convertWithOcr(
    {
      bytes,
      contentType,
      filename: null,
      base: url,
      uri: url,
      pages,
      password: request.password ?? null,
      tables: true,
      to: output === 'text' ? [] : [output === 'markdown' ? 'md' : 'json'],
      images: 'placeholder',
      imageMark: '',
      chunk: { by: 'heading', maxTokens: 500, mergePeers: true },
      pdf: { pictures: includeImages },
    },
    request,
    { context, endsAtMs },
  )
  const { pdf, ocrPages } = converted
  if (pdf === null) throw extractError('unsupported_document', 'The target is no PDF.')
  const images = includeImages ? { images: await saveImages(pdf, context) } : {}
  return {
    data: { ...dataOf(converted, pdf, file), ...images } satisfies PdfData,
    engine,
    warnings: [...warnings, ...warningsOf(pdf)],
    ...(ocrPages.length === 0 ? {} : { provenance: { pagesText: { ocr: true, pages: ocrPages } } }),
    ...(response === null ? {} : { response }),
  }
}

async function saveImages(
  { pictures }: ConvertedPdf,
  { saveArtifact }: Pick<ExtractContext, 'saveArtifact'>,
): Promise<NonNullable<PdfData['images']>> {
  const images: NonNullable<PdfData['images']> = []
  for (const { page, mediaType, base64, width, height } of pictures.slice(0, MAX_IMAGES)) {
    const bytes = Buffer.from(base64, 'base64')
    const { id } = await saveArtifact({ kind: 'image', mediaType, bytes, width, height })
    images.push({ page, artifactId: id, mediaType, width, height })
  }
  return images
}

function dataOf(
  converted: Converted,
  { info, pageCount, pageTexts }: ConvertedPdf,
  { url, body }: PdfFile,
): PdfData {
  const { markdown, document, errors, needsOcr, ocrPages } = converted
  const { version, outline, outlineCut: _, ...said } = info
  return {
    mode: 'extract',
    url,
    status: errors.length === 0 ? 'success' : 'partial_success',
    ...said,
    pdfVersion: version,
    pages: pageCount < 1 ? null : pageCount,
    bytes: body.length,
    outline: outline.map((entry) => ({ ...entry })),
    pagesText: pageTexts.map(({ page, text }) => ({ page, text, ocr: ocrPages.includes(page) })),
    ...(markdown === undefined ? {} : { markdown }),
    ...(document === undefined ? {} : { document }),
    needsOcr: [...needsOcr],
    ocrPages: [...ocrPages],
    pageErrors: errors.map((error) => ({ ...error })),
  }
}

function warningsOf({ info, pictures }: ConvertedPdf): Warning[] {
  const warnings: Warning[] = []
  if (info.outlineCut)
    warnings.push({
      code: 'cut',
      detail: 'The outline has more entries than are given.',
      pointer: '/outline',
    })
  if (pictures.length > MAX_IMAGES) {
    const detail = `Of ${pictures.length} pictures ${MAX_IMAGES} are kept.`
    warnings.push({ code: 'cut', detail, pointer: '/images' })
  }
  return warnings
}
