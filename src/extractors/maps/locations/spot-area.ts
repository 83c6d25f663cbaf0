// How far around something people mean that has a position but is no area: a landmark, a street, a house, a postcode.
import type { AreaGeometry, Position } from '#kit/geo/geometry.ts'
import { itemAt } from '#kit/item-at.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { hullAround } from '#extractors/maps/geometry/hull-around.ts'

/** What is no area by itself. */
export type SpotKind = 'landmark' | 'street' | 'square' | 'address' | 'postcode'

/** Metres. Around a door or a sight people walk some minutes; a street or a square is the houses along it; a postcode ends between two houses. */
const MARGINS: Readonly<Record<SpotKind, number>> = {
  landmark: 500,
  address: 500,
  street: 100,
  square: 150,
  postcode: 50,
}

/**
 * The outline with a margin, by default that of its kind, or the circle for a single point, and a sentence that says so. `lines`: what
 * the points run along.
 */
export function aroundSpot(
  kind: SpotKind,
  points: readonly Position[],
  name: string,
  lines: readonly (readonly Position[])[] = [],
  radiusM = MARGINS[kind],
): { readonly geometry: AreaGeometry | null; readonly radiusM: number; readonly detail: string } {
  const detail =
    kind === 'square'
      ? `"${name}" is a square; what is within ${radiusM} m of it is searched.`
      : `"${name}" is no area; what is within ${radiusM} m of it is searched.`
  const geometry =
    lines.length > 0 ? alongLines(lines, radiusM) : points.length < 2 ? null : hullAround(points, radiusM)
  return { geometry, radiusM, detail }
}

/** What lies between the bends of a line is not near it. */
function alongLines(lines: readonly (readonly Position[])[], marginM: number): AreaGeometry {
  const pieces = lines.flatMap((line) => line.slice(1).map((to, at) => [itemAt(line, at), to]))
  return { type: 'MultiPolygon', coordinates: pieces.map((piece) => hullAround(piece, marginM).coordinates) }
}

/** The error `unknown_area` for a text that is read but means no place. */
export function refusedLocation(text: string, detail: string, pointer: string): SurveyorError {
  const message = `The location "${text}" cannot be resolved: ${detail}.`
  return new SurveyorError('unknown_area', message, { errors: [{ pointer, code: 'unknown_area', detail }] })
}
