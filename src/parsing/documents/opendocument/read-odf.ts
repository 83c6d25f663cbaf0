// Reads OpenDocument files: texts, presentations and spreadsheets.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseXml, xmlText, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import type { Block, PageError, PageSize, ReadDocument } from '#parsing/documents/model/document-blocks.ts'
import { plainBlock, textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { sheetTables } from '#parsing/documents/office/sheets/sheet-tables.ts'
import type { CellRange, Sheet, SheetCell } from '#parsing/documents/office/sheets/read-sheet.ts'
import { odfBlocks, type OdfContext } from './odf-blocks.ts'
import { readOdfStyles } from './odf-styles.ts'

export interface OdfOptions {
  readonly wantsImages: boolean
  /** Slides or sheets to read, from 1; null reads all. */
  readonly pages: ReadonlySet<number> | null
}

const MAX_CELLS = 200_000
const MAX_REPEATS = 1_000
const MAX_ROW = 1_048_576

/** Throws `unsupported_document` for a damaged or encrypted file. */
export function readOdf(archive: Archive, { wantsImages, pages }: OdfOptions): ReadDocument {
  const content = archive.text('content.xml')
  const parsed = content === null ? null : parseXml(content)
  const body = at(parsed?.root, 'body')
  if (parsed === null || body === null)
    throw new SurveyorError(
      'unsupported_document',
      'The OpenDocument file has no content, or it is encrypted.',
    )
  const styles = parseXml(archive.text('styles.xml') ?? '').root
  const context: OdfContext = { archive, styles: readOdfStyles([parsed.root, styles]), wantsImages }
  const errors: PageError[] = parsed.cut
    ? [{ page: null, code: 'document_cut', detail: 'The document has more elements than are read.' }]
    : []
  const kind = elementsIn(body)[0]
  const name = kind === undefined ? '' : nameOf(kind)
  const wanted = (page: number): boolean => pages === null || pages.has(page)
  const rest = { title: null, errors, needsOcr: [] }
  if (kind !== undefined && name === 'presentation') {
    const slides = elementsIn(kind, 'page').flatMap((slide, at) =>
      wanted(at + 1) ? [slideBlock(slide, at, context)] : [],
    )
    return { blocks: slides, pages: [], ...rest }
  }
  if (kind !== undefined && name === 'spreadsheet') {
    const sheets = elementsIn(kind, 'table').flatMap((table, at) =>
      wanted(at + 1) ? [sheetBlock(table, at + 1, errors)] : [],
    )
    return { blocks: sheets.map(({ block }) => block), pages: sheets.map(({ size }) => size), ...rest }
  }
  return { blocks: odfBlocks(kind ?? null, context), pages: [], ...rest }
}

/** The title of a slide first; its speaker notes are furniture. */
function slideBlock(slide: XmlElement, index: number, context: OdfContext): Block {
  const shapes = elementsIn(slide)
  const classOf = (shape: XmlElement): string => attr(shape, 'class') ?? ''
  const read = (shape: XmlElement): Block[] => {
    const blocks = odfBlocks({ ...slide, children: [shape] }, context)
    if (classOf(shape) !== 'title') return blocks
    const text = blocks
      .map((block) => (block.kind === 'text' ? textOfSpans(block.spans).trim() : ''))
      .filter((part) => part !== '')
      .join(' ')
    return text === '' ? [] : [{ kind: 'text', label: 'title', spans: [{ text }] }]
  }
  const notes = shapes.filter((shape) => nameOf(shape) === 'notes')
  const shown = shapes.filter((shape) => nameOf(shape) !== 'notes')
  const titles = shown.filter((shape) => classOf(shape) === 'title')
  const title = titles.flatMap(read)
  const name = attr(slide, 'name')
  // A slide without a title is called by its name, as in the list of slides.
  const named = title.length > 0 || name === null ? null : plainBlock('title', name)
  return {
    kind: 'group',
    label: 'slide',
    name: `slide-${index}`,
    children: [
      ...(named === null ? title : [named]),
      ...shown.filter((shape) => !titles.includes(shape)).flatMap(read),
      ...notes
        .flatMap((note) =>
          odfBlocks(
            { ...note, children: elementsIn(note, 'frame').filter((each) => classOf(each) === 'notes') },
            context,
          ),
        )
        .map((block): Block => ({ ...block, layer: 'furniture' })),
    ],
  }
}

function sheetBlock(table: XmlElement, page: number, errors: PageError[]): { block: Block; size: PageSize } {
  const sheet = cellsOf(table)
  if (sheet.cut) errors.push({ page, code: 'table_cut', detail: 'The sheet has more cells than are read.' })
  const children = sheetTables(sheet, page).map(({ block }) => block)
  const width = sheet.cells.reduce((most, { column }) => Math.max(most, column + 1), 0)
  const height = sheet.cells.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const name = attr(table, 'name') ?? `Sheet ${page}`
  return { block: { kind: 'group', label: 'sheet', name, children }, size: { page, width, height } }
}

/** Repeated cells are written once in the file; empty ones are repeated up to the edge of the sheet. */
function cellsOf(table: XmlElement): Sheet {
  const cells: SheetCell[] = []
  const merged: CellRange[] = []
  let row = 0
  let cut = false
  const addRow = (element: XmlElement): void => {
    const repeats = Math.max(1, intAttr(element, 'number-rows-repeated') ?? 1)
    const own: Omit<SheetCell, 'row'>[] = []
    let column = 0
    for (const cell of elementsIn(element)) {
      const wide = Math.max(1, intAttr(cell, 'number-columns-repeated') ?? 1)
      const text = nameOf(cell) === 'table-cell' ? textOf(cell) : ''
      if (text !== '') {
        for (let at = 0; at < Math.min(wide, MAX_REPEATS); at += 1) own.push({ column: column + at, text })
        const [down, across] = [
          intAttr(cell, 'number-rows-spanned') ?? 1,
          intAttr(cell, 'number-columns-spanned') ?? 1,
        ]
        if (down > 1 || across > 1)
          merged.push({ top: row, left: column, bottom: row + down - 1, right: column + across - 1 })
      }
      column += wide
    }
    for (let at = 0; at < Math.min(repeats, own.length === 0 ? 0 : MAX_REPEATS); at += 1)
      for (const cell of own) {
        if (cells.length >= MAX_CELLS || row + at >= MAX_ROW) cut = true
        else cells.push({ ...cell, row: row + at })
      }
    row += repeats
  }
  const walk = (part: XmlElement): void => {
    for (const child of elementsIn(part)) {
      if (nameOf(child) === 'table-row') addRow(child)
      else if (/^table-(?:header-rows|rows|row-group)$/.test(nameOf(child))) walk(child)
    }
  }
  walk(table)
  return { cells, merged, cut }
}

const textOf = (cell: XmlElement): string =>
  elementsIn(cell, 'p')
    .map((paragraph) => xmlText(paragraph).trim())
    .join('\n')
    .trim()
