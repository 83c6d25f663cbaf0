// Whether the database accepts writes, checked by writing, and whether its clock agrees with ours.
import type { HealthCheck } from '#contract/health.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/**
 * Signatures and expiries of keys depend on the clocks of several machines; a webhook is refused after five minutes.
 */
const MAX_SKEW_MS = 5_000

/**
 * A server that was demoted to a standby, or made read-only because its disk is full, still answers reads. So a message
 * without content is written to its log, which is a durable commit and leaves no row.
 */
export async function databaseCheck(db: Queryable): Promise<HealthCheck> {
  const startedAt = performance.now()
  const [row] = await db.query<{ refuses: boolean }>(sql`
    with mode as materialized (
      select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as refuses
    )
    select refuses, case when not refuses then pg_logical_emit_message(true, 'surveyor', '') end from mode`)
  const latencyMs = Math.round(performance.now() - startedAt)
  return row?.refuses === false
    ? { status: 'pass', detail: null, latencyMs }
    : { status: 'fail', detail: 'The database takes no writes.', latencyMs }
}

/** Leases use the clock of the database only; other times do not. */
export async function clockCheck(db: Queryable): Promise<HealthCheck> {
  const before = Date.now()
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  const after = Date.now()
  const theirs = row?.now.getTime() ?? Number.NaN
  // How far the answered time lies outside the interval of the query.
  const skewMs = Math.max(before - theirs, theirs - after, 0)
  return skewMs <= MAX_SKEW_MS
    ? { status: 'pass', detail: null }
    : {
        status: 'warn',
        detail: `The clocks of this machine and of the database are ${Math.round(skewMs / 1000)} s apart.`,
      }
}
