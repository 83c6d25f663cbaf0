// Stores how far a running job is, and renews its lease.
import type { JobProgress } from '#contract/job.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { renewedUntil } from './renew.ts'

/** What a job had done when it ended, in the transaction that ends it: a report would come too late. */
export async function storeLastProgress(tx: Queryable, id: string, progress: JobProgress): Promise<void> {
  await tx.execute(sql`update jobs set progress = ${storableJson(progress)}::jsonb where id = ${id}`)
}

/** null: the token no longer counts. */
export async function storeProgress(
  db: Queryable,
  settings: JobSettings,
  lease: { readonly id: string; readonly leaseToken: string },
  progress: JobProgress,
): Promise<{ cancelRequested: boolean; leaseExpiresAt: Date } | null> {
  const [row] = await db.query<{ cancel_requested: boolean; lease_expires_at: Date }>(
    prepared(
      'jobs_progress',
      sql`
        update jobs j set
          progress = ${storableJson(progress)}::jsonb,
          lease_expires_at = ${renewedUntil(settings)}
        where j.id = ${lease.id} and j.lease_token = ${lease.leaseToken} and j.state = 'running'
        returning j.cancel_requested_at is not null as cancel_requested, j.lease_expires_at`,
    ),
  )
  return row === undefined
    ? null
    : { cancelRequested: row.cancel_requested, leaseExpiresAt: row.lease_expires_at }
}
