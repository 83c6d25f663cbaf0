// /api/keys: the API keys of this service. A key grants and changes no more than it holds itself.
import { Type } from 'typebox'
import { ApiKey, ApiKeyList, ChangeKeyBody, CreatedKey, CreateKeyBody, RotateKeyBody } from '#contract/key.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { Keyring } from '#platform/keys/keyring.ts'

const CSV_COLUMNS = ['id', 'name', 'prefix', 'status', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt']
const KEY_ID = 'key_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const KEY_EXAMPLE: ApiKey = {
  id: KEY_ID,
  name: 'reports',
  createdBy: null,
  prefix: 'srv_live_3fKq',
  scopes: ['extract', 'jobs'],
  status: 'active',
  rateLimit: { requestsPerMinute: 600 },
  allowedIps: ['10.1.0.0/16'],
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  revokedAt: null,
  replacedBy: null,
}
const KeyParams = Type.Object({ id: Type.String({ examples: [KEY_ID] }) })

/** Needs the scope `keys`; the key itself is in the answer that makes it and in no other. */
export function keyRoutes(app: App, { keys }: { readonly keys: Keyring }): void {
  const config = { group: 'keys', scope: 'keys', errors: ['exceeds_own_key'] } as const

  app.get(
    '/api/keys',
    {
      config,
      schema: {
        summary: 'List the keys',
        description: 'Newest first, with the first characters of each; the secret is nowhere.',
        querystring: listQuery({}),
        response: { 200: { ...ApiKeyList, examples: [{ items: [KEY_EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: (limit, after) => keys.listKeys(limit, after),
      }),
  )

  app.post(
    '/api/keys',
    {
      config,
      schema: {
        summary: 'Make a key',
        description:
          'The answer holds the secret, once. A key gets no more than the asking one has: no other scope, no later end, ' +
          'no higher limit and no other addresses; what is absent is as of the asking one, whose limit it shares.',
        body: { ...CreateKeyBody, examples: [{ name: 'reports', scopes: ['extract', 'jobs'] }] },
        response: { 201: CreatedKey },
      },
    },
    async (request, reply) => {
      const { name, scopes, environment, expiresAt, rateLimit, allowedIps } = request.body
      const spec = {
        name,
        scopes,
        ...(environment === undefined ? {} : { environment }),
        ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
        ...(rateLimit === undefined ? {} : { requestsPerMinute: rateLimit.requestsPerMinute }),
        ...(allowedIps === undefined ? {} : { allowedIps }),
      }
      const created = await keys.createKey(spec, request.caller)
      return reply.code(201).header('location', `/api/keys/${created.key.id}`).send(created)
    },
  )

  app.get(
    '/api/keys/:id',
    { config, schema: { summary: 'Look at a key', params: KeyParams, response: { 200: ApiKey } } },
    (request) => keys.getKey(request.params.id),
  )

  app.patch(
    '/api/keys/:id',
    {
      config: { ...config, errors: [...config.errors, 'conflict'] },
      schema: {
        summary: 'Change a key',
        description:
          'Its name, scopes, end, own rate limit and the addresses that it may be used from; null takes one of the ' +
          'last three away. Holds at once, on every replica. Neither before nor after may it do more than the asking key.',
        params: KeyParams,
        body: { ...ChangeKeyBody, examples: [{ rateLimit: { requestsPerMinute: 600 }, allowedIps: null }] },
        response: { 200: ApiKey },
      },
    },
    async (request) => {
      const { id } = request.params
      const { name, scopes, expiresAt, rateLimit, allowedIps } = request.body
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(scopes === undefined ? {} : { scopes }),
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
        ...(rateLimit === undefined ? {} : { requestsPerMinute: rateLimit?.requestsPerMinute ?? null }),
        ...(allowedIps === undefined ? {} : { allowedIps }),
      }
      return keys.changeKey(id, change, request.caller)
    },
  )

  app.delete(
    '/api/keys/:id',
    {
      config,
      schema: {
        summary: 'Revoke a key',
        description:
          'It ends at once, on every replica, and stays in the list. It may do no more than the asking key.',
        params: KeyParams,
        response: { 200: ApiKey },
      },
    },
    (request) => keys.revokeKey(request.params.id, request.caller),
  )

  app.post(
    '/api/keys/:id/rotate',
    {
      config: { ...config, errors: [...config.errors, 'conflict'] },
      schema: {
        summary: 'Replace a key',
        description:
          'The new one has the same scopes and limits and owns what the old one made, which works on for `overlapMs`. A key replaces itself and those that it made, one with `admin` any.',
        params: KeyParams,
        body: { ...RotateKeyBody, examples: [{ overlapMs: 3_600_000 }] },
        response: { 201: CreatedKey },
      },
    },
    async (request, reply) => {
      const created = await keys.rotateKey(request.params.id, request.body.overlapMs, request.caller)
      return reply.code(201).header('location', `/api/keys/${created.key.id}`).send(created)
    },
  )
}
