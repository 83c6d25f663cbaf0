// The order in which the pages of a search list places.

/** The order of a list: how well the name fits, then the distance from the middle, then the key. */
export interface FoundPlace {
  readonly rank: number
  /** 0 where the caller gave no middle. */
  readonly distanceM: number
  readonly key: number
}

/** For `sort`. No two places are equal, because their keys differ: so a cursor can name its position. */
export function comparePlaces(a: FoundPlace, b: FoundPlace): number {
  return a.rank - b.rank || a.distanceM - b.distanceM || a.key - b.key
}

/** How well the names fit the whole query: 0 equal, 1 begins with it, 2 has all its words, 3 all as beginnings, 4 less. */
export function nameRank(folded: string, terms: readonly string[]): number {
  const names = folded.split(' | ')
  const query = terms.join(' ')
  if (names.includes(query)) return 0
  if (names.some((name) => name.startsWith(`${query} `))) return 1
  const words = new Set(folded.split(' '))
  if (terms.every((term) => words.has(term))) return 2
  return terms.every((term) => folded.startsWith(term) || folded.includes(` ${term}`)) ? 3 : 4
}
