// Checks that everything the job engine writes down agrees: jobs, history, counters, batches, domains.
import assert from 'node:assert/strict'
import { isTerminal, type JobState } from '#contract/job.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { isAllowed } from '#platform/jobs/model/states.ts'

interface EventRow {
  readonly job_id: string
  readonly event: string
  readonly from_state: JobState | null
  readonly to_state: JobState
}

/**
 * Throws with the differences. Only for a moment without running work. `purged`: some jobs were deleted, which the
 * statistics outlive.
 */
export async function checkInvariants(db: Database, { purged = false } = {}): Promise<void> {
  await checkHistory(db)
  assert.deepEqual(
    await db.query(sql`
      select type, state, sum(n)::int as n from job_counts group by type, state having sum(n) <> 0
      order by type, state`),
    await db.query(
      sql`select type, state, count(*)::int as n from jobs group by type, state order by type, state`,
    ),
    'the counters are those of the jobs',
  )
  if (!purged) await checkStatistics(db)
  assert.deepEqual(
    await db.query(sql`select domain, running from job_domains where running <> 0 order by domain`),
    await db.query(sql`
      select domain, count(*)::int as running from jobs
      where state = 'running' and domain is not null group by domain order by domain`),
    'the domains are taken by the jobs that run',
  )
  assert.deepEqual(
    await db.query(sql`
      select p.id, p.children_total, p.children_succeeded + coalesce(sum(e.succeeded), 0)::int as succeeded,
        p.children_failed + coalesce(sum(e.failed), 0)::int as failed,
        p.children_cancelled + coalesce(sum(e.cancelled), 0)::int as cancelled
      from jobs p left join job_child_ends e on e.parent_id = p.id
      where p.children_total is not null group by p.id order by p.id`),
    await db.query(sql`
      select p.id, count(*)::int as children_total,
        count(*) filter (where c.state in ('succeeded', 'partially_succeeded'))::int as succeeded,
        count(*) filter (where c.state in ('failed', 'dead', 'expired'))::int as failed,
        count(*) filter (where c.state = 'cancelled')::int as cancelled
      from jobs p join jobs c on c.parent_id = p.id
      where p.children_total is not null group by p.id order by p.id`),
    'the batches count their children',
  )
  assert.deepEqual(
    await db.query(sql`
      select id from jobs j
      where (state = 'succeeded' and children_total is null)
        <> exists (select from job_results r where r.job_id = j.id)`),
    [],
    'a result belongs to each success (the tests give results) and to nothing else',
  )
}

/** Each move is in the table, each begins where the last one ended, and each end is there once. */
async function checkHistory(db: Database): Promise<void> {
  const events = await db.query<EventRow>(sql`
    select job_id, event, from_state, to_state from job_events order by job_id, seq`)
  const states = new Map<string, JobState>()
  for (const { job_id: job, event, from_state: from, to_state: to } of events) {
    assert.ok(isAllowed(event, from, to), `${event}: ${from} → ${to}`)
    assert.equal(from, states.get(job) ?? null, `${event} of ${job} begins where the job was`)
    assert.ok(from === null || !isTerminal(from), `${event} changed the end of ${job}`)
    states.set(job, to)
  }
  const jobs = await db.query<{ id: string; state: JobState }>(sql`select id, state from jobs order by id`)
  assert.deepEqual(
    [...states].map(([id, state]) => ({ id, state })),
    jobs,
    'the last event of each job says its state',
  )
}

async function checkStatistics(db: Database): Promise<void> {
  assert.deepEqual(
    await db.query(sql`
      select type, state, code, sum(n)::int as n
      from (select * from job_ends union all select * from job_hours) as ends
      group by type, state, code order by type, state, code`),
    await db.query(sql`
      select type, state, coalesce(error ->> 'code', '') as code, count(*)::int as n from jobs
      where completed_at is not null and children_total is null
      group by type, state, code order by type, state, code`),
    'the statistics count each end once',
  )
}
