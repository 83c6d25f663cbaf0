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

/** As the wire shows them, with their newest runs; the addresses of their webhooks are not shown. */
export async function presentSchedules(db: Queryable, rows: readonly ScheduleRow[]): Promise<Schedule[]> {
  const runs = await latestRuns(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
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
      latestRuns: (runs.get(row.id) ?? []).map(presentRun),
      error: row.error,
      createdAt: row.createdAt.toISOString(),
      links: { self: `/api/schedules/${id}` },
    }
  })
}

/** More are found in the sessions. */
const MAX_RUNS = 5

interface RunRow {
  readonly scheduleId: string
  readonly id: string
  readonly sessionId: string
  readonly complete: boolean | null
  readonly places: number
  readonly createdAt: Date
}

/** By the schedule, the newest first. Runs whose session was deleted are gone. */
async function latestRuns(
  db: Queryable,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RunRow[]>> {
  const rows = await db.query<RunRow>(sql`
    select r.* from unnest(${scheduleIds}::uuid[]) as schedule (id)
    cross join lateral (
      select schedule_id as "scheduleId", id, session_id as "sessionId", complete,
        case when exists (select from searches c where c.parent_id = searches.id) then (
          select count(distinct s.place_id)::integer
          from searches c join search_places s on s.search_id = c.id join places p on p.id = s.place_id
          where c.parent_id = searches.id
        ) else kept end as places, created_at as "createdAt"
      from searches where schedule_id = schedule.id order by searches.id desc limit ${MAX_RUNS}
    ) r`)
  return Map.groupBy(rows, ({ scheduleId }) => scheduleId)
}

function presentRun({ id, sessionId, complete, places, createdAt }: RunRow): Schedule['latestRuns'][number] {
  return {
    searchId: formatId('sea', id),
    sessionId: formatId('ses', sessionId),
    complete,
    places,
    createdAt: createdAt.toISOString(),
  }
}
