// Makes the map of a site: its first page, its lists, a few of its pages, and what of all that had to be left out.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractorOutput } from '#extract/context.ts'
import { endsAtMsOf } from '#extract/page/open-in-browser.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import {
  MAP_LIMITS,
  MAP_REASONS,
  type MapData,
  type MapInput,
  type MapLink,
  type MapReason,
} from '#extractors/sites/request/options.ts'
import { createFoundPages, type FoundPages, type Sighted } from './found-pages.ts'
import { mapScope } from '#extractors/sites/request/map-scope.ts'
import { rankLinks } from './rank-links.ts'
import { chooseHubs, visitHubs, visitPage, type PageVisit, type VisitedPage, isDead } from './visit-pages.ts'
import { walkLists, type Walk } from './walk-lists.ts'

const DEFAULT_LIMIT = 5_000
const DEFAULT_HUBS = 10
const DEFAULT_TIMEOUT_MS = 60_000
/** Kept free at the end, to put the answer together. */
const ANSWER_SHARE = 0.05
/** Of the links of an answer, with their names: what a worker sends back has a bound. */
const MAX_ANSWER_CHARS = 20_000_000

/** Throws the error of the first page where nothing else was found either. */
export async function mapSite(request: MapInput, context: ExtractContext): Promise<ExtractorOutput> {
  const input = { ...request, timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS }
  const startedMs = performance.now()
  const lastMs = endsAtMsOf(input, context)
  const endsAtMs = lastMs - (lastMs - startedMs) * ANSWER_SHARE
  const { sitemap = 'include', limit = DEFAULT_LIMIT, maxHubs = DEFAULT_HUBS, search } = input
  const first = sitemap === 'only' ? null : await firstPage(input, context, endsAtMs)
  const visited = first?.visited ?? null
  // A redirect to another site does not make that one the site.
  const isAway = visited !== null && registrableDomain(visited.url) !== registrableDomain(input.url)
  const siteUrl = visited === null || isAway ? input.url : visited.url
  const found = createFoundPages(mapScope(input, [siteUrl, input.url]))
  const isEnough = (): boolean => search === undefined && found.size >= limit

  if (visited !== null && !isAway) {
    await found.add(sightedOn(visited, 'start'))
  }
  const message = 'reading the lists of the site'
  context.progress({ done: found.size, total: null, message })
  const walk = await walkLists(
    {
      context,
      input,
      siteUrl,
      endsAtMs,
      async take(pages, list) {
        await found.add(
          pages.map(({ url, title, lastmod, by }) => ({
            href: url,
            base: list,
            title,
            titleFrom: by === 'news' ? 'news' : 'feed',
            lastmod,
            by,
          })),
        )
        context.progress({ done: found.size, total: null, message })
        return !isEnough()
      },
    },
    isAway ? [] : (visited?.read.feeds ?? []),
  )
  const hubs = visited === null || isAway || isEnough() ? [] : chooseHubs(found.links(), visited.url, maxHubs)
  const hubVisits = await visitHubs(hubs, input, context, endsAtMs)
  for (const hub of hubVisits) {
    if (hub.visited === null) continue
    await found.add(sightedOn(hub.visited, 'page'))
  }
  if (found.size === 0 && first !== null && first.error !== null) throw first.cause
  const all = found.links()
  const ranked = search === undefined ? all : await rankLinks(all, search)
  const links = withinSize(ranked.slice(0, Math.min(limit, MAP_LIMITS.links)))
  const pagesRead = [...(first === null ? [] : [first]), ...hubVisits]
  const reasons = reasonsOf({
    walk,
    found,
    isAway,
    pagesRead,
    ranked: ranked.length,
    limit,
    given: links.length,
  })
  return {
    data: {
      url: visited?.url ?? input.url,
      title: visited?.read.title ?? null,
      links,
      found: all.length,
      matched: search === undefined ? null : ranked.length,
      complete: reasons.length === 0,
      reasons,
      dropped: { ...found.dropped },
      lists: [...walk.lists],
      pagesRead: pagesRead.map(({ url, links: count, error }) => ({ url, links: count, error })),
    } satisfies MapData,
    engine: visited?.page.engine ?? 'http',
    warnings: visited?.read.warnings ?? [],
    ...(visited === null
      ? {}
      : {
          response: visited.page.response,
          quality: { ...visited.read.quality, signals: [...visited.read.quality.signals] },
        }),
  }
}

type FirstVisit = PageVisit & { readonly cause: unknown }

async function firstPage(input: MapInput, context: ExtractContext, endsAtMs: number): Promise<FirstVisit> {
  try {
    const visited = await visitPage(input, context, endsAtMs)
    return { url: visited.url, links: visited.read.links.length, error: null, visited, cause: null }
  } catch (cause) {
    if (context.signal.aborted || !(cause instanceof SurveyorError)) throw cause
    return { url: input.url, links: null, error: cause.code, visited: null, cause }
  }
}

/** The page itself and what it links. */
const sightedOn = ({ url, read: { title, base, links } }: VisitedPage, by: 'start' | 'page'): Sighted[] => [
  { href: url, base: null, title, titleFrom: 'page', lastmod: null, by },
  ...links.map(({ href, text }): Sighted => ({
    href,
    base,
    title: text,
    titleFrom: 'link',
    lastmod: null,
    by: 'page',
  })),
]

function withinSize(links: readonly MapLink[]): MapLink[] {
  let chars = 0
  const end = links.findIndex(
    ({ url, title }) => (chars += url.length + (title?.length ?? 0) + 120) > MAX_ANSWER_CHARS,
  )
  return end === -1 ? [...links] : links.slice(0, end)
}

const DETAILS: Readonly<Record<MapReason, string>> = {
  limit: 'There are more pages than `limit` allows.',
  deadline: 'The time was up before all lists and pages were read.',
  list_failed: 'A sitemap or feed that the site names could not be read.',
  list_cut: 'A sitemap or feed could be read only in part.',
  list_foreign: 'A sitemap of another domain was not asked for.',
  too_many_lists: 'The site names more sitemaps than are read.',
  too_many_pages: 'The site names more addresses than are kept.',
  result_size: 'The links do not fit into one answer.',
  page_failed: 'A page could not be read for its links.',
  redirected_away: 'The address leads to another site, whose pages are not listed: map that one.',
}

function reasonsOf(seen: {
  readonly walk: Walk
  readonly found: FoundPages
  readonly isAway: boolean
  readonly pagesRead: readonly PageVisit[]
  readonly ranked: number
  readonly limit: number
  readonly given: number
}): MapData['reasons'] {
  const { walk, found, isAway, pagesRead, ranked, limit, given } = seen
  const outcomes = (...names: readonly string[]): number =>
    walk.lists.filter(({ outcome, from }) => names.includes(outcome) && from !== 'guess').length
  const late = pagesRead.filter(({ error }) => error === 'deadline').length
  const isLimited = ranked > limit
  const notRead = outcomes('not_read')
  const isFull = isLimited || (given === limit && notRead > 0)
  const counts: Readonly<Record<MapReason, number>> = {
    limit: isFull ? Math.max(1, ranked - limit) : 0,
    deadline: late + (isFull ? 0 : notRead),
    list_failed: outcomes('failed', 'no_list'),
    list_cut: walk.lists.filter(({ outcome }) => outcome === 'cut').length,
    list_foreign: outcomes('foreign'),
    too_many_lists: walk.overflow,
    too_many_pages: found.overflow,
    result_size: Math.min(ranked, limit) - given,
    page_failed: pagesRead.filter((page) => page.error !== null && !isDead(page)).length - late,
    redirected_away: isAway ? 1 : 0,
  }
  return MAP_REASONS.filter((code) => counts[code] > 0).map((code) => ({
    code,
    detail: DETAILS[code],
    count: counts[code],
  }))
}
