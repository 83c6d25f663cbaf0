// What a crawl of a site takes, beside the fields that say how a page is fetched, which are those of every extraction.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'

/** How far from the start pages: below their folder, their host (www or not), their registered domain, anywhere. */
export const SITE_SCOPES = ['path', 'host', 'domain', 'any'] as const
/** Whether sitemaps are read: beside the links, not at all, or in their place. */
export const SITEMAP_MODES = ['include', 'skip', 'only'] as const

const Patterns = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100, default: [], description }),
  )

/** One extractor and its own options. */
export const SiteExtractor = Type.Object(
  {
    extractor: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', examples: ['markdown'] }),
    options: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 50,
        description: 'As its own path takes them, without what says which page is fetched and how.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type SiteExtractor = Static<typeof SiteExtractor>

export const SiteOptions = {
  urls: Type.Array(Type.String({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2_048 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Start pages. They are fetched whatever `include` says.',
  }),
  scope: Type.Optional(
    Words(SITE_SCOPES, {
      default: 'host',
      description:
        'Which links are followed: `path` below the folder of a start page, `host` the same host (www or not), `domain` all hosts of its registered domain, `any` the whole web.',
    }),
  ),
  include: Patterns(
    'Only addresses that one of these names. A glob, in which `*` is any text: `/docs/*` of the path, `/list?page=*` of path and query, `https://*.example.org/*` of all of it. Or an RE2 expression after `re:`, searched in path and query.',
  ),
  exclude: Patterns('No address that one of these names, also no start page; in the form of `include`.'),
  maxDepth: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description:
          'Links from a start page; 0: the start pages alone. Pages of a sitemap count as 1. Null: any.',
      }),
    ),
  ),
  maxPages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 1_000,
      description: 'Pages with a result. Duplicates, errors and redirects do not count.',
    }),
  ),
  sitemap: Type.Optional(
    Words(SITEMAP_MODES, {
      default: 'include',
      description: '`only` follows no links, so that the crawl is what the sitemaps name.',
    }),
  ),
  extractors: Type.Optional(
    Type.Array(SiteExtractor, {
      minItems: 1,
      maxItems: 10,
      description:
        'What is done with each page, which is fetched once for all of them. Markdown where absent.',
    }),
  ),
  similarUrls: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'www or not, http or https, a slash at the end or not, `index.html` or the folder are one page. Order of parameters, tracking and session ids never tell pages apart.',
    }),
  ),
  ignoreQuery: Type.Optional(
    Type.Boolean({ default: false, description: 'Pages that only their query tells apart are one.' }),
  ),
  sameContent: Type.Optional(
    Words(['drop', 'keep'], {
      default: 'drop',
      description: 'A page with exactly the visible text of another one is a duplicate of it, or a page.',
    }),
  ),
  similarContent: Type.Optional(
    Words(['mark', 'drop'], {
      default: 'mark',
      description:
        'A page with nearly the text of another one keeps its result and names that page as `nearDuplicateOf`, or is a duplicate of it.',
    }),
  ),
  robotsMeta: Type.Optional(
    Words(['obey', 'ignore'], {
      default: 'obey',
      description:
        '`obey`: a page that asks robots not to keep it (noindex) is refused, and links that they are not to follow (nofollow) are left out.',
    }),
  ),
  maxSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 604_800,
      default: 86_400,
      description: 'No page is begun after that, pauses not counted; what is under way is finished.',
    }),
  ),
  maxBytes: Type.Optional(
    Type.Integer({
      minimum: 1_024,
      maximum: 1_099_511_627_776,
      description: 'No page is begun after so many decoded bytes.',
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600_000,
      description:
        'Between two requests to a host; more than the operator and robots.txt ask for, never less.',
    }),
  ),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Pages at the same time; never more than the operator allows at a host.',
    }),
  ),
  pagesPerPattern: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 20_000,
      description:
        'Of addresses that only numbers and ids tell apart (`/news/:n`): a bound for endless lists.',
    }),
  ),
  pagesPerQuery: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 200,
      description: 'Of one path with two or more query parameters: a bound for the filters of shops.',
    }),
  ),
  pagesPerCalendar: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 200,
      description: 'Of days, weeks and months under one address: a bound for calendars.',
    }),
  ),
  incremental: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The id of an earlier crawl: its pages are asked for by ETag and Last-Modified, and not at all where the sitemap names the same `lastmod` as then. What has not changed is `unchanged`, keeps its result and leads to what it named. Each page says in `change` whether it is new, changed, unchanged or vanished since then. With other `extractors` than then all is fetched.',
    }),
  ),
  artifact: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'At its end the pages are kept as NDJSON files too, with their results: `manifest.artifacts`. Several where one would be larger than an artifact may be.',
    }),
  ),
  webhookPages: Type.Optional(
    Type.Boolean({ default: false, description: 'The webhook hears of the end of each page too.' }),
  ),
} as const
