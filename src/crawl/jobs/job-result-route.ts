// GET /api/jobs/:id/result: the result of a job, in the form that its own path would have answered with.
import { Type } from 'typebox'
import { isTerminal } from '#contract/job.ts'
import { BatchItemList, ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads } from '#platform/jobs/job-engine.ts'
import { JobParams, visibleJob } from '#platform/jobs/job-routes.ts'
import { toldTo } from '#platform/jobs/told-to.ts'
import { presentBatchItem } from '#crawl/results/present-batch-item.ts'
import { presentExtraction, presentFailure } from '#crawl/results/present-extraction.ts'
import { accepted } from '#crawl/extractions/accepted.ts'
import { EXTRACTION_ERRORS } from '#crawl/extractions/extraction-routes.ts'
import { sendJobProblem } from '#crawl/results/job-problem.ts'
import { JOB_MAKERS } from '#crawl/requests/job-makers.ts'

const CSV_COLUMNS = ['index', 'jobId', 'status', 'result', 'error.code', 'error.detail']

export function jobResultRoute(app: App, { engine }: { readonly engine: JobReads }): void {
  app.get(
    '/api/jobs/:id/result',
    {
      config: {
        group: 'jobs',
        scope: 'jobs',
        orScopes: JOB_MAKERS,
        errors: [...EXTRACTION_ERRORS, 'result_expired'],
      },
      schema: {
        summary: 'Get the result of a job',
        description:
          'Of an extraction: its answer, or the problem it ended with, and 202 while it has not ended; 410 ' +
          '`result_expired` once it is no longer kept. Of a batch: ' +
          'its items in the order of the request; `limit` and `cursor` are for these.',
        params: JobParams,
        querystring: listQuery({}),
        response: { 200: Type.Union([ExtractionAnswer, BatchItemList]), 202: JobAccepted },
      },
    },
    async (request, reply) => {
      const job = await visibleJob(engine, request.params.id, request.caller)
      if (job.children !== null) {
        return sendList(request, reply, {
          cursorLength: 1,
          columns: CSV_COLUMNS,
          async page(limit, after) {
            const cursor = after === null ? {} : { cursor: String(after[0]) }
            const { items, nextCursor } = await engine.list({
              parentId: job.id,
              oldestFirst: true,
              limit,
              ...cursor,
            })
            // Lists contain no results. A child that was purged meanwhile is left out.
            const children = (await Promise.all(items.map(({ id }) => engine.get(id)))).filter(
              (c) => c !== null,
            )
            return {
              items: children.map((child) => presentBatchItem(toldTo(request.caller, child))),
              next: nextCursor === null ? null : [nextCursor],
            }
          },
        })
      }
      if (!isTerminal(job.state)) return accepted(reply, job)
      return job.state === 'succeeded'
        ? presentExtraction(job)
        : sendJobProblem(request, reply, presentFailure(job))
    },
  )
}
