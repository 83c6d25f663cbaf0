// What every webhook that a service sends has in common, and the events that both services send.
import { Type, type TSchema } from 'typebox'
import { Id, Timestamp, Words } from './schema.ts'

/** A webhook that a service sends, as its OpenAPI document describes it. */
export interface SentWebhook {
  readonly event: string
  readonly summary: string
  readonly body: TSchema
  readonly example: object
}

/** The order of the events of a service. */
export const EventSequence = Type.Integer({
  description: 'Grows with each event of the service: a smaller one is older.',
})
/** What the caller wants to find again in the event. */
export const EventMetadata = Type.Record(Type.String(), Type.String(), {
  description: 'What the request gave as `webhook.metadata`.',
})

/** The moment in the examples of the documents. */
export const EXAMPLE_TIME = '2026-11-21T09:00:00.000Z'
/** The identifier in them. */
export const EXAMPLE_UUID = '01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

/** The shape of one event with the envelope that all events have. */
export function sentWebhook(event: string, summary: string, data: TSchema, example: object): SentWebhook {
  const body = Type.Object({
    type: Type.Literal(event),
    timestamp: Type.String({ ...Timestamp, description: 'When it happened; RFC 3339, UTC.' }),
    data,
  })
  return { event, summary, body, example: { type: event, timestamp: EXAMPLE_TIME, data: example } }
}

/** The events that both services send. */
export const OWN_WEBHOOKS: readonly SentWebhook[] = [
  sentWebhook(
    'webhook.test',
    'Somebody asked for a test event',
    Type.Object({ endpointId: Id('whe') }, { additionalProperties: false }),
    { endpointId: `whe_${EXAMPLE_UUID}` },
  ),
  sentWebhook(
    'endpoint.disabled',
    'An endpoint is told nothing more',
    Type.Object(
      {
        sequence: EventSequence,
        endpointId: Id('whe'),
        reason: Words(['gone', 'failing'], {
          description: '`gone`: it answered 410; `failing`: five days of nothing but failures.',
        }),
        metadata: EventMetadata,
      },
      { additionalProperties: false },
    ),
    { sequence: 43, endpointId: `whe_${EXAMPLE_UUID}`, reason: 'gone', metadata: {} },
  ),
]
