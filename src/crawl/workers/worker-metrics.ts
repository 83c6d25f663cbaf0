// Totals over all workers, for the operator, and their metrics, read from the registry at each scrape.
import { Gauge } from 'prom-client'
import { WORKER_STATES, type WorkerMetrics } from '#contract/worker.ts'
import type { WorkerRecord, JobWorkers } from '#platform/jobs/job-engine.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'

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

/** Gauges of workers by state and of the browsers they run. */
export function registerWorkerMetrics({ registry }: Metrics, engine: JobWorkers): void {
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_workers',
      help: 'Workers by status.',
      labelNames: ['status'],
      registers: [],
      async collect() {
        this.reset()
        const workers = await engine.workers.list().catch(() => null)
        if (workers === null) return
        const { byStatus } = workerMetrics(workers)
        for (const status of WORKER_STATES) this.set({ status }, byStatus[status] ?? 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_browser_processes',
      help: 'Browsers that the workers online run, as they reported; absent while none has said.',
      registers: [],
      async collect() {
        this.remove()
        const workers = await engine.workers.list().catch(() => [])
        const told = workers
          .filter(({ state }) => state === 'online')
          .flatMap(({ pressure }) => pressure?.browsers ?? [])
        if (told.length > 0) {
          this.set(
            {},
            told.reduce((sum, browsers) => sum + browsers, 0),
          )
        }
      },
    }),
  )
}
