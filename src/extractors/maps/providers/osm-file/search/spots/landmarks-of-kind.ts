// The landmarks that a word for their kind may mean: `harbour`, `beach`, `town hall`.
import type { DatabaseSync } from 'node:sqlite'
import { categoryById } from '#kit/categories/category-table.ts'
import type { AreaGeometry, LatLng } from '#kit/geo/geometry.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { isKnownFarAway } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { landmarkTags, landmarkWord } from '#extractors/maps/query/where/landmark-words.ts'
import { positionsOf } from '#extractors/maps/providers/osm-file/index/spot-rows.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import {
  placesInCategory,
  placesOfKinds,
} from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { placeSpot, PLACES, spotOf, type PlaceRow, type SpotRecord, type SpotRow } from './spot-records.ts'
import { streetsOf } from './street-lookup.ts'

/** Of a kind of which there are more no single one is meant: `near the casino`, but not `near a museum`. */
export const MAX_OF_KIND = 10

/** A landmark of a kind. */
export interface LandmarkOfKind {
  readonly spot: SpotRecord
  /** Whether an encyclopedia has it. */
  readonly isKnown: boolean
}

/** Kinds of which none is meant more than another. */
const ANY_WILL_DO =
  /^(?:natural|water|waterway|landuse|industrial|harbour|railway|aeroway|leisure\/(?:park|marina|beach_resort)|place\/square|amenity\/(?:bus_station|ferry_terminal|hospital|marketplace|university)|shop\/mall)(?:\/|$)/

/** Whether of the landmarks that a word may mean one is as good as another, famous or not. */
export function isOneAsGood(name: string): boolean {
  const tags = tagsOfWord(name)
  const ids = tags.length > 0 ? tags : (kindsNamed(name)?.categories ?? []).map(({ id }) => id)
  return ids.length > 0 && ids.every((id) => ANY_WILL_DO.test(id))
}

/** Of the word for a kind also in its case: `plaży`. */
function tagsOfWord(name: string): readonly string[] {
  return landmarkTags((kindsNamed(name) === null ? null : landmarkWord(name)) ?? name)
}

/** Beaches are there without a name, and people go to them all the same. */
const NEEDS_NO_NAME: ReadonlySet<string> = new Set(['natural/beach'])
/** As ranked in `element-roles.ts`. */
const SQUARE_RANK = 26

/** The landmarks of the kinds that a folded word names; none for kinds of which there are more than `max`. */
export function landmarksOfKind(db: DatabaseSync, name: string, max: number): readonly LandmarkOfKind[] {
  const tags = tagsOfWord(name)
  // A `cathedral` is no other church.
  const isDetailed = tags.includes('religion/christian') && kindsNamed(name)?.detail !== undefined
  const own = isDetailed ? [] : ofTags(db, tags, max)
  return own === null || own.length > 0 ? (own ?? []) : ofKinds(db, name, max)
}

/** Null where there are more than `max`. */
function ofTags(db: DatabaseSync, tags: readonly string[], max: number): readonly LandmarkOfKind[] | null {
  const keys = new Set<number>()
  const spots = new Map<number, SpotRow>()
  for (const tag of tags) {
    const unnamed = NEEDS_NO_NAME.has(tag)
    const category = categoryById(tag) ?? { id: tag, label: tag, match: [[tag]], narrows: false, unnamed }
    for (const key of placesInCategory(db, { ...category, unnamed })) keys.add(key)
    const tagged = 'select s.* from spot_kind k join spot s on s.key = k.spot where k.kind = ? limit 20000'
    for (const row of allRows<SpotRow>(db, tagged, tag)) spots.set(row.key, row)
  }
  const rows = [...spots.values()]
  const shores = shoresOf(rows.filter(({ kind }) => kind === 'shore').map(spotOf))
  const others = rows.filter(({ kind }) => kind !== 'shore')
  const squares = tags.includes('place/square') ? squaresIn(db, max + 1) : []
  if (keys.size + shores.length + others.length + squares.length > max) return null
  return [
    ...placesOf(db, keys, true),
    ...shores.map((spot) => ({ spot, isKnown: false })),
    ...others.map((row) => ({ spot: spotOf(row), isKnown: row.known === 1 })),
    ...squares.map((spot) => ({ spot, isKnown: false })),
  ]
}

interface SquareRow extends LatLng {
  readonly key: number
  readonly name: string
  readonly country: string | null
  readonly geometry: string
  readonly parents: string
}

function squaresIn(db: DatabaseSync, max: number): SpotRecord[] {
  const squares =
    'select key, name, country, lat, lng, geometry, parents from area where rank = ? and geometry is not null limit ?'
  return allRows<SquareRow>(db, squares, SQUARE_RANK, max).map(({ geometry, parents, ...square }) => ({
    ...square,
    kind: 'landmark',
    points: positionsOf(parseKnownJson<AreaGeometry>(geometry)),
    parents: parseKnownJson<readonly string[]>(parents),
    note: null,
  }))
}

/** By the table of kinds; what a word says more of them (`cathedral`) counts where some have it. */
function ofKinds(db: DatabaseSync, name: string, max: number): readonly LandmarkOfKind[] {
  const kinds = kindsNamed(name)
  if (kinds === null) return []
  const detailed = kinds.detail === undefined ? null : placesOfKinds(db, kinds.categories, [kinds.detail])
  const plain = () => kinds.categories.flatMap((category) => [...placesInCategory(db, category)])
  const keys = new Set(detailed !== null && detailed.size > 0 ? detailed : plain())
  return keys.size > max ? [] : placesOf(db, keys, false)
}

function placesOf(db: DatabaseSync, keys: ReadonlySet<number>, isAnyName: boolean): LandmarkOfKind[] {
  const one = `${PLACES} where p.key = ?${isAnyName ? '' : ' and p.named = 1'}`
  return [...keys].flatMap((key) => {
    const row = firstRow<PlaceRow>(db, one, key)
    if (row === undefined) return []
    return [{ spot: placeSpot(row), isKnown: isKnownFarAway(parseKnownJson<Tags>(row.tags)) }]
  })
}

/** The rivers that parts of one name make up, the longest first. */
export function shoresOf(parts: readonly SpotRecord[]): SpotRecord[] {
  const named = Map.groupBy(parts, ({ name }) => name)
  return [...named.values()].flatMap((same) =>
    streetsOf(same).map((river) => {
      const own = new Set(river.points)
      return {
        ...river,
        lines: same.map(({ points }) => points).filter(([first]) => first !== undefined && own.has(first)),
      }
    }),
  )
}
