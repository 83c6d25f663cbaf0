// Finds places by their names in another language than the map has: `puerto Hércules` is the `Port Hercule`, a `jardín japonés` the
// `Jardin Japonais`.
import type { DatabaseSync } from 'node:sqlite'
import { isOfWord } from '#extractors/maps/query/phrase-meanings.ts'
import { isLink } from '#extractors/maps/query/split-location.ts'
import { isFunctionWord, kindsNamed, type NamedKinds } from '#extractors/maps/query/words/kind-words.ts'
import { phraseRole } from '#extractors/maps/query/words/qualifiers.ts'
import { wordsOf } from '#extractors/maps/query/words/segments.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { placesInCategory } from './place-categories.ts'
import { placesWithAny, wordsBegunBy } from './text-matches.ts'

/** A name of more words is a sentence. */
const MAX_WORDS = 6
/** More places with words like these in their names share them by chance. */
const MAX_FOUND = 20

/**
 * Keys of the places of which a folded text is the name in another language: words for a kind count as the kind, and the others
 * as words of the same stem. Empty where no word names a kind or a saint, and where none of the others is a name.
 */
export function placesNamedInTranslation(db: DatabaseSync, text: string): number[] {
  const all = wordsOf(text)
  // `dem Ristorante Roma`: the name comes behind its article.
  if (all[0] === undefined || isSmall(all[0].text)) return []
  const words = all
    .filter((word) => !isSmall(word.text) && !isOfWord({ words: [word], meaning: null }))
    .map((word) => word.text)
  if (words.length < 2 || words.length > MAX_WORDS || !words.every((word) => LATIN.test(word))) return []
  const kinds = words.map((word) => kindOfWord(word)).filter((kind) => kind !== null)
  const own = words.filter((word) => kindOfWord(word) === null)
  if (own.every(isSaint) || (kinds.length === 0 && !own.some(isSaint))) return []
  const forms = own.map((word) => formsOf(db, word))
  const ofKind = kinds.map(({ categories }) =>
    categories.map((category) => placesInCategory(db, category)).reduce((a, b) => a.union(b)),
  )
  const isCalled = (key: number, name: string) => {
    const parts = name.split(' ').filter((part) => !isSmall(part) && part.length > 1)
    const others = parts.filter((part) => !forms.some((same) => same.includes(part)))
    const named = others.map((part) => kindOfWord(part, 'term'))
    const isSaid = (kind: NamedKinds, at: number) =>
      ofKind[at]?.has(key) === true || named.some((other) => areAlike(other, kind))
    // The `Parking du Jardin Exotique` is no garden.
    const isOther = named.some(
      (kind) => kind?.use === 'everyday' && !kinds.some((own) => areAlike(kind, own)),
    )
    const hasOwn = forms.every((same) => same.some((form) => parts.includes(form)))
    return (
      hasOwn && kinds.every(isSaid) && parts.length <= words.length + 1 && (kinds.length === 0 || !isOther)
    )
  }
  const called = (forms.every(({ length }) => length > 0) ? placesWithAny(db, forms) : [])
    .map((key) => ({ key, ...placeOf(db, key) }))
    .filter(({ key, names }) => names.some((name) => isCalled(key, name)))
  // The stadium of that name comes before its car park; a bus stop of that name is neither.
  const ofKinds = called.filter(({ key }) => kinds.length > 0 && ofKind.every((keys) => keys.has(key)))
  const found = ofKinds.length > 0 ? ofKinds : called.filter(({ isPlace }) => isPlace)
  return found.length > MAX_FOUND ? [] : found.map(({ key }) => key)
}

const LATIN = /^\p{Script=Latin}+$/u

/** Articles, and what stands between the words of a name. */
function isSmall(word: string): boolean {
  if (isSaint(word)) return false
  return isFunctionWord(word) || isLink(word) || phraseRole(word)?.role === 'article'
}

/** A kitchen says where something is from. */
function kindOfWord(word: string, weakest: 'alias' | 'term' = 'alias'): NamedKinds | null {
  const kinds = kindsNamed(word)
  if (kinds === null || (kinds.use === 'term' && weakest !== 'term')) return null
  return kinds.categories.some(({ narrows }) => narrows) ? null : kinds
}

function areAlike(one: NamedKinds | null, other: NamedKinds): boolean {
  return one?.categories.some(({ id }) => other.categories.some((category) => category.id === id)) === true
}

function placeOf(db: DatabaseSync, key: number) {
  const row = firstRow<{ readonly folded: string; readonly isPlace: number }>(
    db,
    'select folded, is_place as isPlace from place where key = ?',
    key,
  )
  return { names: row?.folded.split(' | ') ?? [], isPlace: row?.isPlace === 1 }
}

const SAINT = 'saint sainte st ste santa santo san sao sankt sint swiety swieta'.split(' ')

/** Names of saints and rulers which are no cognates, or too short to be seen as such. */
const GIVEN_NAMES = [
  'andrew andre andres andrea andreas andrzej',
  'anthony antoine antonio anton antonius',
  'charles carlos carlo karl carl karel karol',
  'francis francois francisco francesco franz franziskus',
  'george georges jorge giorgio georg joris jerzy',
  'henry henri enrique enrico heinrich henrique',
  'james jacques santiago giacomo jakob jacob tiago jakub',
  'john jean juan giovanni johannes joao jan johann',
  'joseph jose giuseppe josef jozef',
  'laurence lawrence laurent lorenzo laurentius lorenz lourenco',
  'louis luis luigi ludwig lodewijk',
  'luke luc lucas luca lukas',
  'mark marc marcos marco markus marcus',
  'mary marie maria',
  'matthew matthieu mateo matteo matthaus',
  'michael michel miguel michele',
  'nicholas nicolas nikolaus niccolo nicola nicolau',
  'paul pablo paolo paulo paulus pawel',
  'peter pierre pedro pietro petrus piotr',
  'stephen etienne esteban stefano stephan stefan estevao',
  'william guillaume guillermo guglielmo wilhelm willem',
].map((names) => names.split(' '))

function isSaint(word: string): boolean {
  return SAINT.includes(word)
}

/** Words of names that mean the same as a folded word: the word itself, of the same country, a saint, or of the same stem. */
function formsOf(db: DatabaseSync, word: string): readonly string[] {
  if (isSaint(word)) return SAINT
  const given = GIVEN_NAMES.find((names) => names.includes(word)) ?? []
  const countries = kindsNamed(word)?.categories ?? []
  const ofCountry = countries.flatMap(({ nameWords = [] }) => nameWords).filter((other) => LATIN.test(other))
  const known = startsOf(word).flatMap((start) => wordsBegunBy(db, start))
  return [
    ...new Set([
      ...given,
      ...ofCountry,
      ...known.filter((other) => other === word || areCognates(word, other)),
    ]),
  ]
}

/** How a word and those of its stem may begin: `Hércules` and `Ercole`, `filarmónica` and `philharmonie`. */
function startsOf(word: string): readonly string[] {
  const start = word.slice(0, 2)
  const plain = word.replace(/^h/, '').slice(0, 2)
  const sounds = [
    [/^ph/, 'f'],
    [/^f/, 'ph'],
    [/^k/, 'c'],
    [/^c/, 'k'],
    [/^es/, 'ex'],
    [/^ex/, 'es'],
  ] as const
  const others = sounds.flatMap(([from, to]) => (from.test(word) ? [word.replace(from, to).slice(0, 2)] : []))
  return [...new Set([start, plain, /^[aeiou]/.test(plain) ? `h${plain.charAt(0)}` : plain, ...others])]
}

/** Letters that a stem needs; shorter words are alike by chance. */
const MIN_STEM = 4
const MIN_STEM_SHARE = 0.6
const MAX_ENDING = 4
/** Letters that a word with another vowel needs: `Ercole`, `Hercule`. */
const MIN_CHARS_OF_VOWEL = 6
const VOWELS = 'aeiou'

/** Whether two words differ in no more than their endings and in how languages write a sound, or in one vowel: `exótico`, `exotique`. */
export function areCognates(one: string, other: string): boolean {
  const [a, b] = [soundsOf(one), soundsOf(other)]
  let stem = 0
  while (stem < Math.min(a.length, b.length) && a[stem] === b[stem]) stem += 1
  const longer = Math.max(a.length, b.length)
  const isOneStem = stem >= MIN_STEM && stem >= MIN_STEM_SHARE * longer && longer - stem <= MAX_ENDING
  if (isOneStem) return true
  if (a.length !== b.length || a.length < MIN_CHARS_OF_VOWEL) return false
  const different = Array.from(a, (sound, at) => [sound, b[at] ?? ''] as const).filter(([x, y]) => x !== y)
  return different.length === 1 && different.every((pair) => pair.every((sound) => VOWELS.includes(sound)))
}

function soundsOf(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replaceAll('ch', 'c')
    .replaceAll('qu', 'c')
    .replaceAll('h', '')
    .replace(/[kq]/g, 'c')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replaceAll('x', 's')
    .replace(/(.)\1/g, '$1')
}
