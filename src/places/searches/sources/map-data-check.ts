// Whether the map data of the operator can be read, as the last searches found it: the workers read it, and not this service.
import type { HealthCheck } from '#contract/health.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Problem } from '#contract/problem.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** So many ended searches are looked at, whatever provider they asked. */
const LOOKED_AT = 100
/** What is wrong with files and folders of the operator, not with servers of others. */
const UNREADABLE: readonly ErrorCode[] = [
  'source_broken',
  'source_unavailable',
  'unsupported_document',
  'storage_unavailable',
]

/** Of each provider its latest search counts, as it was asked for: `warn` until another one succeeds. */
export async function mapDataCheck(db: Queryable): Promise<HealthCheck> {
  const last = await db.query<{ error: Problem | null; completedAt: Date }>(sql`
    select distinct on (asked) error, completed_at as "completedAt"
    from (
      select id, coalesce(request ->> 'provider', '') as asked, error, completed_at from searches
      where completed_at is not null and status <> 'cancelled' and request -> 'providers' is null
      order by id desc limit ${LOOKED_AT}
    ) as ended
    order by asked, id desc`)
  const failed = last.flatMap(({ error, completedAt }) =>
    error !== null && UNREADABLE.some((code) => code === error.code)
      ? `${error.detail} The search that ended at ${completedAt.toISOString()} found that.`
      : [],
  )
  return failed.length === 0
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: [...new Set(failed)].join(' ') }
}
