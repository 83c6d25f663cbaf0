// The gauges of the cache, read at each scrape; the counters are incremented as events happen (cache-counts.ts).
import { Gauge } from 'prom-client'
import type { Database } from '#platform/db/database.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { ResultMemory } from '#platform/cache/results/result-memory.ts'
import { cacheSize } from '#platform/cache/entries/eviction.ts'

/** Sizes are of all replicas; the memory is of this one. */
export function registerCacheMetrics(deps: {
  readonly metrics: Metrics
  readonly db: Database
  readonly memory: Pick<ResultMemory, 'bytes'>
}): void {
  const { db, memory } = deps
  const { registry } = deps.metrics
  // One query for both gauges of a scrape.
  let reading: ReturnType<typeof cacheSize> | null = null
  const size = async () => {
    reading ??= cacheSize(db).finally(() => (reading = null))
    return reading.catch(() => null)
  }
  const gauge = (name: string, help: string, of: 'entries' | 'bytes') =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['layer'],
        registers: [],
        async collect() {
          this.reset()
          const now = await size()
          if (now === null) return
          this.set({ layer: 'results' }, now.results[of])
          this.set({ layer: 'snapshots' }, now.snapshots[of])
        },
      }),
    )
  gauge('surveyor_cache_entries', 'Entries of the cache, of all replicas together.', 'entries')
  gauge('surveyor_cache_bytes', 'What the entries of the cache take, of all replicas together.', 'bytes')
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_cache_memory_bytes',
      help: 'Results of the cache that this process holds in memory.',
      registers: [],
      collect() {
        this.set(memory.bytes)
      },
    }),
  )
}
