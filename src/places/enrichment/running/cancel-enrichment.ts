// Cancels an enrichment: it ends at once, and so does its job in crawl. It also ends with a job of its own that fails.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { CrawlClient } from '#places/crawl-calls/crawl-client.ts'
import { retryUntil } from '#places/crawl-calls/retry-until.ts'
import { existingId } from '#places/identity/existing-id.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { CompletionHook, JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { endEnrichment } from './end-enrichment.ts'
import { cancelInput, cancelJob, CHECK_JOB, enrichmentInput, SEND_JOB } from './enrichment-jobs.ts'
import { readOpen } from './enrichment-rows.ts'

const CANCEL_TIMEOUT_MS = 10_000

interface CancelDeps {
  readonly db: Database
  readonly engine: JobSubmission
}

/**
 * Cancels what enriches the place now, if anything does. `owner`: the caller, where it may cancel only what it began; null:
 * all. Throws `not_found`, and `conflict` where another caller began it.
 */
export async function cancelEnrichment(
  deps: CancelDeps & { readonly engine: JobReads },
  placeId: string,
  owner: string | null,
): Promise<void> {
  const { db, engine } = deps
  const uuid = await existingId(db, 'plc', placeId)
  const [open] = await db.query<{ id: string }>(
    sql`select id from enrichments where place_id = ${uuid} and completed_at is null`,
  )
  if (open === undefined) return
  if (owner !== null && (await engine.get(formatId('job', open.id)))?.owner !== owner)
    throw new SurveyorError('conflict', 'The place is being enriched for another caller.')
  await cancelOpen(deps, open.id)
}

/** Cancels what the search began and still goes on. `searchId` is a uuid. Answers how many enrichments that were. */
export async function cancelOfSearch(deps: CancelDeps, searchId: string): Promise<number> {
  const open = await deps.db.query<{ id: string }>(
    sql`select id from enrichments where search_id = ${searchId} and completed_at is null order by id`,
  )
  for (const { id } of open) await cancelOpen(deps, id)
  return open.length
}

async function cancelOpen({ db, engine }: CancelDeps, enrichmentId: string): Promise<void> {
  await engine.cancelFamily(formatId('job', enrichmentId), 'The enrichment was cancelled.')
  // No job may be there between two of its jobs.
  await db.transaction(async (tx) => endCancelled({ tx, engine }, enrichmentId))
}

/** Does nothing where the enrichment has ended. Crawl is told afterwards, also when it is away now. */
async function endCancelled(
  { tx, engine }: { readonly tx: Queryable; readonly engine: Pick<JobSubmission, 'enqueueMany'> },
  enrichmentId: string,
): Promise<void> {
  const open = await readOpen(tx, enrichmentId)
  const end = { status: 'cancelled', result: null, error: null, reportedBy: null } as const
  if ((await endEnrichment(tx, enrichmentId, end)) === null) return
  const crawlJobId = open?.crawlJobId ?? null
  if (crawlJobId !== null) await engine.enqueueMany([cancelJob(crawlJobId)], tx)
}

/** The handler of `enrich.cancel`. A job that has ended in crawl, or that crawl forgot, needs no cancel. */
export function cancelInCrawl({
  crawl,
}: {
  readonly crawl: CrawlClient
}): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    const id = cancelInput(job)
    try {
      await retryUntil(job, async () =>
        crawl.call('POST /api/jobs/{id}/cancel', {
          path: { id },
          timeoutMs: CANCEL_TIMEOUT_MS,
          traceparent: job.traceparent,
          signal: job.signal,
        }),
      )
      return { end: 'cancelled' }
    } catch (error) {
      if (!(error instanceof SurveyorError) || !NOTHING_TO_CANCEL.has(error.code)) throw error
      return { end: error.code }
    }
  }
}

const NOTHING_TO_CANCEL: ReadonlySet<string> = new Set(['not_found', 'job_not_cancellable', 'conflict'])

/**
 * When a job of an enrichment fails or is cancelled, the enrichment ends with it, in the same transaction. `engine` takes the
 * job that tells crawl of a cancel.
 */
export const enrichmentHooks = (engine: Pick<JobSubmission, 'enqueueMany'>): readonly CompletionHook[] =>
  [SEND_JOB, CHECK_JOB].map((type) => ({
    type,
    async apply(tx, job) {
      if (job.state === 'succeeded') return
      const { enrichmentId } = enrichmentInput(job)
      if (job.state === 'cancelled') return endCancelled({ tx, engine }, enrichmentId)
      const error = job.error ?? problemOf(new SurveyorError('job_ended', `The job ended as ${job.state}.`))
      await endEnrichment(tx, enrichmentId, { status: 'failed', result: null, error, reportedBy: null })
    },
  }))
