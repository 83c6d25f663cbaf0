// Pause, resume and drain: one row that claims and enqueues read themselves, so that a change holds at once everywhere.
import { JOB_STATES, type JobState } from '#contract/job.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'

/** `paused`: nothing is claimed. `draining`: nothing is accepted but what accepted work makes. */
export type QueueState = 'running' | 'paused' | 'draining' | 'drained'

/** Jobs by state. */
export type StateCounts = Readonly<Record<JobState, number>>

/** Counted from counters, never from the jobs. */
export interface QueueStatus {
  readonly state: QueueState
  readonly changedAt: Date
  /** Jobs by state, from counters. */
  readonly counts: StateCounts
  /** The same for each job type that the queue holds. */
  readonly types: readonly { readonly type: string; readonly counts: StateCounts }[]
}

/** Holds for all replicas and survives restarts. */
export interface QueueControl {
  status(): Promise<QueueStatus>
  /** No new claim is made; running jobs go on. */
  pause(): Promise<QueueStatus>
  resume(): Promise<QueueStatus>
  /**
   * `enqueue` throws `draining`, except for children of jobs that have not ended. Queued and running jobs finish, and
   * then the state reads `drained`.
   */
  drain(): Promise<QueueStatus>
}

/** `onResume` wakes the callers that wait for jobs. */
export function createQueueControl(db: Database, onResume: () => void): QueueControl {
  async function status(): Promise<QueueStatus> {
    const [control, types] = await Promise.all([
      db.query<{ state: QueueState; changed_at: Date }>(sql`
        select changed_at,
          case when state = 'draining'
            and not exists (select from jobs where state = 'queued' and not parked and rank > 0 and ${isUserType})
            and not exists (select from jobs where state = 'queued' and parked and domain is not null and ${isUserType})
            and not exists (select from jobs where isolated and state = 'queued')
            and not exists (select from jobs where state = 'scheduled' and ${isUserType})
            and not exists (select from jobs where state = 'running' and children_total is null and ${isUserType})
            and not exists (select from job_child_ends)
            then 'drained' else state end as state
        from queue_control`),
      countByType(db),
    ])
    const [row] = control
    if (row === undefined) throw new Error('The row of queue_control is missing.')
    return { state: row.state, changedAt: row.changed_at, counts: sumOf(types), types }
  }

  async function change(to: 'running' | 'paused' | 'draining'): Promise<QueueStatus> {
    await db.execute(sql`
      update queue_control set state = ${to}, changed_at = now() where state <> ${to}`)
    return status()
  }

  return {
    status,
    pause: async () => change('paused'),
    async resume() {
      const now = await change('running')
      onResume()
      return now
    },
    async drain() {
      const now = await change('draining')
      // A paused queue is resumed by a drain, because queued jobs must finish.
      onResume()
      return now
    },
  }
}

/** Adds up the appended differences, so that reading the counters stays cheap. */
export async function foldCounts(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from job_counts
      where ctid = any (array(select ctid from job_counts for update skip locked))
        and (select count(*) from job_counts) > (select count(*) from (select distinct type, state from job_counts) as d)
      returning type, state, n
    )
    insert into job_counts (type, state, n)
    select type, state, sum(n) from gone group by type, state having sum(n) <> 0`)
}

/** Jobs by type and state, from counters: costs the same however many jobs there are. */
export async function countByType(db: Database): Promise<QueueStatus['types']> {
  const rows = await db.query<{ type: string; state: JobState; n: number }>(sql`
    select type, state, sum(n)::bigint as n from job_counts group by type, state order by type`)
  const types = new Map<string, Record<JobState, number>>()
  for (const { type, state, n } of rows) {
    const counts = types.get(type) ?? noJobs()
    types.set(type, counts)
    counts[state] += n
  }
  return [...types].map(([type, counts]) => ({ type, counts }))
}

function sumOf(types: QueueStatus['types']): StateCounts {
  const sum = noJobs()
  for (const { counts } of types) for (const state of JOB_STATES) sum[state] += counts[state]
  return sum
}

function noJobs(): Record<JobState, number> {
  return {
    scheduled: 0,
    queued: 0,
    running: 0,
    succeeded: 0,
    partially_succeeded: 0,
    failed: 0,
    dead: 0,
    cancelled: 0,
    expired: 0,
  }
}
