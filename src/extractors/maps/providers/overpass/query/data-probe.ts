// Asks whether a server knows anything at all of an area: many hold one country, and elsewhere find nothing of anything.
import type { Bbox } from '#kit/geo/geometry.ts'
import { boxClauses } from './area-clauses.ts'

/** Samples along each side of the area; of one up to this size times the length of a sample they leave nothing out. */
const SAMPLES = 4
/** About five kilometres: where people live there is a road in it. */
const MAX_SAMPLE_DEGREES = 0.05

/**
 * Queries that find one road, if there is one: in samples spread over the box, and in all of it where those hold none, which
 * costs little where there is little. The box may cross the antimeridian.
 */
export function dataProbes(box: Bbox): readonly [string, string] {
  return [oneRoadIn(samplesOf(box)), oneRoadIn([box])]
}

function samplesOf([west, south, east, north]: Bbox): Bbox[] {
  const width = west <= east ? east - west : east - west + 360
  const [stepX, stepY] = [width / SAMPLES, (north - south) / SAMPLES]
  const [sizeX, sizeY] = [Math.min(stepX, MAX_SAMPLE_DEGREES), Math.min(stepY, MAX_SAMPLE_DEGREES)]
  const samples: Bbox[] = []
  for (let row = 0; row < SAMPLES; row += 1) {
    for (let column = 0; column < SAMPLES; column += 1) {
      const from = west + (column + 0.5) * stepX - sizeX / 2
      const low = south + (row + 0.5) * stepY - sizeY / 2
      samples.push([wrapped(from), low, wrapped(from + sizeX), low + sizeY])
    }
  }
  return samples
}

function oneRoadIn(boxes: readonly Bbox[]): string {
  const statements = boxes.flatMap(boxClauses).map((clause) => `way["highway"]${clause};`)
  return `(${statements.join('')});out center tags 1;`
}

function wrapped(lng: number): number {
  return lng > 180 ? lng - 360 : lng
}
