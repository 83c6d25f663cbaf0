// Records the outcome of attempts together with its consequence for their jobs: delivered, retried later, or given up.
import { createBatcher } from '#platform/db/batcher.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { LeaseRef } from '#platform/jobs/leases/leases.ts'
import type { DomainHold } from '#platform/jobs/model/domain-hold.ts'
import type { SystemJobEnd, SystemJobs } from '#platform/jobs/system/end-system-jobs.ts'
import { disableEndpoint } from '#platform/webhooks/endpoints/disable-endpoint.ts'
import type { Attempt } from './attempt.ts'
import type { Delivery } from './begin-attempts.ts'
import { BUSY_WAIT_MS, FAILING_TOO_LONG_MS, MIN_FAILURES_TO_DISABLE, retryWaitMs } from './retry-schedule.ts'

const BUSY: ReadonlySet<number | null> = new Set([429, 502, 503, 504])
const MAX_BATCH = 500

/** An attempt that has ended, and the lease that it ran under. */
export interface FinishedAttempt {
  readonly lease: LeaseRef
  readonly delivery: Delivery
  readonly attempt: Attempt
}

interface Verdict {
  readonly status: 'delivered' | 'retrying' | 'failed' | 'discarded'
  /** Null when there is no further attempt. */
  readonly waitMs: number | null
  /** For how long no delivery goes to the destination. */
  readonly hold: DomainHold | null
}

/**
 * Ends each delivery with its outcome. Does nothing for a lease that was lost: another sender has the delivery, or has
 * ended it. Concurrent calls share a transaction. Waits of the retry table are multiplied by `timeScale`.
 */
export function createAttemptEnds(
  engine: SystemJobs,
  timeScale: number,
): (finished: FinishedAttempt) => Promise<null> {
  const ends = createBatcher<FinishedAttempt, null>({
    async run(entries) {
      const leases = entries.map(({ lease }) => lease)
      await engine.endTogether(leases, async (tx, held) => {
        const outcomes = entries
          .filter(({ lease }) => held.has(lease.jobId))
          .map((entry) => ({ ...entry, verdict: decide(entry, timeScale) }))
        if (outcomes.length > 0) await write(tx, outcomes, timeScale)
        return outcomes.map(({ lease, verdict: { waitMs, hold } }): SystemJobEnd => {
          const end = { ...lease, ...(hold === null ? {} : { hold }) }
          return waitMs === null ? { ...end, done: true } : { ...end, retryInMs: waitMs }
        })
      })
      return entries.map(() => null)
    },
    maxEntries: MAX_BATCH,
    keyOf: ({ delivery }) => delivery.id,
    concurrency: 2,
  })
  return ends.submit
}

function decide({ delivery, attempt }: FinishedAttempt, timeScale: number): Verdict {
  const { statusCode, error, retryAfterMs } = attempt
  if (error === null) return { status: 'delivered', waitMs: null, hold: null }
  if (error === 'endpoint_disabled') return { status: 'discarded', waitMs: null, hold: null }
  const wait = statusCode === 410 ? null : retryWaitMs(delivery.failures + 1, timeScale)
  const closedMs = BUSY.has(statusCode) ? (retryAfterMs ?? BUSY_WAIT_MS * timeScale) : null
  return {
    status: wait === null ? 'failed' : 'retrying',
    waitMs: wait === null ? null : Math.max(wait, retryAfterMs ?? 0),
    hold: closedMs === null ? null : { forMs: Math.ceil(closedMs), reason: `it answered ${statusCode}` },
  }
}

interface Outcome extends FinishedAttempt {
  readonly verdict: Verdict
}

/** The last of a batch decides what an endpoint is: a success among failures ends their count. */
async function write(tx: Queryable, outcomes: readonly Outcome[], timeScale: number): Promise<void> {
  const list = outcomes.map(({ delivery, attempt, verdict }) => ({
    id: delivery.id,
    number: delivery.attempt,
    status: verdict.status,
    status_code: attempt.statusCode,
    error: attempt.error,
    operator_detail: attempt.operatorDetail,
    response: attempt.response,
    duration_ms: attempt.durationMs,
    signatures: attempt.signatures,
  }))
  const endpoints = await tx.query<{
    id: string
    gone: boolean
    failingMs: number
    failuresInRow: number
  }>(sql`
    with entry as materialized (
      select * from json_to_recordset(${storableJson(list)}::json) as e (
        id uuid, number integer, status text, status_code smallint, error text, operator_detail text, response text,
        duration_ms integer, signatures smallint
      )
    ),
    attempt as (
      update webhook_attempts a
      set duration_ms = e.duration_ms, status_code = e.status_code, error = e.error,
        operator_detail = e.operator_detail, response = e.response, signatures = e.signatures
      from entry e
      where a.record_id = e.id and a.number = e.number
    ),
    ended as (
      update webhook_records r
      set status = e.status, failures = r.failures + (e.status in ('retrying', 'failed'))::integer,
        last_status_code = e.status_code, last_error = e.error,
        completed_at = case when e.status <> 'retrying' then clock_timestamp() end
      from entry e
      where r.id = e.id and r.completed_at is null
      returning r.endpoint_id, e.status, e.status_code
    ),
    tried as materialized (
      select endpoint_id, bool_or(status = 'delivered') as ok, count(*) as n, bool_or(status_code = 410) as gone
      from ended where endpoint_id is not null and status <> 'discarded'
      group by endpoint_id
    ),
    held as materialized (
      select e.id from webhook_endpoints e
      join tried t on t.endpoint_id = e.id
      where not t.ok or e.failing_since is not null
      order by e.id
      for update of e
    )
    update webhook_endpoints e
    set failing_since = case when not t.ok then coalesce(e.failing_since, now()) end,
      failures_in_row = case when t.ok then 0 else e.failures_in_row + t.n end
    from held
    join tried t on t.endpoint_id = held.id
    where e.id = held.id
    returning e.id, t.gone, e.failures_in_row as "failuresInRow",
      coalesce(extract(epoch from now() - e.failing_since)::float8 * 1000, 0) as "failingMs"`)
  for (const { id, gone, failingMs, failuresInRow } of endpoints) {
    if (gone) await disableEndpoint(tx, id, 'gone')
    else if (failingMs > FAILING_TOO_LONG_MS * timeScale && failuresInRow >= MIN_FAILURES_TO_DISABLE) {
      await disableEndpoint(tx, id, 'failing')
    }
  }
}
