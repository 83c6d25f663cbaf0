// GET /health of a service: the checks that every service has, and its own.
import type { HealthCheck } from '#contract/health.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { App, ServiceInfo } from '#platform/http/server/server.ts'
import { DEFAULT_JOB_SETTINGS, type JobQueue, type JobWorkers } from '#platform/jobs/job-engine.ts'
import { sql } from '#platform/db/sql.ts'
import { DELIVER_JOB } from '#platform/webhooks/records/new-records.ts'
import { diskCheck, type DiskSettings } from './disk-check.ts'
import { addHealthRoute } from './health-route.ts'
import { queueCheck, queueLoad, workersCheck } from './queue-check.ts'

/** Senders poll every second, and one attempt takes at most fifteen seconds. */
const SENT_WITHIN_MS = 60_000

/**
 * Signatures and expiries of keys depend on the clocks of several machines; a webhook is refused after five minutes.
 */
const MAX_SKEW_MS = 5_000

/** What the checks look at. */
export interface ServiceHealthDeps {
  readonly db: Database
  readonly engine: JobQueue & JobWorkers
  readonly service: ServiceInfo
  readonly disk: DiskSettings
  /** The detail of the check `workers` when there are none. */
  readonly noWorkers: string
  /** The checks of this service only, by name. */
  readonly checks: Readonly<Record<string, () => Promise<HealthCheck>>>
}

/**
 * Adds GET /health. The service is ready while database and disk are: with a paused queue, without workers or another
 * service, stored data can be read and requests be accepted.
 */
export function serviceHealthRoute(app: App, deps: ServiceHealthDeps): void {
  const { db, service, disk, noWorkers, checks } = deps
  addHealthRoute(app, {
    service,
    group: 'health',
    needed: ['database', 'disk'],
    checks: {
      database: async () => databaseCheck(db),
      clock: async () => clockCheck(db),
      disk: async () => diskCheck(disk),
      ...checks,
      queue: async () => queueCheck(deps),
      workers: async () => workersCheck(deps, noWorkers),
      webhooks: async () => webhooksCheck(db),
    },
    queueLoad: async () => queueLoad(deps),
  })
}

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

/** A failing or slow receiver is not our fault; a receiver that is free and gets no delivery is. */
export async function webhooksCheck(db: Queryable): Promise<HealthCheck> {
  const longAgo = sql`now() - ${SENT_WITHIN_MS}::float8 * interval '1 ms'`
  const [row] = await db.query<{ late: number }>(sql`
    select count(distinct j.domain) as late from jobs j
    left join job_domains d on d.domain = j.domain
    where j.state = 'queued' and not j.parked and j.rank > 0 and j.type = ${DELIVER_JOB}
      and coalesce(j.scheduled_for, j.created_at) < ${longAgo}
      and coalesce(d.running, 0) < ${DEFAULT_JOB_SETTINGS.systemConcurrency} and coalesce(d.closed_until < ${longAgo}, true)`)
  const late = row?.late ?? 0
  return late === 0
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: `Webhooks for ${late} receivers are due for more than a minute.` }
}
