// The query of the place lists: its parameters and their parsed form.
import { Type, type Static } from 'typebox'
import { PLACE_STATES } from '#contract/places/lists/browse.ts'
import { FACETS } from '#contract/places/lists/facets.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { CHANGE_KINDS } from '#contract/places/changes/history.ts'
import { LanguageTag, Timestamp, Words } from '#contract/schema.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { WEEKDAYS } from '#kit/time/time-of-day.ts'
import { COLUMN_NAMES } from '#places/exports/export-columns.ts'
import { checkLocation } from '#places/planning/check-location.ts'
import { crossedBounds } from '#platform/http/input/crossed-bounds.ts'
import { listQuery } from '#platform/http/output/pagination.ts'

export const PLACE_SORTS = ['firstSeenAt', '-lastSeenAt', 'name', 'rating', '-rating', 'distance'] as const
/** One of `PLACE_SORTS`; a minus sign is descending. */
export type PlaceSort = (typeof PLACE_SORTS)[number]

const OPEN_STATES = ['open', 'closed', 'unknown'] as const
/** What lists can be asked for: the kinds of changes, and what no field shows. */
export const PLACE_CHANGES = ['new', 'missing', ...CHANGE_KINDS] as const

const DEFAULT_RADIUS_M = 1_000
const NUMBER = String.raw`-?\d{1,3}(\.\d{1,15})?`

const FILTERS = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words of the name, the category, the address or the website; from four letters on also parts of a name, and small typos are forgiven. Or a phone number, an e-mail address, or any id of a place (`node/1`, `wikidata:Q42`). `*` is every place.',
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'Any of these, comma-separated: `amenity/cafe`, or in words, as a search takes them: `cafe`, `restaurants`. ' +
        '`shop/*` is every category of a key; `amenity/cafe+cuisine/cake` must hold together.',
    }),
  ),
  near: Type.Optional(Type.String({ pattern: `^${NUMBER},${NUMBER}$`, description: '`lat,lng`' })),
  radiusM: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 500_000,
      description: `Around \`near\`, ${DEFAULT_RADIUS_M} where absent.`,
    }),
  ),
  bbox: Type.Optional(
    Type.String({
      pattern: `^${NUMBER}(,${NUMBER}){3}$`,
      description: '`west,south,east,north`; west may exceed east across the antimeridian.',
    }),
  ),
  city: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Upper and lower case are one.' }),
  ),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Upper and lower case are one.' }),
  ),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2.' })),
  sessionId: Type.Optional(Type.String({ description: 'Places that a search of this session found.' })),
  searchId: Type.Optional(Type.String({ description: 'Places that this search found.' })),
  hasWebsite: Type.Optional(Type.Boolean()),
  hasPhone: Type.Optional(Type.Boolean()),
  hasEmail: Type.Optional(Type.Boolean()),
  minRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
  maxRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
  provider: Type.Optional(Words(PROVIDERS, { description: 'Of a merged place that of any of its records.' })),
  status: Type.Optional(Words(PLACE_STATES)),
  openAt: Type.Optional(
    Type.Unsafe<string>({
      ...Timestamp,
      description:
        'Open at this moment in the time zone of the place, by its weekly hours and what they say of public holidays.',
    }),
  ),
  openNow: Type.Optional(
    Type.Boolean({
      description: '`true`: the same for the moment of the request. For closed places see `openState`.',
    }),
  ),
  openOn: Type.Optional(
    Type.Array(Words(WEEKDAYS), {
      maxItems: WEEKDAYS.length,
      description:
        'Open at some time of this day of the week, of each of them if there are several: `saturday,sunday`. The night ' +
        'until 6:00 belongs to the day before.',
    }),
  ),
  openState: Type.Optional(
    Words(OPEN_STATES, {
      description:
        'With `openAt` or `openNow`: `open` where absent. `unknown` are places whose hours are not known, or not as a week, or not on a holiday.',
    }),
  ),
  changedSince: Type.Optional(
    Type.Unsafe<string>({
      ...Timestamp,
      description:
        'First stored, or stored with a difference, since then. What is stored just now carries the time at which that ' +
        'began: a caller that asks again and again lets the times overlap by a minute.',
    }),
  ),
  change: Type.Optional(
    Words(PLACE_CHANGES, {
      description:
        'Places that changed in this way, with `changedSince` since then: `new` were stored for the first time, `missing` ' +
        'were not found any more by a complete search of their area. `/api/places/:id/history` has each change.',
    }),
  ),
  language: Type.Optional(LanguageTag('BCP 47: of labels and names.')),
  sort: Type.Optional(
    Words(PLACE_SORTS, {
      description:
        'Default: `distance` with `near`, else `firstSeenAt`. A minus puts the largest first; places without rating come last. What is seen again while `-lastSeenAt` is paged comes once more at the end.',
    }),
  ),
}

/** The filters and the order of every list of places. */
export const PlaceQuery = listQuery(FILTERS)
export type PlaceQuery = Static<typeof PlaceQuery>

/** The same, with what only the list of whole places has. */
export const PlaceListQuery = listQuery({
  ...FILTERS,
  columns: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'Of CSV, NDJSON and GeoJSON: the columns of an export, comma-separated (`name,phone,attributes.cuisine`), or `*` for ' +
        `all. There are ${COLUMN_NAMES}.`,
    }),
  ),
  unwind: Type.Optional(
    Words(['reviews'], {
      description:
        'Of CSV, NDJSON and GeoJSON: one row for each review, with `review.rating`, `review.text`, … beside the columns of its ' +
        'place, and `review` in a whole place; a place without reviews keeps one row. `limit` counts rows.',
    }),
  ),
  facets: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Of a page: counts over the whole list, comma-separated: ${FACETS.map((name) => `\`${name}\``).join(', ')}.`,
      examples: ['category,city'],
    }),
  ),
})

/** The parameters whose meaning needs more than their schema. */
export interface PlaceArea {
  readonly near: LatLng | null
  readonly radiusM: number
  readonly bbox: Bbox | null
  readonly sort: PlaceSort
}

/** Throws `validation_failed`. */
export function readPlaceArea(query: PlaceQuery): PlaceArea {
  const errors: FieldProblem[] = []
  const near = query.near === undefined ? null : readPoint(query.near)
  if (near !== null && (Math.abs(near.lat) > 90 || Math.abs(near.lng) > 180)) {
    errors.push({ pointer: '?near', code: 'out_of_range', detail: 'near is `lat,lng` in degrees.' })
  }
  const bbox = query.bbox === undefined ? null : readBox(query.bbox)
  if (bbox !== null) {
    const [west, south, east, north] = bbox
    const wrong = Math.abs(west) > 180 || Math.abs(east) > 180
    const [problem] = checkLocation({ bbox: [west, south, east, north] })
    if (wrong || problem !== undefined) {
      const detail = problem?.detail ?? 'West and east lie between -180 and 180.'
      errors.push({ pointer: '?bbox', code: 'invalid_bbox', detail })
    }
  }
  const sort = query.sort ?? (near === null ? 'firstSeenAt' : 'distance')
  if (near === null && sort === 'distance') {
    errors.push({ pointer: '?sort', code: 'near_missing', detail: 'Sorting by distance needs near.' })
  }
  if (near === null && query.radiusM !== undefined) {
    errors.push({ pointer: '?radiusM', code: 'near_missing', detail: 'radiusM needs near.' })
  }
  errors.push(...openProblems(query), ...crossedBounds(query, [['minRating', 'maxRating']]))
  if (errors.length > 0) throw invalidInput('The query', errors)
  return { near, radiusM: query.radiusM ?? DEFAULT_RADIUS_M, bbox, sort }
}

function openProblems({ openAt, openNow, openState }: PlaceQuery): FieldProblem[] {
  const problem = (pointer: string, code: string, detail: string) => [{ pointer, code, detail }]
  if (openNow === false) {
    return problem(
      '?openNow',
      'open_now_false',
      'openNow is `true` or absent; closed places are openState=closed.',
    )
  }
  if (openNow === true && openAt !== undefined) {
    return problem('?openNow', 'two_moments', 'Either openAt or openNow says the moment.')
  }
  if (openState === undefined || openNow === true || openAt !== undefined) return []
  return problem('?openState', 'open_at_missing', 'openState needs openAt or openNow=true.')
}

function readPoint(text: string): LatLng {
  const [lat = NaN, lng = NaN] = text.split(',').map(Number)
  return { lat, lng }
}

function readBox(text: string): Bbox {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number)
  return [west, south, east, north]
}
