// A spreadsheet (XLSX) of places, written while it is read; its last sheet is the manifest.
import type { SessionManifest } from '#contract/places/export.ts'
import type { Search } from '#contract/places/search.ts'
import { columnValues, type ColumnValue } from './export-columns.ts'
import type { TableContent } from './export-formats.ts'
import {
  columnLetters,
  MAX_CELL_CHARS,
  MAX_SHEET_ROWS,
  rowXml,
  SHEET_END,
  SHEET_START,
  textXml,
} from './sheet-xml.ts'
import { zipStream, type ZipEntry } from './zip-stream.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What was written, for the manifest. */
interface Written {
  rows: number
  /** Texts that were too long for a cell. */
  cut: number
}

/**
 * Sheets `Places`, `Places 2`, … as a sheet holds 1,048,576 rows, then `Manifest`, which also says how many texts were
 * cut because a cell holds 32,767 characters.
 */
export function xlsxChunks(
  content: TableContent,
  maxSheetRows: number = MAX_SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  return zipStream(workbook(content, maxSheetRows))
}

async function* workbook(
  { batches, columns, language, manifest }: TableContent,
  maxSheetRows: number,
): AsyncGenerator<ZipEntry> {
  const written: Written = { rows: 0, cut: 0 }
  const source = batches[Symbol.asyncIterator]()
  const sheets: string[] = []
  const add = (title: string, text: ZipEntry['text']): ZipEntry => {
    sheets.push(title)
    return { name: `xl/worksheets/sheet${sheets.length}.xml`, text }
  }
  const header = columns.map(({ name }) => name)
  const next = async () => {
    const { done, value } = await source.next()
    return done === true ? null : value.map((row) => columnValues(row, columns, language))
  }
  const rest: Rest = { values: [], ended: false, maxSheetRows }
  try {
    do {
      const title = sheets.length === 0 ? 'Places' : `Places ${sheets.length + 1}`
      yield add(title, sheet(header, next, rest, written))
    } while (!rest.ended)
  } finally {
    await source.return?.(undefined)
  }
  yield add('Manifest', manifestSheet(manifest, written))
  yield* workbookParts(sheets)
}

/** What of the last batch did not fit into the sheet. */
interface Rest {
  values: readonly (readonly ColumnValue[])[]
  ended: boolean
  readonly maxSheetRows: number
}

async function* sheet(
  header: readonly string[],
  next: () => Promise<readonly (readonly ColumnValue[])[] | null>,
  rest: Rest,
  written: Written,
): AsyncGenerator<string> {
  const letters = columnLetters(header.length)
  yield SHEET_START + rowXml(1, header, letters)
  let used = 1
  while (used < rest.maxSheetRows) {
    const batch = rest.values.length > 0 ? rest.values : await next()
    if (batch === null) {
      rest.ended = true
      break
    }
    const fitting = batch.slice(0, rest.maxSheetRows - used)
    rest.values = batch.slice(fitting.length)
    yield fitting.map((values) => rowXml((used += 1), values, letters)).join('')
    written.rows += fitting.length
    written.cut += fitting.flat().filter(isTooLong).length
  }
  yield SHEET_END
}

function isTooLong(value: ColumnValue): boolean {
  return typeof value === 'string' && value.length > MAX_CELL_CHARS
}

/** Two columns, name and value; a search is one row of JSON. */
function* manifestSheet(manifest: SessionManifest, { rows, cut }: Written): Generator<string> {
  const { searches, attribution, ...summary } = manifest
  const facts: [string, ColumnValue][] = [
    ...Object.entries(summary).map(([name, value]): [string, ColumnValue] => [name, textOf(value)]),
    ['rows', rows],
    ['textsCutAt32767Characters', cut],
    ...attribution.map((entry): [string, ColumnValue] => [
      'attribution',
      `${entry.text} (${entry.license}), ${entry.url}`,
    ]),
    ...searches.map((search): [string, ColumnValue] => ['search', searchText(search)]),
  ]
  const letters = columnLetters(2)
  yield SHEET_START + rowXml(1, ['name', 'value'], letters)
  yield facts.map((fact, index) => rowXml(index + 2, fact, letters)).join('')
  yield SHEET_END
}

/** As JSON; without the polygons of its area where a cell does not hold them. */
function searchText(search: Search): string {
  const whole = JSON.stringify(search)
  if (whole.length <= MAX_CELL_CHARS) return whole
  const { area: _area, location: _location, ...rest } = search
  return JSON.stringify({ ...rest, leftOut: ['area', 'location'] })
}

function textOf(value: string | number | boolean | null): ColumnValue {
  return typeof value === 'boolean' ? String(value) : value
}

function* workbookParts(sheets: readonly string[]): Generator<ZipEntry> {
  const each = (write: (title: string, number: number) => string) =>
    sheets.map((title, index) => write(title, index + 1)).join('')
  yield {
    name: 'xl/workbook.xml',
    text: [
      `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">`,
      '<bookViews><workbookView/></bookViews><sheets>',
      each((title, n) => `<sheet name="${textXml(title)}" sheetId="${n}" r:id="rId${n}"/>`),
      '</sheets></workbook>',
    ],
  }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    text: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      each(
        (_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ),
      '</Relationships>',
    ],
  }
  yield {
    name: '_rels/.rels',
    text: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  }
  yield {
    name: '[Content_Types].xml',
    text: [
      `${XML}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      `<Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>`,
      each(
        (_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MAIN}.worksheet+xml"/>`,
      ),
      '</Types>',
    ],
  }
}
