// Examples of the webhook paths, for the OpenAPI documents.
import type { WebhookEndpoint, WebhookRecord, WebhookStats } from '#contract/webhook.ts'

/** The endpoint of all examples. */
export const ENDPOINT_ID = 'whe_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
/** The record of all examples. */
export const RECORD_ID = 'whk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const AT = '2026-11-21T09:00:00.000Z'

/** Made for this text; nothing is signed with it. */
export const EXAMPLE_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

export const ENDPOINT_EXAMPLE: WebhookEndpoint = {
  id: ENDPOINT_ID,
  url: 'https://example.com/hooks/surveyor',
  description: 'reports',
  events: null,
  include: 'summary',
  headerNames: ['x-team'],
  status: 'enabled',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: AT,
  updatedAt: AT,
}

/** A delivered record of an event such as `job.succeeded`. */
export const recordExample = (event: string): WebhookRecord => ({
  id: RECORD_ID,
  direction: 'outgoing',
  webhookId: 'msg_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a80',
  event,
  status: 'delivered',
  endpointId: ENDPOINT_ID,
  url: ENDPOINT_EXAMPLE.url,
  subjectId: null,
  attemptCount: 1,
  lastStatusCode: 200,
  lastError: null,
  nextAttemptAt: null,
  replayOf: null,
  createdAt: AT,
  completedAt: AT,
})

export const ATTEMPT_EXAMPLE = {
  number: 1,
  at: AT,
  statusCode: 200,
  durationMs: 38,
  error: null,
  response: 'ok',
  signatures: 1,
}

/** Statistics with only this event. */
export const statsExample = (event: string): WebhookStats => ({
  since: AT,
  total: 120,
  byStatus: { delivered: 117, retrying: 2, failed: 1 },
  byEvent: { [event]: 120 },
  byEndpoint: [{ endpointId: ENDPOINT_ID, total: 120, delivered: 117, failed: 1 }],
  successRate: 0.9915,
  attempts: 131,
  latencyMs: { p50: 41, p95: 5_100 },
  oldestPendingAgeMs: 4_200,
})
