// The cache of one process: kept results and kept pages, a size bound, purges on all replicas.
import { Gauge } from 'prom-client'
import type { CachePurged } from '#contract/crawl/cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { createCacheCounts, type CacheCounts } from '#platform/cache/entries/cache-counts.ts'
import { createCacheNotifications } from './cache-notifications.ts'
import type { CacheSettings } from '#platform/cache/entries/cache-settings.ts'
import { createLastUsed } from '#platform/cache/entries/last-used.ts'
import { purge, type PurgeFilter } from '#platform/cache/entries/purge-rows.ts'
import { createResultCache, type ResultCache } from '#platform/cache/results/result-cache.ts'
import { createResultMemory, type ResultMemory } from '#platform/cache/results/result-memory.ts'
import {
  createSnapshotService,
  type BodyStore,
  type SnapshotService,
} from '#platform/cache/snapshots/snapshot-service.ts'
import { createMaintenance } from './maintenance.ts'
import { cacheSize } from './entries/eviction.ts'

/** Both layers, with what bounds and counts them. */
export interface Cache extends AsyncDisposable {
  readonly settings: CacheSettings
  readonly results: ResultCache
  readonly snapshots: SnapshotService
  readonly counts: CacheCounts
  readonly memory: Pick<ResultMemory, 'entries' | 'bytes'>
  /** Removes matching entries. When it resolves, no replica that receives notifications serves them any more. */
  purge(filter: PurgeFilter): Promise<CachePurged>
  /** One round of maintenance, now. */
  maintenance(): Promise<void>
  /** Starts the maintenance, and listens to the other replicas. */
  start(): Promise<void>
}

/** What the composition root opens for the cache. */
export interface CacheDeps {
  /** Migrated with the modules jobs, blobs and crawl. */
  readonly db: Database
  readonly log: Logger
  readonly metrics: Metrics
  readonly settings: CacheSettings
  /** Other processes serve the same tables. */
  readonly replicated: boolean
  /**
   * Where large bodies of pages are stored, and how unreferenced ones are removed. When absent, large bodies are not
   * kept.
   */
  readonly bodies?: BodyStore & { sweep(): Promise<unknown> }
}

/** Serves at once; eviction and notifications begin with `start`. */
export function createCache(deps: CacheDeps): Cache {
  const { db, log, metrics, settings, bodies } = deps
  const memory = createResultMemory(settings.memoryBytes)
  const counts = createCacheCounts({ db, metrics })
  const uses = createLastUsed()
  const notifications = createCacheNotifications({ db, memory, replicated: deps.replicated, log })
  const maintenance = createMaintenance({
    db,
    log,
    settings,
    counts,
    uses,
    sweepBodies: async () => bodies?.sweep(),
  })
  const results = createResultCache({
    db,
    memory,
    used: uses.note,
    onReplaced: notifications.replaced,
    onKept: maintenance.kept,
  })
  const snapshots = createSnapshotService({
    db,
    log,
    settings,
    ...(bodies === undefined ? {} : { bodies }),
    counts,
    used: uses.note,
    onKept: maintenance.kept,
    onChanged: results.outdate,
  })
  registerCacheMetrics({ metrics, db, memory })
  let stopListening = async (): Promise<void> => undefined

  return {
    settings,
    results,
    snapshots,
    counts,
    memory,
    async purge(filter) {
      const gone = await purge(db, filter)
      await notifications.purged()
      if (gone.snapshots > 0) maintenance.removed()
      return gone
    },
    maintenance: maintenance.run,
    async start() {
      stopListening = await notifications.listen()
      maintenance.start()
    },
    async [Symbol.asyncDispose]() {
      await stopListening()
      await maintenance[Symbol.asyncDispose]()
      await Promise.all([results.settled(), snapshots.settled()])
    },
  }
}

/** Sizes are of all replicas; the memory is of this one. */
function registerCacheMetrics(deps: {
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
