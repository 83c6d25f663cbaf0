// Reads a workbook: each sheet as a group of its tables, pictures and charts, in the order in which they stand.
import { at, attr, elementsIn, findAll } from '#parsing/xml/xml-tree.ts'
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import { openPackage, type OfficePackage } from '#parsing/documents/archive/open-package.ts'
import type {
  Block,
  PageError,
  PageSize,
  OfficeOptions,
  ReadDocument,
} from '#parsing/documents/model/document-blocks.ts'
import { chartIdOf, officeChart } from '#parsing/documents/office/drawing/office-chart.ts'
import { cellFormats, valueTexts } from './cell-format.ts'
import { readSharedStrings, readSheet, type SheetReading } from './read-sheet.ts'
import { hiddenWithin, moreHidden, NONE_HIDDEN } from './hidden-lines.ts'
import { MAX_SHEETS, sheetGroup, sheetsCut, sheetTables, type PlacedBlock } from './sheet-tables.ts'
import { shownTexts } from './shown-texts.ts'

/** Throws `unsupported_document` for an archive without a workbook. Hidden sheets are in the layer `invisible`. */
export function readXlsx(archive: Archive, { wantsImages, pages, cells }: OfficeOptions): ReadDocument {
  const parts = openPackage(archive)
  const book = parts.related('', 'officeDocument')[0] ?? 'xl/workbook.xml'
  const root = parts.xml(book)
  if (root === null) throw new SurveyorError('unsupported_document', 'The archive has no workbook.')
  const strings = parts.related(book, 'sharedStrings')[0]
  const reading: SheetReading = {
    strings: readSharedStrings((strings === undefined ? null : archive.text(strings)) ?? ''),
    texts: (cells === 'shown' ? shownTexts : valueTexts)(
      cellFormats(parts.xml(parts.related(book, 'styles')[0] ?? '')),
      ['1', 'true'].includes(attr(at(root, 'workbookPr'), 'date1904') ?? ''),
    ),
    leavesHidden: cells === 'shown',
  }
  let hidden = NONE_HIDDEN
  const blocks: Block[] = []
  const sizes: PageSize[] = []
  const errors: PageError[] = []
  const sheets = elementsIn(at(root, 'sheets'), 'sheet')
  for (const [index, element] of sheets.slice(0, MAX_SHEETS).entries()) {
    const page = index + 1
    const part = parts.relationships(book).get(attr(element, 'id') ?? '')?.target
    if (part === undefined || (pages !== null && !pages.has(page))) continue
    const sheet = readSheet(archive.text(part) ?? '', reading)
    if (sheet.cut) errors.push({ page, code: 'table_cut', detail: 'The sheet has more cells than are read.' })
    hidden = moreHidden(hidden, hiddenWithin(sheet))
    const placed = [...drawingsOf(parts, part, page, wantsImages), ...sheetTables(sheet, page)]
    const isHidden = ['hidden', 'veryHidden'].includes(attr(element, 'state') ?? '')
    const name = attr(element, 'name') ?? `Sheet ${page}`
    const { group, size } = sheetGroup(placed, { page, name, isHidden })
    blocks.push(group)
    sizes.push(size)
  }
  errors.push(...sheetsCut(sheets.length))
  return { blocks, pages: sizes, title: null, errors, needsOcr: [], hidden }
}

function drawingsOf(parts: OfficePackage, sheet: string, page: number, wantsImages: boolean): PlacedBlock[] {
  return parts.related(sheet, 'drawing').flatMap((drawing) =>
    elementsIn(parts.xml(drawing)).flatMap((anchor) => {
      const [top, left] = [cellOf(anchor, 'from', 'row'), cellOf(anchor, 'from', 'col')]
      const bottom = Math.max(top + 1, cellOf(anchor, 'to', 'row') + 1)
      const right = Math.max(left + 1, cellOf(anchor, 'to', 'col') + 1)
      const place = { page, left, top, right, bottom, origin: 'TOPLEFT' } as const
      const chart = parts.relationships(drawing).get(chartIdOf(anchor) ?? '')
      if (chart !== undefined)
        return [{ block: { ...officeChart(parts.xml(chart.target)), place }, top, left }]
      return findAll(anchor, 'blip').map((blip) => {
        const image = wantsImages ? parts.picture(drawing, attr(blip, 'embed')) : null
        return { block: { kind: 'picture', captions: [], image, place }, top, left }
      })
    }),
  )
}

function cellOf(anchor: XmlElement, corner: string, axis: string): number {
  const text = at(anchor, corner, axis)?.children.find((child) => typeof child === 'string')
  const value = typeof text === 'string' ? Number.parseInt(text, 10) : 0
  return value > 0 ? value : 0
}
