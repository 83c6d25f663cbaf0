// A kind that a place has as a part of itself: the pool of `hotel con alberca` and of `camping piscine`, the playground of `restaurant Spielplatz`.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { servesFood } from '#extractors/maps/query/words/kind-words.ts'
import { qualifierById, type Qualifier } from '#extractors/maps/query/words/qualifiers.ts'

/** What a place has where it has another one behind `with`: the condition that says so, by the id of that kind. */
const COMFORTS: Readonly<Record<string, string>> = {
  'leisure/swimming_pool': 'pool',
  'amenity/parking': 'parking',
  'leisure/playground': 'kids',
  'amenity/biergarten': 'outdoor_seating',
  'shop/medical_supply': 'wheelchair',
}
/** Folded words for a chair with wheels, which beside what is no shop says for whom it has to be: `rolstoel wc`, `車椅子 トイレ`. */
const WHEELCHAIR =
  /^(?:wheel ?chairs?|rollst(?:uhl|uhle)|fauteuils? roulants?|sillas? de ruedas|sedi[ae] a rotelle|carrozzin[ae]|cadeiras? de rodas|rolstoel(?:en)?|woz(?:ek|ki) inwalidzk\p{L}*|rullstol\p{L}*|rullestol\p{L}*|tekerlekli sandalye|инвалидн\p{L}* коляск\p{L}*|كرسي متحرك|車椅子|车椅子|轮椅|輪椅|휠체어)$/u
/** Who looks for a bed and names one of these beside it wants it in the house, in front or behind; no tag of a house says the second. */
const IN_A_HOUSE: ReadonlySet<string> = new Set(['leisure/swimming_pool', 'leisure/spa'])
/** Behind the word for a bed or for food these are for its guests. */
const FOR_GUESTS: ReadonlySet<string> = new Set(['amenity/parking', 'leisure/playground'])

/** A phrase of a query, as far as it matters here. */
interface ReadPhrase {
  readonly words: readonly { readonly text: string; readonly isGlued: boolean; readonly isListed: boolean }[]
  readonly meaning: { readonly role: string; readonly categories?: readonly Category[] } | null
}

/** `hotel con alberca`: a kind that a place may have as a part, as a condition; null for any other. */
export function comfortOf(categories: readonly Category[]): Qualifier | null {
  const id = categories.map((kind) => COMFORTS[kind.id]).find((comfort) => comfort !== undefined)
  return id === undefined ? null : qualifierById(id)
}

/** The phrases for kinds that are parts of the lodging or of the restaurant right beside them; none in a list. */
export function comfortsBeside<Phrase extends ReadPhrase>(phrases: readonly Phrase[]): ReadonlySet<Phrase> {
  if (phrases.some(({ words, meaning }) => meaning?.role === 'connector' || words[0]?.isListed === true))
    return new Set()
  return new Set(
    phrases.filter((phrase, at) => {
      const [before, behind] = [phrases[at - 1], phrases[at + 1]]
      if (isWheelchair(phrase)) return [before, behind].some((other) => isAll(other, isNoTrade))
      if (names(phrase, IN_A_HOUSE)) return isAll(before, isLodging) || isAll(behind, isLodging)
      return names(phrase, FOR_GUESTS) && isAll(before, (kind) => isLodging(kind) || servesFood(kind))
    }),
  )
}

function isWheelchair({ words }: ReadPhrase): boolean {
  return WHEELCHAIR.test(
    words.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join(''),
  )
}

function isNoTrade({ id }: Category): boolean {
  return !/^(?:shop|craft|office)\//.test(id)
}

function names({ meaning }: ReadPhrase, ids: ReadonlySet<string>): boolean {
  return meaning?.categories?.some(({ id }) => ids.has(id)) === true
}

function isAll(phrase: ReadPhrase | undefined, is: (kind: Category) => boolean): boolean {
  const { meaning = null } = phrase ?? {}
  return meaning?.categories?.every(is) === true
}

/** Whether people sleep there. */
export function isLodging({ match }: Category): boolean {
  const lodging = new Set(categoryById('group/accommodation')?.match.flat())
  return match.some((all) => all.some((tag) => lodging.has(tag)))
}
