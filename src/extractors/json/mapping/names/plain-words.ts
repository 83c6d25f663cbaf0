// The words of a name in their plain form, so that `num_reviews`, `reviewCount` and `Number of reviews` are one name.
import { foldName, wordsOfName } from './field-names.ts'

/** Short forms and words with one meaning in names of fields. */
const SAME = new Map(
  Object.entries({
    num: 'count',
    number: 'count',
    total: 'count',
    qty: 'count',
    quantity: 'count',
    minimum: 'min',
    maximum: 'max',
    lowest: 'min',
    highest: 'max',
    average: 'avg',
    mean: 'avg',
    temperature: 'temp',
    img: 'image',
    pic: 'image',
    picture: 'image',
    photo: 'image',
    desc: 'description',
    addr: 'address',
    lang: 'language',
    org: 'organization',
    organisation: 'organization',
    sec: 'second',
    secs: 'second',
    mins: 'minute',
    hrs: 'hour',
    link: 'url',
    uri: 'url',
    href: 'url',
    cat: 'category',
  }),
)

/** Words that join others and mean nothing alone, in the languages of most pages. */
const JOINING = new Set(
  `of the a an in at by for from to and on is has with de du des la le les l d en et y del el los las da do dos das e di
  dello della dei il lo der die das den dem des von vom zu zur zum und für per am im van het een op i och av för til og af
  w z na do od a`.split(/\s+/),
)

/** The words of a name, folded, without those that join them; a name of nothing else keeps them. */
export function plainWords(name: string): string[] {
  const words = wordsOfName(name.slice(0, 200))
    .map(foldName)
    .filter((word) => word !== '')
  const plain = words.filter((word) => !JOINING.has(word))
  return plain.length === 0 ? words : plain
}

/** Alike for names of the same words in any order and number: `min_temp`, `temperatureMin`. Empty for a name without words. */
export function wordsKey(name: string): string {
  const words = plainWords(name)
  const [only] = words
  // Alone, a word for a number says nothing of what it counts.
  if (words.length === 1 && only !== undefined) {
    const same = SAME.get(only) ?? singular(only)
    return same === 'count' ? singular(only) : same
  }
  const same = words.map((word) => SAME.get(word) ?? SAME.get(singular(word)) ?? singular(word))
  return [...new Set(same)].toSorted().join(' ')
}

/** English only, and only for comparing: `series` becomes `serie` on both sides. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const SORTS = new Set(['time', 'date', 'name', 'text', 'value', 'at', 'on'])

/** A folded name without a last word for the sort of its value: `team_name` is `team`. Empty for a name without one. */
export function withoutSort(name: string): string {
  const words = wordsOfName(name.slice(0, 200)).map(foldName)
  return words.length > 1 && SORTS.has(words.at(-1) ?? '') ? words.slice(0, -1).join('') : ''
}

const MAIN = new Set(['main', 'primary', 'hero', 'lead', 'overall', 'default'])

/** A name without a first word that says only that it is the one that counts: `main_image`. Empty for a name without one. */
export function withoutMain(name: string): string {
  const words = wordsOfName(name.slice(0, 200)).map(foldName)
  return words.length > 1 && MAIN.has(words[0] ?? '') ? words.slice(1).join('') : ''
}
