// Callers that wait for the end of a job, without a database connection.
import { startWait } from '#kit/time/wait.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Waits for ends. Ids are stored uuids. */
export interface EndWaits {
  /**
   * `ended` resolves at the end of the job, when `waitMs` is over, or when `signal` aborts. Call this first and read
   * the job afterwards.
   */
  wait(id: string, waitMs: number, signal?: AbortSignal): Disposable & { readonly ended: Promise<void> }
  ended(ids: readonly string[]): void
  /** Reads all awaited jobs from the database in one query. */
  check(db: Queryable): Promise<void>
  readonly anyone: boolean
  /** Ends all waits for good. */
  close(): void
}

/** Ids are stored uuids. */
export function createEndWaits(onFirst: () => void): EndWaits {
  const waits = new Map<string, Set<() => void>>()
  let closed = false

  function ended(ids: readonly string[]): void {
    for (const id of ids) for (const end of waits.get(id) ?? []) end()
  }

  return {
    wait(id, waitMs, signal) {
      const wait = startWait(waitMs, signal)
      if (closed) wait.end()
      const mine = waits.get(id) ?? new Set()
      waits.set(id, mine.add(wait.end))
      if (waits.size === 1) onFirst()
      return {
        ended: wait.over,
        [Symbol.dispose]() {
          wait[Symbol.dispose]()
          mine.delete(wait.end)
          if (mine.size === 0 && waits.get(id) === mine) waits.delete(id)
        },
      }
    },
    ended,
    async check(db) {
      if (waits.size === 0) return
      const rows = await db.query<{ id: string }>(sql`
        select id from jobs where id = any(${[...waits.keys()]}::uuid[]) and completed_at is not null`)
      ended(rows.map((row) => row.id))
    },
    get anyone() {
      return waits.size > 0
    },
    close() {
      closed = true
      ended([...waits.keys()])
    },
  }
}
