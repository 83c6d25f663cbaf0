// A stored place as a row of a streamed list: whole, in the columns of an export, or as a GeoJSON feature.
import type { Attribution } from '#contract/places/place.ts'
import type { Review } from '#contract/places/review.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { StreamForm } from '#platform/http/output/stream-rows.ts'
import { attributionByProvider } from '#places/exports/attributions.ts'
import { columnRecord, type ExportColumn } from '#places/exports/export-columns.ts'
import { splitProviders } from '#places/identity/place-providers.ts'
import { presentPlace, presentSights, type PlaceRecord } from './present-place.ts'

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
