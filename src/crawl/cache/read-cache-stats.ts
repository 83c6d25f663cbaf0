// The statistics of the cache, over all replicas.
import type { CacheStats } from '#contract/crawl/cache.ts'
import type { Cache } from '#platform/cache/cache.ts'
import {
  evictionsOf,
  figuresOf,
  type CacheLayer,
  type CountRow,
} from '#platform/cache/entries/cache-counts.ts'
import { cacheSize, type LayerSize } from '#platform/cache/entries/eviction.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'

interface ExtractorSize extends LayerSize {
  readonly extractor: string
}

/** Reads the tables, so that every replica answers the same, a few seconds late. */
export async function readCacheStats(deps: {
  readonly db: Database
  readonly cache: Cache
}): Promise<CacheStats> {
  const { db, cache } = deps
  const [size, sizes, rows] = await Promise.all([cacheSize(db), extractorSizes(db), cache.counts.read()])
  const of = (layer: CacheLayer) => rows.filter((row) => row.layer === layer)
  const whole = wholeOf([size.results, size.snapshots])
  const { maxBytes, maxEntries } = cache.settings
  return {
    ...contentOf(whole),
    ...figuresOf(rows),
    evictions: evictionsOf(rows),
    maxBytes,
    maxEntries,
    since: timestamp(earliest(rows.map(({ since }) => since))),
    results: layerOf(size.results, of('results')),
    snapshots: layerOf(size.snapshots, of('snapshots')),
    memory: { entries: cache.memory.entries, bytes: cache.memory.bytes },
    extractors: extractorsOf(sizes, of('results')),
  }
}

async function extractorSizes(db: Database): Promise<ExtractorSize[]> {
  return db.query<ExtractorSize>(sql`
    select extractor, count(*)::int as entries, sum(bytes)::float8 as bytes, min(stored_at) as "oldestAt"
    from cache_results group by extractor`)
}

function extractorsOf(sizes: readonly ExtractorSize[], rows: readonly CountRow[]): CacheStats['extractors'] {
  const names = new Set([...sizes, ...rows].map(({ extractor }) => extractor).filter((name) => name !== ''))
  return [...names].toSorted().map((extractor) => ({
    extractor,
    ...contentOf(
      sizes.find((size) => size.extractor === extractor) ?? { entries: 0, bytes: 0, oldestAt: null },
    ),
    ...figuresOf(rows.filter((row) => row.extractor === extractor)),
  }))
}

function layerOf(size: LayerSize, rows: readonly CountRow[]): CacheStats['results'] {
  return { ...contentOf(size), ...figuresOf(rows), evictions: evictionsOf(rows) }
}

function contentOf({ entries, bytes, oldestAt }: LayerSize): {
  entries: number
  bytes: number
  oldestAt: string | null
} {
  return { entries, bytes, oldestAt: timestamp(oldestAt) }
}

function wholeOf(layers: readonly LayerSize[]): LayerSize {
  return {
    entries: layers.reduce((sum, { entries }) => sum + entries, 0),
    bytes: layers.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestAt: earliest(layers.flatMap(({ oldestAt }) => oldestAt ?? [])),
  }
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
