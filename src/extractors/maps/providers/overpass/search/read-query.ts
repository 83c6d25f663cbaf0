// The meaning of a search: its parsed query, and the ways in which an element may match it.
import { holdsRun, isUnspaced } from '#kit/text/character-pairs.ts'
import type { MapsSearchInput } from '#contract/places/maps.ts'
import type { Category } from '#kit/categories/category-table.ts'
import {
  correctedSplit,
  understandQuery,
  MAX_TERMS,
  type Understanding,
} from '#extractors/maps/query/understand-query.ts'
import { isNamed, isPlaceElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import type { Selection } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { categoryFilters, PLACE_FILTERS } from '#extractors/maps/providers/overpass/query/category-filters.ts'
import { requestedCategories } from '#extractors/maps/query/requested-categories.ts'
import { isExact, nameRank } from '#extractors/maps/search/place-order.ts'
import { cutExclusions, withExclusions } from '#extractors/maps/query/exclusions.ts'
import { homeKinds } from '#extractors/maps/query/home-kinds.ts'
import { kindMeantBy, withKindsCorrected, type Correction } from '#extractors/maps/query/correct-spelling.ts'
import { brandCategory, type Brand } from '#extractors/maps/query/words/brands.ts'
import { searchIds } from '#extractors/maps/osm/tags/categories-from-tags.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { addressTexts, firstOf, listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import { searchableText, searchFold } from '#kit/text/search-text.ts'

/** An element as searches see it; the texts are folded once. */
interface SearchedElement {
  readonly named: boolean
  readonly categories: readonly string[]
  readonly names: string
  /** Address, brand, operator, cuisine. */
  readonly others: string
}

/** A shorter piece stands in too many words. */
const MIN_PIECE_CHARS = 3

/** How well an element fits; smaller is better. */
export interface Match {
  readonly rank: number
  /** It counts at any position, whatever area the query seems to name. */
  readonly byName: boolean
}

/** What is asked of the server (`selections`), and what of its answer counts (`match`). */
export interface QueryReading {
  readonly understanding: Understanding
  readonly corrections: readonly Correction[]
  readonly selections: readonly Selection[]
  /** Null for an element that does not match the request. */
  match(tags: Tags): Match | null
}

/** `areas` are the texts in the query that are known to name an area. Throws `validation_failed` for an unknown category. */
export function readQuery(
  { query, categories }: Pick<MapsSearchInput, 'query' | 'categories'>,
  areas: ReadonlySet<string>,
): QueryReading {
  const { understanding, corrections } = correctedReading(query, (text) => areas.has(text))
  const asked = categories?.length ? requestedCategories(categories) : null
  const choices = [understanding, ...understanding.or].map((choice) => choiceOf(choice, asked))
  return {
    understanding,
    corrections,
    selections: choices.flatMap(({ selections }) => selections),
    match(tags) {
      const element = searchedElement(tags)
      if (element.categories.length === 0) return null
      const matches = choices.map(({ match }) => match(tags, element)).filter((match) => match !== null)
      return matches.reduce<Match | null>(
        (best, match) => (best === null || match.rank < best.rank ? match : best),
        null,
      )
    },
  }
}

/** What a query, or one of the choices in it, asks of the server, and which elements fit it. */
interface Choice {
  readonly selections: readonly Selection[]
  match(tags: Tags, element: SearchedElement): Match | null
}

/** `asked`: categories of the request, of which a place must have one; null: no such condition. */
function choiceOf(understanding: Understanding, asked: readonly Category[] | null): Choice {
  const { kind, terms, nameTerms, alsoNamed, qualifiers, brand } = understanding
  const narrowing = understanding.categories.filter(({ narrows }) => narrows)
  const given = understanding.categories.filter(({ narrows }) => !narrows)
  const kinds = given.length > 0 ? given : (homeKinds(narrowing, qualifiers) ?? [])
  const required = asked === null ? [] : [asked]
  const kindGroups = [kinds, ...required].filter((group) => group.length > 0)
  // A pitch has no name, but a sport.
  const tagged = narrowing.map((category) => ({ ...category, unnamed: true }))
  const groups = narrowing.length > 0 ? [...kindGroups, tagged] : kindGroups
  const rankTerms = kind === 'text' ? (nameTerms ?? terms) : null

  return {
    selections: [
      { term: longest(terms), texts: 'all', filters: filtersOf(groups) },
      ...(brand === null ? [] : brandSelections(brand, terms)),
      ...narrowing.map(
        ({ id }) => ({ term: nameWord(id), texts: 'name', filters: filtersOf(kindGroups) }) as const,
      ),
      ...(alsoNamed === null
        ? []
        : [{ term: longest(alsoNamed), texts: 'name', filters: filtersOf(required) } as const]),
      ...(nameTerms === null
        ? []
        : [{ term: longest(nameTerms), texts: 'name', filters: filtersOf(required) } as const]),
    ],
    match(tags, element) {
      if (!required.every((group) => isInOne(element, group))) return null
      const fits =
        (kindGroups.length > 0 || (element.named && isPlaceElement(tags))) &&
        kindGroups.every((group) => isInOne(element, group)) &&
        (narrowing.length === 0 || narrowing.some((category) => isNarrowedBy(element, category))) &&
        qualifiers.every((qualifier) => qualifier.fits(tags)) &&
        (terms.length === 0 ||
          hasTerms(element, terms, 'all') ||
          (brand !== null && isOfBrand(element, brand)))
      const byName = nameTerms !== null && isPlaceElement(tags) && hasTerms(element, nameTerms, 'name')
      const isAlsoNamed = alsoNamed !== null && isPlaceElement(tags) && hasTerms(element, alsoNamed, 'name')
      if (!fits && !byName && !isAlsoNamed) return null
      return { rank: rankTerms === null ? 0 : nameRank(element.names, rankTerms), byName }
    },
  }
}

/** A mistyped word for a kind is read as the kind, and as a name besides: what names there are is not known here. */
export function correctedReading(
  query: string,
  isArea: (text: string) => boolean,
): Pick<QueryReading, 'understanding' | 'corrections'> {
  const { rest, exclusions } = cutExclusions(query)
  const { understanding, corrections } = wantedReading(rest, isArea)
  return { understanding: withExclusions(understanding, exclusions), corrections }
}

function wantedReading(
  query: string,
  isArea: (text: string) => boolean,
): Pick<QueryReading, 'understanding' | 'corrections'> {
  const typed = understandQuery(query, isArea)
  const asTyped = { understanding: typed, corrections: [] }
  if (typed.kind !== 'text' || typed.brand !== null) return asTyped
  const split = correctedSplit(query, (word, neighbours) => kindMeantBy(word, isArea, neighbours))
  if (split !== null) {
    return {
      understanding: { ...split.understanding, nameTerms: split.typed },
      corrections: split.corrections,
    }
  }
  const { corrected, corrections } = withKindsCorrected(query, isArea)
  if (corrections.length === 0) return asTyped
  const understanding = understandQuery(corrected, isArea)
  if (understanding.kind === 'text') return asTyped
  return { understanding: { ...understanding, nameTerms: typed.nameTerms ?? typed.terms }, corrections }
}

/** Places of a brand, by its item of Wikidata and by the names that it is shown by. */
function brandSelections({ wikidata, names }: Brand, terms: readonly string[]): Selection[] {
  const others = names.filter((name) => name !== terms.join(' '))
  return [
    { term: null, texts: 'all', filters: categoryFilters([[brandCategory(wikidata)]]) },
    ...others.map(
      (name) => ({ term: longest(name.split(' ')), texts: 'all', filters: PLACE_FILTERS }) as const,
    ),
  ]
}

function isOfBrand(element: SearchedElement, { wikidata, names }: Brand): boolean {
  return (
    wikidata.some((item) => element.categories.includes(`brand:wikidata/${item}`)) ||
    names.some((name) => hasTerms(element, name.split(' '), 'all'))
  )
}

/** By its tag, or by a name that says it: `Pizza Hut`. */
function isNarrowedBy(element: SearchedElement, category: Category): boolean {
  if (isInOne({ ...element, named: true }, [category])) return true
  const words = new Set(element.names.split(' '))
  return (category.nameWords ?? []).some(
    (phrase) => phrase.split(' ').every((word) => words.has(word)) || isInRun(element, phrase),
  )
}

/** The word of `cuisine/steak_house` that names of such places hold. */
function nameWord(id: string): string {
  return searchFold(id.slice(id.indexOf('/') + 1).replaceAll('_', ' ')).split(' ')[0] ?? ''
}

function filtersOf(groups: readonly (readonly Category[])[]): Selection['filters'] {
  return groups.length === 0 ? PLACE_FILTERS : categoryFilters(groups)
}

/** The word that fewest places have is most likely the longest. */
function longest(terms: readonly string[]): string | null {
  return terms.reduce<string | null>((best, term) => (term.length > (best?.length ?? 0) ? term : best), null)
}

/** Folds the searchable tags of an element. Costs more than a comparison, so it is done once for each element. */
function searchedElement(tags: Tags): SearchedElement {
  const others = [
    ...addressTexts(tags),
    firstOf(tags, ['brand']),
    firstOf(tags, ['operator']),
    ...listOf(tags['cuisine']),
  ]
  return {
    named: isNamed(tags),
    categories: searchIds(tags),
    names: searchableText(searchableNames(tags)),
    others: searchableText(others.filter((text) => text !== null).map((text) => text.replaceAll('_', ' '))),
  }
}

/** Whether it is in one of the categories; without a name only where hardly any of the kind has one. */
function isInOne(element: SearchedElement, categories: readonly Category[]): boolean {
  return categories.some(
    ({ match, unnamed }) =>
      (element.named || unnamed) && match.some((ids) => ids.every((id) => hasCategory(element, id))),
  )
}

/** Whether it has every term, as a word, as the beginning of one, or (from three letters on) within a name. */
function hasTerms(element: SearchedElement, terms: readonly string[], texts: 'name' | 'all'): boolean {
  if (!element.named || terms.length > MAX_TERMS) return false
  const text = texts === 'all' ? `${element.names} ${element.others}` : element.names
  const words = text.split(' ')
  return terms.every(
    (term) =>
      words.some((word) => (isExact(term) ? word === term : word.startsWith(term))) ||
      (Array.from(term).length >= MIN_PIECE_CHARS && !isExact(term) && element.names.includes(term)),
  )
}

/** Whether a name in a script without spaces has the word in it. */
function isInRun({ names }: Pick<SearchedElement, 'names'>, word: string): boolean {
  return isUnspaced(word) && names.split(' | ').some((name) => holdsRun(name, word, true))
}

function hasCategory({ categories, names }: SearchedElement, id: string): boolean {
  if (id.startsWith('name/')) {
    const word = id.slice('name/'.length)
    return names.split(' ').includes(word) || isInRun({ names }, word)
  }
  return id.endsWith('/*')
    ? categories.some((own) => own.startsWith(id.slice(0, -1)))
    : categories.includes(id)
}
