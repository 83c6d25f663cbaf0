// running → scheduled, failed or dead: a worker reports that it could not do the job.
import type { Problem } from '#contract/problem.ts'
import { fullJitter, JOB_BACKOFF } from '#kit/time/backoff.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { transitionEffectsWithHolds } from './transition-effects.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import { storableJson } from '#platform/db/storable-json.ts'

/** One failure of a batch. */
export interface FailEntry {
  /** The stored uuid. */
  readonly id: string
  readonly leaseToken: string
  /** Its `operatorDetail` is stored apart from it. */
  readonly error: Problem
  /** The least wait until the next attempt, from the target's Retry-After. */
  readonly retryAfterMs: number
  /** The wait is exactly `retryAfterMs`, without the backoff. */
  readonly isExact?: boolean
  /** A hold that the target asked for, which its other jobs have to keep as well. */
  readonly hold?: DomainHold
}

/** An attempt that could begin only in the last tenth of a time limit could not finish. */
const MIN_SHARE_LEFT = 0.1
/** From here on the wait no longer grows: JOB_BACKOFF has reached its cap. */
const DRAWN_WAITS = 10

/**
 * One statement for all entries. Answers the jobs whose token still counted. A retryable failure leads to a later
 * attempt, unless the failures or the deliveries are used up (dead) or the time of the job is (failed, and its error
 * says when that attempt would have begun).
 */
export async function fail(db: Queryable, entries: readonly FailEntry[]): Promise<MovedRow[]> {
  const list = entries.map(({ id, leaseToken, error, retryAfterMs, isExact = false, hold }) => ({
    id,
    token: leaseToken,
    ...apart(error),
    hold_ms: hold?.forMs,
    hold_reason: hold?.reason,
    // One wait for each number of failures, because only the statement knows that number.
    waits_ms: Array.from({ length: DRAWN_WAITS }, (_, i) =>
      isExact ? retryAfterMs : Math.max(retryAfterMs, fullJitter(JOB_BACKOFF, i + 1)),
    ),
  }))
  return db.query<MovedRow>(
    prepared(
      'jobs_fail',
      sql`
        with entry as materialized (
          select * from rows from (
            json_to_recordset(${storableJson(list)}::json) as (
              id uuid, token uuid, error jsonb, operator_detail text, hold_ms integer, hold_reason text, waits_ms integer[]
            )
          ) with ordinality as e (id, token, error, operator_detail, hold_ms, hold_reason, waits_ms, n)
          where ${looksRare}
        ),
        judged as materialized (
          select j.id, j.reported as error, j.reported_to_operator, j.hold_ms, j.hold_reason, n.failures, n.next_at,
            case when n.retryable and j.reported ->> 'retryAfterMs' is null then n.wait_ms end as untold_wait_ms,
            case when j.cancel_requested_at is not null then 'cancelled'
              when not n.retryable then 'failed'
              when n.failures >= j.max_failures or j.deliveries >= j.max_deliveries then 'dead'
              when n.next_at + coalesce(j.timeout_ms, 0) * ${MIN_SHARE_LEFT}::float8 * interval '1 millisecond'
                >= j.deadline_at then 'failed'
              else 'scheduled' end as state
          from (
            select j.*, e.error as reported, e.operator_detail as reported_to_operator,
              e.hold_ms, e.hold_reason, e.waits_ms
            from jobs j join entry e on e.id = j.id
            where j.lease_token = e.token and j.state = 'running'
            order by j.id
            for update of j
          ) as j
          cross join lateral (
            select coalesce((j.reported ->> 'retryable')::boolean, false) as retryable,
              j.failures + coalesce((j.reported ->> 'retryable')::boolean, false)::integer as failures,
              j.waits_ms[least(j.failures + 1, ${DRAWN_WAITS})] as wait_ms,
              now() + j.waits_ms[least(j.failures + 1, ${DRAWN_WAITS})] * interval '1 millisecond' as next_at
          ) as n
        ),
        moved as (
          update jobs j set
            state = n.state,
            failures = n.failures,
            error = case when n.state = 'cancelled' then null
              when n.state = 'failed' and n.untold_wait_ms is not null
                then n.error || jsonb_build_object('retryAfterMs', n.untold_wait_ms)
              else n.error end,
            operator_detail = case when n.state = 'cancelled' then null else n.reported_to_operator end,
            scheduled_for = case when n.state = 'scheduled' then n.next_at else j.scheduled_for end,
            completed_at = case when n.state <> 'scheduled' then now() end,
            lease_expires_at = null,
            last_event = j.last_event + 1
          from judged n
          where j.id = n.id
          returning j.*, 'running' as from_state, n.hold_ms, n.hold_reason
        ),
        ${transitionEffectsWithHolds('failed')}
        select j.from_state, ${jobColumns} from moved j`,
    ),
  )
}

function apart({ operatorDetail, ...error }: Problem): {
  error: Problem
  operator_detail: string | undefined
} {
  return { error, operator_detail: operatorDetail }
}
