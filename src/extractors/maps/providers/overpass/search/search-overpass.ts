// One page of a search that an Overpass server answers.
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { distanceM } from '#kit/geo/geometry.ts'
import type { Geocoder, GeocodeOptions } from '#extractors/maps/geocoding/geocoder.ts'
import type { MapAnswer } from '#extractors/maps/providers/map-provider.ts'
import { countryWithin } from '#extractors/maps/osm/country-of-point.ts'
import { osmAttribution } from '#extractors/maps/osm/osm-attribution.ts'
import { pointOf, type OsmElement } from '#extractors/maps/osm/osm-element.ts'
import { formatOsmId, osmKey } from '#extractors/maps/osm/osm-id.ts'
import { placeFromTags, type PlaceFromTagsOptions } from '#extractors/maps/osm/tags/place-from-tags.ts'
import { buildQuery, MAX_ELEMENTS } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { dataProbes } from '#extractors/maps/providers/overpass/query/data-probe.ts'
import type { OverpassAnswer } from '#extractors/maps/providers/overpass/server/overpass-answer.ts'
import type {
  OverpassClient,
  OverpassRequest,
} from '#extractors/maps/providers/overpass/server/overpass-client.ts'
import {
  comparePlaces,
  fingerprintOf,
  pageBehind,
  readPosition,
  type FoundPlace,
} from '#extractors/maps/search/place-order.ts'
import { areasInQuery, geocodeOptions } from './areas-in-query.ts'
import { overpassArea, type OverpassArea } from './overpass-area.ts'
import {
  interpretationOf,
  presentUnderstanding,
  understandingWarnings,
} from '#extractors/maps/query/understood.ts'
import { widerQueries } from '#extractors/maps/query/wider-queries.ts'
import { readQuery, type QueryReading } from './read-query.ts'

/** The servers of one search, and how long it may take. */
export interface SearchDeps {
  readonly client: OverpassClient
  readonly geocoder: Geocoder
  /** By the clock of the client. */
  readonly deadlineAt: number
  /** RFC 3339; the date of the data when the server does not give one. */
  readonly now: string
  readonly signal: AbortSignal
  readonly onWait: OverpassRequest['onWait']
}

interface FoundElement extends FoundPlace {
  readonly element: OsmElement
}

const NO_DATA = 'The map server holds no data here.'

/** Throws `unknown_area`, `validation_failed`, `invalid_cursor`, and what the geocoder and the client throw. */
export async function searchOverpass(
  input: MapsSearchInput,
  deps: SearchDeps,
): Promise<MapAnswer<MapsSearchOutput>> {
  const { query, location, categories, country, language } = input
  const identity = JSON.stringify([query, location, categories, country, language, input.queryArea])
  const fingerprint = fingerprintOf(identity)
  const after = readPosition(input.cursor, fingerprint)
  const options = geocodeOptions(input, deps.signal)
  const areas =
    input.queryArea === undefined
      ? await areasInQuery(query, deps.geocoder, { ...options, needsArea: location === undefined })
      : new Set([input.queryArea])
  const reading = readQuery(input, areas)
  const { area, namedArea } = await areasOf(location, reading, deps.geocoder, options)
  const statements = buildQuery(reading.selections, area.where)
  const answer = await deps.client.ask({
    statements,
    canSplit: area.canSplit,
    isLaterPage: after !== null,
    deadlineAt: deps.deadlineAt,
    signal: deps.signal,
    onWait: deps.onWait,
  })
  const areaCountry = input.areaCountry ?? countryOfArea(namedArea ?? area)
  const found = filterElements(answer, reading, { area, namedArea, areaCountry, country: options.country })
  const unplaced = unplacedOf(answer, reading)
  const { page, nextCursor, done } = pageBehind(found, after, fingerprint, input.limit)
  const isEnd = nextCursor === null
  const noData = isNothing(answer) && after === null && !(await holdsData(area, deps))
  const partialReason =
    answer.partialReason ?? tooMany(answer) ?? (noData ? NO_DATA : withoutPosition(unplaced))
  // What these would find is not known without asking for it.
  const suggestions =
    found.length > 0
      ? []
      : widerQueries(query, reading.understanding).map((wider) => ({ query: wider, count: null }))
  const understood = presentUnderstanding(reading, language, suggestions)
  await (isEnd ? deps.client.unshare(statements, answer) : deps.client.share(statements, answer))
  const shown = { fetchedAt: answer.snapshotAt ?? deps.now, language: language ?? null, areaCountry }
  return {
    data: {
      provider: 'overpass',
      area: area.resolved,
      interpretation: interpretationOf(reading.understanding),
      understood,
      places: page.flatMap(({ element }) => placeOf(element, shown) ?? []),
      nextCursor,
      progress: { done, total: found.length },
      exhausted: isEnd && !noData && (answer.partialReason ?? tooMany(answer)) === null,
      unplaced: unplaced.length,
      partialReason,
      ...(noData ? { noData } : {}),
      attribution: [osmAttribution('overpass')],
    },
    warnings: [...area.warnings, ...(namedArea?.warnings ?? []), ...understandingWarnings(understood)],
  }
}

/** Complete, and without a single element, before anything was sifted. */
function isNothing({ elements, partialReason }: OverpassAnswer): boolean {
  return elements.length === 0 && partialReason === null
}

/** Asked only where the search has found nothing at all. A probe that is cut has found something to do. */
async function holdsData({ resolved }: OverpassArea, deps: SearchDeps): Promise<boolean> {
  const { client, deadlineAt, signal, onWait } = deps
  const probe = { canSplit: false, isLaterPage: false, deadlineAt, signal, onWait }
  for (const statements of dataProbes(resolved.bbox)) {
    if (!isNothing(await client.ask({ ...probe, statements }))) return true
  }
  return false
}

/** Null for an element without a position. `areaCountry`: the country that the whole area lies in; null: none. */
export function placeOf(
  element: OsmElement,
  options: Pick<PlaceFromTagsOptions, 'fetchedAt' | 'language'> & { readonly areaCountry: string | null },
): MapPlace | null {
  const { fetchedAt, language, areaCountry } = options
  const point = pointOf(element)
  const pointCountry = point === null ? null : countryWithin(point, areaCountry)
  return placeFromTags(element, { provider: 'overpass', fetchedAt, language, pointCountry })
}

/** For an area with a boundary; a drawn shape may cross borders. */
function countryOfArea({ resolved }: OverpassArea): string | null {
  return resolved.kind === 'boundary' ? resolved.countryCode : null
}

/** The area to ask for, and the one that the query names beside it. */
async function areasOf(
  location: MapsSearchInput['location'],
  { understanding }: QueryReading,
  geocoder: Geocoder,
  options: GeocodeOptions,
): Promise<{ readonly area: OverpassArea; readonly namedArea: OverpassArea | null }> {
  const named = understanding.area?.text
  const namedArea =
    named === undefined ? null : await overpassArea(named, geocoder, { ...options, pointer: '/query' })
  if (location !== undefined) {
    return { area: await overpassArea(location, geocoder, { ...options, pointer: '/location' }), namedArea }
  }
  if (namedArea === null) throw locationMissing()
  return { area: namedArea, namedArea: null }
}

/** The error `validation_failed` for a search without a location. */
export function locationMissing(): SurveyorError {
  const detail = 'is needed: the whole world is too large to be searched at once'
  return new SurveyorError('validation_failed', `The location ${detail}.`, {
    errors: [{ pointer: '/location', code: 'required', detail }],
  })
}

interface ElementFilter {
  readonly area: OverpassArea
  readonly namedArea: OverpassArea | null
  /** ISO 3166-1 alpha-2: the country of the area, if it lies in a single one. */
  readonly areaCountry: string | null
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null
}

/** The matching elements, in the order of the pages. */
function filterElements(
  { elements }: OverpassAnswer,
  reading: QueryReading,
  filter: ElementFilter,
): FoundElement[] {
  const { area, namedArea, areaCountry, country } = filter
  const found: FoundElement[] = []
  for (const element of elements) {
    const point = pointOf(element)
    const match = reading.match(element.tags)
    if (point === null || match === null || !area.contains(point)) continue
    if (namedArea !== null && !namedArea.contains(point) && !match.byName) continue
    if (country !== null && countryWithin(point, areaCountry) !== country) continue
    found.push({
      element,
      rank: match.rank,
      distanceM: area.center === null ? 0 : Math.round(distanceM(area.center, point) * 1_000) / 1_000,
      key: osmKey(element),
    })
  }
  return found.sort(comparePlaces)
}

/** Matching elements without a position: the server lacks their nodes. */
function unplacedOf({ elements }: OverpassAnswer, reading: QueryReading): OsmElement[] {
  return elements.filter((element) => pointOf(element) === null && reading.match(element.tags) !== null)
}

const MAX_NAMED_UNPLACED = 10

function withoutPosition(unplaced: readonly OsmElement[]): string | null {
  if (unplaced.length === 0) return null
  const ids = unplaced.slice(0, MAX_NAMED_UNPLACED).map((element) => `osm:${formatOsmId(element)}`)
  const rest = unplaced.length - ids.length
  const list = `${ids.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
  return `The server gave no position of ${unplaced.length} that match: ${list}.`
}

function tooMany({ elements }: OverpassAnswer): string | null {
  if (elements.length < MAX_ELEMENTS) return null
  return `The area holds more than the ${MAX_ELEMENTS} elements that are asked for at once.`
}
