// What the phrases of a query ask for together.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import type { Phrase } from './read-phrases.ts'
import { isGeneric } from './words/kind-words.ts'
import { withOtherTags } from './words/other-tags.ts'
import type { IgnoredReason, TypedQualifier } from './words/qualifiers.ts'
import { phraseOf } from './words/segments.ts'

/** What phrases ask for, and what of them has no effect. */
export interface PhraseMeanings {
  readonly categories: readonly Category[]
  readonly qualifiers: readonly TypedQualifier[]
  readonly ignored: readonly { readonly text: string; readonly reason: IgnoredReason }[]
}

/** The kinds, conditions and words without effect of some phrases. */
export function meaningsOf(phrases: readonly Phrase[]): PhraseMeanings {
  const categories = new Map<string, Category>()
  const qualifiers = new Map<string, TypedQualifier>()
  const ignored: { text: string; reason: IgnoredReason }[] = []
  const modifying = modifyingKinds(phrases)
  let isBehindWith = false
  for (const phrase of phrases) {
    const { words, meaning } = phrase
    if (meaning?.role === 'with') isBehindWith = categories.size > 0
    else if (meaning?.role === 'qualifier')
      qualifiers.set(meaning.qualifier.id, { ...meaning.qualifier, typed: phraseOf(words) })
    else if (meaning?.role === 'ignored') ignored.push({ text: phraseOf(words), reason: meaning.reason })
    else if (meaning?.role === 'kinds') {
      // `hotels with pool`: another kind behind `with` is no kind that is looked for.
      if (isBehindWith || modifying.has(phrase))
        ignored.push({ text: phraseOf(words), reason: 'not_recorded' })
      else for (const category of meaning.categories) categories.set(category.id, category)
    }
  }
  return {
    categories: headKinds([...categories.values()]).map(withOtherTags),
    qualifiers: [...qualifiers.values()],
    ignored,
  }
}

/** What links a kind to what is said of it, in front of that and, in Japanese and Chinese, behind it. */
const OF = new Set(
  'of for fur pour para per por voor dla для de da di du des del della dei do das dos van von vom z ze'.split(
    ' ',
  ),
)
const ITS = new Set(['の', '的'])

/** Phrases for kinds that only say more of the kind beside them: the garden of `mobili da giardino` and of `garden furniture`. */
function modifyingKinds(phrases: readonly Phrase[]): ReadonlySet<Phrase> {
  const modifying = new Set<Phrase>()
  const kinds = phrases.flatMap((phrase, at) => (isKind(phrase) ? [{ phrase, at }] : []))
  for (const [i, { phrase, at }] of kinds.entries()) {
    const next = kinds[i + 1]
    if (next === undefined || !isPlainKind(next.phrase)) continue
    const between = phrases.slice(at + 1, next.at)
    if (isOf(between)) modifying.add(next.phrase)
    if (!isPlainKind(phrase)) continue
    if (between.length === 0 && STATIONS.has(phraseOf(next.phrase.words))) modifying.add(next.phrase)
    const links = between.map(({ words }) => phraseOf(words))
    if (between.length === 0) {
      if (isTrade(phrase) && isLandmark(next.phrase)) modifying.add(next.phrase)
      if (isTrade(next.phrase) && isLandmark(phrase)) modifying.add(phrase)
    } else if (links.every((link) => ITS.has(link))) modifying.add(phrase)
  }
  return modifying
}

/** `de`, `de la`, `für die`, and no word beside them. */
function isOf(between: readonly Phrase[]): boolean {
  return (
    between.some(({ words }) => OF.has(phraseOf(words))) &&
    between.every(({ words, meaning }) => meaning?.role === 'article' || OF.has(phraseOf(words)))
  )
}

/** Behind another kind no station of trains: `bike rental station`. */
const STATIONS = new Set(['station', 'stations'])

/** Of any shop and of eating the words behind say which: `tienda de juguetes`, `où manger des glaces`. */
function takesAKind(kind: Category): boolean {
  return isGeneric(kind) || kind.id === 'group/food'
}

function isKind({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && !meaning.categories.some((kind) => kind.narrows || takesAKind(kind))
}

function isPlainKind(phrase: Phrase): boolean {
  const { meaning } = phrase
  const isGroup = meaning?.role === 'kinds' && meaning.categories.some(({ id }) => id.startsWith('group/'))
  return isKind(phrase) && !isGroup
}

const TRADE = /^(?:shop|craft|office)\//
const LANDMARK = /^(?:leisure|natural|landuse|waterway|historic)\//

function isTrade({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && meaning.categories.every(({ id }) => TRADE.test(id))
}

function isLandmark({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && meaning.categories.every(({ id }) => LANDMARK.test(id))
}

/** `jewelry store` is jewelry: a word for any shop adds nothing to a kind of shops. Nor does a kind to a group that has it. */
function headKinds(categories: readonly Category[]): readonly Category[] {
  const special = categories.filter((category) => !isGeneric(category))
  const kinds = [withoutAnyFood, withoutAnyChurch, withoutEmergency, withoutSecondHand].reduce(
    (left, without) => without(left),
    special.length > 0 ? special : categories,
  )
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && holds(other, kind)))
}

/** By what a shop sells raw: the cuisines of those who serve it. */
const SERVED_AS: Readonly<Record<string, readonly string[]>> = {
  'shop/seafood': ['cuisine/seafood', 'cuisine/fish'],
  'shop/butcher': ['cuisine/steak_house', 'cuisine/barbecue'],
}

/** `où manger des glaces`: what is eaten says which places. */
function withoutAnyFood(categories: readonly Category[]): readonly Category[] {
  const food = categories.find(({ id }) => id === 'group/food')
  if (food === undefined) return categories
  const tags = new Set(food.match.flat())
  const isServed = ({ id, match }: Category) =>
    id.startsWith('cuisine/') || match.some((all) => all.some((tag) => tags.has(tag)))
  const others = categories.filter((category) => category !== food)
  const dishes = others.flatMap(({ id }) => SERVED_AS[id] ?? []).map(categoryById)
  if (dishes.length > 0) return dishes.filter((dish) => dish !== null)
  return others.some(isServed) ? others : categories
}

/** `catholic mass`: the denomination says which churches. */
function withoutAnyChurch(categories: readonly Category[]): readonly Category[] {
  const isOfDenomination = ({ match }: Category) =>
    match.flat().some((tag) => tag.startsWith('denomination/'))
  return categories.some(isOfDenomination)
    ? categories.filter(({ id }) => id !== 'religion/christian')
    : categories
}

/** `slotenmaker spoed`: who comes at once is no hospital. */
function withoutEmergency(categories: readonly Category[]): readonly Category[] {
  const others = categories.filter(({ id }) => id !== 'amenity/hospital')
  return others.length > 0 && others.every(({ id }) => TRADE.test(id)) ? others : categories
}

/** `jeux vidéo occasion`: a thing that was used is sold where such things are; used clothes have shops of their own. */
function withoutSecondHand(categories: readonly Category[]): readonly Category[] {
  const others = categories.filter(({ id }) => id !== 'shop/second_hand' && id !== 'shop/charity')
  const isOfOthers = others.some(({ id }) => id.startsWith('shop/'))
  const isClothes = others.some(({ id }) =>
    /^(?:shop\/(?:clothes|boutique|fashion)|group\/clothing)$/.test(id),
  )
  if (isClothes && others.length < categories.length)
    return categories.filter((category) => !others.includes(category))
  return isOfOthers ? others : categories
}

/** Whether all places of `part` are of `whole` too, and not the other way round. */
function holds(whole: Category, part: Category): boolean {
  if (whole.narrows !== part.narrows || whole.match.length <= part.match.length) return false
  const alternatives = new Set(whole.match.map((tags) => tags.join('+')))
  return part.match.every((tags) => alternatives.has(tags.join('+')))
}
