// Fetches the feeds that a page links, when a caller asks for them by name.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { isJsonObject, listOf, type JsonValue } from '#parsing/json/json-value.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import { headersTowards } from '#extract/page/target-headers.ts'
import { fetchRules, targetOf, type LoadedTarget } from '#extract/page/load-target.ts'
import type { OpenedTarget } from './open-target.ts'

const MAX_FEEDS = 3
const ACCEPT =
  'application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5'

/** A feed that cannot be fetched is a warning, and its link stays as it was. */
export interface FetchedFeeds {
  /** The links of the page, each with what its feed holds where that could be read. */
  readonly feeds: JsonValue
  readonly warnings: readonly Warning[]
}

/** `read` makes a feed of what an address answers (`readFeed`), here or elsewhere. */
export async function fetchFeeds(
  links: JsonValue,
  page: Pick<LoadedTarget, 'headers' | 'endsAtMs' | 'url'>,
  request: PageRequest,
  context: ExtractContext,
  read: (target: OpenedTarget) => Promise<JsonValue>,
): Promise<FetchedFeeds> {
  const warnings: Warning[] = []
  const feeds: JsonValue[] = []
  for (const [index, link] of listOf(links).entries()) {
    const href = isJsonObject(link) ? link['href'] : null
    if (!isJsonObject(link) || typeof href !== 'string' || index >= MAX_FEEDS) {
      feeds.push(link)
      continue
    }
    try {
      feeds.push({ ...link, ...(await feedAt(href, page, request, context, read)) })
    } catch (error) {
      if (!(error instanceof SurveyorError) || context.signal.aborted) throw error
      feeds.push(link)
      warnings.push({
        code: 'feed_unread',
        detail: `A linked feed cannot be read: ${error.message}`,
        pointer: `/found/feeds/${index}`,
      })
    }
  }
  if (listOf(links).length > MAX_FEEDS)
    warnings.push({
      code: 'feeds_left',
      detail: `The page links more feeds; ${MAX_FEEDS} were fetched.`,
      pointer: '/found/feeds',
    })
  return { feeds, warnings }
}

async function feedAt(
  href: string,
  { headers, endsAtMs, url }: Pick<LoadedTarget, 'headers' | 'endsAtMs' | 'url'>,
  request: PageRequest,
  context: ExtractContext,
  read: (target: OpenedTarget) => Promise<JsonValue>,
): Promise<{ readonly [key: string]: JsonValue }> {
  const sent = { ...(url === null ? {} : headersTowards(headers, url, href)), accept: ACCEPT }
  const answer = await context.fetch({
    url: href,
    headers: sent,
    deadlineMs: endsAtMs - performance.now(),
    ...fetchRules(request, {}),
  })
  const target = targetOf(answer, request)
  if ((target.statusCode ?? 200) >= 400)
    throw extractError('target_http_error', `its address answers with the status ${target.statusCode}.`)
  const feed = await read(target)
  return isJsonObject(feed) ? feed : {}
}
