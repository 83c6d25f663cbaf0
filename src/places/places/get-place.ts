// One place by its id.
import type { Place } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { placeColumns, presentPlace, type PlaceRecord } from './present-place.ts'

/** Throws `not_found`. */
export async function getPlace(db: Queryable, id: string, language: string | null): Promise<Place> {
  const uuid = parseId('plc', id)
  const [record] =
    uuid === null
      ? []
      : await db.query<PlaceRecord>(
          prepared(
            'get_place',
            sql`select ${placeColumns} from places p join sightings s on s.place_id = p.id where p.id = ${uuid}`,
          ),
        )
  if (record === undefined) throw new SurveyorError('not_found', 'No place has this id.')
  return presentPlace(record, language)
}
