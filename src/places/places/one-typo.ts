// Finds a word of a name that was typed with one mistake.
import { sql, type Sql } from '#platform/db/sql.ts'

/** In a shorter word another letter makes another word, and neither end of it has the three letters that the index needs. */
const MIN_TYPO_CHARS = 7

/**
 * Whether a word in the names of `p` begins as `word` would with one letter more, less or other, or with two neighbours swapped.
 * The first letter counts as right. Null: `word` is too short for that, or is no word. The similarity of pg_trgm alone is too
 * coarse: each mistake costs up to four pieces of three letters, and one in a word of eight is below its threshold.
 */
export function oneTypoCondition(word: string): Sql | null {
  const letters = Array.from(word)
  if (letters.length < MIN_TYPO_CHARS || !letters.every((letter) => /\p{L}/u.test(letter))) return null
  // A mistake is in two letters beside each other at most, and so leaves one end as it is: these the index finds.
  const intact = Math.floor((letters.length - 1) / 2)
  const [start, end] = [letters.slice(0, intact).join(''), letters.slice(-intact).join('')]
  const meant = [...spellings(letters)].map((spelling) => `% ${spelling}%`)
  // Not `like any` on the column itself, for which the server would look up each pattern. A regular expression takes twice as long.
  return sql`((p.match_text like ${`%${start}%`} or p.match_text like ${`%${end}%`})
    and (' ' || p.match_text) like any (${meant}::text[]))`
}

/** Patterns of `like` for what may have been meant. */
function spellings(letters: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (let at = 1; at < letters.length; at += 1) {
    const [before, here, after] = [letters.slice(0, at), letters.slice(at, at + 1), letters.slice(at + 1)]
    const add = (...rest: readonly string[]) => found.add([...before, ...rest].join(''))
    add('_', ...here, ...after)
    add('_', ...after)
    add(...after)
    if (after.length > 0) add(...after.slice(0, 1), ...here, ...after.slice(1))
  }
  return found
}
