// The bodies of the webhooks that both services send, one shape for each event.
import { Type, type TSchema } from 'typebox'
import { TERMINAL_STATES } from './job.ts'
import { Problem } from './problem.ts'
import { Id, Nullable, Timestamp, Words } from './schema.ts'
import { Search, SEARCH_STATES } from './search.ts'
import { JOB_WEBHOOK_EVENTS, SEARCH_WEBHOOK_EVENTS } from './webhook.ts'

/** A webhook that a service sends, as its OpenAPI document describes it. */
export interface SentWebhook {
  readonly event: string
  readonly summary: string
  readonly body: TSchema
  readonly example: object
}

const Sequence = Type.Integer({
  description: 'Grows with each event of the service: a smaller one is older.',
})
const Metadata = Type.Record(Type.String(), Type.String(), {
  description: 'What the request gave as `webhook.metadata`.',
})

/** All fields except the ids are absent when the job was no longer kept at the time of the event. */
const JobEventData = Type.Object(
  {
    sequence: Sequence,
    jobId: Id('job'),
    type: Type.Optional(Type.String()),
    extractor: Type.Optional(Type.String()),
    operation: Type.Optional(Type.String()),
    status: Type.Optional(Words(TERMINAL_STATES)),
    url: Type.Optional(
      Nullable(Type.String({ description: 'What was extracted, where the input named a URL.' })),
    ),
    error: Type.Optional(Nullable(Problem)),
    children: Type.Optional(
      Nullable(
        Type.Object(
          {
            total: Type.Integer(),
            succeeded: Type.Integer(),
            failed: Type.Integer(),
            cancelled: Type.Integer(),
          },
          { description: 'Of a batch.' },
        ),
      ),
    ),
    jobHref: Type.Optional(Type.String()),
    resultHref: Type.Optional(Type.String()),
    createdAt: Type.Optional(Timestamp),
    completedAt: Type.Optional(Nullable(Timestamp)),
    metadata: Metadata,
    result: Type.Optional(
      Type.Unknown({ description: 'With `include: result`, where it has at most 256 KiB.' }),
    ),
  },
  { $id: 'JobEventData', additionalProperties: false },
)

const SearchEventData = Type.Object(
  {
    sequence: Sequence,
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
    metadata: Metadata,
    result: Type.Optional(Search),
  },
  { $id: 'SearchEventData', additionalProperties: false },
)

const AT = '2026-11-21T09:00:00.000Z'
const UUID = '01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

function sent(event: string, summary: string, data: TSchema, example: object): SentWebhook {
  const body = Type.Object({
    type: Type.Literal(event),
    timestamp: Type.String({ ...Timestamp, description: 'When it happened; RFC 3339, UTC.' }),
    data,
  })
  return { event, summary, body, example: { type: event, timestamp: AT, data: example } }
}

const JOB_SUMMARIES: Readonly<Record<(typeof JOB_WEBHOOK_EVENTS)[number], string>> = {
  'job.succeeded': 'A job succeeded',
  'job.partially_succeeded': 'Some items of a batch succeeded',
  'job.failed': 'A job failed',
  'job.dead': 'A job failed as often as it may',
  'job.cancelled': 'A job was cancelled',
  'job.expired': 'No worker took a job in time',
}

/** Sent by crawl. */
export const JOB_WEBHOOKS: readonly SentWebhook[] = JOB_WEBHOOK_EVENTS.map((event) =>
  sent(event, JOB_SUMMARIES[event], JobEventData, {
    sequence: 42,
    jobId: `job_${UUID}`,
    type: 'maps.search',
    extractor: 'maps',
    operation: 'search',
    status: event.slice('job.'.length),
    url: null,
    error: null,
    children: null,
    jobHref: `/api/jobs/job_${UUID}`,
    resultHref: `/api/jobs/job_${UUID}/result`,
    createdAt: AT,
    completedAt: AT,
    metadata: { order: '7' },
  }),
)

const SEARCH_SUMMARIES: Readonly<Record<(typeof SEARCH_WEBHOOK_EVENTS)[number], string>> = {
  'search.succeeded': 'A search ended',
  'search.partially_succeeded': 'A search ended without some of its parts',
  'search.failed': 'A search failed',
  'search.cancelled': 'A search was cancelled',
}

/** Sent by places. */
export const SEARCH_WEBHOOKS: readonly SentWebhook[] = SEARCH_WEBHOOK_EVENTS.map((event) =>
  sent(event, SEARCH_SUMMARIES[event], SearchEventData, {
    sequence: 42,
    searchId: `sea_${UUID}`,
    sessionId: `ses_${UUID}`,
    status: event.slice('search.'.length),
    query: 'cafes in Monaco',
    complete: event === 'search.succeeded',
    kept: 27,
    new: 3,
    error: null,
    searchHref: `/api/search/sea_${UUID}`,
    resultHref: `/api/exports/ses_${UUID}`,
    metadata: { order: '7' },
  }),
)

/** Sent by both. */
export const OWN_WEBHOOKS: readonly SentWebhook[] = [
  sent(
    'webhook.test',
    'Somebody asked for a test event',
    Type.Object({ endpointId: Id('whe') }, { additionalProperties: false }),
    { endpointId: `whe_${UUID}` },
  ),
  sent(
    'endpoint.disabled',
    'An endpoint is told nothing more',
    Type.Object(
      {
        sequence: Sequence,
        endpointId: Id('whe'),
        reason: Words(['gone', 'failing'], {
          description: '`gone`: it answered 410; `failing`: five days of nothing but failures.',
        }),
        metadata: Metadata,
      },
      { additionalProperties: false },
    ),
    { sequence: 43, endpointId: `whe_${UUID}`, reason: 'gone', metadata: {} },
  ),
]
