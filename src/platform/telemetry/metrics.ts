// The metrics of one process: its own registry and the metrics of every service (names: Prometheus conventions).
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Disposing stops the sampling of the event loop. */
export interface Metrics extends Disposable {
  /** Parts of the service register their own metrics here, named `surveyor_…`, without ids, URLs or hosts as labels. */
  readonly registry: Registry
  readonly httpRequests: Counter<'route' | 'method' | 'status'>
  readonly httpDuration: Histogram<'route' | 'method'>
  /** What Prometheus scrapes. */
  scrape(): Promise<{ contentType: string; text: string }>
}

/** From a cached answer (a millisecond) to the longest wait that a caller may request. */
const DURATION_BUCKETS_S = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
]

/** Labels of `surveyor_build_info`. */
export interface BuildInfo {
  readonly service: string
  readonly version: string
  /** `unknown` by default. */
  readonly commit?: string
}

/** A registry of its own, so that two services in one process do not share series. */
export function createMetrics(build: BuildInfo): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const stopProcessMetrics = addProcessMetrics(registry)
  const info = new Gauge({
    name: 'surveyor_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['service', 'version', 'commit', 'node'],
    registers,
  })
  info.set({ ...build, commit: build.commit ?? 'unknown', node: process.version }, 1)
  return {
    registry,
    httpRequests: new Counter({
      name: 'surveyor_http_requests_total',
      help: 'Answers by route template, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    httpDuration: new Histogram({
      name: 'surveyor_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['route', 'method'],
      buckets: DURATION_BUCKETS_S,
      registers,
    }),
    scrape: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    [Symbol.dispose]: stopProcessMetrics,
  }
}

const SAMPLING_MS = 20
const QUANTILES = [
  { quantile: '0.5', percentile: 50 },
  { quantile: '0.99', percentile: 99 },
  { quantile: '1', percentile: 100 },
] as const

/** Event loop, memory and CPU, read at each scrape. Answers a function that stops the sampling. */
function addProcessMetrics(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLING_MS })
  delay.enable()
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_event_loop_delay_seconds',
      help: 'How late the event loop was since the last scrape.',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        this.reset()
        for (const { quantile, percentile } of QUANTILES) {
          // The histogram counts from one sample to the next, which is never less than the sampling itself.
          const lateMs = Math.max(0, delay.percentile(percentile) / 1e6 - SAMPLING_MS)
          if (delay.count > 0) this.set({ quantile }, lateMs / 1000)
        }
        delay.reset()
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      registers: [],
      collect() {
        this.set(process.memoryUsage.rss())
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'surveyor_process_cpu_seconds_total',
      help: 'CPU time of the process, user and system.',
      registers: [],
      collect() {
        const { user, system } = process.cpuUsage()
        this.reset()
        this.inc((user + system) / 1e6)
      },
    }),
  )
  return () => {
    delay.disable()
  }
}
