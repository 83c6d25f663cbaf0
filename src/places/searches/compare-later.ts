// The job of the service that compares the places of a search with their neighbours, once the search has ended.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'

/** The id of such a job is that of its search. */
export const COMPARE_JOB = 'system.compare'

/** In the transaction that ends the search. A search may end once more, while its job still waits. */
export async function compareLater(tx: Queryable, searchId: string): Promise<void> {
  const waiting = await tx.query(sql`select from jobs where id = ${searchId}`)
  if (waiting.length === 0) await enqueueSystemJobs(tx, [{ id: searchId, type: COMPARE_JOB }])
}
