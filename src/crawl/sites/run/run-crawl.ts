// Runs a crawl until nothing waits and nothing is under way: what it knows is in the database, each step one transaction.
import type { JobProgress } from '#contract/job.ts'
import { parseId } from '#kit/ids.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSignals, JobSubmission } from '#platform/jobs/job-engine.ts'
import { storeLastProgress } from '#platform/jobs/leases/renew.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { Exclusions } from '#crawl/discovery/exclusions/exclusions.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import type { SiteInput } from '#crawl/sites/request/site-job.ts'
import { sitePlan, type SitePlan } from '#crawl/sites/request/site-plan.ts'
import { lockCrawl, saveCrawl, type CrawlRow } from '#crawl/sites/store/crawl-rows.ts'
import { endedPages } from '#crawl/sites/store/ended-pages.ts'
import { openMaps } from '#crawl/sites/store/map-rows.ts'
import { leaveOut } from '#crawl/sites/store/page-rows.ts'
import { beginCrawl, originOf } from './begin-crawl.ts'
import { countUnderWay, launchPages, limitOf, type CrawlOrigin } from './launch-pages.ts'
import { siteManifest } from './manifest.ts'
import { finishPages } from './finish-pages.ts'
import { PAGES_KIND, storePages, type PageFiles } from './page-files.ts'
import { takeMap, withoutMaps } from './sitemap-pages.ts'

/** The parts that a crawl uses. */
export interface RunCrawlDeps {
  readonly db: Database
  readonly artifacts: Pick<ArtifactService, 'maxBytes' | 'saveOfJob' | 'removeOfJob'>
  readonly engine: JobSubmission & JobSignals
  readonly exclusions: Pick<Exclusions, 'page'>
  readonly pageOperation: ExtractorOperation
  /** Null where no extractor reads sitemaps. */
  readonly mapOperation: ExtractorOperation | null
}

/** Pages in one step: their links are looked at in one transaction. */
const PAGES_AT_ONCE = 50
/** An end of a page whose notification was lost, and a pause that ended, are found after that. */
const POLL_MS = 1_000

interface Step {
  readonly row: CrawlRow
  readonly underWay: number
  /** More has ended than one step takes. */
  readonly hasMore: boolean
  /** Why the crawl is over: nothing waits any more (`''`), or the limit that was reached. Null: it goes on. */
  readonly over: string | null
}

/** The handler of the job; its input must be a SiteInput. */
export function runCrawl(deps: RunCrawlDeps): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    const crawl = parseId('job', job.id)
    if (crawl === null) throw new Error('A crawl has the id of its job.')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `siteInput` made it, and nothing else does
    const plan = sitePlan(job.input as SiteInput)
    const origin = await originOf(deps.db, crawl, plan)
    let woken = new AbortController()
    const stop = deps.engine.onEnded(({ parentId }) => {
      if (parentId === job.id) woken.abort()
    })
    try {
      await job.write(async (tx) => beginCrawl(deps, tx, crawl, { plan, origin }))
      for (;;) {
        woken = new AbortController()
        const now = await job.write(async (tx) => step(deps, tx, crawl, { plan, origin }))
        job.progress(progressOf(now))
        if (now.over !== null && (await ends(deps, job, crawl, plan))) return null
        if (now.hasMore) continue
        await systemClock.sleep(POLL_MS, AbortSignal.any([job.signal, woken.signal]))
        job.signal.throwIfAborted()
      }
    } finally {
      stop()
    }
  }
}

async function step(
  deps: RunCrawlDeps,
  tx: Queryable,
  crawl: string,
  { plan, origin }: { readonly plan: SitePlan; readonly origin: CrawlOrigin },
): Promise<Step> {
  let row = await lockCrawl(tx, crawl)
  const ended = await endedPages(tx, crawl, PAGES_AT_ONCE)
  row = await finishPages(tx, crawl, { plan, row, ended })
  const taken = await takeMap(tx, crawl, { plan, row })
  row = taken.row
  // What an earlier crawl knows may be unchanged by the sitemap: then it is not asked for.
  const mustWait = plan.input.incremental !== null && !row.sitemapDone
  const underWay = mustWait ? 0 : await launchPages(deps, tx, crawl, { plan, row, origin })
  await saveCrawl(tx, crawl, row)
  const hasMore = ended.length === PAGES_AT_ONCE || taken.hasMore
  const over = hasMore || mustWait || underWay > 0 || row.isPaused ? null : await overBy(tx, crawl, row, plan)
  return { row, underWay, hasMore, over }
}

/** Called while nothing is under way. */
async function overBy(tx: Queryable, crawl: string, row: CrawlRow, plan: SitePlan): Promise<string | null> {
  const waiting = await tx.query(
    sql`select from site_pages where crawl_id = ${crawl} and state = 'queued' limit 1`,
  )
  return waiting.length === 0 && row.sitemapDone ? '' : limitOf(row, plan, 0)
}

/** A pause came between the step that found a crawl over and its end. */
class NotOver extends Error {
  override readonly name = 'NotOver'
}

/** Ends the job with the manifest as its result. False where the crawl goes on. */
async function ends(deps: RunCrawlDeps, job: LocalJob, crawl: string, plan: SitePlan): Promise<boolean> {
  try {
    const files = plan.input.artifact === true ? await filesOf(deps, job, crawl, plan) : null
    await job.complete(async (tx) => finish(tx, crawl, { plan, files }))
    return true
  } catch (error) {
    if (error instanceof NotOver) return false
    throw error
  }
}

/** The files of a crawl whose pages have become final before. Throws NotOver. */
async function filesOf(deps: RunCrawlDeps, job: LocalJob, crawl: string, plan: SitePlan): Promise<PageFiles> {
  const { id: jobId, leaseToken } = job
  await job.write(async (tx) => {
    await endPagesThatWait(tx, crawl, plan)
    // Of a run that died while it wrote them.
    await deps.artifacts.removeOfJob({ jobId, leaseToken }, PAGES_KIND, tx)
  })
  return storePages(deps, job, crawl)
}

/** In the transaction that ends the job, which holds it. Throws NotOver. */
async function finish(
  tx: Queryable,
  crawl: string,
  { plan, files }: { readonly plan: SitePlan; readonly files: PageFiles | null },
): Promise<unknown> {
  const row = await endPagesThatWait(tx, crawl, plan)
  if (files !== null) await saveCrawl(tx, crawl, { ...row, dropped: { ...row.dropped, ...files.dropped } })
  await storeLastProgress(tx, crawl, progressOf({ row, underWay: 0 }))
  return siteManifest(tx, crawl, { hasEnded: true, artifacts: files?.artifacts ?? null })
}

/**
 * In a transaction that holds the job: nothing is under way, and what waits does so for a limit. After it the pages are
 * final. Answers the row of the crawl, which is locked. Throws NotOver.
 */
async function endPagesThatWait(tx: Queryable, crawl: string, plan: SitePlan): Promise<CrawlRow> {
  const row = await lockCrawl(tx, crawl)
  const { all: underWay } = await countUnderWay(tx, crawl)
  const over = underWay > 0 || row.isPaused ? null : await overBy(tx, crawl, row, plan)
  if (over === null) throw new NotOver()
  if (over !== '') await leaveOut(tx, crawl, over)
  if (row.sitemapDone) return row
  const ended = { ...withoutMaps(row, await openMaps(tx, crawl)), sitemapDone: true }
  await saveCrawl(tx, crawl, ended)
  return ended
}

function progressOf({ row, underWay }: Pick<Step, 'row' | 'underWay'>): JobProgress {
  const message = row.isPaused
    ? `paused; ${row.results} pages of ${row.found} addresses`
    : `${row.results} pages of ${row.found} addresses${underWay === 0 ? '' : `, ${underWay} under way`}`
  return { done: row.results, total: row.found, message }
}
