// Names of brands in all scripts: which brand a phrase means, by its item of Wikidata.
import { fileURLToPath } from 'node:url'
import { openSortedLines, type SortedLines } from './sorted-lines.ts'

/** A brand that a query names. */
export interface Brand {
  /** Items of Wikidata, as in `brand:wikidata`. */
  readonly wikidata: readonly string[]
  /** Folded names under which the brand is shown, other than the phrase. */
  readonly names: readonly string[]
}

const MIN_CHARS = 2

let table: SortedLines | undefined

function theTable(): SortedLines {
  return (table ??= openSortedLines(fileURLToPath(new URL('data/brands.txt', import.meta.url))))
}

/** Null for a folded phrase that is no name of a brand. */
export function brandNamed(phrase: string): Brand | null {
  if (phrase.length < MIN_CHARS) return null
  // `home depot` is The Home Depot; one word without its article is any word.
  const line = theTable().find(phrase) ?? (phrase.includes(' ') ? theTable().find(`the ${phrase}`) : null)
  if (line === null) return null
  const [wikidata = '', names = ''] = line.split('\t')
  return {
    wikidata: wikidata.split(' '),
    names: names === '' ? [] : names.split('|'),
  }
}

/** Names of brands that begin with the same letter. */
export function* brandNamesLike(phrase: string): Generator<string> {
  const [first] = Array.from(phrase)
  if (first === undefined) return
  for (const [key] of theTable().startingWith(first)) yield key
}
