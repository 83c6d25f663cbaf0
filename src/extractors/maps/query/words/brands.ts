// Names of brands in all scripts: which brand a phrase means, by its item of Wikidata.
import type { Category } from '#kit/categories/category-table.ts'
import { remembered } from '#kit/remembered.ts'
import { openSortedLines } from './sorted-lines.ts'

/** A brand that a query names. */
export interface Brand {
  /** Items of Wikidata, as in `brand:wikidata`. */
  readonly wikidata: readonly string[]
  /** Folded names under which the brand is shown, other than the phrase. */
  readonly names: readonly string[]
}

const MIN_CHARS = 2

const table = openSortedLines(new URL('data/brands.txt', import.meta.url))

/** Null for a folded phrase that is no name of a brand. */
export const brandNamed = remembered((phrase): Brand | null => {
  if (phrase.length < MIN_CHARS) return null
  // `home depot` is The Home Depot; one word without its article is any word.
  const line = table.find(phrase) ?? (phrase.includes(' ') ? table.find(`the ${phrase}`) : null)
  if (line === null) return null
  const [wikidata = '', names = ''] = line.split('\t')
  return {
    wikidata: wikidata.split(' '),
    names: names === '' ? [] : names.split('|'),
  }
})

/** The places that say that they are of a brand. */
export function brandCategory(wikidata: readonly string[]): Category {
  const match = wikidata.map((item) => [`brand:wikidata/${item}`])
  return { id: 'brand', match, unnamed: true, narrows: false }
}

/** Names of brands that begin with the same letter. */
export function* brandNamesLike(phrase: string): Generator<string> {
  const [first] = Array.from(phrase)
  if (first === undefined) return
  for (const [key] of table.startingWith(first)) yield key
}
