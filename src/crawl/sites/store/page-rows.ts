// The rows of the pages of a crawl: found, begun, ended. Each statement takes many of them.
import { createHash } from 'node:crypto'
import type { Problem } from '#contract/problem.ts'
import type { SitePageSource, SitePageState } from '#contract/crawl/sites/site.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** The key of an address as it is stored: short, whatever the length of the address. */
export const storedKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** What an earlier crawl knew of a page. */
export interface KnownPage {
  /** The job that has its result, a stored uuid; of a duplicate, the one that read its links. */
  readonly resultJob: string
  readonly duplicateOf: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly contentHash: string | null
  readonly contentSketch: string | null
  readonly nearDuplicateOf: string | null
  readonly lastmod: string | null
  readonly title: string | null
}

/**
 * Which pages are begun first: those that the site itself names (start pages, sitemaps, feeds, canonical addresses), then
 * linked ones, then, when nothing else waits or is under way, what belongs to a group that grows like a trap (held pages).
 */
export const RANKS = { named: 0, linked: 1, heldNamed: 2, heldLinked: 3 } as const
export type PageRank = (typeof RANKS)[keyof typeof RANKS]

/** A page that was found. */
export interface NewPage {
  readonly key: string
  readonly url: string
  readonly depth: number
  readonly source: SitePageSource
  readonly foundOn: string | null
  readonly lastmod: string | null
  readonly known: KnownPage | null
  readonly rank: PageRank
  /** How many of its folder were found before, of the same rank. */
  readonly turn: number
}

/** Of these keys those that have a row, with their states. */
export async function statesOf(
  tx: Queryable,
  crawl: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly state: SitePageState; readonly url: string }>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.query<{ key: string; state: SitePageState; url: string }>(
    sql`select key, state, url from site_pages where crawl_id = ${crawl} and key = any(${keys}::text[])`,
  )
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/** The pages must be new. `from` is the number of the first. */
export async function insertPages(
  tx: Queryable,
  crawl: string,
  pages: readonly NewPage[],
  from: number,
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ key, url, depth, source, foundOn, lastmod, known, rank, turn }, at) => ({
    key,
    n: from + at,
    rank,
    turn,
    url,
    depth,
    source,
    found_on: foundOn,
    lastmod: lastmod ?? known?.lastmod ?? null,
    is_known: known !== null,
    result_job: known?.resultJob ?? null,
    etag: known?.etag ?? null,
    last_modified: known?.lastModified ?? null,
    content_hash: known?.contentHash ?? null,
    content_sketch: known?.contentSketch ?? null,
    near_duplicate_of: known?.nearDuplicateOf ?? null,
    title: known?.title ?? null,
    duplicate_of: known?.duplicateOf ?? null,
  }))
  await tx.execute(sql`
    insert into site_pages (
      crawl_id, key, n, rank, turn, url, depth, state, source, found_on, lastmod, is_known, result_job, etag, last_modified,
      content_hash, content_sketch, near_duplicate_of, title, duplicate_of
    )
    select ${crawl}, key, n, rank, turn, url, depth, 'queued', source, found_on, lastmod, is_known, result_job, etag, last_modified,
      content_hash, content_sketch, near_duplicate_of, title, duplicate_of
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      key text, n bigint, rank smallint, turn integer, url text, depth integer, source text, found_on text, lastmod text,
      is_known boolean, result_job uuid, etag text, last_modified text, content_hash text, content_sketch text, near_duplicate_of text, title text,
      duplicate_of text
    )`)
}

/** A page that waits for its turn. */
export interface WaitingPage {
  readonly key: string
  readonly url: string
  readonly isKnown: boolean
  readonly etag: string | null
  readonly lastModified: string | null
}

/**
 * Held pages or the others, by rank. Of one rank the folders take turns; of one folder those that were found first.
 */
export async function nextWaiting(
  tx: Queryable,
  crawl: string,
  { limit, isHeld }: { readonly limit: number; readonly isHeld: boolean },
): Promise<WaitingPage[]> {
  const ranks = isHeld ? sql`rank >= ${RANKS.heldNamed}` : sql`rank < ${RANKS.heldNamed}`
  return tx.query<WaitingPage>(sql`
    select key, url, is_known as "isKnown", etag, last_modified as "lastModified" from site_pages
    where crawl_id = ${crawl} and state = 'queued' and ${ranks}
    order by rank, turn, n limit ${limit}`)
}

/** Pages that were found by links and that the site itself turns out to name. */
export async function markNamed(tx: Queryable, crawl: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { linked, heldLinked } = RANKS
  await tx.execute(sql`
    update site_pages set rank = rank - 1
    where crawl_id = ${crawl} and key = any(${keys}::text[]) and state = 'queued' and rank in (${linked}, ${heldLinked})`)
}

/** Pages that wait and were found by links or lists, with this text in their address. */
export async function waitingWith(
  tx: Queryable,
  crawl: string,
  text: string,
): Promise<
  { readonly key: string; readonly url: string; readonly depth: number; readonly foundOn: string | null }[]
> {
  return tx.query(sql`
    select key, url, depth, found_on as "foundOn" from site_pages
    where crawl_id = ${crawl} and state = 'queued' and source not in ('start', 'earlier') and position(${text} in url) > 0
    order by n`)
}

/** queued → fetching, each with its job (a stored uuid). */
export async function beginPages(
  tx: Queryable,
  crawl: string,
  begun: readonly { readonly key: string; readonly job: string }[],
): Promise<void> {
  if (begun.length === 0) return
  await tx.execute(sql`
    update site_pages p set state = 'fetching', page_job = b.job
    from unnest(${begun.map(({ key }) => key)}::text[], ${begun.map(({ job }) => job)}::uuid[]) as b (key, job)
    where p.crawl_id = ${crawl} and p.key = b.key`)
}

/** What an answer says of a page; null: it does not say. */
export interface PageAnswer {
  readonly finalUrl: string | null
  readonly statusCode: number | null
  readonly title: string | null
  readonly contentHash: string | null
  readonly contentSketch: string | null
  /** The stored key of the address that the page names as its own, where that is another one. */
  readonly canonical: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bytes: number | null
  /** When the copy that it came from was fetched; null: just now. */
  readonly copyFrom: string | null
}

/** How a page ended. */
export interface PageEnd {
  readonly key: string
  readonly state: SitePageState
  readonly reason: string | null
  readonly duplicateOf: string | null
  /** The address of the page that has nearly the same text. */
  readonly nearDuplicateOf: string | null
  /** The job that has its result, a stored uuid; undefined: the one that it has already. */
  readonly resultJob: string | null | undefined
  /** Null: what is known of it stays. */
  readonly answer: PageAnswer | null
  readonly error: Problem | null
}

/** The site has the page no more, or another one in its place. */
const VANISHED = ['http_404', 'http_410', 'soft_404', 'redirect']

/** Ends pages, and compares them with the earlier crawl. */
export async function endPages(tx: Queryable, crawl: string, ends: readonly PageEnd[]): Promise<void> {
  if (ends.length === 0) return
  const rows = ends.map(({ key, state, reason, duplicateOf, nearDuplicateOf, resultJob, answer, error }) => ({
    key,
    state,
    reason,
    duplicate_of: duplicateOf,
    near_duplicate_of: nearDuplicateOf,
    keeps_result: resultJob === undefined,
    result_job: resultJob ?? null,
    is_answered: answer !== null,
    final_url: answer?.finalUrl ?? null,
    status_code: answer?.statusCode ?? null,
    title: answer?.title ?? null,
    content_hash: answer?.contentHash ?? null,
    content_sketch: answer?.contentSketch ?? null,
    canonical: answer?.canonical ?? null,
    etag: answer?.etag ?? null,
    last_modified: answer?.lastModified ?? null,
    bytes: answer?.bytes ?? null,
    copy_from: answer?.copyFrom ?? null,
    error,
  }))
  await tx.execute(sql`
    update site_pages p set
      change = case
        -- Without an earlier crawl, or without its pages any more, nothing is known.
        when k.earlier is null then null
        when e.state = 'unchanged' then 'unchanged'
        when e.state = 'stored' and not k.had_result then 'new'
        -- Of a file, or a page with hardly any text, the validators say it.
        when e.state = 'stored' then case coalesce(e.content_hash, e.etag, e.last_modified) = k.content
          when true then 'unchanged' when false then 'changed' end
        when k.had_result and e.reason = any(${VANISHED}::text[]) then 'vanished'
      end,
      state = e.state, reason = e.reason, duplicate_of = e.duplicate_of, error = e.error,
      result_job = case when e.keeps_result then p.result_job else e.result_job end,
      final_url = case when e.is_answered then e.final_url else p.final_url end,
      status_code = case when e.is_answered then e.status_code else p.status_code end,
      title = case when e.is_answered then e.title else p.title end,
      content_hash = case when e.is_answered then e.content_hash else p.content_hash end,
      content_sketch = case when e.is_answered then e.content_sketch else p.content_sketch end,
      near_duplicate_of = case when e.is_answered then e.near_duplicate_of else p.near_duplicate_of end,
      canonical = case when e.is_answered then e.canonical else p.canonical end,
      etag = case when e.is_answered then e.etag else p.etag end,
      last_modified = case when e.is_answered then e.last_modified else p.last_modified end,
      bytes = case when e.is_answered then e.bytes else p.bytes end,
      -- What ends without an answer, and without a job or with that of an earlier crawl, was never asked for.
      fetched_at = case
        when (p.page_job is null or p.page_job = p.result_job) and not e.is_answered then p.fetched_at
        else coalesce(e.copy_from, now())
      end
    from json_to_recordset(${JSON.stringify(rows)}::json) as e (
      key text, state text, reason text, duplicate_of text, near_duplicate_of text, keeps_result boolean, result_job uuid,
      is_answered boolean, final_url text, status_code integer, title text, content_hash text, content_sketch text,
      canonical text, etag text, last_modified text, bytes bigint, copy_from timestamptz, error jsonb
    )
    left join lateral (
      select c.job_id as earlier, coalesce(o.state in ('stored', 'unchanged'), false) as had_result,
        coalesce(o.content_hash, o.etag, o.last_modified) as content
      from site_crawls own
      join site_crawls c on c.job_id = own.earlier
      left join site_pages o on o.crawl_id = c.job_id and o.key = e.key
      where own.job_id = ${crawl}
    ) k on true
    where p.crawl_id = ${crawl} and p.key = e.key`)
}

/** queued → left_out, all of them. */
export async function leaveOut(tx: Queryable, crawl: string, reason: string): Promise<void> {
  await tx.execute(sql`
    update site_pages set state = 'left_out', reason = ${reason} where crawl_id = ${crawl} and state = 'queued'`)
}

/** A page that has a text. */
export interface PageOfText {
  readonly key: string
  readonly url: string
  readonly canonical: string | null
}

/** The pages that have these texts, by hash. */
export async function pagesByContent(
  tx: Queryable,
  crawl: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PageOfText>> {
  if (hashes.length === 0) return new Map()
  const rows = await tx.query<PageOfText & { readonly hash: string }>(sql`
    select distinct on (content_hash) content_hash as hash, key, url, canonical from site_pages
    where crawl_id = ${crawl} and content_hash = any(${hashes}::text[]) and state in ('stored', 'unchanged')
    order by content_hash, n`)
  return new Map(rows.map(({ hash, ...page }) => [hash, page]))
}

/** A page that has a result, and what tells whether another one is a copy of it. */
export interface PageText extends PageOfText {
  readonly title: string | null
  readonly contentHash: string | null
  readonly sketch: string | null
}

const textColumns = sql`key, url, canonical, title, content_hash as "contentHash", content_sketch as sketch`

/** The pages under these keys that have a result, and those that name one of these as the page that counts. */
export async function textsOf(tx: Queryable, crawl: string, keys: readonly string[]): Promise<PageText[]> {
  if (keys.length === 0) return []
  return tx.query<PageText>(sql`
    select ${textColumns} from site_pages
    where crawl_id = ${crawl} and state in ('stored', 'unchanged') and key = any(${keys}::text[])
    union
    select ${textColumns} from site_pages
    where crawl_id = ${crawl} and state in ('stored', 'unchanged') and canonical = any(${keys}::text[])`)
}

/** Adds to the counts of groups. */
export async function addToGroups(
  tx: Queryable,
  crawl: string,
  taken: ReadonlyMap<string, number>,
): Promise<void> {
  if (taken.size === 0) return
  await tx.execute(sql`
    insert into site_groups as g (crawl_id, key, taken)
    select ${crawl}, key, n from unnest(${[...taken.keys()]}::text[], ${[...taken.values()]}::integer[]) as t (key, n)
    on conflict (crawl_id, key) do update set taken = g.taken + excluded.taken`)
}

export async function groupCounts(
  tx: Queryable,
  crawl: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.query<{ key: string; taken: number }>(
    sql`select key, taken from site_groups where crawl_id = ${crawl} and key = any(${keys}::text[])`,
  )
  return new Map(rows.map(({ key, taken }) => [key, taken]))
}
