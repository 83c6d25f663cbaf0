// Finds tables that are drawn with lines: a grid of rules, cells merged where no rule is between them.
import type { TableBlock, TableCell } from '#parsing/documents/model/document-blocks.ts'
import type { Box } from '#parsing/documents/pdf/engine/box.ts'
import type { Rule } from '#parsing/documents/pdf/page/page-content.ts'
import type { Piece } from '#parsing/documents/pdf/page/text-pieces.ts'
import { unionOf } from '#parsing/documents/pdf/page/text-pieces.ts'
import { columnOf } from '#parsing/documents/pdf/page/reading-order.ts'
import { joinLines } from '#parsing/documents/pdf/page/join-lines.ts'

export interface FoundTable extends Box {
  readonly table: TableBlock
  /** The pieces that are in it. */
  readonly pieces: ReadonlySet<Piece>
}

const TOUCH = 3
const MIN_CELL = 4
/** Merged cells have no line between them. */
const MIN_COVERED = 0.75
const MAX_LINES = 400
/** More rules than this are a drawing. */
const MAX_RULES = 2_000

export function ruledTables(rules: readonly Rule[], pieces: readonly Piece[], page: number): FoundTable[] {
  if (rules.length > MAX_RULES) return []
  return groupsOf(rules).flatMap((group) => tableOf(group, pieces, page) ?? [])
}

/** Rules that touch each other. */
function groupsOf(rules: readonly Rule[]): Rule[][] {
  const groups: { rules: Rule[]; box: Box }[] = []
  for (const rule of rules) {
    const touching = groups.filter(
      ({ box, rules: members }) => near(box, rule) && members.some((each) => near(each, rule)),
    )
    const [first, ...others] = touching
    if (first === undefined) {
      groups.push({ rules: [rule], box: rule })
      continue
    }
    first.rules.push(rule)
    for (const other of others) {
      first.rules.push(...other.rules)
      groups.splice(groups.indexOf(other), 1)
    }
    first.box = unionOf([first.box, rule, ...others.map(({ box }) => box)])
  }
  return groups.map(({ rules: members }) => members)
}

const near = (a: Box, b: Box): boolean =>
  a.left <= b.right + TOUCH &&
  b.left <= a.right + TOUCH &&
  a.bottom <= b.top + TOUCH &&
  b.bottom <= a.top + TOUCH

function tableOf(rules: readonly Rule[], pieces: readonly Piece[], page: number): FoundTable | null {
  const across = rules.filter(({ horizontal }) => horizontal)
  const down = rules.filter(({ horizontal }) => !horizontal)
  const box = unionOf(rules)
  const inside = pieces.filter((piece) => isInside(piece, box))
  const ys = linesAt(across.map(({ top, bottom }) => (top + bottom) / 2)).toReversed()
  const drawn = linesAt(down.filter(({ ground }) => ground !== true).map(({ left }) => left))
  const xs = linesAt([...down.map(({ left, right }) => (left + right) / 2), ...openEdges(down, box, inside)])
  if (xs.length < 2 || ys.length < 2 || xs.length + ys.length < 5 || inside.length === 0) return null
  if (xs.length > MAX_LINES || ys.length > MAX_LINES) return null
  // Grounds of some rows and cells, without lines between the others, are no grid; those of all cells are.
  const isGround = xs.length > 2 && ys.length > 3 && coveredShare(xs, down, box) >= MIN_COVERED
  if (drawn.length * 2 < xs.length && !isGround) return null
  const cells = cellsOf(xs, ys, across, down, inside)
  const filled = cells.filter(({ text }) => text !== '')
  // A frame around a text, and boxes of a diagram, are no tables.
  const fullRow = filled.some((cell) => filled.some((other) => other !== cell && other.row === cell.row))
  if (filled.length < 3 || filled.length < cells.length / 4 || !fullRow) return null
  // The boxes of a diagram line up with each other by chance, so that most of them span.
  if (cells.length < ((xs.length - 1) * (ys.length - 1)) / 2) return null
  const place = { page, ...box, origin: 'BOTTOMLEFT' as const }
  const table: TableBlock = {
    kind: 'table',
    rows: ys.length - 1,
    columns: xs.length - 1,
    cells: cells.map((cell) => ({ ...cell, columnHeader: cell.row === 0 })),
    captions: [],
    place,
  }
  return { ...box, table, pieces: new Set(inside) }
}

/** The part of the lines at `xs`, from top to bottom, along which something is drawn. */
function coveredShare(xs: readonly number[], down: readonly Rule[], box: Box): number {
  let covered = 0
  for (const x of xs) {
    const here = down
      .filter(({ left }) => Math.abs(left - x) <= MIN_CELL)
      .toSorted((a, b) => a.bottom - b.bottom)
    let end = box.bottom
    for (const { bottom, top } of here) {
      covered += Math.max(0, top - Math.max(bottom, end))
      end = Math.max(end, top)
    }
  }
  return covered / (xs.length * (box.top - box.bottom))
}

/** A table is often open at its sides: what stands beyond the outermost line is a column, too. */
function openEdges(down: readonly Rule[], box: Box, inside: readonly Piece[]): number[] {
  if (down.length === 0) return []
  const [first, last] = [
    Math.min(...down.map(({ left }) => left)),
    Math.max(...down.map(({ right }) => right)),
  ]
  return [
    ...(inside.some((piece) => piece.right <= first + 1) ? [box.left] : []),
    ...(inside.some((piece) => piece.left >= last - 1) ? [box.right] : []),
  ]
}

const isInside = (piece: Box, box: Box): boolean => {
  const [x, y] = [(piece.left + piece.right) / 2, (piece.bottom + piece.top) / 2]
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.bottom - 1 && y <= box.top + 1
}

/** Places of lines, those beside each other as one; from small to large. */
function linesAt(places: readonly number[]): number[] {
  const lines: number[] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = lines.at(-1)
    if (last === undefined || place - last > MIN_CELL) lines.push(place)
  }
  return lines
}

type GridCell = Omit<TableCell, 'blocks' | 'columnHeader' | 'rowHeader'>

function cellsOf(
  xs: readonly number[],
  ys: readonly number[],
  across: readonly Rule[],
  down: readonly Rule[],
  inside: readonly Piece[],
): GridCell[] {
  const [rows, columns] = [ys.length - 1, xs.length - 1]
  const taken = new Set<number>()
  const at = (list: readonly number[], index: number): number => list[index] ?? 0
  const hasRight = (row: number, column: number): boolean => {
    const [x, y] = [at(xs, column + 1), (at(ys, row) + at(ys, row + 1)) / 2]
    return down.some(
      (rule) => Math.abs((rule.left + rule.right) / 2 - x) <= MIN_CELL && rule.bottom <= y && rule.top >= y,
    )
  }
  const hasBelow = (row: number, column: number): boolean => {
    const [x, y] = [(at(xs, column) + at(xs, column + 1)) / 2, at(ys, row + 1)]
    return across.some(
      (rule) => Math.abs((rule.top + rule.bottom) / 2 - y) <= MIN_CELL && rule.left <= x && rule.right >= x,
    )
  }
  const cells: GridCell[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue
      let columnSpan = 1
      while (column + columnSpan < columns && !hasRight(row, column + columnSpan - 1)) columnSpan += 1
      let rowSpan = 1
      while (row + rowSpan < rows && !hasBelow(row + rowSpan - 1, column)) rowSpan += 1
      for (let r = row; r < row + rowSpan; r += 1)
        for (let c = column; c < column + columnSpan; c += 1) taken.add(r * columns + c)
      const box = {
        left: at(xs, column),
        right: at(xs, column + columnSpan),
        top: at(ys, row),
        bottom: at(ys, row + rowSpan),
      }
      cells.push({
        row,
        column,
        rowSpan,
        columnSpan,
        text: textIn(inside.filter((piece) => isInside(piece, box))),
      })
    }
  }
  return cells
}

/** The words of a cell, line after line. */
export function textIn(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return ''
  return joinLines(columnOf(pieces).lines.map((line) => line.pieces.map(({ text }) => text).join(' ')))
}
