// Tells what stands in rows and columns and is no table: lists with their marks, and running text beside other text.
import { medianOf } from '#kit/median.ts'
import type { GridCell } from './table-columns.ts'

type GridRow = readonly GridCell[]

const ITEM = /^(?:[•◦▪●■○◆▶►‣⁃∙·]|\d{1,2}[.)](?=\s|\p{L}))/u
/** A mark alone: a number of a step, a reference, a note. */
const MARK =
  /^(?:[•◦▪●■○◆▶►‣⁃∙·*†‡§–—-]{1,3}|[([]?(?:\d{1,3}|[a-z]|[ivx]{1,5})[\])]|(?:\d{1,3}|[a-z]|[ivx]{1,5})[.:])$/iu
/** Of a clause: `1.1`, `§ 3`; numbers alone may be such, so its text has to be long. */
const CLAUSE = /^(?:§\s?\d{1,3}|\d{1,3}(?:\.\d{1,3}){1,4})\.?$/
const LIST_SHARE = 0.6
/** Letters of a cell of a table; running text has more in a line. */
const MAX_LETTERS = 45
/** At least one column of a table is short. */
const MAX_LABEL = 25
const MAX_TEXT = 160
const textOf = ({ pieces }: GridCell): string => pieces.map(({ text }) => text).join(' ')

/** Whether most cells begin as items of lists do, or the first of two columns has their marks or counts from one. */
export function isListLike(rows: readonly GridRow[]): boolean {
  const texts = rows.map((row) => row.map(textOf))
  // A mark may stand apart from its text.
  const items = texts.map((row) =>
    row.reduce((sum, text) => sum + (MARK.test(text) ? 2 : ITEM.test(text) ? 1 : 0), 0),
  )
  if (items.reduce((sum, count) => sum + count, 0) > LIST_SHARE * texts.flat().length) return true
  if (rows.some((row) => row.some(({ column }) => column > 1))) return false
  const marks = rows.flatMap((row) => row.filter(({ column }) => column === 0).map(textOf))
  if (marks.filter((text) => MARK.test(text)).length > LIST_SHARE * marks.length) return true
  const bodies = rows.flatMap((row) =>
    row.filter(({ column }) => column === 1).map((cell) => textOf(cell).length),
  )
  const clauses = marks.filter((text) => CLAUSE.test(text))
  if (clauses.length >= LIST_SHARE * bodies.length && clauses.length > 0 && medianOf(bodies) > MAX_LETTERS)
    return true
  const counts = marks.filter((text, at) => Number(text) === Number(marks[0]) + at)
  return counts.length === marks.length && marks.length > 1
}

/** The columns that have nothing but the marks of items: each belongs to the text behind it. */
export function markColumns(rows: readonly GridRow[]): ReadonlySet<number> {
  const columns = Map.groupBy(rows.flat(), ({ column }) => column)
  const marked = [...columns].filter(([, cells]) => cells.every((cell) => MARK.test(textOf(cell))))
  return new Set(marked.map(([column]) => column))
}

/** Whether the cells, whole ones or lines of them, are as long as those of columns of text. */
export function isProse(rows: readonly GridRow[], areWhole: boolean): boolean {
  const full = rows.filter((row) => row.length > 1)
  const columns = Map.groupBy(full.flat(), ({ column }) => column)
  const lengths = [...columns.values()].map((cells) => medianOf(cells.map((cell) => textOf(cell).length)))
  if (Math.min(...lengths) > MAX_LABEL || Math.max(...lengths) > MAX_TEXT) return true
  return !areWhole && medianOf(full.flat().map((cell) => textOf(cell).length)) > MAX_LETTERS
}
