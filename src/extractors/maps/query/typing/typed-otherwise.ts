// Queries that somebody may have meant who typed what nothing is called: `dirrnr`, `편으점`, `kc general`.
import { understandQuery } from '#extractors/maps/query/understand-query.ts'
import { typedOnOtherKeys } from './keyboard-layouts.ts'
import { withSimilarSigns } from './similar-signs.ts'

/** Longer queries are sentences, and each way to read one costs. */
const MAX_WORDS = 4

/**
 * What a query says on the keys of another alphabet, with signs of the same sound, and with its initials in another way. `folded`: the
 * query so. `isName`: whether something on the map has a word in its name; `isInName`: these words, one after the other.
 */
export function typedOtherwise(
  query: string,
  folded: string,
  isArea: (text: string) => boolean,
  isName: (word: string) => boolean,
  isInName: (words: string) => boolean,
): readonly string[] {
  if (folded.split(' ').length > MAX_WORDS) return []
  // Keys of another alphabet make a word of hardly any text, so what they make has to say something.
  const onOtherKeys = typedOnOtherKeys(query).filter((text) => {
    const { kind, brand, area } = understandQuery(text, isArea)
    return kind === 'category' || brand !== null || area !== null
  })
  return [
    ...new Set([...onOtherKeys, ...withSimilarSigns(folded, isName), ...withOtherInitials(folded, isInName)]),
  ]
}

const JOINED = /^[a-z]{2,3}$/
const APART = /(?<![\p{L}\p{N}])[a-z](?: [a-z]){1,2}(?![\p{L}\p{N}])/gu

/**
 * A folded query with initials written in the other way, with full stops and spaces or without: `kc general` is the `K. C. General
 * Hospital`; each way once, none for a query without any. `isInName`: whether a name on the map has these words one after the other,
 * for `di` and `sur` are short words and no initials.
 */
function withOtherInitials(query: string, isInName: (words: string) => boolean): readonly string[] {
  const words = query.split(' ')
  const apart = words.flatMap((word, at) => {
    const letters = Array.from(word).join(' ')
    return words.length > 1 && JOINED.test(word) && isInName(letters)
      ? [words.with(at, letters).join(' ')]
      : []
  })
  const joined = query.replace(APART, (letters) => {
    const initials = letters.replaceAll(' ', '')
    return isInName(initials) ? initials : letters
  })
  return joined === query ? apart : [joined, ...apart]
}
