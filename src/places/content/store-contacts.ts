// Writes a stored place whose contacts became others, apart from what a map says of it.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { parseContent, writeContent } from './kept-content.ts'
import { contactColumns } from './place-row.ts'
import type { StoredContent } from './show-content.ts'

/** The place (a uuid) must be locked. It counts as changed where `after` is another content than `before`. Answers what is stored. */
export async function storeContacts(
  tx: Queryable,
  place: { readonly id: string; readonly before: StoredContent; readonly after: StoredContent },
): Promise<StoredContent> {
  const json = writeContent(place.after)
  const stored = parseContent(json)
  const { words, city, hasPhone, hasEmail } = contactColumns(stored)
  await tx.execute(sql`
    update places
    set content = ${json}, words = to_tsvector('simple', ${words}), city = ${city}, has_phone = ${hasPhone}, has_email = ${hasEmail},
        changed_at = case when ${json === writeContent(place.before)}::boolean then changed_at else now() end
    where id = ${place.id}`)
  return stored
}
