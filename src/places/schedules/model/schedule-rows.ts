// Schedules as they are stored and as the wire shows them.
import type { Problem } from '#contract/problem.ts'
import type { Schedule } from '#contract/places/schedule.ts'
import type { CreateSearchBody } from '#contract/places/search.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { Recurrence } from './next-run.ts'

/** The search that a schedule repeats. */
export type RepeatedSearch = Omit<CreateSearchBody, 'schedule' | 'webhook'>

/** A row of `schedules`. `id` is a plain uuid. */
export interface ScheduleRow extends Recurrence {
  readonly id: string
  readonly owner: string
  readonly request: RepeatedSearch
  readonly target: WebhookTarget
  /** Null: it is paused. */
  readonly nextAt: Date | null
  readonly runs: number
  readonly skipped: number
  readonly error: Problem | null
  readonly createdAt: Date
}

/** A schedule that is stored with its first search. */
export interface NewSchedule extends Recurrence {
  readonly id: string
  readonly owner: string
  readonly request: RepeatedSearch
  readonly target: WebhookTarget
  readonly nextAt: Date
}

export async function insertSchedule(tx: Queryable, schedule: NewSchedule): Promise<void> {
  const { id, owner, request, target, cron, everyMs, timezone, nextAt } = schedule
  await tx.execute(sql`
    insert into schedules (id, owner, request, target, cron, every_ms, timezone, next_at, runs)
    values (${id}, ${owner}, ${JSON.stringify(request)}, ${JSON.stringify(target)}, ${cron}, ${everyMs}, ${timezone},
            ${nextAt}, 1)`)
}

const columns = sql`
  id, owner, request, target, cron, every_ms as "everyMs", timezone, next_at as "nextAt", runs, skipped, error,
  created_at as "createdAt"`

/** `rest`: the conditions, the order and the limit. */
export async function readSchedules(db: Queryable, rest: Sql): Promise<ScheduleRow[]> {
  return db.query<ScheduleRow>(sql`select ${columns} from schedules where ${rest}`)
}

/** The address of its webhook is not shown. */
export function presentSchedule(row: ScheduleRow, latestRuns: Schedule['latestRuns']): Schedule {
  const id = formatId('sch', row.id)
  return {
    id,
    query: row.request.query,
    search: row.request,
    cron: row.cron,
    everyMs: row.everyMs,
    timezone: row.timezone,
    nextAt: row.nextAt?.toISOString() ?? null,
    runs: row.runs,
    skipped: row.skipped,
    latestRuns,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    links: { self: `/api/schedules/${id}` },
  }
}
