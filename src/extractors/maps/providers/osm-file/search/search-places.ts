// One page of a search in an index.
import { createHash } from 'node:crypto'
import { itemAt } from '#kit/item-at.ts'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { Attribution, MapPlace, Provider } from '#contract/places/place.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeCursor, encodeCursor } from '#kit/cursor.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import type { MapAnswer } from '#extractors/maps/providers/map-provider.ts'
import { requestedCategories } from '#extractors/maps/query/requested-categories.ts'
import { presentUnderstanding, understandingWarnings } from '#extractors/maps/query/understood.ts'
import { widerQueries } from '#extractors/maps/query/wider-queries.ts'
import type { Understood } from '#contract/places/understood.ts'
import { comparePlaces, type FoundPlace } from '#extractors/maps/search/place-order.ts'
import { attributionsIn, coverageInWords } from './answering-files.ts'
import { CLOSED_RANK, findPlaces, type FoundPlaces, type PlaceFilter } from './find-places.ts'
import { placeAt, unplacedOf } from './indexed-place.ts'
import {
  churchesWithoutDenomination,
  unsaidAmong,
} from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { fittingIn, placeQuery, type PlaceQuery } from './place-query.ts'
import { searchArea, whereAsked, type SearchArea } from './search-area.ts'

const DEFAULT_LIMIT = 20
/** The next page nearly always comes next; a few searches may run side by side. */
const REMEMBERED_SEARCHES = 8

interface FoundSearch extends FoundPlaces {
  readonly area: SearchArea
  readonly query: PlaceQuery
  readonly suggestions: Understood['suggestions']
  readonly warnings: readonly Warning[]
}

const remembered = new WeakMap<OpenIndex, Map<string, FoundSearch>>()

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
  const fingerprint = createHash('sha256').update(identity).digest('base64url').slice(0, 12)
  const after = input.cursor === undefined ? null : readCursor(input.cursor, fingerprint)
  const { area, query, found, unplaced, suggestions, warnings } = await foundSearch(index, identity, input, {
    signal,
    view,
  })
  const { understanding, corrections } = query
  const findings = { corrections: [...corrections], suggestions }
  const understood = presentUnderstanding(understanding, findings, input.language ?? null)
  const start = after === null ? 0 : firstBehind(found, after)
  const page = found.slice(start, start + (input.limit ?? DEFAULT_LIMIT))
  const last = page.at(-1)
  const isEnd = start + page.length === found.length || last === undefined
  return {
    data: {
      provider: view.provider,
      area: area.resolved,
      interpretation: {
        kind: understanding.kind,
        categories: understanding.categories.map(({ id }) => id),
        terms: [...understanding.terms],
      },
      understood,
      places: page
        .map(({ key }) => view.placeAt(index, key, input.language ?? null))
        .filter((place): place is MapPlace => place !== null),
      ...(input.withClosed === true
        ? { closed: page.filter(({ rank }) => rank === CLOSED_RANK).length }
        : {}),
      nextCursor: isEnd ? null : encodeCursor([last.rank, last.distanceM, last.key, fingerprint]),
      progress: { done: start + page.length, total: found.length },
      exhausted: isEnd,
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
  let searches = remembered.get(index)
  if (searches === undefined) remembered.set(index, (searches = new Map<string, FoundSearch>()))
  const known = searches.get(identity)
  // Removed and inserted again, a search moves to the end of the map; the oldest is evicted first.
  searches.delete(identity)
  const search = known ?? (await newSearch(index, input, run))
  searches.set(identity, search)
  for (const oldest of searches.keys()) {
    if (searches.size <= REMEMBERED_SEARCHES) break
    searches.delete(oldest)
  }
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
    ],
  }
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

function readCursor(cursor: string, fingerprint: string): FoundPlace {
  const [rank, distanceM, key, made] = decodeCursor(cursor, 4) ?? []
  if (
    typeof rank !== 'number' ||
    typeof distanceM !== 'number' ||
    typeof key !== 'number' ||
    made !== fingerprint
  ) {
    throw new SurveyorError('invalid_cursor', 'The cursor does not belong to this search.')
  }
  return { rank, distanceM, key }
}

/**
 * The list is sorted, so bisection finds the position where the previous page ended, even if that place is gone by now.
 */
function firstBehind(found: readonly FoundPlace[], after: FoundPlace): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(itemAt(found, middle), after) <= 0) low = middle + 1
    else high = middle
  }
  return low
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
