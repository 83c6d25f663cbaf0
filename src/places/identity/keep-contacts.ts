// What enrichment added to a place stays when its provider has new content for it.
import { parseKnownJson } from '#kit/unknown-values.ts'
import { jsonArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { mergeContacts, type WebsiteContacts } from '#places/content/merge-contacts.ts'
import { contactColumns } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import type { ClaimedPlace } from './claim-places.ts'

/**
 * The places with the contacts of their websites in the content that is about to be written; only places whose content
 * differs from the stored one. They must be locked: an enrichment that is just ending has locked its place, and after
 * the lock its contacts can be read.
 */
export async function keepContacts(
  tx: Queryable,
  places: readonly ClaimedPlace[],
): Promise<readonly ClaimedPlace[]> {
  const known = places.filter(({ storedHash }) => storedHash !== null).map(({ placeId }) => placeId)
  if (known.length === 0) return places
  const rows = await tx.query<{ placeId: string; contacts: WebsiteContacts }>(sql`
    select place_id as "placeId", contacts from place_contacts where place_id = any(${uuidArray(known)}::uuid[])`)
  if (rows.length === 0) return places
  const contactsOf = new Map(rows.map(({ placeId, contacts }) => [placeId, contacts]))
  const added: { readonly placeId: string; readonly json: string }[] = []
  const kept = places.map((place) => {
    const contacts = contactsOf.get(place.placeId)
    if (contacts === undefined) return place
    const merged = mergeContacts(parseKnownJson<StoredContent>(place.row.content), contacts)
    added.push({ placeId: place.placeId, json: storableJson(merged.added) })
    const content = storableJson(merged.content)
    return { ...place, row: { ...place.row, ...contactColumns(merged.content), content } }
  })
  await tx.execute(sql`
    update place_contacts c set added = a.added
    from unnest(${uuidArray(added.map(({ placeId }) => placeId))}::uuid[], ${jsonArray(added.map(({ json }) => json))}::json[])
      as a (place_id, added)
    where c.place_id = a.place_id`)
  return kept
}
