// Which of the links that were found become pages of the crawl, each address once; the others are counted by reason.
import { setImmediate } from 'node:timers/promises'
import type { SitePageSource } from '#contract/crawl/sites/site.ts'
import type { ScopeReason } from '#kit/site/site-scope.ts'
import { trapGroups } from '#kit/site/trap-shapes.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { CrawlRow, Dropped } from '#crawl/sites/store/crawl-rows.ts'
import {
  addToGroups,
  groupCounts,
  insertPages,
  markNamed,
  RANKS,
  statesOf,
  storedKey,
  type KnownPage,
  type NewPage,
  type PageRank,
} from '#crawl/sites/store/page-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'
import { learnedSessions, withoutSessions } from './learned-sessions.ts'

/** A link as it was found. */
export interface SiteLink {
  readonly href: string
  readonly depth: number
  readonly source: SitePageSource
  /** The address of the page or the sitemap that names it; null for a start page. */
  readonly foundOn: string | null
  readonly lastmod?: string | null
  readonly known?: KnownPage | null
  /** The page asks robots not to follow it. */
  readonly nofollow?: boolean
}

/**
 * Why a link has no row, since it does not belong to the crawl or there would be no end of rows; or why a page is missing in
 * the files of a crawl.
 */
type DropReason =
  | ScopeReason
  | 'nofollow'
  | 'session'
  | 'links_cut'
  | 'frontier_full'
  | 'sitemap_not_read'
  | 'file_line'
  | 'file_limit'

/** The patterns of the request may take some milliseconds for each link. */
const PER_TURN = 10
const MAX_EXAMPLES = 5
const MAX_EXAMPLE_CHARS = 500

/** `dropped` with one more. */
export function withDropped(
  dropped: CrawlRow['dropped'],
  reason: DropReason,
  example: string,
): CrawlRow['dropped'] {
  const before: Dropped = dropped[reason] ?? { count: 0, examples: [] }
  const shown = example.slice(0, MAX_EXAMPLE_CHARS).toWellFormed()
  const isNew = before.examples.length < MAX_EXAMPLES && !before.examples.includes(shown)
  return {
    ...dropped,
    [reason]: { count: before.count + 1, examples: isNew ? [...before.examples, shown] : before.examples },
  }
}

/** Answers the row of the crawl as it stands then; the row must be locked. */
export async function admitLinks(
  tx: Queryable,
  crawl: string,
  {
    plan,
    row,
    links,
  }: { readonly plan: SitePlan; readonly row: CrawlRow; readonly links: readonly SiteLink[] },
): Promise<CrawlRow> {
  let { dropped } = row
  const candidates = new Map<string, Omit<NewPage, 'rank' | 'turn'>>()
  const named = new Set<string>()
  const followed = links.flatMap(({ href, source }) => (isGiven(source) ? [] : [href]))
  const sessions = await learnedSessions(tx, crawl, followed)
  for (const [index, link] of links.entries()) {
    if (index % PER_TURN === PER_TURN - 1) await setImmediate()
    const { depth, source, foundOn, lastmod = null, known = null } = link
    const plain = isGiven(source) ? null : withoutSessions(link.href, sessions)
    if (plain !== null) dropped = withDropped(dropped, 'session', link.href)
    const href = plain ?? link.href
    const { address, reason } = plan.scope.verdict({ href, depth })
    const why = reason ?? (link.nofollow === true && plan.input.robotsMeta === 'obey' ? 'nofollow' : null)
    if (address === null || why !== null) {
      dropped = withDropped(dropped, why ?? 'invalid', href)
      continue
    }
    const key = storedKey(address.key)
    if (isNamed(source)) named.add(key)
    if (!candidates.has(key))
      candidates.set(key, { key, url: address.url, depth, source, foundOn, lastmod, known })
  }
  const there = await statesOf(tx, crawl, [...candidates.keys()])
  await markNamed(
    tx,
    crawl,
    [...named].filter((key) => there.get(key)?.state === 'queued'),
  )
  const fresh = [...candidates.values()]
    .filter(({ key }) => !there.has(key))
    .map((page) => ({ page, bounds: boundsOf(page, plan) }))
  const groups = fresh.flatMap(({ page, bounds }) => [
    ...Object.values(RANKS).map((rank) => folderOf(page.url, rank)),
    ...bounds.map(({ key }) => key),
  ])
  const counts = new Map(await groupCounts(tx, crawl, [...new Set(groups)]))
  const taken = new Map<string, number>()
  const countOf = (key: string): number => (counts.get(key) ?? 0) + (taken.get(key) ?? 0)
  const pages: NewPage[] = []
  for (const { page, bounds } of fresh) {
    // What is taken as it is counts in its groups, and none of them is full for it.
    const isTaken = isGiven(page.source)
    const full = isTaken ? undefined : bounds.find(({ key, max }) => countOf(key) >= max)
    if (full !== undefined) dropped = withDropped(dropped, full.reason, page.url)
    else if (row.found + pages.length >= plan.maxFound)
      dropped = withDropped(dropped, 'frontier_full', page.url)
    else {
      const isHeld = !isTaken && bounds.some(({ key, prompt }) => countOf(key) >= prompt)
      const rank = rankOf(named.has(page.key), isHeld)
      const folder = folderOf(page.url, rank)
      pages.push({ ...page, rank, turn: page.source === 'start' ? 0 : countOf(folder) })
      for (const key of [folder, ...bounds.map((group) => group.key)])
        taken.set(key, (taken.get(key) ?? 0) + 1)
    }
  }
  await insertPages(tx, crawl, pages, row.found)
  await addToGroups(tx, crawl, taken)
  return { ...row, dropped, found: row.found + pages.length }
}

/** Start pages and those of an earlier crawl are taken as they are. */
const isGiven = (source: SitePageSource): boolean => source === 'start' || source === 'earlier'

/** By the request, by a list of the site, or as the address that counts. */
const isNamed = (source: SitePageSource): boolean => source !== 'link'

function rankOf(isOfSite: boolean, isHeld: boolean): PageRank {
  if (isHeld) return isOfSite ? RANKS.heldNamed : RANKS.heldLinked
  return isOfSite ? RANKS.named : RANKS.linked
}

function boundsOf({ url }: Pick<NewPage, 'url'>, { bounds }: SitePlan): ReturnType<typeof trapGroups> {
  const parsed = URL.parse(url)
  return parsed === null ? [] : trapGroups(parsed, bounds)
}

/** The host and the first part of the path: what is endless is mostly below one of these. Each rank counts its own. */
function folderOf(url: string, rank: PageRank): string {
  const { host, pathname } = new URL(url)
  const end = pathname.indexOf('/', 1)
  return `folder ${rank} ${host}${end === -1 ? '/' : pathname.slice(0, Math.min(end, 200))}`
}
