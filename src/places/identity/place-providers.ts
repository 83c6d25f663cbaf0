// The providers of places: a merged place is of each that one of its records is from.
import type { Provider } from '#contract/places/place.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Of `places p`: `osm-file`, or `osm-file,overture`, the one whose values count first. It has an index. */
export const placeProviders = sql`coalesce(p.providers, p.provider)`

/** The text of `placeProviders` for a place of these. */
export function joinProviders(providers: readonly string[]): string {
  return providers.join(',')
}

/** The names in a text of `placeProviders`. */
export function splitProviders(text: string): string[] {
  return text.split(',')
}

/**
 * The texts of `placeProviders` that stored places have, of `provider` only those that name it. They are read from the kept
 * counts, so that a condition holds plain values and the server knows how rare they are.
 */
export async function storedProviders(db: Queryable, provider: Provider | null): Promise<string[]> {
  const rows = await db.query<{ providers: string }>(
    sql`select distinct providers from place_counts where kind = 'facts' and providers is not null`,
  )
  return rows
    .map(({ providers }) => providers)
    .filter((text) => provider === null || splitProviders(text).includes(provider))
}
