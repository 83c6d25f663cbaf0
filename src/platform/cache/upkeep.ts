// Keeps the cache within its bounds, independent of requests: expired entries, eviction, unreferenced bodies, counters.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { CacheCounts } from './cache-counts.ts'
import type { CacheSettings } from './cache-settings.ts'
import type { LastUses } from './last-uses.ts'
import { makeRoom, removeExpired } from './room.ts'

export interface Upkeep extends AsyncDisposable {
  start(): void
  /** An entry was stored; a large amount starts a round early. */
  kept(bytes: number): void
  /** An entry was removed whose body may be unreferenced now. */
  removed(): void
  /** Runs one round now. */
  run(): Promise<void>
}

export interface UpkeepDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: CacheSettings
  readonly counts: CacheCounts
  readonly uses: LastUses
  /** Removes unreferenced bodies. */
  readonly sweepBodies: () => Promise<unknown>
}

/** A round starts early once this share of the bound was stored since the last one. */
const HURRY_SHARE = 0.05

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const { db, log, settings, counts, uses } = deps
  const closing = new AbortController()
  let keptBytes = 0
  let changed = true
  let sweepFrom = Infinity
  let hurry: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let failing = false

  async function round(): Promise<void> {
    await uses.flush(db)
    await counts.flush()
    if ((await removeExpired(db)) > 0) removed()
    if (changed) {
      changed = false
      keptBytes = 0
      const gone = await makeRoom(db, settings)
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
      if (failing) log.info('the upkeep of the cache works again')
      failing = false
    } catch (error) {
      changed = true
      const away = error instanceof SurveyorError && error.code === 'storage_unavailable'
      if (!failing) log[away ? 'warn' : 'error']({ err: error }, 'the upkeep of the cache failed')
      failing = true
    }
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      await run()
      const { promise, resolve } = Promise.withResolvers<void>()
      hurry = resolve
      await Promise.race([
        systemClock.sleep(settings.upkeepMs * (0.8 + Math.random() * 0.4), closing.signal),
        promise,
      ])
      hurry = null
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
      if (keptBytes > settings.maxBytes * HURRY_SHARE) hurry?.()
    },
    removed,
    run,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}
