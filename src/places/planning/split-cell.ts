// Cuts a cell that holds more places than its provider shows into parts that hold fewer.
import type { ResolvedArea } from '#contract/places/location.ts'
import { bboxContains, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { areaTouches } from './area-filter.ts'
import { sizeOf, type CellBox } from './cells.ts'

/** A smaller cell that is still too full is not split, and is reported. */
const MIN_SPLIT_M = 100
/**
 * The same for a provider that shows all it finds: an answer for such a small cell is not truncated because of the size
 * of the cell.
 */
const MIN_UNCAPPED_SPLIT_M = 200
/** Used without any estimate: few levels down to the first part that can be searched completely. */
const PARTS_IN_THE_DARK = 6
const MAX_PARTS = 32
/** How full a part should be: fuller parts would often turn out to be too full. */
const FILL = 2 / 3
/** A cell that was searched is too full, whatever the estimate was. */
const MIN_PARTS_OF_SEARCHED = 3

/** A cell, and what is known about its contents. */
export interface FullCell {
  readonly box: CellBox
  /** Places seen in the cell: they decide where it is cut, so that its parts hold about the same number. */
  readonly sample: readonly LatLng[]
  /** The estimated number of places, or null when nothing is known. */
  readonly expected: number | null
  /** How many of them the provider shows for a cell; null: no cap. */
  readonly maxResults: number | null
  /** Whether it was searched, so that it certainly holds more than that. */
  readonly searched: boolean
}

/** The parts that the area intersects, which together cover it; null when the cell cannot be split any further. */
export function splitCell(cell: FullCell, area: ResolvedArea): Bbox[] | null {
  const box = cell.box ?? area.bbox
  const { widthM, heightM } = sizeOf(box)
  const min = cell.maxResults === null ? MIN_UNCAPPED_SPLIT_M : MIN_SPLIT_M
  if (Math.max(widthM, heightM) < min) return null
  return cut(box, cell.sample, partsOf(cell)).filter((part) => areaTouches(area, part))
}

function partsOf({ sample, expected, maxResults, searched }: FullCell): number {
  if (expected === null || maxResults === null) return PARTS_IN_THE_DARK
  const wanted = Math.ceil(expected / (maxResults * FILL))
  // More parts than the sample can distinguish would be cut blindly.
  const sensible = Math.min(wanted, MAX_PARTS, Math.floor(sample.length / 1.5))
  return Math.max(sensible, searched ? MIN_PARTS_OF_SEARCHED : 2)
}

/** Halves the box along its longer side repeatedly, each time with points on either side in proportion to the parts. */
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

/** A value between two points such that `share` of them lie below; by length when the points do not decide. */
function boundary(values: number[], share: number, low: number, high: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const index = Math.round(sorted.length * share)
  const middle = ((sorted[index - 1] ?? NaN) + (sorted[index] ?? NaN)) / 2
  return middle > low && middle < high ? middle : low + (high - low) * share
}
