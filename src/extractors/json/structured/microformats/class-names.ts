// The classes of an element that microformats2 defines.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'

const KINDS = ['p', 'u', 'dt', 'e'] as const
/** How a property is read: as text, address, date, or markup. */
export type PropertyKind = (typeof KINDS)[number]

/** What the classes of an element say. */
export interface ElementClasses {
  readonly words: readonly string[]
  /** `h-card`, sorted. */
  readonly root: readonly string[]
  /** `p-name` as `{kind: 'p', name: 'name'}`. */
  readonly properties: readonly { readonly kind: PropertyKind; readonly name: string }[]
}

const NONE: ElementClasses = { words: [], root: [], properties: [] }
/** Every vocabulary of the wiki. CSS frameworks have classes such as `h-full`, which must not count as items. */
const KNOWN_ROOT =
  /^h-(?:adr|app|card|cite|entry|event|feed|geo|item|listing|product|recipe|resume|review|review-aggregate|x-[a-z-]+)$/
/** The class names that open an item: those of vocabularies, or any valid by syntax. */
export type Roots = 'known' | 'any'

const ROOT = /^h-(?:[a-z0-9]+-)?[a-z]+(?:-[a-z]+)*$/
const PROPERTY = /^(p|u|dt|e)-((?:[a-z0-9]+-)?[a-z]+(?:-[a-z]+)*)$/
const MAX_CLASSES = 50

/** At most 50 classes of an element are looked at. */
export function classesOf(element: HtmlElement, roots: Roots): ElementClasses {
  const value = attribute(element, 'class')
  if (value === null || value === '') return NONE
  const words = value.slice(0, 5_000).split(/\s+/).slice(0, MAX_CLASSES)
  const pattern = roots === 'any' ? ROOT : KNOWN_ROOT
  const root = words.filter((word) => pattern.test(word))
  const properties = new Map<string, { kind: PropertyKind; name: string }>()
  for (const word of words) {
    const [, written, name] = PROPERTY.exec(word) ?? []
    const kind = KINDS.find((known) => known === written)
    if (kind !== undefined && name !== undefined) properties.set(word, { kind, name })
  }
  return { words, root: [...new Set(root)].toSorted(), properties: [...properties.values()] }
}
