// Takes out of stored places what crawl excludes, page by page, each time when the list of exclusions has changed.
import type { AddedContacts } from '#contract/places/enrichment.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import { mergeContacts, withoutContacts, type WebsiteContacts } from '#places/content/merge-contacts.ts'
import { contactColumns } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { keptExclusions } from './kept-exclusions.ts'
import { contactsWithoutExcluded, contentWithoutExcluded } from './without-excluded.ts'

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
      and (p.has_email or p.has_phone or exists (select from place_contacts c where c.place_id = p.id))
    order by p.id limit ${PAGE} for no key update of p`)
  const ids = locked.map(({ id }) => id)
  const excluded = await keptExclusions(tx)
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
  const isLast = ids.length < PAGE
  await tx.execute(sql`update crawl_exclusions set swept_to = ${isLast ? null : (ids.at(-1) ?? null)}::uuid`)
  return { changed, isLast }
}

interface StoredPlace {
  readonly id: string
  readonly content: StoredContent
  /** Null: none of a website. */
  readonly contacts: WebsiteContacts | null
  readonly added: AddedContacts | null
  /** That the contacts were found on. */
  readonly website: string | null
}

/** Also what its enrichments had found, where the same values stand. */
async function removeFrom(tx: Queryable, place: StoredPlace, excluded: ExclusionSet): Promise<boolean> {
  const { id, content, contacts, added } = place
  const before = added === null ? content : withoutContacts(content, added)
  const own = contentWithoutExcluded(before, excluded)
  const left = contacts === null ? null : contactsWithoutExcluded(contacts, place.website, excluded)
  if (own === before && left === contacts) return false
  const merged = left === null ? null : mergeContacts(own, left)
  const json = storableJson(merged?.content ?? own)
  const { words, city, hasPhone, hasEmail } = contactColumns(parseKnownJson<StoredContent>(json))
  await tx.execute(sql`
    update places
    set content = ${json}, words = to_tsvector('simple', ${words}), city = ${city}, has_phone = ${hasPhone}, has_email = ${hasEmail},
        changed_at = now()
    where id = ${id}`)
  if (left !== null && merged !== null)
    await tx.execute(sql`
      update place_contacts set contacts = ${storableJson(left)}, added = ${storableJson(merged.added)}
      where place_id = ${id}`)
  await tx.execute(
    sql`update enrichments set result = null, added = null where place_id = ${id} and completed_at is not null`,
  )
  return true
}
