// Tag filters for kinds of places: what the server can check, so that only places of these kinds come over the wire.
import { type Category, PLACE_KEYS } from '#kit/categories/category-table.ts'
import { literalPattern, quoted } from './overpass-text.ts'
import { termPattern } from './term-pattern.ts'

/** Filters one behind the other, as in `["amenity"="cafe"]["name"]`. */
export type TagFilter = string

/** More statements than this make a query slow: the rest is then left to the check of the answer. */
const MAX_FILTERS = 60

/** For every named place, whatever its kind. */
export const PLACE_FILTERS: readonly TagFilter[] = PLACE_KEYS.map((key) => `[${quoted(key)}]["name"]`)

/**
 * Together they match at least the elements that are in one category of each group. Hardly any of some kinds has a name:
 * those are taken without one.
 */
export function categoryFilters(groups: readonly (readonly Category[])[]): readonly TagFilter[] {
  let product: { readonly tags: string; readonly named: boolean }[] = [{ tags: '', named: false }]
  for (const group of groups) {
    const filters = groupFilters(group)
    const next = product.flatMap((left) =>
      filters.map((right) => ({ tags: left.tags + right.tags, named: left.named || right.named })),
    )
    if (next.length <= MAX_FILTERS || product.length === 1) product = next
  }
  return product.map(({ tags, named }) => (named ? `${tags}["name"]` : tags))
}

function groupFilters(group: readonly Category[]): { readonly tags: string; readonly named: boolean }[] {
  const filters: { tags: string; named: boolean }[] = []
  /** Values of one key travel in one filter. */
  const values = new Map<string, { key: string; named: boolean; of: Set<string> }>()
  for (const { match, unnamed } of group) {
    for (const ids of match) {
      const [id] = ids
      const { key, value } = partsOf(id ?? '')
      if (ids.length > 1 || value === '*' || key === 'religion' || key === 'name') {
        filters.push({ tags: ids.map(idFilter).join(''), named: !unnamed })
        continue
      }
      const slot = `${key} ${unnamed}`
      const known = values.get(slot) ?? { key, named: !unnamed, of: new Set<string>() }
      known.of.add(value)
      values.set(slot, known)
    }
  }
  for (const { key, named, of } of values.values()) filters.push({ tags: valuesFilter(key, [...of]), named })
  return filters
}

function idFilter(id: string): string {
  const { key, value } = partsOf(id)
  if (value === '*') return `[${quoted(key)}]`
  if (key === 'name') return `["name"~${quoted(termPattern(value))},i]`
  if (key === 'religion') return `["amenity"="place_of_worship"]["religion"=${quoted(value)}]`
  return valuesFilter(key, [value])
}

/** A value may be part of a `;` list; cuisines are written in many ways. */
function valuesFilter(key: string, values: readonly string[]): string {
  const isCuisine = key === 'cuisine'
  const patterns = values
    .map(literalPattern)
    .map((value) => (isCuisine ? value.replaceAll('_', '[_ ]') : value))
  return `[${quoted(key)}~${quoted(`(^|;) *(${patterns.join('|')}) *(;|$)`)}${isCuisine ? ',i' : ''}]`
}

function partsOf(id: string): { readonly key: string; readonly value: string } {
  const slash = id.indexOf('/')
  return { key: id.slice(0, slash), value: id.slice(slash + 1) }
}
