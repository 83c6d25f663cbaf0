// The order in which a reader sees the shapes of a slide: rows from top to bottom, columns one after the other.
import { rightToLeftLetters } from '#parsing/documents/model/right-to-left.ts'

/** In any one unit; `top` is the smaller of the two. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Boxed<T> extends Box {
  readonly item: T
}

/** More shapes than a reader could look at stay in the order of the file. */
const MAX_SHAPES = 500
/** Shapes that overlap by this part of their size are still beside each other. */
const OVERLAP = 0.1
/** A gap between columns is this much wider than those between their lines. */
const WIDER = 1.5
/** A column this much narrower than the next one has the labels of its lines. */
const NARROW = 1 / 3

/** Shapes without a box keep all of them in the order of the file. */
export function inReadingOrder<T>(
  items: readonly T[],
  boxOf: (item: T) => Box | null,
  isRightToLeft: boolean,
): T[] {
  if (items.length < 2 || items.length > MAX_SHAPES) return [...items]
  const boxed: Boxed<T>[] = []
  for (const item of items) {
    const box = boxOf(item)
    if (box === null) return [...items]
    boxed.push({ ...(isRightToLeft ? { ...box, left: -box.right, right: -box.left } : box), item })
  }
  return ordered(boxed).map(({ item }) => item)
}

function ordered<T>(shapes: readonly Boxed<T>[]): readonly Boxed<T>[] {
  if (shapes.length < 2) return shapes
  const [rows, columns] = [partsOf(shapes, down), partsOf(shapes, across)]
  if (rows.length > 1 && (columns.length < 2 || !areColumns(rows, columns))) return rows.flatMap(ordered)
  if (columns.length > 1) return columns.flatMap(ordered)
  // A frame around the others is read before them.
  const frame = shapes.find((shape) => shapes.every((other) => other === shape || isAround(shape, other)))
  return frame === undefined
    ? linesOf(shapes)
    : [frame, ...ordered(shapes.filter((shape) => shape !== frame))]
}

const down = ({ top, bottom }: Box): [number, number] => [top, bottom]
const across = ({ left, right }: Box): [number, number] => [left, right]

/** Cut where nothing but white is. */
function partsOf<T>(shapes: readonly Boxed<T>[], sides: (box: Box) => [number, number]): Boxed<T>[][] {
  const inset = shapes.map((shape) => {
    const [from, to] = sides(shape)
    const margin = (to - from) * OVERLAP
    return { shape, from: from + margin, to: to - margin }
  })
  const parts: Boxed<T>[][] = []
  let end = -Infinity
  for (const { shape, from, to } of inset.toSorted((a, b) => a.from - b.from)) {
    if (from >= end) parts.push([])
    parts.at(-1)?.push(shape)
    end = Math.max(end, to)
  }
  return parts
}

/** Whether shapes in rows and columns are read by columns: a heading and its text below it, beside the next pair. */
function areColumns<T>(rows: readonly Boxed<T>[][], columns: readonly Boxed<T>[][]): boolean {
  const [first, second] = columns
  if (first === undefined || second === undefined || (rows.length > columns.length && rows.length > 3))
    return false
  const width = (column: readonly Box[]): number => extent(column, across)[1] - extent(column, across)[0]
  if (width(first) < width(second) * NARROW) return false
  return Math.min(...gapsOf(columns, across)) > WIDER * Math.max(...gapsOf(rows, down))
}

function gapsOf(parts: readonly (readonly Box[])[], sides: (box: Box) => [number, number]): number[] {
  const ends = parts.map((part) => extent(part, sides))
  return ends.slice(1).map(([from], at) => Math.max(0, from - (ends[at]?.[1] ?? from)))
}

function extent(boxes: readonly Box[], sides: (box: Box) => [number, number]): [number, number] {
  const all = boxes.map(sides)
  return [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]
}

function isAround(frame: Box, { left, top, right, bottom }: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom
}

/** Shapes that overlap: by their upper edges, those of about the same one from the left. */
function linesOf<T>(shapes: readonly Boxed<T>[]): Boxed<T>[] {
  const lines: Boxed<T>[][] = []
  for (const shape of shapes.toSorted((a, b) => a.top - b.top)) {
    const first = lines.at(-1)?.[0]
    if (first !== undefined && shape.top < first.top + (first.bottom - first.top) / 4)
      lines.at(-1)?.push(shape)
    else lines.push([shape])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.left - b.left))
}

/** Whether most letters run from right to left. */
export const runsRightToLeft = (text: string): boolean =>
  rightToLeftLetters(text) * 2 > text.replace(/[^\p{L}]/gu, '').length
