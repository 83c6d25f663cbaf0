// The tools for whole sites: the addresses of a site, and a crawl of it, with what `get_job` shows of it.
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { JobAccepted } from '#contract/crawl/result.ts'
import { Words } from '#contract/schema.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { PieceAnswer, PieceFields, pieceOf } from '#platform/mcp/bounded-text.ts'
import { defineTool, type ToolContext } from '#platform/mcp/tool.ts'
import { SiteCrawl, SITE_PAGE_STATES, SitePageList } from '#contract/crawl/sites/site.ts'
import { MaybeBoolean, MaybeText } from '#platform/mcp/brief-fields.ts'
import {
  answerOf,
  misshapen,
  rereading,
  MAX_WAIT_SECONDS,
  optional,
  RunFields,
  Url,
} from './run-extraction-job.ts'

const MAX_LINKS = 1_000
/** However many an assistant asks for: a crawl of an assistant ends by itself. */
const MAX_PAGES = 1_000
const DEFAULT_PAGES = 50
const MAX_TITLE_CHARS = 120

const Patterns = Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }))
const Choice = {
  include: Patterns,
  exclude: Patterns,
  scope: Type.Optional(Words(['path', 'host', 'domain'])),
}

export const mapSite = defineTool({
  name: 'map_site',
  title: 'List the pages of a site',
  description:
    'Addresses and titles of the pages of a website, one a line, from its sitemaps, feeds and links; with `search` only ' +
    'those with such words, the best first. Patterns: `/docs/*`.',
  scopes: ['extract:sites'],
  isReadOnly: true,
  goesOut: true,
  input: Type.Object({
    url: Url,
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LINKS, default: 100 })),
    ...Choice,
    ...PieceFields,
  }),
  output: Type.Object({
    ...RunFields,
    ...optional({
      found: Type.Integer(),
      reasons: Type.Array(Type.String(), { description: 'Why there may be more.' }),
      ...PieceAnswer,
    }),
  }),
  async run({ offset, maxChars, limit = 100, ...asked }, context) {
    const body = { ...asked, limit, timeoutMs: MAX_WAIT_SECONDS * 1_000, ...rereading(offset) }
    return answerOf(context, '/api/v1/sites/map', body, ({ links, found, reasons }) => ({
      found,
      reasons: rowsOf(reasons).map(({ detail }) => String(detail)),
      ...pieceOf(rowsOf(links).map(lineOf).join(''), { offset, maxChars }),
    }))
  },
})

export const crawlSite = defineTool({
  name: 'crawl_site',
  title: 'Crawl a site',
  description:
    'Starts reading the pages of a website as Markdown and answers at once with a `jobId`: `get_job` tells how far it is ' +
    'and names the pages, `read_page` reads them. Patterns: `/docs/*`.',
  scopes: ['extract:markdown'],
  isReadOnly: false,
  goesOut: true,
  input: Type.Object({
    url: Url,
    maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGES, default: DEFAULT_PAGES })),
    maxDepth: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    ...Choice,
  }),
  output: Type.Object({ jobId: Type.String(), status: Type.String() }),
  async run({ url, maxPages = DEFAULT_PAGES, ...asked }, context) {
    const body = { urls: [url], maxPages, ...asked }
    const answer = await context.json({ method: 'POST', path: '/api/v1/sites/crawl', body })
    if (!Check(JobAccepted, answer)) throw misshapen()
    return { data: { jobId: answer.jobId, status: answer.status } }
  },
})

const rowsOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []

const lineOf = ({ url, title }: Readonly<Record<string, unknown>>): string =>
  `${String(url)}${typeof title === 'string' ? ` ${title.slice(0, MAX_TITLE_CHARS)}` : ''}\n`

/** So many with addresses and titles of a usual length are 10,000 characters. */
const MAX_LISTED = 50

const Counts = Type.Record(Type.String(), Type.Integer())

/** Which pages of a crawl are listed. */
export const PageState = Type.Optional(Words(SITE_PAGE_STATES))

/** The fields of the answer; they are there for a crawl only. */
export const CrawlFields = {
  complete: MaybeBoolean('Null: it still runs.'),
  counts: Counts,
  leftOut: Counts,
  pages: Type.Array(
    Type.Object({ url: Type.String(), title: MaybeText, state: Type.String(), reason: MaybeText }),
  ),
  nextCursor: MaybeText,
}

interface PageQuery {
  readonly state: (typeof SITE_PAGE_STATES)[number] | undefined
  readonly cursor: string | undefined
}

/** Throws the error that the service answered with. `warnings` say why a crawl failed. */
export async function crawlAnswer(
  jobId: string,
  { state, cursor }: PageQuery,
  context: ToolContext,
): Promise<
  { readonly [Name in keyof typeof CrawlFields]: Static<(typeof CrawlFields)[Name]> } & {
    readonly warnings: readonly string[]
  }
> {
  const path = `/api/v1/sites/${encodeURIComponent(jobId)}`
  const crawl = await context.json({ method: 'GET', path })
  const query = { limit: MAX_LISTED, state, cursor }
  const list = await context.json({ method: 'GET', path: `${path}/pages`, query })
  if (!Check(SiteCrawl, crawl) || !Check(SitePageList, list)) throw misshapen()
  const { error, manifest } = crawl
  return {
    complete: manifest.complete,
    counts: manifest.counts,
    leftOut: Object.fromEntries(manifest.leftOut.map(({ reason, count }) => [reason, count])),
    pages: list.items.map(({ url, title, state: own, reason }) => ({
      url,
      title: title === null ? null : title.slice(0, MAX_TITLE_CHARS),
      state: own,
      reason,
    })),
    nextCursor: list.nextCursor,
    warnings: error === null ? [] : [`${error.code}: ${error.detail}`],
  }
}
