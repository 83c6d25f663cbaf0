// The sitemaps of a crawl: a job of the map reads those of each host, and the pages that they name join the others.
import { Type, type Static } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { isTerminal } from '#contract/job.ts'
import { Nullable } from '#contract/schema.ts'
import { formatId, newId, parseId } from '#kit/ids.ts'
import { pageAddress } from '#kit/site/page-address.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { extractionJob } from '#crawl/extractions/submit-extraction.ts'
import type { CrawlRow } from '#crawl/sites/store/crawl-rows.ts'
import { closeMap, insertMaps, openMaps, type SiteMap } from '#crawl/sites/store/map-rows.ts'
import { storedKey } from '#crawl/sites/store/page-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'
import { admitLinks, withDropped, type SiteLink } from './admit-links.ts'
import { countUnderWay, type CrawlOrigin } from './launch-pages.ts'

/** What a crawl reads of a map. */
const MapShape = Type.Object({
  links: Type.Array(Type.Object({ url: Type.String(), lastmod: Nullable(Type.String()) })),
  complete: Type.Boolean(),
  lists: Type.Array(
    Type.Object({
      url: Type.String(),
      from: Type.String(),
      outcome: Type.String(),
      sameDay: Nullable(Type.Boolean()),
    }),
  ),
})
const isMap = lazyShape(MapShape)
const MAX_LINKS = 100_000
/** Of the links of a map in one transaction. */
const LINKS_AT_ONCE = 5_000
const MAP_TIMEOUT_MS = 120_000

/** Makes a job for each host that the crawl starts at. Answers the row of the crawl as it stands then. */
export async function startMaps(
  {
    engine,
    mapOperation,
  }: {
    readonly engine: Pick<JobSubmission, 'enqueueMany'>
    readonly mapOperation: ExtractorOperation | null
  },
  tx: Queryable,
  crawl: string,
  { plan, row, origin }: { readonly plan: SitePlan; readonly row: CrawlRow; readonly origin: CrawlOrigin },
): Promise<CrawlRow> {
  const { input } = plan
  if (input.sitemap === 'skip') return { ...row, sitemapDone: true }
  // The first start page of each host, in the order of the request.
  const sites = [
    ...new Map(input.urls.toReversed().map((url) => [new URL(url).host.replace(/^www\./, ''), url])).values(),
  ].toReversed()
  if (mapOperation === null) return { ...sites.reduce(withUnread, row), sitemapDone: true }
  const taken = propertiesOf(mapOperation.operation.input)
  const page = Object.entries(input.page).filter(([name]) => Object.hasOwn(taken, name))
  const maps = sites.map((url) => ({ url, id: newId('job') }))
  const specs = maps.map(({ url, id }) => {
    const asked = {
      // A list of the time before would hide a change.
      ...(input.incremental === null ? {} : { maxAgeMs: 0 }),
      ...Object.fromEntries(page),
      url,
      sitemap: 'only',
      maxHubs: 0,
      scope: input.scope === 'any' ? 'domain' : input.scope,
      limit: MAX_LINKS,
      timeoutMs: MAP_TIMEOUT_MS,
    }
    const spec = extractionJob(mapOperation, asked, origin, { ...origin.options, background: true })
    return { ...spec, id, parentId: formatId('job', crawl) }
  })
  await engine.enqueueMany(specs, tx)
  await insertMaps(
    tx,
    crawl,
    maps.map(({ url, id }) => ({ url, job: parseId('job', id) ?? '' })),
  )
  return row
}

const withUnread = (row: CrawlRow, url: string): CrawlRow => ({
  ...row,
  dropped: withDropped(row.dropped, 'sitemap_not_read', url),
})

/** The crawl ends before these maps. */
export const withoutMaps = (row: CrawlRow, maps: readonly SiteMap[]): CrawlRow =>
  maps.map(({ url }) => url).reduce(withUnread, row)

/**
 * Takes the pages of one map that has ended, so that no transaction is long; `hasMore` where one was taken. A page of an
 * earlier crawl whose `lastmod` is the same as then ends without being asked for: the next steps find its result of then.
 */
export async function takeMap(
  tx: Queryable,
  crawl: string,
  { plan, row }: { readonly plan: SitePlan; readonly row: CrawlRow },
): Promise<{ readonly row: CrawlRow; readonly hasMore: boolean }> {
  if (row.sitemapDone) return { row, hasMore: false }
  const maps = await openMaps(tx, crawl)
  if (maps.length === 0) return { row: { ...row, sitemapDone: true }, hasMore: false }
  const ended = maps.find(({ state }) => state === null || isTerminal(state))
  if (ended === undefined) return { row, hasMore: false }
  const data = await closeMap(tx, crawl, ended.job)
  return { row: await withMap(tx, crawl, { plan, row, url: ended.url, data }), hasMore: true }
}

async function withMap(
  tx: Queryable,
  crawl: string,
  given: { readonly plan: SitePlan; readonly row: CrawlRow; readonly url: string; readonly data: unknown },
): Promise<CrawlRow> {
  const { plan, row, url, data } = given
  if (!isMap.Check(data)) return withUnread(row, url)
  const isDated = !data.lists.some(({ sameDay }) => sameDay === true)
  let now = data.complete ? row : unreadLists(data, url).reduce(withUnread, row)
  for (let at = 0; at < data.links.length; at += LINKS_AT_ONCE) {
    const links = data.links.slice(at, at + LINKS_AT_ONCE)
    now = await withLinks(tx, crawl, { plan, row: now, url, links, isDated })
  }
  return now
}

/** The lists that were not read to their end; the site itself where only the map as a whole was cut. */
function unreadLists({ lists }: Static<typeof MapShape>, url: string): string[] {
  // Nothing is missing where a place that was guessed has no list.
  const unread = lists.filter(
    ({ from, outcome }) => outcome === 'cut' || (outcome !== 'read' && from !== 'guess'),
  )
  return unread.length === 0 ? [url] : unread.map((list) => list.url)
}

async function withLinks(
  tx: Queryable,
  crawl: string,
  given: {
    readonly plan: SitePlan
    readonly row: CrawlRow
    readonly url: string
    readonly links: Static<typeof MapShape>['links']
    readonly isDated: boolean
  },
): Promise<CrawlRow> {
  const { plan, row, url, links, isDated } = given
  if (isDated) {
    const { all: underWay } = await countUnderWay(tx, crawl)
    await takeDated(tx, crawl, links, { plan, room: plan.input.maxPages - row.results - underWay })
  }
  const found = links.map((link): SiteLink => ({
    href: link.url,
    depth: 1,
    source: 'sitemap',
    foundOn: url,
    lastmod: isDated ? link.lastmod : null,
  }))
  return admitLinks(tx, crawl, { plan, row, links: found })
}

/**
 * Gives pages that have not changed by their dates the job that has their result. Others that are known get the date that
 * the sitemap names.
 */
async function takeDated(
  tx: Queryable,
  crawl: string,
  links: readonly { readonly url: string; readonly lastmod: string | null }[],
  { plan, room }: { readonly plan: SitePlan; readonly room: number },
): Promise<void> {
  const dated = links.flatMap(({ url, lastmod }) => {
    const address = lastmod === null ? null : pageAddress(url, plan.address)
    return address === null ? [] : [{ key: storedKey(address.key), lastmod }]
  })
  await tx.execute(sql`
    with named as (
      select distinct on (key) * from unnest(
        ${dated.map(({ key }) => key)}::text[], ${dated.map(({ lastmod }) => lastmod)}::text[]
      ) as l (key, lastmod)
    ),
    changed as (
      update site_pages p set lastmod = n.lastmod from named n
      where p.crawl_id = ${crawl} and p.key = n.key and p.lastmod is distinct from n.lastmod
    )
    update site_pages p set state = 'fetching', page_job = p.result_job, reason = 'lastmod', fetched_at = null
    from named n
    where p.crawl_id = ${crawl} and p.key = n.key and p.key in (
      select q.key from site_pages q join named m using (key)
      where q.crawl_id = ${crawl} and q.state = 'queued' and q.result_job is not null and q.lastmod = m.lastmod
      order by q.n limit ${Math.max(0, room)}
    )`)
}
