// Reads the history of one place, newest first, by keyset.
import type { ChangeKind, PlaceChange } from '#contract/places/changes/history.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorNumber } from '#places/places/cursor-values.ts'

interface ChangeRow extends Omit<PlaceChange, 'at' | 'searchId' | 'sessionId'> {
  readonly id: number
  readonly at: Date
  readonly searchId: string | null
  readonly sessionId: string | null
}

/** `placeId` is a plain uuid. A page throws `invalid_cursor`. */
export function listChanges(
  db: Queryable,
  placeId: string,
  kind: ChangeKind | null,
): (limit: number, after: CursorValues | null) => Promise<ListPage<PlaceChange>> {
  return async (limit, after) => {
    const before = after === null ? null : cursorNumber(after[0], Number.MAX_SAFE_INTEGER)
    const rows = await db.query<ChangeRow>(sql`
      select id, field, from_value as "from", to_value as "to", kind, at, source, provider, search_id as "searchId",
             session_id as "sessionId"
      from place_changes
      where place_id = ${placeId} and (${kind}::text is null or kind = ${kind})
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${limit + 1}`)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map(({ id: _id, at, searchId, sessionId, ...change }) => ({
        ...change,
        at: at.toISOString(),
        searchId: searchId === null ? null : formatId('sea', searchId),
        sessionId: sessionId === null ? null : formatId('ses', sessionId),
      })),
      next: rows.length > limit && last !== undefined ? [last.id] : null,
    }
  }
}
