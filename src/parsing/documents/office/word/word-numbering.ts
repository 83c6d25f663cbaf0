// The lists of a Word document: which marker each numbered paragraph shows.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr } from '#parsing/xml/xml-tree.ts'

interface Level {
  /** `decimal`, `bullet`, `lowerLetter`, … */
  readonly format: string
  /** `%1.%2.` */
  readonly text: string
  readonly start: number
}

export interface ListMarker {
  readonly level: number
  readonly enumerated: boolean
  /** `1.2.`; '' for a bullet. */
  readonly marker: string
  /** Which list the paragraph belongs to. */
  readonly numId: string
}

/** Counts the paragraph; null when its level has no marker at all. */
export type WordNumbering = (numId: string, level: number) => ListMarker | null

const MAX_LEVEL = 8

export function readNumbering(root: XmlElement | null): WordNumbering {
  const abstracts = new Map<string, XmlElement>()
  for (const element of elementsIn(root, 'abstractNum'))
    abstracts.set(attr(element, 'abstractNumId') ?? '', element)
  const lists = new Map<string, { readonly counters: string; readonly levels: ReadonlyMap<number, Level> }>()
  for (const num of elementsIn(root, 'num')) {
    const abstractId = attr(at(num, 'abstractNumId'), 'val') ?? ''
    const overrides = elementsIn(num, 'lvlOverride')
    const numId = attr(num, 'numId') ?? ''
    lists.set(numId, {
      // Lists of one definition count together unless one of them starts over.
      counters: overrides.some((each) => at(each, 'startOverride') !== null) ? `num ${numId}` : abstractId,
      levels: levelsOf(abstracts.get(abstractId) ?? null, overrides),
    })
  }
  const counters = new Map<string, (number | null)[]>()
  return (numId, wanted) => {
    const list = lists.get(numId)
    const level = Math.max(0, Math.min(MAX_LEVEL, wanted))
    // A list that nothing defines is shown by Word as plain paragraphs.
    if (list === undefined) return null
    const own = list.levels.get(level) ?? { format: 'bullet', text: '', start: 1 }
    if (own.format === 'none' && own.text === '') return null
    const counts = counters.get(list.counters) ?? []
    counters.set(list.counters, counts)
    counts[level] = (counts[level] ?? own.start - 1) + 1
    counts.length = level + 1
    if (own.format === 'bullet') return { level, enumerated: false, marker: '', numId }
    const marker = own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const of = list.levels.get(at)
      return numeral(counts[at] ?? of?.start ?? 1, of?.format ?? 'decimal')
    })
    return { level, enumerated: true, marker: marker.trim(), numId }
  }
}

function levelsOf(abstract: XmlElement | null, overrides: readonly XmlElement[]): Map<number, Level> {
  const levels = new Map<number, Level>()
  const read = (element: XmlElement, fallback?: Level): void => {
    levels.set(intAttr(element, 'ilvl') ?? 0, {
      format: attr(at(element, 'numFmt'), 'val') ?? fallback?.format ?? 'decimal',
      text: attr(at(element, 'lvlText'), 'val') ?? fallback?.text ?? '',
      start: intAttr(at(element, 'start'), 'val') ?? fallback?.start ?? 1,
    })
  }
  for (const element of elementsIn(abstract, 'lvl')) read(element)
  for (const override of overrides) {
    const level = intAttr(override, 'ilvl') ?? 0
    const own = at(override, 'lvl')
    if (own !== null) read(own, levels.get(level))
    const start = intAttr(at(override, 'startOverride'), 'val')
    const known = levels.get(level)
    if (start !== null && known !== undefined) levels.set(level, { ...known, start })
  }
  return levels
}

/** A count as its format writes it. */
export function numeral(count: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(count)
    case 'upperLetter':
      return letters(count).toUpperCase()
    case 'lowerRoman':
      return roman(count).toLowerCase()
    case 'upperRoman':
      return roman(count)
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'none':
      return ''
    default:
      return String(count)
  }
}

/** a to z, then aa to zz as Word repeats them. */
function letters(count: number): string {
  if (count < 1) return String(count)
  const letter = String.fromCodePoint(97 + ((count - 1) % 26))
  return letter.repeat(Math.min(20, Math.floor((count - 1) / 26) + 1))
}

const ROMAN: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(count: number): string {
  if (count < 1 || count > 3_999) return String(count)
  let rest = count
  let text = ''
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign
  return text
}
