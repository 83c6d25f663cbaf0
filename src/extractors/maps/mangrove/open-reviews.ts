// Open reviews of a place out of a Mangrove server that the operator names: for maps that have no reviews of their own.
import type { MapsExtractInput } from '#contract/places/maps.ts'
import { OPEN_REVIEWS, type MapReviews, type ReviewRequest } from '#contract/places/review.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext, ExtractorHost } from '#extract/context.ts'
import { extractError, statusError } from '#extract/errors.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { urlBelow } from '#kit/url/resolve-address.ts'
import { readReviews, type Reviewed } from './read-reviews.ts'

const PUBLIC_HOST = 'api.mangrove.reviews'
/** It is run by volunteers: as for the geocoders that are. */
const PUBLIC_POLICY = { concurrency: 1, intervalMs: 1_000, perDay: null, maxWaitMs: 60_000 } as const
const ANSWER_WITHIN_MS = 30_000
const MAX_BYTES = 8 * 1_024 ** 2
/** Reviews of all places around the spot, of which only some are of the place. */
const MAX_ANSWERED = 1_000
/** As far as two maps may disagree about where a place is. */
const AROUND_M = 100
const DEFAULT_MAX = 100

/** The same map with reviews, where the operator names a server of them; else the map as it is. */
export function withOpenReviews(provider: MapProvider, host: ExtractorHost): MapProvider {
  const base = host.settings['mangroveUrl']
  if (typeof base !== 'string' || base === '') return provider
  return {
    ...provider,
    parts: ['reviews'],
    async resolve(input, context) {
      const answer = await provider.resolve(input, context)
      return { ...answer, data: { ...answer.data, parts: ['reviews'] } }
    },
    async extract({ reviews: asked, ...input }: MapsExtractInput, context: ExtractContext) {
      const answer = await provider.extract(input, context)
      if (asked === undefined) return answer
      const { place } = answer.data
      const { reviews, warnings } = await openReviews(host, base, place, asked, context)
      return {
        ...answer,
        data: { ...answer.data, place: { ...place, reviewCoverage: reviews.coverage }, reviews },
        warnings: [...answer.warnings, ...warnings],
      }
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

/** Throws `rate_limited`, `target_*` and `upstream_changed`. */
async function openReviews(
  host: ExtractorHost,
  base: string,
  place: Reviewed,
  { max = DEFAULT_MAX, knownIds = [], includeReviewerNames = false }: ReviewRequest,
  { signal }: ExtractContext,
): Promise<{ readonly reviews: MapReviews; readonly warnings: Warning[] }> {
  const answer = await ask(host, reviewsUrl(base, place), signal)
  const read = readReviews(answer, place, includeReviewerNames)
  if (read === null) throw extractError('upstream_changed', 'The server of reviews answers in another form.')
  const known = new Set(knownIds)
  const reached = read.reviews.findIndex(({ id }) => known.has(id))
  const unread = reached === -1 ? read.reviews : read.reviews.slice(0, reached)
  const items = unread.slice(0, max)
  const isCut = items.length < unread.length
  const isShort = read.answered >= MAX_ANSWERED
  const warnings =
    read.unsigned === 0
      ? []
      : [
          {
            code: 'reviews_not_signed',
            detail: `${read.unsigned} reviews were left out: their signatures are not of the keys that they name.`,
          },
        ]
  return {
    reviews: {
      items,
      total: read.reviews.length,
      coverage: isCut || isShort || reached !== -1 ? 'partial' : 'complete',
      reachedKnown: reached !== -1,
      reason: isCut
        ? `There are more than the ${max} reviews that were asked for.`
        : isShort
          ? `The server has more than ${MAX_ANSWERED} reviews of the places around.`
          : null,
      source: OPEN_REVIEWS,
    },
    warnings,
  }
}

/** The subject of a review of a place is a geo URI (RFC 5870) with its name and how far it reaches. */
function reviewsUrl(base: string, { name, location: { lat, lng } }: Reviewed): string {
  const url = urlBelow(base, 'reviews')
  const query = new URLSearchParams({ q: name ?? '', u: String(AROUND_M) })
  url.searchParams.set('sub', `geo:${lat},${lng}?${query.toString()}`)
  url.searchParams.set('latest_edits_only', 'true')
  url.searchParams.set('limit', String(MAX_ANSWERED))
  return url.href
}

async function ask(
  { limits, peerFetch, fetch }: ExtractorHost,
  url: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { host } = new URL(url)
  const isPublic = host === PUBLIC_HOST
  const slot = isPublic ? await limits.shared.acquire(`reviews ${host}`, { ...PUBLIC_POLICY, signal }) : null
  try {
    const request = {
      url,
      headers: { accept: 'application/json' },
      maxBytes: MAX_BYTES,
      deadlineMs: ANSWER_WITHIN_MS,
      signal,
    } as const
    // A programming interface: robots.txt speaks to crawlers of pages.
    const { status, body } =
      isPublic || peerFetch === undefined
        ? await fetch({ ...request, maxRedirects: 0, robots: 'ignore' })
        : await peerFetch('mangroveUrl', request)
    if (status >= 300) throw statusError(status)
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw extractError('upstream_changed', 'The server of reviews answers no JSON.', { cause: error })
  } finally {
    slot?.release()
  }
}
