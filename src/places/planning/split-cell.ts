// Cuts a cell that holds more places than its provider shows into parts that hold fewer.
import type { ResolvedArea } from '#contract/location.ts'
import { bboxContains, type Bbox, type LatLng } from '#kit/geo.ts'
import { areaTouches } from './area-touches.ts'
import { sizeOf, type CellBox } from './cells.ts'

/** A cell that is smaller than this and still too full stays as it is and is reported. */
const MIN_SPLIT_M = 100
/** The same where the provider shows all it finds: what is cut of so little is not cut for its size. */
const MIN_UNCAPPED_SPLIT_M = 200
/** Without any idea how full the cell is: few levels down to the first part that can be searched to its end. */
const PARTS_IN_THE_DARK = 6
const MOST_PARTS = 32
/** How full a part is meant to be: fuller ones would often turn out to be too full. */
const FILL = 2 / 3
/** A cell that was searched is too full, whatever was expected. */
const FEWEST_PARTS_OF_SEARCHED = 3

export interface FullCell {
  readonly box: CellBox
  /** Places that were seen in it: where it is cut, so that its parts hold about the same number. */
  readonly sample: readonly LatLng[]
  /** How many places it may hold, or null where nothing is known. */
  readonly expected: number | null
  /** How many of them the provider shows of a cell; null: as many as it can. */
  readonly maxResults: number | null
  /** Whether it was searched, so that it surely holds more than that. */
  readonly searched: boolean
}

/** The parts that the area reaches, which leave nothing of it out; null where the cell cannot be split any further. */
export function splitCell(cell: FullCell, area: ResolvedArea): Bbox[] | null {
  const box = cell.box ?? area.bbox
  const { widthM, heightM } = sizeOf(box)
  const least = cell.maxResults === null ? MIN_UNCAPPED_SPLIT_M : MIN_SPLIT_M
  if (Math.max(widthM, heightM) < least) return null
  return cut(box, cell.sample, partsOf(cell)).filter((part) => areaTouches(area, part))
}

function partsOf({ sample, expected, maxResults, searched }: FullCell): number {
  if (expected === null || maxResults === null) return PARTS_IN_THE_DARK
  const wanted = Math.ceil(expected / (maxResults * FILL))
  // More parts than the sample can tell apart would be cut blindly.
  const sensible = Math.min(wanted, MOST_PARTS, Math.floor(sample.length / 1.5))
  return Math.max(sensible, searched ? FEWEST_PARTS_OF_SEARCHED : 2)
}

/** Halves the box along its longer side, again and again, each time with as many points on either side as parts. */
function cut(box: Bbox, points: readonly LatLng[], parts: number): Bbox[] {
  if (parts <= 1) return [box]
  const before = Math.floor(parts / 2)
  const [west, south, east, north] = box
  const { widthM, heightM } = sizeOf(box)
  const across = widthM >= heightM
  const at = across
    ? boundary(
        points.map(({ lng }) => lng),
        before / parts,
        west,
        east,
      )
    : boundary(
        points.map(({ lat }) => lat),
        before / parts,
        south,
        north,
      )
  const first: Bbox = across ? [west, south, at, north] : [west, south, east, at]
  const second: Bbox = across ? [at, south, east, north] : [west, at, east, north]
  return [
    ...cut(
      first,
      points.filter((point) => bboxContains(first, point)),
      before,
    ),
    ...cut(
      second,
      points.filter((point) => bboxContains(second, point)),
      parts - before,
    ),
  ]
}

/** Between two points such that `share` of them lie below; by length where the points do not tell. */
function boundary(values: number[], share: number, low: number, high: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const index = Math.round(sorted.length * share)
  const middle = ((sorted[index - 1] ?? NaN) + (sorted[index] ?? NaN)) / 2
  return middle > low && middle < high ? middle : low + (high - low) * share
}
