// The settings of the job engine.
import { DAY_MS } from '#kit/time/clock.ts'

/** Equal in all replicas: every replica decides about every lease. */
export interface JobSettings {
  /** How long a worker may be silent before its job goes to another one. */
  readonly leaseMs: number
  /** How often a worker should report: a third of the lease, so that two heartbeats may be lost. */
  readonly heartbeatMs: number
  /** How often each replica looks for lost leases, due jobs and expired deadlines. */
  readonly sweepMs: number
  /** How often waiting callers poll, in addition to notifications. Drawn with ±20 % jitter. */
  readonly pollMs: number
  /** How many jobs of one domain may run at the same time. */
  readonly domainConcurrency: number
  /** The same for system jobs, such as the deliveries to one receiver. */
  readonly systemConcurrency: number
  /** The most jobs in one statement. */
  readonly maxBatch: number
  /** A worker that was silent for this long counts as lost. */
  readonly workerLostMs: number
  /** Whether jobs of a lost worker are delivered apart from each other, because one of them may have crashed it. */
  readonly isolateLost: boolean
  /** How long after its end the result of a job is kept. */
  readonly keepResultsMs: number
  /** How long after its end the job itself is kept, with its events. */
  readonly keepJobsMs: number
  /** How often each replica deletes expired rows. */
  readonly retentionMs: number
}

/** For a service; tests shorten the times. */
export const DEFAULT_JOB_SETTINGS: JobSettings = {
  leaseMs: 30_000,
  heartbeatMs: 10_000,
  sweepMs: 5_000,
  pollMs: 1_000,
  domainConcurrency: 4,
  systemConcurrency: 4,
  maxBatch: 500,
  workerLostMs: 600_000,
  isolateLost: true,
  keepResultsMs: 7 * DAY_MS,
  keepJobsMs: 30 * DAY_MS,
  retentionMs: 600_000,
}
