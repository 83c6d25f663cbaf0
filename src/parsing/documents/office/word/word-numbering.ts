// The lists of a Word document: which marker each numbered paragraph shows.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr } from '#parsing/xml/xml-tree.ts'
import { numeral } from '#parsing/documents/office/list-numeral.ts'

interface Level {
  /** `decimal`, `bullet`, `lowerLetter`, … */
  readonly format: string
  /** Figures of a format that Word does not name: 3 for `001`. */
  readonly width: number
  /** All levels in figures, as laws are cited. */
  readonly isLegal: boolean
  /** The level, from 1, after which it starts over; 0 for never, null for any level above. */
  readonly restart: number | null
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
  const styled = new Map<string, XmlElement>()
  for (const element of elementsIn(root, 'abstractNum')) {
    abstracts.set(attr(element, 'abstractNumId') ?? '', element)
    const style = attr(at(element, 'styleLink'), 'val')
    if (style !== null) styled.set(style, element)
  }
  /** A definition may only name the list style that has the levels. */
  const defined = (id: string): XmlElement | null => {
    const own = abstracts.get(id) ?? null
    return styled.get(attr(at(own, 'numStyleLink'), 'val') ?? '') ?? own
  }
  const lists = new Map<string, { readonly counters: string; readonly levels: ReadonlyMap<number, Level> }>()
  for (const num of elementsIn(root, 'num')) {
    const abstractId = attr(at(num, 'abstractNumId'), 'val') ?? ''
    const overrides = elementsIn(num, 'lvlOverride')
    const numId = attr(num, 'numId') ?? ''
    lists.set(numId, {
      // Lists of one definition count together unless one of them starts over.
      counters: overrides.some((each) => at(each, 'startOverride') !== null) ? `num ${numId}` : abstractId,
      levels: levelsOf(defined(abstractId), overrides),
    })
  }
  const counters = new Map<string, (number | null)[]>()
  return (numId, wanted) => {
    const list = lists.get(numId)
    const level = Math.max(0, Math.min(MAX_LEVEL, wanted))
    // A list that nothing defines is shown by Word as plain paragraphs.
    if (list === undefined) return null
    const own = list.levels.get(level) ?? NO_LEVEL
    if (own.format === 'none' && own.text === '') return null
    const counts = counters.get(list.counters) ?? []
    counters.set(list.counters, counts)
    counts[level] = (counts[level] ?? own.start - 1) + 1
    for (let below = level + 1; below < counts.length; below += 1)
      if (startsOver(list.levels.get(below), level)) counts[below] = null
    if (own.format === 'bullet') return { level, enumerated: false, marker: '', numId }
    const marker = own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const of = list.levels.get(at)
      const count = counts[at] ?? of?.start ?? 1
      if (own.isLegal) return String(count)
      return numeral(count, of?.format ?? 'decimal').padStart(of?.width ?? 0, '0')
    })
    return { level, enumerated: true, marker: marker.trim(), numId }
  }
}

const NO_LEVEL: Level = { format: 'bullet', width: 0, isLegal: false, restart: null, text: '', start: 1 }

function startsOver(level: Level | undefined, after: number): boolean {
  const restart = level?.restart ?? null
  return restart === null || after < restart
}

/** Word writes a format that it does not name (`001, 002, 003, ...`) beside a plain one for older programs. */
function formatOf(element: XmlElement): Pick<Level, 'format' | 'width'> | null {
  const named = at(element, 'numFmt') ?? at(element, 'AlternateContent', 'Choice', 'numFmt')
  const format = attr(named, 'val')
  if (format !== 'custom') return format === null ? null : { format, width: 0 }
  const zeros = /^(0{1,9})1,/.exec(attr(named, 'format') ?? '')?.[1]
  const plain = attr(at(element, 'AlternateContent', 'Fallback', 'numFmt'), 'val') ?? 'decimal'
  return { format: plain, width: zeros === undefined ? 0 : zeros.length + 1 }
}

function levelsOf(abstract: XmlElement | null, overrides: readonly XmlElement[]): Map<number, Level> {
  const levels = new Map<number, Level>()
  const read = (element: XmlElement, fallback?: Level): void => {
    const legal = at(element, 'isLgl')
    levels.set(intAttr(element, 'ilvl') ?? 0, {
      ...(formatOf(element) ?? { format: fallback?.format ?? 'decimal', width: fallback?.width ?? 0 }),
      isLegal:
        legal === null
          ? (fallback?.isLegal ?? false)
          : !['0', 'false', 'off'].includes(attr(legal, 'val') ?? ''),
      restart: intAttr(at(element, 'lvlRestart'), 'val') ?? fallback?.restart ?? null,
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
