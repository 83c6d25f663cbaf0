// Takes a merged place apart again: both are as their providers give them now, each with what was its own.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { removeFromPlaces } from '#places/enrichment/exclusions/remove-excluded.ts'
import { wholePlaces } from '#places/identity/combine-parts.ts'
import { lockContents } from '#places/identity/lock-contents.ts'
import { writeShown, type Writing } from '#places/identity/write-places.ts'
import type { UndoRecord } from './accept-merge.ts'

/** `tx` must hold the delete lock. Throws `conflict` where the place that had left is not part of another one. */
export async function partPlaces(
  tx: Queryable,
  undo: UndoRecord,
  timezones: ReadonlySet<string>,
): Promise<void> {
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

async function giveBack(tx: Queryable, keepId: string, undo: UndoRecord): Promise<void> {
  const { goneId, searches, sessions, reviews, enrichments, contacts } = undo
  await tx.execute(sql`
    update reviews set place_id = ${goneId} where id = any(${uuidArray(reviews)}::uuid[]) and place_id = ${keepId}`)
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
  await tx.execute(
    sql`update sightings set first_seen_at = ${undo.firstSeenAt}::timestamptz where place_id = ${keepId}`,
  )
  if (contacts === null) return
  // What the place that stayed had none of came from the other one.
  await tx.execute(sql`
    delete from place_contacts k using json_to_record(${JSON.stringify(contacts)}::json) as g (contacts json)
    where k.place_id = ${keepId} and k.contacts::text = g.contacts::text`)
  await tx.execute(sql`
    insert into place_contacts (place_id, contacts, added, fetched_at)
    select ${goneId}, contacts, added, fetched_at
    from json_to_record(${JSON.stringify(contacts)}::json) as g (contacts json, added json, fetched_at timestamptz)`)
}
