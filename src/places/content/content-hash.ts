// The hash that tells whether two observations of a place have the same content.
import { hash } from 'node:crypto'
import type { StoredContent } from './show-content.ts'

/** Keys of `names` that are not languages. */
const OTHER_NAMES = new Set(['alt', 'old', 'short', 'official', 'int'])

/**
 * Equal for observations that differ only in how they were made: time, provider, language, and key order. 32 hex
 * digits.
 */
export function contentHash(place: StoredContent): string {
  const { name, names, categories, address, attributes, links, provenance: _provenance, ...rest } = place
  const { formatted: _formatted, country: _country, ...addressParts } = address
  const translated = Object.keys(names).some((key) => !OTHER_NAMES.has(key))
  const comparable = [
    { ...rest, openingHours: hashedHours(rest.openingHours), status: hashedStatus(rest.status) },
    // With translations the name is one of them, chosen by the requested language; the translations are compared
    // themselves.
    translated ? null : name,
    categories,
    addressParts,
    sortedEntries(names),
    sortedEntries(attributes),
    sortedEntries(links),
  ]
  return hash('md5', JSON.stringify(comparable), 'hex')
}

/** A status without a tag was once stored as operational; that it is unknown now does not count as a change. */
function hashedStatus(status: StoredContent['status']): StoredContent['status'] {
  return status === 'unknown' ? 'operational' : status
}

/** Uses the field name that the opening minute had when the first hashes were stored, so that these stay valid. */
function hashedHours(hours: StoredContent['openingHours']): unknown {
  if (hours === null || hours.weekly === null) return hours
  const weekly = hours.weekly.map((day) =>
    day.map(({ opensMinute: openMinute, closesMinute }) => ({ openMinute, closesMinute })),
  )
  return { ...hours, weekly }
}

function sortedEntries(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}
