// The tools for whole sites: the addresses of a site, and a crawl of it, which `get_job` follows.
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { JobAccepted } from '#contract/crawl/result.ts'
import { Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { PieceAnswer, PieceFields, pieceOf } from '#platform/mcp/bounded-text.ts'
import { defineTool } from '#platform/mcp/tool.ts'
import { answerOf, rereading } from './run-extraction-job.ts'
import { MAX_WAIT_SECONDS, optional, RunFields, Url } from './tool-fields.ts'

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

const misshapen = (): SurveyorError =>
  new SurveyorError('internal', 'A crawl has another shape than expected.')
