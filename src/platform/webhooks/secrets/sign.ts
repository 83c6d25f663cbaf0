// Standard Webhooks 1.0: secrets, signatures over `id.timestamp.body`, and their verification.
import { trimEndOf } from '#kit/text/text-rules.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** The length that the standard allows. */
const MIN_BYTES = 24
const MAX_BYTES = 64

/** How far the timestamp may be from now, in seconds, on either side. */
export const TOLERANCE_S = 300

/** The three headers of Standard Webhooks 1.0. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** A secret, `whsec_…`; of the same 24 to 64 bytes the same one, by default a fresh one. */
export function makeSecret(bytes: Buffer = randomBytes(SECRET_BYTES)): string {
  return PREFIX + bytes.toString('base64')
}

/** The bytes of a secret (`whsec_` and base64 of 24 to 64 bytes); null for any other text. */
export function secretBytes(secret: string): Buffer | null {
  if (!secret.startsWith(PREFIX)) return null
  const text = secret.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64')
  const canonical = trimEndOf(bytes.toString('base64'), '=') === trimEndOf(text, '=')
  return canonical && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES ? bytes : null
}

/**
 * The three headers of one attempt. There is a signature for each secret, so that a receiver may know either one during
 * a change. `timestamp` in seconds. Throws for a malformed secret.
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly timestamp: number; readonly body: string | Uint8Array },
): SignedHeaders {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${signature(secret, message).toString('base64')}`)
      .join(' '),
  }
}

/** Why a received webhook does not count, as `refusalOf` answers. */
export type Refusal = 'missing_headers' | 'bad_timestamp' | 'too_old' | 'too_new' | 'bad_signature'

/**
 * Why a message is not genuine; null for a genuine one: signed with one of the secrets, and sent within five minutes.
 */
export function refusalOf(
  secrets: readonly string[],
  message: {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body: Uint8Array
  },
  nowMs: number,
): Refusal | null {
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => message.headers[name],
  )
  if (typeof id !== 'string' || typeof sent !== 'string' || typeof signatures !== 'string')
    return 'missing_headers'
  if (id === '' || signatures === '') return 'missing_headers'
  if (!/^\d{1,12}$/.test(sent)) return 'bad_timestamp'
  const timestamp = Number(sent)
  const age = Math.floor(nowMs / 1000) - timestamp
  if (age > TOLERANCE_S) return 'too_old'
  if (age < -TOLERANCE_S) return 'too_new'
  const given = signatures
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? [Buffer.from(entry.slice(3), 'base64')] : []))
  const right = secrets.map((secret) => signature(secret, { id, timestamp, body: message.body }))
  // All are compared, so that the duration reveals nothing.
  const matches = right.flatMap((expected) =>
    given.map((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected)),
  )
  return matches.includes(true) ? null : 'bad_signature'
}

function signature(
  secret: string,
  {
    id,
    timestamp,
    body,
  }: { readonly id: string; readonly timestamp: number; readonly body: string | Uint8Array },
): Buffer {
  const key = secretBytes(secret)
  if (key === null) throw new Error('the webhook secret is not valid')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}
