// /api/jobs: the lists of jobs, what a cancel or a retry means for jobs of crawl, and how one is deleted.
import { Type, type Static, type TObject } from 'typebox'
import { Job, JOB_STATES } from '#contract/job.ts'
import { ListOf, Words } from '#contract/schema.ts'
import { hideSecrets } from '#crawl/requests/hide-secrets.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { JOB_MAKERS } from '#crawl/requests/input-scopes.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { listQuery } from '#platform/http/output/pagination.ts'
import { forgetAnswersOf } from '#platform/http/idempotency/idempotency-store.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import { JobParams, oneJobRoutes, visibleJob } from '#platform/jobs/job-routes.ts'
import { presentJob } from '#platform/jobs/present-job.ts'
import { JOB_FILTERS, sendJobs, UNFINISHED } from '#platform/jobs/send-jobs.ts'
import { timedResult } from '#crawl/results/present-extraction.ts'
import { targetHost } from '#kit/url/target-host.ts'
import { typesOf, type ExtractorOperation } from '#crawl/extractors/operations.ts'

/** The filters of both lists. */
const filtersOf = (extractors: readonly string[]) => ({
  type: Type.Optional(Type.Array(Type.String({ maxLength: 100, examples: ['maps.search'] }))),
  extractor: Type.Optional(Words(extractors)),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description: 'Asked for this address, in any of its spellings.',
      examples: ['https://example.org/article'],
    }),
  ),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'Asked for an address of this host or of one below it, on any port: `example.org`.',
      examples: ['example.org'],
    }),
  ),
  ...JOB_FILTERS,
})
type Filters = Static<TObject<ReturnType<typeof filtersOf>>>

export interface JobRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly cache: Pick<Cache, 'results'>
  readonly waits: OpenWaits
  readonly operations: readonly ExtractorOperation[]
}

/** Lists, one job, its events, cancel and retry; a caller meets only the jobs that it may see. */
export function jobRoutes(app: App, { db, engine, cache, waits, operations }: JobRouteDeps): void {
  const config = { group: 'jobs', scope: 'jobs', orScopes: JOB_MAKERS } as const
  const extractors = [...new Set(operations.map(({ extractor }) => extractor.name))]
  const filters = filtersOf(extractors)
  const wanted = ({ type, extractor, url, ...query }: Filters) => {
    const types = typesOf(operations, { extractor, types: type })
    return {
      ...query,
      ...(types === null ? {} : { types }),
      // The host of an address is a column, so that few inputs need to be read.
      ...(url === undefined ? {} : { urls: spellingsOf(url), host: targetHost({ url }) ?? '' }),
    }
  }

  app.get(
    '/api/jobs',
    {
      config,
      schema: {
        summary: 'List jobs',
        description:
          'Those of the key, or with `jobs:all` of everybody, without results. `Accept: application/x-ndjson` or `text/csv` streams all of them.',
        querystring: listQuery({
          status: Type.Optional(Type.Array(Words(JOB_STATES), { description: 'Any of these.' })),
          ...filters,
        }),
        response: { 200: ListOf(Job) },
      },
    },
    (request, reply) => {
      const { status: states, ...query } = request.query
      return sendJobs(request, reply, { engine, present }, { ...wanted(query), states })
    },
  )

  app.get(
    '/api/jobs/dead',
    {
      config,
      schema: {
        summary: 'List dead and expired jobs',
        description:
          'Those that no worker brought to an end, newest first: `dead` ones failed as often as they may, or were lost with ' +
          'their workers again and again; `expired` ones waited until their time was over. `POST /api/jobs/:id/retry` runs ' +
          'one again. `GET /api/jobs?status=failed,dead,expired` also has those whose target or input was at fault.',
        querystring: listQuery(filters),
        response: { 200: ListOf(Job) },
      },
    },
    (request, reply) =>
      sendJobs(request, reply, { engine, present }, { ...wanted(request.query), states: UNFINISHED }),
  )

  oneJobRoutes(app, {
    db,
    engine,
    waits,
    present,
    makers: JOB_MAKERS,
    presentResult: timedResult,
    retry: async (id) => engine.retry(id),
    means: { cancel: 'The items of a batch are cancelled with it.', retry: 'Of a batch, retry the items.' },
  })

  app.delete(
    '/api/jobs/:id',
    {
      config: { ...config, errors: ['job_not_deletable'] },
      schema: {
        summary: 'Delete a job and what it brought',
        description:
          'One that has ended, with its result, its files, its events and all jobs that it made; the answers that are ' +
          'kept of them are given to nobody any more. Pages that were fetched for it stay in the cache until ' +
          '`DELETE /api/v1/cache` or their time is over.',
        params: JobParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = await visibleJob(engine, request.params.id, request.caller)
      await engine.delete(id, async (ids) => {
        await cache.results.removeOfJobs(ids)
        await forgetAnswersOf(db, ids)
      })
      return reply.code(204).send(null)
    },
  )
}

/** Without the credentials in its input. */
function present(job: JobRecord): Job {
  return presentJob(job, hideSecrets(job.input))
}

/** The URL as given, and in its normal form. */
function spellingsOf(url: string): string[] {
  const normal = [normalUrl(url), URL.parse(url)?.href].filter((text) => typeof text === 'string')
  return [...new Set([url, ...normal])]
}
