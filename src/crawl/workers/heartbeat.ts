// A heartbeat: the worker is alive, its leases are renewed, and it is told which jobs to stop.
import type { HeartbeatAnswer, HeartbeatBody } from '#contract/worker.ts'
import type { JobLeases, JobWorkers } from '#platform/jobs/job-engine.ts'

/** Leases and workers of the engine, and the counters of the metrics. */
export interface HeartbeatDeps {
  readonly engine: JobLeases & JobWorkers
  /** For the metrics: refusals by the guards of workers. */
  readonly countRefused: (reason: string, count: number) => void
}

/** Throws `unknown_worker`: the worker must register again. */
export async function heartbeat(
  { engine, countRefused }: HeartbeatDeps,
  workerId: string,
  body: HeartbeatBody,
): Promise<HeartbeatAnswer> {
  const { status, running, pressure, egressBlocked = {} } = body
  const { directive } = await engine.workers.heartbeat(workerId, {
    status,
    ...(pressure === undefined ? {} : { pressure }),
  })
  for (const [reason, count] of Object.entries(egressBlocked)) countRefused(reason, count)
  const { leases, cancelJobs, lostJobs } = await engine.renew(workerId, running)
  return {
    directive,
    leases: leases.map(({ jobId, expiresAt }) => ({ jobId, expiresAt: expiresAt.toISOString() })),
    cancelJobs,
    lostJobs,
  }
}
