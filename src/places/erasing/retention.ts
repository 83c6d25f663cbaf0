// What places deletes by itself, where the operator asked for it: old payloads, and sessions that nobody searches in.
import { formatId, firstUuidV7At } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { deleteSession, type DeleteSessionDeps } from './delete-session.ts'

const BATCH = 1_000

/** Payloads kept before; answers how many pages of them went. */
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

/** Sessions whose last search came before, with the places that no other holds; answers how many went. */
export async function purgeSessions(deps: DeleteSessionDeps, olderThan: Date): Promise<number> {
  const sessions = await deps.db.query<{ id: string }>(sql`
    select id from sessions s
    where last_activity_at < ${olderThan}
      and not exists (select from searches where session_id = s.id and status in ('queued', 'running'))
    order by id limit ${BATCH}`)
  for (const { id } of sessions) await deleteSession(deps, formatId('ses', id), { withPlaces: true })
  return sessions.length
}
