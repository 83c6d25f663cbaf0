// What a run of a schedule found differently from the run before it.
import type { RunChanges } from '#contract/places/schedule.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

interface Runs {
  readonly previous: string
  readonly session: string
  readonly previousSession: string
  readonly complete: boolean
  readonly new: number
  readonly gone: number
  readonly changed: number
}

/** Of a merged place each part has rows beside those of the whole, which is the one that counts. */
const isShown = sql`not exists (
  select from place_parts part where part.id = search_places.place_id and part.place_id <> part.id)`

/** Null for a search that no schedule repeats, and for the first run. The end of the search must be written already. */
export async function runChanges(tx: Queryable, searchId: string): Promise<RunChanges | null> {
  const [runs] = await tx.query<Runs>(sql`
    with this as (
      select id, session_id, schedule_id, complete from searches where id = ${searchId} and schedule_id is not null
    ), before as (
      select b.id, b.session_id from this join searches b on b.schedule_id = this.schedule_id and b.id < this.id
      where b.status in ('succeeded', 'partially_succeeded')
      order by b.id desc limit 1
    ), searched as (
      select s.id from searches s join this on s.id = this.id or s.parent_id = this.id
    ), found as (
      select distinct place_id from search_places where search_id in (select id from searched) and ${isShown}
    ), found_before as (
      select distinct place_id from search_places
      where search_id in (select s.id from searches s join before on s.id = before.id or s.parent_id = before.id)
        and ${isShown}
    )
    select before.id as previous, this.session_id as session, before.session_id as "previousSession", this.complete,
      (select count(*)::integer from found n where not exists (select from found_before o where o.place_id = n.place_id)) as new,
      (select count(*)::integer from found_before o where not exists (select from found n where n.place_id = o.place_id)) as gone,
      (select count(*)::integer from found n join found_before o using (place_id)
        where exists (
          select from place_changes c where c.place_id = n.place_id and c.search_id in (select id from searched))) as changed
    from this cross join before`)
  if (runs === undefined) return null
  const { session, previousSession } = runs
  return {
    previousSearchId: formatId('sea', runs.previous),
    new: runs.new,
    gone: runs.complete ? runs.gone : null,
    changed: runs.changed,
    changesHref:
      session === previousSession
        ? null
        : `/api/sessions/${formatId('ses', session)}/changes?since=${formatId('ses', previousSession)}`,
  }
}
