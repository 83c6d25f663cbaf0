// Reads reviews by what a review looks like: those beside a place, and a page of the reviews request.
import type { MapReview } from '#contract/places/review.ts'
import {
  asCount,
  asList,
  asMoment,
  asNumber,
  asText,
  pick,
  valueAt,
} from '#extractors/maps/providers/google/payload/at.ts'
import { PLACE, REVIEW, REVIEW_PAGE } from '#extractors/maps/providers/google/payload/paths.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { webAddress } from '#extractors/maps/providers/google/place/contacts.ts'

/** A page of reviews, and what asks for the next one; null at the end. */
export interface ReviewPage {
  readonly reviews: readonly MapReview[]
  readonly next: string | null
}

/** base64 without padding; the newest ids have 60 characters and more. */
const REVIEW_ID = /^[A-Za-z0-9_-]{20,120}$/
const MAX_REVIEWS = 200
const MAX_PHOTOS = 50
/** A list in a list in a list: further in there is no review. */
const MAX_WRAPS = 3

/** The few reviews that the payload of a place holds, in its order. */
export function embeddedReviews(place: PlaceArray, withNames: boolean): MapReview[] {
  const found = pick(place, PLACE.reviews, (value) => {
    const reviews = reviewsIn(value, withNames)
    return reviews.length === 0 ? null : reviews
  })
  return found ?? []
}

/**
 * A page of the answer to the reviews request; null where the answer is none, as when it was refused with the status
 * 200 and nothing but null in it.
 */
export function readReviewPage(data: unknown, withNames: boolean): ReviewPage | null {
  const list = pick(data, REVIEW_PAGE.list, asList)
  if (list === null) return null
  const reviews = reviewsIn(list, withNames)
  if (list.length > 0 && reviews.length === 0) return null
  return { reviews, next: pick(data, REVIEW_PAGE.next, asText) }
}

/** A review alone, as a recorded answer may hold it; null for anything else. */
export function readReview(data: unknown, withNames: boolean): MapReview | null {
  let value = data
  for (let wraps = 0; wraps <= MAX_WRAPS; wraps += 1) {
    const review = reviewOf(value, withNames)
    if (review !== null) return review
    value = valueAt(value, [0])
  }
  return null
}

function reviewsIn(value: unknown, withNames: boolean): MapReview[] {
  const seen = new Set<string>()
  return (asList(value) ?? []).slice(0, MAX_REVIEWS).flatMap((entry) => {
    const review = readReview(entry, withNames)
    if (review === null || seen.has(review.id)) return []
    seen.add(review.id)
    return [review]
  })
}

function reviewOf(value: unknown, withNames: boolean): MapReview | null {
  const id = pick(value, REVIEW.id, asText)
  const publishedAt = pick(value, REVIEW.publishedMicros, asMoment)
  if (id === null || !REVIEW_ID.test(id) || publishedAt === null) return null
  const edited = pick(value, REVIEW.editedMicros, asMoment)
  return {
    id,
    rating: starsOf(value),
    text: pick(value, REVIEW.text, asText),
    language: pick(value, REVIEW.language, languageOf),
    author: withNames ? pick(value, REVIEW.authorName, asText) : null,
    publishedAt,
    editedAt: edited === publishedAt ? null : edited,
    likes: pick(value, REVIEW.likes, asCount),
    photos: photosOf(value),
    ownerReply: pick(value, REVIEW.replyText, asText),
    ownerReplyAt: pick(value, REVIEW.replyMicros, asMoment),
  }
}

/** Reviews of other sites count to another number: their stars are brought to five. */
function starsOf(review: unknown): number | null {
  const stars = pick(review, REVIEW.stars, asNumber)
  const scale = pick(review, REVIEW.scale, asNumber) ?? 5
  if (stars === null || stars < 0 || scale < 1 || stars > scale) return null
  const ofFive = scale === 5 ? stars : Math.round((50 * stars) / scale) / 10
  return ofFive >= 1 ? ofFive : null
}

function languageOf(value: unknown): string | null {
  const text = asText(value)
  return text !== null && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(text) ? text : null
}

function photosOf(review: unknown): string[] {
  const entries = (pick(review, REVIEW.photos, asList) ?? []).slice(0, MAX_PHOTOS)
  return entries.flatMap((entry) => pick(entry, REVIEW.photoUrl, webAddress) ?? [])
}
