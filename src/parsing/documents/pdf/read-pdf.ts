// Reads a PDF: page by page, each with its texts in reading order, its tables and the places of its pictures.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Block, PageError, PageSize, ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { columnBlocks, type DocumentLook } from './page-blocks.ts'
import { boxOf, pictureBlock, picturesOf, placeFigures, type Figure } from './page-figures.ts'
import { readPageContent, type PageContent } from './page-content.ts'
import { furnitureOf, type Edge } from './page-furniture.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { readingOrder } from './reading-order.ts'
import { ruledTables } from './ruled-tables.ts'
import { textPieces, type PageText, type Piece } from './text-pieces.ts'

export const MAX_PAGES = 2_000
/** Letters on a page below which its pictures are what it says. */
const MIN_LETTERS = 20
const PASSWORD_ERROR = 4
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g

export interface PdfOptions {
  /** From 1; null reads all. */
  readonly pages: ReadonlySet<number> | null
  readonly password: string | null
  /** `off`: text in tables stays running text. */
  readonly tables: boolean
}

interface OpenPage {
  readonly page: number
  readonly content: PageContent
  readonly text: PageText
}

/** Throws `unsupported_document` for a damaged file and for one whose password is another. */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<ReadDocument> {
  const pdfium = await loadPdfium()
  const file = pdfium.allocate(bytes.length)
  pdfium.write(file, bytes)
  const document = loadDocument(pdfium, file, bytes.length, options.password)
  try {
    return readPages(pdfium, document, options)
  } finally {
    pdfium.call.FPDF_CloseDocument(document)
    pdfium.free(file)
  }
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

function readPages(pdfium: Pdfium, document: number, { pages, tables }: PdfOptions): ReadDocument {
  const { call } = pdfium
  const count = call.FPDF_GetPageCount(document)
  const errors: PageError[] = []
  const open: OpenPage[] = []
  let read = 0
  for (let page = 1; page <= count && read < MAX_PAGES; page += 1) {
    if (pages !== null && !pages.has(page)) continue
    read += 1
    const pointer = call.FPDF_LoadPage(document, page - 1)
    if (pointer === 0) {
      errors.push({ page, code: 'page_damaged', detail: 'The page cannot be opened.' })
      continue
    }
    const content = readPageContent(pdfium, pointer)
    call.FPDF_ClosePage(pointer)
    if (content.cut) errors.push({ page, code: 'page_cut', detail: 'The page has more than is read.' })
    open.push({ page, content, text: textPieces(content.glyphs, content.rules) })
  }
  if (pages === null && count > MAX_PAGES)
    errors.push({
      page: null,
      code: 'page_limit',
      detail: `Of ${count} pages the first ${MAX_PAGES} are read.`,
    })
  const furniture = furnitureOf(
    open.map(({ page, content, text }) => ({ page, content, pieces: text.pieces })),
  )
  const look = lookOf(open)
  return {
    blocks: open.flatMap((each) => pageBlocks(each, furniture, look, tables)),
    pages: open.map(({ page, content }): PageSize => ({
      page,
      width: content.width,
      height: content.height,
    })),
    title: null,
    errors,
    needsOcr: open.filter(needsOcr).map(({ page }) => page),
  }
}

const needsOcr = ({ content, text }: OpenPage): boolean =>
  content.pictures.length > 0 && text.pieces.reduce((sum, piece) => sum + piece.text.length, 0) < MIN_LETTERS

/** The size and the font of most letters of the document. */
function lookOf(pages: readonly OpenPage[]): DocumentLook {
  const pieces = pages.flatMap(({ text }) => text.pieces)
  return {
    bodySize: commonest(pieces, ({ size }) => size) ?? 10,
    bodyFont: commonest(pieces, ({ fontName }) => fontName) ?? '',
  }
}

function commonest<Key>(pieces: readonly Piece[], keyOf: (piece: Piece) => Key): Key | null {
  const letters = new Map<Key, number>()
  for (const piece of pieces) letters.set(keyOf(piece), (letters.get(keyOf(piece)) ?? 0) + piece.text.length)
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function pageBlocks(
  { page, content, text }: OpenPage,
  furniture: ReadonlyMap<Piece, Edge>,
  look: DocumentLook,
  wantsTables: boolean,
): Block[] {
  const body = text.pieces.filter((piece) => !furniture.has(piece))
  const found = wantsTables ? ruledTables(content.rules, body, page) : []
  const inTables = new Set(found.flatMap(({ pieces }) => [...pieces]))
  const running = body.filter((piece) => !inTables.has(piece))
  const sample = running
    .map((piece) => piece.text)
    .join('')
    .slice(0, 20_000)
  const isRightToLeft = (sample.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 > sample.length
  const figures: Figure[] = [
    ...found.map(({ table, ...box }) => ({ box, block: table })),
    ...picturesOf(content).map((box) => ({ box, block: pictureBlock(box, page) })),
  ]
  const blocks = readingOrder(running, isRightToLeft).flatMap((column) => columnBlocks(column, look, page))
  return [
    ...placeFigures(blocks, figures),
    ...(text.turned === '' ? [] : [plainBlock('text', text.turned, { layer: 'furniture' })]).filter(
      (block) => block !== null,
    ),
    ...text.pieces.flatMap((piece): Block[] => {
      const label = furniture.get(piece)
      const place = { page, ...boxOf(piece), origin: 'BOTTOMLEFT' as const }
      return label === undefined
        ? []
        : [{ kind: 'text', label, spans: [{ text: piece.text }], layer: 'furniture', place }]
    }),
  ]
}
