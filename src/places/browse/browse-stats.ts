// The stored data in numbers.
import { PLACE_STATES, type BrowseStats } from '#contract/places/lists/browse.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { SEARCH_STATES } from '#contract/places/search.ts'
import { NARROWING_KEYS } from '#places/content/narrowing-ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

interface PlaceFacts {
  readonly provider: string
  readonly status: string
  readonly total: number
  readonly withWebsite: number
  readonly withPhone: number
  readonly withEmail: number
  readonly withRating: number
}

/** Counts at the time of the call; one index holds all that is counted of places. */
export async function browseStats(db: Queryable): Promise<BrowseStats> {
  const [facts, searches, [rest]] = await Promise.all([
    // All requested values are in one index.
    db.query<PlaceFacts>(sql`
      select provider, status, count(*)::integer as total,
             count(*) filter (where has_website)::integer as "withWebsite",
             count(*) filter (where has_phone)::integer as "withPhone",
             count(*) filter (where has_email)::integer as "withEmail",
             count(*) filter (where rating is not null)::integer as "withRating"
      from places group by provider, status`),
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
             (select count(distinct c) from (select distinct categories from places) g, unnest(g.categories) c
               where c not like all(${NARROWING_KEYS.map((key) => `${key}/%`)}::text[]))::integer
               as categories,
             (select count(*) from (select distinct country_code, region, city from places where city is not null) g)::integer
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
          (row) => row.provider === word,
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
