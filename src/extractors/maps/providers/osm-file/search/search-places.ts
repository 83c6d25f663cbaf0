// One page of a search in an index.
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { Attribution, MapPlace, Provider } from '#contract/places/place.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { createWeightedLru, type WeightedLru } from '#kit/weighted-lru.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import type { MapAnswer } from '#extractors/maps/providers/map-provider.ts'
import { requestedCategories } from '#extractors/maps/query/requested-categories.ts'
import {
  interpretationOf,
  presentUnderstanding,
  understandingWarnings,
} from '#extractors/maps/query/understood.ts'
import { widerQueries } from '#extractors/maps/query/wider-queries.ts'
import type { Understood } from '#contract/places/understood.ts'
import { fingerprintOf, pageBehind, readPosition } from '#extractors/maps/search/place-order.ts'
import { attributionsIn, coverageInWords } from './answering-files.ts'
import { CLOSED_RANK, findPlaces, type FoundPlaces, type PlaceFilter } from './find-places.ts'
import { placeAt, unplacedOf } from './indexed-place.ts'
import {
  churchesWithoutDenomination,
  unsaidAmong,
} from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { isFound } from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import { fittingIn, placeQuery, type PlaceQuery } from './place-query.ts'
import { searchArea, whereAsked, type SearchArea } from './search-area.ts'

/** The next page nearly always comes next; a few searches may run side by side. */
const REMEMBERED_SEARCHES = 8

interface FoundSearch extends FoundPlaces {
  readonly area: SearchArea
  readonly query: PlaceQuery
  readonly suggestions: Understood['suggestions']
  readonly warnings: readonly Warning[]
}

const remembered = new WeakMap<OpenIndex, WeightedLru<FoundSearch>>()

/** What of a search depends on whose places the index holds. */
export interface IndexView {
  readonly provider: Provider
  /** Null when the index has no such place; former places are included. */
  placeAt(index: OpenIndex, key: number, language: string | null): MapPlace | null
  attributionsIn(index: OpenIndex, bbox: Bbox | null): Attribution[]
  /** For an index without areas: the words of the query that name one, folded, and that area. Absent: the index has them. */
  readonly namedArea?: { readonly text: string; readonly area: SearchArea } | null
}

const OSM_VIEW: IndexView = {
  provider: 'osm-file',
  placeAt,
  attributionsIn: (index, bbox) => attributionsIn(index, bbox, 'osm-file'),
}

/** Throws `unknown_area`, `validation_failed`, `invalid_cursor`. */
export async function searchPlaces(
  index: OpenIndex,
  input: MapsSearchInput,
  signal: AbortSignal,
  view: IndexView = OSM_VIEW,
): Promise<MapAnswer<MapsSearchOutput>> {
  const identity = JSON.stringify([
    input.query,
    input.location,
    input.categories,
    input.country,
    input.language,
    input.withClosed === true,
    view.namedArea?.text,
  ])
  const fingerprint = fingerprintOf(identity)
  const after = readPosition(input.cursor, fingerprint)
  const { area, query, found, unplaced, suggestions, warnings } = await foundSearch(index, identity, input, {
    signal,
    view,
  })
  const understood = presentUnderstanding(query, input.language, suggestions)
  const { page, nextCursor, done } = pageBehind(found, after, fingerprint, input.limit)
  return {
    data: {
      provider: view.provider,
      area: area.resolved,
      interpretation: interpretationOf(query.understanding),
      understood,
      places: page.flatMap(({ key }) => view.placeAt(index, key, input.language ?? null) ?? []),
      ...(input.withClosed === true
        ? { closed: page.filter(({ rank }) => rank === CLOSED_RANK).length }
        : {}),
      nextCursor,
      progress: { done, total: found.length },
      exhausted: nextCursor === null,
      unplaced: unplaced.length,
      partialReason: partialReasonOf(area, unplaced, index),
      attribution: view.attributionsIn(index, area.bbox),
    },
    warnings: [...warnings, ...understandingWarnings(understood)],
  }
}

interface SearchRun {
  readonly signal: AbortSignal
  readonly view: IndexView
}

async function foundSearch(
  index: OpenIndex,
  identity: string,
  input: MapsSearchInput,
  run: SearchRun,
): Promise<FoundSearch> {
  const searches = remembered.get(index) ?? createWeightedLru<FoundSearch>(REMEMBERED_SEARCHES)
  remembered.set(index, searches)
  const known = searches.get(identity)
  if (known !== undefined) return known
  const search = await newSearch(index, input, run)
  searches.set(identity, search, 1)
  return search
}

async function newSearch(
  index: OpenIndex,
  input: MapsSearchInput,
  { signal, view }: SearchRun,
): Promise<FoundSearch> {
  const { namedArea: given } = view
  const country = input.country?.toUpperCase() ?? null
  const language = input.language ?? null
  const area = searchArea(index, input.location, { country, language, pointer: '/location' })
  const isArea = given === undefined ? undefined : (text: string) => text === given?.text
  const read = placeQuery(index, input.query, country, isArea)
  const asked = read.understanding.area
  const namedArea =
    asked === null
      ? null
      : asked.text === given?.text
        ? given.area
        : searchArea(index, asked.text, { country, language, pointer: '/query' })
  const query = fittingIn(index, input.query, read, whereAsked(area, namedArea))
  const categories = input.categories?.length ? requestedCategories(input.categories) : null
  const withClosed = input.withClosed === true
  const filter: PlaceFilter = { area, namedArea, query, categories, country, withClosed }
  const places = await findPlaces(index, filter, signal)
  const isEmpty = places.found.length === 0 && places.unplaced.length === 0
  return {
    // Without a location of its own the search is about the area that the query names.
    area: input.location === undefined && namedArea !== null ? namedArea : area,
    query,
    ...places,
    suggestions: isEmpty ? await suggestionsFor(index, input.query, filter, { signal, isArea }) : [],
    warnings: [
      ...area.warnings,
      ...(namedArea?.warnings ?? []),
      ...unsaidAmong(
        index.db,
        places.found.map(({ key }) => key),
        query.understanding.qualifiers,
      ).map(({ label }) => ({
        code: 'condition_seldom_recorded',
        detail: `"${label}": few such places say whether they are; those that say nothing are in the answer as well.`,
      })),
      ...denominationWarning(index, filter),
      ...nameWarning(query),
    ],
  }
}

/** `restaurant Berlin`, where no restaurant of the whole file is called so. */
function nameWarning(query: PlaceQuery): Warning[] {
  const { categories, terms } = query.understanding
  if (isFound(query) || categories.length === 0 || terms.length === 0) return []
  const name = terms.join(' ')
  const detail = `"${name}": no such place is called so in this data. If it is the name of a town, that may lie outside of it.`
  return [{ code: 'name_not_found', detail }]
}

/** How many churches there do not say of which denomination they are, where one is asked for. */
function denominationWarning({ db }: OpenIndex, { query, area, namedArea }: PlaceFilter): Warning[] {
  const silent = churchesWithoutDenomination(db, query.understanding.categories)
  const position = 'select lat, lng from place where key = ?'
  const there = [...silent].filter((key) => {
    const point = firstRow<LatLng>(db, position, key)
    return point !== undefined && area.contains(point) && namedArea?.contains(point) !== false
  })
  if (there.length === 0) return []
  const what = there.length === 1 ? '1 more church there does' : `${there.length} more churches there do`
  return [
    { code: 'denomination_not_recorded', detail: `${what} not say a denomination and may be of this one.` },
  ]
}

/** What would have found something in the same area. */
async function suggestionsFor(
  index: OpenIndex,
  text: string,
  filter: PlaceFilter,
  {
    signal,
    isArea,
  }: Pick<SearchRun, 'signal'> & { readonly isArea: ((text: string) => boolean) | undefined },
): Promise<Understood['suggestions']> {
  const counted: Understood['suggestions'] = []
  for (const query of widerQueries(text, filter.query.understanding)) {
    const wider = placeQuery(index, query, filter.country, isArea)
    const { found } = await findPlaces(index, { ...filter, query: wider, withClosed: false }, signal)
    if (found.length > 0) counted.push({ query, count: found.length })
  }
  return counted
}

/** As many as fit into a sentence; all of them can be found by the tags in the file. */
const MAX_NAMED_UNPLACED = 10

function partialReasonOf(
  { coverage }: SearchArea,
  unplaced: readonly number[],
  index: OpenIndex,
): string | null {
  const reasons: string[] = []
  if (coverage !== 'all') {
    const where = coverage === 'part' ? 'reaches beyond' : 'lies outside of'
    reasons.push(`The area ${where} ${coverageInWords(index)}.`)
  }
  if (unplaced.length > 0) {
    const named = unplacedOf(index, unplaced.slice(0, MAX_NAMED_UNPLACED))
    const rest = unplaced.length - named.length
    const list = `${named.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
    reasons.push(
      `The extract holds no node of ${unplaced.length} that match and may lie in the area: ${list}.`,
    )
  }
  return reasons.length === 0 ? null : reasons.join(' ')
}
