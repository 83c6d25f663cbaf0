// The numbers of lists and headings in an OpenDocument file, as their styles write them.
import { attr, intAttr } from '#parsing/xml/xml-tree.ts'
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { numeral } from '#parsing/documents/office/list-numeral.ts'
import type { OdfLevel } from './odf-level.ts'
import type { OdfStyles } from './odf-styles.ts'

/** By level, from 0. */
export type Counts = (number | null)[]

/** Counts one more at a level, from 1, and forgets the levels below it. `start` is the number it has to have. */
export function countAt(counts: Counts, level: number, own: OdfLevel | null, start: number | null): void {
  counts[level - 1] = start ?? (counts[level - 1] ?? (own?.start ?? 1) - 1) + 1
  counts.length = level
}

/** What stands before the item or heading that was counted; '' where its level has no numbers. */
export function numberOf(counts: Counts, level: number, levelOf: (level: number) => OdfLevel | null): string {
  const text = levelOf(level)?.template?.replace(/%(\d{1,2})%/g, (_, digits: string) => {
    const own = levelOf(Number(digits))
    // A level without numbers is left out of those below it.
    if (own === null || own.template === null) return ''
    return numeral(counts[Number(digits) - 1] ?? own.start, own.format)
  })
  return text?.trim() ?? ''
}

/** The counters of one document: those of its outline, and of its lists by name and by style. */
export class OdfNumbering {
  readonly #styles: OdfStyles
  readonly #outline: Counts = []
  readonly #byName = new Map<string, Counts>()
  readonly #byStyle = new Map<string, Counts>()

  constructor(styles: OdfStyles) {
    this.#styles = styles
  }

  /** The number of a heading that is in no list. */
  heading(element: XmlElement, level: number): string {
    if (attr(element, 'is-list-header') === 'true') return ''
    const levelOf = (each: number): OdfLevel | null => this.#styles.outlineLevel(each)
    const start =
      attr(element, 'restart-numbering') === 'true' ? (intAttr(element, 'start-value') ?? 1) : null
    countAt(this.#outline, level, levelOf(level), start)
    return numberOf(this.#outline, level, levelOf)
  }

  /** The counters of a list that is in no other: new ones, or those that it goes on with. */
  list(element: XmlElement, style: string | null): Counts {
    const goesOn =
      this.#byName.get(attr(element, 'continue-list') ?? '') ??
      (attr(element, 'continue-numbering') === 'true' ? this.#byStyle.get(style ?? '') : undefined)
    const counts = goesOn ?? []
    const name = element.attributes['xml:id']
    if (name !== undefined) this.#byName.set(name, counts)
    this.#byStyle.set(style ?? '', counts)
    return counts
  }
}
