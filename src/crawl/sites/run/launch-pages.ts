// Gives waiting pages to the workers: as many as the limits of the crawl leave, each as an ordinary job below it.
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { formatId, newId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSpec, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { Exclusions } from '#crawl/discovery/exclusions/exclusions.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { extractionJob } from '#crawl/extractions/submit-extraction.ts'
import type { CrawlRow } from '#crawl/sites/store/crawl-rows.ts'
import { beginPages, endPages, nextWaiting, RANKS, type WaitingPage } from '#crawl/sites/store/page-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'

/**
 * Enough to keep the workers busy while a step looks at those that ended, and few enough that a cancel or a limit is soon
 * felt.
 */
const PAGES_UNDER_WAY = 64
/** With those that failed and wait to be tried again: a site that is away is not asked for all of its pages. */
const MAX_WITH_FAILED = 4 * PAGES_UNDER_WAY

/**
 * Of `maxPages`, until the sitemaps have been read: the rest is kept for what they name. They take seconds, so only a small
 * crawl waits for them, or one whose worker has died meanwhile.
 */
const SHARE_BEFORE_SITEMAPS = 0.1

/** The server is away or has too much to do: the job of the page is tried again later. Any other status is an answer. */
const SERVER_AWAY = [408, 425, 429, 502, 503, 504, 520, 521, 522, 523, 524]

/** What makes the jobs of pages. */
export interface LaunchDeps {
  readonly engine: Pick<JobSubmission, 'enqueueMany'>
  readonly exclusions: Pick<Exclusions, 'page'>
  readonly pageOperation: ExtractorOperation
}

/** Whose crawl it is, and how its jobs are queued: as the job of the crawl itself. */
export interface CrawlOrigin {
  readonly fairnessKey: string
  readonly traceparent: string | null
  readonly options: JobOptions
  /** For pages; null where only the end of the crawl is told. */
  readonly webhook: WebhookTarget | null
}

/** Why no further page is begun; null while some may be. */
export function limitOf(row: CrawlRow, { input }: SitePlan, underWay: number): string | null {
  if (row.results + underWay >= input.maxPages) return 'page_limit'
  if (row.elapsedMs >= input.maxSeconds * 1_000) return 'time_limit'
  return input.maxBytes !== null && row.bytes >= input.maxBytes ? 'byte_limit' : null
}

/** Pages that have been begun and have not ended. */
export interface UnderWay {
  readonly all: number
  /** Of these, failed ones that wait to be tried again. */
  readonly failed: number
  /** Of the others, those that held ones wait for: they may lead to more of their kind. */
  readonly ahead: number
}

export async function countUnderWay(tx: Queryable, crawl: string): Promise<UnderWay> {
  const [row] = await tx.query<UnderWay>(sql`
    select count(*)::integer as "all", (count(*) filter (where j.state = 'scheduled'))::integer as failed,
      (count(*) filter (where p.rank < ${RANKS.heldNamed} and j.state is distinct from 'scheduled'))::integer as ahead
    from site_pages p left join jobs j on j.id = p.page_job
    where p.crawl_id = ${crawl} and p.state = 'fetching'`)
  return row ?? { all: 0, failed: 0, ahead: 0 }
}

/** Answers how many pages are under way then. */
export async function launchPages(
  { engine, exclusions, pageOperation }: LaunchDeps,
  tx: Queryable,
  crawl: string,
  { plan, row, origin }: { readonly plan: SitePlan; readonly row: CrawlRow; readonly origin: CrawlOrigin },
): Promise<number> {
  const { all: underWay, failed, ahead } = await countUnderWay(tx, crawl)
  const { concurrency, maxPages } = plan.input
  const bound = row.sitemapDone ? maxPages : Math.ceil(maxPages * SHARE_BEFORE_SITEMAPS)
  const room = Math.min(
    PAGES_UNDER_WAY - (underWay - failed),
    (concurrency ?? MAX_WITH_FAILED) - underWay,
    bound - row.results - underWay,
  )
  if (row.isPaused || room <= 0 || limitOf(row, plan, underWay) !== null) return underWay
  let waiting = await nextWaiting(tx, crawl, { limit: room, isHeld: false })
  if (waiting.length === 0 && ahead === 0 && row.sitemapDone)
    waiting = await nextWaiting(tx, crawl, { limit: room, isHeld: true })
  const isExcluded = new Set(waiting.filter(({ url }) => exclusions.page(url, 'fetch') !== null))
  await endPages(
    tx,
    crawl,
    [...isExcluded].map(({ key }) => ({
      key,
      state: 'refused',
      reason: 'excluded',
      duplicateOf: null,
      nearDuplicateOf: null,
      resultJob: null,
      answer: null,
      error: null,
    })),
  )
  const begun = waiting.filter((page) => !isExcluded.has(page)).map((page) => ({ page, id: newId('job') }))
  const specs = begun.map(({ page, id }): JobSpec => ({
    ...extractionJob(pageOperation, pageInput(page, plan), origin, {
      ...origin.options,
      background: true,
      ...(origin.webhook === null ? {} : { webhook: origin.webhook }),
    }),
    id,
    parentId: formatId('job', crawl),
  }))
  if (specs.length > 0) await engine.enqueueMany(specs, tx)
  await beginPages(
    tx,
    crawl,
    begun.map(({ page, id }) => ({ key: page.key, job: parseId('job', id) ?? '' })),
  )
  return underWay + begun.length
}

/** The input of the job of a page. */
function pageInput({ url, isKnown, etag, lastModified }: WaitingPage, { input }: SitePlan): object {
  const { page, extractors, delayMs, concurrency, incremental } = input
  const known = {
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { lastModified }),
  }
  return {
    // A copy of the time before would hide a change.
    ...(incremental === null ? {} : { maxAgeMs: 0 }),
    ...page,
    url,
    extractors,
    failOnStatus: SERVER_AWAY,
    ...(isKnown && Object.keys(known).length > 0 ? { known } : {}),
    ...(delayMs === null && concurrency === null
      ? {}
      : {
          pace: {
            ...(delayMs === null ? {} : { minDelayMs: delayMs }),
            ...(concurrency === null ? {} : { concurrency }),
          },
        }),
  }
}
