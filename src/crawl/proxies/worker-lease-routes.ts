// The worker-facing API: the proxy of a job, chosen by the input of the job and by what is known of its domain.
import {
  ReleaseProxyAnswer,
  ReleaseProxyBody,
  WorkerLeaseAnswer,
  WorkerLeaseBody,
} from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { readProxyOption } from '#extract/page/proxy-option.ts'
import { formatId, NIL_UUID, parseId } from '#kit/ids.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import { leasedJob } from '#crawl/requests/leased-job.ts'
import { EXAMPLE_TOKEN, JobParams, workerRoute } from '#crawl/workers/worker-route.ts'
import { releaseOf } from './lease-routes.ts'
import type { LeaseRequest } from './leasing/attempt-lease.ts'
import type { ProxyLeases } from './leasing/proxy-leases.ts'
import { LEASE_ID } from './route-examples.ts'

/** A lease needs the lease of the job. A release needs none: the job may be lost, and the proxy is to be learned of all the same. */
export function workerProxyRoutes(
  app: App,
  deps: { readonly db: Database; readonly proxyLeases: ProxyLeases; readonly waits: OpenWaits },
): void {
  const { db, proxyLeases, waits } = deps
  const route = workerRoute()

  app.post(
    '/api/worker/jobs/:id/proxy/lease',
    {
      ...route,
      config: { ...route.config, errors: ['lease_lost', 'no_proxy_available'] },
      schema: {
        summary: 'Lease a proxy for a job',
        description:
          'As its input asks for (`proxy`), else of `kind`, which the worker takes from `strategy`. Null: the job goes without ' +
          'one, because it asks for none or the pool has none of that kind. 503 when it has to wait for one.',
        params: JobParams,
        body: { ...WorkerLeaseBody, examples: [{ leaseToken: EXAMPLE_TOKEN, ttlMs: 40_000 }] },
        response: { 200: WorkerLeaseAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      using wait = waits.open(reply)
      const asked = await jobProxyRequest(db, params.id, body)
      void reply.header('cache-control', 'no-store')
      if (asked === null) return { lease: null }
      try {
        return { lease: await proxyLeases.lease(asked.request, body.waitMs ?? 0, wait.signal) }
      } catch (error) {
        const isNone = error instanceof SurveyorError && error.reason === 'none_match'
        if (isNone && !asked.isRequired) return { lease: null }
        throw error
      }
    },
  )

  app.post(
    '/api/worker/jobs/:id/proxy/release',
    {
      ...route,
      config: { ...route.config, errors: ['not_found'] },
      schema: {
        summary: 'Give the proxy of a job back',
        description: 'As `POST /api/proxy/release`, for a lease of this job.',
        params: JobParams,
        body: { ...ReleaseProxyBody, examples: [{ leaseId: LEASE_ID, outcome: 'ok', bytes: 48_213 }] },
        response: { 200: ReleaseProxyAnswer },
      },
    },
    async ({ params, body }) => {
      const id = parseId('lse', body.leaseId) ?? NIL_UUID
      const holder = { jobId: parseId('job', params.id) ?? NIL_UUID }
      const state = await proxyLeases.release(id, holder, releaseOf(body))
      if (state === null) throw new SurveyorError('not_found', 'The job has no lease of this id.')
      return { leaseId: formatId('lse', id), state }
    },
  )
}

/**
 * What a running job asks of the pool, from its input and what the worker knows of its domain. Null: the job goes
 * without a proxy. `isRequired`: it must not. Throws `lease_lost`.
 */
async function jobProxyRequest(
  db: Queryable,
  jobId: string,
  { leaseToken, kind, exclude = [], ttlMs }: WorkerLeaseBody,
): Promise<{ readonly request: LeaseRequest; readonly isRequired: boolean } | null> {
  const { id, owner, input } = await leasedJob(db, { jobId, leaseToken })
  const { url, sessionId } = fieldsOf(input)
  const option = readProxyOption(input)
  const wanted = option.kind ?? kind ?? null
  if (option.mode === 'none' || (option.mode === 'auto' && wanted === null)) return null
  // Cookies of a session that come from another address each time look stolen.
  const sessionKey = option.sessionKey ?? (typeof sessionId === 'string' ? sessionId : undefined)
  return {
    isRequired: option.mode === 'pool',
    request: {
      owner,
      jobId: id,
      group: option.group ?? null,
      country: option.country ?? null,
      kind: wanted,
      domain: typeof url === 'string' ? registrableDomain(url) : null,
      exclude: exclude.flatMap((id) => parseId('prx', id) ?? []),
      ttlMs: ttlMs ?? null,
      session: sessionKey === undefined ? null : { key: sessionKey, isStrict: option.strictSticky === true },
    },
  }
}
