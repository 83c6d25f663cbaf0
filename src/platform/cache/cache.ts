// The cache of one process: kept results and kept pages, deduplication of equal requests, a size bound, purges on all
// replicas.
import type { CachePurged } from '#contract/cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { registerCacheMetrics } from './cache-metrics.ts'
import { createCacheCounts, type CacheCounts } from './cache-counts.ts'
import { createCacheNotices } from './cache-notices.ts'
import type { CacheSettings } from './cache-settings.ts'
import { createFlights, type Flights } from './flights.ts'
import { createLastUses } from './last-uses.ts'
import { purge, type PurgeFilter } from './purge-rows.ts'
import { createResultCache, type ResultCache } from './results/result-cache.ts'
import { createResultMemory, type ResultMemory } from './results/result-memory.ts'
import { createSnapshotDesk, type BodyStore, type SnapshotDesk } from './snapshots/snapshot-desk.ts'
import { createUpkeep } from './upkeep.ts'

export interface Cache extends AsyncDisposable {
  readonly settings: CacheSettings
  readonly results: ResultCache
  readonly snapshots: SnapshotDesk
  readonly flights: Flights
  readonly counts: CacheCounts
  readonly memory: Pick<ResultMemory, 'entries' | 'bytes'>
  /** Removes matching entries. When it resolves, no replica that receives notifications serves them any more. */
  purge(filter: PurgeFilter): Promise<CachePurged>
  /** One round of upkeep, now. */
  upkeep(): Promise<void>
  /** Starts the upkeep, and listens to the other replicas. */
  start(): Promise<void>
}

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

export function createCache(deps: CacheDeps): Cache {
  const { db, log, metrics, settings, bodies } = deps
  const memory = createResultMemory(settings.memoryBytes)
  const counts = createCacheCounts({ db, metrics })
  const uses = createLastUses()
  const notices = createCacheNotices({ db, memory, replicated: deps.replicated, log })
  const upkeep = createUpkeep({
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
    onReplaced: notices.replaced,
    onKept: upkeep.kept,
  })
  const snapshots = createSnapshotDesk({
    db,
    log,
    settings,
    ...(bodies === undefined ? {} : { bodies }),
    counts,
    used: uses.note,
    onKept: upkeep.kept,
  })
  registerCacheMetrics({ metrics, db, memory })
  let stopListening = async (): Promise<void> => undefined

  return {
    settings,
    results,
    snapshots,
    flights: createFlights({ db }),
    counts,
    memory,
    async purge(filter) {
      const gone = await purge(db, filter)
      await notices.purged()
      if (gone.snapshots > 0) upkeep.removed()
      return gone
    },
    upkeep: upkeep.run,
    async start() {
      stopListening = await notices.listen()
      upkeep.start()
    },
    async [Symbol.asyncDispose]() {
      await stopListening()
      await upkeep[Symbol.asyncDispose]()
      await Promise.all([results.settled(), snapshots.settled()])
    },
  }
}
