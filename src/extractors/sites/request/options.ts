// What the map of a site takes and gives.
import { Type, type Static } from 'typebox'
import { Count, Nullable, Words } from '#contract/schema.ts'
import { MAX_TIMEOUT_MS } from '#extract/define-extractor.ts'
import { SiteInput } from '#extract/page/page-request.ts'
import { LIST_FORMATS } from '#parsing/sitemaps/site-list.ts'

/** The most that a request may ask for. */
export const MAP_LIMITS = { links: 100_000, hubs: 50, patterns: 100, timeoutMs: MAX_TIMEOUT_MS } as const

const Patterns = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: MAP_LIMITS.patterns,
      examples: [['/docs/*']],
      description,
    }),
  )

export const MapInput = SiteInput({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Words to look for in titles and addresses: only pages with at least one of them are answered, the best first.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAP_LIMITS.links,
      default: 5_000,
      description: 'Most links of the answer. With many, take them as a file: `delivery: artifact`.',
    }),
  ),
  scope: Type.Optional(
    Words(['path', 'host', 'domain'], {
      default: 'host',
      description:
        '`path`: below the folder of `url`. `host`: its host, with www and without. `domain`: all hosts of its registered domain.',
    }),
  ),
  include: Patterns(
    'Only pages that fit one of them: globs of the path (`/docs/*`), of path and query (`/list?page=*`) or of the whole ' +
      'address (`https://*.example.org/*`), or RE2 expressions after `re:`.',
  ),
  exclude: Patterns('No page that fits one of them; written like `include`, and stronger.'),
  sitemap: Type.Optional(
    Words(['include', 'skip', 'only'], {
      default: 'include',
      description:
        '`skip`: only links of pages and feeds. `only`: only what sitemaps and feeds name, no page is read.',
    }),
  ),
  maxHubs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAP_LIMITS.hubs,
      default: 10,
      description:
        'Pages that the first page links, whose links are read too; those nearest to the root first.',
    }),
  ),
  ignoreQuery: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether addresses that differ only by their query are one page.',
    }),
  ),
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: MAP_LIMITS.timeoutMs,
      default: 60_000,
      description: 'For all requests together, from the claim on. What was found until then is answered.',
    }),
  ),
})
export type MapInput = Static<typeof MapInput>

/** How a page became known. */
export const FOUND_BY = ['start', 'page', 'sitemap', 'news', 'hreflang', 'feed'] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** Where a title stands, the most reliable first. */
export const TITLE_FROM = ['page', 'news', 'feed', 'link'] as const

/** Where the address of a list was found; `guess`: where sites usually have one. */
const LIST_FROM = ['robots', 'guess', 'page', 'index'] as const

const LIST_OUTCOMES = ['read', 'cut', 'failed', 'no_list', 'foreign', 'not_read'] as const

export const MAP_REASONS = [
  'limit',
  'deadline',
  'list_failed',
  'list_cut',
  'list_foreign',
  'too_many_lists',
  'too_many_pages',
  'result_size',
  'page_failed',
  'redirected_away',
] as const
export type MapReason = (typeof MAP_REASONS)[number]

/** One page that is known. */
export const MapLink = Type.Object({
  url: Type.String(),
  title: Nullable(Type.String()),
  titleFrom: Nullable(
    Words(TITLE_FROM, {
      description: 'The page itself, a news sitemap, a feed, or the text of a link. Null: no title.',
    }),
  ),
  lastmod: Nullable(Type.String({ description: 'As a list says: RFC 3339 or a date. Null: none says it.' })),
  sources: Type.Array(Words(FOUND_BY), { description: 'All that name it.' }),
  score: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'With `search`: how well it fits the words.' }),
  ),
})
export type MapLink = Static<typeof MapLink>

/** A sitemap or feed that was found, and what became of it. */
export const MapList = Type.Object({
  url: Type.String(),
  from: Words(LIST_FROM),
  outcome: Words(LIST_OUTCOMES, {
    description:
      '`cut`: read in part. `no_list`: something else, such as a page. `foreign`: of another domain, not asked for. ' +
      '`not_read`: the limit or the deadline came first.',
  }),
  format: Nullable(Words(LIST_FORMATS)),
  pages: Nullable(Type.Integer({ minimum: 0, description: 'Addresses that it names, of this site or not.' })),
  sameDay: Nullable(
    Type.Boolean({ description: 'True: all its dates are one day, so they say nothing of a page.' }),
  ),
  detail: Nullable(Type.String()),
})
export type MapList = Static<typeof MapList>

export const MapData = Type.Object({
  url: Type.String({ description: 'The first page, after its redirects.' }),
  title: Nullable(Type.String({ description: 'Of the first page.' })),
  links: Type.Array(MapLink, { description: 'With `search` the best first, else as they were found.' }),
  found: Count({ description: 'Pages that were found, before `search` and `limit`.' }),
  matched: Nullable(Count({ description: 'Pages that fit `search`; null without it.' })),
  complete: Type.Boolean({
    description:
      'True: all lists were read to their end and nothing was left out. Pages that no list and none of the read pages ' +
      'names are not known in any case.',
  }),
  reasons: Type.Array(
    Type.Object({
      code: Words(MAP_REASONS),
      detail: Type.String(),
      count: Count({ description: 'How often.' }),
    }),
    { description: 'Why it is not complete; empty where it is.' },
  ),
  dropped: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description:
      'Addresses that were found and are not of this map, by reason: `host`, `exclude`, `file_type`, …',
  }),
  lists: Type.Array(MapList, { description: 'In the order in which they were found.' }),
  pagesRead: Type.Array(
    Type.Object({
      url: Type.String(),
      links: Nullable(Type.Integer({ minimum: 0 })),
      error: Nullable(Type.String({ description: 'A code, or the status that it answered with.' })),
    }),
    { description: 'The first page and those that it links.' },
  ),
})
export type MapData = Static<typeof MapData>
