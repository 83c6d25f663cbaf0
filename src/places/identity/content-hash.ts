// Tells whether two observations of a place say the same about it.
import { hash } from 'node:crypto'
import type { MapPlace } from '#contract/place.ts'

/** Keys of `names` that are no language. */
const OTHER_NAMES = new Set(['alt', 'old', 'short', 'official', 'int'])

/**
 * Equal for observations that differ only in how they were made: when, by which provider, in which language, and in which
 * order the keys of a record stand. 32 hex digits.
 */
export function contentHash(place: Omit<MapPlace, 'raw' | 'source'>): string {
  const { name, names, categories, address, attributes, links, provenance: _provenance, ...rest } = place
  const { formatted: _formatted, country: _country, ...addressParts } = address
  const translated = Object.keys(names).some((key) => !OTHER_NAMES.has(key))
  const comparable = [
    rest,
    // With translations it is one of them, picked by the language that was asked for; they are compared themselves.
    translated ? null : name,
    categories.map((category) => category.id),
    addressParts,
    sortedEntries(names),
    sortedEntries(attributes),
    sortedEntries(links),
  ]
  return hash('md5', JSON.stringify(comparable), 'hex')
}

function sortedEntries(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}
