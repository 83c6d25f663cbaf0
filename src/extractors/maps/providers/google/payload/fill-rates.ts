// How many places of an answer have each field: a field that every place has cannot be empty in all of them.
import type { MapPlace } from '#contract/places/place.ts'
import type { FieldCounts } from '#contract/run-reports.ts'
import { extractError } from '#extract/errors.ts'

/** Fields whose rates are watched, as `provenance` names them. */
const WATCHED = [
  'categories',
  'address.formatted',
  'address.city',
  'address.countryCode',
  'phone',
  'website',
  'rating',
  'ratingCount',
  'ratingDistribution',
  'openingHours',
  'status',
  'photos',
  'attributes',
  'plusCode',
  'links',
] as const
/** Every recorded place has them, of whatever kind and tier. */
const ALWAYS: readonly (typeof WATCHED)[number][] = ['categories', 'address.formatted']
/** Fewer places may all lack a field by chance. */
const MIN_PLACES = 5

/** For the report of a run. `payload`: which kind of answer the places are from. */
export function countFields(payload: 'search' | 'place', places: readonly MapPlace[]): FieldCounts {
  const filled = (field: string): number =>
    places.filter(({ provenance }) => provenance[field] !== undefined).length
  return {
    provider: 'google',
    payload,
    places: places.length,
    filled: Object.fromEntries(WATCHED.map((field) => [field, filled(field)])),
  }
}

/** `arrays`: how many places the answer has, readable or not. Throws `upstream_changed`. */
export function checkFields({ filled, places }: FieldCounts, arrays: number): void {
  if (places * 2 < arrays) {
    throw extractError(
      'upstream_changed',
      `Of ${arrays} places in the answer only ${places} have a name, an id and a position.`,
    )
  }
  const empty = ALWAYS.filter((field) => filled[field] === 0)
  if (places < MIN_PLACES || empty.length === 0) return
  throw extractError(
    'upstream_changed',
    `None of ${places} places has ${empty.join(' and ')}, which every place has: the map has moved its fields.`,
  )
}
