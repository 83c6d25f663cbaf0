// One attempt: signs the body, sends it through egress, and reports the outcome.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { storableText } from '#kit/text.ts'
import type { Egress, EgressResponse } from '#platform/egress/egress.ts'
import { retryAfterMs } from '#platform/egress/polite/retry-after.ts'
import type { Logger } from '#platform/log/logger.ts'
import { endpointContext } from '#platform/webhooks/endpoints/endpoint-secrets.ts'
import { openTarget, openUrl, plainUrlContext, type SealedTarget } from '#platform/webhooks/receiver-url.ts'
import type { Sealer } from '#platform/webhooks/sealer.ts'
import { signedHeaders } from '#platform/webhooks/sign.ts'
import type { WebhookSettings } from '#platform/webhooks/webhook-settings.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

export interface Attempt {
  /** Null without an answer. */
  readonly statusCode: number | null
  /** Null after a 2xx answer; otherwise a code: `http_status`, `target_timeout`, `url_not_allowed`, … */
  readonly error: string | null
  /** The beginning of the answer, without the secret values that we sent. */
  readonly response: string | null
  readonly durationMs: number
  readonly retryAfterMs: number | null
  readonly signatures: number
}

/** Bytes kept of the answer. */
const KEPT_BYTES = 4_096
/** A shorter value may occur in any text by chance. */
const FEWEST_SECRET_CHARS = 4

export interface AttemptDeps {
  readonly egress: Egress
  readonly sealer: Sealer
  readonly settings: WebhookSettings
  readonly log: Logger
}

/** Throws only the reason of `signal`. */
export async function attemptDelivery(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now()
  const ended = (outcome: Partial<Attempt>): Attempt => ({
    statusCode: null,
    error: null,
    response: null,
    retryAfterMs: null,
    signatures: 0,
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  if (delivery.endpointId !== null && delivery.endpoint?.status !== 'enabled')
    return ended({ error: 'endpoint_disabled' })
  const credentials = openCredentials(deps.sealer, delivery)
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
  { egress, settings }: AttemptDeps,
  { messageId, body }: ClaimedDelivery,
  { secrets, headers, url }: Credentials,
  signal: AbortSignal,
): Promise<EgressResponse> {
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = signedHeaders(secrets, { id: messageId, timestamp, body })
  const { 'webhook-signature': signature, ...unsigned } = signed
  return egress.fetch({
    url,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...unsigned,
      ...(secrets.length === 0 ? {} : { 'webhook-signature': signature }),
    },
    body,
    maxBytes: KEPT_BYTES,
    cutBody: true,
    deadlineMs: settings.timeoutMs,
    maxRedirects: 0,
    robots: 'ignore',
    cache: 'no-store',
    signal,
  })
}

/** Null when something cannot be decrypted. */
function openCredentials(sealer: Sealer, delivery: ClaimedDelivery): Credentials | null {
  const { endpointId, endpoint } = delivery
  if (endpointId === null || endpoint === null) {
    const target = namedTarget(sealer, delivery)
    if (target === null) return null
    const { url, secret, headers = {} } = target
    return { url, secrets: secret === undefined ? [] : [secret], headers }
  }
  const url = openUrl(sealer, { ...delivery, endpoint_id: endpointId })
  const context = endpointContext(endpointId)
  const open = (part: Buffer | null) => (part === null ? [] : [sealer.open(part, context)])
  const secrets = [...open(endpoint.secretSealed), ...open(endpoint.previousSecretSealed)]
  const [headers] = open(endpoint.headersSealed)
  const readable = secrets.filter((secret) => secret !== null)
  if (url === null || readable.length < secrets.length || headers === null) return null
  return {
    url,
    secrets: readable,
    headers: headers === undefined ? {} : (JSON.parse(headers) as Record<string, string>),
  }
}

function namedTarget(sealer: Sealer, { url, sealed }: ClaimedDelivery): SealedTarget | null {
  if (url === null) return sealed === null ? null : openTarget(sealer, sealed)
  if (sealed === null) return { url }
  const text = sealer.open(sealed, plainUrlContext(url))
  return text === null ? null : { ...(JSON.parse(text) as Omit<SealedTarget, 'url'>), url }
}

/** The parts of a URL that may be a secret: its path and its query. */
function secretParts(url: string): string[] {
  const { pathname, search } = new URL(url)
  return [pathname + search, pathname, search]
}

/** When a receiver echoes its request, no credential may get into the record. */
function snippet({ body }: EgressResponse, secretValues: readonly string[]): string {
  let text = storableText(Buffer.from(body).toString('utf8'))
  for (const value of secretValues) {
    if (value.length >= FEWEST_SECRET_CHARS) text = text.replaceAll(value, '[redacted]')
  }
  return text
}
