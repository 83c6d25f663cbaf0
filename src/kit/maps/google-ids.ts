// The ids of a place on Google's map: placeId, feature id and CID are spellings of one pair of 64-bit numbers.

/** The schemes that identify a place. A placeId holds what a feature id holds; a CID is its second half alone. */
export const GOOGLE_SCHEMES = ['google_place_id', 'google_fid', 'google_cid'] as const
/** One of `GOOGLE_SCHEMES`. */
export type GoogleScheme = (typeof GOOGLE_SCHEMES)[number]

/** An id with its scheme; ids are text, because their numbers exceed 2^53. */
export interface GoogleId {
  readonly scheme: GoogleScheme
  readonly value: string
}

/** A feature id is two 64-bit numbers, `0xA:0xB`; B alone is the CID. */
interface Halves {
  readonly a: bigint
  readonly b: bigint
}

const FEATURE_ID = /^0x([0-9a-f]{1,16}):0x([0-9a-f]{1,16})$/i
const CID = /^[1-9][0-9]{0,19}$/
const MAX_CID = 2n ** 64n - 1n
/** Protobuf: field 1 of 18 bytes, in it fixed64 fields 1 and 2. */
const PLACE_ID_BYTES = 20

/** Whether the scheme is one of `GOOGLE_SCHEMES`. */
export function isGoogleScheme(scheme: string): scheme is GoogleScheme {
  return GOOGLE_SCHEMES.some((known) => known === scheme)
}

/**
 * Every spelling that follows from one id, in the order feature id, placeId, CID; a CID gives only itself. Empty for a
 * value that is no id of its scheme.
 */
export function googleSpellings(scheme: GoogleScheme, value: string): GoogleId[] {
  if (scheme === 'google_cid') return isCid(value) ? [{ scheme, value }] : []
  const halves = scheme === 'google_place_id' ? halvesOfPlaceId(value) : halvesOfFeatureId(value)
  if (halves === null) return []
  return [
    { scheme: 'google_fid', value: `0x${halves.a.toString(16)}:0x${halves.b.toString(16)}` },
    { scheme: 'google_place_id', value: placeIdOf(halves) },
    { scheme: 'google_cid', value: halves.b.toString() },
  ]
}

/** The id in a text of any of the three spellings; null for any other text. */
export function parseGoogleId(text: string): GoogleId | null {
  const [fid] = googleSpellings('google_fid', text)
  if (fid !== undefined) return fid
  if (halvesOfPlaceId(text) !== null) return { scheme: 'google_place_id', value: text }
  return isCid(text) ? { scheme: 'google_cid', value: text } : null
}

function isCid(value: string): boolean {
  return CID.test(value) && BigInt(value) <= MAX_CID
}

function halvesOfFeatureId(value: string): Halves | null {
  const match = FEATURE_ID.exec(value)
  return match === null ? null : { a: BigInt(`0x${match[1]}`), b: BigInt(`0x${match[2]}`) }
}

function halvesOfPlaceId(value: string): Halves | null {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.length !== PLACE_ID_BYTES || bytes.toString('base64url') !== value) return null
  if (bytes[0] !== 0x0a || bytes[1] !== 18 || bytes[2] !== 0x09 || bytes[11] !== 0x11) return null
  return { a: bytes.readBigUInt64LE(3), b: bytes.readBigUInt64LE(12) }
}

function placeIdOf({ a, b }: Halves): string {
  const bytes = Buffer.alloc(PLACE_ID_BYTES)
  bytes.set([0x0a, 18, 0x09])
  bytes.writeBigUInt64LE(a, 3)
  bytes[11] = 0x11
  bytes.writeBigUInt64LE(b, 12)
  return bytes.toString('base64url')
}
