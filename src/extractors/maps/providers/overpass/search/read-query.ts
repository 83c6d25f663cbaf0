// The meaning of a search: its parsed query, and the ways in which an element may match it.
import type { MapsSearchInput } from '#contract/places/maps.ts'
import type { Category } from '#kit/categories/category-table.ts'
import { understandQuery, type Understanding } from '#extractors/maps/categories/understand-query.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import type { Selection } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { categoryFilters, PLACE_FILTERS } from '#extractors/maps/providers/overpass/query/category-filters.ts'
import { requestedCategories } from '#extractors/maps/categories/requested-categories.ts'
import { nameRank } from '#extractors/maps/search/place-order.ts'
import { hasTerms, isInOne, searchedElement } from './match-element.ts'

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
