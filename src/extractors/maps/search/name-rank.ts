// How well the names of a place fit the words of a query.

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
