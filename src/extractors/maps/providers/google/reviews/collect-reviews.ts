// All the reviews of a place that were asked for: page by page, newest first, up to one that is known.
import type { MapReview, MapReviews, ReviewRequest } from '#contract/places/review.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { reviewsAddress, type Locale } from '#extractors/maps/providers/google/request/addresses.ts'
import type { GoogleClient } from '#extractors/maps/providers/google/request/google-client.ts'
import { readReviewPage } from './read-reviews.ts'

/** The place whose reviews are asked for. */
export interface ReviewedPlace {
  readonly fid: string
  /** Those beside the place. */
  readonly embedded: readonly MapReview[]
  /** As many as the provider counts; null: not known. */
  readonly total: number | null
}

const DEFAULT_MAX = 100
const MAX_PAGES = 250
const REFUSED = 'The map refused the request for further reviews, which it answers to its own pages alone.'

/**
 * Where the request is refused, the reviews beside the place are all there is, and `coverage` says so. Throws what the
 * client throws for an answer that asks to come back later.
 */
export async function collectReviews(
  client: GoogleClient,
  { fid, embedded, total }: ReviewedPlace,
  request: ReviewRequest,
  locale: Locale,
  context: ExtractContext,
): Promise<MapReviews> {
  const { max = DEFAULT_MAX, includeReviewerNames = false, knownIds = [] } = request
  const known = new Set(knownIds)
  const items = new Map<string, MapReview>()
  let next: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await pageOf(client, reviewsAddress(fid, next, locale), includeReviewerNames, context)
    if (answer === null) {
      if (page === 0) return besideThePlace(embedded, total, { max, known })
      return ended(items, total, { coverage: 'partial', reason: REFUSED })
    }
    const before = items.size
    for (const review of answer.reviews) {
      if (known.has(review.id)) return ended(items, total, { coverage: 'partial', reachedKnown: true })
      if (items.size === max) return ended(items, total, { coverage: 'partial', reason: tooMany(max) })
      items.set(review.id, review)
    }
    if (answer.next === null) return ended(items, total, { coverage: 'complete' })
    if (items.size === before || answer.next === next)
      return ended(items, total, { coverage: 'partial', reason: 'The map repeats its pages.' })
    next = answer.next
    context.progress({ done: items.size, total, message: 'Reviews are read.' })
  }
  return ended(items, total, { coverage: 'partial', reason: 'The map has more pages than are read.' })
}

/** Null for a refusal: by its status, by a wall, or by an answer with nothing in it. */
async function pageOf(client: GoogleClient, url: string, withNames: boolean, context: ExtractContext) {
  try {
    const { data } = await client.get(url, context)
    return readReviewPage(data[0], withNames)
  } catch (error) {
    if (error instanceof SurveyorError && !error.retryable && REFUSALS.has(error.code)) return null
    throw error
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  'target_http_error',
  'target_blocked',
  'target_captcha',
  'empty_content',
  'robots_disallowed',
  'upstream_changed',
])

/** They are chosen by the map and not the newest ones, so that a known one among them ends nothing. */
function besideThePlace(
  embedded: readonly MapReview[],
  total: number | null,
  { max, known }: { readonly max: number; readonly known: ReadonlySet<string> },
): MapReviews {
  const items = newestFirst(embedded.filter(({ id }) => !known.has(id))).slice(0, max)
  if (total !== null && embedded.length >= total && items.length === embedded.length)
    return { items, total, coverage: 'complete', reachedKnown: false, reason: null }
  const coverage = embedded.length === 0 ? 'unavailable' : 'embedded'
  return { items, total, coverage, reachedKnown: false, reason: REFUSED }
}

function ended(
  items: ReadonlyMap<string, MapReview>,
  total: number | null,
  how: Pick<MapReviews, 'coverage'> & Partial<Pick<MapReviews, 'reachedKnown' | 'reason'>>,
): MapReviews {
  return { items: newestFirst([...items.values()]), total, reachedKnown: false, reason: null, ...how }
}

function newestFirst(reviews: readonly MapReview[]): MapReview[] {
  return reviews.toSorted((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))
}

function tooMany(max: number): string {
  return `There are more than the ${max} reviews that were asked for.`
}
