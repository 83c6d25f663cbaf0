// What every transition writes besides the job itself, in the same statement: events, counters, parents, announcements.
// The ordinary events (enqueued, claimed, completed) are told by columns of the job; the view job_events has all of them.
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { endRows } from '#platform/jobs/stats/job-ends.ts'
import type { JobEventName } from '#platform/jobs/model/states.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'

/**
 * CTEs that follow one called `moved`: the changed rows of `jobs` as they are now, with `from_state` as it was before.
 * Every state change uses them, so counters, events and jobs cannot disagree.
 */
export function transitionEffects(event: JobEventName): Sql {
  return joinSql([eventRows(event), countRows, endRows, freedDomains, childEnds, outboxRows], ',\n')
}

/**
 * The same when `moved` also has `hold_ms` and `hold_reason` (null without a hold): what the end of a delivery says
 * about the domain of its job.
 */
export function transitionEffectsWithHolds(event: JobEventName): Sql {
  return joinSql([eventRows(event), countRows, endRows, freedAndClosedDomains, childEnds, outboxRows], ',\n')
}

/** The same for a batch of changed rows that did not end and that freed no place of a limited domain. */
export function startEffects(event: 'enqueued' | 'due'): Sql {
  return joinSql([eventRows(event), countRows], ',\n')
}

/** The same when the columns of each changed row tell its event. */
export function toldEffects(): Sql {
  return countRows
}

/** The events whose transition ends a delivery that no column tells of from then on. */
const ENDS_DELIVERY: ReadonlySet<JobEventName> = new Set(['failed', 'lease_lost', 'released', 'cancelled'])

/** A transition has the number `last_event` of its job; the beginning of a delivery that it ends has the one before. */
function eventRows(event: JobEventName): Sql {
  const hasError = event === 'failed' || event === 'lease_lost' || event === 'expired'
  const told =
    event === 'completed'
      ? sql`and state <> 'succeeded'`
      : event === 'enqueued'
        ? sql`and state <> 'queued'`
        : sql``
  return sql`
    event_rows as (
      insert into job_event_rows (
        seq, job_id, event, from_state, to_state, at, worker_id, delivery, error, operator_detail
      )
      select last_event, id, ${event}, from_state, state, now(), worker_id, deliveries,
        ${hasError ? sql`error, operator_detail` : sql`null::jsonb, null::text`}
      from moved where ${isUserType} ${told}
      ${ENDS_DELIVERY.has(event) ? deliveryRows(event) : sql``}
    )`
}

/** A cancel request has written it already when the delivery ends later. A release has taken the delivery off the count. */
function deliveryRows(event: JobEventName): Sql {
  return sql`
    union all
    select last_event - 1, id, 'claimed', 'queued', 'running', claimed_at, worker_id,
      ${event === 'released' ? sql`(deliveries + 1)::smallint` : sql`deliveries`}, null, null
    from moved
    where ${isUserType} and from_state = 'running' and claimed_at is not null
      ${event === 'cancelled' ? sql`` : sql`and cancel_requested_at is null`}`
}

const countRows = sql`
  count_rows as (
    insert into job_counts (type, state, n)
    select type, state, sum(n) from (
      select type, state, 1 as n from moved
      union all
      select type, from_state, -1 from moved where from_state is not null
    ) as change
    where ${isUserType}
    group by type, state
    having sum(n) <> 0
  )`

/** In the order of the domains, as everywhere, so that two statements never deadlock. */
const freedDomains = sql`
  freed_domains as (
    insert into job_domains as d (domain, running)
    select domain, -count(*) from moved
    where domain is not null and from_state = 'running' and state <> 'running'
    group by domain
    order by domain
    on conflict (domain) do update set running = d.running + excluded.running
  )`

/**
 * A domain is closed until its longest hold ends, with the reason of that hold. Of holds that end in the same second
 * the first one gives the reason: they are several reports of one cause, and the first report describes it best.
 */
export const freedAndClosedDomains = sql`
  freed_domains as (
    insert into job_domains as d (domain, running, closed_until, closed_reason)
    select domain, -count(*), now() + max(hold_ms) * interval '1 millisecond',
      (array_agg(hold_reason order by hold_ms desc) filter (where hold_ms is not null))[1]
    from moved
    where domain is not null and from_state = 'running' and state <> 'running'
    group by domain
    order by domain
    on conflict (domain) do update set
      running = d.running + excluded.running,
      closed_until = greatest(d.closed_until, excluded.closed_until),
      closed_reason = case when excluded.closed_until is null
          or coalesce(d.closed_until + interval '1 second' >= excluded.closed_until, false)
        then d.closed_reason else excluded.closed_reason end
  )`

const childEnds = sql`
  child_ends as (
    insert into job_child_ends (parent_id, succeeded, failed, cancelled)
    select parent_id,
      count(*) filter (where state in ('succeeded', 'partially_succeeded')),
      count(*) filter (where state in ('failed', 'dead', 'expired')),
      count(*) filter (where state = 'cancelled')
    from moved
    where in_batch and completed_at is not null
    group by parent_id
  )`

const outboxRows = sql`
  outbox_rows as (
    insert into job_outbox (job_id, event, webhook)
    select id, 'job.' || state, webhook from moved
    where webhook is not null and completed_at is not null
  )`
