// Reads a query: everything, kinds of places, a name or an address, and where.
import { searchTokens } from '#kit/text/search-text.ts'
import {
  categoryById,
  type Category,
  categoriesByPhrase,
  longestCategoryPhrase,
} from '#kit/categories/category-table.ts'

/**
 * What a query asks for. `cafes in Monaco` is the category `amenity/cafe` in the area `monaco`; `made in italy` is
 * text.
 */
export interface Understanding {
  readonly kind: 'all' | 'category' | 'text'
  readonly categories: readonly Category[]
  /** Words that a place must have in addition to its category; without categories, the whole query. */
  readonly terms: readonly string[]
  /**
   * A second reading whose places count too: the name of a place may contain the words of a category or an area (`Hotel
   * Vaduz`). Null when nothing is ambiguous.
   */
  readonly nameTerms: readonly string[] | null
  readonly area: { readonly text: string; readonly isCertain: boolean } | null
}

/** Words between a kind of place and an area: `cafes in Monaco`, `hotels near Vaduz`. */
const PREPOSITIONS = new Set(
  'in near around at inside within im bei nahe um a au aux en dans pres nel nella ad en cerca vicino'.split(
    ' ',
  ),
)
/** Words that say nothing about a place when other words do. */
const FILLERS = new Set(
  'the a an of and or und oder der die das et ou le la les de du des y o el los las e il lo i gli di del'.split(
    ' ',
  ),
)
/** No name is as long; a longer query matches nothing. */
export const MAX_TERMS = 32

/** `isArea` says whether a text names an area, exactly. */
export function understandQuery(query: string, isArea: (text: string) => boolean): Understanding {
  const text = query.trim()
  if (text === '*') return { kind: 'all', categories: [], terms: [], nameTerms: null, area: null }
  const byId = categoryById(text)
  if (byId !== null) return { kind: 'category', categories: [byId], terms: [], nameTerms: null, area: null }
  const tokens = searchTokens(text)
  if (tokens.length > MAX_TERMS) return reading(tokens, tokens, null)
  return explicitArea(tokens, isArea) ?? trailingArea(tokens, isArea) ?? reading(tokens, tokens, null)
}

/** `<what> in <where>`. When the first part names only a kind of place, the second must be an area. */
function explicitArea(tokens: readonly string[], isArea: (text: string) => boolean): Understanding | null {
  for (let at = tokens.length - 2; at > 0; at -= 1) {
    if (!PREPOSITIONS.has(tokens[at] ?? '')) continue
    const what = tokens.slice(0, at)
    const where = tokens.slice(at + 1).join(' ')
    const { categories, rest } = readCategories(what)
    const namesOnlyAKind = categories.length > 0 && withoutFillers(rest).length === 0
    if (!isArea(where) && !namesOnlyAKind) continue
    return {
      ...reading(what, tokens, { text: where, isCertain: true }),
      nameTerms: namesOnlyAKind ? null : tokens,
    }
  }
  return null
}

/** `hotel vaduz`, `spar schaan`: the longest end of the query that names an area and leaves something to search for. */
function trailingArea(tokens: readonly string[], isArea: (text: string) => boolean): Understanding | null {
  for (let at = 1; at < tokens.length; at += 1) {
    const where = tokens.slice(at).join(' ')
    if (readCategories(tokens.slice(at)).categories.length > 0 || !isArea(where)) continue
    return reading(tokens.slice(0, at), tokens, { text: where, isCertain: false })
  }
  return null
}

function reading(
  what: readonly string[],
  all: readonly string[],
  area: Understanding['area'],
): Understanding {
  const { categories, rest } = readCategories(what)
  const terms = categories.length > 0 ? withoutFillers(rest) : rest
  return {
    kind: categories.length > 0 && terms.length === 0 ? 'category' : 'text',
    categories,
    terms,
    nameTerms: area !== null || (categories.length > 0 && terms.length > 0) ? all : null,
    area,
  }
}

function withoutFillers(tokens: readonly string[]): string[] {
  return tokens.filter((token) => !FILLERS.has(token))
}

interface CategoryReading {
  readonly categories: readonly Category[]
  /** The words that name no category, in their order. */
  readonly rest: readonly string[]
}

/** The longest phrases first, from the left. `tokens` are folded. */
export function readCategories(tokens: readonly string[]): CategoryReading {
  const categories = new Map<string, Category>()
  const rest: string[] = []
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at)
    if (phrase === null) {
      rest.push(...tokens.slice(at, at + 1))
      at += 1
    } else {
      for (const category of phrase.categories) categories.set(category.id, category)
      at += phrase.length
    }
  }
  return { categories: [...categories.values()], rest }
}

function phraseAt(
  tokens: readonly string[],
  at: number,
): { readonly categories: readonly Category[]; readonly length: number } | null {
  for (let length = Math.min(longestCategoryPhrase(), tokens.length - at); length > 0; length -= 1) {
    const categories = categoriesByPhrase(tokens.slice(at, at + length).join(' '))
    if (categories.length > 0) return { categories, length }
  }
  return null
}
