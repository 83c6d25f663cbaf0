// Reads what a query asks for: the cheapest way to cut its words into phrases with a meaning.
import type { Category } from '#kit/categories/category-table.ts'
import { itemAt } from '#kit/item-at.ts'
import { remembered } from '#kit/remembered.ts'
import { roleWithNumber } from './number-phrases.ts'
import { brandNamed, type Brand } from './words/brands.ts'
import { isHead, isPart, kindsByHead, kindsTreating } from './words/heads.ts'
import {
  isGeneric,
  isOrdinaryWord,
  kindsGoingWith,
  kindsNamed,
  kindsWithPreposition,
  kindsOfThing,
  servesFood,
  type KindUse,
  type NamedKinds,
} from './words/kind-words.ts'
import { kindsSaying, kindsWithDetail, moreOf } from './words/kinds-with-detail.ts'
import { isConnector, phraseRole, type PhraseRole } from './words/qualifiers.ts'
import { phraseOf, type Word } from './words/segments.ts'

/** What a phrase of a query means; null: it has no meaning of its own, it is part of a name or unknown. */
export type Meaning =
  | ({ readonly role: 'kinds' } & NamedKinds)
  | { readonly role: 'brand'; readonly brand: Brand }
  | PhraseRole
  | null

/** A phrase of a query with its meaning. */
export interface Phrase {
  readonly words: readonly Word[]
  readonly meaning: Meaning
}

/** Words of a phrase; CJK words are short pieces of what a reader calls a word. */
const MAX_PHRASE_WORDS = 6
const MAX_PHRASE_PIECES = 12

/** What a phrase costs, whatever its length: so the longest win, and a kind before a brand, and anything before no meaning. */
const KIND_COST: Readonly<Record<KindUse, number>> = { everyday: 1, name: 1.05, alias: 1.2, term: 3.5 }
const INFLECTED_COST = 0.02
const BRAND_COST = 1.4
const ROLE_COST = { qualifier: 0.9, ignored: 0.95, connector: 0.3, with: 0.3, article: 0.3 } as const
const UNKNOWN_COST = 3

interface Way {
  readonly cost: number
  readonly phrases: readonly Phrase[]
}

/** How far a meaning may be fetched: `loose` takes words that only go with kinds, and words for any trade, for kinds too. */
export type Reading = 'strict' | 'loose'

/** The phrases in their order; together they are all the words. */
export function readPhrases(words: readonly Word[], reading: Reading = 'strict'): readonly Phrase[] {
  const ways: Way[] = [{ cost: 0, phrases: [] }]
  for (let end = 1; end <= words.length; end += 1) {
    let best: Way | null = null
    for (let start = Math.max(0, end - MAX_PHRASE_PIECES); start < end; start += 1) {
      const part = words.slice(start, end)
      if (part.filter(({ isGlued }) => !isGlued).length > MAX_PHRASE_WORDS) continue
      // A phrase in the middle of a word would be chance; an unspaced script has no other borders than its pieces.
      const { meaning, cost } = meaningOf(keyOf(part, reading), part, reading)
      if (meaning === null && part.length > 1) continue
      const before = itemAt(ways, start)
      const total = before.cost + cost
      if (best === null || total < best.cost) {
        best = { cost: total, phrases: [...before.phrases, { words: part, meaning }] }
      }
    }
    ways.push(best ?? itemAt(ways, end - 1))
  }
  return itemAt(ways, words.length).phrases
}

/** The parts of a sentence of some ten words. */
const MAX_REMEMBERED = 2_000

const keyOf = (words: readonly Word[], reading: Reading): string =>
  words.map(({ text, isGlued }) => (isGlued ? `+${text}` : ` ${text}`)).join('') + reading

const meaningOf = remembered((_key, words: readonly Word[], reading: Reading): Option => {
  const phrase = phraseOf(words)
  const known = meaningsOfPhrase(phrase)
  const spaced =
    known.length > 0
      ? known
      : [
          ...otherSpacing(words),
          ...detailed(phrase),
          ...treated(phrase),
          ...ofAnyone(phrase),
          ...ofKitchen(phrase),
          ...ofTrade(phrase),
          ...withoutUmlauts(phrase),
          ...withPreposition(phrase),
        ]
  const options = reading === 'strict' ? spaced : looseMeanings(phrase, spaced)
  return options.reduce((best, option) => (option.cost < best.cost ? option : best), {
    meaning: null,
    cost: UNKNOWN_COST * words.length,
  })
}, MAX_REMEMBERED)

interface Option {
  readonly meaning: Meaning
  readonly cost: number
}

function meaningsOfPhrase(phrase: string): Option[] {
  const role = phraseRole(phrase) ?? roleWithNumber(phrase)
  const kinds = kindsNamed(phrase)
  const options: Option[] = []
  if (role !== null) options.push({ meaning: role, cost: ROLE_COST[role.role] })
  if (kinds !== null && kinds.use !== 'term') {
    const cost = KIND_COST[kinds.use] + (kinds.isExact ? 0 : INFLECTED_COST)
    options.push({ meaning: { role: 'kinds', ...(moreOf(kinds, phrase) ?? kinds) }, cost })
  }
  if (role === null && (kinds === null || kinds.use === 'term')) {
    const brand = isBestOfKind(phrase) ? null : (brandNamed(phrase) ?? brandWithAnd(phrase))
    if (brand !== null) options.push({ meaning: { role: 'brand', brand }, cost: BRAND_COST })
  }
  return options
}

/** `best hotels` are hotels, although a brand has that name. */
function isBestOfKind(phrase: string): boolean {
  const [first = '', ...rest] = phrase.split(' ')
  const role = rest.length === 0 ? null : phraseRole(first)
  return (
    role?.role === 'ignored' && role.reason === 'ranking' && kindsNamed(rest.join(' '))?.use === 'everyday'
  )
}

/** `h und m`, `marks et spencer`: what is written `&` has no letters in a name. */
function brandWithAnd(phrase: string): Brand | null {
  const words = phrase.split(' ')
  if (words.length < 3) return null
  const name = words.filter((word, at) => at === 0 || at === words.length - 1 || !isConnector(word)).join(' ')
  const brand = name === phrase ? null : brandNamed(name)
  return brand === null ? null : { ...brand, names: [name, ...brand.names] }
}

/** Cheaper than the kind and what is said of it, each by itself. */
const DETAILED_COST = 1.85

function detailed(phrase: string): Option[] {
  const kinds = kindsWithDetail(phrase)
  return kinds === null ? [] : [{ meaning: { role: 'kinds', ...kinds }, cost: DETAILED_COST }]
}

/** Cheaper than the thing and the word for what is done to it, each by itself. */
const TREATED_COST = 1.9

function treated(phrase: string): Option[] {
  const kinds = kindsTreating(phrase)
  return kinds === null ? [] : [{ meaning: { role: 'kinds', ...kinds }, cost: TREATED_COST }]
}

const OWNERS =
  /(?<=\p{L} )(?:my|our|your|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|nos|notre|mis?|nuestr[oa]s?|il mio|la mia|i miei|le mie|meus?|minhas?|o meu|a minha|mijn|onze|m[oó]j\p{L}{0,3}|мо[\p{L}]{1,3}|свои?\p{L}{0,2}) (?=\p{L})/u

/** `leave my luggage`, `deixar a minha mala`: whose it is does not matter. */
function ofAnyone(phrase: string): Option[] {
  const plain = phrase.replace(OWNERS, '')
  return plain === phrase ? [] : meaningsOfPhrase(plain)
}

/** Words beside the name of a kitchen, which say nothing more: `cuisine thaï`, `comida peruana`, `griechische Küche`. */
const IN_FRONT_OF_KITCHEN =
  /^(?:cuisine|cucina|cocina|cozinha|comida|keuken|plats?|piatti|platos|pratos|specialita|especialidad(?:es)?|specialites?)(?: (?:de|di|da))? /u
const BEHIND_KITCHEN =
  / (?:food|cuisine|kitchen|dishes|meals?|specialt?it?ies|essen|kuche|spezialitaten|eten|gerechten|keuken|comida)$/u
/** `お寿司` */
const HONORIFIC = /^お(?=\p{L})/u

function ofKitchen(phrase: string): Option[] {
  const kitchen = phrase.replace(IN_FRONT_OF_KITCHEN, '').replace(BEHIND_KITCHEN, '')
  const plain = kitchen === phrase ? phrase.replace(HONORIFIC, '') : kitchen
  if (plain === phrase || plain === '') return []
  return meaningsOfPhrase(plain).filter(
    ({ meaning }) =>
      meaning?.role === 'kinds' &&
      (kitchen === phrase || meaning.categories.every(({ id }) => id.startsWith('cuisine/'))),
  )
}

/** Who sells or makes a thing, in languages that write it in one word: `眼鏡屋`, `川菜馆`, `떡볶이집`, `ร้านชาบู`. */
const TRADE_LAST = /(?:屋さん|専門店|专卖店|專賣店|屋|店|馆|館|铺|鋪|舖|行|厅|廳|전문점|가게|집|점)$/u
const TRADE_FIRST = /^(?:ร้านขาย|ร้าน)(?=\p{Script=Thai})/u
const SOLD_OR_SERVED =
  /^(?:shop|craft|cuisine|amenity\/(?:cafe|restaurant|fast_food|ice_cream|bar|pub)|group\/(?:izakaya|clothing))(?:\/|$)/

function ofTrade(phrase: string): Option[] {
  const plain = phrase.replace(TRADE_LAST, '').replace(TRADE_FIRST, '')
  if (plain === phrase || plain.length < 2) return []
  return meaningsOfPhrase(plain).filter(
    ({ meaning }) =>
      meaning?.role === 'kinds' && meaning.categories.every(({ id }) => SOLD_OR_SERVED.test(id)),
  )
}

/** Fewer letters are another word by chance. */
const MIN_UMLAUT_CHARS = 5

/** `guenstige`, `baeckerei`, `koebenhavn`: umlauts as they are typed without their keys. No brand is called so: `Bluecoat`. */
function withoutUmlauts(phrase: string): Option[] {
  const plain = phrase.length < MIN_UMLAUT_CHARS ? phrase : phrase.replace(/(?<![aeq])([aou])e/g, '$1')
  if (plain === phrase) return []
  return meaningsOfPhrase(plain).filter(({ meaning }) => meaning?.role !== 'brand')
}

function withPreposition(phrase: string): Option[] {
  const kinds = kindsWithPreposition(phrase)
  return kinds === null
    ? []
    : [{ meaning: { role: 'kinds', ...kinds }, cost: KIND_COST[kinds.use] + INFLECTED_COST }]
}

/** Dearer than anything that has a meaning by itself, and cheaper than none. */
const LOOSE_COST = { head: 1.3, phrase: 1.5, compound: 1.8, word: 2.2 } as const

const A_SIGHT = /^(?:historic|natural|man_made|waterway|landuse)\//

/** No place here is of a brand of that name. */
function looseMeanings(phrase: string, strict: readonly Option[]): Option[] {
  const options = strict.filter(({ meaning }) => meaning?.role !== 'brand')
  const byHead = options.length > 0 ? null : kindsByHead(phrase)
  if (byHead !== null) options.push({ meaning: { role: 'kinds', ...byHead }, cost: LOOSE_COST.head })
  const inCompound = options.length > 0 ? null : kindsOfHead(phrase)
  if (inCompound !== null)
    options.push({ meaning: { role: 'kinds', ...inCompound }, cost: LOOSE_COST.compound })
  const saying = options.length > 0 ? null : kindsSaying(phrase)
  // The `bord` of `bord de mer` is no tomb with a table.
  if (saying?.categories.some(({ id }) => A_SIGHT.test(id)) === false)
    options.push({ meaning: { role: 'kinds', ...saying }, cost: LOOSE_COST.phrase })
  const going = kindsGoingWith(phrase)
  if (going?.use === 'term') {
    const cost = phrase.includes(' ') ? LOOSE_COST.phrase : LOOSE_COST.word
    options.push({ meaning: { role: 'kinds', ...going }, cost })
  }
  if (isHead(phrase) || isPart(phrase))
    options.push({ meaning: { role: 'connector' }, cost: LOOSE_COST.word })
  return options
}

const MAX_JOINED_WORDS = 3
/** Shorter ones are other words by chance. */
const MIN_JOINED_CHARS = 7
/** No phrase of the table is longer. */
const MAX_JOINED_CHARS = 60
const MIN_PART_CHARS = 3
/** `pesce sul` is no form of `pesce`. */
const MAX_ENDING_CHARS = 3

/** `hair dresser` and `mc donalds` are one word, `gasstation` is two. */
function otherSpacing(words: readonly Word[]): Option[] {
  const [first = '', ...more] = words.map(({ text }) => text)
  if (words.some(({ isGlued }) => isGlued) || words.length > MAX_JOINED_WORDS) return []
  const letters = [first, ...more].join('')
  if (letters.length < MIN_JOINED_CHARS || letters.length > MAX_JOINED_CHARS || !/^\p{L}+$/u.test(letters))
    return []
  if (more.length > 0) {
    // `restaurant in` is no woman who does it.
    if ((more.at(-1)?.length ?? 0) < MIN_PART_CHARS) return []
    return meaningsOfPhrase(letters).flatMap((option) => {
      const { meaning } = option
      if (meaning?.role === 'kinds')
        return meaning.isExact || (more.at(-1)?.length ?? 0) > MAX_ENDING_CHARS ? [option] : []
      if (meaning?.role !== 'brand') return []
      const brand = { ...meaning.brand, names: [letters, ...meaning.brand.names] }
      return [{ ...option, meaning: { ...meaning, brand } }]
    })
  }
  for (let at = MIN_PART_CHARS; at <= letters.length - MIN_PART_CHARS; at += 1) {
    const kinds = kindsOfParts(letters.slice(0, at), letters.slice(at))
    if (kinds !== null)
      return [{ meaning: { role: 'kinds', ...kinds }, cost: KIND_COST[kinds.use] + INFLECTED_COST }]
  }
  return []
}

/** The end of a compound says what kind it is, as `restaurant` in `fischrestaurant`; a shorter one stands in other words. */
const MIN_HEAD_CHARS = 5
/** The same behind a word of the table, in a query that names nothing. */
const MIN_LOOSE_HEAD_CHARS = 4
const MIN_FRONT_OF_THING = 6

/** `gasstation` is a phrase without its space, `fischrestaurant` and `spielwarenladen` are two kinds in one. */
function kindsOfParts(front: string, head: string): NamedKinds | null {
  const phrase = kindsNamed(`${front} ${head}`)
  if (phrase !== null && phrase.use !== 'term') return phrase
  if (head.length < MIN_HEAD_CHARS) return null
  const [first, last] = [kindsNamed(front), kindsNamed(head)]
  if (first?.use !== 'everyday' || last?.use !== 'everyday' || !last.isExact) return null
  // A `schlosshotel` is no castle: what stands in front must be sold or served there.
  const isKitchen = first.categories.every(({ id }) => id.startsWith('cuisine/'))
  const narrows =
    first.categories.every((kind) => kind.narrows) && (!isKitchen || last.categories.some(servesFood))
  const isOfHead = narrows || last.categories.every(isGeneric)
  if (!isOfHead) return null
  return { categories: [...first.categories, ...last.categories], use: 'everyday', isExact: false }
}

/** What stands in front of the last part of a compound says more of it, or nothing (`kinderfahrradladen`, `trädgårdscafé`). */
function kindsOfHead(word: string): NamedKinds | null {
  if (word.length > MAX_JOINED_CHARS || !/^\p{Script=Latin}+$/u.test(word)) return null
  for (let at = MIN_PART_CHARS; at <= word.length - MIN_LOOSE_HEAD_CHARS; at += 1) {
    const [front, head] = [word.slice(0, at), word.slice(at)]
    if (!isOrdinaryWord(front) && !isOrdinaryWord(front.replace(/(?:s|n|en)$/, ''))) continue
    const named = kindsNamed(head) ?? kindsByHead(head)
    // `geburtstagsgeschenk`: the tables have the thing in the plural.
    const isThing = front.length >= MIN_FRONT_OF_THING && (named === null || named.use === 'term')
    const kinds = isThing ? kindsOfThing(head) : named
    const isItsHead = kinds !== null && (kinds.use !== 'term' || kinds.isThing === true)
    if (isItsHead && !kinds.categories.some(isNoHead)) return kinds
  }
  return null
}

/** What narrows, a group, and what a `hundeschule` and an `ohrenarzt` are not. */
function isNoHead({ id, narrows }: Category): boolean {
  return narrows || /^group\/|^amenity\/(?:school|college|university|doctors)$/.test(id)
}
