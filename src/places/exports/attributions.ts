// Whose data places hold: that of the provider of each of their parts.
import { PROVIDERS, type Attribution } from '#contract/places/place.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** As the newest search of each provider tells it. */
export async function attributionByProvider(db: Queryable): Promise<Map<string, Attribution>> {
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

/**
 * Of the providers that no search of the session (a uuid) asked, but whose data its merged places hold. `known`: those of its
 * searches.
 */
export async function attributionOfParts(
  db: Queryable,
  sessionId: string,
  known: readonly Attribution[],
): Promise<Attribution[]> {
  const others = PROVIDERS.filter((provider) => known.every((entry) => entry.provider !== provider))
  const rows = await db.query<{ provider: string }>(sql`
    select n.provider from unnest(${others}::text[]) as n (provider)
    where exists (
      select from place_parts part join session_places s on s.place_id = part.place_id
      where part.provider = n.provider and s.session_id = ${sessionId})`)
  if (rows.length === 0) return []
  const byProvider = await attributionByProvider(db)
  return rows.flatMap(({ provider }) => byProvider.get(provider) ?? [])
}
