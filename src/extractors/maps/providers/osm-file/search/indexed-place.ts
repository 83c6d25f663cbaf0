// Reads one place of an index.
import type { LatLng } from '#kit/geo/geometry.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { MapsExtractInput } from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { osmElement, type OsmElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { formatOsmId, osmIdOfKey, osmKey, requestedOsmId } from '#extractors/maps/osm/osm-id.ts'
import type { PlaceRegions } from '#extractors/maps/osm/tags/address-from-tags.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { tagOfName } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { placeFromTags } from '#extractors/maps/osm/tags/place-from-tags.ts'
import { firstOf } from '#extractors/maps/osm/tags/tag-values.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'

interface PlaceRow extends LatLng {
  readonly approximate: number
  readonly country: string | null
  /** JSON; null where no boundary is around. */
  readonly regions: string | null
  /** GeoJSON; null for a node, and where the file lacks too much of it. */
  readonly geometry: string | null
  readonly tags: string
}

const COLUMNS = 'lat, lng, approximate, country, tags, regions'

/** Null when the index has no such place; former places are included. */
export function placeAt(index: OpenIndex, key: number, language: string | null): MapPlace | null {
  const read = `select ${COLUMNS}, (select geometry from place_geometry g where g.key = p.key) as geometry
     from place p where key = ?
     union all select ${COLUMNS}, null as geometry from closed where key = ?`
  const row = firstRow<PlaceRow>(index.db, read, key, key) ?? streetRow(index, key)
  if (row === undefined) return null
  const { type, id } = osmIdOfKey(key)
  const element = osmElement(type, id, row, parseKnownJson<Tags>(row.tags))
  const shape =
    row.geometry === null ? {} : { shape: parseKnownJson<NonNullable<OsmElement['shape']>>(row.geometry) }
  return placeFromTags(
    { ...element, ...shape },
    {
      provider: 'osm-file',
      fetchedAt: index.snapshotAt(row),
      language,
      pointCountry: row.country,
      regions: row.regions === null ? null : parseKnownJson<PlaceRegions>(row.regions),
      isApproximate: row.approximate === 1,
    },
  )
}

interface StreetRow extends LatLng {
  readonly name: string
  /** JSON, by language. */
  readonly names: string
  readonly sort: string | null
}

/** A street has no more tags in the index than say what it is and what it is called. */
function streetRow({ db }: OpenIndex, key: number): PlaceRow | undefined {
  const read = "select lat, lng, name, names, sort from spot where key = ? and kind = 'street'"
  const row = firstRow<StreetRow>(db, read, key)
  if (row === undefined) return undefined
  const { lat, lng, name, sort } = row
  const names = Object.entries(parseKnownJson<Readonly<Record<string, string>>>(row.names))
  const tags = {
    ...(sort === null ? {} : { highway: sort }),
    name,
    ...Object.fromEntries(names.map(([key, value]) => [tagOfName(key), value])),
  }
  const country = countryOfPoint(row)
  return { lat, lng, approximate: 0, country, regions: null, geometry: null, tags: JSON.stringify(tags) }
}

/** The place of an id or of the address of its page. Throws `validation_failed` and `not_found`. */
export function requestedPlace(index: OpenIndex, input: MapsExtractInput): MapPlace {
  if ((input.id === undefined) === (input.url === undefined)) {
    const detail = 'Exactly one of `id` and `url` is needed.'
    throw new SurveyorError('validation_failed', detail, {
      errors: [{ pointer: '', code: 'invalid', detail }],
    })
  }
  const osmId = requestedOsmId(input)
  const place = placeAt(index, osmKey(osmId), input.language ?? null)
  if (place !== null) return place
  const [unplaced] = unplacedOf(index, [osmKey(osmId)])
  throw new SurveyorError(
    'not_found',
    unplaced === undefined
      ? `The extract holds no place with the id osm:${formatOsmId(osmId)}.`
      : `The extract holds no node of ${unplaced}, so nobody knows where it is.`,
  )
}

/** Those of `keys` that are places without a position, in words: `osm:way/1 (Lakeside Cinema)`. */
export function unplacedOf(index: OpenIndex, keys: readonly number[]): string[] {
  const read = 'select tags from unplaced where key = ?'
  return keys.flatMap((key) => {
    const row = firstRow<{ readonly tags: string }>(index.db, read, key)
    if (row === undefined) return []
    const name = firstOf(parseKnownJson<Tags>(row.tags), ['name'])
    return `osm:${formatOsmId(osmIdOfKey(key))}${name === null ? '' : ` (${name})`}`
  })
}
