// One row for each review of a place, for exports and lists with `unwind=reviews`.
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import { presentReview, reviewColumns, type ReviewRow } from '#places/content/show-review.ts'
import type { Review } from '#contract/places/review.ts'

/** A place may have any number of reviews, each of up to some kilobytes. */
const BATCH_ROWS = 200

/** A place without reviews stays as one row, whose review is null. */
export async function* unwindReviews<Place extends { readonly id: string }>(
  db: Queryable,
  batches: AsyncIterable<readonly Place[]> | Iterable<readonly Place[]>,
): AsyncGenerator<(Place & { readonly review: Review | null })[]> {
  for await (const places of batches) {
    const byId = new Map(places.map((place) => [place.id, place]))
    const reviewed = new Set<string>()
    for await (const reviews of reviewsOf(db, [...byId.keys()])) {
      yield reviews.flatMap((review) => {
        const place = byId.get(review.placeId)
        reviewed.add(review.placeId)
        return place === undefined ? [] : [{ ...place, review }]
      })
    }
    yield places.filter(({ id }) => !reviewed.has(id)).map((place) => ({ ...place, review: null }))
  }
}

/** By place, oldest first. */
async function* reviewsOf(db: Queryable, placeIds: readonly string[]) {
  const uuids = placeIds.flatMap((id) => parseId('plc', id) ?? [])
  let after: ReviewRow | undefined
  do {
    const behind =
      after === undefined ? [] : [sql`(r.place_id, r.id) > (${after.placeId}::uuid, ${after.id}::uuid)`]
    const rows: ReviewRow[] = await db.query<ReviewRow>(sql`
      select ${reviewColumns} from reviews r
      where ${joinSql([sql`r.place_id = any(${uuids}::uuid[])`, ...behind], ' and ')}
      order by r.place_id, r.id limit ${BATCH_ROWS}`)
    yield rows.map(presentReview)
    after = rows.length < BATCH_ROWS ? undefined : rows.at(-1)
  } while (after !== undefined)
}
