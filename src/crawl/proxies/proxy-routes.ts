// /api/proxy: the proxies of the pool and how they do. Credentials come in and never go out here.
import { Type } from 'typebox'
import {
  ChangeProxyBody,
  CreateProxyBody,
  Proxy,
  POOL_KINDS,
  PROXY_STATES,
  ProxyList,
  ProxyOverview,
  ProxyStats,
} from '#contract/crawl/learned/proxy.ts'
import { Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { NIL_UUID, parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { pageOf, uuidCursor } from '#crawl/requests/id-pages.ts'
import type { ProxyLeases } from './leasing/proxy-leases.ts'
import type { ProxyStore } from './proxy-store.ts'
import { readOverview, readProxyStats } from './read-stats.ts'
import { OVERVIEW_EXAMPLE, PROXY_EXAMPLE, PROXY_ID, STATS_EXAMPLE } from './route-examples.ts'

const COLUMNS = [
  'id',
  'group',
  'url',
  'kind',
  'country',
  'state',
  'health.score',
  'usage.leases',
  'usage.bytes',
]
const Params = Type.Object({ id: Type.String({ examples: [PROXY_ID] }) })
const Filters = {
  group: Type.Optional(Type.String({ maxLength: 64 })),
  state: Type.Optional(Words(PROXY_STATES)),
  kind: Type.Optional(Words(POOL_KINDS)),
  country: Type.Optional(Type.String({ maxLength: 2 })),
  tag: Type.Optional(Type.String({ maxLength: 50 })),
}

export function proxyRoutes(
  app: App,
  deps: {
    readonly db: Database
    readonly proxies: ProxyStore
    readonly proxyLeases: Pick<ProxyLeases, 'wake'>
  },
): void {
  const { db, proxies, proxyLeases } = deps
  const read = { group: 'proxy', scope: 'proxy:read' } as const
  const write = { group: 'proxy', scope: 'proxy' } as const

  app.get(
    '/api/proxy',
    {
      config: read,
      schema: {
        summary: 'List proxies',
        description: 'Newest first, without credentials.',
        querystring: listQuery(Filters),
        response: { 200: { ...ProxyList, examples: [{ items: [PROXY_EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const items = await proxies.list(request.query, limit + 1, uuidCursor('prx', after))
          return pageOf(items, limit)
        },
      }),
  )

  app.post(
    '/api/proxy',
    {
      config: { ...write, errors: ['conflict'] },
      schema: {
        summary: 'Add a proxy',
        description:
          'The URL with user name and password; both are encrypted and shown to nobody but who leases it. A group that is ' +
          'not there yet is made.',
        body: {
          ...CreateProxyBody,
          examples: [
            {
              url: 'http://user:password@proxy.example.com:8000',
              group: 'eu',
              kind: 'residential',
              country: 'DE',
            },
          ],
        },
        response: { 201: { ...Proxy, examples: [PROXY_EXAMPLE] } },
      },
    },
    async (request, reply) => {
      const proxy = await proxies.add(request.body)
      proxyLeases.wake()
      return reply.code(201).header('location', `/api/proxy/${proxy.id}`).send(proxy)
    },
  )

  app.get(
    '/api/proxy/stats',
    {
      config: read,
      schema: {
        summary: 'How the proxies do',
        description: 'What the pool has, and what its leases of the last 24 hours ended with.',
        response: { 200: { ...ProxyStats, examples: [STATS_EXAMPLE] } },
      },
    },
    async () => readProxyStats(db),
  )

  app.get(
    '/api/proxy/health/overview',
    {
      config: read,
      schema: {
        summary: 'The health of each proxy group',
        description: 'With the domains that block its proxies, and alerts for what needs an operator.',
        response: { 200: { ...ProxyOverview, examples: [OVERVIEW_EXAMPLE] } },
      },
    },
    async () => readOverview(db),
  )

  app.get(
    '/api/proxy/:id',
    {
      config: { ...read, errors: ['not_found'] },
      schema: {
        summary: 'Look at a proxy',
        params: Params,
        response: { 200: { ...Proxy, examples: [PROXY_EXAMPLE] } },
      },
    },
    async ({ params }) => known(await proxies.find(uuidOf(params.id))),
  )

  app.patch(
    '/api/proxy/:id',
    {
      config: { ...write, errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Change a proxy',
        description:
          'An absent field stays. A new `url` takes its credentials along, and a proxy that had refused the old ones starts over.',
        params: Params,
        body: { ...ChangeProxyBody, examples: [{ maxConcurrency: 20, state: 'new' }] },
        response: { 200: { ...Proxy, examples: [PROXY_EXAMPLE] } },
      },
    },
    async ({ params, body }) => {
      const proxy = known(await proxies.change(uuidOf(params.id), body))
      proxyLeases.wake()
      return proxy
    },
  )

  app.delete(
    '/api/proxy/:id',
    {
      config: { ...write, errors: ['not_found'] },
      schema: {
        summary: 'Remove a proxy',
        description: 'Its leases are revoked: releasing one is answered with that, and counts for nothing.',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async ({ params }, reply) => {
      if (!(await proxies.remove(uuidOf(params.id)))) throw unknownProxy()
      return reply.code(204).send(null)
    },
  )
}

const uuidOf = (id: string): string => parseId('prx', id) ?? NIL_UUID

function known(proxy: Proxy | null): Proxy {
  if (proxy === null) throw unknownProxy()
  return proxy
}

const unknownProxy = (): SurveyorError => new SurveyorError('not_found', 'No proxy has this id.')
