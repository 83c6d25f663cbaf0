// How often the cache served: counted in this process as it happens, added up in the database every few seconds.
import { Counter } from 'prom-client'
import type { CacheFigures } from '#contract/crawl/cache.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'

/** Whole answers, or pages that answers are made from. */
export type CacheLayer = 'results' | 'snapshots'
/** What is counted; `evicted` is of the layer and of no request. */
export type CacheOutcome = 'hit' | 'miss' | 'revalidated' | 'stale' | 'bypass' | 'evicted'

/** A total since `since`. */
export interface CountRow {
  readonly layer: CacheLayer
  /** '' when no extractor is involved: evictions. */
  readonly extractor: string
  readonly outcome: CacheOutcome
  readonly n: number
  readonly since: Date
}

type Count = Omit<CountRow, 'since'>

/** Counts in memory that are added to the database in steps. */
export interface CacheCounts {
  count(layer: CacheLayer, outcome: CacheOutcome, extractor?: string, n?: number): void
  /** Adds what this process counted since the last time. */
  flush(): Promise<void>
  /** Of all replicas, each up to a few seconds late; of this one up to now. */
  read(): Promise<CountRow[]>
}

/** The same counts are counters of the metrics at once. */
export function createCacheCounts(deps: { readonly db: Database; readonly metrics: Metrics }): CacheCounts {
  const { db, metrics } = deps
  const registers = [metrics.registry]
  const requests = new Counter({
    name: 'surveyor_cache_requests_total',
    help: 'Looks into the cache by layer, extractor and outcome; revalidated and stale are among the misses.',
    labelNames: ['layer', 'extractor', 'outcome'],
    registers,
  })
  const evictions = new Counter({
    name: 'surveyor_cache_evictions_total',
    help: 'Entries that this process took out for want of room.',
    labelNames: ['layer'],
    registers,
  })
  let pending = new Map<string, Count>()

  async function flush(): Promise<void> {
    if (pending.size === 0) return
    const entries = [...pending.values()]
    pending = new Map()
    try {
      await db.execute(sql`
        insert into cache_counts as c (layer, extractor, outcome, n)
        select * from unnest(${entries.map(({ layer }) => layer)}::text[],
          ${entries.map(({ extractor }) => extractor)}::text[], ${entries.map(({ outcome }) => outcome)}::text[],
          ${entries.map(({ n }) => n)}::bigint[]) as e (layer, extractor, outcome, n)
        order by 1, 2, 3
        on conflict (layer, extractor, outcome) do update set n = c.n + excluded.n`)
    } catch (error) {
      entries.forEach(add)
      throw error
    }
  }

  function add(count: Count): void {
    const key = `${count.layer} ${count.extractor} ${count.outcome}`
    pending.set(key, { ...count, n: (pending.get(key)?.n ?? 0) + count.n })
  }

  return {
    count(layer, outcome, extractor = '', n = 1) {
      if (n === 0) return
      add({ layer, extractor, outcome, n })
      if (outcome === 'evicted') evictions.inc({ layer }, n)
      else requests.inc({ layer, extractor, outcome }, n)
    },
    flush,
    async read() {
      await flush()
      return db.query<CountRow>(sql`select layer, extractor, outcome, n, since from cache_counts`)
    },
  }
}

/** The totals of some of the rows. */
export function figuresOf(rows: readonly CountRow[]): CacheFigures {
  const sum = (outcome: CacheOutcome) =>
    rows.filter((row) => row.outcome === outcome).reduce((total, { n }) => total + n, 0)
  const [hits, misses] = [sum('hit'), sum('miss')]
  return {
    hits,
    misses,
    revalidated: sum('revalidated'),
    stale: sum('stale'),
    bypassed: sum('bypass'),
    hitRate: hits + misses === 0 ? null : hits / (hits + misses),
  }
}

/** Over both layers, for want of room only. */
export function evictionsOf(rows: readonly CountRow[]): number {
  return rows.filter(({ outcome }) => outcome === 'evicted').reduce((total, { n }) => total + n, 0)
}
