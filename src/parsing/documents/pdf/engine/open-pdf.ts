// Opens a PDF with PDFium, with its password, and closes it again.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { withPdfium, type Pdfium } from './pdfium.ts'

const PASSWORD_ERROR = 4

/** An open file; pointers are those of `pdfium`. */
export interface OpenPdf {
  readonly pdfium: Pdfium
  readonly document: number
  readonly pageCount: number
}

/**
 * Throws `unsupported_document` for a damaged file and for one whose password is another, and `target_too_large` for one
 * that unpacks to too much.
 */
export async function withPdf<Made>(
  bytes: Uint8Array,
  password: string | null,
  work: (pdf: OpenPdf) => Made,
): Promise<Made> {
  return withPdfium((pdfium) => {
    const file = pdfium.allocate(bytes.length)
    pdfium.write(file, bytes)
    const document = loadDocument(pdfium, file, bytes.length, password)
    const made = work({ pdfium, document, pageCount: pdfium.call.FPDF_GetPageCount(document) })
    pdfium.call.FPDF_CloseDocument(document)
    pdfium.free(file)
    return made
  })
}

/** What `work` makes of a page, by its pointer; null for one that cannot be opened. Pages count from 1. */
export function withPage<Made>(
  { pdfium: { call }, document }: OpenPdf,
  page: number,
  work: (pointer: number) => Made,
): Made | null {
  const pointer = call.FPDF_LoadPage(document, page - 1)
  if (pointer === 0) return null
  const made = work(pointer)
  call.FPDF_ClosePage(pointer)
  return made
}

function loadDocument(pdfium: Pdfium, file: number, length: number, password: string | null): number {
  const words = Buffer.from(`${password ?? ''}\0`)
  const pointer = pdfium.allocate(words.length)
  pdfium.write(pointer, words)
  const document = pdfium.call.FPDF_LoadMemDocument(file, length, pointer)
  pdfium.free(pointer)
  if (document !== 0) return document
  const needsPassword = pdfium.call.FPDF_GetLastError() === PASSWORD_ERROR
  pdfium.free(file)
  if (needsPassword) {
    const detail = password === null ? 'The PDF needs a `password`.' : 'The PDF has another password.'
    throw new SurveyorError('unsupported_document', detail)
  }
  throw new SurveyorError('unsupported_document', 'The PDF is damaged and cannot be opened.')
}
