// Which boxes an index of a part of Overture holds: searches near one another share one.
import type { Bbox } from '#kit/geo/geometry.ts'
import { asPlainBoxes } from '#extractors/maps/geometry/box-cover.ts'

/** Some 28 km: a city with what is around it. */
const STEP_DEGREES = 0.25

/** The boxes of a grid around an area; two where it crosses the antimeridian. */
export function indexBoxes(area: Bbox): Bbox[] {
  return asPlainBoxes(area).map(([west, south, east, north]) => [
    down(west),
    Math.max(-90, down(south)),
    up(east),
    Math.min(90, up(north)),
  ])
}

function down(degrees: number): number {
  return Math.floor(degrees / STEP_DEGREES) * STEP_DEGREES
}

function up(degrees: number): number {
  return Math.ceil(degrees / STEP_DEGREES) * STEP_DEGREES
}
