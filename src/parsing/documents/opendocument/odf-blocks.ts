// Reads the text of an OpenDocument file as blocks: headings, paragraphs, lists, tables, frames.
import { ownValue } from '#kit/unknown-values.ts'
import { parseXml, xmlText, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import {
  plainBlock,
  textOfSpans,
  trimmedSpans,
  type Block,
  type ListItem,
  type PictureBlock,
  type Span,
  type TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { pictureImage } from '#parsing/documents/model/picture-image.ts'
import { tableOfRows, trimTable, type LooseCell } from '#parsing/documents/model/table-grid.ts'
import { contentOf } from '#parsing/documents/write/document-text.ts'
import { countAt, numberOf, type Counts, type OdfNumbering } from './odf-numbering.ts'
import type { OdfStyles } from './odf-styles.ts'

export interface OdfContext {
  readonly archive: Archive
  readonly styles: OdfStyles
  readonly numbering: OdfNumbering
  readonly wantsImages: boolean
}

const MAX_REPEATS = 200
/** Shapes that may hold text. */
const SHAPES = new Set([
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'polygon',
  'regular-polygon',
  'polyline',
  'path',
  'line',
  'connector',
  'caption',
])
const THROUGH = new Set([
  ...SHAPES,
  'section',
  'table-of-content',
  'index-body',
  'g',
  'text-box',
  'list-header',
  'numbered-paragraph',
])
const ASIDE = new Set([
  'annotation',
  'annotation-end',
  'bookmark',
  'soft-page-break',
  'tracked-changes',
  'ruby-text',
])

const TYPES: Readonly<Record<string, string>> = {
  bar: 'bar_chart',
  line: 'line_chart',
  circle: 'pie_chart',
  ring: 'pie_chart',
  scatter: 'scatter_plot',
  bubble: 'scatter_plot',
  area: 'area_chart',
}
const MAX_CHART_ROWS = 5_000

/** The content of an element in order. */
export function odfBlocks(container: XmlElement | null, context: OdfContext): Block[] {
  const blocks: Block[] = []
  for (const child of elementsIn(container)) {
    const name = nameOf(child)
    if (isHidden(child)) continue
    if (name === 'p') blocks.push(...paragraph(child, context, ''))
    else if (name === 'h')
      blocks.push(...paragraph(child, context, context.numbering.heading(child, levelOf(child))))
    else if (name === 'list') blocks.push(...topList(child, context))
    else if (name === 'table') blocks.push(...table(child, context))
    else if (name === 'frame') blocks.push(...frame(child, context))
    else if (name === 'a' || THROUGH.has(name)) blocks.push(...odfBlocks(child, context))
  }
  return blocks
}

/** A section or field that is not shown, whether always or by its condition. */
const isHidden = (element: XmlElement): boolean =>
  attr(element, 'is-hidden') === 'true' ||
  (nameOf(element) === 'section' && attr(element, 'display') === 'none')

const levelOf = (heading: XmlElement): number =>
  Math.max(1, Math.min(10, intAttr(heading, 'outline-level') ?? 1))

/** `number` stands before a heading. */
function paragraph(element: XmlElement, context: OdfContext, number: string): Block[] {
  if (context.styles.isHidden(attr(element, 'style-name'))) return []
  if (findAll(element, 'hidden-paragraph').some(isHidden)) return []
  const frames: Block[] = []
  const notes: Block[] = []
  const spans = trimmedSpans(spansOf(element, context, {}, { frames, notes }))
  if (textOfSpans(spans).trim() === '') return [...frames, ...notes]
  const chain = context.styles.chain(attr(element, 'style-name'))
  const numbered = number === '' ? spans : [{ text: `${number} ` }, ...spans]
  return [...frames, { kind: 'text', ...labelOf(element, chain), spans: numbered }, ...notes]
}

function labelOf(element: XmlElement, chain: readonly string[]): Pick<TextBlock, 'label' | 'level'> {
  if (chain.includes('title')) return { label: 'title' }
  if (chain.includes('subtitle')) return { label: 'section_header', level: 1 }
  if (nameOf(element) === 'h') return { label: 'section_header', level: levelOf(element) }
  return { label: chain.includes('caption') ? 'caption' : 'text' }
}

interface Aside {
  /** Pictures and boxes that hang on the text. */
  readonly frames: Block[]
  readonly notes: Block[]
}

function spansOf(element: XmlElement, context: OdfContext, look: Omit<Span, 'text'>, aside: Aside): Span[] {
  const spans: Span[] = []
  for (const child of element.children) {
    if (typeof child === 'string') {
      spans.push({ ...look, text: child.replace(/[\t\n\r ]+/g, ' ') })
      continue
    }
    const name = nameOf(child)
    if (isHidden(child)) continue
    if (name === 'span') {
      if (context.styles.isHidden(attr(child, 'style-name'))) continue
      const own = withoutFalse({ ...look, ...context.styles.look(attr(child, 'style-name')) })
      spans.push(...spansOf(child, context, own, aside))
    } else if (name === 'a') {
      const href = attr(child, 'href')
      spans.push(...spansOf(child, context, href === null ? look : { ...look, href }, aside))
    } else if (name === 'line-break') spans.push({ ...look, text: '\n' })
    else if (name === 'tab') spans.push({ ...look, text: ' ' })
    else if (name === 's')
      spans.push({ ...look, text: ' '.repeat(Math.max(1, Math.min(100, intAttr(child, 'c') ?? 1))) })
    else if (name === 'frame') aside.frames.push(...frame(child, context))
    else if (name === 'note')
      aside.notes.push(
        ...odfBlocks(at(child, 'note-body'), context).map((block): Block =>
          block.kind === 'text' ? { ...block, label: 'footnote' } : block,
        ),
      )
    else if (SHAPES.has(name)) aside.frames.push(...odfBlocks(child, context))
    else if (!ASIDE.has(name)) spans.push(...spansOf(child, context, look, aside))
  }
  return spans
}

function withoutFalse(look: Omit<Span, 'text'>): Omit<Span, 'text'> {
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== false))
}

function topList(element: XmlElement, context: OdfContext): Block[] {
  // A list may leave its style to that of its paragraphs.
  const [first] = findAll(element, 'p', 'h')
  const style = attr(element, 'style-name') ?? context.styles.listOf(attr(first, 'style-name'))
  return list(element, context, { level: 1, style, counts: context.numbering.list(element, style) })
}

interface ListPlace {
  /** From 1. */
  readonly level: number
  readonly style: string | null
  readonly counts: Counts
}

function list(element: XmlElement, context: OdfContext, place: ListPlace): Block[] {
  const { level, counts } = place
  const style = attr(element, 'style-name') ?? place.style
  const own = context.styles.listLevel(style, level)
  const items: ListItem[] = []
  const loose: Block[] = []
  for (const child of elementsIn(element)) {
    const isItem = nameOf(child) === 'list-item'
    if (!isItem && nameOf(child) !== 'list-header') continue
    // What begins with a list is no item but a way to the next level.
    const isCounted =
      isItem &&
      elementsIn(child)
        .slice(0, 1)
        .some((part) => nameOf(part) !== 'list')
    if (isCounted) countAt(counts, level, own, intAttr(child, 'start-value'))
    const marker = isCounted ? numberOf(counts, level, (each) => context.styles.listLevel(style, each)) : ''
    const blocks = elementsIn(child).flatMap((part) => {
      if (nameOf(part) !== 'list')
        return nameOf(part) === 'h'
          ? paragraph(part, context, marker)
          : odfBlocks({ ...child, children: [part] }, context)
      if (isCounted && attr(part, 'continue-numbering') !== 'true') counts.length = level
      return list(part, context, { level: level + 1, style, counts })
    })
    const [first, ...rest] = blocks
    const last = items.at(-1)
    if (first === undefined) {
      if (isCounted) counts[level - 1] = (counts[level - 1] ?? 1) - 1
    } else if (first.kind === 'text' && first.label === 'section_header') loose.push(...blocks)
    else if (!isCounted && first.kind === 'list' && last !== undefined)
      items[items.length - 1] = { ...last, children: [...last.children, ...blocks] }
    else {
      const text = first.kind === 'text' ? first : null
      items.push({
        spans: text?.spans ?? [],
        enumerated: marker !== '',
        marker,
        children: text === null ? blocks : rest,
      })
    }
  }
  // An item with nothing but a list in it is only an indent.
  const [only] = items
  if (items.length === 1 && only !== undefined && only.spans.length === 0) return [...loose, ...only.children]
  return items.length === 0 ? loose : [...loose, { kind: 'list', items }]
}

function table(element: XmlElement, context: OdfContext): Block[] {
  const rows: LooseCell[][] = []
  const addRow = (row: XmlElement, isHeader: boolean): void => {
    const cells = elementsIn(row, 'table-cell').flatMap((cell): LooseCell[] => {
      const one: LooseCell = {
        ...contentOf(odfBlocks(cell, context)),
        rowSpan: intAttr(cell, 'number-rows-spanned') ?? 1,
        columnSpan: intAttr(cell, 'number-columns-spanned') ?? 1,
        ...(isHeader || rows.length === 0 ? { columnHeader: true } : {}),
      }
      const repeats = Math.max(1, Math.min(MAX_REPEATS, intAttr(cell, 'number-columns-repeated') ?? 1))
      return Array.from({ length: repeats }, () => one)
    })
    const repeats = Math.max(1, Math.min(MAX_REPEATS, intAttr(row, 'number-rows-repeated') ?? 1))
    for (let at = 0; at < repeats; at += 1) rows.push(cells)
  }
  const walk = (part: XmlElement, isHeader: boolean): void => {
    for (const child of elementsIn(part)) {
      const name = nameOf(child)
      if (name === 'table-row') addRow(child, isHeader)
      else if (name === 'table-header-rows') walk(child, true)
      else if (name === 'table-rows' || name === 'table-row-group') walk(child, isHeader)
    }
  }
  walk(element, false)
  const found = trimTable(tableOfRows(rows))
  return found.cells.length === 0 ? [] : [found]
}

function frame(element: XmlElement, context: OdfContext): Block[] {
  const blocks: Block[] = []
  const object = at(element, 'object')
  const chart = object === null ? null : odfChart(context.archive, attr(object, 'href') ?? '')
  if (chart !== null) return [chart]
  const image = at(element, 'image')
  if (image !== null && at(element, 'text-box') === null && at(element, 'table') === null)
    blocks.push(picture(image, context))
  return [...blocks, ...odfBlocks(element, context)]
}

/** A picture outside of the archive is never fetched. */
function picture(image: XmlElement, { archive, wantsImages }: OdfContext): Block {
  const href = (attr(image, 'href') ?? '').replace(/^\.\//, '')
  const bytes = wantsImages ? archive.bytes(href) : null
  return { kind: 'picture', captions: [], image: bytes === null ? null : pictureImage(bytes) }
}

/**
 * The data of a chart inside of an OpenDocument file, from the table that its object keeps. Null where the object is
 * no chart.
 */
function odfChart(archive: Archive, href: string): PictureBlock | null {
  const folder = href.replace(/^\.\//, '').replace(/\/$/, '')
  const text = folder === '' ? null : archive.text(`${folder}/content.xml`)
  const chart = text === null ? null : at(parseXml(text).root, 'body', 'chart', 'chart')
  if (chart === null) return null
  const type = ownValue(TYPES, (attr(chart, 'class') ?? '').replace(/^.*:/, ''))
  const title = at(chart, 'title')
  const caption = title === null ? null : plainBlock('caption', xmlText(title))
  const rows = findAll(at(chart, 'table'), 'table-row').slice(0, MAX_CHART_ROWS)
  const data = tableOfRows(
    rows.map((row, index) =>
      elementsIn(row, 'table-cell').map((cell, column) => ({
        text: valueOf(cell),
        ...(index === 0 ? { columnHeader: true } : column === 0 ? { rowHeader: true } : {}),
      })),
    ),
  )
  return {
    kind: 'picture',
    captions: caption === null ? [] : [caption],
    image: null,
    chart: { type: type ?? 'other_chart', data: data.cells.length === 0 || type === undefined ? null : data },
  }
}

const valueOf = (cell: XmlElement): string => {
  const text = xmlText(cell).trim()
  return text === 'NaN' ? '' : text
}
