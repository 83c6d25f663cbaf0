// One page of a search in an index.
import { createHash } from 'node:crypto'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/maps.ts'
import type { MapPlace } from '#contract/place.ts'
import type { Warning } from '#contract/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeCursor, encodeCursor } from '#kit/cursor.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import type { MapAnswer } from '#extractors/maps/map-provider.ts'
import { comparePlaces, findPlaces, type FoundPlace } from './find-places.ts'
import { placeAt } from './indexed-place.ts'
import { requestedCategories } from './place-categories.ts'
import { placeQuery, type PlaceQuery } from './place-query.ts'
import { searchArea, type SearchArea } from './search-area.ts'

const DEFAULT_LIMIT = 20
/** The next page nearly always comes next; a few searches may run side by side. */
const REMEMBERED_SEARCHES = 8

interface FoundSearch {
  readonly area: SearchArea
  readonly query: PlaceQuery
  readonly found: readonly FoundPlace[]
  readonly warnings: readonly Warning[]
}

const remembered = new WeakMap<OpenIndex, Map<string, FoundSearch>>()

/** Throws `unknown_area`, `validation_failed`, `invalid_cursor`. */
export async function searchPlaces(
  index: OpenIndex,
  input: MapsSearchInput,
  signal: AbortSignal,
): Promise<MapAnswer<MapsSearchOutput>> {
  const identity = JSON.stringify([
    input.query,
    input.location,
    input.categories,
    input.country,
    input.language,
  ])
  const fingerprint = createHash('sha256').update(identity).digest('base64url').slice(0, 12)
  const after = input.cursor === undefined ? null : readCursor(input.cursor, fingerprint)
  const { area, query, found, warnings } = await foundSearch(index, identity, input, signal)
  const start = after === null ? 0 : firstBehind(found, after)
  const page = found.slice(start, start + (input.limit ?? DEFAULT_LIMIT))
  const last = page.at(-1)
  const isEnd = start + page.length === found.length || last === undefined
  return {
    data: {
      provider: 'osm-file',
      area: area.resolved,
      interpretation: {
        kind: query.understanding.kind,
        categories: query.understanding.categories.map(({ id }) => id),
        terms: [...query.understanding.terms],
      },
      places: page
        .map(({ key }) => placeAt(index, key, input.language ?? null))
        .filter((place): place is MapPlace => place !== null),
      nextCursor: isEnd ? null : encodeCursor([last.rank, last.distanceM, last.key, fingerprint]),
      exhausted: isEnd,
      partialReason: partialReasonOf(area, index),
      attribution: [index.attribution],
    },
    warnings,
  }
}

async function foundSearch(
  index: OpenIndex,
  identity: string,
  input: MapsSearchInput,
  signal: AbortSignal,
): Promise<FoundSearch> {
  let searches = remembered.get(index)
  if (searches === undefined) remembered.set(index, (searches = new Map<string, FoundSearch>()))
  const known = searches.get(identity)
  // Taken out and put back, a search stands at the end of the map; the oldest is the first to go.
  searches.delete(identity)
  const search = known ?? (await newSearch(index, input, signal))
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
  signal: AbortSignal,
): Promise<FoundSearch> {
  const country = input.country?.toUpperCase() ?? null
  const language = input.language ?? null
  const area = searchArea(index, input.location, { country, language, pointer: '/location' })
  const query = placeQuery(index, input.query, country)
  const asked = query.understanding.area
  const namedArea =
    asked === null ? null : searchArea(index, asked.text, { country, language, pointer: '/query' })
  const categories = input.categories?.length ? requestedCategories(input.categories) : null
  const found = await findPlaces(index, { area, namedArea, query, categories, country }, signal)
  return {
    // Without a location of its own the search is about the area that the query names.
    area: input.location === undefined && namedArea !== null ? namedArea : area,
    query,
    found,
    warnings: [...area.warnings, ...(namedArea?.warnings ?? []), ...query.warnings],
  }
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

/** The list is sorted, so halving finds the place where the page before ended, even if that place is gone by now. */
function firstBehind(found: readonly FoundPlace[], after: FoundPlace): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePlaces(found[middle] as FoundPlace, after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function partialReasonOf({ coverage }: SearchArea, index: OpenIndex): string | null {
  if (coverage === 'all') return null
  const box = index.coverage.map((side) => side.toFixed(4)).join(', ')
  return coverage === 'part'
    ? `The area reaches beyond the extract, which covers ${box} (west, south, east, north).`
    : `The area lies outside of the extract, which covers ${box} (west, south, east, north).`
}
