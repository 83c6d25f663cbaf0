// GET /api/jobs/:id/result: the result of a job, in the form that its own path would have answered with.
import { Type } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { isTerminal } from '#contract/job.ts'
import { SiteManifest } from '#contract/crawl/sites/site.ts'
import { BatchItemList, ExtractionAnswer, JobAccepted, type BatchItem } from '#contract/crawl/result.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobRecord } from '#platform/jobs/job-engine.ts'
import { JobParams, visibleJob } from '#platform/jobs/job-routes.ts'
import { toldTo } from '#platform/jobs/told-to.ts'
import {
  presentExtraction,
  presentFailure,
  resultExpired,
  timedResult,
  sendJobProblem,
} from '#crawl/results/present-extraction.ts'
import { accepted } from '#crawl/extractions/accepted.ts'
import { EXTRACTION_ERRORS } from '#crawl/extractions/extraction-routes.ts'
import { SITE_JOB } from '#crawl/sites/request/site-job.ts'
import { hideSecrets } from '#crawl/requests/hide-secrets.ts'
import { JOB_MAKERS } from '#crawl/requests/input-scopes.ts'
import type { Problem } from '#contract/problem.ts'
import { problemOf } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { jobPath, withLinksFor } from '#platform/jobs/present-job.ts'

const isManifest = lazyShape(SiteManifest)
const CSV_COLUMNS = ['index', 'jobId', 'status', 'result', 'error.code', 'error.detail', 'url', 'artifactId']

/**
 * Of a batch the items; 202 while the job has not ended, its own problem when it failed, 410 when the result is gone.
 */
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
          '`result_expired` once it is no longer kept. Of the crawl of a site: its manifest. Of a batch: ' +
          'its items in the order of the request; `limit` and `cursor` are for these.',
        params: JobParams,
        querystring: listQuery({}),
        response: { 200: Type.Union([ExtractionAnswer, BatchItemList, SiteManifest]), 202: JobAccepted },
      },
    },
    async (request, reply) => {
      const job = await visibleJob(engine, request.params.id, request.caller)
      if (job.children !== null) {
        return sendList(request, reply, {
          cursorLength: 1,
          columns: CSV_COLUMNS,
          async page(limit, after) {
            const { items, next } = await engine.list({ parentId: job.id, oldestFirst: true, limit, after })
            // Lists contain no results. A child that was purged meanwhile is left out.
            const children = (await Promise.all(items.map(({ id }) => engine.get(id)))).filter(
              (c) => c !== null,
            )
            return {
              items: children.map((child) => presentBatchItem(toldTo(request.caller, child))),
              next,
            }
          },
        })
      }
      if (!isTerminal(job.state)) return accepted(reply, job)
      if (job.type === SITE_JOB && isManifest.Check(job.result)) return job.result
      return job.state === 'succeeded'
        ? withLinksFor(request.caller, presentExtraction(job))
        : sendJobProblem(request, reply, presentFailure(job))
    },
  )
}

/** `child` must be a job that `submitBatch` made, with its result. */
function presentBatchItem(child: JobRecord): BatchItem {
  const { url, artifactId } = fieldsOf(hideSecrets(child.input))
  return {
    index: child.batchIndex ?? 0,
    url: textOr(url),
    artifactId: textOr(artifactId),
    jobId: child.id,
    status: child.state,
    result: timedResult(child),
    error: errorOf(child),
  }
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function errorOf(child: JobRecord): Problem | null {
  if (child.resultExpired) return { ...problemOf(resultExpired()), instance: jobPath(child.id) }
  return isTerminal(child.state) && child.state !== 'succeeded' ? presentFailure(child) : null
}
