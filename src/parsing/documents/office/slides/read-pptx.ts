// Reads a presentation: each slide as a group of its texts, tables, pictures and charts; speaker notes as furniture.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr, nameOf, textIn } from '#parsing/xml/xml-tree.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import { openPackage, type OfficePackage } from '#parsing/documents/archive/open-package.ts'
import {
  type Block,
  type PageSize,
  type Place,
  type OfficeOptions,
  type ReadDocument,
  plainBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows, type LooseCell } from '#parsing/documents/model/table-grid.ts'
import { contentOf, blockText } from '#parsing/documents/write/document-text.ts'
import { chartIdOf, officeChart } from '#parsing/documents/office/drawing/office-chart.ts'
import { officeDiagrams, type DiagramTexts } from '#parsing/documents/office/drawing/office-diagram.ts'
import { inReadingOrder, runsRightToLeft, type Box } from '#parsing/documents/office/shape-order.ts'
import { isTitle, parentsOfShape, placeholderOf, type SlideParents } from './slide-bullets.ts'
import { isOnlyFields, paragraphBlocks, shapeText, type SlideContext } from './slide-text.ts'
import { titleByLook, type ShownShape } from './slide-title.ts'
import { slideComments } from './slide-comments.ts'

const MAX_SLIDES = 5_000
/** English metric units of each unit of length. */
const EMU_OF: Readonly<Record<string, number>> = {
  mm: 36_000,
  cm: 360_000,
  in: 914_400,
  pt: 12_700,
  pc: 152_400,
  pi: 152_400,
}
/** Dates, numbers and repeated lines of a slide. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

/** Throws `unsupported_document` for an archive without a presentation. */
export function readPptx(archive: Archive, { wantsImages, pages }: OfficeOptions): ReadDocument {
  const parts = openPackage(archive)
  const main = parts.related('', 'officeDocument')[0] ?? 'ppt/presentation.xml'
  const root = parts.xml(main)
  if (root === null) throw new SurveyorError('unsupported_document', 'The archive has no presentation.')
  const size = at(root, 'sldSz')
  const [width, height] = [intAttr(size, 'cx') ?? 9_144_000, intAttr(size, 'cy') ?? 6_858_000]
  const slides = elementsIn(at(root, 'sldIdLst'), 'sldId')
  const diagrams = officeDiagrams(parts)
  const blocks: Block[] = []
  const sizes: PageSize[] = []
  for (const [index, element] of slides.slice(0, MAX_SLIDES).entries()) {
    const page = index + 1
    const part = parts.relationships(main).get(relationOf(element))?.target
    if (part === undefined || (pages !== null && !pages.has(page))) continue
    sizes.push({ page, width, height })
    blocks.push(...new SlideReader(parts, part, { page, height }, { wantsImages, diagrams }).blocks(main))
  }
  const errors =
    slides.length > MAX_SLIDES
      ? [{ page: null, code: 'document_cut', detail: `Of ${slides.length} slides ${MAX_SLIDES} are read.` }]
      : []
  return { blocks, pages: sizes, title: null, errors, needsOcr: [] }
}

/** A slide has a plain `id` as well as the one of its relationship. */
const relationOf = ({ attributes }: XmlElement): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

class SlideReader {
  readonly #parts: OfficePackage
  readonly #part: string
  readonly #page: { readonly page: number; readonly height: number }
  readonly #wantsImages: boolean
  readonly #diagrams: DiagramTexts
  readonly #context: SlideContext

  constructor(
    parts: OfficePackage,
    part: string,
    page: { readonly page: number; readonly height: number },
    { wantsImages, diagrams }: { readonly wantsImages: boolean; readonly diagrams: DiagramTexts },
  ) {
    this.#parts = parts
    this.#part = part
    this.#page = page
    this.#wantsImages = wantsImages
    this.#diagrams = diagrams
    this.#context = { parents: parentsOf(parts, part), relationships: parts.relationships(part) }
  }

  /** The slide, then the comments on it. */
  blocks(main: string): Block[] {
    const slide = this.#parts.xml(this.#part)
    const isHidden = ['0', 'false'].includes(attr(slide, 'show') ?? '')
    const name = `slide-${this.#page.page - 1}`
    const shapes = titleByLook(this.#shapes(at(slide, 'cSld', 'spTree')), this.#context.parents)
    const children = [...shapes, ...this.#speakerNotes()]
    const group: Block = {
      kind: 'group',
      label: 'slide',
      name,
      children,
      ...(isHidden ? { layer: 'invisible' } : {}),
    }
    return [group, ...slideComments(this.#parts, main, this.#part, this.#page.page)]
  }

  /** Titles come first, as they do when a slide is read aloud, and furniture last. */
  #shapes(tree: XmlElement | null): ShownShape[] {
    const shown = elementsIn(tree)
      .map((shape): ShownShape => ({ shape, blocks: this.#shape(shape) }))
      .filter(({ blocks }) => blocks.length > 0)
    const isFirst = ({ shape }: ShownShape): boolean =>
      nameOf(shape) === 'sp' && isTitle(placeholderOf(shape))
    const isLast = ({ blocks }: ShownShape): boolean => blocks.every(({ layer }) => layer === 'furniture')
    const rest = shown.filter((each) => !isFirst(each) && !isLast(each))
    // One shape alone has no order, and groups may be nested deeply.
    const text = rest.length < 2 ? '' : rest.flatMap(({ blocks }) => blocks.map(blockText)).join(' ')
    return [
      ...shown.filter(isFirst),
      ...inReadingOrder(rest, ({ shape }) => this.#boxOf(shape), runsRightToLeft(text)),
      ...shown.filter((each) => !isFirst(each) && isLast(each)),
    ]
  }

  #blocksIn(tree: XmlElement | null): Block[] {
    return this.#shapes(tree).flatMap(({ blocks }) => blocks)
  }

  /** In EMU from the upper left corner of the slide, or of the group that the shape is in. */
  #boxOf(shape: XmlElement): Box | null {
    for (const each of [shape, ...parentsOfShape(shape, this.#context.parents)]) {
      const frame = at(each, 'spPr', 'xfrm') ?? at(each, 'grpSpPr', 'xfrm') ?? at(each, 'xfrm')
      const box = boxIn(frame)
      if (box !== null) return box
    }
    return null
  }

  #shape(shape: XmlElement): Block[] {
    const isHidden = ['1', 'true'].includes(attr(at(elementsIn(shape)[0], 'cNvPr'), 'hidden') ?? '')
    const blocks = this.#seen(shape)
    return isHidden ? blocks.map((block): Block => ({ ...block, layer: 'invisible' })) : blocks
  }

  #seen(shape: XmlElement): Block[] {
    const place = this.#placeOf(shape)
    switch (nameOf(shape)) {
      case 'sp': {
        const blocks = shapeText(shape, this.#context, place)
        const isFurniture = FURNITURE.has(placeholderOf(shape)?.type ?? '') || isOnlyFields(shape)
        const picture = this.#pictures(at(shape, 'spPr'), place)
        return [...picture, ...blocks].map((block): Block =>
          isFurniture ? { ...block, layer: 'furniture' } : block,
        )
      }
      case 'grpSp':
        return this.#blocksIn(shape)
      case 'pic':
        return this.#pictures(shape, place)
      case 'graphicFrame':
        return this.#frame(shape, place)
      case 'AlternateContent':
        return this.#blocksIn(at(shape, 'Choice') ?? at(shape, 'Fallback'))
      default:
        return []
    }
  }

  #frame(shape: XmlElement, place: Place | undefined): Block[] {
    const placed = place === undefined ? {} : { place }
    const [table] = findAll(shape, 'tbl')
    if (table !== undefined) return [this.#table(table, place)]
    const chart = this.#context.relationships.get(chartIdOf(shape) ?? '')
    if (chart !== undefined) return [{ ...officeChart(this.#parts.xml(chart.target)), ...placed }]
    return [...this.#diagrams(shape, this.#part), ...this.#pictures(shape, place)]
  }

  #table(table: XmlElement, place: Place | undefined): Block {
    const hasHeader = ['1', 'true'].includes(attr(at(table, 'tblPr'), 'firstRow') ?? '1')
    const rows = elementsIn(table, 'tr').map((row, index) =>
      elementsIn(row, 'tc').flatMap((cell): LooseCell[] => {
        if (attr(cell, 'hMerge') !== null || attr(cell, 'vMerge') !== null) return []
        const paragraphs = elementsIn(at(cell, 'txBody'), 'p')
        const blocks = paragraphBlocks(paragraphs, () => ({ kind: 'none' }), this.#context, undefined)
        return [
          {
            ...contentOf(blocks),
            rowSpan: intAttr(cell, 'rowSpan') ?? 1,
            columnSpan: intAttr(cell, 'gridSpan') ?? 1,
            columnHeader: hasHeader && index === 0,
          },
        ]
      }),
    )
    return tableOfRows(rows, place === undefined ? {} : { place })
  }

  #pictures(shape: XmlElement | null, place: Place | undefined): Block[] {
    return findAll(shape, 'blip').map((blip): Block => {
      const image = this.#wantsImages ? this.#parts.picture(this.#part, attr(blip, 'embed')) : null
      return { kind: 'picture', captions: [], image, ...(place === undefined ? {} : { place }) }
    })
  }

  #speakerNotes(): Block[] {
    return this.#parts.related(this.#part, 'notesSlide').flatMap((part) =>
      elementsIn(at(this.#parts.xml(part), 'cSld', 'spTree'), 'sp')
        .filter((shape) => placeholderOf(shape)?.type === 'body')
        .flatMap((shape) => {
          const lines = elementsIn(at(shape, 'txBody'), 'p').map((paragraph) => textIn(paragraph, 't'))
          return plainBlock('text', lines.join('\n'), { layer: 'furniture' }) ?? []
        }),
    )
  }

  /** Counted from the bottom, as docling does; absent where the shape takes its place from the layout. */
  #placeOf(shape: XmlElement): Place | undefined {
    const box = boxIn(at(shape, 'spPr', 'xfrm') ?? at(shape, 'xfrm'))
    if (box === null) return undefined
    const { page, height } = this.#page
    return { ...box, page, top: height - box.top, bottom: height - box.bottom, origin: 'BOTTOMLEFT' }
  }
}

/** Null where the frame does not say where it is. */
function boxIn(frame: XmlElement | null): Box | null {
  const [off, ext] = [at(frame, 'off'), at(frame, 'ext')]
  const [left, top] = [lengthAttr(off, 'x'), lengthAttr(off, 'y')]
  const [wide, high] = [lengthAttr(ext, 'cx'), lengthAttr(ext, 'cy')]
  return left === null || top === null || wide === null || high === null
    ? null
    : { left, top, right: left + wide, bottom: top + high }
}

/** EMU, or a number with a unit, as strict documents may write it (ISO/IEC 29500-1, 22.9.2.15); null for anything else. */
function lengthAttr(element: XmlElement | null, name: string): number | null {
  const [, amount, unit = ''] =
    /^(-?\d{1,9}(?:\.\d{1,9})?)(mm|cm|in|pt|pc|pi)$/.exec(attr(element, name) ?? '') ?? []
  const emu = EMU_OF[unit]
  return amount === undefined || emu === undefined ? intAttr(element, name) : Math.round(Number(amount) * emu)
}

function parentsOf(parts: OfficePackage, slide: string): SlideParents {
  const layout = parts.related(slide, 'slideLayout')[0]
  const master = layout === undefined ? undefined : parts.related(layout, 'slideMaster')[0]
  return {
    layout: layout === undefined ? null : parts.xml(layout),
    master: master === undefined ? null : parts.xml(master),
  }
}
