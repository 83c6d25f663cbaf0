// Reads one place of an index of Overture places.
import type { MapsExtractInput } from '#contract/places/maps.ts'
import type { Attribution, MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import type { IndexView } from '#extractors/maps/providers/osm-file/search/search-places.ts'
import type { OvertureRecord } from './record/overture-record.ts'
import { placeFromRecord } from './record/place-from-record.ts'

/** Each record names the licence of its sources; docs.overturemaps.org/attribution lists them. */
export const OVERTURE_ATTRIBUTION: Attribution = {
  provider: 'overture',
  text: 'Overture Maps Foundation, overturemaps.org',
  license: 'CDLA-Permissive-2.0, Apache-2.0 and CC0-1.0, by the source of each place',
  url: 'https://docs.overturemaps.org/attribution/',
}

/** Searches of such an index. */
export const OVERTURE_VIEW: IndexView = {
  provider: 'overture',
  placeAt: recordedPlace,
  attributionsIn: () => [OVERTURE_ATTRIBUTION],
}

interface RecordRow extends LatLng {
  readonly record: string
  readonly country: string | null
}

function recordedPlace(index: OpenIndex, key: number, language: string | null): MapPlace | null {
  const read = `select r.record, coalesce(p.country, c.country) as country, coalesce(p.lat, c.lat) as lat,
     coalesce(p.lng, c.lng) as lng from place_record r
     left join place p on p.key = r.key left join closed c on c.key = r.key where r.key = ?`
  const row = firstRow<RecordRow>(index.db, read, key)
  if (row === undefined) return null
  return placeFromRecord(parseKnownJson<OvertureRecord>(row.record), {
    fetchedAt: index.snapshotAt(row),
    language,
    pointCountry: row.country,
  })
}

const ID = /^(?:gers|overture):([\w:-]{1,100})$/

/** The id behind `gers:`. Throws `validation_failed`. */
export function requestedGers({ id }: Pick<MapsExtractInput, 'id'>): string {
  const [, gers] = ID.exec(id ?? '') ?? []
  if (gers !== undefined) return gers
  const pointer = id === undefined ? '/url' : '/id'
  const detail =
    id === undefined
      ? 'The provider "overture" has no pages of places: give an `id`, as in gers:08f2….'
      : 'The id is no id of this provider, as in gers:08f2….'
  throw new SurveyorError('validation_failed', detail, { errors: [{ pointer, code: 'invalid', detail }] })
}

/** Throws `not_found`. */
export function placeOfId(index: OpenIndex, id: string, language: string | null): MapPlace {
  const read = 'select key from place_record where id = ?'
  const row = firstRow<{ readonly key: number }>(index.db, read, id)
  const place = row === undefined ? null : recordedPlace(index, row.key, language)
  if (place !== null) return place
  throw new SurveyorError('not_found', `The Overture data holds no place with the id gers:${id}.`)
}
