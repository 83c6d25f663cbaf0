// A kind beside a word for what its places have or are for: `military museum`, `parking souterrain`, `Kinderschuhe`, `LPG station`.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { remembered } from '#kit/remembered.ts'
import { detailOf, saidOf, type DetailedKind, type Related } from './details.ts'
import { otherSpellings, singularPhrases } from './inflections.ts'
import { detailedKindsNamed, kindsNamed, type NamedKinds } from './kind-words.ts'
import { onlyWhereSaid, phraseRole, type TypedQualifier } from './qualifiers.ts'

/** What a phrase says of kinds, and the word in it that does. */
interface Said {
  readonly kinds: Related
  readonly label: string
  /** The word for the kind beside it. */
  readonly kind?: string
  /** What narrows the kind beside the word: the tennis of a `clay tennis court`. */
  readonly narrowing?: readonly Category[]
}

/** What a folded phrase of a kind and a word for its places means; null for any other. */
export function kindsWithDetail(phrase: string): NamedKinds | null {
  const said = saidBeside(phrase)
  if (said === null) return null
  const categories = [...(said.narrowing ?? []), ...kindsOf(said.kinds).categories]
  const { detail } = detailIn(said, phrase)
  const more = said.kind === undefined ? undefined : detailNamed(said.kind)
  const both = detail !== undefined && more !== undefined ? bothOf(more, detail) : detail
  return { categories, use: 'name', isExact: false, ...(both === undefined ? {} : { detail: both }) }
}

/** What the places of a phrase for a kind must have: the `underground` of `paid underground parking`. */
function detailNamed(phrase: string): TypedQualifier | undefined {
  const kinds = kindsNamed(phrase)
  const named = kinds === null ? null : (moreOf(kinds, phrase) ?? kinds)
  return (named ?? kindsWithDetail(phrase))?.detail
}

function bothOf(first: TypedQualifier, second: TypedQualifier): TypedQualifier {
  return {
    id: `${first.id}+${second.id}`,
    label: `${first.label} and ${second.label}`,
    home: null,
    isSeldomMapped: first.isSeldomMapped || second.isSeldomMapped,
    typed: `${first.typed} ${second.typed}`,
    fits: (tags) => first.fits(tags) && second.fits(tags),
  }
}

/** `fuel:e85`: a condition of the kind that its key is called after. What is recycled is a word for much else: `verre`. */
function isOfItsKey({ id, details }: DetailedKind): boolean {
  return id === 'amenity/fuel' && details.some(([key]) => key.startsWith('fuel:'))
}

/**
 * `adblue`, `chademo`: the one kind of which a folded word says more, with what it says; null for a word that says something of several,
 * unless it is called after one of them (`e85`, which machines sell as well). `among`: only these count.
 */
export function kindsSaying(label: string, among?: readonly Category[]): NamedKinds | null {
  const ids = among && new Set(among.map(({ id }) => id))
  const all = saidOf(label)
    .flat()
    .filter(({ id }) => ids?.has(id) ?? true)
  const ofKey = all.filter(isOfItsKey)
  const kinds = ofKey.length > 0 ? ofKey : all
  const [only, ...others] = new Set(kinds.map(({ id }) => id))
  if (only === undefined || others.length > 0) return null
  return { ...kindsOf(kinds), use: 'alias', isExact: true, ...detailIn({ kinds, label }, label) }
}

/**
 * `parkhaus`, `abiti da sposa`: a phrase may name kinds, and with what it says more one of them or another: the kinds with that. Null for a
 * phrase that says no more of them.
 */
export function moreOf(kinds: NamedKinds, phrase: string): NamedKinds | null {
  if (kinds.detail !== undefined || kinds.categories.some(({ narrows }) => narrows)) return null
  const tags = new Set(kinds.categories.flatMap(({ match }) => match.flat()))
  const isOwn = ({ id }: DetailedKind) => id.split('+').every((tag) => tags.has(tag))
  const whole = saidOf(phrase).flat().filter(isOwn)
  const said = whole.length > 0 ? { kinds: whole, label: phrase } : (hidden(phrase) ?? saidBeside(phrase))
  if (said === null) return withCondition(kinds, phrase)
  const own = said.kinds.filter(isOwn)
  if (own.length === 0) {
    const plain = [...tags].map((id) => ({ id, details: [] }))
    const { categories } = kindsOf(said.kinds)
    const detail = detailOf([...plain, ...said.kinds], phrase)
    return detail === null
      ? null
      : {
          ...kinds,
          categories: [...kinds.categories, ...categories],
          // Beside other kinds a place of this one counts only where its tags say so.
          detail: { ...onlyWhereSaid({ ...detail, typed: said.label }), isSeldomMapped: false },
        }
  }
  const { detail } = detailIn({ ...said, kinds: own }, phrase)
  if (detail === undefined) return null
  const ids = new Set(own.map(({ id }) => id.split('+')[0]))
  const categories = kinds.categories.filter(({ match }) => match.flat().some((tag) => ids.has(tag)))
  return { ...kinds, categories: detail.isSeldomMapped ? categories : kinds.categories, detail }
}

/** `halal butcher`: a word for the kind as a whole, of a condition and a word for the same kind. */
function withCondition(kinds: NamedKinds, phrase: string): NamedKinds | null {
  if (!phrase.includes(' ')) return null
  for (const [label, kind] of besideEachOther(phrase)) {
    const role = phraseRole(label)
    if (role?.role !== 'qualifier') continue
    const ids = new Set(kindsNamed(kind)?.categories.map(({ id }) => id))
    if (kinds.categories.some(({ id }) => ids.has(id)))
      return { ...kinds, detail: { ...role.qualifier, isSeldomMapped: true, typed: label } }
  }
  return null
}

/** What the table has of a phrase that one of our own words hides. */
function hidden(phrase: string): Said | null {
  const kinds = detailedKindsNamed(phrase)
  return kinds.length === 0 ? null : { kinds, label: phrase }
}

function kindsOf(kinds: Related): Pick<NamedKinds, 'categories'> {
  const ids = new Set(kinds.map(({ id }) => id))
  return { categories: [...ids].map(categoryById).filter((category) => category !== null) }
}

function detailIn({ kinds, label }: Said, phrase: string): Pick<NamedKinds, 'detail'> {
  const detail = detailOf(kinds, phrase)
  return detail === null ? {} : { detail: { ...detail, typed: label } }
}

const saidBeside = remembered((phrase): Said | null => {
  for (const [label, kind] of phrase.includes(' ') ? besideEachOther(phrase) : inOneWord(phrase)) {
    const all = saidOf(label, ...otherSpellings(label), ...singularPhrases(label))
    if (all.length === 0) continue
    const named = kindsNamed(kind)
    const tags = new Set(named?.use === 'term' ? [] : named?.categories.flatMap(({ match }) => match.flat()))
    // `benzine of diesel`: two words for one kind on both sides of the Dutch `or`.
    if (phrase.includes(' of ') && kindsNamed(label)?.categories.some(({ id }) => tags.has(id)) === true)
      continue
    const isOfSport = tags.size > 0 && [...tags].every((tag) => tag.startsWith('sport/'))
    const isMeant = ({ id }: DetailedKind) =>
      tags.has(id) || (STATIONS.has(kind) && OF_STATIONS.has(id)) || (id === 'leisure/pitch' && isOfSport)
    const kinds = all.filter((related) => related.some(isMeant)).flat()
    const narrowing = named?.categories.filter(({ narrows }) => narrows) ?? []
    if (kinds.length > 0) return { kinds, label, kind, narrowing }
  }
  return null
})

/** `LPG station`, `stacja metra`: the word beside these says what they are stations of. */
const OF_STATIONS: ReadonlySet<string> = new Set(['amenity/fuel', 'railway/station'])
/** Folded words for a station of any sort. */
export const STATIONS: ReadonlySet<string> = new Set(
  'station stations pump pumps stazione stazioni estacion estaciones estacao posto postos stacja stacje'.split(
    ' ',
  ),
)

function* besideEachOther(phrase: string): Generator<readonly [label: string, kind: string]> {
  const words = phrase.split(' ')
  for (let at = 1; at < words.length; at += 1) {
    const [front, back] = [withoutLinks(words.slice(0, at)), withoutLinks(words.slice(at))]
    if (front === '' || back === '') continue
    yield [front, back]
    yield [back, front]
  }
}

/** Without `de`, `mit`, `for the` and the like around it. */
function withoutLinks(words: readonly string[]): string {
  const isLink = (word: string) => LINKS.has(word) || LINK_ROLES.has(phraseRole(word)?.role ?? '')
  const from = words.findIndex((word) => !isLink(word))
  const to = words.findLastIndex((word) => !isLink(word))
  return from === -1 ? '' : words.slice(from, to + 1).join(' ')
}

const LINK_ROLES: ReadonlySet<string> = new Set(['with', 'article'])
const LINKS: ReadonlySet<string> = new Set(
  'of for fur pour para per por voor dla для di da do van von till til na'.split(' '),
)

const MIN_LABEL_CHARS = 4
const MIN_KIND_CHARS = 4
/** What joins the two words of a compound: `Damenbekleidung`, `Militärsmuseum`. */
const LINKING_LETTERS = ['', 's', 'n', 'en', 'er', 'e']

function* inOneWord(word: string): Generator<readonly [label: string, kind: string]> {
  if (!/^\p{Script=Latin}+$/u.test(word)) return
  for (let at = MIN_LABEL_CHARS; at <= word.length - MIN_KIND_CHARS; at += 1) {
    const [front, kind] = [word.slice(0, at), word.slice(at)]
    for (const letters of LINKING_LETTERS) {
      if (front.endsWith(letters)) yield [front.slice(0, front.length - letters.length), kind]
    }
  }
}
