// A worker as the operator sees it.
import type { Worker } from '#contract/worker.ts'
import type { WorkerRecord } from './job-engine.ts'

/** The wire form of a worker. */
export function presentWorker(worker: WorkerRecord): Worker {
  return {
    id: worker.id,
    name: worker.name,
    instanceId: worker.instanceId,
    version: worker.version,
    status: worker.state,
    directive: worker.directive,
    capabilities: worker.capabilities,
    tags: [...worker.tags],
    host: worker.host,
    runningJobs: worker.runningJobs,
    pressure: worker.pressure,
    registeredAt: worker.registeredAt.toISOString(),
    lastSeenAt: worker.lastSeenAt.toISOString(),
  }
}
