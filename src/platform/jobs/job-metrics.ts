// The metrics of jobs that both services have: what this process did, and how the queue of all processes stands.
import { Counter, Gauge, Histogram } from 'prom-client'
import { JOB_STATES } from '#contract/job.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { JobQueue, JobSignals } from './job-engine.ts'
import { outcomeOf } from '#platform/jobs/stats/job-outcome.ts'
import { oldestQueued } from '#platform/jobs/stats/oldest-queued.ts'

/** From a no-op to the longest deadline. */
const JOB_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600]
const WAIT_BUCKETS_S = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 3600, 14_400, 86_400]

/** `extractorOf` gives the label of a job type. */
export interface JobMetricsDeps {
  readonly metrics: Metrics
  readonly engine: JobSignals & JobQueue
  readonly db: Database
  /** The value of the label `extractor` for a job type. */
  readonly extractorOf: (type: string) => string
}

/** Counters count what this process does; gauges are read from the database at each scrape. */
export function registerJobMetrics(deps: JobMetricsDeps): void {
  countWork(deps)
  showQueue(deps)
}

function countWork({ metrics, engine, extractorOf }: JobMetricsDeps): void {
  const registers = [metrics.registry]
  const ended = new Counter({
    name: 'surveyor_jobs_total',
    help: 'Jobs that this process ended, by what became of them.',
    labelNames: ['extractor', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'surveyor_job_duration_seconds',
    help: 'From the first claim of a job to its end.',
    labelNames: ['extractor'],
    buckets: JOB_BUCKETS_S,
    registers,
  })
  const waits = new Histogram({
    name: 'surveyor_job_wait_seconds',
    help: 'How long a job could have been claimed before it first was.',
    buckets: WAIT_BUCKETS_S,
    registers,
  })
  const expired = new Counter({
    name: 'surveyor_job_leases_expired_total',
    help: 'Leases that ran out because a worker fell silent, as found by this process.',
    registers,
  })
  const fenced = new Counter({
    name: 'surveyor_job_fenced_writes_total',
    help: 'Reports of workers refused because their lease no longer counted.',
    registers,
  })
  engine.observe({
    started: ({ waitMs }) => waits.observe(waitMs / 1000),
    ended({ type, state, errorCode, durationMs }) {
      const extractor = extractorOf(type)
      ended.inc({ extractor, outcome: outcomeOf(state, errorCode) ?? 'failed' })
      if (durationMs !== null) durations.observe({ extractor }, durationMs / 1000)
    },
    leasesExpired: (count) => expired.inc(count),
    countFenced: (count) => fenced.inc(count),
  })
}

/** Read when Prometheus scrapes. Absent while the database is unreachable, so that the other metrics still answer. */
function showQueue({ metrics, engine, db }: JobMetricsDeps): void {
  const { registry } = metrics
  registry.registerMetric(
    new Gauge({
      // Not `surveyor_jobs`: that is the family of the counter `surveyor_jobs_total`.
      name: 'surveyor_queue_jobs',
      help: 'Jobs by type and state.',
      labelNames: ['type', 'state'],
      registers: [],
      async collect() {
        this.reset()
        const status = await engine.queue.status().catch(() => null)
        for (const { type, counts } of status?.types ?? []) {
          for (const state of JOB_STATES) this.set({ type, state }, counts[state])
        }
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_oldest_queued_job_age_seconds',
      help:
        'How long the job that is next in its line (type and priority) has waited, of the line where that is longest; ' +
        '0 where none waits. Jobs held back because their domain is busy are in no line.',
      registers: [],
      async collect() {
        this.remove()
        const seconds = await oldestQueued(db).catch(() => null)
        if (seconds !== null) this.set(seconds)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_db_bytes',
      help: 'What the tables and indexes of this service take in the database.',
      registers: [],
      async collect() {
        this.remove()
        const bytes = await databaseBytes(db).catch(() => null)
        if (bytes !== null) this.set(bytes)
      },
    }),
  )
}

async function databaseBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'm')`)
  return row?.bytes ?? 0
}
