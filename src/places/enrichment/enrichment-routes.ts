// /api/enrich: begin to enrich places, and see what became of it.
import { EXAMPLE_PLACE_ID } from '#contract/places/place.ts'
import { Type, type Static } from 'typebox'
import {
  AcceptedBatch,
  AcceptedEnrichment,
  EnrichmentHealth,
  EnrichmentList,
  ENRICHMENT_STATES,
  EnrichmentStats,
  EnrichmentStatus,
  MAX_BATCH_FILTERED,
  MAX_BATCH_IDS,
  StartEnrichmentBody,
} from '#contract/places/enrichment.ts'
import type { HealthCheck } from '#contract/health.ts'
import { Words } from '#contract/schema.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import { readWebAddress } from '#kit/url/web-address.ts'
import type { Database } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import { listQuery, readCursor, sendList, pageOf } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { visibleOwner, type Caller } from '#platform/http/auth/authenticator.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { websiteUrl } from '#places/content/merge-contacts.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'
import { placeConditions, placesOf } from '#places/places/place-conditions.ts'
import { PlaceQuery, readPlaceArea } from '#places/places/place-query.ts'
import { enrichmentHealth, enrichmentStats } from './enrichment-health.ts'
import {
  presentEnrichment,
  readEnrichments,
  type EnrichmentOptions,
} from '#places/enrichment/running/enrichment-rows.ts'
import { cancelEnrichment } from '#places/enrichment/running/cancel-enrichment.ts'
import {
  startBatchOfFilter,
  startBatchOfIds,
  startEnrichment,
  type EnrichmentRequest,
} from '#places/enrichment/running/start-enrichment.ts'

const COLUMNS = [
  'id',
  'placeId',
  'placeName',
  'status',
  'website',
  'attempts',
  'reportedBy',
  'error.code',
  'createdAt',
  'completedAt',
]

const { placeId: _placeId, website: _website, ...options } = StartEnrichmentBody.properties
const { limit: _limit, cursor: _cursor, sort: _sort, language: _language, ...filters } = PlaceQuery.properties

const BatchBody = Type.Object(
  {
    placeIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_BATCH_IDS }),
    ),
    filter: Type.Optional(
      Type.Object(filters, {
        additionalProperties: false,
        minProperties: 1,
        description: 'As `GET /api/places` takes it: the places that match all of it.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BATCH_FILTERED,
        default: MAX_BATCH_IDS,
        description: 'Places that a filter takes; `nextCursor` says that there are more.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 1_024, description: '`nextCursor` of the batch before, with its filter.' }),
    ),
    ...options,
  },
  { additionalProperties: false },
)
type BatchBody = Static<typeof BatchBody>

/** What the routes work with. */
export interface EnrichmentRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly webhooks: Pick<Webhooks, 'accept'>
  /** Whether crawl answers. */
  readonly crawlCheck: () => Promise<HealthCheck>
  /** Whether crawl can report to this service. */
  readonly receivesCallbacks: boolean
}

/** Adds the routes. What is asked is answered at once; the websites are visited in the background. */
export function enrichmentRoutes(app: App, deps: EnrichmentRouteDeps): void {
  const { db } = deps
  const config = { group: 'enrich', scope: 'enrich' } as const

  app.post(
    '/api/enrich/start',
    {
      config: { ...config, headers: ['Idempotency-Key'], errors: ['not_found', 'conflict'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Enrich one place',
        description:
          'Looks for the contacts on the website of the place. 202: it was begun, or is under way for another request. 200: ' +
          'it was enriched no longer than `maxAgeMs` ago. 409: another website than the given one is being read. A place ' +
          'without a website ends as `no_website`, which is no error.',
        body: {
          ...StartEnrichmentBody,
          examples: [{ placeId: EXAMPLE_PLACE_ID, fields: ['emails', 'phones'] }],
        },
        response: { 200: AcceptedEnrichment, 202: AcceptedEnrichment },
      },
    },
    async (request, reply) => {
      const { placeId, website, webhook, ...given } = request.body
      if (website !== undefined) checkWebsite(website)
      const wanted = {
        options: optionsOf(given),
        ...(await announced(deps, request.caller, webhook, true)),
        ...(website === undefined ? {} : { givenWebsite: website }),
      }
      const { enrichment } = await startEnrichment(deps, placeId, wanted, originOf(request))
      const isOver = enrichment.status !== 'queued' && enrichment.status !== 'running'
      void reply.header('location', enrichment.links['self'])
      return reply.code(isOver ? 200 : 202).send(enrichment)
    },
  )

  app.post(
    '/api/enrich/batch',
    {
      config: { ...config, headers: ['Idempotency-Key'], errors: ['not_found', 'invalid_cursor'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Enrich several places',
        description:
          'Either the ids of places or a filter. Says how many were begun, and how many not and why. A filter that matches ' +
          'more than `limit` answers `nextCursor`.',
        body: { ...BatchBody, examples: [{ filter: { hasWebsite: true, hasEmail: false }, limit: 500 }] },
        response: { 202: AcceptedBatch },
      },
    },
    async (request, reply) => {
      const { webhook, ...body } = request.body
      const announce = await announced(deps, request.caller, webhook, false)
      return reply.code(202).send(await startBatch(deps, body, announce, originOf(request)))
    },
  )

  app.post(
    '/api/enrich/cancel/:placeId',
    {
      config: { group: 'enrich', scope: 'enrich', errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Cancel the enrichment of a place',
        description:
          'It ends as `cancelled` at once, and its job in crawl is cancelled too. The answer is the newest enrichment: one ' +
          'that has ended stays as it is. A key cancels what it began itself, with `jobs:all` that of everybody.',
        params: Type.Object({ placeId: Type.String({ examples: [EXAMPLE_PLACE_ID] }) }),
        response: { 200: EnrichmentStatus },
      },
    },
    async (request) => {
      const { placeId } = request.params
      await cancelEnrichment(deps, placeId, visibleOwner(request.caller, 'jobs'))
      return newestOf(db, placeId)
    },
  )

  app.get(
    '/api/enrich/status/:placeId',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'Enrichment of a place',
        description: 'The newest one, with everything that was found and where.',
        params: Type.Object({ placeId: Type.String({ examples: [EXAMPLE_PLACE_ID] }) }),
        response: { 200: EnrichmentStatus },
      },
    },
    async (request) => newestOf(db, request.params.placeId),
  )

  app.get(
    '/api/enrich/pending',
    {
      config,
      schema: {
        summary: 'Places that wait for enrichment',
        description: 'Enrichments that have not ended, the oldest first.',
        querystring: listQuery({}),
        response: { 200: EnrichmentList },
      },
    },
    async (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const from = after === null ? [] : [sql`id > ${cursorUuid(after[0])}::uuid`]
          return listEnrichments(db, [sql`completed_at is null`, ...from], sql`id`, limit)
        },
      }),
  )

  app.get(
    '/api/enrich/jobs',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'Jobs of enrichment',
        description: 'All enrichments, the newest first.',
        querystring: listQuery({
          status: Type.Optional(Words(ENRICHMENT_STATES)),
          placeId: Type.Optional(Type.String({ maxLength: 100 })),
          searchId: Type.Optional(
            Type.String({ maxLength: 100, description: 'Of the places that this search found.' }),
          ),
        }),
        response: { 200: EnrichmentList },
      },
    },
    async (request, reply) => {
      const { status, placeId, searchId } = request.query
      const conditions: Sql[] = []
      if (status !== undefined) conditions.push(sql`status = ${status}`)
      if (placeId !== undefined) conditions.push(sql`place_id = ${await existingId(db, 'plc', placeId)}`)
      if (searchId !== undefined) {
        const id = await existingId(db, 'sea', searchId)
        conditions.push(sql`place_id in (select place_id from search_places where search_id = ${id})`)
      }
      return sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const from = after === null ? [] : [sql`id < ${cursorUuid(after[0])}::uuid`]
          return listEnrichments(db, [...conditions, ...from], sql`id desc`, limit)
        },
      })
    },
  )

  app.get(
    '/api/enrich/stats',
    { config, schema: { summary: 'Enrichment in numbers', response: { 200: EnrichmentStats } } },
    async () => enrichmentStats(db),
  )

  app.get(
    '/api/enrich/health',
    {
      config,
      schema: {
        summary: 'Whether enrichment works',
        description:
          'Whether crawl answers, whether its reports arrive, and whether anything waits for too long.',
        response: { 200: EnrichmentHealth },
      },
    },
    async () => enrichmentHealth(deps),
  )
}

/**
 * Kept endpoints receive the events of places that were named one by one. Throws what `Webhooks.accept` throws for the address of
 * the request.
 */
async function announced(
  { webhooks }: EnrichmentRouteDeps,
  caller: Caller,
  webhook: BatchBody['webhook'],
  toEndpoints: boolean,
): Promise<Pick<EnrichmentRequest, 'announce'>> {
  const target =
    webhook === undefined ? null : await webhooks.accept(webhook, visibleOwner(caller, 'webhooks'))
  return { announce: { owner: caller.id, target, toEndpoints } }
}

/** Throws `validation_failed`, `invalid_cursor`, `not_found` (a session or search of the filter) and `draining`. */
async function startBatch(
  deps: EnrichmentRouteDeps,
  { placeIds, filter, limit = MAX_BATCH_IDS, cursor, ...given }: Omit<BatchBody, 'webhook'>,
  announce: Pick<EnrichmentRequest, 'announce'>,
  origin: ReturnType<typeof originOf>,
): Promise<AcceptedBatch> {
  const wanted = { options: optionsOf(given), ...announce }
  if (placeIds !== undefined && filter === undefined) {
    if (cursor !== undefined) throw needsOne('/cursor', 'A cursor belongs to a filter.')
    return startBatchOfIds(deps, placeIds, wanted, origin)
  }
  if (filter === undefined || placeIds !== undefined) {
    throw needsOne('', 'Needs either `placeIds` or `filter`.')
  }
  const conditions = await placeConditions(deps.db, filter, readPlaceArea(filter))
  const [after = null] = readCursor(cursor, 1) ?? []
  const from = after === null ? null : cursorUuid(after)
  return startBatchOfFilter(
    deps,
    { places: placesOf(filter, conditions), after: from, limit },
    wanted,
    origin,
  )
}

/** Throws `validation_failed`. */
function checkWebsite(website: string): void {
  const address = readWebAddress(websiteUrl(website))
  if ('problem' in address)
    throw invalidInput('The body', [{ pointer: '/website', code: 'invalid_url', detail: address.problem }])
}

function needsOne(pointer: string, detail: string): SurveyorError {
  return invalidInput('The batch', [{ pointer, code: 'one_of', detail }])
}

/** Throws `not_found`. */
async function newestOf(db: Database, placeId: string): Promise<EnrichmentStatus> {
  const uuid = await existingId(db, 'plc', placeId)
  const [row] = await readEnrichments(db, [sql`place_id = ${uuid}`], {
    order: sql`id desc`,
    limit: 1,
    withResult: true,
  })
  return {
    placeId,
    enrichment: row === undefined ? null : { ...presentEnrichment(row), result: row.result ?? null },
  }
}

/** Only what the caller gave, so that defaults stay those of crawl. */
function optionsOf({ fields, maxPages, maxAgeMs }: EnrichmentOptions): EnrichmentOptions {
  return {
    ...(fields === undefined ? {} : { fields }),
    ...(maxPages === undefined ? {} : { maxPages }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  }
}

function originOf(request: {
  readonly caller: { readonly id: string }
  readonly trace: { readonly traceparent: string | null }
}) {
  return { fairnessKey: request.caller.id, traceparent: request.trace.traceparent, parentId: null }
}

async function listEnrichments(db: Database, conditions: readonly Sql[], order: Sql, limit: number) {
  const rows = await readEnrichments(db, conditions, { order, limit: limit + 1, withResult: false })
  return pageOf(rows, limit, presentEnrichment, ({ id }) => [id])
}
