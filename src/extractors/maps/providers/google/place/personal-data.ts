// The payload of a place without the people in it: who wrote a review is not kept, whatever was asked for.
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'

const PROFILE = '/maps/contrib/'
/** The id of an account. */
const ACCOUNT = /^1\d{20}$/
/** Slots about the business itself: its owner has such an id as well. */
const OF_BUSINESS: ReadonlySet<number> = new Set([57, 181, 227])

/** Blocks that hold the address of a profile are null, and so are ids of accounts. The rest is shared with `place`. */
export function withoutPeople(place: PlaceArray): unknown[] {
  return place.map((slot, index) => (OF_BUSINESS.has(index) ? slot : cleaned(slot)))
}

/** As deep as the data, which the envelope bounds. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return ACCOUNT.test(value) || value.includes(PROFILE) ? null : value
  if (!Array.isArray(value)) return value
  const entries: readonly unknown[] = value
  if (entries.some((entry) => Array.isArray(entry) && entry.some(isProfile))) return null
  let changed = false
  const clean = entries.map((entry) => {
    const next = cleaned(entry)
    changed ||= next !== entry
    return next
  })
  return changed ? clean : value
}

function isProfile(value: unknown): boolean {
  return typeof value === 'string' && value.includes(PROFILE)
}
