// Finds all places that a search is about, in the order in which its pages list them.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { allRows, eachRow, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { distanceM, type LatLng } from '#kit/geo/geometry.ts'
import type { Category } from '#kit/categories/category-table.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { nameRank, comparePlaces, type FoundPlace } from '#extractors/maps/search/place-order.ts'
import { asPlainBoxes } from '#extractors/maps/geometry/box-cover.ts'
import { placesInCategory } from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import type { PlaceQuery } from './place-query.ts'
import type { SearchArea } from './search-area.ts'

/** All conditions of a search; a place must meet each of them. */
export interface PlaceFilter {
  readonly area: SearchArea
  /** An area that the query itself names. */
  readonly namedArea: SearchArea | null
  readonly query: PlaceQuery
  /** A place must be in one of these; null: no such condition. */
  readonly categories: readonly Category[] | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** Whether former places are found too, after all others. */
  readonly withClosed: boolean
}

/** Behind every rank of a name. */
export const CLOSED_RANK = 9

/** What a search finds in the whole file. */
export interface FoundPlaces {
  readonly found: readonly FoundPlace[]
  /** Keys of the places that fit, too, wherever they may be: the file holds no node of them. */
  readonly unplaced: readonly number[]
}

interface UnplacedRow {
  readonly key: number
  readonly country: string | null
}

interface PlaceRow extends LatLng, UnplacedRow {
  readonly folded: string
}

/** After this long other work of the event loop runs: a polygon with many corners over a country takes seconds. */
const TURN_MS = 20

/** Gives way to other work every 20 ms. Throws the reason of the signal. */
export async function findPlaces(
  index: OpenIndex,
  filter: PlaceFilter,
  signal: AbortSignal,
): Promise<FoundPlaces> {
  const { query, area, namedArea } = filter
  const allowed = filter.categories?.reduce(
    (all, category) => all.union(placesInCategory(index.db, category)),
    new Set<number>(),
  )
  const { kind, nameTerms, terms } = query.understanding
  const rankTerms = nameTerms ?? (kind === 'text' ? terms : null)
  const found: FoundPlace[] = []
  let turnEnds = performance.now() + TURN_MS
  for (const row of candidates(index, filter)) {
    if (performance.now() > turnEnds) {
      await nextTurn()
      signal.throwIfAborted()
      turnEnds = performance.now() + TURN_MS
    }
    if (allowed?.has(row.key) === false) continue
    if (filter.country !== null && row.country !== filter.country) continue
    if (!area.contains(row)) continue
    if (namedArea !== null && !namedArea.contains(row) && !query.nameMatches.has(row.key)) continue
    found.push({
      rank: rankTerms === null ? 0 : nameRank(row.folded, rankTerms),
      distanceM: area.center === null ? 0 : Math.round(distanceM(area.center, row) * 1_000) / 1_000,
      key: row.key,
    })
  }
  if (filter.withClosed) {
    for (const row of closedCandidates(index, query)) {
      if (allowed?.has(row.key) === false || !area.contains(row)) continue
      if (filter.country !== null && row.country !== filter.country) continue
      if (namedArea !== null && !namedArea.contains(row)) continue
      found.push({ rank: CLOSED_RANK, distanceM: 0, key: row.key })
    }
  }
  const unplaced = unplacedCandidates(index, query).filter(
    ({ key, country }) =>
      allowed?.has(key) !== false &&
      (filter.country === null || country === null || country === filter.country),
  )
  return { found: found.sort(comparePlaces), unplaced: unplaced.map(({ key }) => key) }
}

/** The places that match the words, or, where that is all of them, those in the box of the area. */
function* candidates({ db }: OpenIndex, { query, area, namedArea }: PlaceFilter): Generator<PlaceRow> {
  const columns = 'p.key, p.lat, p.lng, p.country, p.folded'
  if (query.matches !== null) {
    const row = `select ${columns} from place p where p.key = ?`
    for (const key of query.matches.union(query.nameMatches)) {
      const place = firstRow<PlaceRow>(db, row, key) ?? streetOfKey(db, key)
      if (place !== undefined) yield place
    }
    return
  }
  const bbox = namedArea?.bbox ?? area.bbox
  if (bbox === null) {
    yield* eachRow<PlaceRow>(db, `select ${columns} from place p where p.named = 1 and p.is_place = 1`)
    return
  }
  const inBox = `select ${columns} from place_box b join place p on p.key = b.key
     where b.east >= ? and b.west <= ? and b.north >= ? and b.south <= ? and p.named = 1 and p.is_place = 1`
  for (const [west, south, east, north] of asPlainBoxes(bbox)) {
    yield* eachRow<PlaceRow>(db, inBox, west, east, south, north)
  }
}

/** A street that the query asks for. */
function streetOfKey(db: DatabaseSync, key: number): PlaceRow | undefined {
  const read = "select key, lat, lng, name from spot where key = ? and kind = 'street'"
  const row = firstRow<LatLng & { readonly key: number; readonly name: string }>(db, read, key)
  if (row === undefined) return undefined
  const { name, ...street } = row
  return { ...street, country: countryOfPoint(row), folded: searchFold(name) }
}

/** There are few of them, so all are tested. */
function closedCandidates({ db }: OpenIndex, { matches }: PlaceQuery): (UnplacedRow & LatLng)[] {
  const all = 'select key, lat, lng, country from closed order by key'
  const rows = allRows<UnplacedRow & LatLng>(db, all)
  return matches === null ? rows : rows.filter(({ key }) => matches.has(key))
}

/** As above. */
function unplacedCandidates({ db }: OpenIndex, { matches, nameMatches }: PlaceQuery): UnplacedRow[] {
  const all = 'select key, country, named & is_place as named from unplaced order by key'
  return allRows<UnplacedRow & { readonly named: number }>(db, all).filter(({ key, named }) =>
    matches === null ? named === 1 : matches.has(key) || nameMatches.has(key),
  )
}
