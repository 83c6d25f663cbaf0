// Finds the property or parameter that a name which nobody knows means: misspelled, shortened, or as other products call it.
import { closestWord } from './closest-word.ts'

/** Longer names are no slip of the hand, and comparing them would cost time. */
const MAX_NAME_CHARS = 80

/** Names for one thing in other products, folded. Names of a row may mean each other. */
const SAME_THING = [
  ['lng', 'lon', 'long', 'longitude'],
  ['lat', 'latitude'],
  ['limit', 'max', 'maxresults', 'maxitems', 'maxpages', 'pagesize', 'perpage', 'size', 'count', 'top'],
  ['cursor', 'page', 'offset', 'after', 'pagetoken', 'nextpagetoken', 'nextcursor'],
  ['query', 'q', 'search', 'text', 'keyword', 'keywords', 'term'],
  ['location', 'in', 'near', 'place', 'where', 'area', 'latlng', 'latlong', 'coordinates'],
  ['radiusm', 'distance', 'within', 'meters'],
  ['language', 'lang', 'locale', 'hl'],
  ['country', 'countrycode', 'region', 'gl'],
  ['url', 'link', 'href', 'address', 'website'],
  ['sort', 'order', 'orderby'],
  ['webhook', 'callback', 'callbackurl', 'notify'],
  ['columns', 'fields'],
  ['out', 'output', 'outfile'],
] as const

/**
 * The one of `known` that `name` most likely means, or null. Spelling counts first (`radiusm`, `locatoin`), then what other
 * products call it (`lon` is `lng`), then whole words that one name has more than the other, behind it (`radius` is `radiusM`)
 * or before it (`startUrl` is `url`), where only one of `known` fits.
 */
export function closestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_NAME_CHARS) return null
  const folded = fold(name)
  const alike = known.find((one) => fold(one) === folded) ?? closestWord(name, known)
  if (alike !== null) return alike
  const same = SAME_THING.find((row) => row.some((one) => one === folded)) ?? []
  return (
    same.flatMap((meant) => known.find((one) => fold(one) === meant) ?? [])[0] ?? withSameWords(name, known)
  )
}

function withSameWords(name: string, known: readonly string[]): string | null {
  const words = wordsOf(name)
  const others = known.map((one) => ({ one, words: wordsOf(one) }))
  const beginning = others.filter((other) => begins(words, other.words))
  const ending = others.filter((other) => begins(words.toReversed(), other.words.toReversed()))
  const fitting = beginning.length > 0 ? beginning : ending
  return fitting.length === 1 ? (fitting[0]?.one ?? null) : null
}

/** Whether the shorter of the two lists is the beginning of the longer one. */
function begins(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length > 0 && short.every((word, at) => word === long[at])
}

/** `max_age`, `max-age` and `maxAge` are two words each. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const fold = (name: string): string => wordsOf(name).join('')
