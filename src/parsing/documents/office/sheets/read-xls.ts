// Reads an Excel 97 to 2003 workbook ([MS-XLS]): the cells of its sheets, as those of newer workbooks are read.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CompoundFile } from '#parsing/documents/archive/open-compound.ts'
import type {
  Block,
  PageError,
  PageSize,
  OfficeOptions,
  ReadDocument,
} from '#parsing/documents/model/document-blocks.ts'
import { BiffReader, biffRecords } from './biff-records.ts'
import { cellFormatOf, valueTexts, type CellTexts } from './cell-format.ts'
import { hiddenWithin, moreHidden, NONE_HIDDEN } from './hidden-lines.ts'
import { MAX_CELLS, MAX_MERGED, type CellRange, type Sheet, type SheetCell } from './read-sheet.ts'
import { MAX_SHEETS, sheetGroup, sheetsCut, sheetTables } from './sheet-tables.ts'
import { shownTexts } from './shown-texts.ts'

/** The name of the stream that such a workbook is. */
export const XLS_STREAM = 'Workbook'

const BIFF8 = 0x600
/** Kinds of records. */
const BOF = 0x809
const EOF = 0x0a
const FILEPASS = 0x2f
const DATE_MODE = 0x22
const BOUND_SHEET = 0x85
const FORMAT = 0x41e
const XF = 0xe0
const SST = 0xfc
const LABEL_SST = 0xfd
const LABEL = 0x204
const RICH_LABEL = 0xd6
const NUMBER = 0x203
const RK = 0x27e
const MULTIPLE_RK = 0xbd
const BOOL_OR_ERROR = 0x205
const FORMULA = 0x06
const STRING = 0x207
const MERGED_CELLS = 0xe5
const ROW = 0x208
const COLUMN_INFO = 0x7d

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}
/** Of all sheets together: several may claim the same records. */
const MAX_BOOK_CELLS = 1_000_000
const WORKSHEET = 0
const COLUMNS = 256

interface BoundSheet {
  readonly start: number
  readonly isHidden: boolean
  readonly type: number
  readonly name: string
}

interface Book {
  readonly sheets: readonly BoundSheet[]
  readonly strings: readonly string[]
  readonly texts: CellTexts
}

/** Throws `unsupported_document` for one with a password and for one of an older format. Pictures and charts are left out. */
export function readXls(
  file: CompoundFile,
  { pages, cells }: Omit<OfficeOptions, 'wantsImages'>,
): ReadDocument {
  const stream = file.stream(XLS_STREAM) ?? Buffer.alloc(0)
  const isShown = cells === 'shown'
  const book = readBook(stream, isShown)
  const blocks: Block[] = []
  const sizes: PageSize[] = []
  const errors: PageError[] = []
  let left = MAX_BOOK_CELLS
  let hidden = NONE_HIDDEN
  for (const [index, { start, isHidden, type, name }] of book.sheets.slice(0, MAX_SHEETS).entries()) {
    const page = index + 1
    if (type !== WORKSHEET || (pages !== null && !pages.has(page))) continue
    const read = readCells(stream, start, book, Math.min(MAX_CELLS, left))
    const sheet = isShown ? read : { ...read, hidden: null }
    left -= sheet.cells.length
    hidden = moreHidden(hidden, hiddenWithin(sheet))
    if (sheet.cut) errors.push({ page, code: 'table_cut', detail: 'The sheet has more cells than are read.' })
    const { group, size } = sheetGroup(sheetTables(sheet, page), { page, name, isHidden })
    blocks.push(group)
    sizes.push(size)
  }
  return {
    blocks,
    pages: sizes,
    title: null,
    errors: [...errors, ...sheetsCut(book.sheets.length)],
    needsOcr: [],
    hidden,
  }
}

function readBook(stream: Buffer, isShown: boolean): Book {
  const sheets: BoundSheet[] = []
  const formats = new Map<number, string>()
  const styles: number[] = []
  const strings: string[] = []
  let is1904 = false
  let isFirst = true
  for (const record of biffRecords(stream, 0)) {
    const reader = new BiffReader(record)
    if (isFirst && (record.kind !== BOF || reader.uint16() !== BIFF8))
      throw unsupported('older than Excel 97')
    isFirst = false
    if (record.kind === FILEPASS) throw unsupported('with a password')
    if (record.kind === EOF) break
    if (record.kind === DATE_MODE) is1904 = reader.uint16() === 1
    else if (record.kind === BOUND_SHEET) {
      const start = reader.uint32()
      const isHidden = (reader.uint8() & 3) !== 0
      const type = reader.uint8()
      sheets.push({ start, isHidden, type, name: reader.text(reader.uint8()) })
    } else if (record.kind === FORMAT) {
      const id = reader.uint16()
      formats.set(id, reader.text(reader.uint16()))
    } else if (record.kind === XF) {
      reader.skip(2)
      styles.push(reader.uint16())
    } else if (record.kind === SST) {
      reader.skip(4)
      const count = reader.uint32()
      while (!reader.isAtEnd && strings.length < count) strings.push(reader.richText().trim())
    }
  }
  if (isFirst) throw unsupported('damaged')
  const texts = (isShown ? shownTexts : valueTexts)(
    styles.map((id) => cellFormatOf(id, formats.get(id))),
    is1904,
  )
  return { sheets, strings, texts }
}

/** The cells of the sheet whose records begin there. Charts inside of it have records of their own kind within. */
function readCells(stream: Buffer, start: number, { strings, texts }: Book, maxCells: number): Sheet {
  const cells: SheetCell[] = []
  const merged: CellRange[] = []
  const rows = new Set<number>()
  const columns = new Set<number>()
  let cut = false
  let depth = 0
  let formula: { row: number; column: number; style: number } | null = null
  const add = (row: number, column: number, text: string): void => {
    if (text === '' || column >= COLUMNS) return
    if (cells.length >= maxCells) cut = true
    else cells.push({ row, column, text })
  }
  const number = (value: number, style: number): string => texts.number(String(value), style)
  const boolOrError = (value: number, isError: boolean): string =>
    isError ? (ERRORS[value] ?? '#N/A') : texts.boolean(value !== 0)
  for (const record of biffRecords(stream, start)) {
    const { kind } = record
    if (kind === BOF) depth += 1
    else if (kind === EOF) depth -= 1
    if (depth < 1) break
    if (depth > 1) continue
    const reader = new BiffReader(record)
    if (kind === MERGED_CELLS) {
      const count = reader.uint16()
      for (let at = 0; at < count && merged.length < MAX_MERGED && !reader.isAtEnd; at += 1) {
        const [top, bottom, left, right] = [
          reader.uint16(),
          reader.uint16(),
          reader.uint16(),
          reader.uint16(),
        ]
        merged.push({ top, left, bottom, right: Math.min(right, COLUMNS - 1) })
      }
    } else if (kind === ROW) {
      const row = reader.uint16()
      reader.skip(10)
      if ((reader.uint16() & 0x20) !== 0) rows.add(row)
    } else if (kind === COLUMN_INFO) {
      const [first, last] = [reader.uint16(), Math.min(reader.uint16(), COLUMNS - 1)]
      reader.skip(4)
      if ((reader.uint16() & 1) !== 0) for (let at = first; at <= last; at += 1) columns.add(at)
    } else if (kind === STRING && formula !== null) {
      const found = reader.text(reader.uint16()).trim()
      add(formula.row, formula.column, texts.text(found, formula.style))
      formula = null
    } else if (CELLS.has(kind)) {
      const [row, column] = [reader.uint16(), reader.uint16()]
      formula = null
      if (kind === MULTIPLE_RK) {
        // The last column ends the record.
        const count = Math.floor((record.parts.reduce((sum, part) => sum + part.length, 0) - 6) / 6)
        for (let at = 0; at < count; at += 1) {
          const style = reader.uint16()
          add(row, column + at, number(rkNumber(reader.uint32()), style))
        }
        continue
      }
      const style = reader.uint16()
      if (kind === LABEL_SST) add(row, column, texts.text(strings[reader.uint32()] ?? '', style))
      else if (kind === LABEL || kind === RICH_LABEL)
        add(row, column, texts.text(reader.text(reader.uint16()).trim(), style))
      else if (kind === NUMBER) add(row, column, number(reader.double(), style))
      else if (kind === RK) add(row, column, number(rkNumber(reader.uint32()), style))
      else if (kind === BOOL_OR_ERROR) add(row, column, boolOrError(reader.uint8(), reader.uint8() === 1))
      else {
        const [value] = record.parts
        const found = value === undefined || value.length < 14 ? null : value.subarray(6, 14)
        if (found?.readUInt16LE(6) !== 0xffff)
          add(row, column, found === null ? '' : number(found.readDoubleLE(0), style))
        else if (found[0] === 0) formula = { row, column, style }
        else if (found[0] === 1 || found[0] === 2)
          add(row, column, boolOrError(found[2] ?? 0, found[0] === 2))
      }
    }
  }
  return { cells, merged, cut, hidden: { rows, columns } }
}

const CELLS: ReadonlySet<number> = new Set([
  LABEL_SST,
  LABEL,
  RICH_LABEL,
  NUMBER,
  RK,
  MULTIPLE_RK,
  BOOL_OR_ERROR,
  FORMULA,
])

/** [MS-XLS] 2.5.217: 30 bits of a whole number or of a double, and whether it is a hundred times too large. */
function rkNumber(rk: number): number {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE((rk & 0xffff_fffc) >>> 0, 4)
  const value = (rk & 2) === 0 ? bytes.readDoubleLE(0) : rk >> 2
  return (rk & 1) === 0 ? value : value / 100
}

const unsupported = (what: string): SurveyorError =>
  new SurveyorError('unsupported_document', `The workbook is ${what}, which no reader takes.`)
