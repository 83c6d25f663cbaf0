// Keeps the leases of a worker alive and answers which jobs it should stop.
import type { JobProgress } from '#contract/job.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import { storableJson } from '#platform/db/storable-json.ts'

/** Why a worker should stop a job. */
export type CancelCause = 'user' | 'parent' | 'deadline' | 'lease_lost'

/** A lease that still counts. `cancel` is null unless the job is to stop. */
export interface RenewedRow {
  readonly id: string
  readonly expires_at: Date
  readonly cancel: Exclude<CancelCause, 'lease_lost'> | null
}

/**
 * Locks a running job to the end of the transaction and renews its lease, so that the job cannot be taken away before
 * the writes of `tx` are committed. null: the token no longer counts.
 */
export async function holdJob(
  tx: Queryable,
  settings: JobSettings,
  lease: { readonly id: string; readonly leaseToken: string },
): Promise<{ cancelRequested: boolean } | null> {
  const [held] = await tx.query<{ cancelRequested: boolean }>(
    prepared(
      'jobs_hold',
      sql`
        update jobs j set lease_expires_at = ${renewedUntil(settings)}
        where j.id = ${lease.id} and j.lease_token = ${lease.leaseToken} and j.state = 'running'
        returning j.cancel_requested_at is not null as "cancelRequested"`,
    ),
  )
  return held ?? null
}

/** After a cancel request or the deadline, a lease lasts at most one more lease, however often it is renewed. */
function renewedUntil({ leaseMs }: JobSettings): Sql {
  return sql`least(
    now() + ${leaseMs} * interval '1 millisecond',
    least(j.cancel_requested_at, j.deadline_at) + ${leaseMs} * interval '1 millisecond'
  )`
}

/**
 * Takes stored uuids. Answers the leases that still count, or null when the worker is not registered (any more). It
 * does not wait for a job that another transaction holds: its lease counts as it was, and no sweep can take it
 * meanwhile.
 */
export async function renew(
  db: Queryable,
  settings: JobSettings,
  workerId: string,
  leases: readonly { readonly id: string; readonly leaseToken: string }[],
): Promise<RenewedRow[] | null> {
  const rows = await db.query<RenewedRow | { id: null }>(
    prepared(
      'jobs_renew',
      sql`
        with worker as materialized (
          select id from workers where id = ${workerId} and gone_at is null
        ),
        lease as materialized (
          select * from unnest(
            ${leases.map((lease) => lease.id)}::uuid[],
            ${leases.map((lease) => lease.leaseToken)}::uuid[]
          ) with ordinality as l (job_id, token, n)
          where ${looksRare}
        ),
        free as materialized (
          select j.id
          from lease l
          join jobs j on j.id = l.job_id
          where j.lease_token = l.token and j.state = 'running' and j.worker_id = (select id from worker)
          order by j.id
          for update of j skip locked
        ),
        renewed as (
          update jobs j set lease_expires_at = ${renewedUntil(settings)}
          from free f
          where j.id = f.id
          returning j.id, j.lease_expires_at
        ),
        counting as (
          select j.id, coalesce(r.lease_expires_at, j.lease_expires_at) as expires_at,
            case when j.cancel_requested_at is not null then j.cancel_cause
              when j.deadline_at <= now() then 'deadline' end as cancel
          from lease l
          join jobs j on j.id = l.job_id
          left join renewed r on r.id = j.id
          where j.lease_token = l.token and j.state = 'running' and j.worker_id = (select id from worker)
        )
        select c.* from worker left join counting c on true`,
    ),
  )
  if (rows.length === 0) return null
  return rows.filter((row): row is RenewedRow => row.id !== null)
}

/** What a job had done when it ended, in the transaction that ends it: a report would come too late. */
export async function storeLastProgress(tx: Queryable, id: string, progress: JobProgress): Promise<void> {
  await tx.execute(sql`update jobs set progress = ${storableJson(progress)}::jsonb where id = ${id}`)
}

/** Stores how far a running job is, and renews its lease. null: the token no longer counts. */
export async function storeProgress(
  db: Queryable,
  settings: JobSettings,
  lease: { readonly id: string; readonly leaseToken: string },
  progress: JobProgress,
): Promise<{ cancelRequested: boolean; leaseExpiresAt: Date } | null> {
  const [row] = await db.query<{ cancelRequested: boolean; leaseExpiresAt: Date }>(
    prepared(
      'jobs_progress',
      sql`
        update jobs j set
          progress = ${storableJson(progress)}::jsonb,
          lease_expires_at = ${renewedUntil(settings)}
        where j.id = ${lease.id} and j.lease_token = ${lease.leaseToken} and j.state = 'running'
        returning j.cancel_requested_at is not null as "cancelRequested", j.lease_expires_at as "leaseExpiresAt"`,
    ),
  )
  return row ?? null
}
