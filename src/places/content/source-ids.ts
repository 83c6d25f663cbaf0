// The ids by which a place is recognised: those of the provider itself, in each of their spellings.
import type { MapPlace } from '#contract/places/place.ts'

/** An id of a place in the scheme of its source: `osm` and `node/1`. */
export interface Alias {
  readonly scheme: string
  readonly value: string
}

const GOOGLE_SCHEMES = new Set(['google_place_id', 'google_fid', 'google_cid'])
const OSM_TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/**
 * The identifying aliases of an observation, its own id first, without duplicates. Only schemes of the provider itself
 * count: several places may share a Wikidata item, and the id of another provider may be wrong.
 */
export function sourceIds({ source, aliases }: Pick<MapPlace, 'source' | 'aliases'>): Alias[] {
  const found = new Map<string, Alias>()
  const add = (alias: Alias) => found.set(`${alias.scheme} ${alias.value}`, alias)
  const own = { scheme: source.scheme, value: source.id }
  const spelled = spellings(own)
  for (const alias of spelled.length > 0 ? spelled : [own]) add(alias)
  for (const alias of aliases) {
    if (familyOf(alias.scheme) === familyOf(source.scheme)) spellings(alias).forEach(add)
  }
  return [...found.values()]
}

function familyOf(scheme: string): string {
  return GOOGLE_SCHEMES.has(scheme) ? 'google' : scheme
}

/** All spellings of an id; empty for a value that is not an id of its scheme, or an unknown scheme. */
function spellings({ scheme, value }: Alias): Alias[] {
  if (GOOGLE_SCHEMES.has(scheme)) return googleSpellings(scheme, value)
  if (scheme !== 'osm') return []
  const osm = /^(n|w|r|node|way|relation)[/ ]?(-?[1-9][0-9]*)$/i.exec(value)
  if (osm === null) return []
  const [, type = '', number = ''] = osm
  return [{ scheme, value: `${OSM_TYPES[type.charAt(0).toLowerCase()]}/${number}` }]
}

/** A feature id is two 64-bit numbers, `0xA:0xB`; B alone is the CID. */
interface Halves {
  readonly a: bigint
  readonly b: bigint
}

const FEATURE_ID = /^0x([0-9a-f]{1,16}):0x([0-9a-f]{1,16})$/i
/** Protobuf: field 1 of 18 bytes, in it fixed64 fields 1 and 2. */
const PLACE_ID_BYTES = 20

/**
 * Google's three ids of one place are converted offline: placeId ⇄ feature id ⇄ CID (anchors/maps.md section 0, fact 1).
 *
 * Every spelling that follows from one id of a known scheme, including itself; empty when it is not an id.
 */
function googleSpellings(scheme: string, value: string): { scheme: string; value: string }[] {
  if (scheme === 'google_cid') return /^[1-9][0-9]{0,19}$/.test(value) ? [{ scheme, value }] : []
  const halves = scheme === 'google_place_id' ? halvesOfPlaceId(value) : halvesOfFeatureId(value)
  if (halves === null) return []
  return [
    { scheme: 'google_fid', value: `0x${halves.a.toString(16)}:0x${halves.b.toString(16)}` },
    { scheme: 'google_place_id', value: placeIdOf(halves) },
    { scheme: 'google_cid', value: halves.b.toString() },
  ]
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
