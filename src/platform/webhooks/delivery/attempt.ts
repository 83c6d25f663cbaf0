// One attempt: signs the body, sends it through egress, and reports the outcome.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { Egress, EgressRequest, EgressResponse } from '#platform/egress/egress.ts'
import { retryAfterMs } from '#kit/http/retry-after.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { endpointContext } from '#platform/webhooks/endpoints/endpoint-row.ts'
import {
  decryptPlainTarget,
  decryptTarget,
  decryptUrl,
  headersFrom,
  type TargetSecrets,
} from '#platform/webhooks/targets/receiver-url.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { signedHeaders } from '#platform/webhooks/secrets/sign.ts'
import type { WebhookSettings } from './webhook-settings.ts'
import type { Delivery } from './begin-attempts.ts'

/** How one attempt went. */
export interface Attempt {
  /** Null without an answer. */
  readonly statusCode: number | null
  /** Null after a 2xx answer; otherwise a code: `http_status`, `target_timeout`, `url_not_allowed`, … */
  readonly error: string | null
  /** What only an operator may learn of the error, such as the inner address that a name leads to. */
  readonly operatorDetail: string | null
  /** The beginning of the answer, without the secret values that we sent. */
  readonly response: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
  readonly signatures: number
}

/** Bytes kept of the answer. */
const KEPT_BYTES = 4_096
/** A shorter value may occur in any text by chance. */
const MIN_SECRET_CHARS = 4

/** Sends a delivery to a receiver that the operator named, without the guard of the way out. */
export interface NamedReceiver {
  /** Whether this is its address. */
  readonly is: (url: URL) => boolean
  readonly post: (
    url: URL,
    request: Pick<EgressRequest, 'headers' | 'body' | 'signal'>,
  ) => Promise<Pick<EgressResponse, 'status' | 'headers' | 'body'>>
}

/** What one attempt needs. `egress` guards the way out; `encryptor` opens the secrets. */
export interface AttemptDeps {
  readonly egress: Egress
  readonly namedReceiver: NamedReceiver
  readonly encryptor: Encryptor
  readonly settings: WebhookSettings
  readonly log: Logger
}

/** Throws only the reason of `signal`. */
export async function attemptDelivery(
  deps: AttemptDeps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now()
  const ended = (outcome: Partial<Attempt>): Attempt => ({
    statusCode: null,
    error: null,
    operatorDetail: null,
    response: null,
    retryAfterMs: null,
    signatures: 0,
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  if (delivery.endpointId !== null && delivery.endpoint?.status !== 'enabled')
    return ended({ error: 'endpoint_disabled' })
  const credentials = openCredentials(deps.encryptor, delivery)
  if (credentials === null) {
    deps.log.error({ recordId: delivery.id }, 'a webhook secret was sealed with another key pepper')
    return ended({ error: 'secret_unreadable' })
  }
  const { secrets, headers, url } = credentials
  try {
    const answer = await send(deps, delivery, credentials, signal)
    const ok = answer.status >= 200 && answer.status < 300
    return ended({
      statusCode: answer.status,
      error: ok ? null : 'http_status',
      response: snippet(answer, [...Object.values(headers), ...secretParts(url)]),
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], Date.now()),
      signatures: secrets.length,
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof SurveyorError)) deps.log.error({ err: error }, 'a webhook could not be sent')
    return ended({
      error: error instanceof SurveyorError ? error.code : 'internal',
      operatorDetail: (error instanceof SurveyorError ? error.operatorDetail : undefined) ?? null,
      signatures: secrets.length,
    })
  }
}

interface Credentials {
  readonly url: string
  /** Empty when the request that named the address gave no secret; the delivery is then unsigned. */
  readonly secrets: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

async function send(
  { egress, namedReceiver, settings }: AttemptDeps,
  { messageId, body }: Delivery,
  { secrets, headers, url }: Credentials,
  signal: AbortSignal,
): Promise<Pick<EgressResponse, 'status' | 'headers' | 'body'>> {
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = signedHeaders(secrets, { id: messageId, timestamp, body })
  const { 'webhook-signature': signature, ...unsigned } = signed
  const request = {
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...unsigned,
      ...(secrets.length === 0 ? {} : { 'webhook-signature': signature }),
    },
    body,
    signal,
  }
  const address = new URL(url)
  if (namedReceiver.is(address)) return namedReceiver.post(address, request)
  return egress.fetch({
    ...request,
    url,
    method: 'POST',
    maxBytes: KEPT_BYTES,
    cutBody: true,
    deadlineMs: settings.timeoutMs,
    maxRedirects: 0,
    robots: 'ignore',
  })
}

/** Null when something cannot be decrypted. */
function openCredentials(encryptor: Encryptor, delivery: Delivery): Credentials | null {
  const { endpointId, endpoint } = delivery
  if (endpointId === null || endpoint === null) {
    const target = namedTarget(encryptor, delivery)
    if (target === null) return null
    const { url, secret, headers = {} } = target
    return { url, secrets: secret === undefined ? [] : [secret], headers }
  }
  const url = decryptUrl(encryptor, { ...delivery, endpoint_id: endpointId })
  const context = endpointContext(endpointId)
  const open = (part: Buffer | null) => (part === null ? [] : [encryptor.decrypt(part, context)])
  const secrets = [...open(endpoint.encryptedSecret), ...open(endpoint.encryptedPreviousSecret)]
  const [headers] = open(endpoint.encryptedHeaders)
  const readable = secrets.filter((secret) => secret !== null)
  if (url === null || readable.length < secrets.length || headers === null) return null
  return {
    url,
    secrets: readable,
    headers: headers === undefined ? {} : headersFrom(headers),
  }
}

function namedTarget(encryptor: Encryptor, { url, sealed: encrypted }: Delivery): TargetSecrets | null {
  if (url === null) return encrypted === null ? null : decryptTarget(encryptor, encrypted)
  if (encrypted === null) return { url }
  return decryptPlainTarget(encryptor, encrypted, url)
}

/** The parts of a URL that may be a secret: its path and its query. */
function secretParts(url: string): string[] {
  const { pathname, search } = new URL(url)
  return [pathname + search, pathname, search]
}

/** When a receiver echoes its request, no credential may get into the record. */
function snippet({ body }: Pick<EgressResponse, 'body'>, secretValues: readonly string[]): string {
  let text = storableText(Buffer.from(body).toString('utf8'))
  for (const value of secretValues) {
    if (value.length >= MIN_SECRET_CHARS) text = text.replaceAll(value, '[redacted]')
  }
  return text
}
