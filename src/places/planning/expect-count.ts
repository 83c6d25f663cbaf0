// Estimates how many places a cell holds before it is searched, from the results of its neighbours.
import { bboxContains, type Bbox, type LatLng } from '#kit/geo/geometry.ts'

/** A cell that was too full and was split: the sample that it showed, and the places found in its parts so far. */
export interface SplitCell {
  readonly sample: readonly LatLng[]
  /** Points of the sample in the fully searched parts. */
  readonly seenSample: number
  /** Places in these parts. */
  readonly seenPlaces: number
}

/** How many places are expected in a cell. */
export interface Expectation {
  readonly count: number
  /** The points of the sample that the estimate is based on. */
  readonly sample: readonly LatLng[]
}

/** With fewer points the ratio is not reliable. */
const MIN_SEEN = 3
/**
 * Splitting a cell that was not too full costs a request or two; searching one that is too full costs all its pages.
 */
const TOO_FULL = 0.8

/** `ancestors`: the nearest first. Null when none of them has enough data. */
export function expectCount(box: Bbox, ancestors: readonly SplitCell[]): Expectation | null {
  const known = ancestors.find(({ seenSample }) => seenSample >= MIN_SEEN)
  if (known === undefined) return null
  const sample = pointsIn(box, known.sample)
  return { sample, count: (sample.length * known.seenPlaces) / known.seenSample }
}

/** Whether it is better to split a cell than to search it. */
export function isSurelyTooFull({ count, sample }: Expectation, maxResults: number): boolean {
  return count > maxResults * TOO_FULL && sample.length >= 2
}

/** Those of `points` inside the box, its edges included. */
export function pointsIn(box: Bbox, points: readonly LatLng[]): LatLng[] {
  return points.filter((point) => bboxContains(box, point))
}

/** Of the points that ancestors of a cell showed in its box, those that its own pages, shown to the end, did not. */
export function missedOf(
  box: Bbox,
  shown: readonly LatLng[],
  ancestors: readonly Pick<SplitCell, 'sample'>[],
): number {
  const here = new Set(shown.map(keyOf))
  const known = ancestors.flatMap(({ sample }) => pointsIn(box, sample).map(keyOf))
  return new Set(known).difference(here).size
}

function keyOf({ lat, lng }: LatLng): string {
  return `${lat} ${lng}`
}
