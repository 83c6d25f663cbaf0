// When entries were last used: collected in memory and written in batches, so that a hit itself writes nothing.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { CacheLayer } from './cache-counts.ts'

/** The entry that served. */
export interface Used {
  readonly layer: CacheLayer
  readonly key: string
  /** For a result only. */
  readonly owner?: string
}

/** Notes of uses, written by `flush`. */
export interface LastUsed {
  note(entry: Used): void
  flush(db: Queryable): Promise<void>
}

/** A statement of this size stays quick. */
const BATCH = 2_000

/** What is noted and not yet flushed is lost with the process, which only makes eviction less exact. */
export function createLastUsed(): LastUsed {
  let results = new Map<string, { key: string; owner: string }>()
  let snapshots = new Set<string>()
  return {
    note({ layer, key, owner = '' }) {
      if (layer === 'results') results.set(`${key} ${owner}`, { key, owner })
      else snapshots.add(key)
    },
    async flush(db) {
      const [usedResults, usedSnapshots] = [[...results.values()], [...snapshots]]
      results = new Map()
      snapshots = new Set()
      for (let at = 0; at < usedResults.length; at += BATCH) {
        const some = usedResults.slice(at, at + BATCH)
        await db.execute(sql`
          with u as materialized (
            select key, owner from cache_results r
            join unnest(${some.map(({ key }) => key)}::text[], ${some.map(({ owner }) => owner)}::text[]) as u (key, owner)
              using (key, owner)
            order by key, owner
            for update of r skip locked
          )
          update cache_results r set last_used_at = now() from u where r.key = u.key and r.owner = u.owner`)
      }
      for (let at = 0; at < usedSnapshots.length; at += BATCH) {
        await db.execute(sql`
          with u as materialized (
            select key from cache_snapshots where key = any(${usedSnapshots.slice(at, at + BATCH)})
            order by key
            for update skip locked
          )
          update cache_snapshots s set last_used_at = now() from u where s.key = u.key`)
      }
    },
  }
}
