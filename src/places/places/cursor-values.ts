// The pages of lists: which rows are one, and the values of a cursor, which a caller may have forged.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'

/** The first `limit` of rows of which one more was asked for; `at` is where a row stands in the list. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  at: (row: Row) => CursorValues,
): ListPage<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(present),
    next: rows.length > limit && last !== undefined ? at(last) : null,
  }
}

/** Throws `invalid_cursor` for anything but a uuid. */
export function cursorUuid(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return value
  throw wrongCursor()
}

/** Throws `invalid_cursor` for anything but a number within `max`. */
export function cursorNumber(value: unknown, max: number = Number.MAX_VALUE): number {
  if (typeof value === 'number' && Math.abs(value) <= max) return value
  throw wrongCursor()
}

/** Throws `invalid_cursor` for anything but a text that can be stored. */
export function cursorText(value: unknown): string {
  if (typeof value === 'string' && storableText(value) === value) return value
  throw wrongCursor()
}

/** The error `invalid_cursor`. */
export function wrongCursor(): SurveyorError {
  return new SurveyorError('invalid_cursor', 'The cursor is not one that this list gave out.')
}
