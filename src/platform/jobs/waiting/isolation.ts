// Knows whether jobs wait to be delivered apart from each other, so that claims need not ask the database each time.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { TransitionRow } from '#platform/jobs/model/job-row.ts'
import type { WakeUps } from './wake-ups.ts'

/** What this process knows of isolated jobs. */
export interface Isolation {
  /**
   * The types among `types` (null: all) that have queued isolated jobs, as far as this process knows. Its knowledge is
   * at most as old as its last sweep.
   */
  waitingOf(types: readonly string[] | null): string[]
  /** Is called for each change: a job became isolated, or the worker of one has room for the next. */
  moved(rows: readonly TransitionRow[]): void
  /** Reads the database. */
  check(db: Queryable): Promise<void>
}

export function createIsolation(wakeUps: Pick<WakeUps, 'wake'>): Isolation {
  let types = new Set<string>()
  return {
    waitingOf: (asked) => (asked === null ? [...types] : asked.filter((type) => types.has(type))),
    moved(rows) {
      const isolated = rows.filter((row) => row.isolated)
      for (const row of isolated) if (row.state === 'queued') types.add(row.type)
      if (types.size > 0 && isolated.length > 0) wakeUps.wake([...types])
    },
    async check(db) {
      const rows = await db.query<{ type: string }>(sql`
        select distinct type from jobs where isolated and state = 'queued'`)
      types = new Set(rows.map((row) => row.type))
      if (types.size > 0) wakeUps.wake([...types])
    },
  }
}
