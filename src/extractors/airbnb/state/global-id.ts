// Ids of the site: bare numbers, or base64 of a kind and a number.
import type { JsonValue } from '#parsing/json/json-value.ts'

/** Of a listing, a host or a review. */
export interface GlobalId {
  /** `DemandStayListing`, `DemandUser`; null for a bare number. */
  readonly kind: string | null
  /** Digits, too many for a number. */
  readonly number: string
}

const NUMBER = /^[1-9]\d{0,24}$/
const DECODED = /^([A-Za-z]{1,60}):([1-9]\d{0,24})$/
const BASE64 = /^[A-Za-z0-9+/_-]{8,200}={0,2}$/

/** Null for anything else, negative numbers and zero included. */
export function globalIdOf(value: JsonValue): GlobalId | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? bare(String(value)) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (NUMBER.test(text)) return bare(text)
  // Bytes that are not base64 are skipped by the decoder, so the decoded text is checked as a whole.
  const plain = DECODED.exec(text) ?? (BASE64.test(text) ? DECODED.exec(atobOf(text)) : null)
  const [, kind, number] = plain ?? []
  return kind === undefined || number === undefined ? null : { kind, number }
}

const bare = (number: string): GlobalId => ({ kind: null, number })
const atobOf = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

/** The number of a stay; null for ids of another kind, such as `ExperienceListing`. */
export function listingIdOf(value: JsonValue): string | null {
  const id = globalIdOf(value)
  return id !== null && (id.kind === null || /^(?:demand)?(?:stay)?listing$/i.test(id.kind))
    ? id.number
    : null
}

/** The number of a user; null for ids of another kind. */
export function userIdOf(value: JsonValue): string | null {
  const id = globalIdOf(value)
  return id !== null && (id.kind === null || /user$|host$/i.test(id.kind)) ? id.number : null
}
