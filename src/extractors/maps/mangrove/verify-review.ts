// The signature of a review: a JSON Web Token (RFC 7519) whose header holds the key of the reviewer, signed with ES256.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'

const MAX_TOKEN_CHARS = 20_000
const PEM = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/

/**
 * What the reviewer signed; null for a token that is none, or whose signature is not of the key that it names. Nobody
 * vouches for that key: it only says that the reviews of one key are of one reviewer, and that nobody has changed them.
 */
export function signedPayload(token: string): Readonly<Record<string, unknown>> | null {
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
