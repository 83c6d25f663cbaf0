// The data of a chart inside of an OpenDocument file, from the table that its object keeps.
import { parseXml, xmlText, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll } from '#parsing/xml/xml-tree.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import type { PictureBlock } from '#parsing/documents/model/document-blocks.ts'
import { plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows } from '#parsing/documents/model/table-grid.ts'

const TYPES: Readonly<Record<string, string>> = {
  bar: 'bar_chart',
  line: 'line_chart',
  circle: 'pie_chart',
  ring: 'pie_chart',
  scatter: 'scatter_plot',
  bubble: 'scatter_plot',
  area: 'area_chart',
}
const MAX_ROWS = 5_000

/** Null where the object is no chart. */
export function odfChart(archive: Archive, href: string): PictureBlock | null {
  const folder = href.replace(/^\.\//, '').replace(/\/$/, '')
  const text = folder === '' ? null : archive.text(`${folder}/content.xml`)
  const chart = text === null ? null : at(parseXml(text).root, 'body', 'chart', 'chart')
  if (chart === null) return null
  const type = TYPES[(attr(chart, 'class') ?? '').replace(/^.*:/, '')]
  const title = at(chart, 'title')
  const caption = title === null ? null : plainBlock('caption', xmlText(title))
  const rows = findAll(at(chart, 'table'), 'table-row').slice(0, MAX_ROWS)
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
