// A stored place as the wire shows it.
import type { PlaceCard } from '#contract/places/lists/browse.ts'
import type { Place } from '#contract/places/place.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { placeProviders } from '#places/identity/place-providers.ts'
import type { SeenPlace } from '#places/searches/seen-in.ts'
import { readContent, type KeptContent } from '#places/content/kept-content.ts'
import { showContent } from '#places/content/show-content.ts'

/** A row of `places` and `sightings`. `id` is a plain uuid. */
export interface PlaceRecord {
  readonly id: string
  /** As `placeProviders` has them. */
  readonly providers: string
  readonly content: KeptContent
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly changes: number
  readonly missingSince: Date | null
  /** In the list of a session. */
  readonly seen?: SeenPlace
}

/** The columns of a PlaceRecord, of `places p join sightings s`. */
export const placeColumns = sql`
  p.id, ${placeProviders} as providers, p.content, s.first_seen_at as "firstSeenAt", s.last_seen_at as "lastSeenAt", s.changes,
  s.missing_since as "missingSince"`

/** `language`: BCP 47, or null for local names. */
export function presentPlace(record: PlaceRecord, language: string | null): Place {
  const { id, ...sights } = presentSights(record)
  return { id, ...showContent(readContent(record.content), language), ...sights, ...record.seen }
}

/** What is known of a place beside its content. */
export function presentSights(
  record: PlaceRecord,
): Pick<Place, 'id' | 'firstSeenAt' | 'lastSeenAt' | 'changes' | 'missingSince'> {
  return {
    id: formatId('plc', record.id),
    firstSeenAt: record.firstSeenAt.toISOString(),
    lastSeenAt: record.lastSeenAt.toISOString(),
    changes: record.changes,
    missingSince: record.missingSince?.toISOString() ?? null,
  }
}

/** `language` as above. */
export function presentCard(record: PlaceRecord, language: string | null): PlaceCard {
  const content = showContent(readContent(record.content), language)
  const id = formatId('plc', record.id)
  return {
    id,
    name: content.name,
    categories: content.categories,
    address: content.address.formatted,
    city: content.address.city,
    location: content.location,
    phone: content.phone,
    website: content.website,
    email: content.emails[0] ?? null,
    rating: content.rating,
    ratingCount: content.ratingCount,
    status: content.status,
    lastSeenAt: record.lastSeenAt.toISOString(),
    links: { self: `/api/places/${id}` },
  }
}
