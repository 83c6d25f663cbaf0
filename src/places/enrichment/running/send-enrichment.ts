// The handlers of enrichment: one sends it to crawl, the other asks crawl for its end when no callback has come.
import type { Problem } from '#contract/problem.ts'
import { errorOf, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { JOB_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { isTerminal, type JobState } from '#contract/job.ts'
import { formatId } from '#kit/ids.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { readWarnings, type CrawlClient } from '#places/crawl-calls/crawl-client.ts'
import { retryUntil } from '#places/crawl-calls/retry-until.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { endEnrichment, type EnrichmentEnd } from './end-enrichment.ts'
import { checkJob, enrichmentInput, sendAgainJob } from './enrichment-jobs.ts'
import { readOpen, writeLost, writeSent, type OpenEnrichment } from './enrichment-rows.ts'

/** Where crawl reports to. */
export interface Callback {
  readonly url: string
  readonly secret: string
}

/** What the handlers work with. */
export interface EnrichmentDeps {
  readonly db: Database
  readonly engine: JobSubmission
  readonly crawl: CrawlClient
  /** Null: crawl is not asked to report, and every end is learned by asking. */
  readonly callback: () => Promise<Callback | null>
  /** After how long without a callback crawl is asked, the first time. */
  readonly checkAfterMs: number
}

/** A later check comes when the time since the request has doubled, at most after this. */
const MAX_CHECK_AFTER_MS = 600_000
const SUBMIT_TIMEOUT_MS = 30_000
const CHECK_TIMEOUT_MS = 10_000
/** Crawl forgot the job or lost its worker, or nothing was tried: another request may well succeed. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'result_expired',
  'worker_lost',
  'no_worker',
  'queue_timeout',
])
/** Crawl takes no longer one. */
const MAX_NAME_CHARS = 300
/** Requests to crawl for one enrichment. */
const MAX_ATTEMPTS = 3

/** The handler of `enrich.send`. It may run several times: crawl takes the request once under its key. */
export function sendEnrichment(deps: EnrichmentDeps): (job: LocalJob) => Promise<unknown> {
  const { db, engine } = deps
  return async (job) => {
    const { enrichmentId } = enrichmentInput(job)
    const open = await readOpen(db, enrichmentId)
    if (open === null) return null
    if (open.website === null) {
      const end: EnrichmentEnd = { status: 'no_website', result: null, error: null, reportedBy: null }
      await job.complete(async (tx) => ended(await endEnrichment(tx, enrichmentId, end)))
      return null
    }
    const accepted = await submit(deps, job, { ...open, website: open.website })
    if (accepted === null) return null
    await job.complete(async (tx) => {
      if ('end' in accepted) return ended(await endEnrichment(tx, enrichmentId, accepted.end))
      const sent = { website: open.website ?? '', crawlJobId: accepted.crawlJobId }
      if (!(await writeSent(tx, enrichmentId, sent))) return { end: 'ended before' }
      await engine.enqueueMany([checkJob(enrichmentId, job.traceparent, deps.checkAfterMs)], tx)
      return { end: 'sent', crawlJobId: accepted.crawlJobId }
    })
    return null
  }
}

type Accepted = { readonly crawlJobId: string } | { readonly end: EnrichmentEnd }

async function submit(
  { db, crawl, callback }: EnrichmentDeps,
  job: LocalJob,
  open: OpenEnrichment & { readonly website: string },
): Promise<Accepted | null> {
  const { website, name, country, options } = open
  const body = {
    website,
    ...(name === null || name === '' ? {} : { name: name.slice(0, MAX_NAME_CHARS) }),
    ...(country === null ? {} : { country }),
    ...(options.fields === undefined ? {} : { fields: [...options.fields] }),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    ...(options.maxAgeMs === undefined ? {} : { maxAgeMs: options.maxAgeMs }),
  }
  const webhookOf = (receiver: Callback) => ({
    ...receiver,
    events: [...JOB_WEBHOOK_EVENTS],
    include: 'result' as const,
    metadata: { enrichmentId: formatId('enr', open.id) },
  })
  const ask = async (receiver: Callback | null) =>
    retryUntil(
      job,
      async () =>
        crawl.call('POST /api/v1/enrich/contact', {
          body: receiver === null ? body : { ...body, webhook: webhookOf(receiver) },
          headers: { prefer: 'respond-async', 'idempotency-key': `${open.id}-${open.attempts}` },
          timeoutMs: SUBMIT_TIMEOUT_MS,
          traceparent: job.traceparent,
          signal: job.signal,
        }),
      { goesOn: async () => (await readOpen(db, open.id)) !== null },
    )
  try {
    // A crawl that may send nothing to this service is asked for the end.
    const answer = await ask(await callback()).catch((error: unknown) => {
      if (refusesWebhook(error)) return ask(null)
      throw error
    })
    if (answer === null) return null
    if (answer.status === 202) return { crawlJobId: answer.body.jobId }
    return { end: succeeded(answer.body, 'answer') }
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.retryable || job.signal.aborted) throw error
    return { end: failed(problemOf(error), 'answer') }
  }
}

function refusesWebhook(error: unknown): boolean {
  return (
    error instanceof SurveyorError &&
    error.errors?.some(({ pointer }) => pointer.startsWith('/webhook')) === true
  )
}

/** The handler of `enrich.check`. */
export function checkEnrichment(deps: EnrichmentDeps): (job: LocalJob) => Promise<unknown> {
  const { db, engine, crawl } = deps
  return async (job) => {
    const { enrichmentId } = enrichmentInput(job)
    const open = await readOpen(db, enrichmentId)
    if (open === null || open.crawlJobId === null) return null
    const { crawlJobId } = open
    const seen = await retryUntil(job, async () => lookAt(crawl, crawlJobId, job), {
      goesOn: async () => (await readOpen(db, enrichmentId)) !== null,
    })
    if (seen === null) return null
    await job.complete(async (tx) => {
      if (seen === 'running') {
        const inMs = Math.min(MAX_CHECK_AFTER_MS, Math.max(deps.checkAfterMs, open.sentMsAgo ?? 0))
        await engine.enqueueMany([checkJob(enrichmentId, job.traceparent, inMs)], tx)
        return { end: 'running' }
      }
      return reportEnd(
        { tx, engine },
        { enrichmentId, crawlJobId, attempts: open.attempts },
        seen,
        job.traceparent,
      )
    })
    return null
  }
}

/**
 * An end that crawl reported, by callback or when asked: the enrichment ends with it, or is sent again where it says
 * nothing about the website.
 */
export async function reportEnd(
  { tx, engine }: { readonly tx: Queryable; readonly engine: JobSubmission },
  {
    enrichmentId,
    crawlJobId,
    attempts,
  }: { readonly enrichmentId: string; readonly crawlJobId: string | null; readonly attempts: number },
  end: EnrichmentEnd,
  traceparent: string | null,
): Promise<unknown> {
  const saysNothing = end.isUnreported === true || (end.error !== null && LOST.has(errorOf(end.error).code))
  if (!saysNothing || attempts >= MAX_ATTEMPTS) return ended(await endEnrichment(tx, enrichmentId, end))
  if (!(await writeLost(tx, enrichmentId, crawlJobId))) return { end: 'ended before' }
  await engine.enqueueMany([sendAgainJob(enrichmentId, traceparent)], tx)
  return { end: 'sent again', because: end.error?.code ?? null }
}

/** The end of the job in crawl, or `running`. Throws what retryUntil waits for. */
async function lookAt(crawl: CrawlClient, id: string, job: LocalJob): Promise<EnrichmentEnd | 'running'> {
  try {
    const { body } = await crawl.call('GET /api/jobs/{id}', {
      path: { id },
      timeoutMs: CHECK_TIMEOUT_MS,
      traceparent: job.traceparent,
      signal: job.signal,
    })
    return endOf(body, 'check')
  } catch (error) {
    if (error instanceof SurveyorError && error.code === 'not_found') return failed(problemOf(error), 'check')
    throw error
  }
}

/** What the state of a job in crawl means for the enrichment. */
export function endOf(
  job: {
    readonly status: JobState
    readonly result?: unknown
    readonly resultExpired?: boolean
    readonly error: Problem | null
  },
  reportedBy: EnrichmentEnd['reportedBy'],
): EnrichmentEnd | 'running' {
  if (!isTerminal(job.status)) return 'running'
  if (job.status === 'succeeded') {
    return job.resultExpired === true
      ? failed(
          problemOf(new SurveyorError('result_expired', 'Crawl no longer keeps the result.')),
          reportedBy,
        )
      : succeeded(job.result, reportedBy)
  }
  if (job.status === 'cancelled') return { status: 'cancelled', result: null, error: job.error, reportedBy }
  const unknown = new SurveyorError('worker_lost', `The job of crawl ended as ${job.status}.`)
  const end = failed(job.error ?? problemOf(unknown), reportedBy)
  // Its time ran out with no worker at it, as when the service was away: a worker that was too slow says so itself.
  return job.status === 'expired' ? { ...end, isUnreported: true } : end
}

/** `answer`: that of crawl, whole. */
function succeeded(answer: unknown, reportedBy: EnrichmentEnd['reportedBy']): EnrichmentEnd {
  const { data = null, warnings } = fieldsOf(answer)
  return { status: 'succeeded', result: data, warnings: readWarnings(warnings), error: null, reportedBy }
}

function failed(error: Problem, reportedBy: EnrichmentEnd['reportedBy']): EnrichmentEnd {
  return { status: 'failed', result: null, error, reportedBy }
}

function ended(status: EnrichmentEnd['status'] | null): { readonly end: string } {
  return { end: status ?? 'ended before' }
}
