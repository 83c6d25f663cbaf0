// Writes places and areas into a new index.
import { DatabaseSync } from 'node:sqlite'
import { allRows } from './index-rows.ts'
import type { AreaGeometry, LatLng } from '#kit/geo/geometry.ts'
import { searchableText, searchFold } from '#kit/text/search-text.ts'
import { countryCode } from '#kit/geo/country-name.ts'
import { searchIds } from '#extractors/maps/osm/tags/search-ids.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { isNamed, isPlaceElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { firstOf, listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import type { PlacedPoint } from './element-geometry.ts'
import { INDEX_SCHEMA } from './index-schema.ts'
import { ADDRESS_KEYS } from '#extractors/maps/osm/tags/tag-values.ts'

/** An area that a query may name. Its outline, its radius, or neither is known. */
export interface AreaRow {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  /** By BCP 47 language. */
  readonly names: Readonly<Record<string, string>>
  /** Every text by which people may ask for it. */
  readonly spellings: readonly string[]
  readonly rank: number
  readonly population: number
  readonly country: string | null
  readonly point: LatLng
  readonly geometry: AreaGeometry | null
  readonly radiusM: number | null
  readonly gapShare: number
  readonly missingWays: number
}

/** Fills one index within one transaction. Keys are those of `osmKey`. */
export interface IndexWriter {
  /** `placed` is null for an unknown position. False when it exists already: the first version counts. */
  addPlace(key: number, placed: PlacedPoint | null, tags: Tags): boolean
  /** Adds a former place; false as above. */
  addClosed(key: number, placed: PlacedPoint, tags: Tags): boolean
  addArea(area: AreaRow): void
  /** Sets the country of the places, batch by batch so that the caller can let others run in between. */
  setCountries(countryAt: (point: LatLng) => string | null): Generator<void>
  setMeta(values: Readonly<Record<string, string | null>>): void
  /** Commits and closes. Without it the file is worthless and must be removed. */
  finish(): void
  /** Closes without committing; harmless after `finish`. */
  close(): void
}

const BATCH = 2_000

/** Begins an index at `path`, where there is no file yet. */
export function createIndexWriter(path: string): IndexWriter {
  const db = new DatabaseSync(path)
  // The file is renamed into place when it is whole and made again when it is not: no journal is needed.
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive')
  db.exec('pragma cache_size = -65536')
  db.exec(INDEX_SCHEMA)
  db.exec('begin')
  const place = db.prepare(
    `insert or ignore into place (key, named, is_place, lat, lng, approximate, country, folded, tags)
     values (?, ?, ?, ?, ?, ?, null, ?, ?)`,
  )
  const unplaced = db.prepare(
    'insert or ignore into unplaced (key, named, is_place, country, folded, tags) values (?, ?, ?, ?, ?, ?)',
  )
  const closed = db.prepare(
    'insert or ignore into closed (key, lat, lng, approximate, country, tags) values (?, ?, ?, ?, null, ?)',
  )
  const category = db.prepare('insert or ignore into place_category (category, key, named) values (?, ?, ?)')
  const box = db.prepare('insert into place_box (key, west, east, south, north) values (?, ?, ?, ?, ?)')
  const text = db.prepare('insert into place_text (rowid, name, address, other) values (?, ?, ?, ?)')
  const grams = db.prepare('insert into place_grams (rowid, name) values (?, ?)')
  const area = db.prepare(
    `insert or ignore into area
       (key, kind, name, names, rank, population, country, lat, lng, geometry, radius_m, gap_share, missing_ways)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const areaName = db.prepare('insert or ignore into area_name (folded, area) values (?, ?)')
  const meta = db.prepare('insert into meta (key, value) values (?, ?)')
  return {
    addPlace(key, placed, tags) {
      const named = isNamed(tags) ? 1 : 0
      const isPlace = isPlaceElement(tags) ? 1 : 0
      const folded = searchableText(searchableNames(tags))
      const json = JSON.stringify(tags)
      if (placed === null) {
        const country = countryCode(tags['addr:country'])
        if (unplaced.run(key, named, isPlace, country, folded, json).changes === 0) return false
      } else {
        const { lat, lng } = placed.point
        const approximate = placed.isApproximate ? 1 : 0
        if (place.run(key, named, isPlace, lat, lng, approximate, folded, json).changes === 0) return false
        box.run(key, lng, lng, lat, lat)
      }
      for (const id of searchIds(tags)) category.run(id, key, named)
      if (named === 0) return true
      text.run(key, folded, addressText(tags), searchableText(otherTexts(tags)))
      grams.run(key, folded)
      return true
    },
    addClosed(key, { point: { lat, lng }, isApproximate }, tags) {
      const json = JSON.stringify(tags)
      if (closed.run(key, lat, lng, isApproximate ? 1 : 0, json).changes === 0) return false
      for (const id of searchIds(tags)) category.run(id, key, isNamed(tags) ? 1 : 0)
      return true
    },
    addArea(row) {
      area.run(
        row.key,
        row.kind,
        row.name,
        JSON.stringify(row.names),
        row.rank,
        row.population,
        row.country,
        row.point.lat,
        row.point.lng,
        row.geometry === null ? null : JSON.stringify(row.geometry),
        row.radiusM,
        row.gapShare,
        row.missingWays,
      )
      for (const name of row.spellings) areaName.run(searchFold(name), row.key)
    },
    *setCountries(countryAt) {
      for (const table of ['place', 'closed']) {
        const next = db.prepare(`select key, lat, lng from ${table} where key > ? order by key limit ?`)
        const update = db.prepare(`update ${table} set country = ? where key = ?`)
        for (let after = Number.MIN_SAFE_INTEGER; ;) {
          const rows = allRows<LatLng & { readonly key: number }>(next, after, BATCH)
          for (const row of rows) update.run(countryAt(row), row.key)
          const last = rows.at(-1)
          if (last === undefined) break
          after = last.key
          yield
        }
      }
    },
    setMeta(values) {
      for (const [key, value] of Object.entries(values)) meta.run(key, value)
    },
    finish() {
      db.exec('commit')
      db.close()
    },
    close() {
      if (db.isOpen) db.close()
    },
  }
}

function addressText(tags: Tags): string {
  const values = ADDRESS_KEYS.map((key) => firstOf(tags, [`addr:${key}`, `contact:${key}`]))
  return searchableText(values.filter((value) => value !== null))
}

function otherTexts(tags: Tags): string[] {
  return [firstOf(tags, ['brand']), firstOf(tags, ['operator']), ...listOf(tags['cuisine'])]
    .filter((value) => value !== null)
    .map((value) => value.replaceAll('_', ' '))
}
