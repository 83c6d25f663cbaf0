// The meaning of a search: its parsed query, and the ways in which an element may match it.
import type { MapsSearchInput } from '#contract/places/maps.ts'
import type { Category } from '#kit/categories/category-table.ts'
import {
  understandQuery,
  MAX_TERMS,
  type Understanding,
} from '#extractors/maps/categories/understand-query.ts'
import { isNamed, type Tags } from '#extractors/maps/osm/osm-element.ts'
import type { Selection } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { categoryFilters, PLACE_FILTERS } from '#extractors/maps/providers/overpass/query/category-filters.ts'
import { requestedCategories } from '#extractors/maps/categories/requested-categories.ts'
import { nameRank } from '#extractors/maps/search/place-order.ts'
import { categoriesFromTags } from '#extractors/maps/osm/tags/categories-from-tags.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { firstOf, listOf, ADDRESS_KEYS } from '#extractors/maps/osm/tags/tag-values.ts'
import { searchableText } from '#kit/text/search-text.ts'

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
  readonly selections: readonly Selection[]
  /** Null for an element that does not match the request. */
  match(tags: Tags): Match | null
}

/** `areas` are the texts in the query that are known to name an area. Throws `validation_failed` for an unknown category. */
export function readQuery(
  { query, categories }: Pick<MapsSearchInput, 'query' | 'categories'>,
  areas: ReadonlySet<string>,
): QueryReading {
  const understanding = understandQuery(query, (text) => areas.has(text))
  const { kind, terms, nameTerms } = understanding
  const asked = categories?.length ? requestedCategories(categories) : null
  const kinds = understanding.categories.filter(({ narrows }) => !narrows)
  const narrowing = understanding.categories.filter(({ narrows }) => narrows)
  const required = asked === null ? [] : [asked]
  const groups = [kinds, narrowing, ...required].filter((group) => group.length > 0)
  const rankTerms = kind === 'text' ? (nameTerms ?? terms) : null

  return {
    understanding,
    selections: [
      { term: longest(terms), texts: 'all', filters: filtersOf(groups) },
      ...(nameTerms === null
        ? []
        : [{ term: longest(nameTerms), texts: 'name', filters: filtersOf(required) } as const]),
    ],
    match(tags) {
      const element = searchedElement(tags)
      if (element.categories.length === 0) return null
      if (!required.every((group) => isInOne(element, group))) return null
      const fits =
        (groups.length > 0 || element.named) &&
        groups.every((group) => isInOne(element, group)) &&
        (terms.length === 0 || hasTerms(element, terms, 'all'))
      const byName = nameTerms !== null && hasTerms(element, nameTerms, 'name')
      if (!fits && !byName) return null
      return { rank: rankTerms === null ? 0 : nameRank(element.names, rankTerms), byName }
    },
  }
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
  const address = ADDRESS_KEYS.map((key) => firstOf(tags, [`addr:${key}`, `contact:${key}`]))
  const others = [
    ...address,
    firstOf(tags, ['brand']),
    firstOf(tags, ['operator']),
    ...listOf(tags['cuisine']),
  ]
  return {
    named: isNamed(tags),
    categories: categoryIds(tags),
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

/** House number 1 is not the beginning of 12, and a single Latin letter begins too much. */
function isExact(term: string): boolean {
  return /^\d+$/.test(term) || /^[a-z]$/.test(term)
}

function hasCategory({ categories }: SearchedElement, id: string): boolean {
  return id.endsWith('/*')
    ? categories.some((own) => own.startsWith(id.slice(0, -1)))
    : categories.includes(id)
}

/** Categories as the place has them, and the values that narrow them down. */
function categoryIds(tags: Tags): string[] {
  const ids = categoriesFromTags(tags)
  if (ids.length === 0) return ids
  for (const cuisine of listOf(tags['cuisine'])) {
    ids.push(`cuisine/${cuisine.toLowerCase().replaceAll(' ', '_')}`)
  }
  if (tags['amenity'] === 'place_of_worship' && tags['religion'] !== undefined) {
    ids.push(`religion/${tags['religion']}`)
  }
  return ids
}
