// What a PDF says about itself: its title and other metadata, and its outline.
import type { PdfInfo, PdfOutlineEntry } from '#parsing/documents/model/document-blocks.ts'
import type { OpenPdf } from './open-pdf.ts'

/** Longer texts are cut: titles and keywords that somebody could read. */
const MAX_TEXT_BYTES = 4_096
const MAX_OUTLINE = 5_000
const MAX_OUTLINE_DEPTH = 32

export function readPdfInfo(pdf: OpenPdf): PdfInfo {
  const { call } = pdf.pdfium
  const text = (name: string): string | null => metaText(pdf, name)
  return {
    version: versionOf(pdf),
    // -1 is a file without encryption.
    encrypted: call.FPDF_GetSecurityHandlerRevision(pdf.document) >= 0,
    tagged: call.FPDFCatalog_IsTagged(pdf.document) === 1,
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    createdAt: pdfDate(text('CreationDate')),
    modifiedAt: pdfDate(text('ModDate')),
    ...readOutline(pdf),
  }
}

function versionOf({ pdfium, document }: OpenPdf): string | null {
  const pointer = pdfium.allocate(4)
  try {
    if (pdfium.call.FPDF_GetFileVersion(document, pointer) === 0) return null
    const version = new DataView(pdfium.read(pointer, 4).buffer).getInt32(0, true)
    return `${Math.floor(version / 10)}.${version % 10}`
  } finally {
    pdfium.free(pointer)
  }
}

function metaText(pdf: OpenPdf, name: string): string | null {
  const { pdfium, document } = pdf
  const tag = pdfium.allocate(name.length + 1)
  pdfium.write(tag, Buffer.from(`${name}\0`, 'latin1'))
  try {
    return textFrom(pdf, (buffer, length) => pdfium.call.FPDF_GetMetaText(document, tag, buffer, length))
  } finally {
    pdfium.free(tag)
  }
}

/** A text that PDFium writes as UTF-16 with a zero at its end; null for an empty one. */
function textFrom({ pdfium }: OpenPdf, write: (buffer: number, length: number) => number): string | null {
  const needed = write(0, 0)
  if (needed <= 2) return null
  // PDFium writes nothing into a space that is too small.
  const buffer = pdfium.allocate(needed)
  try {
    const length = Math.min(needed, write(buffer, needed))
    const text = Buffer.from(pdfium.read(buffer, Math.min(length, MAX_TEXT_BYTES))).toString('utf16le')
    const clean = text.replaceAll('\0', '').trim()
    return clean === '' ? null : clean
  } finally {
    pdfium.free(buffer)
  }
}

/** `D:20240131120000+01'00'` as RFC 3339; a date without a time zone or a time keeps what it has. Null for anything else. */
export function pdfDate(text: string | null): string | null {
  const found = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(
    text?.trim() ?? '',
  )
  if (found === null) return null
  const [, year = '', month = '01', day = '01', hour, minute = '00', second = '00', utc, sign, offset, rest] =
    found
  const date = `${year}-${month}-${day}`
  const zone = utc !== undefined ? 'Z' : sign === undefined ? '' : `${sign}${offset}:${rest ?? '00'}`
  const full = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`
  return Number.isNaN(Date.parse(full)) ? null : full
}

function readOutline(pdf: OpenPdf): Pick<PdfInfo, 'outline' | 'outlineCut'> {
  const { pdfium, document } = pdf
  const { call } = pdfium
  const outline: PdfOutlineEntry[] = []
  // A hostile outline refers to itself.
  const seen = new Set<number>()
  let outlineCut = false
  const visit = (first: number, level: number): void => {
    for (let item = first; item !== 0; item = call.FPDFBookmark_GetNextSibling(document, item)) {
      outlineCut ||= seen.has(item) || outline.length >= MAX_OUTLINE || level > MAX_OUTLINE_DEPTH
      if (outlineCut) return
      seen.add(item)
      const title = textFrom(pdf, (buffer, length) => call.FPDFBookmark_GetTitle(item, buffer, length))
      outline.push({ title: title ?? '', level, page: pageOf(item) })
      visit(call.FPDFBookmark_GetFirstChild(document, item), level + 1)
    }
  }
  const pageOf = (item: number): number | null => {
    let target = call.FPDFBookmark_GetDest(document, item)
    if (target === 0) {
      const action = call.FPDFBookmark_GetAction(item)
      target = action === 0 ? 0 : call.FPDFAction_GetDest(document, action)
    }
    const index = target === 0 ? -1 : call.FPDFDest_GetDestPageIndex(document, target)
    return index < 0 ? null : index + 1
  }
  visit(call.FPDFBookmark_GetFirstChild(document, 0), 1)
  return { outline, outlineCut }
}
