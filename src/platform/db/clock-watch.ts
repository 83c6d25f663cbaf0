// Notices that the clock of the database was set, by the clock of this process that nobody sets.
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** The clock of the database was set between two looks at it. */
export interface ClockStep {
  /** Forward is positive. */
  readonly stepMs: number
  /** What it said at the look before. */
  readonly seenAt: Date
}

export interface ClockWatch {
  /** Null: it was not set since the last call, or by less than ten seconds. The first call only looks. */
  look(db: Queryable): Promise<ClockStep | null>
}

/** What is written with a time in it outlasts less than this. */
const MIN_STEP_MS = 10_000

/** `uptimeMs` stands still while the machine sleeps, which then looks like a clock that was set forward. */
export function createClockWatch(uptimeMs: () => number = () => performance.now()): ClockWatch {
  let last: { readonly least: number; readonly most: number; readonly at: Date } | null = null
  return {
    async look(db) {
      const askedMs = uptimeMs()
      const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
      if (row === undefined) return null
      // The clock was read at some time between question and answer, and a slow answer is no step.
      const seen = { least: row.now.getTime() - uptimeMs(), most: row.now.getTime() - askedMs, at: row.now }
      const before = last
      last = seen
      if (before === null) return null
      const stepMs = Math.max(0, seen.least - before.most) + Math.min(0, seen.most - before.least)
      return Math.abs(stepMs) < MIN_STEP_MS ? null : { stepMs, seenAt: before.at }
    },
  }
}
