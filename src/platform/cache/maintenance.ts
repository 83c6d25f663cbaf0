// Keeps the cache within its bounds, independent of requests: expired entries, eviction, unreferenced bodies, counters.
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import { withJitter } from '#kit/time/backoff.ts'
import { startWait } from '#kit/time/wait.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { CacheCounts } from '#platform/cache/entries/cache-counts.ts'
import type { CacheSettings } from '#platform/cache/entries/cache-settings.ts'
import type { LastUsed } from '#platform/cache/entries/last-used.ts'
import { evictToLimit, removeExpired } from '#platform/cache/entries/eviction.ts'

/** Rounds of eviction and cleaning. */
export interface Maintenance extends AsyncDisposable {
  start(): void
  /** An entry was stored; a large amount starts a round early. */
  kept(bytes: number): void
  /** An entry was removed whose body may be unreferenced now. */
  removed(): void
  /** Runs one round now. */
  run(): Promise<void>
}

/** What a round reads and cleans. */
export interface MaintenanceDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: CacheSettings
  readonly counts: CacheCounts
  readonly uses: LastUsed
  /** Removes unreferenced bodies. */
  readonly sweepBodies: () => Promise<unknown>
}

/** A round starts early once this share of the bound was stored since the last one. */
const EARLY_RUN_SHARE = 0.05

/** A round every `maintenanceMs` from `start` on, and sooner when much was stored. */
export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { db, log, settings, counts, uses } = deps
  const closing = new AbortController()
  let keptBytes = 0
  let changed = true
  let sweepFrom = Infinity
  let runEarly: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()
  let failing = false

  async function round(): Promise<void> {
    await uses.flush(db)
    await counts.flush()
    if ((await removeExpired(db)) > 0) removed()
    if (changed) {
      changed = false
      keptBytes = 0
      const gone = await evictToLimit(db, settings)
      counts.count('results', 'evicted', '', gone.results)
      counts.count('snapshots', 'evicted', '', gone.snapshots)
      if (gone.snapshots > 0) removed()
      if (gone.results + gone.snapshots > 0) log.debug(gone, 'made room in the cache')
    }
    if (performance.now() < sweepFrom) return
    await deps.sweepBodies()
    // An upload whose client has just gone is held a little longer.
    sweepFrom =
      sweepFrom < lastRemoval + settings.bodyHoldMs ? lastRemoval + settings.bodyHoldMs + 1 : Infinity
  }

  let lastRemoval = -Infinity
  function removed(): void {
    lastRemoval = performance.now()
    sweepFrom = lastRemoval
  }

  async function run(): Promise<void> {
    try {
      await round()
      if (failing) log.info('the maintenance of the cache works again')
      failing = false
    } catch (error) {
      changed = true
      const away = isStorageUnavailable(error)
      if (!failing) log[away ? 'warn' : 'error']({ err: error }, 'the maintenance of the cache failed')
      failing = true
    }
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      await run()
      using pause = startWait(withJitter(settings.maintenanceMs), closing.signal)
      runEarly = pause.end
      await pause.over
    }
    await uses.flush(db).catch(() => undefined)
    await counts.flush().catch(() => undefined)
  }

  return {
    start() {
      running = loop()
    },
    kept(bytes) {
      changed = true
      keptBytes += bytes
      if (keptBytes > settings.maxBytes * EARLY_RUN_SHARE) runEarly()
    },
    removed,
    run,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
