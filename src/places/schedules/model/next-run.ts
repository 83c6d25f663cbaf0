// When a schedule runs next.
import { Cron } from 'croner'
import type { FieldProblem } from '#contract/problem.ts'
import type { ScheduleRequest } from '#contract/places/schedule.ts'

/** When a search is repeated, checked. `cron` is meant in `timezone`. */
export interface Recurrence {
  readonly cron: string | null
  readonly everyMs: number | null
  readonly timezone: string
}

const CRON_PARTS = 5

/** What is wrong with a schedule that stands at `at` in its body; empty: nothing. `now`: a pattern must have a time after it. */
export function checkSchedule(
  { cron = null, everyMs = null, timezone }: ScheduleRequest | Recurrence,
  now: Date,
  at: '/schedule' | '' = '/schedule',
): FieldProblem[] {
  const problem = (pointer: string, code: string, detail: string) => [
    { pointer: `${at}${pointer}`, code, detail },
  ]
  if ((cron === null) === (everyMs === null))
    return problem('', 'one_of', 'Exactly one of `cron` and `everyMs` is needed.')
  if (timezone !== undefined && !isTimezone(timezone))
    return problem(
      '/timezone',
      'unknown_timezone',
      'There is no time zone of this name, as in `Europe/Paris`.',
    )
  if (cron === null) return []
  try {
    if (patternOf(cron, timezone ?? 'UTC').nextRun(now) !== null) return []
    return problem('/cron', 'never', 'No time fits this pattern.')
  } catch {
    const parts = 'minute (0-59), hour (0-23), day (1-31), month (1-12), day of the week (0-7)'
    const wrong =
      cron.trim().split(/\s+/).length === CRON_PARTS
        ? 'A part of the pattern is not written as one or out of its range'
        : 'The pattern has five parts, as in `0 6 * * 1`'
    return problem('/cron', 'invalid', `${wrong}: ${parts}.`)
  }
}

/**
 * The first time after `now`, however long ago the time before was: what was missed is not made up for. An interval keeps
 * its rhythm from `last` on. Null: no time fits the pattern any more.
 */
export function nextRun({ cron, everyMs, timezone }: Recurrence, last: Date, now: Date): Date | null {
  if (cron !== null) {
    const pattern = patternOf(cron, timezone)
    let next = pattern.nextRun(now)
    while (next !== null && namesHours(cron) && isRepeated(next, timezone)) next = pattern.nextRun(next)
    return next
  }
  if (everyMs === null) return null
  const passed = Math.max(0, Math.floor((now.getTime() - last.getTime()) / everyMs))
  return new Date(last.getTime() + (passed + 1) * everyMs)
}

/** A pattern with every hour, or every second one, means the time that passes and not what the clock shows. */
function namesHours(cron: string): boolean {
  const [, hour = cron] = cron.trim().split(/\s+/)
  return !hour.startsWith('*') && hour.toLowerCase() !== '@hourly'
}

/** Clocks are set back by an hour, and by half of one on Lord Howe Island. */
const SET_BACK_MS = [3_600_000, 1_800_000] as const

/** Whether the clocks of the zone have shown this time of the day before, because they were set back since. */
function isRepeated(at: Date, timezone: string): boolean {
  const clock = new Intl.DateTimeFormat('en', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = clock.format(at)
  return SET_BACK_MS.some((ms) => clock.format(at.getTime() - ms) === shown)
}

/** How many times lay after `last` and up to `now`, up to `max`. */
export function missedRuns(recurrence: Recurrence, last: Date, now: Date, max: number): number {
  if (recurrence.everyMs !== null)
    return Math.min(max, Math.max(0, Math.floor((now.getTime() - last.getTime()) / recurrence.everyMs)))
  let missed = 0
  for (let at = nextRun(recurrence, last, last); at !== null && at <= now && missed < max; missed += 1) {
    at = nextRun(recurrence, at, at)
  }
  return missed
}

function patternOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true })
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
