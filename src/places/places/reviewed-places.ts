// A list of places with one row for each of their reviews.
import type { Review } from '#contract/places/review.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { unwindReviews } from '#places/exports/unwind-reviews.ts'
import type { PlaceQuery } from './place-query.ts'
import type { PlaceRecord } from './present-place.ts'
import { listPlaces } from './read-places.ts'

/** A place with one of its reviews; null for a place without any. */
interface ReviewedPlace {
  readonly place: PlaceRecord
  readonly review: Review | null
}

/** A page holds all reviews of its places, which may be thousands of a place. */
const MAX_PLACES = 20

/** In the order of the places, the reviews of each the oldest first. `limit` counts rows. Throws as `listPlaces`. */
export async function listReviewed<Shown>(
  db: Queryable,
  query: PlaceQuery,
  present: (row: ReviewedPlace) => Shown,
): Promise<(limit: number, after: CursorValues | null) => Promise<ListPage<Shown>>> {
  const page = await listPlaces(db, query, (place) => ({ id: formatId('plc', place.id), place }))
  return async (limit, after) => {
    const { items, next } = await page(Math.min(limit, MAX_PLACES), after)
    const rows = new Map<string, ReviewedPlace[]>(items.map(({ id }) => [id, []]))
    for await (const batch of unwindReviews(db, [items])) {
      for (const { id, place, review } of batch) rows.get(id)?.push({ place, review })
    }
    return { items: [...rows.values()].flat().slice(0, limit).map(present), next }
  }
}
