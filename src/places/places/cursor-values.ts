// The values of a cursor, which a caller may have forged.
import { storableText } from '#kit/text/text-rules.ts'
import { wrongCursor } from '#platform/http/output/pagination.ts'

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

/** Throws `invalid_cursor` for anything but a whole number, as counts and ids are. */
export function cursorWhole(value: unknown): number {
  if (Number.isSafeInteger(value)) return Number(value)
  throw wrongCursor()
}

/** Throws `invalid_cursor` for anything but a text that can be stored. */
export function cursorText(value: unknown): string {
  if (typeof value === 'string' && storableText(value) === value) return value
  throw wrongCursor()
}
