// What a worker does with a lease while it works: renew it, report progress, ask whether to stop.
import type { JobProgress } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { holdJob, renew, storeProgress, type CancelCause, type RenewedRow } from './renew.ts'

/** A job and the token of the delivery that may still write for it. */
export interface LeaseRef {
  readonly jobId: string
  readonly leaseToken: string
}

/** What a worker has to stop, by the ids of its jobs. */
export interface RenewAnswer {
  readonly leases: { readonly jobId: string; readonly expiresAt: Date }[]
  /** Still leased, but to be stopped and reported. */
  readonly cancelJobs: { readonly jobId: string; readonly reason: CancelCause }[]
  /** To be stopped at once: nothing written for them counts. */
  readonly lostJobs: string[]
}

/** Whether the delivery should stop, and why. */
export interface CancelCheckAnswer {
  readonly cancelled: boolean
  readonly reason: CancelCause | null
  readonly leaseExpiresAt: Date | null
}

/** Keeps leases. Only the clock of the database counts. */
export interface Leases {
  /** Renews all leases of a worker in one call. Throws `unknown_worker`. */
  renew(workerId: string, leases: readonly LeaseRef[]): Promise<RenewAnswer>
  /** Stores the progress and renews the lease. Throws `lease_lost`. */
  progress(
    jobId: string,
    leaseToken: string,
    progress: JobProgress,
  ): Promise<{ cancelRequested: boolean; leaseExpiresAt: Date }>
  /**
   * Writes that a job makes before its end. `work` runs in a transaction that holds the job and renews its lease.
   * `work` does not run when the token no longer counts (`lease_lost`) or a cancel was requested (`job_ended`). `work`
   * must write through `tx` only.
   */
  writeWith<T>(jobId: string, leaseToken: string, work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Does not renew the lease. A lost lease answers `{cancelled: true, reason: 'lease_lost'}`. */
  cancelCheck(jobId: string, leaseToken: string): Promise<CancelCheckAnswer>
}

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createLeases(deps: { readonly db: Database; readonly settings: JobSettings }): Leases {
  const { db, settings } = deps
  return {
    async renew(workerId, leases) {
      const worker = parseId('wrk', workerId)
      const wellFormed = leases.filter(
        (ref) => parseId('job', ref.jobId) !== null && TOKEN.test(ref.leaseToken),
      )
      const rows = worker === null ? null : await renew(db, settings, worker, wellFormed.map(storedLease))
      if (rows === null) throw unknownWorker()
      const jobIdOf = (row: RenewedRow) => formatId('job', row.id)
      const held = new Set(rows.map(jobIdOf))
      return {
        leases: rows.map((row) => ({ jobId: jobIdOf(row), expiresAt: row.expires_at })),
        cancelJobs: rows.flatMap((row) =>
          row.cancel === null ? [] : [{ jobId: jobIdOf(row), reason: row.cancel }],
        ),
        lostJobs: leases.map((ref) => ref.jobId).filter((id) => !held.has(id)),
      }
    },

    async progress(jobId, leaseToken, progress) {
      const stored = await storeProgress(db, settings, storedLease({ jobId, leaseToken }), progress)
      if (stored === null) throw leaseLost()
      return stored
    },

    async writeWith(jobId, leaseToken, work) {
      const lease = storedLease({ jobId, leaseToken })
      return db.transaction(async (tx) => {
        const held = await holdJob(tx, settings, lease)
        if (held === null) throw leaseLost()
        if (held.cancelRequested) throw new SurveyorError('job_ended', 'The job is being cancelled.')
        return work(tx)
      })
    },

    async cancelCheck(jobId, leaseToken) {
      const lease = storedLease({ jobId, leaseToken })
      const [row] = await db.query<{ reason: CancelCause | null; lease_expires_at: Date }>(sql`
        select lease_expires_at,
          case when cancel_requested_at is not null then cancel_cause
            when deadline_at <= now() then 'deadline' end as reason
        from jobs where id = ${lease.id} and lease_token = ${lease.leaseToken} and state = 'running'`)
      if (row === undefined) return { cancelled: true, reason: 'lease_lost', leaseExpiresAt: null }
      return { cancelled: row.reason !== null, reason: row.reason, leaseExpiresAt: row.lease_expires_at }
    },
  }
}

/** The stored forms of an id and a token. Throws `not_found` or `lease_lost` for one that is malformed. */
export function storedLease(ref: LeaseRef): { id: string; leaseToken: string } {
  const id = parseId('job', ref.jobId)
  if (id === null) throw noJob()
  if (!TOKEN.test(ref.leaseToken)) throw leaseLost()
  return { id, leaseToken: ref.leaseToken }
}

/** A condition for a statement that is the only write. Code that writes with several statements uses `writeWith`. */
export function isHeld(ref: LeaseRef): Sql {
  const { id, leaseToken } = storedLease(ref)
  return sql`exists (select from jobs where id = ${id} and lease_token = ${leaseToken} and state = 'running')`
}

/** The token is not that of the running delivery: the worker must stop and may not write. */
export function leaseLost(): SurveyorError {
  return new SurveyorError(
    'lease_lost',
    'The lease token no longer counts: the job was given to another worker, taken back, or has ended. Stop the work.',
  )
}

/** For an id that names no job. */
export function noJob(): SurveyorError {
  return new SurveyorError('not_found', 'No job has this id.')
}

/** The worker has to register again. */
export function unknownWorker(): SurveyorError {
  return new SurveyorError('unknown_worker', 'The worker is not registered (any more): register again.')
}
