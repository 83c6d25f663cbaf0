// Reads the runs of a Word paragraph: text with its look, links, formulas, and the drawings that hang on it.
import { type XmlElement, xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Relationship } from '#parsing/documents/archive/open-package.ts'
import type { Span } from '#parsing/documents/model/document-blocks.ts'
import { isOn, lookOver, NO_LOOK, OFF, styleLook, type StyleLook, type WordStyles } from './word-styles.ts'
import { officeMath } from '#parsing/documents/office/drawing/office-math.ts'

export interface ParagraphContent {
  readonly spans: Span[]
  /** Text boxes and pictures, in their order. */
  readonly drawings: XmlElement[]
  /** Of a check box in front of the text; null without one. */
  checked: boolean | null
  /** True where a formula stands on a line of its own. */
  hasDisplayMath: boolean
  /** Ids of foot and end notes. */
  readonly notes: { readonly kind: 'footnote' | 'endnote'; readonly id: string }[]
  /** How many letters have each size, in half points. */
  readonly letters: Map<number, number>
  /** False where any letter is not bold. */
  isBold: boolean
}

type Look = Omit<Span, 'text'>

/** Containers whose children are runs like any other. */
const THROUGH = new Set(['smartTag', 'sdtContent', 'ins', 'moveTo', 'bdo', 'dir', 'customXml', 'fldSimple'])

/** Letters that nothing gives a size are as large as Word makes them. */
const STANDARD_SIZE = 20

/** `paragraphLook` is what the style of the paragraph says of its letters. Hidden runs are left out. */
export function readRuns(
  paragraph: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  styles: WordStyles,
  paragraphLook: StyleLook,
): ParagraphContent {
  const content: ParagraphContent = {
    spans: [],
    drawings: [],
    checked: null,
    hasDisplayMath: false,
    notes: [],
    letters: new Map(),
    isBold: true,
  }
  const fields: { instruction: string; showsResult: boolean; href: string | null }[] = []

  const walk = (element: XmlElement, look: Look): void => {
    for (const child of elementsIn(element)) {
      const name = nameOf(child)
      if (name === 'r') run(child, look)
      else if (name === 'hyperlink') walk(child, { ...look, ...linkOf(child, relationships) })
      else if (name === 'oMath') content.spans.push({ text: officeMath(child), formula: true })
      else if (name === 'oMathPara') {
        content.hasDisplayMath = true
        for (const math of elementsIn(child, 'oMath'))
          content.spans.push({ text: officeMath(math), formula: true })
      } else if (name === 'sdt') {
        const box = at(child, 'sdtPr', 'checkbox')
        if (box !== null && content.checked === null)
          content.checked = !OFF.has(attr(at(box, 'checked'), 'val') ?? '0')
        else walk(at(child, 'sdtContent') ?? child, look)
      } else if (name === 'AlternateContent')
        walk(at(child, 'Choice') ?? at(child, 'Fallback') ?? child, look)
      else if (name === 'fldSimple') {
        const href = addressIn(attr(child, 'instr') ?? '')
        walk(child, href === null ? look : { ...look, href })
      } else if (THROUGH.has(name)) walk(child, look)
    }
  }

  const run = (element: XmlElement, outer: Look): void => {
    const properties = at(element, 'rPr')
    const style = attr(at(properties, 'rStyle'), 'val')
    const named = lookOver(style === null ? NO_LOOK : styles(style).look, paragraphLook)
    const { size, bold, hidden } = lookOver(styleLook(properties), named)
    if (hidden === true) return
    const before = content.spans.length
    const href = fields.findLast((field) => field.showsResult && field.href !== null)?.href ?? null
    const look: Look = { ...outer, ...lookOf(properties), ...(href === null ? {} : { href }) }
    const isHidden = fields.some(({ showsResult }) => !showsResult)
    for (const child of elementsIn(element)) part(child, look, isHidden)
    const written = content.spans.slice(before).reduce((sum, { text }) => sum + text.trim().length, 0)
    if (written === 0) return
    const letters = size ?? STANDARD_SIZE
    content.letters.set(letters, (content.letters.get(letters) ?? 0) + written)
    if (bold !== true) content.isBold = false
  }

  const part = (child: XmlElement, look: Look, isHidden: boolean): void => {
    const name = nameOf(child)
    if (name === 'fldChar') field(attr(child, 'fldCharType') ?? '')
    else if (name === 'instrText') {
      const last = fields.at(-1)
      if (last !== undefined) last.instruction += xmlText(child)
    } else if (isHidden) return
    else if (name === 't') content.spans.push({ ...look, text: xmlText(child) })
    else if (name === 'tab') content.spans.push({ ...look, text: '\t' })
    else if (name === 'br' || name === 'cr') {
      if (attr(child, 'type') !== 'page' && attr(child, 'type') !== 'column')
        content.spans.push({ ...look, text: '\n' })
    } else if (name === 'noBreakHyphen') content.spans.push({ ...look, text: '-' })
    else if (name === 'sym') content.spans.push({ ...look, text: symbolOf(child) })
    else if (name === 'drawing' || name === 'pict' || name === 'object') content.drawings.push(child)
    else if (name === 'AlternateContent')
      for (const inner of elementsIn(at(child, 'Choice') ?? at(child, 'Fallback')))
        part(inner, look, isHidden)
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const id = attr(child, 'id')
      if (id !== null) content.notes.push({ kind: name === 'footnoteReference' ? 'footnote' : 'endnote', id })
    }
  }

  const field = (type: string): void => {
    const last = fields.at(-1)
    if (type === 'begin') fields.push({ instruction: '', showsResult: false, href: null })
    else if (type === 'separate' && last !== undefined) {
      last.showsResult = true
      last.href = addressIn(last.instruction)
    } else if (type === 'end') fields.pop()
  }

  walk(paragraph, {})
  return content
}

function linkOf(element: XmlElement, relationships: ReadonlyMap<string, Relationship>): Look {
  const target = relationships.get(attr(element, 'id') ?? '')?.target
  const anchor = attr(element, 'anchor')
  if (target === undefined) return anchor === null ? {} : { href: `#${anchor}` }
  return { href: anchor === null ? target : `${target}#${anchor}` }
}

/** The address of a HYPERLINK field; null for any other field. */
function addressIn(instruction: string): string | null {
  return /^\s*HYPERLINK\s+"([^"]{1,8000})"/i.exec(instruction)?.[1] ?? null
}

/** What a run says about its look; underlining in a link is how links look. */
function lookOf(properties: XmlElement | null): Look {
  const look: { -readonly [K in keyof Look]: Look[K] } = {}
  if (isOn(at(properties, 'b')) === true) look.bold = true
  if (isOn(at(properties, 'i')) === true) look.italic = true
  if (isOn(at(properties, 'strike')) === true || isOn(at(properties, 'dstrike')) === true)
    look.strikethrough = true
  const underline = at(properties, 'u')
  if (underline !== null && !OFF.has(attr(underline, 'val') ?? 'single')) look.underline = true
  const script = attr(at(properties, 'vertAlign'), 'val')
  if (script === 'subscript') look.script = 'sub'
  if (script === 'superscript') look.script = 'super'
  return look
}

/** A sign of a symbol font by its code; the fonts keep theirs in the private use area. */
function symbolOf(element: XmlElement): string {
  const code = Number.parseInt(attr(element, 'char') ?? '', 16)
  if (!(code > 31 && code <= 0x10ffff)) return ''
  return code >= 0xf000 && code < 0xf100 ? '•' : String.fromCodePoint(code)
}

/** The text boxes of a drawing, each with the paragraphs in it; of a drawing in two forms the newer one. */
export function textBoxesOf(drawing: XmlElement): XmlElement[] {
  return findAll(drawing, 'txbxContent')
}

/** Whether a drawing floats below the beginning of the paragraph that it hangs on. */
export function floatsBelow(drawing: XmlElement): boolean {
  const position = at(drawing, 'anchor', 'positionV')
  const offset = xmlText(at(position, 'posOffset') ?? { name: '', attributes: {}, children: [] }).trim()
  return ['paragraph', 'line'].includes(attr(position, 'relativeFrom') ?? '') && /^[1-9]/.test(offset)
}
