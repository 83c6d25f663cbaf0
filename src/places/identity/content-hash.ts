// Tells whether two observations of a place say the same about it.
import { hash } from 'node:crypto'
import type { StoredContent } from './show-content.ts'

/** Keys of `names` that are no language. */
const OTHER_NAMES = new Set(['alt', 'old', 'short', 'official', 'int'])

/**
 * Equal for observations that differ only in how they were made: when, by which provider, in which language, and in which
 * order the keys of a record stand. 32 hex digits.
 */
export function contentHash(place: StoredContent): string {
  const { name, names, categories, address, attributes, links, provenance: _provenance, ...rest } = place
  const { formatted: _formatted, country: _country, ...addressParts } = address
  const translated = Object.keys(names).some((key) => !OTHER_NAMES.has(key))
  const comparable = [
    { ...rest, openingHours: hashedHours(rest.openingHours), status: hashedStatus(rest.status) },
    // With translations it is one of them, picked by the language that was asked for; they are compared themselves.
    translated ? null : name,
    categories,
    addressParts,
    sortedEntries(names),
    sortedEntries(attributes),
    sortedEntries(links),
  ]
  return hash('md5', JSON.stringify(comparable), 'hex')
}

/** What no tag said was once stored as operational; it is no change that it is unknown now. */
function hashedStatus(status: StoredContent['status']): StoredContent['status'] {
  return status === 'unknown' ? 'operational' : status
}

/** Under the name that the opening minute had when the first hashes were stored, so that these still hold. */
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
