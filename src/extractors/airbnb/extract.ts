// The work of the airbnb extractor: gets the page, has it read, and follows a search.
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorHost,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { extractError, statusError } from '#extract/errors.ts'
import { followRefreshes, pageIn, type OpenPage } from '#extract/page/load-page.ts'
import { fetchRules, loadTarget, targetOf } from '#extract/page/load-target.ts'
import { openInBrowser, usesBrowser } from '#extract/page/open-in-browser.ts'
import { ownServerOf, type OwnServer } from '#extract/page/own-server.ts'
import { isAirbnbHost, listingUrl, withOptions } from '#extractors/airbnb/request/airbnb-address.ts'
import type { AirbnbData } from '#extractors/airbnb/request/airbnb-data.ts'
import { checkInput } from '#extractors/airbnb/request/check-input.ts'
import type { AirbnbInput } from '#extractors/airbnb/request/options.ts'
import { followSearch } from '#extractors/airbnb/search/follow-search.ts'
import type { SearchPage } from '#extractors/airbnb/search/read-search.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { airbnbWork } from './airbnb-work.ts'
import type { PageTask, ReadPage } from './read-page.ts'

const DEFAULT_TIMEOUT_MS = 30_000

export async function create(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
): Promise<ExtractorInstance> {
  const own = ownServerOf(host, 'airbnbUrl')
  return {
    operations: { extract: checkedOperation<AirbnbInput>((input, context) => extract(input, context, own)) },
  }
}

async function extract(
  input: AirbnbInput,
  given: ExtractContext,
  own: OwnServer | null,
): Promise<ExtractorOutput> {
  checkInput(input)
  const request = requestOf(input, own)
  const context = own === null ? given : { ...given, fetch: own.fetch }
  const asked = own === null ? request : await renderedFrom(own, request, context)
  const page = await followRefreshes(await loadTarget(asked, context), asked, context, {})
  const scope = { context, endsAtMs: page.endsAtMs }
  const readHtml = async (
    task: Pick<PageTask, 'html' | 'url' | 'statusCode'> & Partial<PageTask>,
  ): Promise<ReadPage> =>
    airbnbWork.run({ options: input, mayRender: page.engine === 'http' && own === null, ...task }, scope)
  const read = await readHtml({
    html: page.html,
    url: page.url,
    statusCode: page.statusCode,
    tree: page.tree,
  })
  const fillRates = [read.fillRate]
  const { data, warnings } = await dataOf(read, page, request, async (url) => {
    const further = await furtherPage(url, page, request, context)
    const { content, fillRate } = await readHtml(further)
    if (content.kind !== 'search')
      throw extractError('upstream_changed', 'A further page of the search is none.')
    fillRates.push(fillRate)
    return content.page
  })
  const differs = currencyWarning(data, input.currency)
  return {
    data,
    engine: page.engine,
    warnings: [...read.warnings, ...warnings, ...differs],
    quality: { score: Math.round(100 * Math.min(...fillRates)) / 100, signals: [] },
    provenance: { data: { source: 'deferred_state', operations: read.operations } },
    ...(page.response === null ? {} : { response: page.response }),
  }
}

/** The request with the address to fetch. Throws `validation_failed` for an address of another site. */
function requestOf(input: AirbnbInput, own: OwnServer | null): AirbnbInput {
  const { listingId, ...request } = input
  const url = listingId === undefined ? request.url : listingUrl(listingId)
  if (url === undefined) return request
  const { hostname, origin } = new URL(url)
  if (!isAirbnbHost(hostname) && origin !== own?.origin) {
    throw extractError('validation_failed', 'The address is not one of airbnb.', {
      errors: [{ pointer: '/url', code: 'other_site', detail: 'must be an address of airbnb' }],
    })
  }
  return { ...request, url: withOptions(url, input) }
}

/** A browser has no way to the server of the operator: it is given the page that the server sent. */
async function renderedFrom(
  own: OwnServer,
  request: AirbnbInput,
  { signal }: ExtractContext,
): Promise<AirbnbInput> {
  const { url, ...others } = request
  if (url === undefined || !usesBrowser(request)) return request
  const { status, body, headers } = await own.fetch({
    url,
    headers: {},
    deadlineMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...fetchRules(request, {}),
    signal,
  })
  if (status >= 400) throw statusError(status)
  return { ...others, html: decodeHtml(body, headers['content-type'] ?? null).text, baseUrl: url }
}

async function dataOf(
  { content, checkIn, checkOut }: ReadPage,
  page: OpenPage,
  { maxResults, url }: AirbnbInput,
  read: (url: URL) => Promise<SearchPage>,
): Promise<
  Pick<ExtractorOutput, 'warnings'> & {
    readonly data: AirbnbData
    readonly warnings: NonNullable<ExtractorOutput['warnings']>
  }
> {
  if (content.kind !== 'search') return { data: content, warnings: [] }
  if (url !== undefined && /\/rooms\//.test(new URL(url).pathname)) {
    throw extractError('target_http_error', 'There is no such listing: the site answers with a search.')
  }
  return followSearch({
    url: page.url === null ? null : new URL(page.url),
    first: content.page,
    state: { checkIn, checkOut, shownUrl: page.url },
    maxResults: page.response === null ? null : (maxResults ?? null),
    read,
  })
}

/** A further page by the way that the first one came. */
async function furtherPage(
  url: URL,
  first: OpenPage,
  request: AirbnbInput,
  context: ExtractContext,
): Promise<Pick<PageTask, 'html' | 'url' | 'statusCode'>> {
  if (first.engine === 'browser') {
    return openInBrowser({ ...request, url: url.href }, context, first.endsAtMs, async (shown) => ({
      html: await shown.html(),
      url: shown.url,
      statusCode: shown.response?.statusCode ?? null,
    }))
  }
  const answer = await context.fetch({
    url: url.href,
    headers: first.headers,
    deadlineMs: first.endsAtMs - performance.now(),
    ...fetchRules(request, {}),
  })
  return pageIn(targetOf(answer, request))
}

/** The site shows another currency than the one that was asked for. */
function currencyWarning(
  data: AirbnbData,
  asked: string | undefined,
): NonNullable<ExtractorOutput['warnings']> {
  const prices =
    data.kind === 'search'
      ? data.results.map(({ price }) => price)
      : data.kind === 'listing'
        ? [data.price]
        : []
  const other = prices.find((price) => price?.currency !== undefined && price.currency !== asked)
  if (asked === undefined || other === undefined) return []
  return [
    {
      code: 'currency_differs',
      detail: `The page shows ${other?.currency ?? 'an unknown currency'} instead of ${asked}.`,
    },
  ]
}
