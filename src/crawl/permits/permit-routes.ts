// The worker-facing API, part four: slots, so that the limits of a host hold over all workers.
import {
  PermitsAnswer,
  PermitsBody,
  ReleasePermitsAnswer,
  ReleasePermitsBody,
  RenewPermitsAnswer,
  RenewPermitsBody,
} from '#contract/crawl/permit.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { PermitService } from './permit-service.ts'
import type { App } from '#platform/http/server/server.ts'
import { workerRoute } from '#crawl/workers/worker-route.ts'

const PERMIT = 'prm_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const REQUEST: PermitsBody = {
  resource: 'overpass overpass-api.de',
  concurrency: 2,
  spacingMs: 0,
  perDay: 10_000,
  waitMs: 10_000,
}

export function permitRoutes(
  app: App,
  { permits, waits }: { readonly permits: PermitService; readonly waits: OpenWaits },
): void {
  const route = workerRoute({ seed: false })

  app.post(
    '/api/worker/permits',
    {
      ...route,
      schema: {
        summary: 'Ask for permits',
        description:
          'Counted over all workers, by the clock of the database. Waits for the first one and takes what is free ' +
          'then. A permit is renewed while it is needed and released after its request.',
        body: { ...PermitsBody, examples: [REQUEST] },
        response: { 200: PermitsAnswer },
      },
    },
    async (request, reply) => {
      const { resource, concurrency, spacingMs = 0, perDay = null, count = 1, waitMs = 0 } = request.body
      using wait = waits.open(reply)
      const permitRequest = { resource, concurrency, spacingMs, perDay, count }
      return permits.take(permitRequest, waitMs, wait.signal)
    },
  )

  app.post(
    '/api/worker/permits/renew',
    {
      ...route,
      schema: {
        summary: 'Keep permits for longer',
        body: { ...RenewPermitsBody, examples: [{ permits: [PERMIT] }] },
        response: { 200: RenewPermitsAnswer },
      },
    },
    (request) => permits.renew(request.body.permits),
  )

  app.post(
    '/api/worker/permits/release',
    {
      ...route,
      schema: {
        summary: 'Give permits back',
        description: 'With what the resource said: how long to stay away, whether it pushed back.',
        body: {
          ...ReleasePermitsBody,
          examples: [{ releases: [{ permit: PERMIT, closedForMs: 30_000, pushedBack: true }] }],
        },
        response: { 200: ReleasePermitsAnswer },
      },
    },
    (request) => permits.release(request.body.releases),
  )
}
