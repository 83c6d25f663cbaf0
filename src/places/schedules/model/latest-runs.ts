// The newest searches that schedules began.
import type { Schedule } from '#contract/places/schedule.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

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

/** By the plain uuid of the schedule, the newest first. Runs whose session was deleted are gone. */
export async function latestRuns(
  db: Queryable,
  scheduleIds: readonly string[],
): Promise<(scheduleId: string) => Schedule['latestRuns']> {
  const rows = await db.query<RunRow>(sql`
    select r.* from unnest(${[...scheduleIds]}::uuid[]) as schedule (id)
    cross join lateral (
      select schedule_id as "scheduleId", id, session_id as "sessionId", complete,
        case when exists (select from searches c where c.parent_id = searches.id) then (
          select count(distinct s.place_id)::integer
          from searches c join search_places s on s.search_id = c.id join places p on p.id = s.place_id
          where c.parent_id = searches.id
        ) else kept end as places, created_at as "createdAt"
      from searches where schedule_id = schedule.id order by searches.id desc limit ${MAX_RUNS}
    ) r`)
  const runs = Map.groupBy(rows, ({ scheduleId }) => scheduleId)
  return (scheduleId) =>
    (runs.get(scheduleId) ?? []).map(({ id, sessionId, complete, places, createdAt }) => ({
      searchId: formatId('sea', id),
      sessionId: formatId('ses', sessionId),
      complete,
      places,
      createdAt: createdAt.toISOString(),
    }))
}
