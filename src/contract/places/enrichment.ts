// Enrichment of places with the contacts of their websites: the requests, and what became of each place.
import { Type, type Static } from 'typebox'
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import { Warning } from '#contract/crawl/result.ts'
import { HEALTH_STATES, HealthCheck } from '#contract/health.ts'
import { Problem } from '#contract/problem.ts'
import { ENRICHMENT_WEBHOOK_EVENTS, webhookRequest } from '#contract/webhook.ts'
import { Count, Id, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** `no_website` is a normal end: neither the map nor the caller knows a website of the place. */
export const ENRICHMENT_STATES = [
  'queued',
  'running',
  'succeeded',
  'no_website',
  'failed',
  'cancelled',
] as const
/** One of `ENRICHMENT_STATES`. */
export type EnrichmentState = (typeof ENRICHMENT_STATES)[number]

const strict = { additionalProperties: false } as const

const options = {
  fields: Type.Optional(
    Type.Array(Words(CONTACT_FIELDS), {
      minItems: 1,
      maxItems: CONTACT_FIELDS.length,
      uniqueItems: true,
      description: 'What to look for; everything where absent.',
    }),
  ),
  maxPages: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: 'Pages of the website at most, 5 where absent.' }),
  ),
  maxAgeMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000_000,
      default: 604_800_000,
      description: 'A place that was enriched no longer ago is left as it is; 0 enriches it in any case.',
    }),
  ),
  webhook: Type.Optional({
    ...webhookRequest(ENRICHMENT_WEBHOOK_EVENTS),
    description:
      'Tells this address about the end of each place that is enriched because of the request, or is being enriched ' +
      'already (Standard Webhooks 1.0). Either `url`, signed where a `secret` comes with it, or `endpointId`.',
  }),
}

/** Enriches one place. */
export const StartEnrichmentBody = Type.Object(
  {
    placeId: Type.String({ maxLength: 100 }),
    website: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Its website, where the map knows none or a wrong one.',
      }),
    ),
    ...options,
  },
  strict,
)
export type StartEnrichmentBody = Static<typeof StartEnrichmentBody>

/** The places of a batch by their ids. */
export const MAX_BATCH_IDS = 1_000
/** The places that a filter takes in one call. */
export const MAX_BATCH_FILTERED = 10_000

/** The link from an answer to the enrichment. */
export const AcceptedEnrichment = Type.Object({
  id: Id('enr'),
  placeId: Id('plc'),
  status: Words(ENRICHMENT_STATES),
  links: Links,
})
export type AcceptedEnrichment = Static<typeof AcceptedEnrichment>

/** How many places a batch began to enrich, and what was left out and why. */
export const AcceptedBatch = Type.Object({
  accepted: Type.Integer({ description: 'Places that are enriched because of this request.' }),
  running: Type.Integer({ description: 'Places that another request enriches just now.' }),
  fresh: Type.Integer({ description: 'Places that were enriched no longer than `maxAgeMs` ago.' }),
  unknown: Type.Array(Type.String(), { description: 'Ids of no place, and ids that several places share.' }),
  nextCursor: Nullable(
    Type.String({ description: 'More places match the filter: send the same request with it.' }),
  ),
  enrichments: Type.Array(AcceptedEnrichment, { description: 'Those accepted, the first 1,000.' }),
})
export type AcceptedBatch = Static<typeof AcceptedBatch>

/** Which values crawl found and the place did not have. */
export const AddedContacts = Type.Object({
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String({ description: 'E.164.' })),
  socials: Type.Array(Type.String({ description: 'The profile.' })),
})
export type AddedContacts = Static<typeof AddedContacts>

const enrichmentFields = {
  id: Id('enr'),
  placeId: Id('plc'),
  placeName: Nullable(Type.String({ description: 'As the place is called now.' })),
  searchId: Nullable(Id('sea')),
  status: Words(ENRICHMENT_STATES),
  website: Nullable(Type.String({ description: 'The address that crawl was given; null until then.' })),
  attempts: Type.Integer({ description: 'Requests to crawl.' }),
  reportedBy: Nullable(
    Words(['answer', 'callback', 'check'], {
      description:
        'How the end was learned: `answer` of crawl at once, its `callback`, or a `check` after none had come.',
    }),
  ),
  added: Nullable({
    ...AddedContacts,
    description: 'What the place has from its website now, beside what the map says.',
  }),
  warnings: Type.Array(Warning, {
    description:
      'What crawl warned of, such as `parked_domain` or `http_status`, and `other_business`: the website leads to another domain ' +
      'that does not name the place, so nothing of it was added.',
  }),
  error: Nullable(Problem),
  createdAt: Timestamp,
  sentAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  links: Links,
}

/** One enrichment of a place. */
export const Enrichment = Type.Object(enrichmentFields, { $id: 'Enrichment' })
export type Enrichment = Static<typeof Enrichment>
/** A page of enrichments. */
export const EnrichmentList = ListOf(Enrichment)

/** The newest enrichment of a place, with all that was found. */
export const EnrichmentStatus = Type.Object(
  {
    placeId: Id('plc'),
    enrichment: Nullable({
      ...Type.Object({
        ...enrichmentFields,
        result: Type.Unknown({
          description:
            'The `data` of `POST /api/v1/enrich/contact` of crawl: each value with its confidence and its pages. Null ' +
            'where there is none.',
        }),
      }),
      description: 'Null: the place was never enriched.',
    }),
  },
  { $id: 'EnrichmentStatus' },
)
export type EnrichmentStatus = Static<typeof EnrichmentStatus>

/** Enrichments in numbers. */
export const EnrichmentStats = Type.Object(
  {
    total: Count(),
    byStatus: Type.Record(Type.String(), Count()),
    reportedBy: Type.Record(Type.String(), Count(), { description: 'How ends were learned.' }),
    places: Type.Object(
      {
        enriched: Count(),
        withEmail: Count(),
        withPhone: Count(),
        withSocial: Count(),
      },
      { description: 'Places that have something of their website.' },
    ),
    durationMs: Type.Object(
      { p50: Nullable(Type.Number()), p95: Nullable(Type.Number()) },
      { description: 'From the request to crawl to its end, over the last 10,000.' },
    ),
    oldestPendingAgeMs: Nullable(Count({ description: 'Null: nothing is pending.' })),
  },
  { $id: 'EnrichmentStats' },
)
export type EnrichmentStats = Static<typeof EnrichmentStats>

/** Whether enrichment works. */
export const EnrichmentHealth = Type.Object(
  { status: Words(HEALTH_STATES), checks: Type.Record(Type.String(), HealthCheck) },
  { $id: 'EnrichmentHealth' },
)
export type EnrichmentHealth = Static<typeof EnrichmentHealth>
