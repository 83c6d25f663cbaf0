// The bodies of the webhooks that places sends: one shape for the end of a search.
import { Type } from 'typebox'
import { Problem } from '#contract/problem.ts'
import { Id, Nullable, Words } from '#contract/schema.ts'
import { SEARCH_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import {
  EventMetadata,
  EventSequence,
  EXAMPLE_UUID,
  sentWebhook,
  type SentWebhook,
} from '#contract/webhook-event.ts'
import { Search, SEARCH_STATES } from './search.ts'

const SearchEventData = Type.Object(
  {
    sequence: EventSequence,
    searchId: Id('sea'),
    sessionId: Id('ses'),
    status: Words(SEARCH_STATES),
    query: Type.String(),
    complete: Nullable(Type.Boolean()),
    kept: Type.Integer({ description: 'Distinct places of the search.' }),
    new: Type.Integer({ description: 'Of those, never stored before.' }),
    error: Nullable(Problem),
    searchHref: Type.String(),
    resultHref: Type.String({ description: 'The export of the session.' }),
    metadata: EventMetadata,
    result: Type.Optional(Search),
  },
  { $id: 'SearchEventData', additionalProperties: false },
)

const SEARCH_SUMMARIES: Readonly<Record<(typeof SEARCH_WEBHOOK_EVENTS)[number], string>> = {
  'search.succeeded': 'A search ended',
  'search.partially_succeeded': 'A search ended without some of its parts',
  'search.failed': 'A search failed',
  'search.cancelled': 'A search was cancelled',
}

/** The events of places. */
export const SEARCH_WEBHOOKS: readonly SentWebhook[] = SEARCH_WEBHOOK_EVENTS.map((event) =>
  sentWebhook(event, SEARCH_SUMMARIES[event], SearchEventData, {
    sequence: 42,
    searchId: `sea_${EXAMPLE_UUID}`,
    sessionId: `ses_${EXAMPLE_UUID}`,
    status: event.slice('search.'.length),
    query: 'cafes in Monaco',
    complete: event === 'search.succeeded',
    kept: 27,
    new: 3,
    error: null,
    searchHref: `/api/search/sea_${EXAMPLE_UUID}`,
    resultHref: `/api/exports/ses_${EXAMPLE_UUID}`,
    metadata: { order: '7' },
  }),
)
