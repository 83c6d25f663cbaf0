// The row of a crawl: made when its job begins, locked by each step, and what its pages add up to.
import type { SitePageChange, SitePageState } from '#contract/crawl/sites/site.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Links that were left out for one reason, without a row of their own. */
export interface Dropped {
  readonly count: number
  readonly examples: readonly string[]
}

/** A crawl as it stands. Ids are stored uuids. */
export interface CrawlRow {
  readonly isPaused: boolean
  /** Pauses not counted. */
  readonly elapsedMs: number
  /** Whether the addresses of all sitemaps have their rows. */
  readonly sitemapDone: boolean
  readonly dropped: Readonly<Record<string, Dropped>>
  readonly requests: number
  readonly notModified: number
  readonly bytes: number
  /** How many addresses have a row. */
  readonly found: number
  /** How many pages have a result: stored and unchanged ones. */
  readonly results: number
}

const columns = sql`
  paused_at is not null as "isPaused",
  (extract(epoch from coalesce(paused_at, now()) - clock_from) * 1000)::float8 as "elapsedMs",
  sitemap_done as "sitemapDone", dropped,
  requests::float8 as requests, not_modified::float8 as "notModified", bytes::float8 as bytes, found::float8 as found, results::float8 as results`

/** `earlier`: the crawl with which its pages are compared. Changes nothing where it was begun before. */
export async function insertCrawl(tx: Queryable, id: string, earlier: string | null): Promise<void> {
  await tx.execute(sql`
    insert into site_crawls (job_id, earlier) values (${id}, ${earlier})
    -- A pause may have made the row.
    on conflict (job_id) do update set earlier = excluded.earlier`)
}

/** Null before its job began. */
export async function readCrawl(on: Queryable, id: string): Promise<CrawlRow | null> {
  const [row] = await on.query<CrawlRow>(sql`select ${columns} from site_crawls where job_id = ${id}`)
  return row ?? null
}

/** The same, locked until the end of the transaction: all that changes a crawl waits for each other here. */
export async function lockCrawl(tx: Queryable, id: string): Promise<CrawlRow> {
  const [row] = await tx.query<CrawlRow>(
    sql`select ${columns} from site_crawls where job_id = ${id} for update`,
  )
  if (row === undefined) throw new Error('A crawl that was begun has no row.')
  return row
}

/** Writes what a step changed. */
export async function saveCrawl(tx: Queryable, id: string, row: CrawlRow): Promise<void> {
  await tx.execute(sql`
    update site_crawls set
      sitemap_done = ${row.sitemapDone}, dropped = ${JSON.stringify(row.dropped)},
      requests = ${row.requests}, not_modified = ${row.notModified}, bytes = ${row.bytes}, found = ${row.found},
      results = ${row.results}
    where job_id = ${id}`)
}

/** Changes nothing where it is paused already; a crawl whose job has not begun will begin paused. */
export async function pauseCrawl(on: Queryable, id: string): Promise<void> {
  await on.execute(sql`
    insert into site_crawls as s (job_id, paused_at) values (${id}, now())
    on conflict (job_id) do update set paused_at = coalesce(s.paused_at, now())`)
}

/** The limit of time does not count the pause. */
export async function resumeCrawl(on: Queryable, id: string): Promise<void> {
  await on.execute(sql`
    update site_crawls set clock_from = clock_from + (now() - paused_at), paused_at = null
    where job_id = ${id} and paused_at is not null`)
}

/** Addresses by state. */
export async function countPages(on: Queryable, id: string): Promise<Record<SitePageState, number>> {
  const rows = await on.query<{ state: SitePageState; n: number }>(
    sql`select state, count(*)::integer as n from site_pages where crawl_id = ${id} group by state`,
  )
  const counts = new Map(rows.map(({ state, n }) => [state, n]))
  const count = (state: SitePageState) => counts.get(state) ?? 0
  return {
    queued: count('queued'),
    fetching: count('fetching'),
    stored: count('stored'),
    unchanged: count('unchanged'),
    duplicate: count('duplicate'),
    failed: count('failed'),
    refused: count('refused'),
    left_out: count('left_out'),
  }
}

/** Pages by what has become of them; null where they are compared with no earlier crawl. */
export async function countChanges(
  on: Queryable,
  id: string,
): Promise<Record<SitePageChange, number> | null> {
  const rows = await on.query<{ change: SitePageChange | null; n: number }>(sql`
    select p.change, count(p.key)::integer as n
    from site_crawls c left join site_pages p on p.crawl_id = c.job_id and p.change is not null
    where c.job_id = ${id} and c.earlier is not null
    group by p.change`)
  if (rows.length === 0) return null
  const count = (change: SitePageChange): number => rows.find((row) => row.change === change)?.n ?? 0
  return {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    vanished: count('vanished'),
  }
}

/** Reasons of pages in the given states, with how many and the first addresses. */
export async function pageReasons(
  on: Queryable,
  id: string,
): Promise<
  {
    readonly state: SitePageState
    readonly reason: string
    readonly count: number
    readonly examples: string[]
  }[]
> {
  return on.query(sql`
    select state, reason, count(*)::integer as count, (array_agg(url order by n) filter (where place <= 5)) as examples
    from (
      select *, row_number() over (partition by state, reason order by n) as place from site_pages
      where crawl_id = ${id} and state in ('failed', 'refused', 'left_out') and reason is not null
    ) as p
    group by state, reason
    order by count(*) desc, reason`)
}
