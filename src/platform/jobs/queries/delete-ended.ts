// ended → gone: deletes jobs with their results and events. Files and other rows of theirs go by their foreign keys.
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'

/** How many jobs one statement deletes, so that no transaction is long. */
export const DELETE_BATCH = 1_000

/**
 * Deletes the first `DELETE_BATCH` jobs, in the order of ids, that fit `which` (a condition on `j`) and have ended, as
 * all their children have. Answers the ids.
 */
export async function deleteEnded(db: Queryable, which: Sql): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with old as materialized (
      select j.id from jobs j
      where ${which} and j.completed_at is not null
        and not exists (select from jobs c where c.parent_id = j.id and c.completed_at is null)
      order by j.id
      limit ${DELETE_BATCH}
      for update skip locked
    ),
    gone as (
      delete from jobs where id in (select id from old) returning id, type, state
    ),
    results as (delete from job_results where job_id in (select id from old)),
    events as (delete from job_event_rows where job_id in (select id from old)),
    count_rows as (
      insert into job_counts (type, state, n) select type, state, -count(*) from gone group by type, state
    )
    select id from gone`)
  return rows.map(({ id }) => id)
}

/** A job and all its descendants, with those that have none of their own first; empty when the job is unknown. */
export async function readFamily(
  db: Queryable,
  id: string,
): Promise<{ readonly id: string; readonly hasEnded: boolean }[]> {
  return db.query(sql`
    with recursive family (id, depth) as (
      select ${id}::uuid, 0
      union all
      select j.id, f.depth + 1 from family f join jobs j on j.parent_id = f.id
    )
    select j.id, j.completed_at is not null as "hasEnded"
    from family f join jobs j on j.id = f.id
    order by f.depth desc, j.id`)
}
