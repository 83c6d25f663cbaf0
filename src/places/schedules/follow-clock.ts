// The clock of the database was set back: no schedule waits for the times that it had already counted.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { nextRun } from './model/next-run.ts'
import { readSchedules, type ScheduleRow } from './model/schedule-rows.ts'

/** The next time of each schedule becomes its first one after now. Answers how many were brought forward. */
export async function bringForward(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const [clock] = await tx.query<{ now: Date }>(sql`select now()`)
    if (clock === undefined) return 0
    const earlier = (await readSchedules(tx, sql`next_at > now() order by id for update`)).flatMap((row) => {
      const first = firstRun(row, clock.now)
      return first === null || row.nextAt === null || first >= row.nextAt ? [] : [{ id: row.id, first }]
    })
    await tx.execute(sql`
      update schedules s set next_at = e.first
      from unnest(${earlier.map(({ id }) => id)}::uuid[], ${earlier.map(({ first }) => first)}::timestamptz[]) as e (id, first)
      where s.id = e.id`)
    return earlier.length
  })
}

/** An interval keeps its rhythm. */
function firstRun(row: ScheduleRow, now: Date): Date | null {
  const { everyMs, nextAt } = row
  if (everyMs === null || nextAt === null) return nextRun(row, now, now)
  const ahead = Math.floor((nextAt.getTime() - now.getTime()) / everyMs)
  return new Date(nextAt.getTime() - ahead * everyMs)
}
