// Conditions that belong to a kind: the `parking=underground` of an underground car park, which the table of kinds writes in
// brackets, `amenity/parking[parking=underground]`.
import { categoryById } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import { singularPhrases } from './inflections.ts'
import { withOtherTags } from './other-tags.ts'
import type { Qualifier, SaidBy } from './qualifiers.ts'
import { openSortedLines } from './sorted-lines.ts'

type Pair = readonly [key: string, value: string]

/** A kind by its id, and the tags that its places need beside those of the id; empty for a plain kind. */
export interface DetailedKind {
  readonly id: string
  readonly details: readonly Pair[]
}

const DETAILED = /^([^[]+)\[([^\]]+)\]$/

/** Reads a kind as the table writes it. */
export function detailedKind(text: string): DetailedKind {
  const [, id = text, details = ''] = DETAILED.exec(text) ?? []
  const pairs = details === '' ? [] : details.split('&')
  return { id, details: pairs.map((pair) => split(pair, '=')) }
}

const table = openSortedLines(new URL('data/place-details.txt', import.meta.url))

/** Kinds that a line of the words sets side by side: a word that says something of one says it of all of them. */
export type Related = readonly DetailedKind[]

/** What one of some folded words says of kinds, the first that says anything. */
export function saidOf(...labels: readonly string[]): readonly Related[] {
  for (const form of labels) {
    const line = table.find(form)
    if (line !== null) return kindsIn(line)
  }
  return []
}

const kindsIn = (line: string): readonly Related[] =>
  line.split(' ').map((kinds) => kinds.split('|').map(detailedKind))

/** `key=value` or `key/value`; a key may have a colon, and no value has the sign. */
function split(pair: string, sign: string): Pair {
  const at = pair.indexOf(sign)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/** Where these tags are missing, a place is something else: a pub is no gay bar, and a station of trains none of the underground. */
const SAID_OF_ALL =
  /^(?:lgbtq|display|station|water|garden:\w+|tower:type|telescope:type|fitness_station|athletics)$/

/** Of these hardly any mapper says the sort: where most places of the kind do not, one that does not may be of any. */
const MAY_GO_UNSAID =
  /^(?:clothes|shoes|museum|school|isced:level|male|female|beauty|self_service|castle_type|diplomatic)$/

/**
 * What places of some kinds must have, of those that one phrase names: places of other kinds are left alone. Null where a plain kind is
 * all that is named. `words`: the folded phrase; a place that has it in its name needs no tag.
 */
export function detailOf(kinds: readonly DetailedKind[], words: string): Qualifier | null {
  const detailed = kinds.filter(({ details }) => details.length > 0)
  if (detailed.length === 0) return null
  const pairs = detailed.flatMap(({ details }) => details)
  const conditions = [...new Set(pairs.map((pair) => pair.join('=')))]
  const isAlone = kinds.length === detailed.length
  const isSeldomMapped = isAlone && pairs.every(([key]) => !SAID_OF_ALL.test(key))
  const tagged = kinds.map(({ id, details }) => ({ details, match: tagsOf(id) }))
  const maySayNothing = isAlone && pairs.every(([key]) => MAY_GO_UNSAID.test(key))
  // `chapelles`: one is called `Chapelle`. What seldom is tagged is read out of names below, in every form.
  const names = [words, ...(maySayNothing ? [] : singularPhrases(words))].map((form) => ` ${form} `)
  const ownKinds = (tags: Tags) =>
    tagged.filter(({ match }) => match.some((all) => all.every((pair) => has(tags, pair))))
  const keys = new Set(pairs.map(([key]) => key))
  const isCalled = (tags: Tags) => {
    const name = ` ${searchFold(tags['name'] ?? '')} `
    return names.some((form) => name.includes(form))
  }
  const sortsNamed = (tags: Tags) => (maySayNothing ? saidByName(kinds, tags['name'] ?? '') : [])
  const saidBy = (tags: Tags): SaidBy | null => {
    const own = ownKinds(tags)
    const isTagged = own.length === 0 || own.some(({ details }) => details.some(([key]) => says(tags, key)))
    if (isTagged) return 'tag'
    const isNamed = sortsNamed(tags).some(({ details }) => details.some(([key]) => keys.has(key)))
    return isNamed || isCalled(tags) ? 'name' : null
  }
  return {
    id: [...new Set(pairs.map((pair) => pair.join('/')))].join('+'),
    label: `with ${conditions.join(' or ')}`,
    home: null,
    isSeldomMapped,
    ...(maySayNothing ? { saidBy } : {}),
    denies: (tags) => ownKinds(tags).some(({ details }) => details.some(([key]) => tags[key] === 'no')),
    fits(tags) {
      const own = ownKinds(tags)
      if (own.length === 0 || own.some(({ details }) => details.every((pair) => has(tags, pair)))) return true
      const isMeant = ({ details }: DetailedKind) =>
        details.every((pair) => conditions.includes(pair.join('=')))
      return isCalled(tags) || sortsNamed(tags).some(isMeant)
    },
  }
}

/** Their names say the sort where hardly any tag does: `Harris High School`, `Heimatmuseum`. */
const NAMED_BY_SORT: ReadonlySet<string> = new Set(['amenity/school', 'tourism/museum'])
const MAX_LABEL_WORDS = 3
/** What ends a compound with the sort in front. */
const ITS_KIND = /(?:s|n|en)?(?:schulen?|museum)$/

let sorts: ReadonlyMap<string, readonly DetailedKind[]> | undefined

/** What each folded word says of such kinds: a name is looked up in it word by word, and there are many names. */
function sortsOfNames(): ReadonlyMap<string, readonly DetailedKind[]> {
  return (sorts ??= new Map(
    Array.from(table.startingWith(''), ([label, line]) => {
      const kinds = kindsIn(line).flat()
      return [label, kinds.filter(({ id }) => NAMED_BY_SORT.has(id))] as const
    }).filter(([, kinds]) => kinds.length > 0),
  ))
}

/** What a name says of the sort of a school or a museum, read by the words that a query says it with. */
function saidByName(kinds: readonly DetailedKind[], name: string): readonly DetailedKind[] {
  const ids = new Set(kinds.map(({ id }) => id).filter((id) => NAMED_BY_SORT.has(id)))
  const words = ids.size === 0 ? [] : searchFold(name).split(' ')
  return words.flatMap((word, at) => {
    const labels = Array.from({ length: MAX_LABEL_WORDS }, (_, i) => words.slice(at, at + i + 1).join(' '))
    const said = [...labels, word.replace(ITS_KIND, '')].flatMap((label) => sortsOfNames().get(label) ?? [])
    return said.filter(({ id }) => ids.has(id))
  })
}

/** The tags of places of a kind, with how else they are tagged: `shop=boutique` for clothes, `historic=fort` for castles. */
function tagsOf(id: string): readonly (readonly Pair[])[] {
  const category = categoryById(id)
  return category === null
    ? []
    : withOtherTags(category).match.map((all) => all.map((tag) => split(tag, '/')))
}

/** Whether anything of a sort is said: of one fuel where it says something of another. */
function says(tags: Tags, key: string): boolean {
  const at = key.lastIndexOf(':')
  if (at === -1) return tags[key] !== undefined
  const start = key.slice(0, at + 1)
  return Object.keys(tags).some((own) => own.startsWith(start))
}

/** What is sold only used is meant by what is sold used as well. */
const ONLY_IS_YES: ReadonlySet<string> = new Set(['second_hand', 'organic'])

function has(tags: Tags, [key, value]: Pair): boolean {
  const own = listOf(tags[key])
  if (value === '*') return own.some((one) => one !== 'no')
  return own.includes(value) || (value === 'only' && ONLY_IS_YES.has(key) && own.includes('yes'))
}
