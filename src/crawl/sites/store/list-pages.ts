// The list of the pages of a crawl, in the order in which they were found, with their results where these are wanted.
import type { SitePage, SitePageChange, SitePageState } from '#contract/crawl/sites/site.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

export interface PageFilter {
  readonly states: readonly SitePageState[] | null
  readonly reason: string | null
  readonly changes: readonly SitePageChange[] | null
  readonly withResults: boolean
}

/** Of stored results in one read, which are compressed: one of them may have megabytes. */
const MAX_STORED_BYTES = 4_000_000

interface Row extends Omit<SitePage, 'fetchedAt' | 'jobId' | 'results' | 'change'> {
  readonly n: number
  readonly change: SitePageChange | null
  readonly isCompared: boolean
  /** How many rows follow the position, at most one more than asked for. */
  readonly there: number
  readonly fetchedAt: Date | null
  readonly job: string | null
  readonly results: Record<string, unknown> | null
}

/** At most `limit` after the number `after`, fewer with large results; `next` is the number of the last where more follow. */
export async function listPages(
  on: Queryable,
  crawl: string,
  { states, reason, changes, withResults }: PageFilter,
  { limit, after }: { readonly limit: number; readonly after: number },
): Promise<{ readonly items: SitePage[]; readonly next: number | null }> {
  // That of a duplicate is kept for its links.
  const result = withResults
    ? sql`left join job_results r on r.job_id = p.result_job and p.state <> 'duplicate'`
    : sql``
  const rows = await on.query<Row>(sql`
    with following as (
      select p.n, ${withResults ? sql`coalesce(pg_column_size(r.result), 0)` : sql`0`} as size
      from site_pages p
      ${result}
      where p.crawl_id = ${crawl} and p.n > ${after}
        and (${states === null} or p.state = any(${states ?? []}::text[]))
        and (${reason === null} or p.reason = ${reason})
        and (${changes === null} or p.change = any(${changes ?? []}::text[]))
      order by p.n
      limit ${limit + 1}
    ),
    measured as (
      select n, count(*) over ()::integer as there, sum(size) over (order by n) - size as before from following
    )
    select p.n::float8 as n, m.there, p.url, p.final_url as "finalUrl", p.state, p.reason, p.depth, p.source,
      p.found_on as "foundOn", p.status_code as "statusCode", p.title, p.content_hash as "contentHash",
      p.duplicate_of as "duplicateOf",
      -- A page that waits has that of an earlier crawl.
      case when p.state in ('stored', 'unchanged') then p.near_duplicate_of end as "nearDuplicateOf",
      p.change, (select earlier is not null from site_crawls where job_id = ${crawl}) as "isCompared",
      p.bytes::float8 as bytes, p.fetched_at as "fetchedAt",
      coalesce(p.result_job, p.page_job) as job, p.error,
      ${withResults ? sql`r.result -> 'data' -> 'results'` : sql`null::json`} as results
    from measured m
    join site_pages p on p.crawl_id = ${crawl} and p.n = m.n
    ${result}
    where m.before < ${MAX_STORED_BYTES}
    order by p.n
    limit ${limit}`)
  const [first] = rows
  return {
    items: rows.map((row) => pageOf(row, withResults)),
    next: first !== undefined && first.there > rows.length ? (rows.at(-1)?.n ?? null) : null,
  }
}

function pageOf(
  { fetchedAt, job, results, change, isCompared, ...row }: Omit<Row, 'n' | 'there'>,
  withResults: boolean,
): SitePage {
  const { url, finalUrl, state, reason, depth, source, foundOn, statusCode, title } = row
  return {
    url,
    finalUrl,
    state,
    reason,
    ...(isCompared ? { change } : {}),
    depth,
    source,
    foundOn,
    statusCode,
    title,
    contentHash: row.contentHash,
    duplicateOf: row.duplicateOf,
    nearDuplicateOf: row.nearDuplicateOf,
    bytes: row.bytes,
    fetchedAt: fetchedAt?.toISOString() ?? null,
    jobId: job === null ? null : formatId('job', job),
    error: row.error,
    ...(withResults ? { results } : {}),
  }
}
