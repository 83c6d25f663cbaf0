// A query that is nothing but the name of a street asks for the street, and for what is called so.
import type { DatabaseSync } from 'node:sqlite'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import type { Understanding } from '#extractors/maps/query/understand-query.ts'
import type { MatchedReading } from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import { placesCalled, placesWithTerms } from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { saysStreet, streetsCalled, streetsOfAddresses } from './asked-streets.ts'

/** A reading, or instead of it that the query asks for streets. */
export function withStreets<Read extends MatchedReading>(db: DatabaseSync, query: string, read: Read): Read {
  const { understanding, matches } = read
  const text = nameOfStreet(query, understanding)
  if (text === null || matches === null) return read
  const terms = text.split(' ')
  const named = placesWithTerms(db, terms, 'name')
  const streets = streetsAsked(db, text, read, named.length > 0)
  if (streets.length === 0) return read
  const plain = { categories: [], qualifiers: [], nameTerms: null, alsoNamed: null, brand: null, ignored: [] }
  return {
    ...read,
    understanding: { ...understanding, ...plain, kind: 'text', terms },
    matches: new Set([...streets, ...named]),
    nameMatches: new Set(),
    corrections: [],
  }
}

function streetsAsked(
  db: DatabaseSync,
  text: string,
  { understanding, matches, nameMatches }: MatchedReading,
  isInNames: boolean,
): readonly number[] {
  const whole = streetsCalled(db, text, 'whole')
  if (whole.length > 0) return whole
  const { kind, categories, qualifiers, brand } = understanding
  const isOnlyName = kind === 'text' && categories.length === 0 && qualifiers.length === 0 && brand === null
  // `hofer` is the shop of that name, whatever is called Hofer Straße.
  if (!isOnlyName || placesCalled(db, text).length > 0) return []
  const own = [...streetsCalled(db, text, 'own words'), ...streetsOfAddresses(db, text, matches ?? [])]
  if (own.length > 0) return own
  return isInNames || nameMatches.size > 0 ? [] : streetsCalled(db, text, 'beginning')
}

/** The folded text that may be the name of a street; null where a query asks for something there. */
function nameOfStreet(query: string, { kind, categories, terms, area, or }: Understanding): string | null {
  if (kind === 'all' || or.length > 0) return null
  if (area !== null) return kind === 'text' && categories.length === 0 ? terms.join(' ') : null
  const text = termsOf(wordsOf(query)).join(' ')
  return kind === 'category' && !saysStreet(text) ? null : text
}
