// The metrics of the workers, read from the registry at each scrape.
import { Gauge } from 'prom-client'
import { WORKER_STATES } from '#contract/worker.ts'
import type { JobWorkers } from '#platform/jobs/job-engine.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { workerMetrics } from './worker-metrics.ts'

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
