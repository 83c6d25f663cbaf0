// What an assistant is shown of a crawl: how far it is, what it left out and why, and some of its pages.
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { SiteCrawl, SITE_PAGE_STATES, SitePageList } from '#contract/crawl/sites/site.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { Words } from '#contract/schema.ts'
import { MaybeBoolean, MaybeText } from '#platform/mcp/brief-fields.ts'
import type { ToolContext } from '#platform/mcp/tool.ts'

/** The type of the job of a crawl. */
export const SITE_CRAWL = 'sites.crawl'
/** So many with addresses and titles of a usual length are 10,000 characters. */
const MAX_LISTED = 50
const MAX_TITLE_CHARS = 120

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
  if (!Check(SiteCrawl, crawl) || !Check(SitePageList, list))
    throw new SurveyorError('internal', 'A crawl has another shape than expected.')
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
