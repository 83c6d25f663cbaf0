// /api/proxy/lease, release and leases: the right to use a proxy for a while, and what its holder says afterwards.
import { Type } from 'typebox'
import {
  LEASE_STATES,
  LeaseProxyBody,
  LeasedProxy,
  ProxyLeaseList,
  ReleaseProxyAnswer,
  ReleaseProxyBody,
} from '#contract/crawl/learned/proxy.ts'
import { Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, NIL_UUID, parseId } from '#kit/ids.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { Database } from '#platform/db/database.ts'
import { scopeCovers } from '#platform/http/auth/authenticator.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { pageOf, uuidCursor } from '#crawl/requests/id-pages.ts'
import type { LeaseRequest } from './leasing/attempt-lease.ts'
import type { Release } from './leasing/end-leases.ts'
import type { ProxyLeases } from './leasing/proxy-leases.ts'
import { readLeases } from './read-leases.ts'
import { LEASE_EXAMPLE, LEASE_ID, LEASED_EXAMPLE } from './route-examples.ts'

const COLUMNS = ['id', 'proxyId', 'group', 'state', 'domain', 'outcome', 'leasedAt', 'endedAt', 'bytes']
const Filters = {
  state: Type.Optional(Words(LEASE_STATES)),
  group: Type.Optional(Type.String({ maxLength: 64 })),
  proxyId: Type.Optional(Type.String({ maxLength: 100 })),
}

export function proxyLeaseRoutes(
  app: App,
  deps: { readonly db: Database; readonly proxyLeases: ProxyLeases; readonly waits: OpenWaits },
): void {
  const { db, proxyLeases, waits } = deps

  app.post(
    '/api/proxy/lease',
    {
      config: { group: 'proxy', scope: 'proxy:lease', errors: ['no_proxy_available'] },
      schema: {
        summary: 'Lease a proxy',
        description:
          'The only answer with user name and password. Without a proxy it is 503 `no_proxy_available` with `reason` and ' +
          '`nextAvailableAt`. A lease that is not released by `expiresAt` ends as timed out.',
        body: {
          ...LeaseProxyBody,
          examples: [{ group: 'eu', country: 'DE', targetDomain: 'shop.example.org', sessionKey: 'cart-1' }],
        },
        response: { 201: { ...LeasedProxy, examples: [LEASED_EXAMPLE] } },
      },
    },
    async (request, reply) => {
      using wait = waits.open(reply)
      const asked = leaseRequest(request.body, jobOrigin(request).fairnessKey)
      const leased = await proxyLeases.lease(asked, request.body.waitMs ?? 0, wait.signal)
      return reply.code(201).header('cache-control', 'no-store').send(leased)
    },
  )

  app.post(
    '/api/proxy/release',
    {
      config: { group: 'proxy', scope: 'proxy:lease', errors: ['not_found'] },
      schema: {
        summary: 'Give a leased proxy back',
        description:
          'With what it came to: both scores of the proxy learn from it. Repeated, it changes nothing. A key releases what it ' +
          'leased itself, one with the scope `proxy` any lease.',
        body: {
          ...ReleaseProxyBody,
          examples: [{ leaseId: LEASE_ID, outcome: 'ok', statusCode: 200, latencyMs: 420, bytes: 48_213 }],
        },
        response: {
          200: { ...ReleaseProxyAnswer, examples: [{ leaseId: LEASE_ID, state: 'released' }] },
        },
      },
    },
    async (request) => {
      const holder = scopeCovers(request.caller.scopes, 'proxy')
        ? null
        : { owner: jobOrigin(request).fairnessKey }
      const id = parseId('lse', request.body.leaseId) ?? NIL_UUID
      const state = await proxyLeases.release(id, holder, releaseOf(request.body))
      if (state === null) throw new SurveyorError('not_found', 'No lease has this id.')
      return { leaseId: formatId('lse', id), state }
    },
  )

  app.get(
    '/api/proxy/leases',
    {
      config: { group: 'proxy', scope: 'proxy:read' },
      schema: {
        summary: 'List leases',
        description: 'Newest first. Ended ones stay for an hour.',
        querystring: listQuery(Filters),
        response: { 200: { ...ProxyLeaseList, examples: [{ items: [LEASE_EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const { state, group, proxyId } = request.query
          const proxy = proxyId === undefined ? undefined : (parseId('prx', proxyId) ?? NIL_UUID)
          const filter = { state, group, proxy }
          return pageOf(await readLeases(db, filter, limit + 1, uuidCursor('lse', after)), limit)
        },
      }),
  )
}

/** As it is stored with the lease. */
export function releaseOf({ outcome, statusCode, latencyMs, bytes, requests }: ReleaseProxyBody): Release {
  return {
    outcome,
    statusCode: statusCode ?? null,
    latencyMs: latencyMs ?? null,
    bytes: bytes ?? 0,
    requests: requests ?? 1,
  }
}

/** Throws `validation_failed` for what is no host and no id of a job. */
function leaseRequest(body: LeaseProxyBody, owner: string): LeaseRequest {
  const { targetDomain, jobId, sessionKey } = body
  const domain = targetDomain === undefined ? null : registrableDomain(`http://${targetDomain}`)
  if (targetDomain !== undefined && domain === null)
    throw wrong('/targetDomain', 'It is not the name of a host.')
  const job = jobId === undefined ? null : parseId('job', jobId)
  if (jobId !== undefined && job === null) throw wrong('/jobId', 'It is not the id of a job.')
  return {
    owner,
    jobId: job,
    group: body.group ?? null,
    country: body.country ?? null,
    kind: body.kind ?? null,
    domain,
    exclude: (body.exclude ?? []).flatMap((id) => parseId('prx', id) ?? []),
    ttlMs: body.ttlMs ?? null,
    session: sessionKey === undefined ? null : { key: sessionKey, isStrict: body.strictSticky === true },
  }
}

function wrong(pointer: string, detail: string): SurveyorError {
  return new SurveyorError('validation_failed', 'The lease cannot be given.', {
    errors: [{ pointer, code: 'format', detail }],
  })
}
