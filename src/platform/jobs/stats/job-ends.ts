// How jobs ended, hour by hour: written with each end, folded by the sweep, read for statistics.
import type { JobState } from '#contract/job.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Each duration step is this much longer than the one before, so that a quantile is within 10 % of the true value. */
const STEP = 1.2
/** No error code of ours is longer, but a worker may send anything. */
const MAX_CODE_CHARS = 64
/** Rows folded in one statement. */
const FOLDED_ROWS = 10_000
/** How far back statistics go. */
export const KEPT_DAYS = 90

/**
 * A CTE of each statement that ends jobs, reading its `moved`. Batch parents are left out, because their jobs are
 * counted one by one.
 */
export const endRows = sql`
  end_rows as (
    insert into job_ends (hour, type, state, code, step, n)
    select e.hour, e.type, e.state, e.code, e.step, count(*) from (
      select date_trunc('hour', completed_at, 'UTC') as hour, type, state,
        coalesce(left(error ->> 'code', ${MAX_CODE_CHARS}), '') as code,
        case when started_at is not null then
          floor(ln(greatest(1, extract(epoch from completed_at - started_at)::float8 * 1000)) / ${Math.log(STEP)}::float8)::smallint
        end as step
      from moved
      where completed_at is not null and children_total is null
    ) as e
    group by e.hour, e.type, e.state, e.code, e.step
  )`

/**
 * Adds appended rows to their hours and deletes hours that are too old. Several replicas may run it at the same time.
 */
export async function foldEnds(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from job_ends
      where ctid = any (array(select ctid from job_ends limit ${FOLDED_ROWS} for update skip locked))
      returning hour, type, state, code, step, n
    )
    insert into job_hours as h (hour, type, state, code, step, n)
    select hour, type, state, code, step, sum(n) from gone
    group by hour, type, state, code, step
    order by hour, type, state, code, step
    on conflict (hour, type, state, code, step) do update set n = h.n + excluded.n`)
  await db.execute(sql`delete from job_hours where hour < now() - ${KEPT_DAYS} * interval '1 day'`)
}

/** How many jobs ended alike. */
export interface JobEnds {
  /** The beginning of the hour or the day (UTC). */
  readonly from: Date
  readonly type: string
  readonly state: JobState
  /** The code of the error. */
  readonly code: string | null
  /** How long each of them ran, from the first claim to the end, within 10 %; null when they never ran. */
  readonly durationMs: number | null
  readonly count: number
}

/** The ends of whole hours from `from` to before `to`, summed by hour or day. */
export async function readEnds(
  db: Database,
  range: { readonly from: Date; readonly to: Date; readonly by: 'hour' | 'day' },
): Promise<JobEnds[]> {
  const rows = await db.query<{
    since: Date
    type: string
    state: JobState
    code: string
    step: number | null
    n: number
  }>(sql`
    select date_trunc(${range.by}, hour, 'UTC') as since, type, state, code, step, sum(n)::bigint as n
    from (
      select * from job_hours where hour >= ${range.from} and hour < ${range.to}
      union all
      select * from job_ends where hour >= ${range.from} and hour < ${range.to}
    ) as ends
    group by since, type, state, code, step
    order by since, type`)
  return rows.map(({ since, type, state, code, step, n }) => ({
    from: since,
    type,
    state,
    code: code === '' ? null : code,
    durationMs: step === null ? null : STEP ** (step + 0.5),
    count: n,
  }))
}
