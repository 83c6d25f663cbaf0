// Reads what a query asks for: the cheapest way to cut its words into phrases with a meaning.
import { itemAt } from '#kit/item-at.ts'
import { brandNamed, type Brand } from './words/brands.ts'
import { isHead, kindsByHead } from './words/heads.ts'
import { isGeneric, kindsGoingWith, kindsNamed, type KindUse, type NamedKinds } from './words/kind-words.ts'
import { phraseRole, starsQualifier, type PhraseRole } from './words/qualifiers.ts'
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
      const { meaning, cost } = meaningOf(part, reading)
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

function meaningOf(
  words: readonly Word[],
  reading: Reading,
): { readonly meaning: Meaning; readonly cost: number } {
  const phrase = phraseOf(words)
  const known = meaningsOfPhrase(phrase)
  const spaced = known.length > 0 ? known : otherSpacing(words)
  const options = reading === 'strict' ? spaced : looseMeanings(phrase, spaced)
  return options.reduce((best, option) => (option.cost < best.cost ? option : best), {
    meaning: null,
    cost: UNKNOWN_COST * words.length,
  })
}

interface Option {
  readonly meaning: Meaning
  readonly cost: number
}

function meaningsOfPhrase(phrase: string): Option[] {
  const role = starsOf(phrase) ?? phraseRole(phrase) ?? hoursOf(phrase) ?? withoutOf(phrase)
  const kinds = kindsNamed(phrase)
  const options: Option[] = []
  if (role !== null) options.push({ meaning: role, cost: ROLE_COST[role.role] })
  if (kinds !== null && kinds.use !== 'term') {
    const cost = KIND_COST[kinds.use] + (kinds.isExact ? 0 : INFLECTED_COST)
    options.push({ meaning: { role: 'kinds', ...kinds }, cost })
  }
  if (role === null && (kinds === null || kinds.use === 'term')) {
    const brand = brandNamed(phrase)
    if (brand !== null) options.push({ meaning: { role: 'brand', brand }, cost: BRAND_COST })
  }
  return options
}

/** Dearer than anything that has a meaning by itself, and cheaper than none. */
const LOOSE_COST = { head: 1.3, phrase: 1.5, word: 2.2 } as const

/** No place here is of a brand of that name. */
function looseMeanings(phrase: string, strict: readonly Option[]): Option[] {
  const options = strict.filter(({ meaning }) => meaning?.role !== 'brand')
  const byHead = options.length > 0 ? null : kindsByHead(phrase)
  if (byHead !== null) options.push({ meaning: { role: 'kinds', ...byHead }, cost: LOOSE_COST.head })
  const going = kindsGoingWith(phrase)
  if (going?.use === 'term') {
    const cost = phrase.includes(' ') ? LOOSE_COST.phrase : LOOSE_COST.word
    options.push({ meaning: { role: 'kinds', ...going }, cost })
  }
  if (isHead(phrase)) options.push({ meaning: { role: 'connector' }, cost: LOOSE_COST.word })
  return options
}

const MAX_JOINED_WORDS = 3
/** Shorter ones are other words by chance. */
const MIN_JOINED_CHARS = 7
const MIN_PART_CHARS = 3

/** `hair dresser` and `mc donalds` are one word, `gasstation` is two. */
function otherSpacing(words: readonly Word[]): Option[] {
  const [first = '', ...more] = words.map(({ text }) => text)
  if (words.some(({ isGlued }) => isGlued) || words.length > MAX_JOINED_WORDS) return []
  const letters = [first, ...more].join('')
  if (letters.length < MIN_JOINED_CHARS || !/^\p{L}+$/u.test(letters)) return []
  if (more.length > 0) {
    return meaningsOfPhrase(letters).flatMap((option) => {
      const { meaning } = option
      if (meaning?.role === 'kinds') return [option]
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

/** `gasstation` is a phrase without its space, `fischrestaurant` and `spielwarenladen` are two kinds in one. */
function kindsOfParts(front: string, head: string): NamedKinds | null {
  const phrase = kindsNamed(`${front} ${head}`)
  if (phrase !== null && phrase.use !== 'term') return phrase
  if (head.length < MIN_HEAD_CHARS) return null
  const [first, last] = [kindsNamed(front), kindsNamed(head)]
  if (first?.use !== 'everyday' || last?.use !== 'everyday' || !last.isExact) return null
  // A `schlosshotel` is no castle: what stands in front must be sold or served there.
  const isOfHead = first.categories.every(({ narrows }) => narrows) || last.categories.every(isGeneric)
  if (!isOfHead) return null
  return { categories: [...first.categories, ...last.categories], use: 'everyday', isExact: false }
}

const HOUR = /(?:[01]?\d|2[0-4])(?:[ :.h]?[0-5]\d)?/.source
const HOUR_UNIT = /(?:am|pm|a m|p m|uhr|h|hrs?|heures?|o ?clock|horas?|ore|uur)/.source
/** Behind these a number is an hour; behind the others it may be that of a house. */
const HOUR_WORD =
  /(?:until|till|til|after|before|bis|ab|jusqu ?a|apres|avant|hasta las?|hasta|despues de las?|antes de las?|a partir de las?|desde las?|fino alle|dopo le|prima delle|ate as|depois das|vanaf|до|после)/
    .source
const MAYBE_HOUR_WORD = /(?:from|past|since|at|by|nach|vor|um|des|a las?|dalle|alle|tot|na|с)/.source
const HOURS = new RegExp(
  `^(?:open |opened )?(?:${HOUR_WORD} ${HOUR}(?: ?${HOUR_UNIT})?|(?:${MAYBE_HOUR_WORD} )?${HOUR} ?${HOUR_UNIT})$`,
)
const CLOCK =
  /^(?:\d{1,2}時(?:まで|以降|から)?|\d{1,2}点(?:以后|之前)?|(?:until |till |after )?(?:midnight|noon)|(?:bis |nach )?mitternacht|(?:jusqu ?a |apres )?minuit|(?:hasta |despues de )?medianoche|(?:fino a |dopo )?mezzanotte)$/u

/** `until 10 pm`, `ab 6 uhr`, `apres 22h`: when it should be open. */
function hoursOf(phrase: string): PhraseRole | null {
  return HOURS.test(phrase) || CLOCK.test(phrase) ? { role: 'ignored', reason: 'time' } : null
}

const WITHOUT = /^(?:without|ohne|sans|sin|senza|sem|zonder|bez|utan|без|بدون) \S+$/u

/** `sans rendez-vous`, `zonder afspraak`: what a place does not ask for is on no map. */
function withoutOf(phrase: string): PhraseRole | null {
  return WITHOUT.test(phrase) ? { role: 'ignored', reason: 'not_recorded' } : null
}

const NUMBER_WORDS: readonly (readonly string[])[] = [
  ['1', 'one', 'ein', 'une', 'una', '一'],
  ['2', 'two', 'zwei', 'deux', 'dos', 'due', '二', '两'],
  ['3', 'three', 'drei', 'trois', 'tres', 'tre', '三'],
  ['4', 'four', 'vier', 'quatre', 'cuatro', 'quattro', '四'],
  ['5', 'five', 'funf', 'cinq', 'cinco', 'cinque', '五'],
]
const STAR_WORDS =
  /^(?:stars?|sterne?|etoiles?|estrellas?|stella|stelle|estrelas?|gwiazdk\p{L}*|звезд\p{L}*|sterren|yildizli|つ ?星|星级?|성급?|성|ดาว)$/u

/** `5 star`, `vier sterne`, `五星级`. */
function starsOf(phrase: string): PhraseRole | null {
  const at = NUMBER_WORDS.findIndex((spellings) => spellings.some((word) => phrase.startsWith(word)))
  if (at === -1) return null
  const word = itemAt(NUMBER_WORDS, at).find((spelling) => phrase.startsWith(spelling)) ?? ''
  return STAR_WORDS.test(phrase.slice(word.length).trim())
    ? { role: 'qualifier', qualifier: starsQualifier(at + 1) }
    : null
}
