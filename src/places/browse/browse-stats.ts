// The stored data in numbers.
import { PLACE_STATES, type BrowseStats } from '#contract/places/lists/browse.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { SEARCH_STATES } from '#contract/places/search.ts'
import { isNarrowing } from '#places/content/narrowing-ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { splitProviders } from '#places/identity/place-providers.ts'
import { placeGroups } from '#places/places/place-counts.ts'
import { sql, type Sql } from '#platform/db/sql.ts'

interface PlaceFacts {
  /** As `placeProviders` has them. */
  readonly providers: string
  readonly status: string
  readonly total: number
  readonly withWebsite: number
  readonly withPhone: number
  readonly withEmail: number
  readonly withRating: number
}

/** The places of all groups `g` that fit. */
const total = (fits: Sql): Sql => sql`coalesce(sum(places) filter (where ${fits}), 0)::integer`

/** Counts at the time of the call. */
export async function browseStats(db: Queryable): Promise<BrowseStats> {
  const [facts, searches, [rest]] = await Promise.all([
    db.query<PlaceFacts>(sql`
      select providers, status, ${total(sql`true`)} as total, ${total(sql`has_website`)} as "withWebsite",
             ${total(sql`has_phone`)} as "withPhone", ${total(sql`has_email`)} as "withEmail",
             ${total(sql`stars is not null`)} as "withRating"
      from (${placeGroups(['facts'], [])}) g group by providers, status`),
    db.query<{ status: string; n: number }>(
      sql`select status, count(*)::integer as n from searches where parent_id is null group by status`,
    ),
    db.query<{
      sessions: number
      categories: number
      cities: number
      reviews: number
      lastSeenAt: Date | null
    }>(sql`
      select (select count(*) from sessions)::integer as sessions,
             (select count(distinct c) from (${placeGroups(['categories'], [])}) g, unnest(g.categories) c
               where not c ${isNarrowing})::integer as categories,
             (select count(*) from (${placeGroups(['location'], [])}) g where city is not null)::integer
               as cities,
             (select count(*) from reviews)::integer as reviews,
             (select max(last_seen_at) from sightings) as "lastSeenAt"`),
  ])
  const sum = (of: (row: PlaceFacts) => number, where: (row: PlaceFacts) => boolean = () => true) =>
    facts.filter(where).reduce((total, row) => total + of(row), 0)
  const counts = (words: readonly string[], of: (word: string) => number) =>
    Object.fromEntries(words.map((word) => [word, of(word)]))
  return {
    places: {
      total: sum((row) => row.total),
      withWebsite: sum((row) => row.withWebsite),
      withPhone: sum((row) => row.withPhone),
      withEmail: sum((row) => row.withEmail),
      withRating: sum((row) => row.withRating),
      status: counts(PLACE_STATES, (word) =>
        sum(
          (row) => row.total,
          (row) => row.status === word,
        ),
      ),
      providers: counts(PROVIDERS, (word) =>
        sum(
          (row) => row.total,
          (row) => splitProviders(row.providers).includes(word),
        ),
      ),
    },
    sessions: rest?.sessions ?? 0,
    searches: counts(SEARCH_STATES, (word) => searches.find((row) => row.status === word)?.n ?? 0),
    categories: rest?.categories ?? 0,
    cities: rest?.cities ?? 0,
    reviews: rest?.reviews ?? 0,
    lastSeenAt: rest?.lastSeenAt?.toISOString() ?? null,
  }
}
