// Reads a Word document: its body in order, then its notes; headers and footers as furniture.
import { oneLine } from '#parsing/html/html-node.ts'
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr, nameOf } from '#parsing/xml/xml-tree.ts'
import { openPackage, type OfficePackage } from '#parsing/documents/archive/open-package.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import {
  type Block,
  type PageError,
  type OfficeOptions,
  type ReadDocument,
  type Span,
  type TextBlock,
  textOfSpans,
  trimmedSpans,
} from '#parsing/documents/model/document-blocks.ts'
import { chartIdOf, officeChart } from '#parsing/documents/office/drawing/office-chart.ts'
import { officeDiagrams, type DiagramTexts } from '#parsing/documents/office/drawing/office-diagram.ts'
import { ListBuilder } from '#parsing/documents/office/list-builder.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { numberingOf, readStyles, type ParagraphStyle, type WordStyles } from './word-styles.ts'
import { readNumbering, type ListMarker, type WordNumbering } from './word-numbering.ts'
import { floatsBelow, readRuns, textBoxesOf, type ParagraphContent } from './word-runs.ts'
import { headingsByLook, type LetterLook } from './word-headings.ts'
import { wordTable } from './word-table.ts'

/** Levels deeper than this are body text in Word. */
const MAX_HEADING_LEVEL = 9
const THROUGH = new Set([
  'sdtContent',
  'ins',
  'moveTo',
  'customXml',
  'smartTag',
  'AlternateContent',
  'Choice',
])

/** Throws `unsupported_document` for an archive without a main part. */
export function readDocx(
  archive: Archive,
  { wantsImages }: Pick<OfficeOptions, 'wantsImages'>,
): ReadDocument {
  const parts = openPackage(archive)
  const main = parts.related('', 'officeDocument')[0] ?? 'word/document.xml'
  const body = at(parts.xml(main), 'body')
  if (body === null) throw new SurveyorError('unsupported_document', 'The Word document has no body.')
  const styles = readStyles(parts.xml(parts.related(main, 'styles')[0] ?? ''))
  const numbering = readNumbering(parts.xml(parts.related(main, 'numbering')[0] ?? ''))
  const diagrams = officeDiagrams(parts)
  const reader = new WordReader({ parts, part: main, styles, numbering, diagrams, wantsImages })
  const blocks = reader.body(body)
  const around = ['header', 'footer'].flatMap((type) =>
    parts.related(main, type).flatMap((part) => furniture(part, type, reader)),
  )
  return {
    blocks: [...blocks, ...reader.notes(), ...around],
    pages: [],
    title: null,
    errors: cutErrors(parts),
    needsOcr: [],
  }
}

/** A warning where a part has more elements than are read. */
export function cutErrors({ cut }: OfficePackage): PageError[] {
  return [...cut].map((part) => ({
    page: null,
    code: 'document_cut',
    detail: `The part ${part} has more elements than are read.`,
  }))
}

function furniture(part: string, type: string, reader: WordReader): Block[] {
  const blocks = reader.in(part).blocksOf(reader.xml(part))
  const label = type === 'header' ? 'page_header' : 'page_footer'
  return blocks.flatMap((block): Block[] =>
    block.kind === 'text' ? [{ ...block, label, layer: 'furniture' }] : [{ ...block, layer: 'furniture' }],
  )
}

interface WordContext {
  readonly wantsImages: boolean
  readonly parts: OfficePackage
  /** The part whose relationships count. */
  readonly part: string
  readonly styles: WordStyles
  readonly numbering: WordNumbering
  readonly diagrams: DiagramTexts
}

/** Reads the blocks of one part; the counters of lists go on over all of them. */
class WordReader {
  readonly #context: WordContext
  readonly #notes: ParagraphContent['notes'] = []
  readonly #looks = new Map<Block, LetterLook>()
  readonly #letters = new Map<number, number>()
  #depth = 0

  constructor(context: WordContext) {
    this.#context = context
  }

  in(part: string): WordReader {
    return new WordReader({ ...this.#context, part })
  }

  xml(part: string): XmlElement | null {
    return this.#context.parts.xml(part)
  }

  /** The blocks of the main part, with headings by their look where styles name none. */
  body(element: XmlElement): Block[] {
    return headingsByLook(this.blocksOf(element), this.#looks, this.#letters)
  }

  blocksOf(container: XmlElement | null): Block[] {
    this.#depth += 1
    const list = new ListBuilder()
    const walk = (element: XmlElement | null): void => {
      for (const child of elementsIn(element)) {
        const name = nameOf(child)
        if (name === 'p') this.#paragraph(child, list)
        else if (name === 'tbl') list.addAll(this.#table(child))
        else if (name === 'sdt') walk(at(child, 'sdtContent'))
        else if (THROUGH.has(name)) walk(name === 'AlternateContent' ? (at(child, 'Choice') ?? child) : child)
      }
    }
    walk(container)
    this.#depth -= 1
    return list.end()
  }

  /** The notes that were referred to, in that order. */
  notes(): Block[] {
    const { parts, part } = this.#context
    return (['footnote', 'endnote'] as const).flatMap((kind) => {
      const wanted = this.#notes.filter((note) => note.kind === kind)
      const source = wanted.length === 0 ? undefined : parts.related(part, `${kind}s`)[0]
      if (source === undefined) return []
      const byId = new Map(elementsIn(parts.xml(source), kind).map((note) => [attr(note, 'id'), note]))
      return wanted.flatMap(({ id }) =>
        this.in(source)
          .blocksOf(byId.get(id) ?? null)
          .map((block): Block => (block.kind === 'text' ? { ...block, label: 'footnote' } : block)),
      )
    })
  }

  #table(element: XmlElement): Block[] {
    const table = wordTable(element, (cell) => this.blocksOf(cell))
    // A table of one cell is a frame around its content.
    const [only] = table.cells
    if (table.cells.length === 1 && only !== undefined)
      return only.blocks === undefined ? textBlocks(only.text) : [...only.blocks]
    return table.cells.length === 0 ? [] : [table]
  }

  #paragraph(element: XmlElement, list: ListBuilder): void {
    const { parts, part, styles, numbering } = this.#context
    const properties = at(element, 'pPr')
    const style = styles(attr(at(properties, 'pStyle'), 'val'))
    const content = readRuns(element, parts.relationships(part), styles, style.look)
    this.#notes.push(...content.notes)
    for (const [size, count] of content.letters)
      this.#letters.set(size, (this.#letters.get(size) ?? 0) + count)
    const spans = trimmedSpans(content.spans.map(withoutTabs))
    const text = textOfSpans(spans)
    const marker = text === '' ? null : markerOf(properties, style, numbering)
    const isBelow = (drawing: XmlElement): boolean => floatsBelow(drawing) && textBoxesOf(drawing).length > 0
    const below = content.drawings.filter(isBelow).flatMap((drawing) => this.#drawing(drawing))
    const blocks = content.drawings
      .filter((drawing) => !isBelow(drawing))
      .flatMap((drawing) => this.#drawing(drawing))
    const heading = text === '' ? null : headingOf(properties, style)
    if (heading !== null) {
      const number = marker?.enumerated === true ? `${marker.marker} ` : ''
      // The look of a heading comes from its style and says nothing.
      list.addAll([
        ...blocks,
        { kind: 'text', ...heading, spans: [{ text: number + oneLine(text) }] },
        ...below,
      ])
      return
    }
    if (marker !== null) {
      list.item(
        marker.level,
        { spans, enumerated: marker.enumerated, marker: marker.marker, children: [] },
        marker.numId,
      )
      list.inItem([...blocks, ...below])
      return
    }
    if (text === '') {
      list.addAll([...blocks, ...below])
      return
    }
    const block = paragraphBlock(content, spans, style)
    const [size = null, ...others] = content.letters.keys()
    if (this.#depth === 1)
      this.#looks.set(block, { size: others.length > 0 ? null : size, isBold: content.isBold })
    list.addAll([...blocks, block, ...below])
  }

  #drawing(drawing: XmlElement): Block[] {
    const shown = this.#drawn(drawing)
    const isHidden = ['1', 'true'].includes(attr(at(elementsIn(drawing)[0], 'docPr'), 'hidden') ?? '')
    return isHidden ? shown.map((block): Block => ({ ...block, layer: 'invisible' })) : shown
  }

  #drawn(drawing: XmlElement): Block[] {
    const boxes = textBoxesOf(drawing).flatMap((box) => this.blocksOf(box))
    const chart = chartIdOf(drawing)
    const { parts, part, diagrams, wantsImages } = this.#context
    boxes.push(...diagrams(drawing, part))
    if (chart !== null) {
      const source = parts.relationships(part).get(chart)
      if (source !== undefined) return [...boxes, officeChart(parts.xml(source.target))]
    }
    const pictures = findAll(drawing, 'blip', 'imagedata').map((image): Block => {
      const id = attr(image, 'embed') ?? attr(image, 'id') ?? attr(image, 'link')
      return { kind: 'picture', captions: [], image: wantsImages ? parts.picture(part, id) : null }
    })
    return [...boxes, ...pictures]
  }
}

function paragraphBlock(
  content: ParagraphContent,
  spans: readonly Span[],
  { name }: ParagraphStyle,
): TextBlock {
  const { checked, hasDisplayMath } = content
  const text = textOfSpans(spans)
  if (checked !== null)
    return { kind: 'text', label: checked ? 'checkbox_selected' : 'checkbox_unselected', spans }
  if (hasDisplayMath && spans.every((span) => span.formula === true || span.text.trim() === ''))
    return { kind: 'text', label: 'formula', spans: [{ text: text.trim() }] }
  return { kind: 'text', label: name === 'caption' ? 'caption' : 'text', spans }
}

const textBlocks = (text: string): Block[] => [{ kind: 'text', label: 'text', spans: [{ text }] }]

/** By the style's name, which is English in every language, else by the outline level. */
function headingOf(
  properties: XmlElement | null,
  { name, outlineLevel }: ParagraphStyle,
): Pick<TextBlock, 'label' | 'level'> | null {
  if (name === 'title') return { label: 'title' }
  if (name === 'subtitle') return { label: 'section_header', level: 1 }
  const named = /^heading (\d)$/.exec(name)?.[1]
  const level =
    named === undefined
      ? (intAttr(at(properties, 'outlineLvl'), 'val') ?? outlineLevel ?? 9) + 1
      : Number(named)
  return level >= 1 && level <= MAX_HEADING_LEVEL ? { label: 'section_header', level } : null
}

/** Numbering of the paragraph itself, else of its style; the list 0 takes numbering away. */
function markerOf(
  properties: XmlElement | null,
  style: ParagraphStyle,
  numbering: WordNumbering,
): ListMarker | null {
  const own = numberingOf(properties)
  const numId = own?.numId ?? style.numbering?.numId ?? null
  if (numId === null || numId === '0') return null
  return numbering(numId, own?.level ?? style.numbering?.level ?? 0)
}

const withoutTabs = (span: Span): Span => ({ ...span, text: span.text.replaceAll('\t', ' ') })
