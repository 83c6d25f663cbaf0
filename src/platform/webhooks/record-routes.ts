// /api/webhooks: the records of sent and received events, their statistics, and sending them again.
import { Type } from 'typebox'
import { Timestamp, Words } from '#contract/schema.ts'
import {
  BulkReplayAnswer,
  bulkReplayBody,
  CleanupAnswer,
  DIRECTIONS,
  RECORD_STATES,
  WebhookRecordDetail,
  WebhookRecordList,
  WebhookStats,
} from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import { scopeCovers, visibleOwner } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { cleanUpRecords } from '#platform/webhooks/records/cleanup.ts'
import { getRecord, listRecords } from '#platform/webhooks/records/read-records.ts'
import { recordStats } from '#platform/webhooks/records/record-stats.ts'
import { replayRecord, replayRecords } from '#platform/webhooks/records/replay.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import type { Webhooks } from './webhooks.ts'
import { ATTEMPT_EXAMPLE, ENDPOINT_ID, RECORD_ID, recordExample, statsExample } from './route-examples.ts'

const CSV_COLUMNS = [
  'id',
  'direction',
  'webhookId',
  'event',
  'status',
  'endpointId',
  'url',
  'subjectId',
  'attemptCount',
  'lastStatusCode',
  'lastError',
  'createdAt',
  'completedAt',
]
const Params = Type.Object({ id: Type.String({ examples: [RECORD_ID] }) })

const EventName = Type.String({ maxLength: 100, pattern: '^[a-z0-9_.-]+$' })

const STATS_DAYS = 7
const CLEANUP_DAYS = 30
const BULK_LIMIT = 1_000

/** `db` has the tables of the modules jobs and webhooks. */
export interface RecordRouteDeps {
  readonly db: Database
  readonly webhooks: Pick<Webhooks, 'encryptor'>
  /** The events of the service. */
  readonly events: readonly [string, ...string[]]
  /** Set when records of received events are listed too; these may have any type. */
  readonly receives?: true
}

/** Adds the six routes. A key sees and replays its own records, with `webhooks:all` those of everybody. */
export function webhookRecordRoutes(app: App, { db, webhooks, events, receives }: RecordRouteDeps): void {
  const deps = { db, encryptor: webhooks.encryptor }
  const config = { group: 'webhooks', scope: 'webhooks' } as const
  const [event] = events
  const detail = {
    ...WebhookRecordDetail,
    examples: [
      {
        ...recordExample(event),
        payload: { type: event, timestamp: recordExample(event).createdAt, data: { sequence: 1 } },
        attempts: [ATTEMPT_EXAMPLE],
      },
    ],
  }

  app.get(
    '/api/webhooks',
    {
      config,
      schema: {
        summary: 'List webhook records',
        description:
          'Those of the key, or with `webhooks:all` of everybody: newest first, without payloads and attempts.',
        querystring: listQuery({
          status: Type.Optional(Type.Array(Words(RECORD_STATES), { description: 'Any of these.' })),
          event: Type.Optional(
            Type.Array(receives === true ? EventName : Words(events), { description: 'Any of these.' }),
          ),
          direction: Type.Optional(Words(DIRECTIONS)),
          endpointId: Type.Optional(Type.String({ examples: [ENDPOINT_ID] })),
          subjectId: Type.Optional(Type.String({ description: 'The job or search they are about.' })),
          createdAfter: Type.Optional(Timestamp),
          createdBefore: Type.Optional(Timestamp),
        }),
        response: {
          200: { ...WebhookRecordList, examples: [{ items: [recordExample(event)], nextCursor: null }] },
        },
      },
    },
    (request, reply) => {
      const { limit: _, cursor: __, ...wanted } = request.query
      const filter = { ...wanted, owner: visibleOwner(request.caller, 'webhooks') }
      return sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: (limit, after) => listRecords(deps, filter, limit, after),
      })
    },
  )

  app.get(
    '/api/webhooks/stats',
    {
      config,
      schema: {
        summary: 'Webhook records in numbers',
        description: `Of what was made since \`createdAfter\`; the last ${STATS_DAYS} days where it is absent.`,
        querystring: Type.Object({ createdAfter: Type.Optional(Timestamp) }),
        response: { 200: { ...WebhookStats, examples: [statsExample(event)] } },
      },
    },
    ({ query: { createdAfter }, caller }) =>
      recordStats(
        db,
        createdAfter === undefined ? new Date(Date.now() - STATS_DAYS * DAY_MS) : new Date(createdAfter),
        visibleOwner(caller, 'webhooks'),
      ),
  )

  app.get(
    '/api/webhooks/:id',
    {
      config,
      schema: {
        summary: 'Look at a webhook record',
        description: 'With its payload and every attempt.',
        params: Params,
        response: { 200: detail },
      },
    },
    ({ params, caller }) =>
      getRecord(deps, params.id, visibleOwner(caller, 'webhooks'), scopeCovers(caller.scopes, 'admin')),
  )

  app.post(
    '/api/webhooks/:id/replay',
    {
      config: { ...config, headers: ['Idempotency-Key'] },
      schema: {
        summary: 'Deliver a webhook record again',
        description:
          'As a new record with `replayOf`, the same `webhook-id` and a fresh timestamp; the old one stays as it is. ' +
          'A received event is processed again, which changes nothing that it changed before.',
        params: Params,
        response: { 202: detail },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      const owner = visibleOwner(request.caller, 'webhooks')
      const replayId = await replayRecord(db, request.params.id, owner)
      return reply
        .code(202)
        .header('location', `/api/webhooks/${replayId}`)
        .send(await getRecord(deps, replayId, owner))
    },
  )

  app.post(
    '/api/webhooks/replay',
    {
      config: { ...config, headers: ['Idempotency-Key'] },
      schema: {
        summary: 'Deliver many webhook records again',
        description: 'Those that failed since a time and were not replayed yet, oldest first.',
        body: { ...bulkReplayBody(events), examples: [{ status: 'failed', since: '2026-11-21T09:00:00Z' }] },
        response: { 202: { ...BulkReplayAnswer, examples: [{ replayed: 12, more: false }] } },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      const {
        status = 'failed',
        since,
        until,
        event = null,
        endpointId = null,
        limit = BULK_LIMIT,
      } = request.body
      const answer = await replayRecords(db, {
        owner: visibleOwner(request.caller, 'webhooks'),
        status,
        since: new Date(since),
        until: until === undefined ? null : new Date(until),
        event,
        endpointId,
        limit,
      })
      return reply.code(202).send(answer)
    },
  )

  app.delete(
    '/api/webhooks/cleanup',
    {
      config,
      schema: {
        summary: 'Clean up webhook records',
        description:
          'Deletes records that ended more than so many days ago, and says how many. Never one that waits.',
        querystring: Type.Object({
          olderThanDays: Type.Optional(
            Type.Number({ minimum: 0, maximum: 3_650, description: `${CLEANUP_DAYS} where absent.` }),
          ),
        }),
        response: { 200: { ...CleanupAnswer, examples: [{ deleted: 340 }] } },
      },
    },
    async ({ query: { olderThanDays = CLEANUP_DAYS }, caller }) => ({
      deleted: await cleanUpRecords(db, olderThanDays, visibleOwner(caller, 'webhooks')),
    }),
  )
}
