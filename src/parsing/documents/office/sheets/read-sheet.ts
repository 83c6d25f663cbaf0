// Reads the cells of one sheet as a stream: a sheet may have millions of them.
import { scanXml } from '#parsing/xml/scan-xml.ts'
import type { CellTexts } from './cell-format.ts'

export interface SheetCell {
  /** From 0. */
  readonly row: number
  readonly column: number
  readonly text: string
}

/** A range from 0; both ends belong to it. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface Sheet {
  /** Cells with something in them, in the order of the file. */
  readonly cells: readonly SheetCell[]
  readonly merged: readonly CellRange[]
  /** True where the sheet has more cells than are read. */
  readonly cut: boolean
  /** Rows and columns that no reader sees; null where they are read as all others. */
  readonly hidden: HiddenLines | null
}

/** By their numbers from 0. */
export interface HiddenLines {
  readonly rows: ReadonlySet<number>
  readonly columns: ReadonlySet<number>
}

export interface SheetReading {
  readonly strings: readonly string[]
  readonly texts: CellTexts
  /** Whether what is hidden is left out. */
  readonly leavesHidden: boolean
}

/** Of one sheet. */
export const MAX_CELLS = 200_000
export const MAX_MERGED = 20_000
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

export function readSheet(xml: string, { strings, texts, leavesHidden }: SheetReading): Sheet {
  const cells: SheetCell[] = []
  const merged: CellRange[] = []
  const rows = new Set<number>()
  const columns = new Set<number>()
  let cut = false
  let row = -1
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let inline = ''
  let taking: 'value' | 'inline' | null = null
  let inReading = false

  const endCell = (): void => {
    const text = textOf()
    if (text === '' || row >= MAX_ROW || column >= MAX_COLUMN) return
    if (cells.length >= MAX_CELLS) cut = true
    else cells.push({ row, column, text })
  }
  const textOf = (): string => {
    if (type === 's') return texts.text(strings[Number(value)] ?? '', style)
    if (type === 'inlineStr') return texts.text(inline.trim(), style)
    if (type === 'b') return value === '' ? '' : texts.boolean(value === '1' || value === 'true')
    if (type === 'd') return texts.moment(value.trim(), style)
    if (type === 'e') return value.trim()
    return type === 'str' ? texts.text(value.trim(), style) : texts.number(value, style)
  }
  scanXml(xml, {
    open(tag, attributes, isEmpty) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'row') {
        const named = Number(attributes['r'])
        row = Number.isInteger(named) && named > 0 ? named - 1 : row + 1
        column = -1
        if (isTrue(attributes['hidden']) && row < MAX_ROW) rows.add(row)
      } else if (name === 'col') {
        const last = Math.min(Number(attributes['max'] ?? 0), MAX_COLUMN)
        if (isTrue(attributes['hidden']))
          for (let at = Math.max(1, Number(attributes['min'] ?? 1)); at <= last; at += 1) columns.add(at - 1)
      } else if (name === 'c') {
        const place = placeOf(attributes['r'] ?? '')
        column = place?.column ?? column + 1
        row = place?.row ?? row
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        value = ''
        inline = ''
        if (isEmpty) return
      } else if (name === 'v' && !isEmpty) taking = 'value'
      else if (name === 't' && !isEmpty && !inReading) taking = 'inline'
      else if (name === 'rPh') inReading = !isEmpty
      else if (name === 'mergeCell') {
        const range = rangeOf(attributes['ref'] ?? '')
        if (range !== null && merged.length < MAX_MERGED) merged.push(range)
      }
    },
    close(tag) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'c') endCell()
      if (name === 'v' || name === 't') taking = null
      else if (name === 'rPh') inReading = false
    },
    text(text) {
      if (taking === 'value') value += text
      else if (taking === 'inline') inline += text
    },
  })
  return { cells, merged, cut, hidden: leavesHidden ? { rows, columns } : null }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** `B12` is row 11, column 1; null for anything else. */
function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(reference) ?? []
  if (letters === undefined || digits === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

function rangeOf(reference: string): CellRange | null {
  const [first, last] = reference.split(':').map(placeOf)
  if (first === undefined || first === null || last === undefined || last === null) return null
  return { top: first.row, left: first.column, bottom: last.row, right: last.column }
}

/** The shared strings of a workbook, without the readings of Japanese words. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let taking = false
  let inReading = false
  scanXml(xml, {
    open(tag, _, isEmpty) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'si') {
        text = ''
        if (isEmpty) strings.push('')
      } else if (name === 'rPh') inReading = !isEmpty
      else if (name === 't') taking = !isEmpty && !inReading
    },
    close(tag) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'si') strings.push(text.trim())
      else if (name === 'rPh') inReading = false
      else if (name === 't') taking = false
    },
    text(part) {
      if (taking) text += part
    },
  })
  return strings
}
