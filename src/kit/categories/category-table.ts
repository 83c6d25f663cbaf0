// The kinds of places: their labels, the words people use for them, and their tags.
import { searchFold } from '#kit/text/search-text.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { textBefore } from '#kit/text/text-rules.ts'
import data from '#kit/categories/data/categories.json' with { type: 'json' }

/** A kind of places, with the tags that make a place one. */
export interface Category {
  /** `amenity/cafe`, `cuisine/pizza`, `group/food`. */
  readonly id: string
  /**
   * The required tags: any one of the alternatives, and all tags of that alternative. `shop/*` is any value of the key.
   */
  readonly match: readonly (readonly string[])[]
  /** Hardly any of these has a name, so a search for them includes unnamed ones. */
  readonly unnamed: boolean
  /** Narrows down other categories (`pizza restaurant`) instead of adding to them. */
  readonly narrows: boolean
}

interface Row {
  readonly id: string
  readonly labels: readonly string[]
  readonly words?: string
  readonly match?: readonly (readonly string[])[]
  readonly unnamed?: boolean
}

interface Table {
  readonly labels: ReadonlyMap<string, readonly string[]>
  readonly byId: ReadonlyMap<string, Category>
  readonly byPhrase: ReadonlyMap<string, readonly Category[]>
  readonly longestPhrase: number
}

let table: Table | undefined

/** `id` in words: its label in `language` or English; for values outside the table the value itself, `Boat Storage`. */
export function categoryLabel(id: string, language: string | null): string {
  const { labels } = theTable()
  const value = id.slice(id.indexOf('/') + 1)
  const known = labels.get(id) ?? labels.get(value)
  if (known !== undefined) {
    const column = data.languages.indexOf(textBefore(language ?? 'en', '-'))
    return known[column] ?? known[0] ?? value
  }
  const words = (value === 'yes' ? id.slice(0, id.indexOf('/')) : value).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The categories that a folded phrase names, in singular or plural; empty without a match. */
export function categoriesByPhrase(phrase: string): readonly Category[] {
  const { byPhrase } = theTable()
  for (const form of [phrase, ...singulars(phrase)]) {
    const found = byPhrase.get(form)
    if (found !== undefined) return found
  }
  return []
}

/** The most words a phrase of the table has. */
export function longestCategoryPhrase(): number {
  return theTable().longestPhrase
}

/** Reads `amenity/cafe`, `amenity=cafe`, `shop/*`, `cuisine/pizza`, `group/food`; null for other texts. */
export function categoryById(text: string): Category | null {
  const [, key, value] =
    /^(amenity|shop|tourism|leisure|craft|office|healthcare|cuisine|religion|group)[/=](\S{1,100})$/.exec(
      text,
    ) ?? []
  if (key === undefined || value === undefined) return null
  const id = `${key}/${value}`
  const known = theTable().byId.get(id)
  if (known !== undefined) return known
  return key === 'group' ? null : { id, match: [[id]], unnamed: false, narrows: key === 'cuisine' }
}

/** The most likely intended category word, or null. */
export function closestCategoryWord(word: string): string | null {
  return closestWord(word, [...theTable().byPhrase.keys()])
}

function theTable(): Table {
  table ??= readTable()
  return table
}

function readTable(): Table {
  const labels = new Map<string, readonly string[]>()
  const byId = new Map<string, Category>()
  const byPhrase = new Map<string, Category[]>()
  const add = (row: Row, narrows: boolean) => {
    const category = { id: row.id, match: row.match ?? [[row.id]], unnamed: row.unnamed ?? false, narrows }
    byId.set(row.id, category)
    labels.set(row.id, row.labels)
    const value = row.id.slice(row.id.indexOf('/') + 1)
    if (!labels.has(value)) labels.set(value, row.labels)
    const phrases = [...row.labels, ...(row.words ?? '').split(','), value].map(searchFold)
    for (const phrase of new Set(phrases)) {
      if (phrase === '') continue
      const others = byPhrase.get(phrase)
      if (others === undefined) byPhrase.set(phrase, [category])
      else others.push(category)
    }
  }
  for (const row of data.categories) add(row, false)
  for (const row of data.cuisines) add(row, true)
  const longestPhrase = Math.max(...[...byPhrase.keys()].map((phrase) => phrase.split(' ').length))
  return { labels, byId, byPhrase, longestPhrase }
}

/** `bakeries` and `cafes` without their English, French or Spanish plural ending. */
function singulars(phrase: string): string[] {
  if (phrase.length < 4) return []
  const forms: string[] = []
  if (phrase.endsWith('ies')) forms.push(`${phrase.slice(0, -3)}y`)
  if (phrase.endsWith('es')) forms.push(phrase.slice(0, -2))
  if (/[^s][sx]$/.test(phrase)) forms.push(phrase.slice(0, -1))
  return forms
}

/** DESIGN.md section 7; the most specific first. */
export const PLACE_KEYS = ['amenity', 'shop', 'tourism', 'leisure', 'craft', 'office', 'healthcare'] as const
