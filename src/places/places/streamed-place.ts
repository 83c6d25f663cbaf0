// A stored place as a row of a streamed list: whole, in the columns of an export, or as a GeoJSON feature.
import type { Attribution } from '#contract/places/place.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import type { Review } from '#contract/places/review.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { StreamForm } from '#platform/http/output/stream-rows.ts'
import { columnRecord, type ExportColumn } from '#places/exports/export-columns.ts'
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
      attribution: attributions.get(place.provider) ?? null,
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

/** As the newest search of each provider tells it. */
async function attributionByProvider(db: Queryable): Promise<Map<string, Attribution>> {
  const rows = await db.query<{ provider: string; attribution: readonly Attribution[] }>(sql`
    select n.provider, s.attribution
    from unnest(${[...PROVIDERS]}::text[]) as n (provider)
    cross join lateral (
      select attribution from searches
      where provider = n.provider and attribution::text <> '[]' order by id desc limit 1
    ) s`)
  return new Map(
    rows.flatMap(({ provider, attribution }) => {
      const entry = attribution.find((candidate) => candidate.provider === provider)
      return entry === undefined ? [] : [[provider, entry] as const]
    }),
  )
}
