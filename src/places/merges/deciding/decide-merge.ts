// Decides about a merge: accepts it, rejects it, or takes the decision back. Each decision is one transaction and one line of the log.
import type { MergeState } from '#contract/places/changes/merge.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { removeFromPlaces } from '#places/enrichment/exclusions/remove-excluded.ts'
import { GONE_HASH, wholePlaces } from '#places/identity/combine-parts.ts'
import { lockContents } from '#places/identity/lock-contents.ts'
import { writeShown, type Writing } from '#places/identity/write-places.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { deleteLock } from '#places/content/store-lock.ts'
import { mergePlaces, type UndoRecord } from './accept-merge.ts'

/** What can be done with a merge. */
export type Decision = 'accept' | 'reject' | 'undo'

/** What deciding works with. `timezones` are the names that the database knows. */
export interface DecideDeps {
  readonly db: Database
  readonly timezones: () => Promise<ReadonlySet<string>>
}

/** The error `not_found`. */
function noMerge(): SurveyorError {
  return new SurveyorError('not_found', 'No merge has this id.')
}

interface DecidedRow {
  readonly id: string
  readonly status: MergeState
  readonly placeId: string
  readonly otherId: string
  readonly undo: UndoRecord | null
}

/**
 * Deciding the same again changes nothing. Throws `not_found`; `conflict` for an accepted merge that is rejected, for one
 * whose places are one already or no longer exist, and while one of them is being enriched.
 */
export async function decideMerge(
  { db, timezones }: DecideDeps,
  id: string,
  decision: Decision,
  by: string | null,
): Promise<void> {
  const uuid = parseId('mrg', id)
  if (uuid === null) throw noMerge()
  const zones = await timezones()
  await db.transaction(async (tx) => {
    // No page is stored meanwhile: it could write to a place that is just leaving.
    await tx.execute(sql`select ${deleteLock}`)
    const [merge] = await tx.query<DecidedRow>(sql`
      select id, status, place_id as "placeId", other_id as "otherId", undo from merges where id = ${uuid} for update`)
    if (merge === undefined) throw noMerge()
    await decide(tx, merge, decision, { by, zones })
  })
}

async function decide(
  tx: Queryable,
  merge: DecidedRow,
  decision: Decision,
  { by, zones }: { readonly by: string | null; readonly zones: ReadonlySet<string> },
): Promise<void> {
  const { status } = merge
  if (decision === 'accept') {
    if (status === 'accepted') return
    const [keepId, goneId] = [await shownNow(tx, merge.placeId), await shownNow(tx, merge.otherId)]
    if (keepId === goneId) throw new SurveyorError('conflict', 'The two are one place already.')
    const undo = await mergePlaces(tx, { keepId, goneId }, zones)
    await write(tx, merge.id, { status: 'accepted', undo, action: 'accepted', by })
  } else if (decision === 'reject') {
    if (status === 'rejected') return
    if (status === 'accepted')
      throw new SurveyorError('conflict', 'The merge was accepted: undo it before it is rejected.')
    await write(tx, merge.id, { status: 'rejected', undo: null, action: 'rejected', by })
  } else {
    if (status === 'proposed') return
    if (merge.undo !== null) await partPlaces(tx, merge.undo, zones)
    await write(tx, merge.id, { status: 'proposed', undo: null, action: 'undone', by })
  }
}

/** A place of the pair may have become part of a third one since. */
async function shownNow(tx: Queryable, placeId: string): Promise<string> {
  const [part] = await tx.query<{ placeId: string }>(
    sql`select place_id as "placeId" from place_parts where id = ${placeId}`,
  )
  return part?.placeId ?? placeId
}

interface Decided {
  readonly status: MergeState
  readonly undo: UndoRecord | null
  readonly action: 'accepted' | 'rejected' | 'undone'
  readonly by: string | null
}

async function write(tx: Queryable, id: string, { status, undo, action, by }: Decided): Promise<void> {
  await tx.execute(sql`
    update merges
    set status = ${status}, undo = ${undo === null ? null : JSON.stringify(undo)},
        decided_at = case when ${status === 'proposed'} then null else now() end
    where id = ${id}`)
  await tx.execute(sql`insert into merge_log (merge_id, action, by) values (${id}, ${action}, ${by})`)
}

/**
 * Takes a merged place apart again: both are as their providers give them now, each with what was its own. `tx` must
 * hold the delete lock. Throws `conflict` where the place that had left is not part of another one.
 */
async function partPlaces(tx: Queryable, undo: UndoRecord, timezones: ReadonlySet<string>): Promise<void> {
  const { goneId } = undo
  const [whole] = await tx.query<{ placeId: string }>(sql`
    select place_id as "placeId" from place_parts where id = ${goneId} and place_id <> id`)
  if (whole === undefined) throw new SurveyorError('conflict', 'The places are not one any more.')
  const keepId = whole.placeId
  const stored = await lockContents(tx, [keepId])
  await tx.execute(sql`
    update place_parts set place_id = ${goneId}
    where id = any(${uuidArray(undo.parts)}::uuid[]) and place_id = ${keepId}`)
  const writing: Writing = { timezones, origin: { source: 'merge' } }
  await writeShown(tx, await wholePlaces(tx, [goneId], new Map()), new Map(), writing)
  await giveBack(tx, keepId, undo)
  // Once more, now with its contacts.
  if (undo.contacts !== null) {
    const restored = await lockContents(tx, [goneId])
    await writeShown(tx, await wholePlaces(tx, [goneId], restored), new Map(), writing)
  }
  const changed = await writeShown(tx, await wholePlaces(tx, [keepId], stored), stored, writing)
  await tx.execute(sql`update sightings set changes = changes + ${changed.length} where place_id = ${keepId}`)
  // A place that has no other part is not a merged one any more.
  await tx.execute(sql`
    delete from place_parts p
    where p.place_id = any(${uuidArray([keepId, goneId])}::uuid[])
      and not exists (select from place_parts o where o.place_id = p.place_id and o.id <> p.id)`)
  // What was put back may have been excluded since it was put away.
  await removeFromPlaces(tx, [keepId, goneId])
}

/** What the sources of either place no longer have is missing again: since then, or since the two went missing as one. */
async function missAgain(tx: Queryable, keepId: string, { goneId, missingSince }: UndoRecord): Promise<void> {
  await tx.execute(sql`
    update sightings s
    set missing_since = case when gone then coalesce(
          case when s.place_id = ${keepId} then ${missingSince ?? null}::timestamptz else s.missing_since end,
          whole.missing_since, now()) else s.missing_since end
    from (select missing_since from sightings where place_id = ${keepId}) whole,
         (select place_id, bool_and(content_hash = ${GONE_HASH}) as gone from place_parts
          where place_id = any(${uuidArray([keepId, goneId])}::uuid[]) group by place_id) part
    where s.place_id = part.place_id`)
}

async function giveBack(tx: Queryable, keepId: string, undo: UndoRecord): Promise<void> {
  const { goneId, searches, sessions, reviews, enrichments, contacts } = undo
  // Those that came since go to the place whose provider they are from, where only one of the two has it.
  await tx.execute(sql`
    update reviews r set place_id = ${goneId}
    where r.place_id = ${keepId} and (
      r.id = any(${uuidArray(reviews)}::uuid[])
      or r.provider = any(array(select provider from place_parts where place_id = ${goneId}
                                except select provider from place_parts where place_id = ${keepId})))`)
  await tx.execute(sql`
    update enrichments set place_id = ${goneId}
    where id = any(${uuidArray(enrichments)}::uuid[]) and place_id = ${keepId}`)
  await tx.execute(sql`
    delete from search_places where place_id = ${keepId} and search_id = any(${uuidArray(searches)}::uuid[])`)
  await tx.execute(sql`
    delete from session_places where place_id = ${keepId} and session_id = any(${uuidArray(sessions)}::uuid[])`)
  await tx.execute(sql`
    update sessions s set places = s.places + 1
    where id in (select session_id from session_places where place_id = ${goneId})
      and id in (select session_id from session_places where place_id = ${keepId})`)
  await missAgain(tx, keepId, undo)
  await tx.execute(
    sql`update sightings set first_seen_at = ${undo.firstSeenAt}::timestamptz where place_id = ${keepId}`,
  )
  if (contacts === null) return
  // What the place that stayed had none of came from the other one.
  await tx.execute(sql`
    delete from place_contacts k using json_to_record(${JSON.stringify(contacts)}::json) as g (contacts json)
    where k.place_id = ${keepId} and k.contacts::jsonb - 'domains' = g.contacts::jsonb - 'domains'`)
  await tx.execute(sql`
    insert into place_contacts (place_id, contacts, added, fetched_at)
    select ${goneId}, contacts, added, fetched_at
    from json_to_record(${JSON.stringify(contacts)}::json) as g (contacts json, added json, fetched_at timestamptz)`)
}

/** Whether a merge could not be decided for a reason of its own, which stops no other one. */
export function isUndecidable(error: unknown): error is SurveyorError {
  return error instanceof SurveyorError && (error.code === 'conflict' || error.code === 'not_found')
}

/** Whether the service accepts a merge `m` by itself: one record was made from the other, and nobody has parted them. */
export const isOfEqualIds = sql`(
  exists (select from json_array_elements(m.evidence) e where e ->> 'kind' = 'id')
  and not exists (select from merge_log l where l.merge_id = m.id and l.action in ('undone', 'rejected')))`
