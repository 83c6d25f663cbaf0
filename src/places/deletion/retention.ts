// Deletions that the operator set a time for: old payloads and enrichments, and sessions without recent searches.
import { formatId, firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { deleteSession, type DeleteSessionDeps } from './delete-session.ts'

const BATCH = 1_000

/** Deletes payloads kept before the given time; answers how many pages of them were deleted. */
export async function purgePayloads(db: Database, olderThan: Date): Promise<number> {
  // The id of a page was made when it was fetched.
  const newest = firstUuidV7At(olderThan.getTime())
  let purged = 0
  for (;;) {
    const [row] = await db.query<{ n: number }>(sql`
      with old as materialized (
        select id from payload_pages where id < ${newest} order by id limit ${BATCH} for update skip locked
      ),
      places as (delete from place_payloads where page_id in (select id from old)),
      gone as (delete from payload_pages where id in (select id from old) returning id)
      select count(*)::integer as n from gone`)
    const n = row?.n ?? 0
    purged += n
    if (n < BATCH) return purged
  }
}

/** Deletes enrichments that were asked for before the given time; the newest one of a place stays with it. */
export async function purgeEnrichments(db: Database, olderThan: Date): Promise<number> {
  const newest = firstUuidV7At(olderThan.getTime())
  let purged = 0
  for (;;) {
    const n = await db.execute(sql`
      delete from enrichments where id in (
        select e.id from enrichments e
        where e.id < ${newest} and e.completed_at is not null
          and exists (select from enrichments later where later.place_id = e.place_id and later.id > e.id)
        order by e.id limit ${BATCH} for update skip locked)`)
    purged += n
    if (n < BATCH) return purged
  }
}

/**
 * Deletes sessions whose last search came before the given time, with the places that no other session holds. Answers
 * how many sessions were deleted.
 */
export async function purgeSessions(deps: DeleteSessionDeps, olderThan: Date): Promise<number> {
  for (let purged = 0; ; purged += 1) {
    // One by one, because a search may join a session while those before it are deleted.
    const [session] = await deps.db.query<{ id: string }>(sql`
      select id from sessions s
      where last_activity_at < ${olderThan}
        and not exists (select from searches where session_id = s.id and status in ('queued', 'running'))
      order by id limit 1`)
    if (session === undefined) return purged
    await deleteSession(deps, formatId('ses', session.id), { withPlaces: true })
  }
}
