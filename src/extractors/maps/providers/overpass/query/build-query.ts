// Builds the statements that find places: everything that may match, which the answer is then sifted for.
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { TagFilter } from './category-filters.ts'
import { quoted } from './overpass-text.ts'
import { termPattern } from './term-pattern.ts'

/** A way in which an element may match; it needs all parts of one. */
export interface Selection {
  /** A folded word that a text of the element must hold; null: any text will do. */
  readonly term: string | null
  /** Where the word may occur: `name` in names alone, `all` also in address, brand, operator and cuisine. */
  readonly texts: 'name' | 'all'
  readonly filters: readonly TagFilter[]
}

/** Enough elements for many pages. An answer with this many counts as truncated. */
export const MAX_ELEMENTS = 10_000

/** The keys of what `matchElement` reads. */
const NAME_KEYS = '(name|alt_name|old_name|short_name|official_name|int_name|loc_name|reg_name)(:.+)?'
const OTHER_KEYS =
  '(addr|contact):(street|place|housenumber|housename|postcode|city|suburb|full)|brand|operator|cuisine'

/** Elements of some types in a part of the area. */
export interface Where {
  readonly types: 'nwr' | 'node' | 'way' | 'relation'
  readonly clause: string
}

/** `where` holds the parts of the area. */
export function buildQuery(selections: readonly Selection[], where: readonly Where[]): string {
  const found = selections.map((selection, i) => statementsOf(selection, where, `t${i}`))
  const before = found.map((part) => part.before).join('')
  return `${before}(${found.map((part) => part.union).join('')});out geom ${MAX_ELEMENTS};`
}

/** The statement for one element with its geometry. */
export function elementQuery({ type, id }: OsmId): string {
  return `${type}(${id});out geom;`
}

function statementsOf(
  { term, texts, filters }: Selection,
  where: readonly Where[],
  set: string,
): { readonly before: string; readonly union: string } {
  if (term === null) {
    return {
      before: '',
      union: where
        .flatMap(({ types, clause }) => filters.map((filter) => `${types}${filter}${clause};`))
        .join(''),
    }
  }
  // The texts are searched once, and the matches are then filtered by kind, which costs next to nothing.
  const keys = texts === 'name' ? `^${NAME_KEYS}$` : `^(${NAME_KEYS}|${OTHER_KEYS})$`
  const text = `[~${quoted(keys)}~${quoted(termPattern(term))},i]`
  return {
    before: `(${where.map(({ types, clause }) => `${types}${text}${clause};`).join('')})->.${set};`,
    union: filters.map((filter) => `nwr.${set}${filter};`).join(''),
  }
}
