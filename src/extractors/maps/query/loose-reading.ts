// Reads a query whose words are no name of anything: words that only go with a kind stand for it (`fishing tackle`), a kind
// behind words that no map records is that kind (`emergency plumber`).
import type { Category } from '#kit/categories/category-table.ts'
import { isOfWord, isOr, meaningsOf, withoutKitchens, type PhraseMeanings } from './phrase-meanings.ts'
import { readPhrases, type Phrase } from './read-phrases.ts'
import { isLink } from './split-location.ts'
import { isHead } from './words/heads.ts'
import { isGeneric, isOrdinaryWord } from './words/kind-words.ts'
import { withOtherTags } from './words/other-tags.ts'
import { phraseOf, type Word } from './words/segments.ts'

/** People look for these by what they do: beside such a kind a word that no name has says what. */
const TRADES = /^(?:craft|office|healthcare)\//
const SERVICES: ReadonlySet<string> = new Set(
  `amenity/dentist amenity/doctors amenity/clinic amenity/pharmacy amenity/veterinary amenity/animal_boarding amenity/driving_school
amenity/language_school amenity/car_wash amenity/vehicle_inspection shop/car_repair shop/laundry shop/dry_cleaning shop/locksmith shop/tyres
shop/tailor`.split(/\s/),
)

const NO_TRADE = /^(?:leisure|natural|historic|waterway|landuse)\//

/** Null where the words are not all kinds, conditions or ordinary words, and might be a name. */
export function readLoosely(words: readonly Word[]): PhraseMeanings | null {
  const phrases = withoutKitchens(readPhrases(words, 'loose'), 'loose')
  const modifier = modifierOfThing(phrases)
  if (modifier !== null) {
    const of = meaningsOf(phrases.filter((phrase) => phrase !== modifier))
    return { ...of, ignored: [...of.ignored, leftOut(modifier)] }
  }
  const weak = phrases.filter(({ meaning }) => meaning?.role === 'kinds' && meaning.use === 'term')
  const known = phrases.filter((phrase) => !weak.includes(phrase) && !isUnknown(phrase))
  const { categories, qualifiers, ignored } = meaningsOf(known)
  const isNamed = categories.some((category) => !isGeneric(category))
  const kinds = isNamed ? withoutVenues(categories) : sharedKinds(weak, categories)
  if (kinds.length === 0) return null
  // `hinter dem Mond`: behind what says where stands no word that only goes with a kind.
  const [start] = phrases
  if (!isNamed && start !== undefined && isUnknown(start) && isLink(phraseOf(start.words))) return null
  const details = isNamed ? [] : meaningsOf(weak).qualifiers
  // A `yacht dealer` is no marina.
  const isTrade = phrases.some(({ words: own }) => isHead(phraseOf(own)))
  if (isTrade && kinds.every(({ id }) => NO_TRADE.test(id))) return null
  const dropped = phrases.filter((phrase) => isUnknown(phrase) || (isNamed && weak.includes(phrase)))
  const isBehindWith = (phrase: Phrase) =>
    phrases.slice(0, phrases.indexOf(phrase)).some(({ meaning }) => meaning?.role === 'with')
  const isListItem = (phrase: Phrase) => [-1, 1].some((step) => isOr(phrases[phrases.indexOf(phrase) + step]))
  const mayDrop = (phrase: Phrase) =>
    mayBeLeftOut(phrase) ||
    // `stripwinkel of boekhandel`: of a list what has a meaning.
    (isNamed && isListItem(phrase)) ||
    // `hotel ze śniadaniem`: what a place has, in a form that no table has.
    isBehindWith(phrase)
  const mayBeLeftOut = ({ words: own }: Phrase) =>
    own.every(({ text }) => isOrdinaryWord(text)) ||
    kinds.every(({ id }) => TRADES.test(id) || SERVICES.has(id))
  if (!dropped.every(mayDrop)) return null
  return {
    categories: kinds.map(withOtherTags),
    qualifiers: [...qualifiers, ...details],
    ignored: [...ignored, ...dropped.map(leftOut)],
  }
}

/** Of a thing and a kind beside it, to which nothing is done, the kind: it says more of the thing (`wool socks`, `manteau de laine`). */
function modifierOfThing(phrases: readonly Phrase[]): Phrase | null {
  const [front, last, ...others] = phrases.filter(({ meaning }) => meaning?.role === 'kinds')
  if (front === undefined || last === undefined || others.length > 0 || phrases.some(isUnknown)) return null
  if (phrases.some(({ words }) => words.some(({ text }) => isHead(text)))) return null
  const behindFront = phrases[phrases.indexOf(front) + 1]
  const [head, modifier] = behindFront !== undefined && isOfWord(behindFront) ? [front, last] : [last, front]
  return head.meaning?.role === 'kinds' && head.meaning.isThing === true ? modifier : null
}

function leftOut({ words }: Phrase): PhraseMeanings['ignored'][number] {
  return { text: phraseOf(words), reason: 'not_recorded' }
}

function isUnknown({ meaning }: Phrase): boolean {
  return meaning === null
}

const VENUES = /^(?:amenity\/(?:restaurant|fast_food|bar|pub)|group\/bars)$/

/** `burger bar`, `chinese takeout`: any place that serves it. */
function withoutVenues(categories: readonly Category[]): readonly Category[] {
  const dishes = categories.filter(({ id }) => id.startsWith('cuisine/'))
  const isServed = dishes.length > 0 && categories.every(({ id, narrows }) => narrows || VENUES.test(id))
  return isServed ? dishes : categories
}

/** The kinds with which all the words go, in a query for any shop those that are shops. */
function sharedKinds(phrases: readonly Phrase[], generic: readonly Category[]): readonly Category[] {
  const [first = [], ...others] = phrases.map(({ meaning }) =>
    meaning?.role === 'kinds' ? meaning.categories : [],
  )
  const shared = first.filter(({ id }) => others.every((kinds) => kinds.some((kind) => kind.id === id)))
  const keys = generic.flatMap(({ match }) => match.flat().map((tag) => tag.replace('*', '')))
  return keys.length === 0 ? shared : shared.filter(({ id }) => keys.some((key) => id.startsWith(key)))
}
