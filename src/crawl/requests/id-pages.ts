// Pages of lists that are sorted by typed ids.
import { parseId, type IdPrefix } from '#kit/ids.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { pageByIds, wrongCursor, type ListPage } from '#platform/http/output/pagination.ts'

/** The uuid that the page before ended with; null at the beginning. Throws `invalid_cursor`. */
export function uuidCursor(prefix: IdPrefix, after: CursorValues | null): string | null {
  if (after === null) return null
  const uuid = typeof after[0] === 'string' ? parseId(prefix, after[0]) : null
  if (uuid === null) throw wrongCursor()
  return uuid
}

/** One page of what was read with one entry more than that. */
export const pageOf = <Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
): ListPage<Item> => pageByIds(items, limit, (item) => item)
