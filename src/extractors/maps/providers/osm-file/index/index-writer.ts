// Writes places and areas into a new index.
import { DatabaseSync } from 'node:sqlite'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { allRows } from './index-rows.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { scriptFold } from '#kit/text/script-variants.ts'
import { characterPairs } from '#kit/text/character-pairs.ts'
import { searchableText, searchFold } from '#kit/text/search-text.ts'
import { countryCode } from '#kit/geo/country-name.ts'
import { searchIds } from '#extractors/maps/osm/tags/categories-from-tags.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { isNamed, isPlaceElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { addressTexts, firstOf, listOf, visibleTags } from '#extractors/maps/osm/tags/tag-values.ts'
import { CITY_KEYS } from '#extractors/maps/osm/tags/address-from-tags.ts'
import { simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import type { BasemapFeature } from '#extractors/maps/osm/tags/basemap-feature.ts'
import type { PlacedPoint, PlaceGeometry } from './element-geometry.ts'
import { INDEX_SCHEMA, INDEX_SCHEMA_END } from './index-schema.ts'
import { parentsOf, type RegionFinder } from './place-regions.ts'
import { plainNames } from './plain-names.ts'
import type { AreaRow } from './area-row.ts'
import type { SpotRow } from './spot-rows.ts'

/** Fills one index within one transaction. Keys are those of `osmKey`. */
export interface IndexWriter {
  /**
   * `placed` is null for an unknown position; by default the tags say whether it is a place. False when it exists already:
   * the first version counts.
   */
  addPlace(
    key: number,
    placed: PlacedPoint | null,
    tags: Tags,
    options?: { readonly isPlace: boolean },
  ): boolean
  /** Keeps what the source says of the place of that key, for a source with ids and fields of its own; false as above. */
  addRecord(key: number, id: string, record: object): boolean
  /** Adds a former place; false as above. */
  addClosed(key: number, placed: PlacedPoint, tags: Tags): boolean
  addArea(area: AreaRow): void
  addSpot(spot: SpotRow): void
  /** Adds what is drawn below the places; the first version of a key counts. */
  addBasemap(key: number, feature: BasemapFeature): void
  /** Adds a house number at a point, or at the node `at` whose point is not read yet. */
  addAddress(tags: Tags, at: LatLng | number): void
  /** Gives the house numbers their points; batch by batch so that the caller can let others run in between. */
  setAddressPoints(pointOf: (node: number) => LatLng | null): Generator<void>
  /** Sets the country of the places, and what boundaries say about their addresses; in batches as above. */
  setRegions(regions: RegionFinder): Generator<void>
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
    `insert or ignore into place (key, named, is_place, lat, lng, approximate, country, regions, folded, tags)
     values (?, ?, ?, ?, ?, ?, null, null, ?, ?)`,
  )
  const geometry = db.prepare('insert into place_geometry (key, geometry) values (?, ?)')
  const unplaced = db.prepare(
    'insert or ignore into unplaced (key, named, is_place, country, folded, tags) values (?, ?, ?, ?, ?, ?)',
  )
  const closed = db.prepare(
    'insert or ignore into closed (key, lat, lng, approximate, country, regions, tags) values (?, ?, ?, ?, null, null, ?)',
  )
  const record = db.prepare('insert or ignore into place_record (key, id, record) values (?, ?, ?)')
  const category = db.prepare('insert or ignore into place_category (category, key, named) values (?, ?, ?)')
  const box = db.prepare('insert into place_box (key, west, east, south, north) values (?, ?, ?, ?, ?)')
  const text = db.prepare('insert into place_text (rowid, name, address, other) values (?, ?, ?, ?)')
  const described = db.prepare('insert into place_described (rowid, description) values (?, ?)')
  const grams = db.prepare('insert into place_grams (rowid, name) values (?, ?)')
  const pairs = db.prepare('insert into place_pairs (rowid, pairs) values (?, ?)')
  const area = db.prepare(
    `insert or ignore into area
       (key, kind, name, names, rank, population, country, lat, lng, geometry, radius_m, gap_share, missing_ways, cut,
        level, code, parents)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const areaName = db.prepare('insert or ignore into area_name (folded, area) values (?, ?)')
  const spot = db.prepare(
    'insert or ignore into spot (key, kind, name, names, lat, lng, known, points, sort) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const spotName = db.prepare('insert or ignore into spot_name (folded, spot) values (?, ?)')
  const spotKind = db.prepare('insert or ignore into spot_kind (kind, spot) values (?, ?)')
  const basemap = db.prepare(
    'insert or ignore into basemap (key, kind, min_zoom, name, geometry) values (?, ?, ?, ?, ?)',
  )
  const basemapBox = db.prepare(
    'insert into basemap_box (key, west, east, south, north, min_zoom, max_zoom) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const address = db.prepare(
    'insert into address (street, number, postcode, city, lat, lng, ref) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const meta = db.prepare('insert into meta (key, value) values (?, ?)')
  return {
    addPlace(key, placed, given, options) {
      const tags = visibleTags(given)
      const named = isNamed(tags) ? 1 : 0
      const isPlace = (options?.isPlace ?? isPlaceElement(tags)) ? 1 : 0
      const folded = searchableText(searchableNames(tags))
      const json = JSON.stringify(given)
      if (placed === null) {
        const country = countryCode(tags['addr:country'])
        if (unplaced.run(key, named, isPlace, country, folded, json).changes === 0) return false
      } else {
        const { lat, lng } = placed.point
        const approximate = placed.isApproximate ? 1 : 0
        if (place.run(key, named, isPlace, lat, lng, approximate, folded, json).changes === 0) return false
        box.run(key, lng, lng, lat, lat)
        if (placed.geometry) geometry.run(key, JSON.stringify(shown(placed.geometry)))
      }
      for (const id of searchIds(tags)) category.run(id, key, named)
      const description = searchableText(descriptionsOf(tags))
      if (description !== '') described.run(key, description)
      // The name of an elevator is that of where it leads.
      if (named === 0 || (isPlace === 0 && tags['highway'] === 'elevator')) {
        // A fuel station without a name is asked for by its brand, a cash machine by its bank.
        const known = KNOWN_BY_NETWORK.has(tags['amenity'] ?? '') ? ['operator', 'network'] : []
        const texts = ['brand', ...known].flatMap((tag) => firstOf(tags, [tag]) ?? [])
        if (texts.length > 0) text.run(key, '', '', searchableText(texts))
        return true
      }
      text.run(key, folded, searchableText(addressTexts(tags)), searchableText(otherTexts(tags)))
      grams.run(key, folded)
      const inNames = new Set(folded.split(' | ').flatMap(characterPairs))
      if (inNames.size > 0) pairs.run(key, [...inNames].join(' '))
      return true
    },
    addRecord: (key, id, entry) => record.run(key, id, JSON.stringify(entry)).changes > 0,
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
        row.isCut ? 1 : 0,
        row.level,
        row.code,
        JSON.stringify(row.parents),
      )
      const forms = nameForms(row.spellings)
      for (const folded of [...forms, ...[...forms].flatMap(plainNames)]) areaName.run(folded, row.key)
    },
    addSpot(row) {
      const { lat, lng } = row.point
      const [names, points] = [JSON.stringify(row.names), JSON.stringify(row.points)]
      spot.run(row.key, row.kind, row.name, names, lat, lng, row.isKnown ? 1 : 0, points, row.sort)
      for (const folded of nameForms(row.spellings)) spotName.run(folded, row.key)
      for (const tag of row.tagged) spotKind.run(tag, row.key)
    },
    addBasemap(key, { kind, minZoom, name, geometry: shape, bbox: [west, south, east, north] }) {
      if (basemap.run(key, kind, minZoom, name, JSON.stringify(shape)).changes === 0) return
      basemapBox.run(key, west, east, south, north, minZoom, minZoom)
    },
    addAddress(tags, at) {
      const street = searchFold(firstOf(tags, ['addr:street', 'addr:place']) ?? '')
      const number = firstOf(tags, ['addr:housenumber']) ?? ''
      const [postcode, city] = [firstOf(tags, ['addr:postcode']), firstOf(tags, ['addr:city'])]
      const [lat, lng, ref] = typeof at === 'number' ? [null, null, at] : [at.lat, at.lng, null]
      address.run(
        street,
        searchFold(number),
        postcode,
        city === null ? null : searchFold(city),
        lat,
        lng,
        ref,
      )
    },
    *setAddressPoints(pointOf) {
      const next =
        'select rowid as key, ref from address where rowid > ? and ref is not null order by rowid limit ?'
      const update = db.prepare('update address set lat = ?, lng = ? where rowid = ?')
      yield* inBatches<{ readonly key: number; readonly ref: number }>(db, next, ({ key, ref }) => {
        const point = pointOf(ref)
        if (point !== null) update.run(point.lat, point.lng, key)
      })
    },
    *setRegions(finder) {
      // What was a place once still has its address.
      for (const table of ['place', 'closed'] as const) {
        const places = `select key, lat, lng, tags from ${table} where key > ? order by key limit ?`
        const update = db.prepare(`update ${table} set country = ?, regions = ? where key = ?`)
        yield* inBatches<LatLng & { readonly key: number; readonly tags: string }>(db, places, (row) => {
          const { country, ...regions } = finder.regionsAt(row)
          const city = firstOf(parseKnownJson<Tags>(row.tags), CITY_KEYS)
          const spelling = city === null ? null : finder.spellingOf(city, row)
          const isKnown = Object.values(regions).some((region) => region !== null) || spelling !== null
          update.run(country, isKnown ? JSON.stringify({ ...regions, spelling }) : null, row.key)
        })
      }
      const spots = 'select key, lat, lng, name from spot where key > ? order by key limit ?'
      const updateSpot = db.prepare('update spot set parents = ? where key = ?')
      yield* inBatches<LatLng & { readonly key: number; readonly name: string }>(db, spots, (row) => {
        updateSpot.run(JSON.stringify(parentsOf(finder.regionsAt(row), row.name)), row.key)
      })
    },
    setMeta(values) {
      for (const [key, value] of Object.entries(values)) meta.run(key, value)
    },
    finish() {
      db.exec(INDEX_SCHEMA_END)
      db.exec('commit')
      db.close()
    },
    close() {
      if (db.isOpen) db.close()
    },
  }
}

const ARTICLE = /^(?:the|le|la|les|l|el|los|las|il|lo|i|gli|der|die|das|de|het|o|os|as) (?=.{3})/

/** Every text by which people ask for something with these names: with umlauts spelled out, and without its article. */
function nameForms(spellings: readonly string[]): Set<string> {
  const folded = searchableText(spellings).split(' | ')
  return new Set(
    [...folded, ...folded.map((name) => name.replace(ARTICLE, '')), ...folded.map(scriptFold)].filter(
      (name) => name !== '',
    ),
  )
}

/** The rows behind one another, by their keys. `next` takes the last key and a number of rows. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the columns that it selects
function* inBatches<Row extends { readonly key: number }>(
  db: DatabaseSync,
  next: string,
  use: (row: Row) => void,
): Generator<void> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = allRows<Row>(db, next, after, BATCH)
    for (const row of rows) use(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.key
    yield
  }
}

/** A building has a dozen corners; of a large park so many say enough, and they travel with each place. */
const MAX_PLACE_CORNERS = 500

function shown(geometry: PlaceGeometry): PlaceGeometry {
  return geometry.type === 'LineString' ? geometry : simplifyArea(geometry, MAX_PLACE_CORNERS).geometry
}

/** In whatever language. */
function descriptionsOf(tags: Tags): string[] {
  return Object.entries(tags).flatMap(([key, value]) => (/^description(?::|$)/.test(key) ? [value] : []))
}

/** People know what they hire, charge at or draw money from by who runs it; the network of a stop is on every other one. */
const KNOWN_BY_NETWORK = new Set(
  'atm bicycle_rental kick-scooter_rental scooter_rental car_sharing car_rental charging_station parcel_locker'.split(
    ' ',
  ),
)

function otherTexts(tags: Tags): string[] {
  const network = KNOWN_BY_NETWORK.has(tags['amenity'] ?? '') ? firstOf(tags, ['network']) : null
  return [firstOf(tags, ['brand']), firstOf(tags, ['operator']), network, ...listOf(tags['cuisine'])]
    .filter((value) => value !== null)
    .map((value) => value.replaceAll('_', ' '))
}
