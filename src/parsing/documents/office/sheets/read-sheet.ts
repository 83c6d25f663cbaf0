// Reads the cells of one sheet as a stream: a sheet may have millions of them.
import { scanXml } from '#parsing/xml/scan-xml.ts'
import { momentText, numberText, type CellKind } from './cell-format.ts'

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
}

export interface SheetReading {
  readonly strings: readonly string[]
  readonly kinds: readonly CellKind[]
  readonly is1904: boolean
}

/** Of one sheet. */
export const MAX_CELLS = 200_000
export const MAX_MERGED = 20_000
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

export function readSheet(xml: string, { strings, kinds, is1904 }: SheetReading): Sheet {
  const cells: SheetCell[] = []
  const merged: CellRange[] = []
  let cut = false
  let row = -1
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let inline = ''
  let taking: 'value' | 'inline' | null = null

  const endCell = (): void => {
    const text = textOf()
    if (text === '' || row >= MAX_ROW || column >= MAX_COLUMN) return
    if (cells.length >= MAX_CELLS) cut = true
    else cells.push({ row, column, text })
  }
  const textOf = (): string => {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'inlineStr') return inline.trim()
    if (type === 'b') return value === '1' || value === 'true' ? 'True' : value === '' ? '' : 'False'
    if (type === 'd') return momentText(value.trim())
    if (type === 'str' || type === 'e') return value.trim()
    return numberText(value, kinds[style] ?? 'number', is1904)
  }
  scanXml(xml, {
    open(tag, attributes, isEmpty) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 2) - 1
        column = -1
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
      else if (name === 't' && !isEmpty) taking = 'inline'
      else if (name === 'rPh') taking = null
      else if (name === 'mergeCell') {
        const range = rangeOf(attributes['ref'] ?? '')
        if (range !== null && merged.length < MAX_MERGED) merged.push(range)
      }
    },
    close(tag) {
      const name = tag.slice(tag.indexOf(':') + 1)
      if (name === 'c') endCell()
      if (name === 'v' || name === 't') taking = null
    },
    text(text) {
      if (taking === 'value') value += text
      else if (taking === 'inline') inline += text
    },
  })
  return { cells, merged, cut }
}

/** `B12` is row 11, column 1; null for anything else. */
function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
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
