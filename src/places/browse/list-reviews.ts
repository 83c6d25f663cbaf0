// The stored reviews, newest first.
import type { Review } from '#contract/places/review.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'

/** All that are not null must hold. */
export interface ReviewFilter {
  /** Uuids, or null for all. */
  readonly placeId: string | null
  readonly sessionId: string | null
  readonly minRating: number | null
}

interface ReviewRow extends Omit<Review, 'publishedAt' | 'firstSeenAt' | 'lastSeenAt'> {
  readonly publishedAt: Date | null
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
}

/** A page of the reviews. Throws `invalid_cursor`. */
export async function listReviews(
  db: Queryable,
  { placeId, sessionId, minRating }: ReviewFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<Review>> {
  const conditions = [
    ...(placeId === null ? [] : [sql`place_id = ${placeId}`]),
    ...(sessionId === null
      ? []
      : [sql`place_id in (select place_id from session_places where session_id = ${sessionId})`]),
    ...(minRating === null ? [] : [sql`rating >= ${minRating}`]),
    ...(after === null ? [] : [sql`id < ${cursorUuid(after[0])}::uuid`]),
  ]
  const rows = await db.query<ReviewRow>(sql`
    select id, place_id as "placeId", provider, rating, text, language, author, published_at as "publishedAt",
           owner_reply as "ownerReply", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
    from reviews where ${joinSql([sql`true`, ...conditions], ' and ')}
    order by id desc limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(presentReview),
    next: rows.length > limit && last !== undefined ? [last.id] : null,
  }
}

function presentReview(row: ReviewRow): Review {
  return {
    ...row,
    id: formatId('rev', row.id),
    placeId: formatId('plc', row.placeId),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }
}
