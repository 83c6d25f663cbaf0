// The rows of a streamed list: places, or their reviews, whole, in the columns of an export, or as GeoJSON features.
import type { Attribution } from '#contract/places/place.ts'
import type { Review } from '#contract/places/review.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { StreamForm } from '#platform/http/output/stream-rows.ts'
import { attributionByProvider } from '#places/exports/attributions.ts'
import { columnRecord, type ExportColumn } from '#places/exports/export-columns.ts'
import { unwindReviews } from '#places/exports/unwind-reviews.ts'
import { splitProviders } from '#places/identity/place-providers.ts'
import type { PlaceQuery } from './place-query.ts'
import { presentPlace, presentSights, type PlaceRecord } from './present-place.ts'
import { listPlaces } from './read-places.ts'

/** The chosen columns. Where the caller has given none, all forms but CSV have whole places. */
export interface StreamColumns {
  readonly columns: readonly ExportColumn[]
  readonly areGiven: boolean
}

/** Answers what makes a row of a place, in a language (BCP 47, null: local names). */
export async function streamedPlace(
  db: Queryable,
  form: StreamForm,
  { columns, areGiven }: StreamColumns,
): Promise<(place: PlaceRecord, language: string | null, review?: Review | null) => object> {
  const isWhole = !areGiven && form !== 'text/csv'
  const needsAttribution = !isWhole && columns.some(({ name }) => name === 'attribution')
  const attributions = needsAttribution ? await attributionByProvider(db) : new Map<string, Attribution>()
  const row = (place: PlaceRecord, language: string | null, review?: Review | null): object => {
    const unwound = review === undefined ? {} : { review }
    if (isWhole) return { ...presentPlace(place, language), ...unwound }
    const facts = {
      ...presentSights(place),
      seenIn: null,
      searchedArea: null,
      attribution: splitProviders(place.providers).flatMap((provider) => attributions.get(provider) ?? []),
      ...unwound,
    }
    return columnRecord(facts, place.content, columns, language)
  }
  if (form !== 'application/geo+json') return row
  return (place, language, review) => {
    const { lat, lng } = place.content.location
    const geometry = { type: 'Point', coordinates: [lng, lat] }
    const properties = row(place, language, review)
    return { type: 'Feature', id: presentSights(place).id, geometry, properties }
  }
}

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
