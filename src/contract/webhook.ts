// Webhooks: the target in a request, kept endpoints, and the records of sent and received events.
import { Type, type Static } from 'typebox'
import { Id, ListOf, Nullable, Timestamp, Words } from './schema.ts'

/** Events of jobs, sent by crawl. */
export const JOB_WEBHOOK_EVENTS = [
  'job.succeeded',
  'job.partially_succeeded',
  'job.failed',
  'job.dead',
  'job.cancelled',
  'job.expired',
] as const

/** Events of searches, sent by places. */
export const SEARCH_WEBHOOK_EVENTS = [
  'search.succeeded',
  'search.partially_succeeded',
  'search.failed',
  'search.cancelled',
] as const

/** Events of enrichments, sent by places. */
export const ENRICHMENT_WEBHOOK_EVENTS = [
  'enrichment.succeeded',
  'enrichment.no_website',
  'enrichment.failed',
  'enrichment.cancelled',
] as const

/** Events of domains, sent by crawl. */
export const CDN_WEBHOOK_EVENTS = ['cdn.detected'] as const

/** Events of the webhooks themselves, sent by both. */
export const OWN_WEBHOOK_EVENTS = ['webhook.test', 'endpoint.disabled'] as const

/** Whether an event carries the result or only says where it is. */
export const WEBHOOK_INCLUDES = ['summary', 'result'] as const
/** One of `WEBHOOK_INCLUDES`. */
export type WebhookInclude = (typeof WEBHOOK_INCLUDES)[number]

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  pattern: '^https?://',
  description: 'An http or https URL.',
})
const SECRET_FORM = '`whsec_` and the base64 of 24 to 64 random bytes.'
const SECRET_PATTERN = '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$'
const Secret = Type.String({ pattern: SECRET_PATTERN, description: SECRET_FORM })
const Headers = Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
  maxProperties: 20,
  description: 'Sent with every attempt, never shown again. Those of the protocol cannot be chosen.',
})
const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: 20,
  description: 'Comes back as `data.metadata`.',
})
const Include = Words(WEBHOOK_INCLUDES, {
  description: '`result` puts the result into the event, up to 256 KiB; else the event only links to it.',
})
const Events = <const T extends readonly string[]>(events: T) =>
  Type.Array(Words(events), {
    minItems: 1,
    maxItems: 50,
    description: 'Only these events; all where absent.',
  })

/** `webhook` of a request: notifies one address of the end of what the request starts. */
export const webhookRequest = <const T extends readonly string[]>(events: T) =>
  Type.Object(
    {
      url: Type.Optional(Url),
      endpointId: Type.Optional(
        Type.String({ maxLength: 100, description: 'A kept endpoint, instead of `url`.' }),
      ),
      events: Type.Optional(Events(events)),
      secret: Type.Optional(Secret),
      headers: Type.Optional(Headers),
      metadata: Type.Optional(Metadata),
      include: Type.Optional(Include),
    },
    {
      additionalProperties: false,
      description:
        'Tells this address about the end (Standard Webhooks 1.0). Either `url`, signed where a `secret` comes with it, ' +
        'or `endpointId`.',
    },
  )
/** The target of a request: a URL, or a stored endpoint by its id. */
export interface WebhookRequest {
  readonly url?: string
  readonly endpointId?: string
  readonly events?: readonly string[]
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly metadata?: Readonly<Record<string, string>>
  readonly include?: WebhookInclude
}

/** An endpoint that keeps failing is disabled by the service. */
export const ENDPOINT_STATES = ['enabled', 'disabled'] as const

/** A kept endpoint; its secret and the values of its headers are never shown. */
export const WebhookEndpoint = Type.Object(
  {
    id: Id('whe'),
    url: Type.String({
      description:
        'Without its query string, and with long parts of its path cut to four characters: both are sent and never shown.',
    }),
    description: Nullable(Type.String()),
    events: Nullable(
      Type.Array(Type.String(), {
        description: 'Null: all events, also those that come with later versions.',
      }),
    ),
    include: Include,
    headerNames: Type.Array(Type.String()),
    status: Words(ENDPOINT_STATES),
    disabledReason: Nullable(
      Type.String({ description: '`gone` (410), `failing` (five days of failures) or `user`.' }),
    ),
    disabledAt: Nullable(Timestamp),
    failingSince: Nullable(
      Type.String({ ...Timestamp, description: 'The first failure since the last success.' }),
    ),
    previousSecretUntil: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Until then two signatures are sent: of the new and the old secret.',
      }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'WebhookEndpoint' },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>
/** A page of the kept endpoints, without their secrets. */
export const WebhookEndpointList = ListOf(WebhookEndpoint)

/** The only answers that ever contain a secret. */
export const CreatedEndpoint = Type.Object(
  { endpoint: WebhookEndpoint, secret: Type.String({ description: 'Shown once.' }) },
  { $id: 'CreatedWebhookEndpoint' },
)
export type CreatedEndpoint = Static<typeof CreatedEndpoint>

const endpointFields = <const T extends readonly string[]>(events: T) => ({
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  events: Type.Optional(Nullable(Events(events))),
  include: Type.Optional(Include),
  headers: Type.Optional(Headers),
})

/** The body that makes an endpoint for any of `events`. */
export const createEndpointBody = <const T extends readonly string[]>(events: T) =>
  Type.Object(
    {
      url: Url,
      secret: Type.Optional(
        Type.String({ pattern: SECRET_PATTERN, description: `${SECRET_FORM} Made where absent.` }),
      ),
      ...endpointFields(events),
    },
    { additionalProperties: false },
  )
/** Without a secret one is made, and shown once. */
export interface CreateEndpointBody extends EndpointFields {
  readonly url: string
  readonly secret?: string
}

/** The fields of an endpoint that can be changed; an absent one stays. */
export const changeEndpointBody = <const T extends readonly string[]>(events: T) =>
  Type.Object(
    {
      url: Type.Optional(Url),
      ...endpointFields(events),
      status: Type.Optional(
        Words(ENDPOINT_STATES, { description: '`enabled` also takes back what disabled it.' }),
      ),
    },
    { additionalProperties: false, minProperties: 1 },
  )
/** Absent fields stay as they are. */
export interface ChangeEndpointBody extends EndpointFields {
  readonly url?: string
  readonly status?: (typeof ENDPOINT_STATES)[number]
}

interface EndpointFields {
  readonly description?: string | null
  readonly events?: readonly string[] | null
  readonly include?: WebhookInclude
  readonly headers?: Readonly<Record<string, string>>
}

/** How long the former secret signs beside the new one. */
export const RotateSecretBody = Type.Object(
  {
    secret: Type.Optional(Secret),
    overlapMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000_000,
        description: 'How long deliveries are also signed with the old secret. Default: 24 h.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RotateSecretBody = Static<typeof RotateSecretBody>

/** Of a delivery; from `delivered` on it is not tried again by itself. */
export const RECORD_STATES = [
  'pending',
  'delivering',
  'retrying',
  'delivered',
  'failed',
  'discarded',
] as const

/** `outgoing`: sent by this service. `incoming`: received by it. */
export const DIRECTIONS = ['outgoing', 'incoming'] as const

/** One try: when, with what status, how long it took; `status` is null where no answer came. */
export const WebhookAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  statusCode: Nullable(Type.Integer()),
  durationMs: Nullable(
    Type.Integer({ description: 'Null while it runs, and where the sender was lost meanwhile.' }),
  ),
  error: Nullable(Type.String({ description: 'An error code; null where the receiver answered 2xx.' })),
  operatorDetail: Type.Optional(
    Type.String({
      description:
        'Why, where it tells of the network that the service stands in: to which address a name leads that the way out ' +
        'refuses. Only for an operator: a key with `admin`, or a service that is open on loopback.',
    }),
  ),
  response: Nullable(Type.String({ description: 'The beginning of the answer, at most 4 kB.' })),
  signatures: Type.Integer({ description: '0: sent unsigned; 2: while the secret changes.' }),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>

const recordFields = {
  id: Id('whk'),
  direction: Words(DIRECTIONS),
  webhookId: Type.String({ description: 'The `webhook-id` header: the same for every attempt and replay.' }),
  event: Type.String(),
  status: Words(RECORD_STATES),
  endpointId: Nullable(Id('whe')),
  url: Nullable(
    Type.String({
      description: 'Without its query string and long parts of its path. Null on incoming ones.',
    }),
  ),
  subjectId: Nullable(Type.String({ description: 'The job or search that it is about.' })),
  attemptCount: Type.Integer(),
  lastStatusCode: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  nextAttemptAt: Nullable(Timestamp),
  replayOf: Nullable(Id('whk')),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
}

/** One event for one target, with its state. */
export const WebhookRecord = Type.Object(recordFields, { $id: 'WebhookRecord' })
export type WebhookRecord = Static<typeof WebhookRecord>
/** A page of records, newest first. */
export const WebhookRecordList = ListOf(WebhookRecord)

/** A record with its payload and every attempt. */
export const WebhookRecordDetail = Type.Object(
  {
    ...recordFields,
    payload: Type.Unknown({ description: 'The body as it is sent.' }),
    attempts: Type.Array(WebhookAttempt),
  },
  { $id: 'WebhookRecordDetail' },
)
export type WebhookRecordDetail = Static<typeof WebhookRecordDetail>

/** Counts of records by state, and how long deliveries took. */
export const WebhookStats = Type.Object(
  {
    since: Timestamp,
    total: Type.Integer(),
    byStatus: Type.Record(Type.String(), Type.Integer()),
    byEvent: Type.Record(Type.String(), Type.Integer()),
    byEndpoint: Type.Array(
      Type.Object({
        endpointId: Nullable(Type.String({ description: 'Null: the addresses that requests named.' })),
        total: Type.Integer(),
        delivered: Type.Integer(),
        failed: Type.Integer(),
      }),
    ),
    successRate: Nullable(
      Type.Number({ description: 'Delivered of those that ended; null where none has.' }),
    ),
    attempts: Type.Integer(),
    latencyMs: Type.Object(
      { p50: Nullable(Type.Number()), p95: Nullable(Type.Number()) },
      { description: 'From the event to its delivery.' },
    ),
    oldestPendingAgeMs: Nullable(Type.Integer()),
  },
  { $id: 'WebhookStats' },
)
export type WebhookStats = Static<typeof WebhookStats>

/** Chooses the records that are sent again: by state, event, endpoint and time. */
export const bulkReplayBody = <const T extends readonly string[]>(events: T) =>
  Type.Object(
    {
      status: Type.Optional(
        Words(['failed', 'discarded'], {
          description: 'Default: `failed`. What was replayed before is left out.',
        }),
      ),
      since: Timestamp,
      until: Type.Optional(Timestamp),
      event: Type.Optional(Words(events)),
      endpointId: Type.Optional(Type.String({ maxLength: 100 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Default: 1,000.' })),
    },
    { additionalProperties: false },
  )

/** How many records were put back, and whether more fit the choice than one call takes. */
export const BulkReplayAnswer = Type.Object(
  {
    replayed: Type.Integer(),
    more: Type.Boolean({ description: 'There are more: ask again.' }),
  },
  { $id: 'WebhookBulkReplay' },
)

/** How many records were deleted. */
export const CleanupAnswer = Type.Object({ deleted: Type.Integer() }, { $id: 'WebhookCleanup' })

/** The body of a received webhook: any event, including those of later versions. */
export const IncomingWebhookBody = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 100 }),
  timestamp: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
})

/** The record that a received event has. */
export const ReceivedWebhookAnswer = Type.Object(
  { recordId: Id('whk'), webhookId: Type.String(), event: Type.String() },
  { $id: 'ReceivedWebhook' },
)
