// Guesses how many places a cell holds before it is searched, from what became of its neighbours.
import { bboxContains, type Bbox, type LatLng } from '#kit/geo.ts'

/** A cell that was too full and was split: what it showed of itself, and what came out in its parts so far. */
export interface SplitCell {
  readonly sample: readonly LatLng[]
  /** Points of the sample in the parts that were searched to the end. */
  readonly seenSample: number
  /** Places in these parts. */
  readonly seenPlaces: number
}

export interface Expectation {
  readonly count: number
  /** The points of the sample that the guess rests on. */
  readonly sample: readonly LatLng[]
}

/** With fewer points the ratio says too little. */
const FEWEST_SEEN = 3
/** Splitting a cell that was not too full costs a request or two, searching one that is costs all its pages. */
const TOO_FULL = 0.6

/** `ancestors`: the nearest first. Null where none of them knows enough. */
export function expectCount(box: Bbox, ancestors: readonly SplitCell[]): Expectation | null {
  const known = ancestors.find(({ seenSample }) => seenSample >= FEWEST_SEEN)
  if (known === undefined) return null
  const sample = pointsIn(box, known.sample)
  return { sample, count: (sample.length * known.seenPlaces) / known.seenSample }
}

/** Whether a cell is better split than searched. */
export function isSurelyTooFull({ count, sample }: Expectation, maxResults: number): boolean {
  return count > maxResults * TOO_FULL && sample.length >= 2
}

export function pointsIn(box: Bbox, points: readonly LatLng[]): LatLng[] {
  return points.filter((point) => bboxContains(box, point))
}
