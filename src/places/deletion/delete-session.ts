// Deletes a session with its searches. Its places stay only when another session holds them.
import type { DeletedSession } from '#contract/places/lists/browse.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import { deleteSubscriptions } from '#platform/webhooks/targets/subscriptions.ts'
import { stopSearch, type StoppableSearch } from '#places/searches/cancel-search.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { deleteLock } from '#places/content/store-lock.ts'
import { deletePlaces } from './delete-places.ts'

/** Places deleted in one transaction: storing pages waits while it lasts. */
const BATCH = 500

/** The engine cancels the jobs of running searches. */
export interface DeleteSessionDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
}

/** Throws `not_found`. After a crash in the middle, a repeated call goes on. Running searches are cancelled. */
export async function deleteSession(
  { db, engine }: DeleteSessionDeps,
  sessionId: string,
  { withPlaces }: { readonly withPlaces: boolean },
): Promise<DeletedSession> {
  const id = await existingId(db, 'ses', sessionId)
  const running = await db.query<StoppableSearch>(sql`
    select id, plan_job_id as "planJob" from searches
    where session_id = ${id} and status in ('queued', 'running') order by id`)
  for (const search of running) await stopSearch({ db, engine }, search)
  const places = withPlaces ? await deleteOnlyHere(db, id) : 0
  const searches = await db.transaction(async (tx) => {
    // First, because a page that is being stored locks its search.
    const gone = await tx.query<{ id: string; isSource: boolean }>(
      sql`delete from searches where session_id = ${id} returning id, parent_id is not null as "isSource"`,
    )
    const ids = gone.map((search) => search.id)
    await deleteSubscriptions(tx, ids)
    await tx.execute(sql`delete from search_places where search_id = any(${ids}::uuid[])`)
    await tx.execute(sql`delete from session_places where session_id = ${id}`)
    await tx.execute(sql`delete from sessions where id = ${id}`)
    return gone.filter(({ isSource }) => !isSource).length
  })
  return { id: sessionId, searches, places }
}

/** Deletes the places that no other session has seen; answers how many they were. */
async function deleteOnlyHere(db: Database, sessionId: string): Promise<number> {
  let deleted = 0
  for (;;) {
    const batch = await db.transaction(async (tx) => {
      await tx.execute(sql`select ${deleteLock}`)
      const rows = await tx.query<{ id: string }>(sql`
        select place_id as id from session_places x
        where session_id = ${sessionId}
          and not exists (select from session_places o where o.place_id = x.place_id and o.session_id <> ${sessionId})
          and not exists (select from place_parts h where h.id = x.place_id and h.place_id <> h.id)
        limit ${BATCH}`)
      return rows.length === 0
        ? 0
        : deletePlaces(
            tx,
            rows.map(({ id }) => id),
          )
    })
    if (batch === 0) return deleted
    deleted += batch
  }
}
