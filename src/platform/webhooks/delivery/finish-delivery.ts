// Records the outcome of an attempt, and its consequence: delivered, retried later, or given up.
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { disableEndpoint } from '#platform/webhooks/endpoints/disable-endpoint.ts'
import { BUSY_WAIT_MS, FAILING_TOO_LONG_MS, MIN_FAILURES_TO_DISABLE, retryWaitMs } from './retry-schedule.ts'
import type { WebhookSettings } from './webhook-settings.ts'
import type { Attempt } from './attempt.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

const BUSY: ReadonlySet<number | null> = new Set([429, 502, 503, 504])

interface Verdict {
  readonly status: 'delivered' | 'retrying' | 'failed' | 'discarded'
  readonly waitMs: number | null
  /** For how long no delivery goes to the destination. */
  readonly closedMs: number | null
}

/** Does nothing when the lease was lost: another sender has the delivery, or has ended it. */
export async function finishDelivery(
  db: Database,
  settings: WebhookSettings,
  delivery: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const verdict = decide(delivery, attempt, settings.timeScale)
  const failed = verdict.status !== 'delivered' && verdict.status !== 'discarded'
  await db.transaction(async (tx) => {
    const endpoint = await write(tx, delivery, attempt, verdict, failed)
    if (endpoint === null || delivery.endpointId === null || endpoint.status === 'disabled') return
    const tooLong = endpoint.failingMs > FAILING_TOO_LONG_MS * settings.timeScale
    if (attempt.statusCode === 410) await disableEndpoint(tx, delivery.endpointId, 'gone')
    else if (tooLong && endpoint.failuresInRow >= MIN_FAILURES_TO_DISABLE)
      await disableEndpoint(tx, delivery.endpointId, 'failing')
  })
}

function decide(
  { failures }: ClaimedDelivery,
  { statusCode, error, retryAfterMs }: Attempt,
  timeScale: number,
): Verdict {
  if (error === null) return { status: 'delivered', waitMs: null, closedMs: null }
  if (error === 'endpoint_disabled') return { status: 'discarded', waitMs: null, closedMs: null }
  const wait = statusCode === 410 ? null : retryWaitMs(failures + 1, timeScale)
  const closedMs = BUSY.has(statusCode) ? (retryAfterMs ?? BUSY_WAIT_MS * timeScale) : null
  return {
    status: wait === null ? 'failed' : 'retrying',
    waitMs: wait === null ? null : Math.max(wait, retryAfterMs ?? 0),
    closedMs,
  }
}

interface EndpointState {
  readonly status: 'enabled' | 'disabled'
  readonly failingMs: number
  readonly failuresInRow: number
}

async function write(
  tx: Queryable,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  { status, waitMs, closedMs }: Verdict,
  failed: boolean,
): Promise<EndpointState | null> {
  const [endpoint] = await tx.query<EndpointState>(sql`
    with ended as (
      update webhook_records
      set status = ${status}, failures = failures + ${Number(failed)}::integer,
        last_status_code = ${attempt.statusCode}, last_error = ${attempt.error},
        next_attempt_at = now() + ${waitMs}::float8 * interval '1 ms',
        completed_at = case when ${status !== 'retrying'} then clock_timestamp() end,
        lease_token = null, lease_expires_at = null
      where id = ${delivery.id} and lease_token = ${delivery.leaseToken}
      returning lane, endpoint_id, next_attempt_at
    ),
    attempt as (
      update webhook_attempts
      set duration_ms = ${attempt.durationMs}, status_code = ${attempt.statusCode}, error = ${attempt.error},
        response = ${attempt.response}, signatures = ${attempt.signatures}
      where record_id = ${delivery.id} and number = ${delivery.attempt}
    ),
    lane as (
      update webhook_lanes l
      set running = l.running - 1, due_at = least(l.due_at, ended.next_attempt_at),
        closed_until = greatest(l.closed_until, now() + ${closedMs}::float8 * interval '1 ms')
      from ended
      where l.lane = ended.lane
    )
    update webhook_endpoints e
    set failing_since = case when ${failed} then coalesce(e.failing_since, now()) end,
      failures_in_row = case when ${failed} then e.failures_in_row + 1 else 0 end
    from ended
    where e.id = ended.endpoint_id and ${status !== 'discarded'}
    returning e.status, e.failures_in_row as "failuresInRow",
      coalesce(extract(epoch from now() - e.failing_since)::float8 * 1000, 0) as "failingMs"`)
  return endpoint ?? null
}
