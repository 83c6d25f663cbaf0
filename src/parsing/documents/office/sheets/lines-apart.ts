// What stands above and below a table in the same block of cells: its title, and notes on it.
import type { SheetCell } from './read-sheet.ts'

export interface SpannedCell extends SheetCell {
  readonly rowSpan: number
  readonly columnSpan: number
}

export interface PartsOfBlock {
  readonly titles: readonly SpannedCell[]
  readonly table: readonly SpannedCell[]
  readonly notes: readonly SpannedCell[]
}

const MAX_LINES = 3
/** So many words are said, and name no row. */
const MIN_NOTE_WORDS = 5
const MIN_TITLE_WORDS = 4
const NOTE_MARK = /^[*†‡§¹²³]/

/** Rows of one text above a table, and such rows below it that tell of it. A block of texts alone has no table. */
export function partsOf(block: readonly SpannedCell[]): PartsOfBlock {
  const lines = linesOf(block)
  if (areTexts(lines)) return { titles: block, table: [], notes: [] }
  const left = block.reduce((least, { column }) => Math.min(least, column), Infinity)
  const [first] = lines
  const above = titlesOf(lines, left)
  const titles = isTitled(lines.slice(above.length))
    ? above
    : above.slice(0, isMergedOver(first, lines[1]) ? 1 : 0)
  const rest = lines.slice(titles.length)
  const notes = notesOf(rest, left)
  return { titles, table: rest.slice(0, rest.length - notes.length).flat(), notes }
}

/** Cells by the row in which they begin, from top to bottom. */
function linesOf(block: readonly SpannedCell[]): SpannedCell[][] {
  return [...Map.groupBy(block, ({ row }) => row)].toSorted(([a], [b]) => a - b).map(([, cells]) => cells)
}

/** One cell in each row: a few rows of a title and what it says, and no list of names. */
function areTexts(lines: readonly (readonly SpannedCell[])[]): boolean {
  const cells = lines.map(onlyText)
  if (cells.length > MAX_LINES || cells.some((cell) => cell === null || cell.column !== cells[0]?.column))
    return false
  return (
    cells.length === 1 ||
    cells.some((cell) => cell !== null && (cell.columnSpan > 1 || wordsOf(cell) >= MIN_TITLE_WORDS))
  )
}

/** The rows of one text at the top. Each has to begin where the block does, or to lie over several columns. */
function titlesOf(lines: readonly (readonly SpannedCell[])[], left: number): SpannedCell[] {
  const titles: SpannedCell[] = []
  for (const line of lines.slice(0, MAX_LINES)) {
    const cell = onlyText(line)
    const above = titles.at(-1)
    if (cell === null || (cell.column > left && cell.columnSpan === 1)) break
    if (above !== undefined && above.row + above.rowSpan > cell.row) break
    titles.push(cell)
  }
  return titles
}

/**
 * Whether a table begins here with a head: texts over all of its columns. Where rows of one text stand within the table,
 * the first one is as they are, unless there are numbers under the head.
 */
function isTitled(lines: readonly (readonly SpannedCell[])[]): boolean {
  const [head, ...body] = lines
  if (head === undefined || head.length < 2 || body.length === 0) return false
  if (body.slice(0, -1).every((line) => line.length > 1)) return true
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0)
  return (
    head.length === width && head.every(isText) && body.some((line) => line.length > 1 && !line.every(isText))
  )
}

/** A merged cell over a row of several is a title whatever follows. */
const isMergedOver = (
  line: readonly SpannedCell[] | undefined,
  below: readonly SpannedCell[] | undefined,
): boolean => {
  const [cell, ...others] = line ?? []
  return (
    cell !== undefined &&
    others.length === 0 &&
    cell.columnSpan > 1 &&
    (below?.length ?? 0) > 1 &&
    below?.[0]?.row === cell.row + cell.rowSpan
  )
}

/** The rows at the bottom that say something and name nothing: merged, with the mark of a note, or longer than all names. */
function notesOf(lines: readonly (readonly SpannedCell[])[], left: number): SpannedCell[] {
  const notes: SpannedCell[] = []
  if (lines.every((line) => line.length === 1)) return notes
  const longest = new Map<SpannedCell, number>()
  let longestSoFar = 0
  for (const line of lines) {
    const cell = line.length === 1 ? line[0] : line.find(({ column }) => column === left)
    if (cell !== undefined) longest.set(cell, longestSoFar)
    if (line.length > 1) longestSoFar = Math.max(longestSoFar, cell?.text.length ?? 0)
  }
  const reach = lines
    .slice(0, -1)
    .flat()
    .reduce((lowest, cell) => Math.max(lowest, cell.rowSpan > 1 ? cell.row + cell.rowSpan : 0), 0)
  for (const line of lines.slice(2).toReversed()) {
    const cell = onlyText(line)
    if (cell === null || cell.row < reach || notes.length >= MAX_LINES) break
    if (cell.column > left && cell.columnSpan === 1) break
    const isSaid = wordsOf(cell) >= MIN_NOTE_WORDS && cell.text.length > (longest.get(cell) ?? 0)
    if (cell.columnSpan === 1 && !NOTE_MARK.test(cell.text) && !isSaid) break
    notes.unshift(cell)
  }
  return notes
}

/** Null where a row has several cells, or one of numbers alone. */
function onlyText(line: readonly SpannedCell[]): SpannedCell | null {
  const [cell, ...others] = line
  return cell !== undefined && others.length === 0 && isText(cell) ? cell : null
}

const isText = ({ text }: SpannedCell): boolean => /\p{L}/u.test(text)

const wordsOf = ({ text }: SpannedCell): number => text.split(/\s+/, MIN_NOTE_WORDS + 1).length
