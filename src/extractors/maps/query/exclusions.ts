// What a query does not want: `restaurants -pizza`, `restaurants not italian in Monaco`, `hotels sans piscine`, `shops not in Vaduz`.
import { categoryLabel, type Category } from '#kit/categories/category-table.ts'
import { searchableText, searchFold } from '#kit/text/search-text.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { searchIds } from '#extractors/maps/osm/tags/categories-from-tags.ts'
import { searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { kindMeantBy } from './correct-spelling.ts'
import { comfortOf } from './meanings/comforts.ts'
import { isOfCountry } from './meanings/named-kinds.ts'
import { readPhrases, type Phrase } from './read-phrases.ts'
import type { Understanding } from './understand-query.ts'
import { brandNamed, type Brand } from './words/brands.ts'
import { kindsNamed } from './words/kind-words.ts'
import { phraseRole, type Qualifier, type TypedQualifier } from './words/qualifiers.ts'
import { phraseOf, wordsOf, type Word } from './words/segments.ts'

/** What a query does not want, with the condition that leaves it out; null: nothing that a map records. */
export interface Exclusion {
  readonly typed: string
  readonly condition: TypedQualifier | null
}

/** A query in two: what is asked for, as text, and what is not wanted. */
export interface CutQuery {
  readonly rest: string
  readonly exclusions: readonly Exclusion[]
}

const phraseSet = (text: string): ReadonlySet<string> => new Set(text.split(',').map(searchFold))

/** What a place goes without; a kind behind it is a part of the place, which the map hardly ever says. */
const WITHOUT = phraseSet(
  'without, ohne, sans, sin, senza, sem, zonder, bez, utan, uden, uten, ilman, без, بدون',
)
/** A word of its own for the sign in `-pizza`, which folding would lose. */
const MINUS = 'xxminusxx'
const EXCEPT = phraseSet(
  `${MINUS}, except, except for, excluding, other than, außer, ausgenommen, sauf, excepté, excepto, salvo, tranne, eccetto, exceto, behalve, kromě, oprócz, кроме`,
)
const NOT = phraseSet('not, nicht, kein, keine, keinen, niet, geen, inte, ikke, не, não')
/** The same in front of a kitchen or a condition; elsewhere they are other words: `restaurante no porto`, `à deux pas de`. */
const NOT_SO = phraseSet('no, non, pas, nie')
/** What may stand in front of these. */
const BUT = phraseSet('but, aber, mais, pero, ma, mas, maar, ale, но, and, und, et, y, e, en')
/** Behind these an area is not wanted; other words for where are articles too. */
const WHERE = phraseSet(
  'in, at, near, around, inside, within, close, next, im, bei, beim, nahe, dans, près, en, nel, nella, vicino, cerca, em, perto, bij, nabij, w, v, ve, в, во, рядом, около',
)

/** More than anybody leaves out. For each, what stands around it is read once more. */
const MAX_EXCLUSIONS = 6
/** Words of a phrase of our tables with such a word in it: `sans gluten`, `not too expensive`. */
const MAX_KNOWN_WORDS = 5

/**
 * A query without what it does not want. The words of our own tables stay (`sans gluten`, `without website`), and so does what is no
 * kind, no condition and no brand, which may be a name (`Why Not`), but for what stands behind a minus.
 */
export function cutExclusions(query: string): CutQuery {
  const typed = query.replace(/(?<=^|\s)[-−–](?=\p{L})/gu, ` ${MINUS} `)
  let words: readonly Word[] = wordsOf(typed)
  const exclusions: Exclusion[] = []
  for (let at = 0; at < words.length && exclusions.length < MAX_EXCLUSIONS; at += 1) {
    const cut = exclusionAt(words, at)
    if (cut === null) continue
    exclusions.push({ typed: typedOf(words.slice(cut.from, cut.to)), condition: cut.condition })
    words = [...words.slice(0, cut.from), ...words.slice(cut.to)]
    at = cut.from - 1
  }
  return exclusions.length === 0 ? { rest: query, exclusions } : { rest: textOf(words), exclusions }
}

/** A reading of the rest of a query with what the query does not want. */
export function withExclusions(
  understanding: Understanding,
  exclusions: readonly Exclusion[],
): Understanding {
  // All places are not read one by one.
  const isAll = understanding.kind === 'all'
  const conditions = isAll ? [] : exclusions.flatMap(({ condition }) => condition ?? [])
  const unheeded = exclusions.filter(({ condition }) => condition === null || isAll)
  const more = (one: Understanding) => ({ ...one, qualifiers: [...one.qualifiers, ...conditions] })
  return {
    ...more(understanding),
    ignored: [
      ...understanding.ignored,
      ...unheeded.map(({ typed }) => ({ text: typed, reason: 'not_recorded' }) as const),
    ],
    or: understanding.or.map(more),
  }
}

interface Cut {
  readonly from: number
  /** Behind the last word. */
  readonly to: number
  readonly condition: TypedQualifier | null
}

function exclusionAt(words: readonly Word[], at: number): Cut | null {
  const sign = signAt(words, at)
  if (sign === null || isOfKnownPhrase(words, at)) return null
  const from = BUT.has(words[at - 1]?.text ?? '') ? at - 1 : at
  const isMinus = words[at]?.text === MINUS
  const behind = at + sign.split(' ').length
  const front = words.slice(0, from)
  if (WHERE.has(words[behind]?.text ?? '') && !NOT_SO.has(sign) && front.length > 0)
    return { from, to: words.length, condition: null }
  const first = words.findIndex((word, i) => i >= behind && !isLeftOut(word))
  if (first === -1) return null
  const [object, ...others] = readPhrases(words.slice(first))
  if (object === undefined) return null
  const own = ofKitchenAlone(object)
  const meant = meantBy(own)
  const to = first + own.words.length
  const isOfKind = (rest: readonly Word[]) =>
    readPhrases(rest).some(isAskedFor) || rest.some(({ text }) => kindMeantBy(text, () => false) !== null)
  if (!isOfKind(front) && !isOfKind(words.slice(to))) return null
  if (meant === null) return isMinus ? { from, to, condition: null } : null
  // `not italian or chinese`
  const more = own === object && !isMinus ? listedBehind(others, meant.isKind) : []
  const end = to + more.reduce((sum, phrase) => sum + phrase.words.length, 0)
  if (NOT_SO.has(sign) && meant.isKind) return null
  const conditions = [own, ...more].flatMap((phrase) => meantBy(phrase) ?? [])
  const isPart = WITHOUT.has(sign) && meant.isKind && !meant.isComfort
  const typed = typedOf(words.slice(from, end))
  return { from, to: end, condition: isPart ? null : noneOf(conditions, typed) }
}

/** The phrases of a list that goes on there, with the words between them: other kinds, or other kitchens and conditions. */
function listedBehind(phrases: readonly Phrase[], isKind: boolean): readonly Phrase[] {
  const isSame = (phrase: Phrase | undefined) => phrase !== undefined && meantBy(phrase)?.isKind === isKind
  let length = 0
  for (;;) {
    const link = phrases[length]
    if (link?.meaning?.role === 'connector' && isSame(phrases[length + 1])) length += 2
    else if (link?.words[0]?.isListed === true && isSame(link)) length += 1
    else return phrases.slice(0, length)
  }
}

/** The word for not that begins there; null: none does. */
function signAt(words: readonly Word[], at: number): string | null {
  for (const length of [2, 1]) {
    const phrase = phraseOf(words.slice(at, at + length))
    if ([WITHOUT, EXCEPT, NOT, NOT_SO].some((signs) => signs.has(phrase))) return phrase
  }
  return null
}

function isOfKnownPhrase(words: readonly Word[], at: number): boolean {
  for (let from = Math.max(0, at - MAX_KNOWN_WORDS + 1); from <= at; from += 1) {
    for (let to = Math.max(at + 1, from + 2); to <= Math.min(words.length, from + MAX_KNOWN_WORDS); to += 1) {
      const phrase = phraseOf(words.slice(from, to))
      const kinds = kindsNamed(phrase)
      if (phraseRole(phrase) !== null || brandNamed(phrase) !== null) return true
      if (kinds !== null && kinds.use !== 'term') return true
    }
  }
  return false
}

function isLeftOut({ text }: Word): boolean {
  const role = phraseRole(text)?.role
  return role === 'article' || role === 'with' || text === 'any'
}

function isAskedFor({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' || meaning?.role === 'brand' || meaning?.role === 'qualifier'
}

/** Of `italian restaurants` the kitchen: `not italian restaurants` are restaurants. */
function ofKitchenAlone(phrase: Phrase): Phrase {
  const { words, meaning } = phrase
  if (meaning?.role !== 'kinds' || isOneSort(meaning.categories)) return phrase
  for (let length = 1; length < words.length; length += 1) {
    const [first, ...others] = readPhrases(words.slice(0, length))
    const isKitchen =
      first?.meaning?.role === 'kinds' && first.meaning.categories.every(({ narrows }) => narrows)
    if (first !== undefined && others.length === 0 && isKitchen) return first
  }
  return phrase
}

const isOneSort = (categories: readonly Category[]): boolean =>
  new Set(categories.map(({ narrows }) => narrows)).size === 1

/** What a phrase says of a place. */
interface Meant {
  readonly id: string
  readonly label: string
  /** Whether it is a kind by itself, and no kitchen and no condition. */
  readonly isKind: boolean
  /** Whether that kind is what a place may have as a part: a pool. */
  readonly isComfort: boolean
  isSaid(tags: Tags): boolean
}

function meantBy({ words, meaning }: Phrase): Meant | null {
  if (meaning?.role === 'qualifier') return ofQualifier(meaning.qualifier)
  if (meaning?.role === 'brand') return ofBrand(meaning.brand, phraseOf(words))
  if (meaning?.role !== 'kinds') return null
  const { categories, detail } = meaning
  const comfort = comfortOf(categories)
  if (comfort !== null) return { ...ofQualifier(comfort), isKind: true, isComfort: true }
  return {
    id: categories.map(({ id }) => id).join('+'),
    label: categories.map(({ id }) => categoryLabel(id, null)).join(', '),
    isKind: !categories.every(({ narrows }) => narrows),
    isComfort: false,
    isSaid: (tags) => detail?.fits(tags) !== false && isOfAny(tags, categories),
  }
}

function ofQualifier({ id, label, fits }: Qualifier): Meant {
  return { id, label, isKind: false, isComfort: false, isSaid: fits }
}

function ofBrand({ wikidata, names }: Brand, name: string): Meant {
  const items = new Set(wikidata)
  const isCalled = (text: string | undefined) => text !== undefined && names.includes(searchFold(text))
  return {
    id: `brand/${name}`,
    label: name,
    isKind: true,
    isComfort: false,
    isSaid: (tags) =>
      items.has(tags['brand:wikidata'] ?? '') || isCalled(tags['brand']) || isCalled(tags['name']),
  }
}

/** By its tags, and of a kitchen by its name where no tag says another: as a search for the kind finds it. */
function isOfAny(tags: Tags, categories: readonly Category[]): boolean {
  const own = new Set(searchIds(tags))
  const has = (id: string) =>
    id.endsWith('/*') ? own.values().some((other) => other.startsWith(id.slice(0, -1))) : own.has(id)
  const names = new Set(searchableText(searchableNames(tags)).split(' '))
  return categories.some((category) => {
    if (category.match.some((all) => all.every(has))) return true
    if (!category.narrows || (isOfCountry(category) && tags['cuisine'] !== undefined)) return false
    return (category.nameWords ?? []).some((phrase) => phrase.split(' ').every((word) => names.has(word)))
  })
}

function noneOf(meant: readonly Meant[], typed: string): TypedQualifier {
  return {
    id: `not/${meant.map(({ id }) => id).join('/')}`,
    label: `not ${meant.map(({ label }) => label).join(' or ')}`,
    home: null,
    isSeldomMapped: false,
    typed,
    fits: (tags) => !meant.some(({ isSaid }) => isSaid(tags)),
  }
}

function typedOf(words: readonly Word[]): string {
  return phraseOf(words).replaceAll(`${MINUS} `, '-')
}

/** Words as a text that is cut into the same words. */
function textOf(words: readonly Word[]): string {
  return words
    .map(({ text, isGlued, isAfterComma, isListed }, at) =>
      at === 0 ? text : `${isAfterComma ? ', ' : isListed ? ' & ' : isGlued ? '' : ' '}${text}`,
    )
    .join('')
}
