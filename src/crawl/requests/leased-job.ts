// The job that a worker calls for while it runs it.
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { leaseLost, storedLease, type LeaseRef } from '#platform/jobs/leases/leases.ts'

/** What of it such a call needs. */
export interface LeasedJob {
  /** As it is stored. */
  readonly id: string
  /** Whom it is made for. */
  readonly owner: string
  readonly input: unknown
}

/** Throws `lease_lost`, also for what is no id of a job. */
export async function leasedJob(on: Queryable, lease: LeaseRef): Promise<LeasedJob> {
  if (parseId('job', lease.jobId) === null) throw leaseLost()
  const { id, leaseToken } = storedLease(lease)
  const [job] = await on.query<LeasedJob>(sql`
    select id, coalesce(owner, fairness_key) as owner, input
    from jobs where id = ${id} and lease_token = ${leaseToken} and state = 'running'`)
  if (job === undefined) throw leaseLost()
  return job
}
