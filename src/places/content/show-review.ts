// A stored review as the wire shows it.
import { OPEN_REVIEWS, type Review } from '#contract/places/review.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'

/** A row of `reviews`. `id` and `placeId` are plain uuids. */
export interface ReviewRow extends Omit<Review, 'source' | 'publishedAt' | 'firstSeenAt' | 'lastSeenAt'> {
  readonly publishedAt: Date | null
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

/** The columns of a ReviewRow, of `reviews r`. */
export const reviewColumns = sql`
  r.id, r.place_id as "placeId", r.provider, r.rating, r.text, r.language, r.author, r.published_at as "publishedAt",
  r.owner_reply as "ownerReply", r.first_seen_at as "firstSeenAt", r.last_seen_at as "lastSeenAt"`

/** A review from its row. */
export function presentReview(row: ReviewRow): Review {
  return {
    ...row,
    id: formatId('rev', row.id),
    placeId: formatId('plc', row.placeId),
    source: row.provider === 'mangrove' ? OPEN_REVIEWS : null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }
}
