// The sessions, newest first, each with the results of its searches.
import { pageOf } from '#platform/http/output/pagination.ts'
import type { Session } from '#contract/places/lists/browse.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'

interface SessionRow {
  readonly id: string
  readonly searches: number
  readonly places: number
  readonly createdAt: Date
  readonly lastActivityAt: Date
  readonly running: number
  readonly allComplete: boolean
  readonly queries: string[]
}

const SHOWN_QUERIES = 10

/** A page of the sessions. Throws `invalid_cursor`. */
export async function listSessions(
  db: Queryable,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<Session>> {
  const rows = await db.query<SessionRow>(sql`
    select s.id, s.searches, s.places, s.created_at as "createdAt", s.last_activity_at as "lastActivityAt",
           x.running, x."allComplete", x.queries
    from sessions s
    cross join lateral (
      select count(*) filter (where status in ('queued', 'running'))::integer as running,
             coalesce(bool_and(complete), false) as "allComplete",
             coalesce((array_agg(request ->> 'query' order by id))[1:${SHOWN_QUERIES}], '{}') as queries
      from searches where session_id = s.id and parent_id is null
    ) x
    where ${after === null ? sql`true` : sql`s.id < ${cursorUuid(after[0])}::uuid`}
    order by s.id desc limit ${limit + 1}`)
  return pageOf(rows, limit, presentSession, ({ id }) => [id])
}

function presentSession({ id, createdAt, lastActivityAt, allComplete, ...rest }: SessionRow): Session {
  const sessionId = formatId('ses', id)
  return {
    id: sessionId,
    ...rest,
    complete: rest.running > 0 ? null : allComplete,
    createdAt: createdAt.toISOString(),
    lastActivityAt: lastActivityAt.toISOString(),
    links: {
      places: `/api/places?sessionId=${sessionId}`,
      export: `/api/exports/${sessionId}`,
      manifest: `/api/exports/${sessionId}?format=manifest`,
    },
  }
}
