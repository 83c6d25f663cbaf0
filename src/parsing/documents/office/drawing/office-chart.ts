// The data of a chart in an office document, from the values that its part keeps.
import { type XmlElement, xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr, nameOf, textIn } from '#parsing/xml/xml-tree.ts'
import { type PictureBlock, type TableBlock, plainBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows, type LooseCell } from '#parsing/documents/model/table-grid.ts'

const TYPES: Readonly<Record<string, string>> = {
  barChart: 'bar_chart',
  bar3DChart: 'bar_chart',
  lineChart: 'line_chart',
  line3DChart: 'line_chart',
  pieChart: 'pie_chart',
  pie3DChart: 'pie_chart',
  doughnutChart: 'pie_chart',
  ofPieChart: 'pie_chart',
  scatterChart: 'scatter_plot',
  bubbleChart: 'scatter_plot',
  areaChart: 'area_chart',
  area3DChart: 'area_chart',
}
const MAX_POINTS = 5_000
const MAX_SERIES = 200

interface Series {
  readonly name: string
  readonly categories: readonly (string | null)[]
  readonly values: readonly (string | null)[]
}

/** The chart of a chart part as a picture with its data; `other_chart` without data where the kind is unknown. */
export function officeChart(root: XmlElement | null): PictureBlock {
  const chart = at(root, 'chart')
  const title = textIn(at(chart, 'title'), 't')
  const caption = plainBlock('caption', title)
  const plots = elementsIn(at(chart, 'plotArea')).filter((element) => nameOf(element).endsWith('Chart'))
  const type = TYPES[plots[0] === undefined ? '' : nameOf(plots[0])]
  const series = plots
    .flatMap((plot) => elementsIn(plot, 'ser'))
    .slice(0, MAX_SERIES)
    .map(seriesOf)
  const data = type === undefined || series.length === 0 ? null : tableOf(series)
  return {
    kind: 'picture',
    captions: caption === null ? [] : [caption],
    image: null,
    chart: { type: type ?? 'other_chart', data },
  }
}

function seriesOf(element: XmlElement, index: number): Series {
  const name = pointsOf(at(element, 'tx'))[0] ?? `Series ${index + 1}`
  return {
    name,
    categories: pointsOf(at(element, 'cat') ?? at(element, 'xVal')),
    values: pointsOf(at(element, 'val') ?? at(element, 'yVal')),
  }
}

/** The kept values by their index; null where one is missing. */
function pointsOf(element: XmlElement | null): (string | null)[] {
  const literal = at(element, 'v')
  if (literal !== null) return [xmlText(literal)]
  const [cache] = findAll(element, 'strCache', 'numCache', 'strLit', 'numLit', 'multiLvlStrCache')
  if (cache === undefined) return []
  const holder = nameOf(cache) === 'multiLvlStrCache' ? at(cache, 'lvl') : cache
  const count = Math.min(MAX_POINTS, intAttr(at(cache, 'ptCount'), 'val') ?? 0)
  const points = Array.from<string | null>({ length: count }).fill(null)
  for (const point of elementsIn(holder, 'pt')) {
    const index = intAttr(point, 'idx') ?? -1
    if (index >= 0 && index < count) points[index] = numberText(xmlText(at(point, 'v') ?? point).trim())
  }
  return points
}

/** `4.2999999999999998` is 4.3, as every program shows it. */
function numberText(text: string): string {
  return /^-?\d+\.\d{10,}(?:[eE][-+]?\d+)?$/.test(text) ? String(Number(text)) : text
}

function tableOf(series: readonly Series[]): TableBlock {
  const [first] = series
  const categories = first?.categories ?? []
  const length = Math.max(categories.length, ...series.map(({ values }) => values.length))
  const head: LooseCell[] = ['', ...series.map(({ name }) => name)].map((text) => ({
    text,
    columnHeader: true,
  }))
  const rows = Array.from({ length }, (_, row): LooseCell[] => [
    { text: categories[row] ?? String(row + 1), rowHeader: true },
    ...series.map(({ values }) => ({ text: values[row] ?? '' })),
  ])
  return tableOfRows([head, ...rows])
}

/** The relationship id of the chart in a drawing; null where it shows none. */
export function chartIdOf(drawing: XmlElement): string | null {
  const [chart] = findAll(drawing, 'chart')
  return attr(chart, 'id')
}
