// The size of the cache, and eviction: the least recently used entries go first, in both layers.
import type { Database, Queryable } from '#platform/db/database.ts'
import { inBatches } from '#platform/db/retention.ts'
import { sql } from '#platform/db/sql.ts'
import type { CacheLayer } from './cache-counts.ts'

/** `oldestAt` is null where the layer is empty. */
export interface LayerSize {
  readonly entries: number
  readonly bytes: number
  readonly oldestAt: Date | null
}

/** By layer. */
export type CacheSize = Readonly<Record<CacheLayer, LayerSize>>

/** How many entries went, by layer. */
export interface Evicted {
  readonly results: number
  readonly snapshots: number
}

/** Eviction stops at this share of the bound, so that not every new entry causes an eviction. */
const LOW_WATER = 0.95
/** Entries in one statement, so that its locks last only a few milliseconds. */
const BATCH = 500
/** Without the lock, two replicas would evict twice as much as needed. */
const LOCK_NAME = 'surveyor cache room'

/** Counted in the tables, over all replicas. */
export async function cacheSize(db: Queryable): Promise<CacheSize> {
  const rows = await db.query<LayerSize & { layer: CacheLayer }>(sql`
    select 'results' as layer, count(*)::int as entries, coalesce(sum(bytes), 0)::float8 as bytes,
      min(stored_at) as "oldestAt" from cache_results
    union all
    select 'snapshots', count(*)::int, coalesce(sum(bytes), 0)::float8, min(stored_at) from cache_snapshots`)
  const of = (layer: CacheLayer): LayerSize =>
    rows.find((row) => row.layer === layer) ?? { entries: 0, bytes: 0, oldestAt: null }
  return { results: of('results'), snapshots: of('snapshots') }
}

/** Removes expired entries, in batches. */
export async function removeExpired(db: Queryable): Promise<number> {
  const gone = await inBatches(
    BATCH,
    async () =>
      (await db.execute(sql`
        delete from cache_results where (key, owner) in (
          select key, owner from cache_results where expires_at <= now() order by expires_at limit ${BATCH}
          for update skip locked)`)) +
      (await db.execute(sql`
        delete from cache_snapshots where key in (
          select key from cache_snapshots where expires_at <= now() order by expires_at limit ${BATCH}
          for update skip locked)`)),
  )
  await db.execute(sql`delete from cache_fetches where held_until < now() - interval '1 minute'`)
  return gone
}

/** Evicts entries when the cache is over its bound. Does nothing while another replica is evicting. */
export async function evictToLimit(
  db: Database,
  limits: { readonly maxBytes: number; readonly maxEntries: number },
): Promise<Evicted> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.query<{ free: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtext(${`${db.schema} ${LOCK_NAME}`})) as free`)
    const gone = { results: 0, snapshots: 0 }
    if (lock?.free !== true) return gone
    const { results, snapshots } = await cacheSize(tx)
    let bytes = excess(results.bytes + snapshots.bytes, limits.maxBytes)
    let entries = excess(results.entries + snapshots.entries, limits.maxEntries)
    // Outside of this transaction, which only holds the lock: each batch commits at once.
    while (bytes > 0 || entries > 0) {
      const batch = await evict(db, bytes, entries)
      if (batch.results + batch.snapshots === 0) break
      gone.results += batch.results
      gone.snapshots += batch.snapshots
      bytes -= batch.bytes
      entries -= batch.results + batch.snapshots
    }
    return gone
  })
}

function excess(now: number, max: number): number {
  return now <= max ? 0 : now - Math.floor(max * LOW_WATER)
}

async function evict(
  db: Queryable,
  bytes: number,
  entries: number,
): Promise<{ results: number; snapshots: number; bytes: number }> {
  const [row] = await db.query<{ results: number; snapshots: number; bytes: number }>(sql`
    with oldest as materialized (
      select * from (
        (select 'results' as layer, key, owner, bytes, last_used_at
         from cache_results order by last_used_at limit ${BATCH})
        union all
        (select 'snapshots', key, '', bytes, last_used_at
         from cache_snapshots order by last_used_at limit ${BATCH})
      ) as both_layers
      order by last_used_at, key
      limit ${BATCH}
    ),
    doomed as materialized (
      select layer, key, owner from (
        select *, sum(bytes) over line - bytes as bytes_before, row_number() over line - 1 as entries_before
        from oldest
        window line as (order by last_used_at, key, owner rows unbounded preceding)
      ) as lined
      where bytes_before < ${bytes} or entries_before < ${entries}
    ),
    results as (
      delete from cache_results r using doomed d
      where d.layer = 'results' and r.key = d.key and r.owner = d.owner
      returning r.bytes
    ),
    snapshots as (
      delete from cache_snapshots s using doomed d where d.layer = 'snapshots' and s.key = d.key returning s.bytes
    )
    select (select count(*) from results)::int as results, (select count(*) from snapshots)::int as snapshots,
      (select coalesce(sum(bytes), 0) from (select bytes from results union all select bytes from snapshots) as gone)::float8
        as bytes`)
  return row ?? { results: 0, snapshots: 0, bytes: 0 }
}
