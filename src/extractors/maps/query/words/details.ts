// Conditions that belong to a kind: the `parking=underground` of an underground car park, which the table of kinds writes in
// brackets, `amenity/parking[parking=underground]`.
import { searchFold } from '#kit/text/search-text.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import { singularPhrases } from './inflections.ts'
import { withOtherTags } from './other-tags.ts'
import type { Qualifier } from './qualifiers.ts'

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
  // `chapelles`: one is called `Chapelle`. Names with the sort of a few schools say nothing of the others.
  const names = [words, ...(maySayNothing ? [] : singularPhrases(words))].map((form) => ` ${form} `)
  const ownKinds = (tags: Tags) =>
    tagged.filter(({ match }) => match.some((all) => all.every((pair) => has(tags, pair))))
  return {
    id: [...new Set(pairs.map((pair) => pair.join('/')))].join('+'),
    label: `with ${conditions.join(' or ')}`,
    home: null,
    isSeldomMapped,
    ...(maySayNothing
      ? {
          isSaid: (tags) =>
            ownKinds(tags).length === 0 ||
            ownKinds(tags).some(({ details }) => details.some(([key]) => says(tags, key))),
        }
      : {}),
    fits(tags) {
      const own = ownKinds(tags)
      if (own.length === 0 || own.some(({ details }) => details.every((pair) => has(tags, pair)))) return true
      const name = ` ${searchFold(tags['name'] ?? '')} `
      return names.some((form) => name.includes(form))
    },
  }
}

/** The tags of places of a kind, with how else they are tagged: `shop=boutique` for clothes. */
function tagsOf(id: string): readonly (readonly Pair[])[] {
  const category = { id, match: [id.split('+')], unnamed: false, narrows: false }
  return withOtherTags(category).match.map((all) => all.map((tag) => split(tag, '/')))
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
