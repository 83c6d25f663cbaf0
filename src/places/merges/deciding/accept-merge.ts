// Makes one place of two: both keep what their providers say as parts, and nothing is lost that undoing needs.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { AddedContacts } from '#contract/places/enrichment.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { writeContent } from '#places/content/kept-content.ts'
import { withoutContacts } from '#places/content/merge-contacts.ts'
import { wholePlaces } from '#places/identity/combine-parts.ts'
import { lockContents, type LockedContent } from '#places/identity/lock-contents.ts'
import { writeShown } from '#places/identity/write-places.ts'

/** What an accepted merge put together, and undoing takes apart. Ids are plain uuids. */
export interface UndoRecord {
  /** The place that left the lists, with the parts that it had. */
  readonly goneId: string
  readonly parts: readonly string[]
  /** Searches and sessions that only the place that left was in. */
  readonly searches: readonly string[]
  readonly sessions: readonly string[]
  readonly reviews: readonly string[]
  readonly enrichments: readonly string[]
  /** The contacts of its website, as `place_contacts` had them; null without. */
  readonly contacts: unknown
  /** The first sight of the place that stayed, before. */
  readonly firstSeenAt: string
  /** Since when it was missing, before; absent in merges of older versions. */
  readonly missingSince?: string | null
}

/** The pair of a merge as it is now. */
export interface Pair {
  readonly keepId: string
  readonly goneId: string
}

/** `tx` must hold the delete lock. Throws `conflict` while one of the places is being enriched. */
export async function mergePlaces(
  tx: Queryable,
  { keepId, goneId }: Pair,
  timezones: ReadonlySet<string>,
): Promise<UndoRecord> {
  const stored = await lockContents(tx, [keepId, goneId])
  if (stored.size < 2) throw new SurveyorError('conflict', 'One of the places no longer exists.')
  await refuseWhileEnriched(tx, [keepId, goneId])
  await makeParts(tx, stored)
  const parts = await tx.query<{ id: string }>(sql`
    update place_parts set place_id = ${keepId} where place_id = ${goneId} returning id`)
  const seen = await joinSeen(tx, { keepId, goneId })
  const moved = await moveRows(tx, { keepId, goneId })
  await tx.execute(sql`delete from places where id = ${goneId}`)
  const kept = new Map([...stored].filter(([id]) => id === keepId))
  const whole = await wholePlaces(tx, [keepId], kept)
  const changed = await writeShown(tx, whole, kept, { timezones, origin: { source: 'merge' } })
  await tx.execute(sql`update sightings set changes = changes + ${changed.length} where place_id = ${keepId}`)
  return { goneId, parts: parts.map(({ id }) => id), ...seen, ...moved }
}

async function refuseWhileEnriched(tx: Queryable, ids: readonly string[]): Promise<void> {
  const open = await tx.query(sql`
    select from enrichments where place_id = any(${uuidArray(ids)}::uuid[]) and completed_at is null limit 1`)
  if (open.length === 0) return
  throw new SurveyorError('conflict', 'The website of one of the places is being read: try again later.', {
    retryable: true,
  })
}

/** A place that was never merged becomes its own first part: what its provider says, without contacts of its website. */
async function makeParts(tx: Queryable, stored: ReadonlyMap<string, LockedContent>): Promise<void> {
  const rows = await tx.query<{ id: string; provider: string; added: AddedContacts | null }>(sql`
    select p.id, p.provider, c.added from places p left join place_contacts c on c.place_id = p.id
    where p.id = any(${uuidArray([...stored.keys()])}::uuid[])
      and not exists (select from place_parts part where part.place_id = p.id)`)
  for (const { id, provider, added } of rows) {
    const known = stored.get(id)
    if (known === undefined) continue
    const content = added === null ? known.content : withoutContacts(known.content, added)
    await tx.execute(sql`
      insert into place_parts (id, place_id, provider, content, content_hash)
      values (${id}, ${id}, ${provider}, ${writeContent(content)}, ${known.hash}::uuid)`)
    await tx.execute(sql`update search_places set as_part = true where place_id = ${id}`)
  }
}

/** The place that stays was seen wherever the other one was. The rows of the other one remain for the undoing. */
async function joinSeen(
  tx: Queryable,
  { keepId, goneId }: Pair,
): Promise<Pick<UndoRecord, 'searches' | 'sessions' | 'firstSeenAt' | 'missingSince'>> {
  const searches = await tx.query<{ id: string }>(sql`
    insert into search_places (search_id, place_id)
    select search_id, ${keepId} from search_places where place_id = ${goneId}
    on conflict do nothing returning search_id as id`)
  await tx.execute(sql`
    update sessions s set places = s.places - 1
    where id in (select session_id from session_places where place_id = ${goneId})
      and id in (select session_id from session_places where place_id = ${keepId})`)
  const sessions = await tx.query<{ id: string }>(sql`
    insert into session_places (session_id, place_id, first_seen_at, last_seen_at, seen_in)
    select session_id, ${keepId}, first_seen_at, last_seen_at, seen_in from session_places where place_id = ${goneId}
    on conflict do nothing returning session_id as id`)
  const [seen] = await tx.query<{ firstSeenAt: Date; missingSince: Date | null }>(sql`
    with before as (select first_seen_at, missing_since from sightings where place_id = ${keepId})
    update sightings k
    set first_seen_at = least(k.first_seen_at, g.first_seen_at), last_seen_at = greatest(k.last_seen_at, g.last_seen_at),
        missing_since = case when k.missing_since is null or g.missing_since is null then null
                             else greatest(k.missing_since, g.missing_since) end
    from sightings g, before
    where k.place_id = ${keepId} and g.place_id = ${goneId}
    returning before.first_seen_at as "firstSeenAt", before.missing_since as "missingSince"`)
  return {
    searches: searches.map(({ id }) => id),
    sessions: sessions.map(({ id }) => id),
    firstSeenAt: (seen?.firstSeenAt ?? new Date(0)).toISOString(),
    missingSince: seen?.missingSince?.toISOString() ?? null,
  }
}

/** Contacts of both websites cannot stand in one row: those of the place that stays count. */
async function moveRows(
  tx: Queryable,
  { keepId, goneId }: Pair,
): Promise<Pick<UndoRecord, 'reviews' | 'enrichments' | 'contacts'>> {
  const reviews = await tx.query<{ id: string }>(
    sql`update reviews set place_id = ${keepId} where place_id = ${goneId} returning id`,
  )
  const enrichments = await tx.query<{ id: string }>(
    sql`update enrichments set place_id = ${keepId} where place_id = ${goneId} returning id`,
  )
  const [contacts] = await tx.query<{ row: unknown }>(
    sql`select row_to_json(c) as row from place_contacts c where place_id = ${goneId}`,
  )
  // The place that stays may name another website: these are those of a website of its other part.
  await tx.execute(sql`
    insert into place_contacts (place_id, contacts, added, fetched_at)
    select ${keepId}, (contacts::jsonb - 'domains')::json, added, fetched_at from place_contacts where place_id = ${goneId}
    on conflict do nothing`)
  return {
    reviews: reviews.map(({ id }) => id),
    enrichments: enrichments.map(({ id }) => id),
    contacts: contacts?.row ?? null,
  }
}
