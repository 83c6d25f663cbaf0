// What every reader of documents makes and every writer takes: blocks in reading order, before any output format.

/** Where a text is kept: `body` is what is read, `furniture` repeats on pages or stands around the content. */
export type Layer = 'body' | 'furniture' | 'invisible' | 'notes'

/** A rectangle on a page, in the units of the page's size. */
export interface Place {
  /** From 1. */
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Which corner of the page is 0,0; PDF counts upwards. */
  readonly origin: 'TOPLEFT' | 'BOTTOMLEFT'
}

/** A run of text with one look. */
export interface Span {
  /** With its own white space, which decides whether it touches its neighbours. */
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strikethrough?: boolean
  readonly script?: 'sub' | 'super'
  readonly code?: boolean
  /** TeX. */
  readonly formula?: boolean
  /** As the document has it: absolute, relative or a fragment. */
  readonly href?: string
}

export type TextLabel =
  | 'title'
  | 'section_header'
  | 'text'
  | 'paragraph'
  | 'caption'
  | 'footnote'
  | 'page_header'
  | 'page_footer'
  | 'code'
  | 'formula'
  | 'checkbox_selected'
  | 'checkbox_unselected'

export interface TextBlock {
  readonly kind: 'text'
  readonly label: TextLabel
  readonly spans: readonly Span[]
  /** Of a section header, from 1. */
  readonly level?: number
  /** Of code: `python`. */
  readonly language?: string
  readonly layer?: Layer
  readonly place?: Place
}

export interface ListItem {
  readonly spans: readonly Span[]
  readonly enumerated: boolean
  /** `1.`, `a)`; '' for a bullet. */
  readonly marker: string
  readonly children: readonly Block[]
  readonly place?: Place
}

export interface ListBlock {
  readonly kind: 'list'
  readonly items: readonly ListItem[]
  readonly layer?: Layer
}

export interface TableCell {
  /** From 0. */
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly text: string
  /** What the cell holds where that is more than plain text. */
  readonly blocks?: readonly Block[]
  readonly columnHeader?: boolean
  readonly rowHeader?: boolean
}

export interface TableBlock {
  readonly kind: 'table'
  readonly rows: number
  readonly columns: number
  readonly cells: readonly TableCell[]
  readonly captions: readonly TextBlock[]
  readonly layer?: Layer
  readonly place?: Place
}

/** The bytes of a picture as the document has them. */
export interface PictureImage {
  readonly mediaType: string
  readonly base64: string
  readonly width: number
  readonly height: number
}

export interface PictureBlock {
  readonly kind: 'picture'
  readonly captions: readonly TextBlock[]
  /** Null where the picture is not in the document, or where pictures were not asked for. */
  readonly image: PictureImage | null
  /** What the picture shows where the document has it as data: `bar_chart`. */
  readonly chart?: { readonly type: string; readonly data: TableBlock | null }
  readonly layer?: Layer
  readonly place?: Place
}

export type GroupLabel = 'section' | 'sheet' | 'slide' | 'chapter' | 'comment_section' | 'unspecified'

export interface GroupBlock {
  readonly kind: 'group'
  readonly label: GroupLabel
  readonly name: string
  readonly children: readonly Block[]
  readonly layer?: Layer
}

export type Block = TextBlock | ListBlock | TableBlock | PictureBlock | GroupBlock

/** In the unit of the format: points of a PDF, EMU of slides, cells of a sheet. */
export interface PageSize {
  readonly page: number
  readonly width: number
  readonly height: number
}

/** A part that could not be read while the rest could. */
export interface PageError {
  /** Null where the format has no pages. */
  readonly page: number | null
  readonly code: string
  readonly detail: string
}

/** A line of the outline of a PDF. */
export interface PdfOutlineEntry {
  readonly title: string
  /** From 1. */
  readonly level: number
  /** Null where it leads to no page of the file. */
  readonly page: number | null
}

/** What a PDF says about itself; null: it does not say. */
export interface PdfInfo {
  /** `1.7` */
  readonly version: string | null
  readonly encrypted: boolean
  /** Whether it has the structure that screen readers use. */
  readonly tagged: boolean
  readonly title: string | null
  readonly author: string | null
  readonly subject: string | null
  readonly keywords: string | null
  /** The program in which it was written, and the one that made the PDF. */
  readonly creator: string | null
  readonly producer: string | null
  /** RFC 3339; without a time or a zone where the file has none. */
  readonly createdAt: string | null
  readonly modifiedAt: string | null
  readonly outline: readonly PdfOutlineEntry[]
  readonly outlineCut: boolean
}

/** A picture of a page of a PDF. */
export interface PdfPicture extends PictureImage {
  readonly page: number
}

/** What only a PDF has. */
export interface PdfDetails {
  readonly info: PdfInfo
  /** Of the whole file, read or not. */
  readonly pageCount: number
  /** The blocks of each page that was read, furniture included. */
  readonly pages: readonly { readonly page: number; readonly blocks: readonly Block[] }[]
  /** Empty unless they were asked for. */
  readonly pictures: readonly PdfPicture[]
}

/** Rows and columns of sheets that are left out because they are hidden. */
export interface HiddenCount {
  readonly rows: number
  readonly columns: number
}

/** What of an office document is read. */
export interface OfficeOptions {
  /** Whether the bytes of pictures are given. */
  readonly wantsImages: boolean
  /** Pages, slides or sheets to read, from 1; null reads all. */
  readonly pages: ReadonlySet<number> | null
  /** Whether cells of a spreadsheet are given as a reader sees them, and not as their values. Default `values`. */
  readonly cells?: 'values' | 'shown'
}

/** A document as a reader gives it. */
export interface ReadDocument {
  readonly blocks: readonly Block[]
  /** Empty for a format without pages. */
  readonly pages: readonly PageSize[]
  readonly title: string | null
  readonly errors: readonly PageError[]
  /** Pages whose text only OCR could read, because they hold pictures alone. */
  readonly needsOcr: readonly number[]
  /** Pages whose text OCR has read. */
  readonly ocrPages?: readonly number[]
  readonly pdf?: PdfDetails
  /** Of a spreadsheet. */
  readonly hidden?: HiddenCount
}

export const textOfSpans = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')

/** Without white space at the ends of the whole text. */
export function trimmedSpans(spans: readonly Span[]): Span[] {
  const shown = spans.filter(({ text }) => text !== '')
  while (shown[0]?.text.trim() === '') shown.shift()
  while (shown.at(-1)?.text.trim() === '') shown.pop()
  const [first] = shown
  if (first !== undefined) shown[0] = { ...first, text: first.text.trimStart() }
  const last = shown.at(-1)
  if (last !== undefined) shown[shown.length - 1] = { ...last, text: last.text.trimEnd() }
  return shown
}

/** One text without any look; null for white space alone. */
export function plainBlock(label: TextLabel, text: string, more: Partial<TextBlock> = {}): TextBlock | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : { kind: 'text', label, spans: [{ text: trimmed }], ...more }
}

/** `blocks` with every block inside of them, in reading order; cells of tables included. */
export function* allBlocks(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block
    if (block.kind === 'group') yield* allBlocks(block.children)
    else if (block.kind === 'list') for (const item of block.items) yield* allBlocks(item.children)
    else if (block.kind === 'table') for (const { blocks } of block.cells) yield* allBlocks(blocks ?? [])
  }
}
