// Ends deliveries of system jobs together with rows of the caller. A job that is done is deleted: its rows say what it did.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storedLease, type LeaseRef } from '#platform/jobs/leases/leases.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'
import { fail } from '#platform/jobs/sql/fail.ts'
import { freedAndClosedDomains } from '#platform/jobs/sql/transition-effects.ts'

/** How one delivery ends: for good, or to be repeated after exactly `retryInMs`. A hold is for all jobs of the domain. */
export type SystemJobEnd = LeaseRef & { readonly hold?: DomainHold } & (
    | { readonly done: true }
    | { readonly retryInMs: number }
  )

/** Stored with a job that is to be repeated; the rows of its work say what happened. */
const REPEATED = problemOf(
  new SurveyorError('internal', 'The delivery of the job is to be repeated.', { retryable: true }),
)

/** The part of the engine that only system jobs use. */
export interface SystemJobs {
  /**
   * One transaction for all jobs. `work` gets the ids (`job_…`) of those whose lease still counts, writes through `tx`
   * only, and answers how they end. The steps and hooks of the service do not run.
   */
  endTogether(
    leases: readonly LeaseRef[],
    work: (tx: Queryable, held: ReadonlySet<string>) => Promise<readonly SystemJobEnd[]>,
  ): Promise<void>
}

/** `onMoved` is called after each commit, with the changed rows. */
export function createSystemJobs(deps: {
  readonly db: Database
  readonly onMoved: (rows: readonly MovedRow[]) => void
}): SystemJobs {
  return {
    async endTogether(leases, work) {
      const rows = await deps.db.transaction(async (tx) => {
        const ends = await work(tx, await hold(tx, leases))
        const done = ends.filter((end) => 'done' in end)
        const retried = ends.filter((end) => 'retryInMs' in end)
        const failed = retried.map(({ retryInMs, hold: pause, ...lease }) => ({
          ...storedLease(lease),
          error: REPEATED,
          retryAfterMs: Math.ceil(retryInMs),
          isExact: true,
          ...(pause === undefined ? {} : { hold: pause }),
        }))
        if (done.length > 0 && failed.length > 0) await lockDomains(tx, ends)
        return [
          ...(done.length === 0 ? [] : await remove(tx, done)),
          ...(failed.length === 0 ? [] : await fail(tx, failed)),
        ]
      })
      deps.onMoved(rows)
    },
  }
}

/** Locks the jobs, so that no lease is lost before the commit. */
async function hold(tx: Queryable, leases: readonly LeaseRef[]): Promise<Set<string>> {
  const stored = leases.map(storedLease)
  const rows = await tx.query<{ id: string }>(sql`
    select j.id from jobs j
    join unnest(
      ${stored.map(({ id }) => id)}::uuid[], ${stored.map(({ leaseToken }) => leaseToken)}::uuid[]
    ) as l (id, token) on l.id = j.id and l.token = j.lease_token
    where j.state = 'running'
    order by j.id
    for update of j`)
  return new Set(rows.map(({ id }) => formatId('job', id)))
}

/** Both statements below count in the rows of the domains: locked in one order first, two transactions never deadlock. */
async function lockDomains(tx: Queryable, ends: readonly LeaseRef[]): Promise<void> {
  await tx.execute(sql`
    select from job_domains where domain in (
      select domain from jobs where id = any(${ends.map((end) => storedLease(end).id)}::uuid[])
    )
    order by domain
    for update`)
}

/** running → nothing. Answers the rows as if they had succeeded. */
async function remove(tx: Queryable, ends: readonly SystemJobEnd[]): Promise<MovedRow[]> {
  const rows = await tx.query<MovedRow>(sql`
    with gone as (
      delete from jobs j
      using unnest(
        ${ends.map((end) => storedLease(end).id)}::uuid[], ${ends.map(({ hold: pause }) => pause?.forMs ?? null)}::integer[],
        ${ends.map(({ hold: pause }) => pause?.reason ?? null)}::text[]
      ) as e (id, hold_ms, hold_reason)
      where j.id = e.id
      returning j.*, e.hold_ms, e.hold_reason
    ),
    moved as (
      select domain, hold_ms, hold_reason, 'running' as from_state, 'succeeded' as state from gone
    ),
    ${freedAndClosedDomains}
    select 'running' as from_state, ${jobColumns} from gone j`)
  return rows.map((row) => ({ ...row, state: 'succeeded' }))
}
