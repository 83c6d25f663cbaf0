// Reads the answer of a Mangrove server: the reviews that are of one place, by its name or its id on OpenStreetMap.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { MapReview } from '#contract/places/review.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { searchFold } from '#kit/text/search-text.ts'

/** What of a place tells its reviews from those of its neighbours. */
export type Reviewed = Pick<MapPlace, 'name' | 'names' | 'aliases' | 'location'>

/** The reviews of the place among those of its surroundings. */
export interface ReadReviews {
  /** Newest first. */
  readonly reviews: readonly MapReview[]
  /** As many as the answer held, of all places around. */
  readonly answered: number
  /** Left out, because the signature is not of the key that they name. */
  readonly unsigned: number
}

const MAX_PHOTOS = 50
/** A rating is from 0 to 100 (MaReSt); the site of the reviews shows 0 as one star and 100 as five. */
const RATING_PER_STAR = 25

const MAX_TOKEN_CHARS = 20_000
const PEM = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/

/** Null for an answer of another form. `withNames`: names of reviewers are personal data. */
export function readReviews(answer: unknown, place: Reviewed, withNames: boolean): ReadReviews | null {
  const { reviews } = fieldsOf(answer)
  if (!Array.isArray(reviews)) return null
  const isOfPlace = subjectTest(place)
  const found = new Map<string, MapReview>()
  let unsigned = 0
  for (const entry of reviews as readonly unknown[]) {
    const { signature, jwt, payload: claimed } = fieldsOf(entry)
    if (typeof signature !== 'string' || typeof jwt !== 'string') continue
    // The claims beside the token are nobody's word; reading them first spares the signatures of the neighbours.
    if (isRecord(claimed) && !isOfPlace(claimed)) continue
    const payload = signedPayload(jwt)
    if (payload === null) unsigned += 1
    else if (isOfPlace(payload)) {
      const review = reviewOf(signature, payload, withNames)
      if (review !== null) found.set(signature, review)
    }
  }
  const newestFirst = [...found.values()].sort((a, b) =>
    (a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1,
  )
  return { reviews: newestFirst, answered: reviews.length, unsigned }
}

/** A geo URI names a spot, near which are others: the place is that of the same id, or of the same name. */
function subjectTest({ name, names, aliases }: Reviewed) {
  const spelled = new Set(
    [name, ...Object.values(names)].flatMap((one) => (one === null ? [] : [searchFold(one)])),
  )
  const ids = new Set(aliases.flatMap(({ scheme, value }) => (scheme === 'osm' ? [value] : [])))
  return ({ sub, metadata, action }: Readonly<Record<string, unknown>>): boolean => {
    if (typeof sub !== 'string' || !sub.startsWith('geo:') || action === 'delete') return false
    const { osm_id: id } = fieldsOf(metadata)
    if (typeof id === 'string' && ids.has(id)) return true
    const at = sub.indexOf('?')
    const asked = at === -1 ? null : new URLSearchParams(sub.slice(at + 1)).get('q')
    return asked !== null && spelled.has(searchFold(asked))
  }
}

function reviewOf(
  id: string,
  { rating, opinion, iat, images, metadata }: Readonly<Record<string, unknown>>,
  withNames: boolean,
): MapReview | null {
  const { nickname } = fieldsOf(metadata)
  const isRating = typeof rating === 'number' && rating >= 0 && rating <= 100
  const text = typeof opinion === 'string' && opinion.trim() !== '' ? opinion : null
  if (!isRating && text === null) return null
  return {
    id,
    rating: isRating ? Math.round((10 * rating) / RATING_PER_STAR) / 10 + 1 : null,
    text,
    language: null,
    author: withNames && typeof nickname === 'string' && nickname !== '' ? nickname : null,
    publishedAt: momentOf(iat),
    editedAt: null,
    likes: null,
    photos: photosOf(images),
    ownerReply: null,
    ownerReplyAt: null,
  }
}

/** Unix seconds. */
function momentOf(iat: unknown): string | null {
  const ms = typeof iat === 'number' ? iat * 1_000 : Number.NaN
  return Number.isNaN(new Date(ms).getTime()) ? null : new Date(ms).toISOString()
}

function photosOf(images: unknown): string[] {
  if (!Array.isArray(images)) return []
  return (images as readonly unknown[]).slice(0, MAX_PHOTOS).flatMap((image) => {
    const { src } = fieldsOf(image)
    const url = typeof src === 'string' ? URL.parse(src) : null
    return url?.protocol === 'https:' || url?.protocol === 'http:' ? [url.href] : []
  })
}

/**
 * What the reviewer signed with ES256: a JSON Web Token (RFC 7519) whose header holds the key of the reviewer. Null
 * for a token that is none, or whose signature is not of the key that it names. That key proves no identity: it only
 * says that the reviews of one key are of one reviewer, and that nobody has changed them.
 */
function signedPayload(token: string): Readonly<Record<string, unknown>> | null {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  if (token.length > MAX_TOKEN_CHARS || more.length > 0) return null
  const header = partOf(head)
  const payload = partOf(body)
  const key = header === null || header['alg'] !== 'ES256' ? null : keyOf(header)
  if (payload === null || key === null || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? payload : null
}

function partOf(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** `kid` is the key in PEM, mostly on one line; `jwk` the same as a text of JSON. */
function keyOf({ kid, jwk }: Readonly<Record<string, unknown>>): KeyObject | null {
  try {
    const base64 = typeof kid === 'string' ? PEM.exec(kid)?.[1] : undefined
    if (base64 !== undefined)
      return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    const value: unknown = typeof jwk === 'string' ? JSON.parse(jwk) : jwk
    const { kty, crv, x, y } = fieldsOf(value)
    if (kty !== 'EC' || typeof crv !== 'string' || typeof x !== 'string' || typeof y !== 'string') return null
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch {
    return null
  }
}
