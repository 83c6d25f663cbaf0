// /api/webhooks and /api/webhook-endpoints: the records of events, and the addresses that receive every event,
// each with its own secret. They are the same in every service but for its events.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  changeEndpointBody,
  CreatedEndpoint,
  createEndpointBody,
  RotateSecretBody,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookRecordDetail,
} from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import { visibleOwner } from '#platform/http/auth/authenticator.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { getRecord } from '#platform/webhooks/records/read-records.ts'
import { webhookRecordRoutes, type RecordRouteDeps } from './record-routes.ts'
import { ENDPOINT_EXAMPLE, ENDPOINT_ID, EXAMPLE_SECRET, recordExample } from './route-examples.ts'
import type { Webhooks } from './webhooks.ts'

const CSV_COLUMNS = ['id', 'url', 'description', 'status', 'disabledReason', 'failingSince', 'createdAt']
const Params = Type.Object({ id: Type.String({ examples: [ENDPOINT_ID] }) })

/** `db` has the tables of the modules jobs and webhooks. */
interface EndpointRouteDeps {
  readonly db: Database
  readonly webhooks: Webhooks
  /** The events of the service. */
  readonly events: readonly string[]
}

/** Adds the routes for records and endpoints. */
export function webhookRoutes(app: App, deps: RecordRouteDeps & EndpointRouteDeps): void {
  webhookRecordRoutes(app, deps)
  webhookEndpointRoutes(app, deps)
}

/** Adds the seven routes. A key sees and changes its own endpoints, with `webhooks:all` those of everybody. */
function webhookEndpointRoutes(app: App, { db, webhooks, events }: EndpointRouteDeps): void {
  const { endpoints } = webhooks
  const config = { group: 'webhooks', scope: 'webhooks' } as const
  const endpoint = { ...WebhookEndpoint, examples: [ENDPOINT_EXAMPLE] }
  const created = { ...CreatedEndpoint, examples: [{ endpoint: ENDPOINT_EXAMPLE, secret: EXAMPLE_SECRET }] }

  app.get(
    '/api/webhook-endpoints',
    {
      config,
      schema: {
        summary: 'List webhook endpoints',
        description:
          'Those of the key, or with `webhooks:all` of everybody: newest first. Secrets, the values of headers and what ' +
          'follows the path of a URL are nowhere.',
        querystring: listQuery({}),
        response: {
          200: { ...WebhookEndpointList, examples: [{ items: [ENDPOINT_EXAMPLE], nextCursor: null }] },
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: (limit, after) => endpoints.list(limit, after, ownerOf(request)),
      }),
  )

  app.post(
    '/api/webhook-endpoints',
    {
      config,
      schema: {
        summary: 'Make a webhook endpoint',
        description:
          'It hears of all that its key makes from now on, or with `webhooks:all` of what everybody makes, where `events` ' +
          'does not say otherwise. The answer holds the secret, once.',
        body: {
          ...createEndpointBody(events),
          examples: [{ url: ENDPOINT_EXAMPLE.url, description: 'reports' }],
        },
        response: { 201: created },
      },
    },
    async (request, reply) => {
      const answer = await endpoints.create(request.body, ownerOf(request))
      return reply.code(201).header('location', `/api/webhook-endpoints/${answer.endpoint.id}`).send(answer)
    },
  )

  app.get(
    '/api/webhook-endpoints/:id',
    {
      config,
      schema: { summary: 'Look at a webhook endpoint', params: Params, response: { 200: endpoint } },
    },
    (request) => endpoints.get(request.params.id, ownerOf(request)),
  )

  app.patch(
    '/api/webhook-endpoints/:id',
    {
      config,
      schema: {
        summary: 'Change a webhook endpoint',
        description:
          'What waits for it goes to the new address. `status: enabled` takes it back into service.',
        params: Params,
        body: { ...changeEndpointBody(events), examples: [{ status: 'enabled' }] },
        response: { 200: endpoint },
      },
    },
    (request) => endpoints.change(request.params.id, request.body, ownerOf(request)),
  )

  app.delete(
    '/api/webhook-endpoints/:id',
    {
      config,
      schema: {
        summary: 'Delete a webhook endpoint',
        description: 'What waits for it is discarded; its records stay.',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endpoints.remove(request.params.id, ownerOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/webhook-endpoints/:id/rotate',
    {
      config,
      schema: {
        summary: 'Give a webhook endpoint a new secret',
        description:
          'The answer holds it, once. For `overlapMs` every delivery carries two signatures, of the new and the old one.',
        params: Params,
        body: { ...RotateSecretBody, examples: [{ overlapMs: 3_600_000 }] },
        response: { 200: created },
      },
    },
    (request) => endpoints.rotate(request.params.id, request.body, ownerOf(request)),
  )

  app.post(
    '/api/webhook-endpoints/:id/test',
    {
      config,
      schema: {
        summary: 'Send a test event',
        description:
          '`webhook.test`, delivered like any other; `Location` is its record, which shows how it went.',
        params: Params,
        response: {
          202: {
            ...WebhookRecordDetail,
            examples: [
              {
                ...recordExample('webhook.test'),
                status: 'pending',
                payload: {
                  type: 'webhook.test',
                  timestamp: ENDPOINT_EXAMPLE.createdAt,
                  data: { endpointId: ENDPOINT_ID },
                },
                attempts: [],
              },
            ],
          },
        },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const recordId = await endpoints.test(request.params.id, owner)
      return reply
        .code(202)
        .header('location', `/api/webhooks/${recordId}`)
        .send(await getRecord({ db, encryptor: webhooks.encryptor }, recordId, owner))
    },
  )
}

/** The owner whose endpoints the caller may see. */
function ownerOf({ caller }: Pick<FastifyRequest, 'caller'>): string | null {
  return visibleOwner(caller, 'webhooks')
}
