// /api/v1/sites: crawl a site, look at it and at its pages, pause it and let it go on. A cancel is that of its job.
import { Type, type Static } from 'typebox'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import { JobAccepted } from '#contract/crawl/result.ts'
import {
  SITE_PAGE_CHANGES,
  SITE_PAGE_STATES,
  SiteCrawl,
  SitePageList,
  type SitePage,
} from '#contract/crawl/sites/site.ts'
import { isTerminal } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { Words } from '#contract/schema.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { Caller } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import { visibleJob } from '#platform/jobs/job-routes.ts'
import { jobLinks, withLinksFor } from '#platform/jobs/present-job.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { artifactLink } from '#crawl/artifacts/present-artifact.ts'
import { accepted } from '#crawl/extractions/accepted.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { JOB_MAKERS } from '#crawl/requests/input-scopes.ts'
import { jobFields, jobOrigin } from '#crawl/requests/job-origin.ts'
import { webhookOf } from '#crawl/requests/request-fields.ts'
import { siteManifest } from './run/manifest.ts'
import { MAX_PAGE_FILES, PAGES_KIND } from './run/page-files.ts'
import { CRAWL_EXAMPLE, MANIFEST_EXAMPLE, PAGE_EXAMPLE, SITE_ID } from './route-examples.ts'
import { siteBody, siteInput } from '#crawl/sites/request/site-input.ts'
import { PAGE_JOB, SITE_JOB } from '#crawl/sites/request/site-job.ts'
import { pauseCrawl, readCrawl, resumeCrawl } from './store/crawl-rows.ts'
import { listPages } from './store/list-pages.ts'

/** The parts that the routes use. */
export interface SiteRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly operations: readonly ExtractorOperation[]
  readonly webhooks: Webhooks
  readonly artifacts: Pick<ArtifactService, 'list'>
}

/** A crawl ends by its own limits: neither restarts of replicas nor an unreachable database end it. */
const MAX_RUNS = 32_767
const MAX_FAILURES = 100
const COLUMNS = [
  'url',
  'finalUrl',
  'state',
  'reason',
  'change',
  'depth',
  'source',
  'foundOn',
  'statusCode',
  'title',
  'duplicateOf',
  'nearDuplicateOf',
  'bytes',
  'fetchedAt',
  'jobId',
  'error.code',
]
const Params = Type.Object({ id: Type.String({ examples: [SITE_ID] }) })

/** Where no extractor reads pages, there is nothing to crawl with: the paths are not there. */
export function siteRoutes(app: App, deps: SiteRouteDeps): void {
  const { db, engine, operations, artifacts } = deps
  const page = operations.find(({ jobType }) => jobType === PAGE_JOB)
  if (page === undefined) return
  const making = { group: 'extractors', scope: 'extract', orScopes: ['extract'] } as const
  const reading = { group: 'extractors', scope: 'jobs', orScopes: JOB_MAKERS } as const
  const body = siteBody(page)

  app.post(
    '/api/v1/sites/crawl',
    {
      config: { ...making, headers: ['Idempotency-Key'], errors: ['draining', 'queue_full'] },
      schema: {
        summary: 'Crawl a site',
        description:
          'Answers 202 with the job of the crawl; each page is a job below it. `GET /api/v1/sites/:id` shows what it has found, `/pages` the pages, `/api/jobs/:id/events` follows it, `/api/jobs/:id/cancel` ends it.',
        body: {
          ...body,
          examples: [
            { urls: ['https://example.org/'], include: ['/docs/*'], maxPages: 500 },
            { urls: ['https://example.org/'], artifact: true, similarContent: 'drop' },
          ],
        },
        response: { 202: JobAccepted },
      },
      ...idempotent({ db }),
    },
    async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked it by `siteBody`
      const given = request.body as Static<typeof body> & Readonly<Record<string, unknown>>
      const input = await siteInput(operations, given, request.caller)
      await checkEarlier(input.incremental, request.caller)
      const webhook = await webhookOf(deps, given.webhook, request.caller)
      const { priority, metadata, queueTimeoutMs } = given
      const job = await engine.enqueue({
        type: SITE_JOB,
        pool: 'system',
        input,
        maxDeliveries: MAX_RUNS,
        maxFailures: MAX_FAILURES,
        ...(queueTimeoutMs === undefined ? {} : { queueTimeoutMs }),
        ...jobFields(jobOrigin(request), { priority, metadata, webhook }),
      })
      return { ...accepted(reply, job), links: linksOf(job) }
    },
  )

  app.get(
    '/api/v1/sites/:id',
    {
      config: { ...reading, errors: ['not_found'] },
      schema: {
        summary: 'Look at the crawl of a site',
        description: 'How far it is, what it found and what it left out, by reason.',
        params: Params,
        response: { 200: { ...SiteCrawl, examples: [{ ...CRAWL_EXAMPLE, manifest: MANIFEST_EXAMPLE }] } },
      },
    },
    async (request) =>
      withLinksFor(request.caller, await present(await siteOf(request.params.id, request.caller))),
  )

  app.get(
    '/api/v1/sites/:id/pages',
    {
      config: { ...reading, errors: ['not_found'] },
      schema: {
        summary: 'List the pages of a crawl',
        description:
          'All addresses that it found, in that order: also those that failed, were refused or left out, with the reason. ' +
          '`Accept: application/x-ndjson` or `text/csv` streams all of them. With `include=results` a page of the list may be shorter.',
        params: Params,
        querystring: listQuery({
          state: Type.Optional(Type.Array(Words(SITE_PAGE_STATES), { description: 'Any of these.' })),
          reason: Type.Optional(Type.String({ maxLength: 100, examples: ['http_404'] })),
          change: Type.Optional(
            Type.Array(Words(SITE_PAGE_CHANGES), {
              description: 'Any of these. Only an incremental crawl has pages that say so.',
            }),
          ),
          include: Type.Optional(Words(['results'], { description: 'The results of the extractors too.' })),
        }),
        response: { 200: { ...SitePageList, examples: [{ items: [PAGE_EXAMPLE], nextCursor: null }] } },
      },
    },
    async (request, reply) => {
      const { uuid } = await siteOf(request.params.id, request.caller)
      const { state = null, reason = null, change = null, include } = request.query
      const filter = { states: state, reason, changes: change, withResults: include === 'results' }
      return sendList<SitePage>(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        async page(limit, after) {
          const from = after === null ? -1 : Number(after[0])
          if (!Number.isSafeInteger(from))
            throw new SurveyorError('invalid_cursor', 'The cursor is not one that this list gave out.')
          const { items, next } = await listPages(db, uuid, filter, { limit, after: from })
          return { items, next: next === null ? null : [next] }
        },
      })
    },
  )

  app.post(
    '/api/v1/sites/:id/pause',
    {
      config: { ...reading, errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Pause a crawl',
        description:
          'No further page is begun; those under way are finished. Its limit of time does not run.',
        params: Params,
        response: { 200: SiteCrawl },
      },
    },
    async (request) => {
      const site = await runningSite(request.params.id, request.caller)
      await pauseCrawl(db, site.uuid)
      return present(site)
    },
  )

  app.post(
    '/api/v1/sites/:id/resume',
    {
      config: { ...reading, errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Let a crawl go on',
        params: Params,
        response: { 200: SiteCrawl },
      },
    },
    async (request) => {
      const site = await runningSite(request.params.id, request.caller)
      await resumeCrawl(db, site.uuid)
      return present(site)
    },
  )

  interface Site {
    readonly job: JobRecord
    readonly uuid: string
  }

  /** Throws `not_found`, also for a job that is no crawl, and for one of another key. */
  async function siteOf(id: string, caller: Caller): Promise<Site> {
    const uuid = parseId('job', id)
    const job = uuid === null ? null : await visibleJob(engine, id, caller)
    if (job === null || uuid === null || job.type !== SITE_JOB)
      throw new SurveyorError('not_found', 'No crawl has this id.')
    return { job, uuid }
  }

  async function runningSite(id: string, caller: Caller): Promise<Site> {
    const site = await siteOf(id, caller)
    if (isTerminal(site.job.state)) throw new SurveyorError('conflict', 'The crawl has ended.')
    return site
  }

  /** The earlier crawl of an incremental one must be one that the caller may see, and have ended. */
  async function checkEarlier(id: string | null, caller: Caller): Promise<void> {
    if (id === null) return
    const found = await siteOf(id, caller).catch((error: unknown) => {
      if (error instanceof SurveyorError && error.code === 'not_found') return null
      throw error
    })
    if (found !== null && isTerminal(found.job.state)) return
    const detail = found === null ? 'is no crawl of yours that is kept' : 'is a crawl that has not ended'
    const errors = [{ pointer: '/incremental', code: 'unknown_id', detail }]
    throw new SurveyorError('validation_failed', `\`incremental\` ${detail}.`, { errors })
  }

  /** In the order of the pages; none of a crawl that did not reach its end, though some of them may be there. */
  async function filesOf({ id, state }: JobRecord): Promise<ArtifactLink[]> {
    if (state !== 'succeeded') return []
    const filter = { jobId: id, kind: PAGES_KIND, owner: null, limit: MAX_PAGE_FILES }
    const { items } = await artifacts.list(filter)
    return items.map(artifactLink).toReversed()
  }

  async function present({ job, uuid }: Site): Promise<SiteCrawl> {
    const hasEnded = isTerminal(job.state)
    const { urls, artifact } = fieldsOf(job.input)
    const files = artifact === true ? await filesOf(job) : null
    const manifest = await siteManifest(db, uuid, { hasEnded, artifacts: files })
    const row = await readCrawl(db, uuid)
    return {
      id: job.id,
      status: job.state,
      isPaused: !hasEnded && row?.isPaused === true,
      urls: Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : [],
      manifest,
      error: job.error,
      createdAt: job.createdAt.toISOString(),
      startedAt: job.startedAt?.toISOString() ?? null,
      completedAt: job.completedAt?.toISOString() ?? null,
      links: linksOf(job),
    }
  }
}

function linksOf(job: JobRecord): Record<string, string> {
  const site = `/api/v1/sites/${job.id}`
  return { ...jobLinks(job), site, pages: `${site}/pages` }
}
