// Reads any document that there is a reader for: bytes in, blocks out.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { readCsvRows } from '#parsing/csv/read-csv.ts'
import { MAX_TABLE_CELLS, tableOfRows } from '#parsing/documents/model/table-grid.ts'
import { documentKind } from '#parsing/sniffing/document-kind.ts'
import { isBinary } from '#parsing/sniffing/binary-text.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { openArchive } from './archive/open-archive.ts'
import { openCompound } from './archive/open-compound.ts'
import {
  archiveFormat,
  MEDIA_TYPES,
  textFormat,
  type DocumentFormat,
  type FormatHints,
} from './document-format.ts'
import { readEpub } from './book/read-epub.ts'
import { readAsciidoc } from './markup/read-asciidoc.ts'
import { readHtml, readMarkdown } from './markup/read-html.ts'
import { pictureImage } from './model/picture-image.ts'
import { plainBlock, type OfficeOptions, type ReadDocument } from './model/document-blocks.ts'
import { readXls, XLS_STREAM } from './office/sheets/read-xls.ts'
import { readXlsx } from './office/sheets/read-xlsx.ts'
import { readPptx } from './office/slides/read-pptx.ts'
import { readDocx } from './office/word/read-docx.ts'
import { readOdf } from './opendocument/read-odf.ts'
import { readPdf, recognizedBlocks } from './pdf/read-pdf.ts'
import type { RecognizedPage } from './pdf/recognized-text.ts'

export interface ReadOptions extends FormatHints, OfficeOptions {
  /** What relative links are resolved against; null keeps them. */
  readonly base: string | null
  readonly password: string | null
  /** Whether tables are looked for where a format does not name them. */
  readonly tables: boolean
  /** Whether a PDF gives the pictures of its file. */
  readonly wantsPictures?: boolean
  /** What OCR found on pages of a PDF, or on the one page that a picture is. */
  readonly recognized?: readonly RecognizedPage[]
}

export interface ReadResult extends ReadDocument {
  readonly format: DocumentFormat
  readonly mediaType: string
}

const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b]
const PDF_HEADER_BYTES = 1_024
const MAX_START_CHARS = 4_096

/**
 * Throws `unsupported_document` for a kind without a reader, for a damaged document and for one that needs another
 * password, and `target_too_large` for one that unpacks to more than is read.
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const start = Buffer.from(bytes.subarray(0, PDF_HEADER_BYTES)).toString('latin1')
  if (startsWith(bytes, ZIP)) return readArchive(bytes, options)
  if (start.includes('%PDF-'))
    return { ...(await readPdf(bytes, options)), format: 'pdf', mediaType: MEDIA_TYPES.pdf }
  if (startsWith(bytes, OLD_OFFICE)) return readOldOffice(bytes, options)
  const image = pictureImage(bytes)
  if (image !== null) return readPicture(image, options)
  if (start.startsWith('{\\rtf')) throw unsupported('a rich text file')
  const { text } = decodeHtml(bytes, options.contentType)
  if (isBinary(text)) throw unsupported('of an unknown binary format')
  return readTextual(text, options)
}

function readArchive(bytes: Uint8Array, options: ReadOptions): ReadResult {
  const archive = openArchive(bytes)
  const format = archiveFormat(archive)
  switch (format) {
    case 'docx':
      return { ...readDocx(archive, options), format, mediaType: MEDIA_TYPES[format] }
    case 'pptx':
      return { ...readPptx(archive, options), format, mediaType: MEDIA_TYPES[format] }
    case 'xlsx':
      return { ...readXlsx(archive, options), format, mediaType: MEDIA_TYPES[format] }
    case 'odt':
    case 'ods':
    case 'odp':
      return { ...readOdf(archive, options), format, mediaType: MEDIA_TYPES[format] }
    case 'epub':
      return { ...readEpub(archive, options), format, mediaType: MEDIA_TYPES[format] }
    default:
      throw unsupported('an archive of another kind')
  }
}

function readOldOffice(bytes: Uint8Array, options: ReadOptions): ReadResult {
  const file = openCompound(bytes)
  if (!file.names.has(XLS_STREAM))
    throw unsupported('an office file of the old binary format, or one with a password')
  return { ...readXls(file, options), format: 'xls', mediaType: MEDIA_TYPES.xls }
}

function readTextual(text: string, options: ReadOptions): ReadResult {
  const start = text.slice(0, MAX_START_CHARS)
  if (isXml(start, options)) throw unsupported('XML of a kind of its own')
  const format = textFormat(start, options)
  const read = (): ReadDocument => {
    if (format === 'html') return readHtml(text, options)
    if (format === 'md') return readMarkdown(text, options)
    if (format === 'asciidoc') return readAsciidoc(text)
    if (format === 'csv') return readCsvDocument(text)
    return readText(text)
  }
  return { ...read(), format, mediaType: format === 'image' ? 'text/plain' : MEDIA_TYPES[format] }
}

function readPicture(
  image: NonNullable<ReturnType<typeof pictureImage>>,
  { wantsImages, recognized }: Pick<ReadOptions, 'wantsImages' | 'recognized'>,
): ReadResult {
  const { width, height } = image
  const found = recognized?.find(({ page }) => page === 1)
  const place = { page: 1, left: 0, top: 0, right: width, bottom: height, origin: 'TOPLEFT' } as const
  return {
    format: 'image',
    mediaType: image.mediaType,
    blocks: [
      { kind: 'picture', captions: [], image: wantsImages ? image : null, place },
      ...(found === undefined ? [] : recognizedBlocks(found, { width, height })),
    ],
    pages: [{ page: 1, width, height }],
    title: null,
    errors: [],
    needsOcr: found === undefined ? [1] : [],
    ocrPages: found === undefined ? [] : [1],
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

/** Not a page: an XML declaration with another root, or the document type of another language. */
function isXml(start: string, { contentType }: ReadOptions): boolean {
  const type = /<!doctype\s+([\w:.-]+)/i.exec(start)?.[1]?.toLowerCase()
  if (!/^\ufeff?\s*(?:<\?xml|<!doctype)/i.test(start)) return false
  return (
    (type !== undefined && type !== 'html') || documentKind(Buffer.from(start), contentType).type === 'xml'
  )
}

const unsupported = (what: string): SurveyorError =>
  new SurveyorError('unsupported_document', `The document is ${what}, which no reader takes.`)

/** Reads plain text as a document: paragraphs are apart by blank lines. */
function readText(text: string): ReadDocument {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) => plainBlock('text', paragraph) ?? [])
  return { blocks, pages: [], title: null, errors: [], needsOcr: [] }
}

const MAX_ROWS = 200_000

/** Reads CSV as a document of one table. The first row is the header. Throws nothing: any text is some CSV. */
function readCsvDocument(text: string): ReadDocument {
  const { rows, cut } = readCsvRows(text, MAX_ROWS)
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  const table = tableOfRows(
    rows.map((row, at) =>
      row.map((cell) => ({ text: cell.trim(), ...(at === 0 ? { columnHeader: true } : {}) })),
    ),
  )
  return {
    blocks: rows.length === 0 ? [] : [table],
    pages: [],
    title: null,
    errors:
      cut || cells > MAX_TABLE_CELLS
        ? [{ page: null, code: 'table_cut', detail: 'The table has more cells than are read.' }]
        : [],
    needsOcr: [],
  }
}
