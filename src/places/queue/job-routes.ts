// /api/jobs: the background jobs of places: plans and cells of searches, and enrichments.
import { Type, type Static, type TObject } from 'typebox'
import { fieldsOf } from '#kit/unknown-values.ts'
import { isTerminal, Job, JOB_STATES } from '#contract/job.ts'
import { Id, ListOf, Words } from '#contract/schema.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { listQuery } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobRecord, JobSubmission, RetriedJob } from '#platform/jobs/job-engine.ts'
import { JobParams, oneJobRoutes, visibleJob, found } from '#platform/jobs/job-routes.ts'
import { jobPath, presentJob } from '#platform/jobs/present-job.ts'
import { JOB_FILTERS, sendJobs, UNFINISHED } from '#platform/jobs/send-jobs.ts'
import { notRetryable, reopenCell, reopenPlan } from '#places/searches/reopen-search.ts'
import { DETAIL_JOB } from '#places/details/detail-jobs.ts'
import { CANCEL_JOB, CHECK_JOB, SEND_JOB } from '#places/enrichment/running/enrichment-jobs.ts'
import { FIND_JOB } from '#places/merges/merge-jobs.ts'
import { REPARSE_JOB } from '#places/reparse/reparse-job.ts'
import { cellInput, PLAN_JOB, planInput } from '#places/searches/search-jobs.ts'

/** Callers who may have jobs made see their own without the scope `jobs`. */
export const JOB_MAKERS = ['search', 'enrich', 'places'] as const

/** `waits` holds the long-polls, which end when the service stops. */
export interface JobRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly waits: OpenWaits
}

const FILTERS = {
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        '`search.plan`, `search.cell`, `place.details`, `enrich.send`, `enrich.check`, `enrich.cancel`, `merges.find` or `places.reparse`.',
    }),
  ),
  ...JOB_FILTERS,
}
type Filters = Static<TObject<typeof FILTERS>>

/** Adds the routes. A key sees the jobs of its own searches, with `jobs:all` those of everybody. */
export function jobRoutes(app: App, { db, engine, waits }: JobRouteDeps): void {
  const config = { group: 'jobs', scope: 'jobs', orScopes: JOB_MAKERS } as const

  app.get(
    '/api/jobs',
    {
      config,
      schema: {
        summary: 'List background jobs',
        description: 'Those of the key, or with `jobs:all` of everybody: newest first, without results.',
        querystring: listQuery({ status: Type.Optional(Words(JOB_STATES)), ...FILTERS }),
        response: { 200: ListOf(Job) },
      },
    },
    async (request, reply) => {
      const { status, ...query } = request.query
      const states = status === undefined ? {} : { states: [status] }
      return sendJobs(request, reply, { engine, present }, { ...wanted(query), ...states })
    },
  )

  app.get(
    '/api/jobs/dead',
    {
      config,
      schema: {
        summary: 'List dead and expired jobs',
        description:
          'Those that nothing brought to an end, newest first: `dead` ones were lost with their processes again and again, ' +
          '`expired` ones waited until their time was over. `POST /api/jobs/:id/retry` runs one again.',
        querystring: listQuery(FILTERS),
        response: { 200: ListOf(Job) },
      },
    },
    async (request, reply) =>
      sendJobs(request, reply, { engine, present }, { ...wanted(request.query), states: UNFINISHED }),
  )

  app.get(
    '/api/jobs/:id/result',
    {
      config: {
        ...config,
        errors: ['result_expired', 'job_ended', 'crawl_unavailable', 'rate_limited', 'target_timeout'],
      },
      schema: {
        summary: 'Get the result of a job',
        description:
          'How the job ended, which its search adds up: 202 and the job while it has not, the problem it ended with ' +
          'where it did not end well, 410 `result_expired` once it is no longer kept.',
        params: JobParams,
        response: { 200: Type.Object({ jobId: Id('job'), result: Type.Unknown() }), 202: Job },
      },
    },
    async (request, reply) => {
      const job = await visibleJob(engine, request.params.id, request.caller)
      if (!isTerminal(job.state)) {
        return reply
          .code(202)
          .header('retry-after', '1')
          .header('location', jobPath(job.id))
          .send(present(job))
      }
      if (job.error !== null && job.state !== 'cancelled') throw errorOf(job.error)
      if (job.state !== 'succeeded') throw new SurveyorError('job_ended', `The job ended as ${job.state}.`)
      if (job.resultExpired) throw new SurveyorError('result_expired', 'The result is no longer kept.')
      return { jobId: job.id, result: job.result }
    },
  )

  oneJobRoutes(app, {
    db,
    engine,
    waits,
    present,
    makers: JOB_MAKERS,
    retry: async (id) => retryJob({ db, engine }, id),
    means: {
      cancel:
        'The part of a search that it was for is then cut, and the search says so; with its plan the whole search is ' +
        'cancelled.',
      retry:
        'Its part of the search is opened again and goes on from the last page that was stored; a search that ended ' +
        'runs again, ends once more with a new verdict on its completeness, and is announced as before. What succeeded ' +
        'and what belongs to a cancelled search is not run again.',
    },
  })
}

function wanted({ type, ...query }: Filters) {
  return type === undefined ? query : { ...query, types: [type] }
}

/** The jobs of a search refer to it by plain uuid; it is shown as the typed id used everywhere else. */
const IDS = new Map<string, 'sea' | 'cel' | 'enr' | 'plc' | 'ses'>([
  ['searchId', 'sea'],
  ['cellId', 'cel'],
  ['sessionId', 'ses'],
  ['enrichmentId', 'enr'],
  ['placeId', 'plc'],
])

function presentInput(input: unknown): unknown {
  return Object.fromEntries(
    Object.entries(fieldsOf(input)).map(([key, value]) => {
      const prefix = IDS.get(key)
      return [key, prefix === undefined ? value : formatId(prefix, String(value))]
    }),
  )
}

function present(job: JobRecord): Job {
  const shown = presentJob(job, presentInput(job.input))
  if (job.state !== 'succeeded') return shown
  const { retry: _retry, ...links } = shown.links
  return { ...shown, links }
}

/** Throws `not_found`, `draining`, or `job_not_retryable` with an alternative. */
async function retryJob(
  { db, engine }: { readonly db: Database; readonly engine: JobSubmission & JobReads },
  id: string,
): Promise<RetriedJob> {
  const ended = found(await engine.get(id))
  if (ended.state === 'succeeded') {
    throw notRetryable(
      'The job has done its work. Of a search that is not complete, retry the jobs that failed.',
    )
  }
  if (ended.type === SEND_JOB || ended.type === CHECK_JOB || ended.type === CANCEL_JOB) {
    throw notRetryable('Its enrichment has ended: POST /api/enrich/start enriches the place again.')
  }
  if (ended.type === FIND_JOB) {
    throw notRetryable('It looks at the places as they are now: POST /api/merges/find compares them again.')
  }
  if (ended.type === REPARSE_JOB) {
    throw notRetryable('POST /api/reparse reads the payloads once more.')
  }
  return db.transaction(async (tx) => {
    const retried = await engine.retry(id, tx)
    if (!retried.isNew) return retried
    const { job: again } = retried
    const [from, to] = [parseId('job', ended.id), parseId('job', again.id)]
    if (ended.type === PLAN_JOB) await reopenPlan(tx, planInput(ended).searchId, { from, to })
    // What looks up a place belongs to no cell: its search has ended without it.
    else if (ended.type !== DETAIL_JOB) await reopenCell(tx, cellInput(ended), to)
    return retried
  })
}
