// GET /api/worker/discovery/patterns: what workers choose the pages of a site by.
import { Type } from 'typebox'
import { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { App } from '#platform/http/server/server.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import { workerRoute } from '#crawl/workers/worker-route.ts'
import { ACTIVE_EXAMPLE } from './pattern-examples.ts'
import { sendVersioned } from './send-versioned.ts'

/** Needs the scope `worker`. */
export function workerPatternRoute(
  app: App,
  { discovery }: { readonly discovery: Pick<Discovery, 'forWorkers'> },
): void {
  app.get(
    '/api/worker/discovery/patterns',
    {
      ...workerRoute(),
      schema: {
        summary: 'The patterns that pages of a site are chosen by',
        description:
          'Those in use, what was tried beside them, and pages that are not to be visited. With an `ETag`: a worker asks ' +
          'again with `If-None-Match`, and works with what it has where crawl does not answer.',
        response: {
          200: { ...WorkerPatterns, examples: [{ ...ACTIVE_EXAMPLE, known: [], skipped: [] }] },
          304: Type.Null(),
        },
      },
    },
    async (request, reply) => sendVersioned(request, reply, await discovery.forWorkers()),
  )
}
