// Reads what a query asks for: the cheapest way to cut its words into phrases with a meaning.
import { itemAt } from '#kit/item-at.ts'
import { brandNamed, type Brand } from './words/brands.ts'
import { kindsNamed, type KindUse, type NamedKinds } from './words/kind-words.ts'
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

/** The phrases in their order; together they are all the words. */
export function readPhrases(words: readonly Word[]): readonly Phrase[] {
  const ways: Way[] = [{ cost: 0, phrases: [] }]
  for (let end = 1; end <= words.length; end += 1) {
    let best: Way | null = null
    for (let start = Math.max(0, end - MAX_PHRASE_PIECES); start < end; start += 1) {
      const part = words.slice(start, end)
      if (part.filter(({ isGlued }) => !isGlued).length > MAX_PHRASE_WORDS) continue
      // A phrase in the middle of a word would be chance; an unspaced script has no other borders than its pieces.
      const { meaning, cost } = meaningOf(part)
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

function meaningOf(words: readonly Word[]): { readonly meaning: Meaning; readonly cost: number } {
  const phrase = phraseOf(words)
  const role = starsOf(phrase) ?? phraseRole(phrase)
  const kinds = kindsNamed(phrase)
  const options: { meaning: Meaning; cost: number }[] = []
  if (role !== null) options.push({ meaning: role, cost: ROLE_COST[role.role] })
  if (kinds !== null && kinds.use !== 'term') {
    const cost = KIND_COST[kinds.use] + (kinds.isExact ? 0 : INFLECTED_COST)
    options.push({ meaning: { role: 'kinds', ...kinds }, cost })
  }
  if (role === null && (kinds === null || kinds.use === 'term')) {
    const brand = brandNamed(phrase)
    if (brand !== null) options.push({ meaning: { role: 'brand', brand }, cost: BRAND_COST })
  }
  return options.reduce((best, option) => (option.cost < best.cost ? option : best), {
    meaning: null,
    cost: UNKNOWN_COST * words.length,
  })
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
