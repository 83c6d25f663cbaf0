// Reads changes: the history of one place, and how the places of two sessions differ.
import { pageOf } from '#platform/http/output/pagination.ts'
import type { Static } from 'typebox'
import type {
  ChangedPlace,
  ChangedPlaceList,
  ChangeKind,
  PlaceChange,
  SessionDifference,
} from '#contract/places/changes/history.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import { showName, type StoredContent } from '#places/content/show-content.ts'
import { areSameArea } from '#places/identity/same-area.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorWhole, cursorUuid } from '#places/places/cursor-values.ts'

interface ChangeRow extends Omit<PlaceChange, 'at' | 'searchId' | 'sessionId'> {
  readonly id: number
  readonly at: Date
  readonly searchId: string | null
  readonly sessionId: string | null
}

/** Of several changes of a field what was before the first one and after the last one: what came back is as it was. */
const BEFORE = sql`(array_agg(c.from_value order by c.id))[1]`
const AFTER = sql`(array_agg(c.to_value order by c.id desc))[1]`
const KIND = sql`(array_agg(c.kind order by c.id desc))[1]`

/** Two sessions by their uuids. */
interface ComparedSessions {
  readonly session: string
  readonly earlier: string
  /** Only places with this difference; null: all. */
  readonly difference: SessionDifference | null
  readonly language: string | null
  /** Whether places that only the earlier one found are told. */
  readonly withGone: boolean
}

interface ChangedRow {
  readonly id: string
  readonly name: StoredContent['name']
  readonly names: StoredContent['names']
  readonly difference: SessionDifference
}

/** The history of one place, newest first. `placeId` is a plain uuid. A page throws `invalid_cursor`. */
export function listChanges(
  db: Queryable,
  placeId: string,
  kind: ChangeKind | null,
): (limit: number, after: CursorValues | null) => Promise<ListPage<PlaceChange>> {
  return async (limit, after) => {
    const before = after === null ? null : cursorWhole(after[0])
    const rows = await db.query<ChangeRow>(sql`
      select id, field, from_value as "from", to_value as "to", kind, at, source, provider, search_id as "searchId",
             session_id as "sessionId"
      from place_changes
      where place_id = ${placeId} and (${kind}::text is null or kind = ${kind})
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${limit + 1}`)
    return pageOf(rows, limit, presentChange, ({ id }) => [id])
  }
}

function presentChange({ id: _id, at, searchId, sessionId, ...change }: ChangeRow): PlaceChange {
  return {
    ...change,
    at: at.toISOString(),
    searchId: searchId === null ? null : formatId('sea', searchId),
    sessionId: sessionId === null ? null : formatId('ses', sessionId),
  }
}

/**
 * How the places of a session differ from those of an earlier one. In the order of the ids. A change lies between the
 * sessions when it came after the earlier one had last stored something and a search of the later one brought it, or
 * another one before that was active last.
 */
export function listSessionChanges(
  db: Queryable,
  { session, earlier, difference, language, withGone }: ComparedSessions,
): (limit: number, after: CursorValues | null) => Promise<ListPage<ChangedPlace>> {
  return async (limit, after) => {
    const from = after === null ? null : cursorUuid(after[0])
    const rows = await db.query<ChangedRow>(sql`
      with span as (
        select a.last_activity_at as since, b.last_activity_at as until
        from sessions a, sessions b where a.id = ${earlier} and b.id = ${session}
      ), now_seen as (
        select place_id from session_places where session_id = ${session}
      ), then_seen as (
        select place_id from session_places where session_id = ${earlier}
      ), differing as (
        select n.place_id, 'new' as difference from now_seen n
        where not exists (select from then_seen t where t.place_id = n.place_id)
        union all
        select t.place_id, 'gone' from then_seen t
        where ${withGone} and not exists (select from now_seen n where n.place_id = t.place_id)
        union all
        select n.place_id, 'changed' from now_seen n join then_seen using (place_id) cross join span
        -- The first one finds the few places with a change at all, for all places at once.
        where exists (
          select from place_changes c
          where c.place_id = n.place_id and c.at > span.since and c.at <= span.until)
          and exists (
          select from place_changes c
          where c.place_id = n.place_id and c.at > span.since and c.at <= span.until
          group by c.field having ${BEFORE}::jsonb <> ${AFTER}::jsonb)
      )
      select p.id, p.content ->> 'name' as name, p.content -> 'names' as names, d.difference
      from differing d join places p on p.id = d.place_id
      where (${difference}::text is null or d.difference = ${difference})
        and (${from}::uuid is null or p.id > ${from}::uuid)
      order by p.id limit ${limit + 1}`)
    const changed = rows.filter((row) => row.difference === 'changed').map(({ id }) => id)
    const fields = await changedFields(db, changed, { session, earlier })
    const present = (row: ChangedRow): ChangedPlace => {
      const placeId = formatId('plc', row.id)
      return {
        placeId,
        name: showName(row, language),
        difference: row.difference,
        fields: fields.get(row.id) ?? [],
        links: { self: `/api/places/${placeId}`, history: `/api/places/${placeId}/history` },
      }
    }
    return pageOf(rows, limit, present, ({ id }) => [id])
  }
}

/**
 * Why a place that only the earlier session found is not known to be gone; none where the later one made each search that had
 * found something there, and ended it complete. Of a search of several providers the parts count.
 */
export async function incomparability(
  db: Queryable,
  { session, earlier }: Pick<ComparedSessions, 'session' | 'earlier'>,
): Promise<Static<typeof ChangedPlaceList>['reasons']> {
  const [found] = await db.query<{ incomplete: boolean; other: boolean }>(sql`
    with leaf as (
      select s.session_id, s.provider, s.area, s.complete, s.kept, lower(trim(s.request ->> 'query')) as query,
             s.request ->> 'country' as country, s.request ->> 'categories' as categories
      from searches s
      where s.session_id in (${session}, ${earlier}) and not exists (select from searches part where part.parent_id = s.id)
    )
    select coalesce(bool_or(again.n > 0 and not again.complete), false) as incomplete,
           coalesce(bool_or(again.n = 0), false) as other
    from leaf old cross join lateral (
      select count(*)::integer as n, coalesce(bool_or(l.complete), false) as complete from leaf l
      where l.session_id = ${session} and l.query = old.query and l.provider is not distinct from old.provider
        and l.country is not distinct from old.country and l.categories is not distinct from old.categories
        and ${areSameArea(sql`l.area`, sql`old.area`)}
    ) again
    where old.session_id = ${earlier} and old.kept > 0`)
  return [
    ...(found?.incomplete === true ? [INCOMPLETE] : []),
    ...(found?.other === true ? [OTHER_SEARCH] : []),
  ]
}

const INCOMPLETE = {
  code: 'incomplete',
  detail: 'A search of the later session was not complete: what it did not find may be there still.',
} as const
const OTHER_SEARCH = {
  code: 'other_search',
  detail: 'The later session did not make each search of the earlier one again in the same area.',
} as const

type ChangedField = Pick<PlaceChange, 'field' | 'from' | 'to' | 'kind'> & { readonly at: Date }

async function changedFields(
  db: Queryable,
  placeIds: readonly string[],
  { session, earlier }: Pick<ComparedSessions, 'session' | 'earlier'>,
): Promise<Map<string, ChangedPlace['fields']>> {
  if (placeIds.length === 0) return new Map()
  const rows = await db.query<ChangedField & { placeId: string }>(sql`
    select place_id as "placeId", field, ${BEFORE} as "from", ${AFTER} as "to", ${KIND} as kind, max(at) as at
    from place_changes c
    where place_id = any(${placeIds}::uuid[])
      and at > (select last_activity_at from sessions where id = ${earlier})
      and at <= (select last_activity_at from sessions where id = ${session})
    group by place_id, field having ${BEFORE}::jsonb <> ${AFTER}::jsonb
    order by place_id, max(id)`)
  return new Map(
    [...Map.groupBy(rows, ({ placeId }) => placeId)].map(([placeId, changes]) => [
      placeId,
      changes.map(({ placeId: _placeId, at, ...change }) => ({ ...change, at: at.toISOString() })),
    ]),
  )
}
