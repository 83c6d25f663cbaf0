// A heartbeat: the worker lives, its leases go on, and it hears what to stop.
import type { HeartbeatAnswer, HeartbeatBody } from '#contract/worker.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'

/** Throws `unknown_worker`: the worker must register again. */
export async function beat(
  engine: JobEngine,
  workerId: string,
  body: HeartbeatBody,
): Promise<HeartbeatAnswer> {
  const { status, running, pressure } = body
  const { directive } = await engine.workers.heartbeat(workerId, {
    status,
    ...(pressure === undefined ? {} : { pressure }),
  })
  const { leases, cancelJobs, lostJobs } = await engine.renew(workerId, running)
  return {
    directive,
    leases: leases.map(({ jobId, expiresAt }) => ({ jobId, expiresAt: expiresAt.toISOString() })),
    cancelJobs,
    lostJobs,
  }
}
