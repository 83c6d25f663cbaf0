// /api/reparse: reads the kept payloads of all places again, without asking their providers.
import { Type } from 'typebox'
import { Id, Links } from '#contract/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { jobPath } from '#platform/jobs/present-job.ts'
import { reparseJob } from './reparse-job.ts'

/** Adds the route. */
export function reparseRoutes(
  app: App,
  { db, engine }: { readonly db: Database; readonly engine: JobSubmission },
): void {
  app.post(
    '/api/reparse',
    {
      config: { group: 'places', scope: 'places', headers: ['Idempotency-Key'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Read kept payloads again',
        description:
          'After a new version, whose parsers may read more: each place is made again of the payload that its provider once ' +
          'sent, in the background and without a request to it. What becomes different stands in the history as ' +
          '`reparse`. The job goes on where it stood; its result has the counts. Equal requests share one job.',
        body: Type.Object({}, { additionalProperties: false, examples: [{}] }),
        response: { 202: Type.Object({ id: Id('job'), status: Type.String(), links: Links }) },
      },
    },
    async (request, reply) => {
      const origin = { fairnessKey: request.caller.id, traceparent: request.trace.traceparent }
      const job = await engine.enqueue(reparseJob(origin))
      const self = jobPath(job.id)
      return reply.code(202).header('location', self).send({ id: job.id, status: job.state, links: { self } })
    },
  )
}
