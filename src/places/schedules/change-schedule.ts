// Other times for a schedule, or none while it is paused.
import type { ChangeScheduleBody } from '#contract/places/schedule.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { checkSchedule, nextRun } from './model/next-run.ts'
import type { ScheduleRow } from './model/schedule-rows.ts'

/**
 * Answers the schedule as it is from now on; the caller holds the lock of its row. The next time counts from now where the
 * times are others or the schedule goes on, and else stays. Throws `validation_failed`.
 */
export async function changeSchedule(
  tx: Queryable,
  row: ScheduleRow,
  { cron, everyMs, timezone, paused }: ChangeScheduleBody,
): Promise<ScheduleRow> {
  const isNew = cron !== undefined || everyMs !== undefined
  const recurrence = {
    cron: isNew ? (cron ?? null) : row.cron,
    everyMs: isNew ? (everyMs ?? null) : row.everyMs,
    timezone: timezone ?? row.timezone,
  }
  const [clock] = await tx.query<{ now: Date }>(sql`select now()`)
  const now = clock?.now ?? new Date()
  const wrong = checkSchedule(recurrence, now, '')
  if (wrong.length > 0) throw invalidInput('The schedule', wrong)

  const isOther =
    recurrence.cron !== row.cron || recurrence.everyMs !== row.everyMs || recurrence.timezone !== row.timezone
  const isPaused = paused ?? row.nextAt === null
  const nextAt = isPaused
    ? null
    : row.nextAt === null || isOther
      ? (nextRun(recurrence, now, now) ?? now)
      : row.nextAt
  await tx.execute(sql`
    update schedules
    set cron = ${recurrence.cron}, every_ms = ${recurrence.everyMs}, timezone = ${recurrence.timezone}, next_at = ${nextAt}
    where id = ${row.id}`)
  return { ...row, ...recurrence, nextAt }
}
