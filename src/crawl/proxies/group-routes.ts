// /api/proxy/groups: how each group of proxies chooses, falls back and is bounded.
import { Type } from 'typebox'
import {
  ChangeProxyGroupBody,
  CreateProxyGroupBody,
  ProxyGroup,
  ProxyGroupList,
} from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { ProxyLeases } from './leasing/proxy-leases.ts'
import type { ProxyGroupStore } from './group-store.ts'
import { GROUP_EXAMPLE } from './route-examples.ts'

const COLUMNS = ['name', 'strategy', 'fallbackGroup', 'proxies', 'healthy', 'bytesToday']
const Params = Type.Object({ name: Type.String({ examples: ['eu'] }) })

export function proxyGroupRoutes(
  app: App,
  deps: { readonly proxyGroups: ProxyGroupStore; readonly proxyLeases: Pick<ProxyLeases, 'wake'> },
): void {
  const { proxyGroups: groups, proxyLeases } = deps
  const read = { group: 'proxy', scope: 'proxy:read' } as const
  const write = { group: 'proxy', scope: 'proxy' } as const

  app.get(
    '/api/proxy/groups',
    {
      config: read,
      schema: {
        summary: 'List proxy groups',
        description: 'By name.',
        querystring: listQuery({}),
        response: { 200: { ...ProxyGroupList, examples: [{ items: [GROUP_EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const rows = await groups.list(limit + 1, after === null ? null : String(after[0]))
          const items = rows.slice(0, limit)
          return { items, next: rows.length > limit ? [items.at(-1)?.name ?? ''] : null }
        },
      }),
  )

  app.post(
    '/api/proxy/groups',
    {
      config: { ...write, errors: ['conflict'] },
      schema: {
        summary: 'Make a proxy group',
        body: {
          ...CreateProxyGroupBody,
          examples: [{ name: 'asia', strategy: 'round_robin', budget: { bytesPerDay: 5_000_000_000 } }],
        },
        response: { 201: { ...ProxyGroup, examples: [GROUP_EXAMPLE] } },
      },
    },
    async (request, reply) => {
      const group = await groups.add(request.body)
      return reply.code(201).header('location', `/api/proxy/groups/${group.name}`).send(group)
    },
  )

  app.get(
    '/api/proxy/groups/:name',
    {
      config: { ...read, errors: ['not_found'] },
      schema: {
        summary: 'Look at a proxy group',
        params: Params,
        response: { 200: { ...ProxyGroup, examples: [GROUP_EXAMPLE] } },
      },
    },
    async ({ params }) => known(await groups.find(params.name)),
  )

  app.patch(
    '/api/proxy/groups/:name',
    {
      config: { ...write, errors: ['not_found'] },
      schema: {
        summary: 'Change a proxy group',
        description: 'An absent field stays; null takes a fallback or a budget away.',
        params: Params,
        body: { ...ChangeProxyGroupBody, examples: [{ strategy: 'least_used', budget: null }] },
        response: { 200: { ...ProxyGroup, examples: [GROUP_EXAMPLE] } },
      },
    },
    async ({ params, body }) => {
      const group = known(await groups.change(params.name, body))
      proxyLeases.wake()
      return group
    },
  )

  app.delete(
    '/api/proxy/groups/:name',
    {
      config: { ...write, errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Remove a proxy group',
        description: 'Only an empty one. Groups that fall back to it have no fallback then.',
        params: Type.Object({ name: Type.String({ examples: ['empty'] }) }),
        response: { 204: Type.Null() },
      },
    },
    async ({ params }, reply) => {
      if (!(await groups.remove(params.name))) throw unknownGroup()
      return reply.code(204).send(null)
    },
  )
}

function known(group: ProxyGroup | null): ProxyGroup {
  if (group === null) throw unknownGroup()
  return group
}

const unknownGroup = (): SurveyorError => new SurveyorError('not_found', 'No proxy group has this name.')
