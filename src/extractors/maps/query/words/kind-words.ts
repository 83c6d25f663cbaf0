// Which kinds of places a phrase names: by our own list of everyday words first, then by the table.
import { readFileSync } from 'node:fs'
import {
  categoriesByPhrase,
  categoryById,
  phrasesOfCategory,
  type Category,
} from '#kit/categories/category-table.ts'
import { withPlainHan } from '#kit/text/script-variants.ts'
import { remembered } from '#kit/remembered.ts'
import { brandNamed } from './brands.ts'
import { openSortedLines } from './sorted-lines.ts'
import { objectPhrases, otherSpellings, pluralPhrases, singularPhrases } from './inflections.ts'
import { detailedKind, detailOf, type DetailedKind } from './details.ts'
import { ordinaryWords, type TypedQualifier } from './qualifiers.ts'
import { isOrdinaryStem } from './word-stems.ts'

/** How surely a phrase names its kinds: it is an everyday word, the name in the table, another name, or only goes with it. */
export type KindUse = 'everyday' | 'name' | 'alias' | 'term'

/** The kinds that a phrase names. */
export interface NamedKinds {
  readonly categories: readonly Category[]
  readonly use: KindUse
  /** Whether the phrase is in the list as it stands, and not only its singular. */
  readonly isExact: boolean
  /** Whether a phrase that only goes with the kinds names a thing that they have: a coat, and no lunch. */
  readonly isThing?: boolean
  /** What places of these kinds must have: an underground car park is more than one to park in. Absent: nothing. */
  readonly detail?: TypedQualifier
}

const USES: Readonly<Record<string, KindUse>> = { e: 'everyday', n: 'name', a: 'alias', o: 'term', t: 'term' }

const table = openSortedLines(new URL('data/place-words.txt', import.meta.url))

let kindIds: readonly string[] | undefined

/** The id of a kind by its number in the table, in base 36. */
function kindAt(number: string): string {
  return allKinds()[Number.parseInt(number, 36)] ?? ''
}

function allKinds(): readonly string[] {
  return (kindIds ??= readFileSync(new URL('data/place-kinds.txt', import.meta.url), 'utf8').split('\n'))
}

let knownIds: ReadonlySet<string> | undefined

/** Whether an id is that of a kind for which people have words. */
export function isKnownKind(id: string): boolean {
  knownIds ??= new Set(allKinds().flatMap((kind) => detailedKind(kind).id.split('+')))
  return knownIds.has(id) || phrasesOfCategory(id).length > 0
}

const GENERIC: ReadonlySet<string> = new Set(['group/shop', 'group/office'])

/** Whether a category is any shop or any office: a kind beside it says which. */
export function isGeneric({ id }: Category): boolean {
  return GENERIC.has(id)
}

const SERVES_FOOD =
  /^(?:amenity\/(?:restaurant|cafe|fast_food|food_court|bar|pub|biergarten|ice_cream|nightclub|canteen)|group\/(?:food|bars|nightlife|izakaya|\w+_bars))$/

/** Whether food is served there: only there a word for a kitchen means one. */
export function servesFood({ id }: Category): boolean {
  return SERVES_FOOD.test(id)
}

/** The kinds that a folded phrase names, in singular or plural; null for one that names none. */
export const kindsNamed = remembered((phrase): NamedKinds | null =>
  phrase === '' ? null : (lookedUp(phrase) ?? inPlainHan(phrase)),
)

/** `藥妝店`, which the tables have as it is written in China. */
function inPlainHan(phrase: string): NamedKinds | null {
  const plain = withPlainHan(phrase)
  return plain === phrase ? null : lookedUp(plain)
}

function lookedUp(phrase: string): NamedKinds | null {
  const exact = everyday(phrase) ?? inTable(phrase, true)
  if (exact !== null && exact.use !== 'term') return exact
  const strongestOf = (forms: readonly string[]) =>
    strongest(forms.map((form) => everydaySingular(form) ?? inTable(form, false)))
  const spelled = otherSpellings(phrase).flatMap((form) => [form, ...singularPhrases(form)])
  const singular = strongestOf([...singularPhrases(phrase), ...spelled])
  if (singular !== null) return singular
  // `Target` is no market in Hungarian.
  return (brandNamed(phrase) === null ? strongestOf(objectPhrases(phrase)) : null) ?? exact
}

function everyday(phrase: string): NamedKinds | null {
  const categories = categoriesByPhrase(phrase)
  if (categories.length === 0) return null
  // The table may know that a word means one kind more: a `crèche` is a kindergarten as well.
  const wider = inTable(phrase, true)
  const isWider =
    wider?.use === 'everyday' && categories.every(({ id }) => wider.categories.some((kind) => kind.id === id))
  // `acupuncture`, `Kieferorthopäde`: a doctor of it may say so, and one of other medicine or of teeth may not say what he does.
  const isSpeciality =
    wider?.use === 'everyday' &&
    wider.categories.every(({ id }) => SPECIALITY.test(id)) &&
    categories.every(({ id }) => OF_SPECIALITIES.test(id))
  if (isSpeciality) return { ...wider, categories: [...wider.categories, ...categories] }
  return isWider ? wider : { categories, use: 'everyday', isExact: true }
}

/** Kinds of which the places that say a speciality come first. */
const OF_SPECIALITIES = /^(?:healthcare\/alternative|amenity\/(?:dentist|doctors|clinic))$/

function everydaySingular(form: string): NamedKinds | null {
  const found = everyday(form)
  return found === null ? null : { ...found, isExact: false }
}

function inTable(phrase: string, isExact: boolean): NamedKinds | null {
  const line = table.find(phrase)
  if (line === null) return null
  const use = USES[line.charAt(0)]
  const isThing = line.startsWith('o')
  // A word that only goes with a kind goes with it as it stands.
  if (use === undefined || (use === 'term' && !isExact && !isThing)) return null
  const kinds = kindsIn(line)
  const ids = new Set(kinds.flatMap(({ id }) => partsOf(id)))
  const categories = [...ids].map(categoryById).filter((category) => category !== null)
  const detail = detailOf(kinds, phrase)
  return categories.length === 0
    ? null
    : {
        categories,
        use,
        isExact,
        isThing,
        ...(detail === null ? {} : { detail: { ...detail, typed: phrase } }),
      }
}

function kindsIn(line: string): readonly DetailedKind[] {
  return line
    .slice(1)
    .split(' ')
    .map((number) => detailedKind(kindAt(number)))
}

/** What Romance languages put between a kind and what is said of it, and people leave out: `distributeur pizza`, `tienda bicicletas`. */
const PREPOSITION = / (?:de|a|d|di|da|do|des|du|del|para|pour|per) /

/** The kinds that a phrase of two words names with such a word between them, the second one in singular or plural; null for any other. */
export function kindsWithPreposition(phrase: string): NamedKinds | null {
  const [first = '', second = ''] = /^([a-z]{4,}) ([a-z]{4,})$/.exec(phrase)?.slice(1) ?? []
  if (second === '') return null
  const forms = new Set([second, ...pluralPhrases(second)].map((form) => `${first} ${form}`))
  for (const [key] of table.startingWith(`${first} `)) {
    if (!forms.has(key.replace(PREPOSITION, ' '))) continue
    const kinds = inTable(key, true)
    if (kinds !== null && kinds.use !== 'term') return kinds
  }
  return null
}

/** The kinds with a detail that the table has as the name of a folded phrase, also where one of our own words comes first. */
export function detailedKindsNamed(phrase: string): readonly DetailedKind[] {
  const line = table.find(phrase)
  if (line === null || !/^[na]/.test(line)) return []
  return kindsIn(line).filter(({ details }) => details.length > 0)
}

/** `amenity/restaurant+cuisine/pizza` is two categories: one that narrows, and the kind. */
function partsOf(id: string): string[] {
  const tags = id.split('+')
  const narrowing = tags.filter((tag) => /^(?:cuisine|sport)\//.test(tag))
  const kind = tags.filter((tag) => !narrowing.includes(tag)).join('+')
  return kind === '' ? narrowing : [...narrowing, kind]
}

/** Whether a folded word only holds sentences together: `is`, `können`. */
export function isFunctionWord(word: string): boolean {
  return table.find(word) === 'f'
}

/** As `kindsNamed`, also where only the singular or the plural of the phrase goes with kinds (`burger joints`). */
export function kindsGoingWith(phrase: string): NamedKinds | null {
  return (
    kindsNamed(phrase) ?? strongest([...singularPhrases(phrase), ...pluralPhrases(phrase)].map(kindsNamed))
  )
}

/** The kinds that sell a thing, which the tables have in the plural and a query in the singular: `barca`, `yacht`. */
export function kindsOfThing(thing: string): NamedKinds | null {
  return strongest(
    [thing, ...singularPhrases(thing), ...pluralPhrases(thing)].map(kindsNamed).filter(isNameOrThing),
  )
}

function isNameOrThing(kinds: NamedKinds | null): boolean {
  return kinds !== null && (kinds.use !== 'term' || kinds.isThing === true)
}

const SPECIALITY = /^(?:healthcare:)?speciality\//

/** The folded words of all languages for a medical speciality by its id, and for nothing else; empty for any other kind. */
export const wordsOfSpeciality = remembered((id): readonly string[] => {
  if (!SPECIALITY.test(id)) return []
  const kind = allKinds().indexOf(id.replace(SPECIALITY, 'healthcare:speciality/'))
  const uses = kind === -1 ? [] : ['e', 'n', 'a']
  return uses.flatMap((use) => [...table.keysOf(use + kind.toString(36))])
})

let vocabulary: ReadonlySet<string> | undefined

/** So many letters that begin a word of the table are no name: `landwirtschaft`, of which there is `landwirtschaftsbedarf`. */
const MIN_CHARS_OF_A_START = 7

/** Whether a folded word stands in any phrase of the table, or is one of ours for how a place is: hardly a name. */
export function isOrdinaryWord(word: string): boolean {
  vocabulary ??= new Set([
    ...Array.from(table.startingWith(''), ([phrase]) => phrase.split(' ')).flat(),
    ...ordinaryWords(),
  ])
  if (vocabulary.has(word) || isOrdinaryStem(word)) return true
  return word.length >= MIN_CHARS_OF_A_START && !table.startingWith(word)[Symbol.iterator]().next().done
}

const ORDER: readonly KindUse[] = ['everyday', 'name', 'alias', 'term']

function strongest(found: readonly (NamedKinds | null)[]): NamedKinds | null {
  return found
    .filter((one) => one !== null)
    .reduce<NamedKinds | null>(
      (best, one) => (best === null || ORDER.indexOf(one.use) < ORDER.indexOf(best.use) ? one : best),
      null,
    )
}

/** A letter begins some thousand phrases, and each word of a query is compared with them several times. */
const MAX_LETTERS = 8
const phrasesBegunBy = remembered(
  (letter): readonly string[] =>
    Array.from(table.startingWith(letter)).flatMap(([key, rest]) => (/^[otf]/.test(rest) ? [] : [key])),
  MAX_LETTERS,
)

/** Phrases of the table that begin with the same letter, which is nearly never mistyped. */
export function kindPhrasesLike(phrase: string): readonly string[] {
  const [first] = Array.from(phrase)
  return first === undefined ? [] : phrasesBegunBy(first)
}
