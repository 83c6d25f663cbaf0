// Takes out of stored places what crawl excludes, page by page, each time when the list of exclusions has changed.
import type { AddedContacts } from '#contract/places/enrichment.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import { readContent, writeContent, type KeptContent } from '#places/content/kept-content.ts'
import { mergeContacts, withoutContacts, type WebsiteContacts } from '#places/content/merge-contacts.ts'
import { storeContacts } from '#places/content/store-contacts.ts'
import { textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { keptExclusions } from './kept-exclusions.ts'
import {
  contactsWithoutExcluded,
  contentWithoutExcluded,
  isExcludedChange,
  type ContactChange,
} from './without-excluded.ts'

/** Places in one transaction, which holds their locks. */
const PAGE = 200

/** Goes on where it was interrupted. Answers how many places lost something. */
export async function removeExcluded(db: Database): Promise<number> {
  for (let changed = 0; ;) {
    const page = await db.transaction(sweepPage)
    changed += page.changed
    if (page.isLast) return changed
  }
}

/** Does nothing where no place is left to look through, or another replica does it. */
async function sweepPage(tx: Queryable): Promise<{ readonly changed: number; readonly isLast: boolean }> {
  const [state] = await tx.query<{ after: string }>(sql`
    select swept_to as after from crawl_exclusions where swept_to is not null for update skip locked`)
  if (state === undefined) return { changed: 0, isLast: true }
  // Locked before they are read: an enrichment that ends meanwhile has been seen, or sees the new list.
  const locked = await tx.query<{ id: string }>(sql`
    select p.id from places p
    where p.id > ${state.after}::uuid
      and (p.has_email or json_array_length(p.content -> 'phones') > 0
           or exists (select from place_contacts c where c.place_id = p.id)
           or exists (select from place_parts part where part.place_id = p.id)
           or exists (select from place_changes h where h.place_id = p.id and h.kind in ('phone', 'email')))
    order by p.id limit ${PAGE} for no key update of p`)
  const ids = locked.map(({ id }) => id)
  const changed = await removeFromPlaces(tx, ids)
  const isLast = ids.length < PAGE
  await tx.execute(sql`update crawl_exclusions set swept_to = ${isLast ? null : (ids.at(-1) ?? null)}::uuid`)
  return { changed, isLast }
}

/**
 * From locked places, the parts that they were merged from, and their history. Answers how many of the places lost
 * something.
 */
export async function removeFromPlaces(tx: Queryable, ids: readonly string[]): Promise<number> {
  const excluded = await keptExclusions(tx)
  if (excluded.rules.length === 0) return 0
  const rows = await tx.query<StoredPlace>(sql`
    select p.id, p.content, c.contacts, c.added, e.website
    from places p
    left join place_contacts c on c.place_id = p.id
    left join lateral (
      select website from enrichments where place_id = p.id and status = 'succeeded' order by id desc limit 1
    ) e on true
    where p.id = any(${uuidArray(ids)}::uuid[]) order by p.id`)
  let changed = 0
  for (const row of rows) if (await removeFrom(tx, row, excluded)) changed += 1
  await removeFromParts(tx, ids, excluded)
  await removeFromHistory(tx, ids, excluded)
  return changed
}

interface StoredPlace {
  readonly id: string
  readonly content: KeptContent
  /** Null: none of a website. */
  readonly contacts: WebsiteContacts | null
  readonly added: AddedContacts | null
  /** That the contacts were found on. */
  readonly website: string | null
}

/** Also what its enrichments had found, where the same values stand. */
async function removeFrom(tx: Queryable, place: StoredPlace, excluded: ExclusionSet): Promise<boolean> {
  const { id, contacts, added } = place
  const content = readContent(place.content)
  const before = added === null ? content : withoutContacts(content, added)
  const own = contentWithoutExcluded(before, excluded)
  const left = contacts === null ? null : contactsWithoutExcluded(contacts, place.website, excluded)
  if (own === before && left === contacts) return false
  const merged = left === null ? null : mergeContacts(own, left)
  await storeContacts(tx, { id, before: content, after: merged?.content ?? own })
  if (left !== null && merged !== null)
    await tx.execute(sql`
      update place_contacts set contacts = ${storableJson(left)}, added = ${storableJson(merged.added)}
      where place_id = ${id}`)
  await tx.execute(
    sql`update enrichments set result = null, added = null where place_id = ${id} and completed_at is not null`,
  )
  return true
}

async function removeFromParts(tx: Queryable, ids: readonly string[], excluded: ExclusionSet): Promise<void> {
  const parts = await tx.query<{ id: string; content: KeptContent }>(
    sql`select id, content from place_parts where place_id = any(${uuidArray(ids)}::uuid[])`,
  )
  for (const part of parts) {
    const { id } = part
    const content = readContent(part.content)
    const left = contentWithoutExcluded(content, excluded)
    if (left !== content)
      await tx.execute(sql`update place_parts set content = ${writeContent(left)} where id = ${id}`)
  }
}

async function removeFromHistory(
  tx: Queryable,
  ids: readonly string[],
  excluded: ExclusionSet,
): Promise<void> {
  const changes = await tx.query<ContactChange & { id: string }>(sql`
    select id::text, field, from_value as "from", to_value as "to" from place_changes
    where place_id = any(${uuidArray(ids)}::uuid[]) and kind in ('phone', 'email')`)
  const gone = changes.filter((change) => isExcludedChange(change, excluded)).map(({ id }) => id)
  if (gone.length > 0)
    await tx.execute(sql`delete from place_changes where id = any(${textArray(gone)}::text[]::bigint[])`)
}
