// Totals over all workers, for the operator.
import { WORKER_STATES, type WorkerMetrics } from '#contract/worker.ts'
import type { WorkerRecord } from '#platform/jobs/job-engine.ts'

/** Capacity and types count only the workers that take jobs now. */
export function workerMetrics(workers: readonly WorkerRecord[]): WorkerMetrics {
  const online = workers.filter(({ state }) => state === 'online')
  const capacity = new Map<string, number>()
  const types = new Map<string, number>()
  for (const { capabilities } of online) {
    for (const [kind, count] of Object.entries(capabilities.concurrency)) add(capacity, kind, count)
    for (const type of capabilities.types) add(types, type, 1)
  }
  return {
    total: workers.length,
    byStatus: Object.fromEntries(
      WORKER_STATES.map((state) => [state, workers.filter((worker) => worker.state === state).length]),
    ),
    runningJobs: workers.reduce((sum, worker) => sum + worker.runningJobs, 0),
    capacity: Object.fromEntries(capacity),
    types: Object.fromEntries(types),
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
