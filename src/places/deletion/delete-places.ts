// Deletes places with all their rows: ids, payloads, observations, reviews, and their places in searches.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { dropPayloads } from './drop-payloads.ts'
import { deleteLock } from './delete-lock.ts'

/** Throws `not_found`. A later search that finds the place again stores it as a new one. */
export async function deletePlace(db: Database, id: string): Promise<void> {
  const uuid = parseId('plc', id)
  const deleted =
    uuid === null
      ? 0
      : await db.transaction(async (tx) => {
          await tx.execute(sql`select ${deleteLock}`)
          return deletePlaces(tx, [uuid])
        })
  if (deleted === 0) throw new SurveyorError('not_found', 'No place has this id.')
}

/** Only after `deleteLock`. Takes stored uuids and answers how many places existed. The counts of searches stay. */
export async function deletePlaces(tx: Queryable, ids: readonly string[]): Promise<number> {
  await dropPayloads(tx, ids)
  const [row] = await tx.query<{ places: number }>(sql`
    with aliases as (delete from place_aliases where place_id = any(${ids}::uuid[])),
    sighted as (delete from sightings where place_id = any(${ids}::uuid[])),
    in_searches as (delete from search_places where place_id = any(${ids}::uuid[])),
    in_sessions as (delete from session_places where place_id = any(${ids}::uuid[]) returning session_id),
    counted as (
      update sessions s set places = s.places - fewer.n
      from (select session_id, count(*)::integer as n from in_sessions group by session_id) as fewer
      where s.id = fewer.session_id
    ),
    gone as (delete from places where id = any(${ids}::uuid[]) returning id)
    select count(*)::integer as places from gone`)
  return row?.places ?? 0
}
