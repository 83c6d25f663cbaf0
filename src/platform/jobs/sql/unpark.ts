// Moves held-back jobs of a domain into the claim window as other jobs leave it. The state stays queued.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'

/** Jobs of one domain, type and priority. At most `window` of them are in the claim window at a time. */
export interface DomainGroup {
  readonly domain: string
  readonly type: string
  readonly priority: number
}

/** Answers the types of the jobs that entered the claim window. */
export async function unpark(
  db: Queryable,
  window: number,
  groups: readonly DomainGroup[],
): Promise<string[]> {
  const given = sql`
    select * from unnest(
      ${groups.map((group) => group.domain)}::text[],
      ${groups.map((group) => group.type)}::text[],
      ${groups.map((group) => group.priority)}::smallint[]
    )`
  return admit(db, prepared('jobs_unpark', statement(given, window)))
}

/** The same for all groups that have held-back jobs: covers races, and replicas that died in between. */
export async function unparkAll(db: Queryable, window: number): Promise<string[]> {
  const all = sql`
    with recursive parked (domain, type, priority) as (
      (
        select j.domain, j.type, j.priority from jobs j
        where j.state = 'queued' and j.domain is not null and j.parked
        order by j.domain, j.type, j.priority
        limit 1
      )
      union all
      select next.* from parked p
      cross join lateral (
        select j.domain, j.type, j.priority from jobs j
        where j.state = 'queued' and j.domain is not null and j.parked
          and (j.domain, j.type, j.priority) > (p.domain, p.type, p.priority)
        order by j.domain, j.type, j.priority
        limit 1
      ) as next
    )
    select * from parked`
  return admit(db, statement(all, window))
}

/** The types of the jobs of these domains in the claim window: the jobs that could use a freed place. */
export async function visibleTypes(db: Queryable, domains: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ type: string }>(
    prepared(
      'jobs_types_in_sight',
      sql`
        select distinct type from jobs
        where state = 'queued' and not parked and domain = any(${domains}::text[])`,
    ),
  )
  return rows.map((row) => row.type)
}

async function admit(db: Queryable, unparking: Sql): Promise<string[]> {
  const rows = await db.query<{ type: string }>(unparking)
  return rows.map((row) => row.type)
}

function statement(groups: Sql, window: number): Sql {
  return sql`
    with room as materialized (
      select g.*, greatest(0, ${window} - (
        select count(*) from (
          select from jobs j
          where j.state = 'queued' and not j.parked and j.domain = g.domain and j.type = g.type
            and j.priority = g.priority
          limit ${window}
        ) as visible
      )) as places
      from (${groups}) as g (domain, type, priority)
    ),
    next as materialized (
      select j.id from room r
      cross join lateral (
        select j.id from jobs j
        where j.state = 'queued' and j.parked and not j.isolated and j.domain = r.domain and j.type = r.type
          and j.priority = r.priority
        order by j.rank, j.id
        limit r.places
        for update skip locked
      ) as j
    ),
    visible as (
      update jobs j set parked = false from next where j.id = next.id returning j.type
    )
    select distinct type from visible`
}
