// Reads OpenDocument files: texts, presentations and spreadsheets.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseXml, xmlText, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import type {
  Block,
  HiddenCount,
  PageError,
  PageSize,
  OfficeOptions,
  ReadDocument,
} from '#parsing/documents/model/document-blocks.ts'
import { hiddenWithin, moreHidden, NONE_HIDDEN } from '#parsing/documents/office/sheets/hidden-lines.ts'
import { sheetTables } from '#parsing/documents/office/sheets/sheet-tables.ts'
import type { CellRange, Sheet, SheetCell } from '#parsing/documents/office/sheets/read-sheet.ts'
import { odfBlocks, type OdfContext } from './odf-blocks.ts'
import { OdfNumbering } from './odf-numbering.ts'
import { slideBlock } from './odf-slides.ts'
import { readOdfStyles } from './odf-styles.ts'

const MAX_CELLS = 200_000
const MAX_REPEATS = 1_000
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

/** Throws `unsupported_document` for a damaged or encrypted file. */
export function readOdf(archive: Archive, { wantsImages, pages, cells }: OfficeOptions): ReadDocument {
  const content = archive.text('content.xml')
  const parsed = content === null ? null : parseXml(content)
  const body = at(parsed?.root, 'body')
  if (parsed === null || body === null)
    throw new SurveyorError(
      'unsupported_document',
      'The OpenDocument file has no content, or it is encrypted.',
    )
  const styles = parseXml(archive.text('styles.xml') ?? '').root
  const known = readOdfStyles([parsed.root, styles])
  const context: OdfContext = { archive, styles: known, numbering: new OdfNumbering(known), wantsImages }
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
      wanted(at + 1) ? [sheetBlock(table, { page: at + 1, errors, leavesHidden: cells === 'shown' })] : [],
    )
    return {
      blocks: sheets.map(({ block }) => block),
      pages: sheets.map(({ size }) => size),
      ...rest,
      hidden: sheets.map(({ hidden }) => hidden).reduce(moreHidden, NONE_HIDDEN),
    }
  }
  return { blocks: odfBlocks(kind ?? null, context), pages: [], ...rest }
}

interface SheetScope {
  readonly page: number
  readonly errors: PageError[]
  readonly leavesHidden: boolean
}

function sheetBlock(
  table: XmlElement,
  { page, errors, leavesHidden }: SheetScope,
): { block: Block; size: PageSize; hidden: HiddenCount } {
  const read = cellsOf(table)
  const sheet = leavesHidden ? read : { ...read, hidden: null }
  if (sheet.cut) errors.push({ page, code: 'table_cut', detail: 'The sheet has more cells than are read.' })
  const children = sheetTables(sheet, page).map(({ block }) => block)
  const width = sheet.cells.reduce((most, { column }) => Math.max(most, column + 1), 0)
  const height = sheet.cells.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const name = attr(table, 'name') ?? `Sheet ${page}`
  return {
    block: { kind: 'group', label: 'sheet', name, children },
    size: { page, width, height },
    hidden: hiddenWithin(sheet),
  }
}

/** Repeated cells are written once in the file; empty ones are repeated up to the edge of the sheet. */
function cellsOf(table: XmlElement): Sheet {
  const cells: SheetCell[] = []
  const merged: CellRange[] = []
  const rows = new Set<number>()
  const columns = new Set<number>()
  let row = 0
  let columnAt = 0
  let cut = false
  const addRow = (element: XmlElement): void => {
    const repeats = Math.max(1, intAttr(element, 'number-rows-repeated') ?? 1)
    const own: Omit<SheetCell, 'row'>[] = []
    if (isHidden(element)) for (let at = 0; at < Math.min(repeats, MAX_REPEATS); at += 1) rows.add(row + at)
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
  const addColumn = (element: XmlElement): void => {
    const repeats = Math.max(1, intAttr(element, 'number-columns-repeated') ?? 1)
    if (isHidden(element))
      for (let at = 0; at < Math.min(repeats, MAX_COLUMN - columnAt); at += 1) columns.add(columnAt + at)
    columnAt += repeats
  }
  const walk = (part: XmlElement): void => {
    for (const child of elementsIn(part)) {
      const name = nameOf(child)
      if (name === 'table-row') addRow(child)
      else if (name === 'table-column') addColumn(child)
      else if (/^table-(?:header-rows|rows|row-group|header-columns|columns|column-group)$/.test(name))
        walk(child)
    }
  }
  walk(table)
  return { cells, merged, cut, hidden: { rows, columns } }
}

/** A row that a filter leaves out is hidden too. */
const isHidden = (line: XmlElement): boolean =>
  ['collapse', 'filter'].includes(attr(line, 'visibility') ?? '')

const textOf = (cell: XmlElement): string =>
  elementsIn(cell, 'p')
    .map((paragraph) => xmlText(paragraph).trim())
    .join('\n')
    .trim()
