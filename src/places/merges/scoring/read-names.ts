// Reads the names of a place as they are compared.
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { soundOf } from './name-sound.ts'
import { MAX_NAME_CHARS, wordOf, wordsOf, type NamedPlace, type NameWord } from './name-words.ts'
import { pairsOf, withoutUnspaced } from './unspaced-parts.ts'

/** A name as it is compared. */
export interface ReadName {
  readonly name: string
  /** The words in one text. */
  readonly key: string
  readonly words: readonly NameWord[]
  /**
   * Of what it holds in scripts without spaces: the overlapping pairs of characters with their weights. Only a dictionary
   * knows their sound, so they are compared with each other and with nothing else.
   */
  readonly pairs: ReadonlyMap<string, number>
  readonly numbers: string
  /** What most of its letters are written in. */
  readonly script: string
  /** Of a place that stood there before, or may have changed its name. */
  readonly isOld: boolean
  /** Kana as they sound, where they are all that it has in such scripts; else null. */
  readonly sound: string | null
}

/** Of many names the first count: this bounds the work. */
const MAX_NAMES = 24
const ANYWHERE: NamedPlace = { towns: new Set(), categories: [] }

/** Reads the distinct names of a place, the first one first. */
export function readNames(
  names: readonly { readonly text: string; readonly isOld: boolean }[],
  place: NamedPlace,
): ReadName[] {
  const read = new Map<string, ReadName>()
  for (const { text, isOld } of names.slice(0, MAX_NAMES)) {
    for (const part of partsOf(text.slice(0, MAX_NAME_CHARS))) {
      const name = readName(part, place, isOld)
      if (name !== null && !read.has(name.key)) read.set(name.key, name)
    }
  }
  return [...read.values()]
}

function readName(name: string, place: NamedPlace, isOld: boolean): ReadName | null {
  const words = wordsOf(withoutUnspaced(name)).map((text) => wordOf(text, place))
  const pairs = pairsOf(name)
  const key = [...words.map(({ text }) => text), ...pairs.keys()].join(' ')
  if (key === '') return null
  const numbers = (searchFold(name.normalize('NFKC')).match(/\d+/g) ?? []).toSorted().join(' ')
  return { name, key, words, pairs, numbers, script: scriptOf(name), isOld, sound: soundOf(name) }
}

/** An addition behind a name: a town, a slogan, the building. */
const ADDITION = /\s[-–—/·•]\s|[|(（【:]|,\s/u
/** Words for where a place is, inside another one or in a town: what follows is a name of that. */
const WHERE = /\s(?:im|in|beim|bei|at|@|inside|dans|en|nel|nella|presso)\s/iu

/**
 * A name, and what it is without an addition. What stands in or at another place has its name without that alone: the restaurant in
 * a hotel is not the hotel.
 */
function partsOf(text: string): string[] {
  const [head = ''] = text.split(ADDITION)
  const [inside = ''] = head.split(WHERE)
  if (inside !== head && saysSomething(inside)) return [inside.trim()]
  return head !== text && saysSomething(head) ? [text, head.trim()] : [text]
}

/** Whether a part of a name has a word that is more than one for a kind. */
function saysSomething(part: string): boolean {
  if (isUnspaced(part)) return part.length > 1
  return wordsOf(part).some((word) => wordOf(word, ANYWHERE).weight === 1)
}

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Armenian: /\p{Script=Armenian}/gu,
  Georgian: /\p{Script=Georgian}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
}

function scriptOf(name: string): string {
  let [best, most] = ['', 0]
  for (const [script, letters] of Object.entries(SCRIPTS)) {
    const count = name.match(letters)?.length ?? 0
    if (count > most) [best, most] = [script, count]
  }
  return best
}
