// The styles of a Word document, as far as they say what a paragraph is.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, intAttr } from '#parsing/xml/xml-tree.ts'

export interface NumberingRef {
  /** Null where only the level is given: the list comes from the style. */
  readonly numId: string | null
  readonly level: number | null
}

export interface ParagraphStyle {
  /** In lower case: `heading 1`, also in a document whose user interface speaks another language. */
  readonly name: string
  readonly outlineLevel: number | null
  readonly numbering: NumberingRef | null
  readonly look: StyleLook
}

/** What a style says of its letters; null where it says nothing. */
export interface StyleLook {
  /** Half points. */
  readonly size: number | null
  readonly bold: boolean | null
  readonly hidden: boolean | null
}

export type WordStyles = (id: string | null) => ParagraphStyle

const MAX_CHAIN = 20
export const OFF = new Set(['0', 'false', 'off', 'none'])
export const NO_LOOK: StyleLook = { size: null, bold: null, hidden: null }
const NONE: ParagraphStyle = { name: '', outlineLevel: null, numbering: null, look: NO_LOOK }

/** A style with what it inherits; a paragraph without a style has the default one. */
export function readStyles(root: XmlElement | null): WordStyles {
  const elements = new Map<string, XmlElement>()
  const defaults = styleLook(at(root, 'docDefaults', 'rPrDefault', 'rPr'))
  let standard: string | null = null
  for (const style of elementsIn(root, 'style')) {
    const id = attr(style, 'styleId')
    if (id === null) continue
    elements.set(id, style)
    const isDefault = ['1', 'true', 'on'].includes(attr(style, 'default') ?? '')
    if (isDefault && attr(style, 'type') === 'paragraph') standard = id
  }
  const resolved = new Map<string, ParagraphStyle>()
  return (id) => {
    const wanted = id ?? standard
    if (wanted === null) return { ...NONE, look: defaults }
    let style = resolved.get(wanted)
    if (style === undefined) {
      const found = resolve(wanted, elements)
      const isCharacters = attr(elements.get(wanted), 'type') === 'character'
      style = isCharacters ? found : { ...found, look: lookOver(found.look, defaults) }
      resolved.set(wanted, style)
    }
    return style
  }
}

function resolve(id: string, elements: ReadonlyMap<string, XmlElement>): ParagraphStyle {
  let found: ParagraphStyle = NONE
  let next: string | null = id
  for (let step = 0; next !== null && step < MAX_CHAIN; step += 1) {
    const style = elements.get(next)
    if (style === undefined) return step === 0 ? builtIn(id) : found
    const properties = at(style, 'pPr')
    const own = attr(at(style, 'name'), 'val')?.toLowerCase() ?? ''
    found = {
      // A style that is derived from a heading is one.
      name: step === 0 || (isHeadingName(own) && !isHeadingName(found.name)) ? own : found.name,
      outlineLevel: found.outlineLevel ?? intAttr(at(properties, 'outlineLvl'), 'val'),
      numbering: found.numbering ?? numberingOf(properties),
      look: lookOver(found.look, styleLook(at(style, 'rPr'))),
    }
    next = attr(at(style, 'basedOn'), 'val')
  }
  return found
}

/** A style that the document does not describe, by the id that word processors and libraries give to the built-in ones. */
function builtIn(id: string): ParagraphStyle {
  const heading = /^Heading([1-9])$/.exec(id)?.[1]
  if (heading !== undefined) return { ...NONE, name: `heading ${heading}` }
  return ['Title', 'Subtitle', 'Caption'].includes(id) ? { ...NONE, name: id.toLowerCase() } : NONE
}

const isHeadingName = (name: string): boolean => /^(?:heading \d|title|subtitle)$/.test(name)

/** The list that paragraph properties name; null without one. */
export function numberingOf(properties: XmlElement | null): NumberingRef | null {
  const element = at(properties, 'numPr')
  if (element === null) return null
  const level = intAttr(at(element, 'ilvl'), 'val')
  return { numId: attr(at(element, 'numId'), 'val'), level }
}

/** The look that run properties name. */
export function styleLook(properties: XmlElement | null): StyleLook {
  return {
    size: intAttr(at(properties, 'sz'), 'val'),
    bold: isOn(at(properties, 'b')),
    hidden: isOn(at(properties, 'vanish')),
  }
}

/** What the nearer one says, else the farther one. */
export function lookOver(near: StyleLook, far: StyleLook): StyleLook {
  return { size: near.size ?? far.size, bold: near.bold ?? far.bold, hidden: near.hidden ?? far.hidden }
}

/** Whether a property that is there is on; null for one that is not there. */
export const isOn = (element: XmlElement | null): boolean | null =>
  element === null ? null : !OFF.has(attr(element, 'val') ?? '1')
