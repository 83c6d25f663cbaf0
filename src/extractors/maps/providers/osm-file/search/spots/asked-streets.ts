// A query that is nothing but the name of a street asks for the street, and for what is called so: `rue Grimaldi`, `lighthouse rd`, `Mozartstr`, `Чернышевс`.
import type { DatabaseSync } from 'node:sqlite'
import { searchFold } from '#kit/text/search-text.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { allRows, firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { termsOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import type { Understanding } from '#extractors/maps/query/understand-query.ts'
import type { MatchedReading } from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import { placesCalled, placesWithTerms } from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { spotOf, spotsNamed } from './spot-records.ts'
import {
  foreignStreetForms,
  formsWithDirection,
  formsWithSort,
  saysStreet,
  streetForms,
  streetsOf,
} from './street-lookup.ts'

/** How much of a name was typed: all of it, all but the word for the sort of street, or its beginning. */
type TypedPart = 'whole' | 'own words' | 'beginning'

const LATIN = /\p{Script=Latin}/u
/** Fewer letters begin too many names. */
const MIN_LETTERS = 5
/** As many streets of one name are shown: `Hauptstraße` in a country. */
const MAX_STREETS = 50
/** A text that begins more names than these says nothing of them. */
const MAX_BEGUN = 5
/** More words are a sentence. */
const MAX_WORDS = 6
/** The addresses of so many places say which streets there are. */
const MAX_ADDRESSES = 2_000

/** What people leave out between the words of a name: `rua 5 outubro`. */
const LINKS =
  'de da do dos das del della di du des d l de_la de_los de_las de_l van van_de van_der of of_the y e et und'
    .split(' ')
    .map((link) => link.replaceAll('_', ' '))
/** Words for sorts of streets that stand in front of the name. */
const LEADS =
  'rue via calle rua carrer strada avenida avenue viale corso piazza praca plaza place ulica ul'.split(' ')

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

/** Keys of the streets with a folded name, the one with the most parts first. */
function streetsCalled(db: DatabaseSync, text: string, part: TypedPart): readonly number[] {
  if (text === '' || text.split(' ').length > MAX_WORDS) return []
  if (part === 'whole') {
    const written = keysOf(db, wholeForms(text))
    return written.length > 0 ? written : keysOf(db, formsWithDirection(text))
  }
  if (text.length < MIN_LETTERS) return []
  return part === 'own words'
    ? keysOf(db, ownForms(text))
    : keysOf(
        db,
        [text, ...ownForms(text)].flatMap((form) => begunBy(db, form)),
        MAX_BEGUN,
      )
}

/**
 * Keys of the streets in the addresses of some places, all words of which but the one for the sort are those of a folded text, or the last
 * one is where a given name stands between: `rodange` for the `Rue Michel Rodange`.
 */
function streetsOfAddresses(db: DatabaseSync, text: string, places: Iterable<number>): readonly number[] {
  const own = text.split(' ')
  const names = new Set<string>()
  for (const key of [...places].slice(0, MAX_ADDRESSES)) {
    const row = firstRow<{ readonly tags: string }>(db, 'select tags from place where key = ?', key)
    const street = row === undefined ? undefined : parseKnownJson<Tags>(row.tags)['addr:street']
    if (street !== undefined) names.add(searchFold(street))
  }
  const isOnlySortMore = (name: string) => {
    const words = name.split(' ')
    const more = words.filter((word) => !own.includes(word))
    return own.every((word) => words.includes(word)) && more.filter((word) => !isLinkWord(word)).length === 1
  }
  const isSurname = (name: string) => {
    const [sort = '', given, last, ...others] = name.split(' ')
    return given !== undefined && last === text && others.length === 0 && LEADS.includes(sort)
  }
  if (text.length < MIN_LETTERS) return []
  const whole = keysOf(db, [...names].filter(isOnlySortMore), MAX_BEGUN)
  return whole.length > 0 ? whole : keysOf(db, [...names].filter(isSurname), MAX_BEGUN)
}

const LINK_WORDS: ReadonlySet<string> = new Set(LINKS.flatMap((link) => link.split(' ')))

function isLinkWord(word: string): boolean {
  return LINK_WORDS.has(word)
}

/** Of a name with several short words. */
const MAX_LINKED_FORMS = 4

function wholeForms(text: string): string[] {
  const forms = streetForms(text)
  const linked = LATIN.test(text) ? forms.slice(0, MAX_LINKED_FORMS).flatMap(linkedForms) : []
  return [...forms, ...foreignStreetForms(text), ...linked]
}

/** `rue lilas` with each word that may stand between its own: `rue des lilas`. */
function linkedForms(text: string): string[] {
  const words = text.split(' ')
  return words
    .slice(1)
    .flatMap((_, at) =>
      LINKS.map((link) => [...words.slice(0, at + 1), link, ...words.slice(at + 1)].join(' ')),
    )
}

function ownForms(text: string): string[] {
  if (!LATIN.test(text)) return formsWithSort(text)
  return LEADS.flatMap((lead) => [`${lead} ${text}`, ...LINKS.map((link) => `${lead} ${link} ${text}`)])
}

/** The names of streets that go on where a text ends; of a text whose last word is short for one (`Hoogstr`) those with the whole word. */
function begunBy(db: DatabaseSync, text: string): string[] {
  const names = `select distinct n.folded from spot_name n join spot s on s.key = n.spot
     where n.folded > ? and n.folded < ? and s.kind = 'street' limit ${MAX_BEGUN + 1}`
  return allRows<{ readonly folded: string }>(db, names, text, `${text}\u{10FFFF}`).map(
    ({ folded }) => folded,
  )
}

/** `max`: of more names than these none is meant; a name with several spellings is one. */
function keysOf(db: DatabaseSync, forms: readonly string[], max = Number.POSITIVE_INFINITY): number[] {
  const rows = spotsNamed(db, [...new Set(forms)], 'street')
  const parts = [...new Map(rows.map((row) => [row.key, row])).values()]
  const byName = Map.groupBy(parts, ({ name }) => name)
  if (byName.size > max) return []
  return [...byName.values()]
    .flatMap((ofName) => streetsOf(ofName.map(spotOf)))
    .flatMap(({ key }) => key ?? [])
    .slice(0, MAX_STREETS)
}
