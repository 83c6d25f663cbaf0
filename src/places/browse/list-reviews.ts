// The stored reviews, newest first.
import { pageOf } from '#platform/http/output/pagination.ts'
import type { ReviewProvider } from '#contract/places/place.ts'
import type { Review } from '#contract/places/review.ts'
import type { CursorValues } from '#kit/cursor.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { presentReview, reviewColumns, type ReviewRow } from '#places/content/show-review.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'

/** All that are not null must hold. */
export interface ReviewFilter {
  /** Uuids, or null for all. */
  readonly placeId: string | null
  readonly sessionId: string | null
  readonly minRating: number | null
  readonly maxRating: number | null
  /** Published at or after this time; a review whose time is not known is left out. */
  readonly since: Date | null
  /** Published before this time, with the same exception. */
  readonly until: Date | null
  readonly provider: ReviewProvider | null
  /** A part of the text or of the reply of the owner, in any case. */
  readonly q: string | null
  /** BCP 47: of a language alone (`pt`) also its regions (`pt-BR`). */
  readonly language: string | null
  readonly hasText: boolean | null
  readonly hasReply: boolean | null
}

/** A page of the reviews. Throws `invalid_cursor`. */
export async function listReviews(
  db: Queryable,
  filter: ReviewFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<Review>> {
  const conditions = [
    ...reviewConditions(filter),
    ...(after === null ? [] : [sql`r.id < ${cursorUuid(after[0])}::uuid`]),
  ]
  const rows = await db.query<ReviewRow>(sql`
    select ${reviewColumns} from reviews r where ${joinSql([sql`true`, ...conditions], ' and ')}
    order by r.id desc limit ${limit + 1}`)
  return pageOf(rows, limit, presentReview, ({ id }) => [id])
}

function reviewConditions(filter: ReviewFilter): Sql[] {
  const { placeId, sessionId, minRating, maxRating, since, until, language, hasText, hasReply } = filter
  const { provider, q } = filter
  return [
    ...(placeId === null ? [] : [sql`r.place_id = ${placeId}`]),
    ...(sessionId === null
      ? []
      : [sql`r.place_id in (select place_id from session_places where session_id = ${sessionId})`]),
    ...(minRating === null ? [] : [sql`r.rating >= ${minRating}`]),
    ...(maxRating === null ? [] : [sql`r.rating <= ${maxRating}`]),
    ...(since === null ? [] : [sql`r.published_at >= ${since}`]),
    ...(until === null ? [] : [sql`r.published_at < ${until}`]),
    ...(provider === null ? [] : [sql`r.provider = ${provider}`]),
    ...(q === null ? [] : [sql`strpos(lower(concat_ws(' ', r.text, r.owner_reply)), lower(${q})) > 0`]),
    ...(language === null
      ? []
      : [sql`(lower(r.language) = lower(${language}) or lower(r.language) like lower(${`${language}-%`}))`]),
    ...(hasText === null ? [] : [sql`(coalesce(r.text, '') <> '') = ${hasText}`]),
    ...(hasReply === null ? [] : [sql`(r.owner_reply is not null) = ${hasReply}`]),
  ]
}
