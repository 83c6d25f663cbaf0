// Decides whether an element from Overpass matches the request, and how well.
import type { Category } from '#kit/categories/category-table.ts'
import { MAX_TERMS } from '#extractors/maps/categories/understand-query.ts'
import { categoriesFromTags } from '#extractors/maps/osm/tags/categories-from-tags.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { isNamed, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { firstOf, listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import { searchableText } from '#kit/text/search-text.ts'
import { ADDRESS_KEYS } from '#extractors/maps/osm/tags/tag-values.ts'

/** An element as searches see it; the texts are folded once. */
export interface SearchedElement {
  readonly named: boolean
  readonly categories: readonly string[]
  readonly names: string
  /** Address, brand, operator, cuisine. */
  readonly others: string
}

/** A shorter piece stands in too many words. */
const MIN_PIECE_CHARS = 3

/** Folds the searchable tags of an element. Costs more than a comparison, so it is done once for each element. */
export function searchedElement(tags: Tags): SearchedElement {
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
export function isInOne(element: SearchedElement, categories: readonly Category[]): boolean {
  return categories.some(
    ({ match, unnamed }) =>
      (element.named || unnamed) && match.some((ids) => ids.every((id) => hasCategory(element, id))),
  )
}

/** Whether it has every term, as a word, as the beginning of one, or (from three letters on) within a name. */
export function hasTerms(element: SearchedElement, terms: readonly string[], texts: 'name' | 'all'): boolean {
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
