// Which kinds of places a phrase names: by our own list of everyday words first, then by the table of sixteen languages.
import { fileURLToPath } from 'node:url'
import { categoriesByPhrase, categoryById, type Category } from '#kit/categories/category-table.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { openSortedLines, type SortedLines } from './sorted-lines.ts'
import { singularPhrases } from './inflections.ts'
import { ordinaryWords } from './qualifiers.ts'

/** How surely a phrase names its kinds: it is an everyday word, the name in the table, another name, or only goes with it. */
export type KindUse = 'everyday' | 'name' | 'alias' | 'term'

/** The kinds that a phrase names. */
export interface NamedKinds {
  readonly categories: readonly Category[]
  readonly use: KindUse
  /** Whether the phrase is in the list as it stands, and not only its singular. */
  readonly isExact: boolean
}

const USES: Readonly<Record<string, KindUse>> = { n: 'name', a: 'alias', t: 'term' }

let table: SortedLines | undefined

function theTable(): SortedLines {
  return (table ??= openSortedLines(fileURLToPath(new URL('data/place-words.txt', import.meta.url))))
}

/** A query asks for the same phrases again and again while it is cut in different ways. */
const REMEMBERED_PHRASES = 1_000
const remembered = createWeightedLru<{ readonly kinds: NamedKinds | null }>(REMEMBERED_PHRASES)

const GENERIC: ReadonlySet<string> = new Set(['group/shop', 'group/office'])

/** Whether a category is any shop or any office: a kind beside it says which. */
export function isGeneric({ id }: Category): boolean {
  return GENERIC.has(id)
}

/** The kinds that a folded phrase names, in singular or plural; null for one that names none. */
export function kindsNamed(phrase: string): NamedKinds | null {
  const known = remembered.get(phrase)
  if (known !== undefined) return known.kinds
  const kinds = phrase === '' ? null : lookedUp(phrase)
  remembered.set(phrase, { kinds }, 1)
  return kinds
}

function lookedUp(phrase: string): NamedKinds | null {
  const exact = everyday(phrase) ?? inTable(phrase, true)
  if (exact !== null && exact.use !== 'term') return exact
  const singular = strongest(
    singularPhrases(phrase).map((form) => everydaySingular(form) ?? inTable(form, false)),
  )
  return singular ?? exact
}

function everyday(phrase: string): NamedKinds | null {
  const categories = categoriesByPhrase(phrase)
  return categories.length === 0 ? null : { categories, use: 'everyday', isExact: true }
}

function everydaySingular(form: string): NamedKinds | null {
  const found = everyday(form)
  return found === null ? null : { ...found, isExact: false }
}

function inTable(phrase: string, isExact: boolean): NamedKinds | null {
  const line = theTable().find(phrase)
  if (line === null) return null
  const use = USES[line.charAt(0)]
  // A word that only goes with a kind goes with it as it stands.
  if (use === undefined || (use === 'term' && !isExact)) return null
  const ids = new Set(line.split(' ').flatMap((entry) => partsOf(entry.slice(1))))
  const categories = [...ids].map(categoryById).filter((category) => category !== null)
  return categories.length === 0 ? null : { categories, use, isExact }
}

/** `amenity/restaurant+cuisine/pizza` is two categories: one that narrows, and the kind. */
function partsOf(id: string): string[] {
  const tags = id.split('+')
  const narrowing = tags.filter((tag) => /^(?:cuisine|sport)\//.test(tag))
  const kind = tags.filter((tag) => !narrowing.includes(tag)).join('+')
  return kind === '' ? narrowing : [...narrowing, kind]
}

/** As `kindsNamed`, also where only the singular of the phrase goes with kinds (`burger joints`). */
export function kindsGoingWith(phrase: string): NamedKinds | null {
  return (
    kindsNamed(phrase) ??
    [...singularPhrases(phrase), `${phrase}s`]
      .map((form) => kindsNamed(form))
      .find((kinds) => kinds !== null) ??
    null
  )
}

let vocabulary: ReadonlySet<string> | undefined

/** Whether a folded word stands in any phrase of the table, or is one of ours for how a place is: hardly a name. */
export function isOrdinaryWord(word: string): boolean {
  vocabulary ??= new Set([
    ...Array.from(theTable().startingWith(''), ([phrase]) => phrase.split(' ')).flat(),
    ...ordinaryWords(),
  ])
  return vocabulary.has(word)
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

/** Phrases of the table that begin with the same letter, which is nearly never mistyped. */
export function* kindPhrasesLike(phrase: string): Generator<string> {
  const [first] = Array.from(phrase)
  if (first === undefined) return
  for (const [key, rest] of theTable().startingWith(first)) if (!rest.startsWith('t')) yield key
}
