// The events about CDNs that crawl sends.
import { Type } from 'typebox'
import { EventMetadata, EventSequence, sentWebhook, type SentWebhook } from '#contract/webhook-event.ts'
import { CDN_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import { Nullable, Words } from '#contract/schema.ts'
import { PROTECTIONS } from './cdn.ts'

const CdnEventData = Type.Object(
  {
    sequence: EventSequence,
    domain: Type.String(),
    registrableDomain: Type.String(),
    provider: Nullable(
      Type.String({ description: 'The surest; null: only that requests are stopped is known.' }),
    ),
    formerProvider: Nullable(Type.String({ description: 'The one before; null: none was certain.' })),
    protection: Words(PROTECTIONS),
    detectionHref: Type.String(),
    metadata: EventMetadata,
  },
  { $id: 'CdnEventData', additionalProperties: false },
)

/** Sent to endpoints that receive the events of all owners. */
export const CDN_WEBHOOKS: readonly SentWebhook[] = CDN_WEBHOOK_EVENTS.map((event) =>
  sentWebhook(event, 'What stands before a domain became certain, or changed', CdnEventData, {
    sequence: 44,
    domain: 'www.example.org',
    registrableDomain: 'example.org',
    provider: 'cloudflare',
    formerProvider: null,
    protection: 'challenge',
    detectionHref: '/api/cdn-detection/www.example.org',
    metadata: {},
  }),
)
