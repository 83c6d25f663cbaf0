// Verifies webhooks as Standard Webhooks 1.0 signs them, with Web Crypto: in Node, browsers and edge runtimes.
import { fieldsOf } from './problem.ts'

/** Why a webhook does not count. */
export type WebhookRefusal =
  | 'missing_headers'
  | 'bad_timestamp'
  | 'too_old'
  | 'too_new'
  | 'bad_signature'
  | 'not_an_event'

/** A webhook that does not count: answer it with 401 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookRefusal

  constructor(code: WebhookRefusal) {
    super(`This is no webhook to act on: ${code}.`)
    this.code = code
  }
}

/** An event that is genuine. It may come twice, under the same `id`. */
export interface WebhookEvent {
  readonly id: string
  /** `job.succeeded`, `search.failed`, … */
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The headers of a request, as Node or `fetch` has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** What `verifyWebhook` needs. */
export interface WebhookRequest {
  /** `whsec_…`; several while one replaces another. */
  readonly secret: string | readonly string[]
  readonly headers: WebhookHeaders
  /** The bytes as they came: JSON that was parsed and written again has another signature. */
  readonly body: Uint8Array | string
  /** How far its time may be from now, on either side; 300. */
  readonly toleranceSeconds?: number
  /** In milliseconds; the clock of this machine. */
  readonly now?: number
}

/** Throws a WebhookError for one that is not genuine, and a TypeError for a secret that is none. */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = Date.now() } = request
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request.headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('missing_headers')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('bad_timestamp')
  const age = Math.floor(now / 1_000) - Number(timestamp)
  if (age > toleranceSeconds) throw new WebhookError('too_old')
  if (age < -toleranceSeconds) throw new WebhookError('too_new')
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const given = signatures.split(' ').flatMap((word) => {
    const bytes = word.startsWith('v1,') ? bytesOf(word.slice(3)) : null
    return bytes === null ? [] : [bytes]
  })
  let isGenuine = false
  for (const key of await Promise.all([request.secret].flat().map(keyOf))) {
    // `verify` compares in constant time; all are compared, so that the duration tells nothing.
    for (const signature of given) {
      isGenuine = (await crypto.subtle.verify('HMAC', key, signature, signed)) || isGenuine
    }
  }
  if (!isGenuine) throw new WebhookError('bad_signature')
  return eventOf(id, body)
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null
  if (bytes === null || bytes.length < 24 || bytes.length > 64) {
    throw new TypeError('A secret is whsec_ and the base64 of 24 to 64 bytes.')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function eventOf(id: string, body: Uint8Array): WebhookEvent {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookError('not_an_event')
  }
  const { type, timestamp, data } = fieldsOf(value)
  if (typeof type !== 'string' || typeof timestamp !== 'string') throw new WebhookError('not_an_event')
  return { id, type, timestamp, data: fieldsOf(data) }
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Null for a text that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
