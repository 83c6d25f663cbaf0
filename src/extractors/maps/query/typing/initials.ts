// Initials with and without full stops and spaces: `kc general` is the `K. C. General Hospital`, `m g road` the `MG Road`.

const JOINED = /^[a-z]{2,3}$/
const APART = /(?<![\p{L}\p{N}])[a-z](?: [a-z]){1,2}(?![\p{L}\p{N}])/gu

/**
 * A folded query with initials written in the other way; each way once, none for a query without any. `isInName`: whether a name on the
 * map has these words one after the other, for `di` and `sur` are short words and no initials.
 */
export function withOtherInitials(query: string, isInName: (words: string) => boolean): readonly string[] {
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
