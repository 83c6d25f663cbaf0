// The reviews that a page holds.
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import type { Review } from '#extractors/airbnb/request/airbnb-data.ts'
import {
  countAt,
  fieldAt,
  numberAt,
  objectAt,
  objectsAt,
  objectsIn,
  textAt,
} from '#extractors/airbnb/state/payload-fields.ts'
import { ratingOf } from './rating.ts'
import { textOfHtml } from './html-text.ts'

/** Each review once, in the order of the page. */
export function readReviews(roots: readonly JsonValue[], max: number): Review[] {
  const reviews = new Map<string, Review>()
  for (const root of roots) {
    for (const object of objectsIn(root)) {
      if (reviews.size >= max) return [...reviews.values()]
      if (!isReview(object)) continue
      const review = reviewOf(object)
      const key = review.id ?? `${review.author} ${review.dateShown} ${review.text}`
      if (!reviews.has(key)) reviews.set(key, review)
    }
  }
  return [...reviews.values()]
}

/** A text with the name of who wrote it. */
function isReview(object: JsonObject): boolean {
  const hasAuthor = objectAt(object, 'reviewer') !== null || objectAt(object, 'author') !== null
  return hasAuthor && textAt(object, 'comments', 'commentV2', 'comment', 'localizedReview') !== null
}

function reviewOf(object: JsonObject): Review {
  const author = objectAt(object, 'reviewer') ?? objectAt(object, 'author')
  const response = fieldAt(object, 'response')
  const date = textAt(object, 'createdAt', 'submittedAt')
  const id = fieldAt(object, 'id')
  const text =
    textAt(object, 'comments', 'commentV2', 'comment') ??
    textAt(objectAt(object, 'localizedReview'), 'comments')
  return {
    id: typeof id === 'number' ? String(id) : textAt(object, 'id'),
    rating: ratingOf(numberAt(object, 'rating', 'starRating')),
    text: text === null ? null : textOfHtml(text),
    language: textAt(object, 'language', 'commentsLanguage'),
    createdAt:
      date !== null && /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d))?$/.test(date) ? date : null,
    dateShown: textAt(object, 'localizedDate', 'localizedCreatedAtDate', 'reviewDate'),
    author: textAt(author, 'firstName', 'smartName', 'hostName', 'name'),
    response:
      typeof response === 'string'
        ? textAt(object, 'response')
        : textAt(objectAt(object, 'response'), 'response', 'comments'),
  }
}

/** How many reviews there are, where a list says it: it may hold only the first. */
export function listedReviews(roots: readonly JsonValue[]): number | null {
  for (const root of roots) {
    for (const object of objectsIn(root)) {
      if (!objectsAt(object, 'reviews').some(isReview)) continue
      const total =
        countAt(objectAt(object, 'metadata'), 'reviewsCount', 'totalCount') ??
        countAt(object, 'totalCount', 'reviewsCount')
      if (total !== null) return total
    }
  }
  return null
}
