// The bodies of the webhooks that places sends about enrichments: one shape for their ends.
import { Type } from 'typebox'
import { Problem } from '#contract/problem.ts'
import { Id, Nullable, Words } from '#contract/schema.ts'
import { ENRICHMENT_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import {
  EventMetadata,
  EventSequence,
  EXAMPLE_UUID,
  sentWebhook,
  type SentWebhook,
} from '#contract/webhook-event.ts'
import { AddedContacts, ENRICHMENT_STATES } from './enrichment.ts'

const EnrichmentEventData = Type.Object(
  {
    sequence: EventSequence,
    enrichmentId: Id('enr'),
    placeId: Id('plc'),
    status: Words(ENRICHMENT_STATES),
    website: Nullable(Type.String({ description: 'The address that crawl was given; null: none.' })),
    added: Nullable({
      ...AddedContacts,
      description: 'What the place has from its website now, beside what the map says.',
    }),
    error: Nullable(Problem),
    resultHref: Type.String({ description: 'The enrichment, with all that was found.' }),
    placeHref: Type.String(),
    metadata: EventMetadata,
    result: Type.Optional(
      Type.Unknown({ description: 'All that was found, as `GET /api/enrich/status/:placeId` has it.' }),
    ),
  },
  { $id: 'EnrichmentEventData', additionalProperties: false },
)

const SUMMARIES: Readonly<Record<(typeof ENRICHMENT_WEBHOOK_EVENTS)[number], string>> = {
  'enrichment.succeeded': 'The website of a place was read',
  'enrichment.no_website': 'A place has no known website',
  'enrichment.failed': 'The website of a place could not be read',
  'enrichment.cancelled': 'An enrichment was cancelled',
}

/** The events of enrichments. */
export const ENRICHMENT_WEBHOOKS: readonly SentWebhook[] = ENRICHMENT_WEBHOOK_EVENTS.map((event) =>
  sentWebhook(event, SUMMARIES[event], EnrichmentEventData, {
    sequence: 42,
    enrichmentId: `enr_${EXAMPLE_UUID}`,
    placeId: `plc_${EXAMPLE_UUID}`,
    status: event.slice('enrichment.'.length),
    website: event === 'enrichment.no_website' ? null : 'https://bakery-town.example/',
    added:
      event === 'enrichment.succeeded'
        ? { emails: ['info@bakery-town.example'], phones: [], socials: [] }
        : null,
    error: null,
    resultHref: `/api/enrich/status/plc_${EXAMPLE_UUID}`,
    placeHref: `/api/places/plc_${EXAMPLE_UUID}`,
    metadata: { order: '7' },
  }),
)
