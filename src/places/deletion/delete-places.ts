// Deletes places with all their rows: ids, payloads, observations, reviews, and their places in searches.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import { deleteLock } from '#places/content/store-lock.ts'
import { namedPlace } from '#places/identity/existing-id.ts'
import { dropPayloads } from '#places/identity/keep-payloads.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** By any of its ids. Throws `not_found` and `conflict`. A later search that finds the place again stores it as a new one. */
export async function deletePlace(db: Database, id: string): Promise<void> {
  const deleted = await db.transaction(async (tx) => {
    await tx.execute(sql`select ${deleteLock}`)
    return deletePlaces(tx, [await namedPlace(tx, id)])
  })
  if (deleted === 0) throw new SurveyorError('not_found', 'No place has this id.')
}

/**
 * Only after `deleteLock`. Takes stored uuids and answers how many places existed. The counts of searches stay. A merged
 * place goes with all of its parts, and a part only with its place.
 */
export async function deletePlaces(tx: Queryable, asked: readonly string[]): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    select asked.id from unnest(${uuidArray(asked)}::uuid[]) as asked (id)
    where not exists (
      select from place_parts p where p.id = asked.id and p.place_id <> all(${uuidArray(asked)}::uuid[]))
    union select id from place_parts where place_id = any(${uuidArray(asked)}::uuid[])`)
  const ids = rows.map(({ id }) => id)
  await dropPayloads(tx, ids)
  const [row] = await tx.query<{ places: number }>(sql`
    with aliases as (delete from place_aliases where place_id = any(${ids}::uuid[])),
    sighted as (delete from sightings where place_id = any(${ids}::uuid[])),
    parted as (delete from place_parts where id = any(${ids}::uuid[])),
    unmerged as (delete from merges where place_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[])),
    changed as (delete from place_changes where place_id = any(${ids}::uuid[])),
    in_searches as (delete from search_places where place_id = any(${ids}::uuid[])),
    in_sessions as (delete from session_places where place_id = any(${ids}::uuid[]) returning session_id, place_id),
    counted as (
      update sessions s set places = s.places - fewer.n
      from (
        select session_id, count(*)::integer as n from in_sessions
        where place_id in (select id from places) group by session_id
      ) as fewer
      where s.id = fewer.session_id
    ),
    gone as (delete from places where id = any(${ids}::uuid[]) returning id)
    select count(*)::integer as places from gone`)
  return row?.places ?? 0
}
