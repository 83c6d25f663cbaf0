// Kept results: first those in memory, then those in the database, with few statements for many callers.
import { parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Used } from '#platform/cache/entries/last-used.ts'
import type { ChangedPage } from '#platform/cache/snapshots/snapshot-rows.ts'
import { ageOf, youngest, type CachedResult, type ResultName } from './cached-result.ts'
import type { ResultMemory } from './result-memory.ts'
import { keepResults, readResults, removeOfJobs, removeOutdated, type NewResult } from './result-rows.ts'

/** Looks in memory, then in the database. */
export interface ResultCache {
  /**
   * The youngest result that this caller may have, of any age; null without one. A result in memory that is not older
   * than `maxAgeMs` is returned without a query.
   */
  find(key: string, owner: string, maxAgeMs: number): Promise<CachedResult | null>
  /** Results with different keys. They can be found after the commit, when the answer is to be called. */
  keepIn(tx: Queryable, results: readonly NewResult[]): Promise<() => void>
  /** Removes what was made of these pages before they were fetched, from the memory of all replicas too. */
  outdate(pages: readonly ChangedPage[]): Promise<void>
  /** Removes what these jobs brought, from the memory of all replicas too. */
  removeOfJobs(jobIds: readonly string[]): Promise<void>
  settled(): Promise<void>
}

const MAX_ENTRIES = 200

/** Lookups of many callers that come together are one statement. */
export function createResultCache(deps: {
  readonly db: Database
  readonly memory: ResultMemory
  readonly used: (entry: Used) => void
  /** Other replicas hold these in memory and must drop them. */
  readonly onReplaced: (results: readonly ResultName[]) => void
  readonly onKept: (bytes: number) => void
}): ResultCache {
  const { db, memory, used } = deps

  const reads = createBatcher<ResultName, CachedResult[]>({
    async run(names) {
      const { epoch } = memory
      const found = await readResults(db, names)
      for (const result of found.flat()) memory.add(result, epoch)
      return found
    },
    maxEntries: MAX_ENTRIES,
    concurrency: 2,
  })

  const forget = (gone: readonly ResultName[]): void => {
    memory.forget(gone)
    if (gone.length > 0) deps.onReplaced(gone)
  }

  return {
    async find(key, owner, maxAgeMs) {
      const held = memory.find(key, owner)
      const isEnough = held !== null && ageOf(held) <= maxAgeMs
      const found = isEnough ? held : youngest(await reads.submit({ key, owner }))
      if (found !== null) used({ layer: 'results', key: found.key, owner: found.owner })
      return found
    },
    async keepIn(tx, results) {
      const replaced = await keepResults(tx, results)
      return () => {
        forget(replaced)
        deps.onKept(results.reduce((sum, { bytes }) => sum + bytes, 0))
      }
    },
    async outdate(pages) {
      if (pages.length > 0) forget(await removeOutdated(db, pages))
    },
    async removeOfJobs(jobIds) {
      const stored = jobIds.map((id) => parseId('job', id)).filter((id) => id !== null)
      forget(await removeOfJobs(db, stored))
    },
    settled: reads.settled,
  }
}
