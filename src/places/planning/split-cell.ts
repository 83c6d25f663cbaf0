// Cuts a cell that holds more places than its provider shows into parts that hold fewer.
import type { ResolvedArea } from '#contract/places/location.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { areaTouches } from './area-filter.ts'
import { sizeOf, type CellBox } from './cells.ts'
import { pointsIn } from './expect-count.ts'

/** A smaller cell that is still too full is not split, and is reported. */
const MIN_SPLIT_M = 100
/**
 * The same for a provider that shows all it finds: an answer for such a small cell is not truncated because of the size
 * of the cell.
 */
const MIN_UNCAPPED_SPLIT_M = 200
/** Of a cell whose provider shows no more than it has, so that nothing is known of what is missing. */
const PARTS_IN_THE_DARK = 6
const MAX_PARTS = 32
/** Points of the sample in the part that shows how many places stand behind each: enough to tell, few enough to fit. */
const MAX_PROBE_POINTS = 9
/** How full a part should be: fuller parts would often turn out to be too full. */
const FILL = 0.5
const MIN_PARTS = 2

/** A cell, and what is known about its contents. */
export interface FullCell {
  readonly box: CellBox
  /** Places seen in the cell: they decide where it is cut, so that its parts hold about the same number. */
  readonly sample: readonly LatLng[]
  /** The estimated number of places, or null when nothing is known. */
  readonly expected: number | null
  /** How many of them the provider shows for a cell; null: no cap. */
  readonly maxResults: number | null
}

/** The parts of a cell. */
export interface Parts {
  /** Together they cover what the area has of the cell. */
  readonly boxes: readonly Bbox[]
  /** Each is searched only when the one before it has ended, which shows how to go on. */
  readonly inTurn: boolean
}

/** Only parts that the area intersects; null when the cell cannot be split any further. */
export function splitCell(cell: FullCell, area: ResolvedArea): Parts | null {
  const { sample, expected, maxResults } = cell
  const box = cell.box ?? area.bbox
  const min = maxResults === null ? MIN_UNCAPPED_SPLIT_M : MIN_SPLIT_M
  if (lengthOf(box) < min) return null
  const inTurn = expected === null && maxResults !== null
  const boxes = inTurn ? halvings(box, sample) : cut(box, sample, partsOf(cell))
  return { boxes: boxes.filter((part) => areaTouches(area, part)), inTurn }
}

function partsOf({ sample, expected, maxResults }: FullCell): number {
  if (expected === null || maxResults === null) return PARTS_IN_THE_DARK
  const wanted = Math.ceil(expected / (maxResults * FILL))
  // More parts than the sample can distinguish would be cut blindly.
  return Math.max(MIN_PARTS, Math.min(wanted, MAX_PARTS, Math.floor(sample.length / 1.5)))
}

/** Halves the box until a half has few points of the sample. That one comes first, then its ever larger neighbours. */
function halvings(box: Bbox, sample: readonly LatLng[]): Bbox[] {
  const parts: Bbox[] = []
  let [rest, points] = [box, sample]
  do {
    const halves = cut(rest, points, 2).map((half) => ({ half, inside: pointsIn(half, points) }))
    const [fuller, other] = halves.toSorted((a, b) => b.inside.length - a.inside.length)
    if (fuller === undefined || other === undefined) break
    parts.unshift(other.half)
    ;[rest, points] = [fuller.half, fuller.inside]
  } while (points.length > MAX_PROBE_POINTS && lengthOf(rest) >= MIN_SPLIT_M && parts.length < MAX_PARTS)
  return [rest, ...parts]
}

/** Of its longer side. */
function lengthOf(box: Bbox): number {
  const { widthM, heightM } = sizeOf(box)
  return Math.max(widthM, heightM)
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
    ...cut(first, pointsIn(first, points), before),
    ...cut(second, pointsIn(second, points), parts - before),
  ]
}

/** A value between two points such that `share` of them lie below; by length when the points do not decide. */
function boundary(values: number[], share: number, low: number, high: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const index = Math.round(sorted.length * share)
  const middle = ((sorted[index - 1] ?? NaN) + (sorted[index] ?? NaN)) / 2
  return middle > low && middle < high ? middle : low + (high - low) * share
}
