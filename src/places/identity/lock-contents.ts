// Locks stored places and reads their contents, before they are written.
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { readContent, type KeptContent } from '#places/content/kept-content.ts'
import type { StoredContent } from '#places/content/show-content.ts'

/** A stored place as it is before it is written. */
export interface LockedContent {
  readonly content: StoredContent
  /** 32 hex digits. */
  readonly hash: string
}

/** By id, of those that exist. Locked in ascending order, as by all transactions. Without ids nothing is asked. */
export async function lockContents(
  tx: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedContent>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; content: KeptContent; hash: string }>(sql`
    select id, content, replace(content_hash::text, '-', '') as hash from places
    where id = any(${uuidArray(ids)}::uuid[]) order by id for no key update`)
  return new Map(rows.map(({ id, content, hash }) => [id, { content: readContent(content), hash }]))
}
