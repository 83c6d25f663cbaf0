// The bodies of the webhooks that places sends: one shape for the end of a search, and one for that of an enrichment.
import { Type, type TProperties } from 'typebox'
import { Problem } from '#contract/problem.ts'
import { Id, Nullable, Words } from '#contract/schema.ts'
import { ENRICHMENT_WEBHOOK_EVENTS, SEARCH_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import {
  EventMetadata,
  EventSequence,
  EXAMPLE_UUID,
  sentWebhook,
  type SentWebhook,
} from '#contract/webhook-event.ts'
import { AddedContacts, ENRICHMENT_STATES } from './enrichment.ts'
import { RunChanges } from './schedule.ts'
import { Search, SEARCH_STATES } from './search.ts'

const eventData = <Fields extends TProperties>(name: string, fields: Fields) =>
  Type.Object(
    { sequence: EventSequence, error: Nullable(Problem), metadata: EventMetadata, ...fields },
    { $id: name, additionalProperties: false },
  )

const EXAMPLE = { sequence: 42, error: null, metadata: { order: '7' } } as const

const SearchEventData = eventData('SearchEventData', {
  searchId: Id('sea'),
  sessionId: Id('ses'),
  status: Words(SEARCH_STATES),
  query: Type.String(),
  complete: Nullable(Type.Boolean()),
  kept: Type.Integer({ description: 'Distinct places of the search.' }),
  new: Type.Integer({ description: 'Of those, never stored before.' }),
  changes: Type.Optional(RunChanges),
  searchHref: Type.String(),
  resultHref: Type.String({ description: 'The export of the session.' }),
  result: Type.Optional(Search),
})

const SEARCH_SUMMARIES: Readonly<Record<(typeof SEARCH_WEBHOOK_EVENTS)[number], string>> = {
  'search.succeeded': 'A search ended',
  'search.partially_succeeded': 'A search ended without some of its parts',
  'search.failed': 'A search failed',
  'search.cancelled': 'A search was cancelled',
}

const EnrichmentEventData = eventData('EnrichmentEventData', {
  enrichmentId: Id('enr'),
  placeId: Id('plc'),
  status: Words(ENRICHMENT_STATES),
  website: Nullable(Type.String({ description: 'The address that crawl was given; null: none.' })),
  added: Nullable({
    ...AddedContacts,
    description: 'What the place has from its website now, beside what the map says.',
  }),
  resultHref: Type.String({ description: 'The enrichment, with all that was found.' }),
  placeHref: Type.String(),
  result: Type.Optional(
    Type.Unknown({ description: 'All that was found, as `GET /api/enrich/status/:placeId` has it.' }),
  ),
})

const ENRICHMENT_SUMMARIES: Readonly<Record<(typeof ENRICHMENT_WEBHOOK_EVENTS)[number], string>> = {
  'enrichment.succeeded': 'The website of a place was read',
  'enrichment.no_website': 'A place has no known website',
  'enrichment.failed': 'The website of a place could not be read',
  'enrichment.cancelled': 'An enrichment was cancelled',
}

/** The events that places alone sends. */
export const PLACES_WEBHOOKS: readonly SentWebhook[] = [
  ...SEARCH_WEBHOOK_EVENTS.map((event) =>
    sentWebhook(event, SEARCH_SUMMARIES[event], SearchEventData, {
      ...EXAMPLE,
      searchId: `sea_${EXAMPLE_UUID}`,
      sessionId: `ses_${EXAMPLE_UUID}`,
      status: event.slice('search.'.length),
      query: 'cafes in Monaco',
      complete: event === 'search.succeeded',
      kept: 27,
      new: 3,
      searchHref: `/api/search/sea_${EXAMPLE_UUID}`,
      resultHref: `/api/exports/ses_${EXAMPLE_UUID}`,
    }),
  ),
  ...ENRICHMENT_WEBHOOK_EVENTS.map((event) =>
    sentWebhook(event, ENRICHMENT_SUMMARIES[event], EnrichmentEventData, {
      ...EXAMPLE,
      enrichmentId: `enr_${EXAMPLE_UUID}`,
      placeId: `plc_${EXAMPLE_UUID}`,
      status: event.slice('enrichment.'.length),
      website: event === 'enrichment.no_website' ? null : 'https://bakery-town.example/',
      added:
        event === 'enrichment.succeeded'
          ? { emails: ['info@bakery-town.example'], phones: [], socials: [] }
          : null,
      resultHref: `/api/enrich/status/plc_${EXAMPLE_UUID}`,
      placeHref: `/api/places/plc_${EXAMPLE_UUID}`,
    }),
  ),
]
