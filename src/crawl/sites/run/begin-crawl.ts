// The begin of a crawl: its row, its start pages, the pages of the earlier crawl, the jobs that read its sitemaps.
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { insertCrawl, lockCrawl, saveCrawl } from '#crawl/sites/store/crawl-rows.ts'
import type { KnownPage } from '#crawl/sites/store/page-rows.ts'
import { copySketches } from '#crawl/sites/store/sketch-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'
import { admitLinks, type SiteLink } from './admit-links.ts'
import type { CrawlOrigin } from './launch-pages.ts'
import { copySessions } from './learned-sessions.ts'
import { startMaps } from './sitemap-pages.ts'

/** Reads how the job of the crawl was queued, for the jobs below it. */
export async function originOf(on: Queryable, crawl: string, plan: SitePlan): Promise<CrawlOrigin> {
  const [row] = await on.query<{
    owner: string
    traceparent: string | null
    priority: number
    metadata: NonNullable<JobOptions['metadata']>
    webhook: WebhookTarget | null
  }>(sql`
    select coalesce(owner, fairness_key) as owner, traceparent, priority, metadata, webhook from jobs where id = ${crawl}`)
  if (row === undefined) throw new Error('A crawl that runs has no job.')
  const { owner, traceparent, priority, metadata, webhook } = row
  return {
    fairnessKey: owner,
    traceparent,
    options: { priority, metadata },
    webhook: plan.input.webhookPages ? webhook : null,
  }
}

/** Changes nothing where the crawl was begun before: its job runs again. */
export async function beginCrawl(
  deps: {
    readonly engine: Pick<JobSubmission, 'enqueueMany'>
    readonly mapOperation: ExtractorOperation | null
  },
  tx: Queryable,
  crawl: string,
  { plan, origin }: { readonly plan: SitePlan; readonly origin: CrawlOrigin },
): Promise<void> {
  const earlier = plan.input.incremental === null ? null : parseId('job', plan.input.incremental)
  await insertCrawl(tx, crawl, earlier)
  const row = await lockCrawl(tx, crawl)
  if (row.found > 0) return
  const starts = plan.input.urls.map((href): SiteLink => ({ href, depth: 0, source: 'start', foundOn: null }))
  const known = earlier === null ? [] : await earlierPages(tx, earlier, plan)
  const isKnown = new Map(known.map((link) => [link.href, link.known]))
  const links = [...starts.map((link) => ({ ...link, known: isKnown.get(link.href) ?? null })), ...known]
  if (earlier !== null) {
    await copySketches(tx, { from: earlier, to: crawl })
    await copySessions(tx, { from: earlier, to: crawl })
  }
  const begun = await admitLinks(tx, crawl, { plan, row, links })
  await saveCrawl(tx, crawl, await startMaps(deps, tx, crawl, { plan, row: begun, origin }))
}

/**
 * The pages of the earlier crawl that had a result, and its duplicates. All others are found as they were found then. What
 * was known of a page counts where its result is still kept, and not where other extractors ran: a page that has not changed
 * would keep a result that nobody asks for now.
 */
async function earlierPages(tx: Queryable, earlier: string, { input }: SitePlan): Promise<SiteLink[]> {
  const rows = await tx.query<KnownPage & { href: string; depth: number; isKept: boolean }>(sql`
    with kept as (
      select *, (select (input -> 'extractors')::jsonb from jobs where id = ${earlier}) = ${JSON.stringify(input.extractors)}::jsonb
        and exists (select from job_results r where r.job_id = p.result_job) as is_kept
      from site_pages p
      where crawl_id = ${earlier} and state in ('stored', 'unchanged', 'duplicate')
    )
    select url as href, depth, result_job as "resultJob", duplicate_of as "duplicateOf", etag,
      last_modified as "lastModified", content_hash as "contentHash", content_sketch as "contentSketch",
      near_duplicate_of as "nearDuplicateOf", lastmod, title, coalesce(is_kept, false) as "isKept"
    from kept
    where is_kept or state <> 'duplicate'
    order by n`)
  return rows.map(({ href, depth, isKept, ...known }) => ({
    href,
    depth,
    source: 'earlier',
    foundOn: null,
    known: isKept ? known : null,
  }))
}
