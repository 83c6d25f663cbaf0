// What a query says of who asks, and not of the places: where they want to go from there, and what of theirs it is for.
import type { Category } from '#kit/categories/category-table.ts'
import { isOrdinaryWord } from '#extractors/maps/query/words/kind-words.ts'

/** A phrase of a query, as far as it matters here. */
interface ReadPhrase {
  readonly words: readonly { readonly text: string }[]
  readonly meaning: { readonly role: string; readonly categories?: readonly Category[] } | null
}

const TRANSPORT =
  /^(?:amenity\/(?:ferry_terminal|bus_station|taxi)|highway\/bus_stop|railway\/|aeroway\/|aerialway\/|public_transport\/)/
/** Words for where to, folded; some say where as well. Not the Polish `do`: in Portuguese it says whose, `central do cidadao`. */
const TO = new Set(
  'to towards nach richtung naar vers pour hacia para a al alla per verso w ke til till mot до к на в'.split(
    ' ',
  ),
)

/** Whether a folded word may say where to. */
export function saysWhereTo(word: string): boolean {
  return TO.has(word)
}

/** `ferry to greece`, `bus nach zürich`: behind kinds that people leave from, the words for where to; null where none stand there. */
export function destinationIn<Phrase extends ReadPhrase>(
  phrases: readonly Phrase[],
): readonly Phrase[] | null {
  const at = phrases.findIndex(({ words }) => words.length === 1 && TO.has(words[0]?.text ?? ''))
  const [front, where] = at === -1 ? [[], []] : [phrases.slice(0, at), phrases.slice(at)]
  const kinds = front.flatMap(({ meaning }) => meaning?.categories ?? [])
  const isOfTransport = kinds.length > 0 && kinds.every(({ id }) => TRANSPORT.test(id))
  const isRead = front.every(({ meaning }) => meaning?.role === 'kinds' || meaning?.role === 'ignored')
  // `taxi to hospital`
  const isName = where.slice(1).some(({ meaning }) => meaning === null || meaning.role === 'brand')
  return isOfTransport && isRead && isName ? where : null
}

/** No kind and no condition; the name of a brand that is a word of every day as well: a vet for cats weighs no trucks. */
function isThing({ words, meaning }: ReadPhrase): boolean {
  return meaning === null || (meaning.role === 'brand' && words.every(({ text }) => isOrdinaryWord(text)))
}

const FOR = new Set('for fur pour para per voor dla для за'.split(' '))
const OWNER =
  /^(?:my|our|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|nos|notre|mis?|nuestr[oa]s?|mio|mia|miei|mie|meus?|minhas?|mijn|onze|moj\p{L}{0,3}|моего|моеи|моих|нашего|нашеи)$/u

/** Whether a phrase names what of theirs a kind is for: the cat of `vet for my cat` is no name. */
export function isOfAskers(phrases: readonly ReadPhrase[], at: number): boolean {
  const phrase = phrases[at]
  const front = phrases.slice(0, at).flatMap(({ words }) => words.map(({ text }) => text))
  const hasKind = phrases.slice(0, at).some(({ meaning }) => meaning?.role === 'kinds')
  if (phrase === undefined || !hasKind || !isThing(phrase)) return false
  const owner = front.findLastIndex((word) => OWNER.test(word))
  // `per il mio gatto`
  return (
    owner === front.length - 1 && front.slice(Math.max(0, owner - 2), owner).some((word) => FOR.has(word))
  )
}
