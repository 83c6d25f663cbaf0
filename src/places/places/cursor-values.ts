// Values read from a cursor, which a caller may have forged.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { storableText } from '#kit/text/text-rules.ts'

/** The first three throw `invalid_cursor` for a value of another kind. */
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
