// A crawl of a site and its pages as they are shown.
import { Type, type Static } from 'typebox'
import { JOB_STATES } from '#contract/job.ts'
import { ArtifactLink } from '#contract/crawl/artifact.ts'
import { Problem } from '#contract/problem.ts'
import { Count, Id, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/**
 * `stored`: it has a result. `unchanged`: that of the earlier crawl still holds. `duplicate`: another page has the result.
 * `failed` and `refused`: none, and `reason` says why. `left_out`: a limit was reached before its turn.
 */
export const SITE_PAGE_STATES = [
  'queued',
  'fetching',
  'stored',
  'unchanged',
  'duplicate',
  'failed',
  'refused',
  'left_out',
] as const
export type SitePageState = (typeof SITE_PAGE_STATES)[number]

/**
 * What has become of a page since the earlier crawl. `new`: that one had no result of it. `vanished`: it had one, and the
 * page is not there any more, or leads to another one.
 */
export const SITE_PAGE_CHANGES = ['new', 'changed', 'unchanged', 'vanished'] as const
export type SitePageChange = (typeof SITE_PAGE_CHANGES)[number]

/** Where an address was found first. */
export const SITE_PAGE_SOURCES = ['start', 'link', 'sitemap', 'redirect', 'canonical', 'earlier'] as const
export type SitePageSource = (typeof SITE_PAGE_SOURCES)[number]

const Counts = Type.Object(
  {
    queued: Count(),
    fetching: Count(),
    stored: Count(),
    unchanged: Count(),
    duplicate: Count(),
    failed: Count(),
    refused: Count(),
    left_out: Count(),
  },
  { description: 'Addresses by state; each address once.' },
)

/** What a crawl has found and what it left out. */
export const SiteManifest = Type.Object({
  complete: Nullable(
    Type.Boolean({
      description: 'True: nothing was left out, and no page failed. Null while the crawl runs.',
    }),
  ),
  counts: Counts,
  changes: Type.Optional(
    Type.Object(
      { new: Count(), changed: Count(), unchanged: Count(), vanished: Count() },
      { description: 'With `incremental`: pages by `change`, as the list of pages has it.' },
    ),
  ),
  requests: Count({
    description:
      'Requests for pages that were answered: with and without a body, redirects on the way included.',
  }),
  notModified: Count({ description: 'Of these, answers that a page has not changed (304).' }),
  bytes: Count({ description: 'Decoded bytes of pages.' }),
  leftOut: Type.Array(
    Type.Object({
      reason: Type.String({
        description: 'Such as `exclude`, `depth`, `calendar`, `page_limit`, `http_404`.',
      }),
      count: Count(),
      examples: Type.Array(Type.String(), { description: 'The first addresses.' }),
    }),
    {
      description:
        'What the result lacks, by reason. Links that do not belong to the crawl (`host`, `path`, `scheme`, `include`, `exclude`, `nofollow`, …) are counted each time a page names them, and do not make it incomplete.',
    },
  ),
  artifacts: Type.Optional(
    Type.Array(ArtifactLink, {
      description:
        'With `artifact`, once it has ended: its pages as NDJSON, the lines of `/pages?include=results` in their order. Empty when they are no longer kept.',
    }),
  ),
})
export type SiteManifest = Static<typeof SiteManifest>

export const SiteCrawl = Type.Object({
  id: Id('job'),
  status: Words(JOB_STATES, { description: 'Of its job.' }),
  isPaused: Type.Boolean(),
  urls: Type.Array(Type.String()),
  manifest: SiteManifest,
  error: Nullable(Problem),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  links: Links,
})
export type SiteCrawl = Static<typeof SiteCrawl>

export const SitePage = Type.Object({
  url: Type.String(),
  finalUrl: Nullable(Type.String({ description: 'After redirects; null where nothing was answered.' })),
  state: Words(SITE_PAGE_STATES),
  reason: Nullable(
    Type.String({
      description: 'Why it has no result of its own: `http_404`, `robots_disallowed`, `content`, …',
    }),
  ),
  change: Type.Optional(
    Nullable(
      Words(SITE_PAGE_CHANGES, {
        description:
          'With `incremental`, since the earlier crawl. `new`: that had no result of it. `changed`: its visible text is another, of a file or a page of few words its ETag or Last-Modified. ' +
          '`vanished`: that had a result, and the page is not there any more (404, 410), or leads to another one. ' +
          'Null: it cannot be told, as while it waits, where it failed, or of a duplicate.',
      }),
    ),
  ),
  depth: Count(),
  source: Words(SITE_PAGE_SOURCES),
  foundOn: Nullable(Type.String({ description: 'The page that named it first.' })),
  statusCode: Nullable(Type.Integer()),
  title: Nullable(Type.String()),
  contentHash: Nullable(Type.String({ description: 'Of its visible text; equal for pages with the same.' })),
  duplicateOf: Nullable(Type.String({ description: 'The address of the page that has the result.' })),
  nearDuplicateOf: Nullable(
    Type.String({
      description: 'The address of a page that has nearly the same text; both have their results.',
    }),
  ),
  bytes: Nullable(Count()),
  fetchedAt: Nullable({
    ...Timestamp,
    description: 'By the site: of a kept copy, when that was fetched.',
  }),
  jobId: Nullable(Id('job')),
  error: Nullable(Problem),
  results: Type.Optional(
    Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'With `include=results`: by extractor, as `{data, warnings, error}`. Null where there is none or it is no longer kept.',
      }),
    ),
  ),
})
export type SitePage = Static<typeof SitePage>
export const SitePageList = ListOf(SitePage)
