// Stores the reviews of a place; a review that is known is updated.
import type { MapReview } from '#contract/places/review.ts'
import type { ReviewProvider } from '#contract/places/place.ts'
import { uuidV7 } from '#kit/ids.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** So many ids of stored reviews are enough to meet one of them again: the newest ones may have been deleted. */
const KNOWN_REVIEWS = 20

/** Of the newest stored reviews, the newest first. `placeId` is a uuid. */
export async function knownReviews(
  db: Queryable,
  placeId: string,
  provider: ReviewProvider,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select source_id as id from reviews where place_id = ${placeId} and provider = ${provider}
    order by published_at desc nulls last, id desc limit ${KNOWN_REVIEWS}`)
  return rows.map(({ id }) => id)
}

/**
 * `reviews`: newest first. A name that was kept before stays where this time none was asked for. Answers how many are
 * new.
 */
export async function storeReviews(
  tx: Queryable,
  placeId: string,
  provider: ReviewProvider,
  reviews: readonly MapReview[],
): Promise<number> {
  if (reviews.length === 0) return 0
  // Lists show the highest id first, so the oldest review gets the lowest.
  const oldestFirst = parseKnownJson<MapReview[]>(storableJson(reviews)).toReversed()
  const ids = oldestFirst.map(() => uuidV7()).sort()
  const column = <T>(of: (review: MapReview) => T) => oldestFirst.map(of)
  const rows = await tx.query<{ isNew: boolean }>(sql`
    insert into reviews as r (id, place_id, provider, source_id, rating, text, language, author, published_at, owner_reply)
    select id, ${placeId}, ${provider}, source_id, rating, text, language, author, published_at, owner_reply
    from unnest(${ids}::uuid[], ${column(({ id }) => id)}::text[], ${column(({ rating }) => rating)}::float8[],
                ${column(({ text }) => text)}::text[], ${column(({ language }) => language)}::text[],
                ${column(({ author }) => author)}::text[], ${column(({ publishedAt }) => publishedAt)}::timestamptz[],
                ${column(({ ownerReply }) => ownerReply)}::text[])
      as n (id, source_id, rating, text, language, author, published_at, owner_reply)
    order by source_id
    on conflict (provider, source_id) do update set
      place_id = excluded.place_id, rating = excluded.rating, text = excluded.text, language = excluded.language,
      author = coalesce(excluded.author, r.author), published_at = excluded.published_at,
      owner_reply = excluded.owner_reply, last_seen_at = now()
    returning xmax = 0 as "isNew"`)
  return rows.filter(({ isNew }) => isNew).length
}
