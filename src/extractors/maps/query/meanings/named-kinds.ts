// Kinds that names say where the tags say a neighbouring kind: a `Pousada` that is a hotel, a `Vulcanizadora` that repairs cars.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { wordsOfSpeciality } from '#extractors/maps/query/words/kind-words.ts'

/** Kinds of which one is often tagged as another: a place of any of them that is called by a word for one is one. */
const NEIGHBOURS: readonly (readonly string[])[] = [
  ['amenity/doctors', 'amenity/clinic', 'amenity/hospital'],
  ['group/accommodation'],
  ['group/food'],
  ['group/shop', 'group/craft', 'amenity/pharmacy'],
]
/** What is baked is eaten where it is sold: a `Cukrászda` or a `Bäckerei` may be a café. */
const BAKED: ReadonlySet<string> = new Set(['shop/pastry', 'shop/bakery', 'shop/confectionery'])
const WHERE_EATEN = ['amenity/cafe', 'amenity/ice_cream']
/** Of doctors what they are doctors of. */
const DOCTORS = /^(?:speciality|healthcare:speciality)\//
/** Fewer letters stand in names for something else: a `Sushi Bar`. */
const MIN_LETTERS = 6
/** Of scripts that write hardly any vowels. */
const MIN_CONSONANTS = 5
const CONSONANTS_ONLY = /^[\p{Script=Arabic}\p{Script=Hebrew} ]+$/u
/** Of scripts without spaces a word has as few. */
const MIN_SIGNS = 3
/** What is served has one less (`早餐`), and so has in these scripts what ends a name: `康泰药店`. */
const SHORT = /^[\p{Script=Han}\p{Script=Hangul}]{2}$/u
/** Their names of several words are names of other shops as well: a gift shop `Corner Store`. */
const TRADE = /^(?:shop|craft)\//
const WITH_SPACES =
  /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew}/u

/** Whether words of the script of a text stand apart. */
export function hasSpaces(text: string): boolean {
  return WITH_SPACES.test(text)
}

/** Whether a word is so short that only the end of a name says it. */
export function isShort(phrase: string): boolean {
  return SHORT.test(phrase)
}

function minCharsOf(phrase: string): number {
  if (CONSONANTS_ONLY.test(phrase)) return MIN_CONSONANTS
  return hasSpaces(phrase) ? MIN_LETTERS : MIN_SIGNS
}

/**
 * A kind that a query names by some folded phrases; those that are too short to say it in a name are left out. A doctor's sign says in
 * any language what he is a doctor of: `Kinderarzt` finds a `Pédiatrie`.
 */
export function calledBy(category: Category, phrases: readonly string[]): Category {
  const said = [...phrases, ...(phrases.length === 0 ? [] : wordsOfSpeciality(category.id))].filter(
    (phrase) =>
      (isShort(phrase) || phrase.length >= minCharsOf(phrase)) &&
      !(TRADE.test(category.id) && phrase.includes(' ')),
  )
  const takesNames = category.narrows || neighboursOf(category).length > 0
  return said.length === 0 || !takesNames
    ? category
    : { ...category, nameWords: [...new Set([...(category.nameWords ?? []), ...said])] }
}

/** The kinds of which a place may be tagged as instead; none for one that is never mistaken. */
export function neighboursOf({ id, match, unnamed, narrows }: Category): readonly Category[] {
  if (narrows || unnamed || id.startsWith('group/')) return []
  const ids = DOCTORS.test(id) ? NEIGHBOURS[0] : NEIGHBOURS.find((kinds) => isOfAny(match[0] ?? [], kinds))
  return [...(ids ?? []), ...(BAKED.has(id) ? WHERE_EATEN : [])]
    .map(categoryById)
    .filter((category) => category !== null)
}

function isOfAny(tags: readonly string[], kinds: readonly string[]): boolean {
  const ids = new Set(kinds.flatMap((kind) => categoryById(kind)?.match.flat() ?? []))
  return tags.some((tag) => ids.has(tag) || ids.has(`${tag.slice(0, tag.indexOf('/'))}/*`))
}

/** Kitchens of countries: a name says them of a place of which the tags say no kitchen (`Tacos El Chino`). */
const OF_COUNTRIES: ReadonlySet<string> = new Set(
  'african american arab asian austrian brazilian chinese french german greek indian italian japanese korean lebanese mediterranean mexican nepalese peruvian portuguese regional international spanish swiss thai turkish vietnamese'
    .split(' ')
    .map((value) => `cuisine/${value}`),
)

/** Whether a kitchen is that of a country, which the names of other places hold as well. */
export function isOfCountry({ id }: Category): boolean {
  return OF_COUNTRIES.has(id)
}
