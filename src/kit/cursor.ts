// Opaque keyset cursors: the sort values of the last row, as base64url JSON.
import { storableText } from '#kit/text/text-rules.ts'

/** The values that continue a list, in the order of its sort columns. */
export type CursorValues = readonly (string | number | null)[]

/** The reverse of `decodeCursor`. A cursor is not secret and not signed: its values are checked where they are used. */
export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values), 'utf8').toString('base64url')
}

/** The values inside a cursor, texts that can be stored; null when it was not made by `encodeCursor` with `length` values. */
export function decodeCursor(cursor: string, length: number): CursorValues | null {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(cursor)) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(values) || values.length !== length) return null
    return values.every(
      (v) =>
        v === null ||
        (typeof v === 'string' && storableText(v) === v) ||
        (typeof v === 'number' && Number.isFinite(v)),
    )
      ? values
      : null
  } catch {
    return null
  }
}
