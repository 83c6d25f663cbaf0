// Reads a PDF: page by page, each with its texts in reading order, its tables and the places of its pictures.
import { rightToLeftLetters } from '#parsing/documents/model/right-to-left.ts'
import type {
  Block,
  PageError,
  PageSize,
  PdfPicture,
  PictureImage,
  ReadDocument,
} from '#parsing/documents/model/document-blocks.ts'
import { plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { columnBlocks } from './page-blocks.ts'
import { boxOf, coversPage, pictureBlock, picturesOf, placeFigures, type Figure } from './page-figures.ts'
import { readPageContent, type PageContent } from './page/page-content.ts'
import { withDrawnBullets } from './text/drawn-bullets.ts'
import { withDropCaps } from './text/drop-caps.ts'
import { joinParts } from './text/page-flow.ts'
import type { Shapes } from './text/text-shapes.ts'
import type { DocumentLook } from './text/text-lines.ts'
import { furnitureOf, type Edge } from './page-furniture.ts'
import { imageBudget, type ImageBudget } from './engine/image-budget.ts'
import { withPage, withPdf, type OpenPdf } from './engine/open-pdf.ts'
import { imageBytes } from './engine/page-images.ts'
import { readPdfInfo } from './engine/pdf-info.ts'
import { renderPage, toPng } from './engine/raster.ts'
import { readingOrder } from './page/reading-order.ts'
import { recognizedText, type RecognizedPage } from './recognized-text.ts'
import { ruledTables, type FoundTable } from './tables/ruled-tables.ts'
import { alignedTables } from './tables/aligned-tables.ts'
import { joinedTables } from './tables/joined-tables.ts'
import { textPieces, type PageText, type Piece } from './page/text-pieces.ts'

export const MAX_PAGES = 2_000
/** Letters on a page below which its pictures are what it says. */
const MIN_LETTERS = 20
/** Twice the resolution of a page at its own size, as docling has pictures. */
const FIGURE_DPI = 144
/** What programs write where nobody gave a title. */
const NO_TITLE = /^\s*untitled(?:\s+document)?\s*$/i

export interface PdfOptions {
  /** From 1; null reads all. */
  readonly pages: ReadonlySet<number> | null
  readonly password: string | null
  /** `off`: text in tables stays running text. */
  readonly tables: boolean
  /** Whether figures are given as they are seen. */
  readonly wantsImages: boolean
  /** Whether the pictures of the file are given as it has them. */
  readonly wantsPictures?: boolean
  /** What OCR found, in the place of the text that the file has. */
  readonly recognized?: readonly RecognizedPage[]
}

interface OpenPage {
  readonly page: number
  readonly content: PageContent
  readonly text: PageText
  readonly isRecognized: boolean
  /** Parts of the page that are pictures, with their bytes where they were asked for. */
  readonly figures: readonly Figure[]
}

/**
 * Throws `unsupported_document` for a damaged file and for one whose password is another, and `target_too_large` for one
 * that unpacks to more than is read.
 */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<ReadDocument> {
  return withPdf(bytes, options.password, (pdf) => readPages(pdf, options))
}

function readPages(pdf: OpenPdf, options: PdfOptions): ReadDocument {
  const { pages, tables } = options
  const { pageCount } = pdf
  const errors: PageError[] = []
  const open: OpenPage[] = []
  const pictures: PdfPicture[] = []
  const budget = imageBudget()
  let read = 0
  for (let page = 1; page <= pageCount && read < MAX_PAGES; page += 1) {
    if (pages !== null && !pages.has(page)) continue
    read += 1
    const opened = withPage(pdf, page, (pointer) => {
      const each = readPage(pdf, pointer, page, options, budget)
      if (options.wantsPictures === true)
        pictures.push(...picturesOnPage(pdf, each.content, budget).map((image) => ({ ...image, page })))
      return each
    })
    if (opened === null) errors.push({ page, code: 'page_damaged', detail: 'The page cannot be opened.' })
    else open.push(opened)
    if (opened?.content.cut === true)
      errors.push({ page, code: 'page_cut', detail: 'The page has more than is read.' })
  }
  if (read === MAX_PAGES && Math.min(pages?.size ?? pageCount, pageCount) > MAX_PAGES) {
    const detail = `Of ${pageCount} pages ${MAX_PAGES} are read.`
    errors.push({ page: null, code: 'page_limit', detail })
  }
  if (budget.isSpent()) {
    const detail = 'The file has more pictures than are given; the others are left out.'
    errors.push({ page: null, code: 'pictures_cut', detail })
  }
  const furniture = furnitureOf(
    open.map(({ page, content, text }) => ({ page, content, pieces: text.pieces })),
  )
  const look = lookOf(open.map(({ text }) => text))
  const shapes: Shapes = new Map()
  const blocksOf = open.map((each) => ({
    page: each.page,
    blocks: pageBlocks(each, furniture, look, tables, shapes),
  }))
  const info = readPdfInfo(pdf)
  if (pdf.pdfium.isFull()) {
    const detail = 'Parts of the file need more memory than reading may take; they are left out.'
    errors.push({ page: null, code: 'memory_limit', detail })
  }
  return {
    blocks: joinParts(
      joinedTables(blocksOf.map(({ blocks }, at) => ({ blocks, height: open[at]?.content.height ?? 0 }))),
      shapes,
    ),
    pages: open.map(({ page, content }): PageSize => ({
      page,
      width: content.width,
      height: content.height,
    })),
    title: NO_TITLE.test(info.title ?? '') ? null : info.title,
    errors,
    needsOcr: open.filter(needsOcr).map(({ page }) => page),
    ocrPages: open.filter(({ isRecognized }) => isRecognized).map(({ page }) => page),
    pdf: { info, pageCount, pages: blocksOf, pictures },
  }
}

function readPage(
  pdf: OpenPdf,
  pointer: number,
  page: number,
  { wantsImages, recognized }: PdfOptions,
  budget: ImageBudget,
): OpenPage {
  const content = readPageContent(pdf.pdfium, pointer)
  const found = recognized?.find((each) => each.page === page)
  const text =
    found === undefined
      ? withSigns(textPieces(content.glyphs, content.rules), content)
      : recognizedText(found, content)
  const figures = picturesOf(content)
    // The scan of a page is what its text was read from.
    .filter((box) => found === undefined || !coversPage(box, content))
    .map((box) => {
      const raster =
        wantsImages && budget.hasRoom()
          ? renderPage(pdf, pointer, { dpi: FIGURE_DPI, color: true, part: box })
          : null
      const image = raster === null ? null : pngImage(toPng(raster), raster)
      return { box, block: pictureBlock(box, page, budget.take(image)) }
    })
  return { page, content, text, isRecognized: found !== undefined, figures }
}

/** The pieces with what stands before them in a form of its own: bullets that are drawn, and the first letter of a chapter. */
const withSigns = ({ pieces, turned }: PageText, { dots }: PageContent): PageText => ({
  pieces: withDropCaps(withDrawnBullets(pieces, dots)),
  turned,
})

const pngImage = (bytes: Uint8Array, { width, height }: { width: number; height: number }): PictureImage => ({
  mediaType: 'image/png',
  base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  width,
  height,
})

/** The pictures of the file on a page, each once. */
function picturesOnPage(pdf: OpenPdf, { pictures }: PageContent, budget: ImageBudget): PictureImage[] {
  const images: PictureImage[] = []
  for (const { object } of pictures) {
    if (!budget.hasRoom()) break
    const image = budget.take(imageBytes(pdf, object))
    if (image !== null && !images.some(({ base64 }) => base64 === image.base64)) images.push(image)
  }
  return images
}

const needsOcr = ({ content, text, isRecognized }: OpenPage): boolean =>
  !isRecognized &&
  content.pictures.length > 0 &&
  text.pieces.reduce((sum, piece) => sum + piece.text.length, 0) < MIN_LETTERS

/** The size and the font of most letters of the document. */
function lookOf(pages: readonly PageText[]): DocumentLook {
  const pieces = pages.flatMap((text) => text.pieces)
  return {
    bodySize: commonest(pieces, ({ size }) => size) ?? 10,
    bodyFont: commonest(pieces, ({ fontName }) => fontName) ?? '',
    bodyMono: commonest(pieces, ({ mono }) => mono) ?? false,
  }
}

function commonest<Key>(pieces: readonly Piece[], keyOf: (piece: Piece) => Key): Key | null {
  const letters = new Map<Key, number>()
  for (const piece of pieces) letters.set(keyOf(piece), (letters.get(keyOf(piece)) ?? 0) + piece.text.length)
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function without(pieces: readonly Piece[], tables: readonly FoundTable[]): Piece[] {
  const inTables = new Set(tables.flatMap((table) => [...table.pieces]))
  return pieces.filter((piece) => !inTables.has(piece))
}

function pageBlocks(
  { page, content, text, figures: pictures }: OpenPage,
  furniture: ReadonlyMap<Piece, Edge>,
  look: DocumentLook,
  wantsTables: boolean,
  shapes: Shapes,
): Block[] {
  const body = text.pieces.filter((piece) => !furniture.has(piece))
  const ruled = wantsTables ? ruledTables(content.rules, body, page) : []
  const outside = without(body, ruled)
  const found = wantsTables ? [...ruled, ...alignedTables(outside, page, !look.bodyMono)] : ruled
  const running = without(outside, found)
  const sample = running
    .map((piece) => piece.text)
    .join('')
    .slice(0, 20_000)
  const isRightToLeft = rightToLeftLetters(sample) * 2 > sample.length
  const figures: Figure[] = [...found.map(({ table, ...box }) => ({ box, block: table })), ...pictures]
  const blocks = readingOrder(running, isRightToLeft).flatMap((column) =>
    columnBlocks(column, look, page, shapes),
  )
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

/** The blocks of a picture that is read by OCR, as page 1. */
export function recognizedBlocks(found: RecognizedPage, size: { width: number; height: number }): Block[] {
  const text = recognizedText(found, size)
  const look = lookOf([text])
  return readingOrder(text.pieces, false).flatMap((column) => columnBlocks(column, look, 1, new Map()))
}
