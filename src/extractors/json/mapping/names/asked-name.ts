// A requested field's name taken apart once, for the thousands of things that it is looked for in.
import { foldName, relatedNames, wordsOfName, type NamePath } from './field-names.ts'
import { measuredName } from './field-unit.ts'
import { conceptsOf, labelKey } from './label-words.ts'
import { singular, withoutMain, withoutSort, wordsKey } from './plain-words.ts'
import type { Unit } from './field-unit.ts'

/** A name in two: `author` and `name` of `authorName`. All folded. */
export interface NameCut {
  readonly head: string
  readonly tail: string
  /** The head and what else it may be called. */
  readonly heads: readonly string[]
  readonly tails: readonly NamePath[]
  readonly isFirstWord: boolean
}

/** Everything that a name may be called, folded. */
export interface AskedName {
  readonly folded: string
  readonly related: readonly NamePath[]
  /** The last word apart first. */
  readonly cuts: readonly NameCut[]
  readonly wordsKey: string
  /** Without the unit, and what that may be called; null for a name without one. */
  readonly measure: {
    readonly unit: Unit
    readonly base: string
    readonly related: readonly NamePath[]
  } | null
  /** What `commentCount` counts, alone and in number; none for another name. */
  readonly counted: readonly string[]
  /** Nearly the same: singular or plural, with what sort of value it is. */
  readonly nearly: readonly string[]
  /** Without a first word such as `main`; none for a name without it. */
  readonly main: readonly NamePath[]
  /** Without a last word such as `time`; empty for a name without it. */
  readonly short: string
  /** What the name means in another language. */
  readonly translated: readonly NamePath[]
}

const known = new Map<string, AskedName>()

/** The same name gives the same object while it is in use. */
export function askedName(name: string): AskedName {
  let asked = known.get(name)
  if (asked === undefined) {
    if (known.size > 2_000) known.clear()
    known.set(name, (asked = takenApart(name)))
  }
  return asked
}

const withRelated = (name: string): NamePath[] => [[name], ...relatedNames(name)]

function takenApart(name: string): AskedName {
  const folded = foldName(name)
  const single = singular(folded)
  const words = wordsOfName(name)
  const measured = measuredName(name)
  const main = withoutMain(name)
  return {
    folded,
    related: relatedNames(folded).length === 0 ? relatedNames(single) : relatedNames(folded),
    cuts: words.slice(1).map((_, index) => cutAt(words, words.length - 1 - index)),
    wordsKey: wordsKey(name),
    measure:
      measured === null
        ? null
        : { unit: measured.unit, base: measured.base, related: relatedNames(measured.base) },
    counted: countedBy(wordsKey(name)),
    nearly: [
      wordsKey(name).replaceAll(' ', ''),
      single === folded ? `${folded}s` : single,
      `${folded}url`,
      `${folded}time`,
      `${folded}date`,
    ],
    main: main === '' ? [] : withRelated(main),
    short: withoutSort(name),
    translated: folded.length < 3 ? [] : conceptsOf(labelKey(name)).flatMap(withRelated),
  }
}

function countedBy(key: string): string[] {
  const words = key.split(' ')
  const noun = words.filter((word) => word !== 'count').join('')
  return noun === '' || !words.includes('count') ? [] : [`${noun}s`, noun, noun.replace(/y$/, 'ies')]
}

function cutAt(words: readonly string[], cut: number): NameCut {
  const head = foldName(words.slice(0, cut).join(''))
  const tail = foldName(words.slice(cut).join(''))
  const heads = relatedNames(head).flatMap((path) => (path.length === 1 ? [path[0]] : []))
  return { head, tail, heads: [head, ...heads], tails: relatedNames(tail), isFirstWord: cut === 1 }
}
