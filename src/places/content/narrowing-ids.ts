// The ids that narrow the categories of a place down, for the filters of lists: `cuisine/pizza`, `religion/christian`.
import type { MapPlace } from '#contract/places/place.ts'
import { sql } from '#platform/db/sql.ts'

/** Keys of such ids. They are not categories themselves. */
const NARROWING_KEYS = ['cuisine', 'religion'] as const

/** Behind an id: whether it is such an id. */
export const isNarrowing = sql`like any(${NARROWING_KEYS.map((key) => `${key}/%`)}::text[])`

/** From the attributes of a place: `cuisine=pizza;Kebab`, or with a comma, gives `cuisine/pizza` and `cuisine/kebab`. */
export function narrowingIds({ attributes }: Pick<MapPlace, 'attributes'>): string[] {
  return NARROWING_KEYS.flatMap((key) => {
    const value = attributes[key]
    if (typeof value !== 'string') return []
    const entries = value.split(/[;,]/).map((entry) => entry.trim().toLowerCase().replaceAll(' ', '_'))
    return [...new Set(entries)].filter((entry) => entry !== '').map((entry) => `${key}/${entry}`)
  })
}
