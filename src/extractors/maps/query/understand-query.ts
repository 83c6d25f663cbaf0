// Understands a query: everything, kinds of places with what they must have, a name or an address, and where.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { brandNamed, type Brand } from './words/brands.ts'
import { destinationIn, isOfAskers, saysWhereTo } from './meanings/said-of-askers.ts'
import { isHead } from './words/heads.ts'
import { isGeneric, kindsNamed, servesFood } from './words/kind-words.ts'
import { notDenied, onlyWhereSaid, type IgnoredReason, type TypedQualifier } from './words/qualifiers.ts'
import { phraseOf, termsOf, wordsOf, type Word } from './words/segments.ts'
import { spelledOut } from './abbreviations.ts'
import { withCorrections, type Correction, type Neighbours } from './correct-spelling.ts'
import { readLoosely } from './loose-reading.ts'
import {
  isListed,
  isOfWord,
  meaningsOf,
  withListedBrands,
  withListedDetails,
  withListWords,
  withoutKitchens,
} from './phrase-meanings.ts'
import { readPhrases, type Phrase, type Reading } from './read-phrases.ts'
import {
  besideLandmarks,
  besideNames,
  isLink,
  isPraise,
  listedNames,
  locationSplits,
} from './split-location.ts'

/**
 * What a query asks for. `vegan cafes in Monaco` is the category `amenity/cafe` with the qualifier `vegan` in the area
 * `monaco`; `made in italy` is text.
 */
export interface Understanding {
  readonly kind: 'all' | 'category' | 'text'
  /** A place must be of one of these kinds, and of one of those that narrow, where there are any. */
  readonly categories: readonly Category[]
  /** A place must fit each of them. */
  readonly qualifiers: readonly TypedQualifier[]
  /** Words that a place must have in addition; without categories, the whole query. */
  readonly terms: readonly string[]
  /** The brand that `terms` are the name of: a place of it needs none of these words. */
  readonly brand: Brand | null
  /**
   * A second reading whose places count too: the name of a place may contain the words of a category or an area (`Hotel
   * Vaduz`). Null when nothing is ambiguous.
   */
  readonly nameTerms: readonly string[] | null
  /** Words that in a name make a place count beside those of the categories: an `inn` is a kind, and a part of names. */
  readonly alsoNamed: readonly string[] | null
  readonly area: { readonly text: string; readonly isCertain: boolean } | null
  /** Words that change nothing of what is found. */
  readonly ignored: readonly { readonly text: string; readonly reason: IgnoredReason }[]
  /** What is asked for as well, of which places count too: the other brand of `aldi or lidl`, the kind of `lidl o supermercado`, the other town of `Vaduz oder Schaan`. */
  readonly or: readonly Understanding[]
}

/** No name is as long; a longer query matches nothing. */
export const MAX_TERMS = 32

/** The words of a query; none of one that no name is as long as. */
function shortWordsOf(query: string): readonly Word[] {
  const words = wordsOf(query.trim())
  return words.length > MAX_TERMS ? [] : words
}

const NOTHING: Understanding = {
  kind: 'text',
  categories: [],
  qualifiers: [],
  terms: [],
  brand: null,
  nameTerms: null,
  alsoNamed: null,
  area: null,
  ignored: [],
  or: [],
}

const EVERYTHING = new Set(
  'everything, all places, every place, all businesses, alles, alle orte, tout, tous les lieux, todo, todos los lugares, tutto, tutti i luoghi, すべて, 全部'
    .split(',')
    .map(searchFold),
)

/**
 * `isArea` says whether a folded text names an area, exactly. `loose`: for a query whose words are no name of anything
 * (`loose-reading.ts`).
 */
export function understandQuery(
  query: string,
  isArea: (text: string) => boolean,
  reading: Reading = 'strict',
): Understanding {
  const text = spelledOut(query.trim())
  if (text === '*' || EVERYTHING.has(searchFold(text))) return { ...NOTHING, kind: 'all' }
  const byId = categoryById(text)
  if (byId !== null) return { ...NOTHING, kind: 'category', categories: [byId] }
  const words = wordsOf(text)
  if (words.length > MAX_TERMS) return { ...NOTHING, terms: termsOf(words) }
  const read = reading === 'loose' ? looseReadingOf : readingOf
  const towns = listedNames(words)
  if (towns.length > 1 && towns.every((name) => kindsNamed(name) === null && isArea(name))) {
    const [first = NOTHING, ...others] = towns.map((name) => read(wordsOf(name)))
    return { ...first, or: others }
  }
  const destined = words.some((word) => saysWhereTo(word.text))
    ? (destinationIn(readPhrases(words)) ?? destinationIn(readPhrases(words, 'loose')))
    : null
  const destination = destined?.flatMap((phrase) => phrase.words) ?? []
  if (destination.length > 0 && !isArea(phraseOf(destination.slice(1)))) {
    const from = read(words.slice(0, -destination.length))
    const leftOut = { text: phraseOf(destination), reason: 'not_recorded' } as const
    return { ...from, ignored: [...from.ignored, leftOut] }
  }
  const whole = withPraiseAsName(text, words) ?? read(words)
  const all = termsOf(words)
  for (const { what, where, isLinked, isNear, isManner } of locationSplits(words)) {
    if (what.length === 0 || where === '') continue
    const isKnown = isArea(where)
    if (!isKnown && !isLinked) continue
    const whatIs = read(what)
    const isOnlyKind = isKindOnly(whatIs)
    // Behind a preposition an area may be one that is not known yet, unless the words have another meaning.
    if (!isKnown && (!isOnlyKind || (isKindOnly(whole) && !isNear) || isManner || isVerb(what))) continue
    const area = { text: where, isCertain: isLinked }
    return { ...whatIs, area, nameTerms: isLinked && isOnlyKind ? null : all }
  }
  return whole
}

/** A kind in small letters in front of one word that begins with a capital one. */
const NAMED_AT_THE_END = /^\P{Lu}+(?<= )\p{Lu}\p{Ll}+$/u

/** The last word of `cafe Buchs`, folded, which alone has a capital letter and stands behind a kind: a name. Null for any other query. */
export function nameAtTheEnd(query: string): string | null {
  const words = NAMED_AT_THE_END.test(query) ? shortWordsOf(query) : []
  const kinds = readingOf(words.slice(0, -1))
  return isKindOnly(kinds) && kinds.categories.length > 0 ? (words.at(-1)?.text ?? null) : null
}

/** `pharmacie Nice`: such a name that is a word of praise as well. Null for any other query. */
function withPraiseAsName(text: string, words: readonly Word[]): Understanding | null {
  const name = nameAtTheEnd(text)
  return name !== null && isPraise(name)
    ? { ...readingOf(words.slice(0, -1)), kind: 'text', terms: [name], nameTerms: termsOf(words) }
    : null
}

/**
 * `hotels with a pool` where no place has the tag of a pool: the query without what hardly any mapper writes, which `ignored`
 * names. Null where it asks for nothing like that beside kinds or a brand.
 */
export function withoutSeldomMapped(understanding: Understanding): Understanding | null {
  const { categories, qualifiers, ignored, brand } = understanding
  const seldom = qualifiers.filter(({ isSeldomMapped }) => isSeldomMapped)
  if ((categories.length === 0 && brand === null) || seldom.length === 0) return null
  return {
    ...understanding,
    qualifiers: qualifiers
      .map((qualifier) => (seldom.includes(qualifier) ? notDenied(qualifier) : qualifier))
      .filter((qualifier) => qualifier !== null),
    ignored: [...ignored, ...seldom.map(({ typed }) => ({ text: typed, reason: 'not_recorded' }) as const)],
  }
}

/** A reading of which a word or more was mistyped. */
export interface CorrectedSplit {
  readonly understanding: Understanding
  readonly corrections: readonly Correction[]
  /** What is in front of the area, as it was typed. */
  readonly typed: readonly string[]
}

/**
 * `subway sandwich`, `casino supermarché`: a word for a kind is the name of a brand as well, and beside another kind that
 * brand may be meant. The readings in which one such word is a name.
 */
export function* brandBesideKind(query: string): Generator<Understanding> {
  const words = shortWordsOf(query)
  const phrases = readPhrases(words)
  if (phrases.some((phrase) => phrase.meaning?.role === 'connector' || isListed(phrase))) return
  const kinds = phrases.filter(({ meaning }) => meaning?.role === 'kinds')
  for (const phrase of kinds.length > 1 ? kinds : []) {
    const brand = brandNamed(phraseOf(phrase.words))
    if (brand === null) continue
    const { categories, qualifiers, ignored } = meaningsOf(phrases.filter((other) => other !== phrase))
    yield { ...NOTHING, categories, qualifiers, ignored, brand, terms: termsOf(phrase.words) }
  }
}

/**
 * `burger king restaurant`: where no place of the brand is of the kind, all places of the brand are meant. That reading; none for
 * a query without a brand and a kind.
 */
export function brandOfAnotherKind(understanding: Understanding): readonly Understanding[] {
  const { brand, categories } = understanding
  return brand === null || categories.length === 0 ? [] : [{ ...understanding, categories: [] }]
}

/**
 * `bakry close to Casino`: in front of a word that links what and where stands a kind, so a mistyped word there is one. The
 * words of the area are left as they are. `kindMeant`: the right spelling of a folded word; null: it stays as it is. Null
 * where the words in front of no link are, or become, a kind.
 */
export function correctedSplit(
  query: string,
  kindMeant: (word: string, neighbours: Neighbours) => string | null,
): CorrectedSplit | null {
  const words = shortWordsOf(query)
  for (const { what, where, isLinked } of locationSplits(words)) {
    if (!isLinked || what.length === 0 || where === '') continue
    const { corrected, corrections } = withCorrections(what, kindMeant)
    const reading = corrections.length === 0 ? null : readingOf(wordsOf(corrected))
    if (reading === null || !isKindOnly(reading)) continue
    const understanding = { ...reading, area: { text: where, isCertain: true } }
    return { understanding, corrections, typed: termsOf(what) }
  }
  return null
}

/**
 * `Rampoldi near Casino`: what stands in front of a word that links what and where is a name. The readings in which it is,
 * the most literal first; whether there is such a name and such a place, the caller has to find out. The whole query may be
 * a name as well (`Bar in der Au`).
 */
export function* linkedNames(query: string): Generator<Understanding> {
  const words = shortWordsOf(query)
  for (const { what, where, isLinked } of locationSplits(words)) {
    if (!isLinked || what.length === 0 || where === '') continue
    const reading = readingOf(what)
    if (reading.terms.length === 0) continue
    const area = { text: where, isCertain: true }
    yield { ...reading, area, nameTerms: termsOf(words) }
  }
}

/** A reading that names a place. */
type Located = Understanding & { readonly area: NonNullable<Understanding['area']> }

/** Kinds beside the name of a street or a landmark, or beside the word for a kind of landmarks (`am Hafen`). */
export type KindsBeside = Located & { readonly isBesideKind: boolean }

/**
 * `restaurants am Hafen`, `restaurants rue Grimaldi`, `bars on Main Street`, `parking du Musée océanographique`: the readings in which
 * kinds stand beside what is no known area, the longest name first; whether there is such a street or a landmark, the caller has to find
 * out. `town`: a known area, which may stand behind the word for a landmark (`Restaurant Bahnhof Schaan`). `takesBrands`: brands as well
 * (`lidl rue Grimaldi`).
 */
export function* kindsBesideSpot(
  query: string,
  town: string | null,
  takesBrands = false,
): Generator<KindsBeside> {
  const words = shortWordsOf(query)
  const kindsIn = (some: readonly Word[]) =>
    readPhrases(some).flatMap((phrase) => (phrase.meaning?.role === 'kinds' ? [phraseOf(phrase.words)] : []))
  const kinds = new Set(kindsIn(words))
  const townWords = town === null ? [] : wordsOf(town)
  const front = words.slice(0, words.length - townWords.length)
  const isTownLast = townWords.length > 0 && phraseOf(words.slice(front.length)) === town
  for (const { isBesideKind, splits, behind } of [
    { isBesideKind: true, splits: isTownLast ? besideLandmarks(front) : [], behind: ` ${town}` },
    { isBesideKind: true, splits: besideLandmarks(words), behind: '' },
    { isBesideKind: false, splits: besideNames(words), behind: '' },
  ]) {
    for (const { what, where } of splits) {
      const reading = readingOf(what)
      // Where there are no spaces, a brand stands behind where it is as a kind does: `汐浜駅スタバ`.
      const mayBeBrand = takesBrands || isUnspaced(where)
      const isBrand = reading.brand !== null && reading.categories.length === 0 && mayBeBrand
      if (!isBrand && (!isKindOnly(reading) || reading.categories.length === 0)) continue
      // The `station` of `bp petrol station` is no kind.
      if (!kindsIn(what).every((phrase) => kinds.has(phrase))) continue
      const area = { text: `${where}${behind}`, isCertain: false }
      yield { ...reading, area, nameTerms: termsOf(words), isBesideKind }
    }
  }
}

/**
 * `café near a museum in Vaduz`: kinds beside the word for another kind, in front of a known area. Null where no word for where stands
 * between two kinds; whether there is such a place in the area, the caller has to find out.
 */
export function kindsNearKindIn(query: string, town: string): Located | null {
  const words = shortWordsOf(query)
  const inTown = locationSplits(words).find(({ where, isLinked }) => isLinked && where === town)
  const front = inTown?.what ?? []
  const kinds = readPhrases(front).filter(({ meaning }) => meaning?.role === 'kinds')
  const names = new Set(kinds.map((phrase) => phraseOf(phrase.words)))
  for (const { what, where, isLinked, isManner } of names.size < 2 ? [] : locationSplits(front)) {
    const reading = isLinked && !isManner && names.has(where) ? readingOf(what) : null
    if (reading !== null && isKindOnly(reading)) {
      return { ...reading, area: { text: `${where}, ${town}`, isCertain: true } }
    }
  }
  return null
}

/** The query as nothing but a name that holds a word for where (`Bar in der Au`); null for one without such a word. */
export function linkedName(query: string): Understanding | null {
  const words = shortWordsOf(query)
  const hasLink = words.some(({ text }) => isLink(text))
  return hasLink ? { ...NOTHING, terms: termsOf(words) } : null
}

/**
 * What a query asks for that is the whole name of a place and reads as kinds: `Irish pub` such places and those called so, `Harbour Café`
 * and `Top Hair`, kinds of two sorts and one of which only a part was read, that name. Null for the plain name of a kind.
 */
export function withName(query: string, reading: Understanding): Understanding | null {
  const words = wordsOf(query.trim())
  const phrases = readPhrases(words)
  const isOfTwoSorts = sortsOf(phrases).size > 1
  const isPartRead = phrases.length > 1 && reading.ignored.some(({ reason }) => reason !== 'location')
  if (isOfTwoSorts || isPartRead) {
    return { ...NOTHING, terms: termsOf(words) }
  }
  const isConditional = reading.qualifiers.some(({ onlyExcludes }) => onlyExcludes !== true)
  const saysMore = phrases.length > 1 || isConditional || brandNamed(phraseOf(words)) !== null
  return saysMore
    ? { ...reading, qualifiers: reading.qualifiers.map(onlyWhereSaid), nameTerms: termsOf(words) }
    : null
}

/** What phrases for kinds are of: a `bar restaurant` is one place, and so is a shop with its workshop. */
function sortsOf(phrases: readonly Phrase[]): ReadonlySet<string> {
  const kinds = phrases.flatMap(({ meaning }) =>
    meaning?.role === 'kinds' ? meaning.categories.filter(({ narrows }) => !narrows).slice(0, 1) : [],
  )
  return new Set(
    kinds.map((kind) => (servesFood(kind) ? 'food' : kind.id.replace(/^(?:shop|craft|office)\/.*/, 'trade'))),
  )
}

/** The words of a query without those that say nothing of the places, as one folded phrase; empty for too long a query. */
export function contentOf(query: string): string {
  const words = shortWordsOf(query)
  const said = readPhrases(words).filter(({ meaning }) => meaning?.role !== 'ignored')
  return phraseOf(said.flatMap((phrase) => phrase.words))
}

/** More words beside `shop` are a sentence. */
const MAX_GOODS_WORDS = 2

/** `coin shop`, `magasin bio`: any shop, with what stands beside the word for one as a part of its name; null without such a word. */
export function goodsOfShop(query: string): Understanding | null {
  const words = wordsOf(query.trim())
  const shop = words.find(({ text }) => kindsNamed(text)?.categories.every(isGeneric))
  const goods = words.filter((word) => word !== shop && !isOfWord({ words: [word], meaning: null }))
  if (shop === undefined || goods.length === 0 || goods.length > MAX_GOODS_WORDS) return null
  // `shopping center`: two words for where things are sold.
  if (goods.some(({ text }) => isHead(text))) return null
  const categories = kindsNamed(shop.text)?.categories ?? []
  return { ...NOTHING, categories, terms: termsOf(goods) }
}

/** `hire a skip`: what is done to a thing is no kind of places; the `a` in front of the thing is an article. */
function isVerb(words: readonly Word[]): boolean {
  const phrase = phraseOf(words)
  const kinds = isHead(phrase) ? kindsNamed(phrase) : null
  return isHead(phrase) && (kinds === null || kinds.use === 'term')
}

function isKindOnly({ categories, qualifiers, terms, alsoNamed }: Understanding): boolean {
  return terms.length === 0 && alsoNamed === null && (categories.length > 0 || qualifiers.length > 0)
}

/** The words as kinds, where every word is one or may be left out; else as they stand. */
function looseReadingOf(words: readonly Word[]): Understanding {
  const loose = readLoosely(words)
  return loose === null ? readingOf(words) : { ...NOTHING, kind: 'category', ...loose }
}

/** What the words ask for, wherever it may be. */
function readingOf(words: readonly Word[]): Understanding {
  const phrases = withoutAskers(
    withListedBrands(withListedDetails(withListWords(withoutKitchens(readPhrases(words))))),
  )
  const [first, ...others] = choicesWithBrand(phrases).map((choice) => readingOfPhrases(choice))
  return first === undefined ? readingOfPhrases(phrases) : { ...first, or: others }
}

/** `vet for my cat`: what of theirs it is for is no name, and on no map. */
function withoutAskers(phrases: readonly Phrase[]): readonly Phrase[] {
  return phrases.map((phrase, at) =>
    isOfAskers(phrases, at) ? { ...phrase, meaning: { role: 'ignored', reason: 'not_recorded' } } : phrase,
  )
}

/**
 * What stands between words as `or` and commas, and brands side by side, where a brand is among it and all of it is known; the kinds
 * are one choice. Else none: two kinds add up, and an unknown word may be a part of a name with `and`.
 */
function choicesWithBrand(phrases: readonly Phrase[]): readonly (readonly Phrase[])[] {
  const hasBrand = (choice: readonly Phrase[]) => choice.some(({ meaning }) => meaning?.role === 'brand')
  if (!hasBrand(phrases) || phrases.some(({ meaning }) => meaning === null)) return []
  const choices: Phrase[][] = [[]]
  for (const phrase of phrases) {
    const isNext = isListed(phrase) || (phrase.meaning?.role === 'brand' && hasBrand(choices.at(-1) ?? []))
    if (isNext || phrase.meaning?.role === 'connector') choices.push([])
    if (phrase.meaning?.role !== 'connector') choices.at(-1)?.push(phrase)
  }
  const filled = choices.filter((choice) => choice.length > 0)
  const kinds = filled.filter((choice) => !hasBrand(choice)).flat()
  const all = [...filled.filter(hasBrand), ...(kinds.length > 0 ? [kinds] : [])]
  return all.length > 1 ? all : []
}

function readingOfPhrases(phrases: readonly Phrase[]): Understanding {
  const words = phrases.flatMap((phrase) => phrase.words)
  const meant = meaningsOf(phrases)
  const { qualifiers, ignored } = meant
  const all = termsOf(words)
  const unknown = phrases.filter(({ meaning }) => meaning === null || meaning.role === 'brand')
  const [only, ...others] = unknown
  const brand = only?.meaning?.role === 'brand' && others.length === 0 ? only.meaning.brand : null
  // `wendys burgers`: what a brand serves is on few of its places.
  const isDish = meant.categories.every(({ id }) => id.startsWith('cuisine/'))
  const categories = brand !== null && isDish ? [] : meant.categories
  if (categories.length === 0 && qualifiers.length === 0) {
    // What may be the name of a place is looked for as it was typed, without what never is a part of one.
    const isLeftOut = ({ meaning }: Phrase) =>
      meaning?.role === 'ignored' && (brand !== null || meaning.reason === 'location')
    const named = brand === null ? phrases.filter((phrase) => !isLeftOut(phrase)) : unknown
    const terms = termsOf(named.flatMap((phrase) => phrase.words))
    if (terms.length === 0) return orKinds({ ...NOTHING, terms: all }, phrases)
    const leftOut = meaningsOf(phrases.filter(isLeftOut)).ignored
    return orKinds({ ...NOTHING, terms, brand, ignored: leftOut }, phrases)
  }
  const terms = termsOf(unknownWords(phrases))
  // `cajero bnp`: the branches of a bank have one, whether the map says so or not.
  const withBanks = terms.length > 0 && categories.some(({ id }) => id === 'amenity/atm')
  const bank = withBanks ? categoryById('amenity/bank') : null
  return {
    ...NOTHING,
    kind: terms.length === 0 ? 'category' : 'text',
    categories: bank === null ? categories : [...categories, bank],
    qualifiers,
    terms,
    brand,
    nameTerms: terms.length > 0 ? all : null,
    alsoNamed: terms.length === 0 ? aliasIn(phrases) : null,
    ignored,
  }
}

/** The words of phrases that name no kind; a piece of an unspaced script behind another one of them is a part of the same name. */
function unknownWords(phrases: readonly Phrase[]): readonly Word[] {
  const isUnknown = ({ meaning }: Phrase) => meaning === null || meaning.role === 'brand'
  return phrases.flatMap((phrase, at) => {
    const before = phrases[at - 1]
    if (!isUnknown(phrase)) return []
    return before !== undefined && isUnknown(before)
      ? phrase.words
      : phrase.words.map((word, i) => (i === 0 ? { ...word, isGlued: false } : word))
  })
}

/** The one word that names the kinds, where it is no everyday word for them. */
function aliasIn(phrases: readonly Phrase[]): readonly string[] | null {
  const [only, ...others] = phrases.filter(({ meaning }) => meaning?.role === 'kinds')
  const isAlias = only?.meaning?.role === 'kinds' && only.meaning.use === 'alias'
  const words = isAlias && others.length === 0 ? termsOf(only.words) : []
  return words.length === 1 ? words : null
}

/** A word that only goes with kinds (`lunch`) counts where the query is nothing else, beside the places of that name. */
function orKinds(reading: Understanding, phrases: readonly Phrase[]): Understanding {
  const content = phrases.filter(({ meaning }) => meaning === null)
  if (phrases.length === 0 || reading.brand !== null) return reading
  // `A&E` is a hospital, although each of its words is one that is left out.
  const words = (content.length > 0 ? content : phrases).flatMap((phrase) => phrase.words)
  const kinds = kindsNamed(phraseOf(words))
  if (kinds === null || (content.length === 0 && kinds.use === 'term')) return reading
  const { ignored } = meaningsOf(phrases)
  const { categories, qualifiers } = meaningsOf([{ words, meaning: { role: 'kinds', ...kinds } }])
  return {
    ...reading,
    kind: 'category',
    categories,
    qualifiers,
    terms: [],
    alsoNamed: reading.terms,
    ignored,
  }
}
