// Cells of a spreadsheet: what XML cannot hold, and what a sheet cannot.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import type { SessionManifest } from '#contract/places/export.ts'
import type { Search } from '#contract/places/search.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { exportColumns, type ExportedPlace } from './export-columns.ts'
import { columnLetters, MAX_CELL_CHARS, rowXml, textXml } from './sheet-xml.ts'
import { xlsxChunks } from './xlsx-file.ts'

test('text is escaped as XML and ECMA-376 want it', () => {
  const cases: readonly [string, string][] = [
    ['Café & <b>', 'Café &amp; &lt;b&gt;'],
    ['a\u0000b\u000Bc\u001F', 'a_x0000_b_x000B_c_x001F_'],
    ['_x0041_ and _X00e9_', '_x005F_x0041_ and _x005F_X00e9_'],
    ['_x41_ _y0041_', '_x41_ _y0041_'],
    ['a\r\nb\tc', 'a&#13;\nb\tc'],
    ['\uFFFE\uFFFF', '_xFFFE__xFFFF_'],
    ['\u0085\u007F', '\u0085\u007F'],
    ['\uD800x', '\uFFFDx'],
    ['🍕', '🍕'],
  ]
  for (const [text, xml] of cases) assert.equal(textXml(text), xml)
  assert.equal(textXml('x'.repeat(MAX_CELL_CHARS + 1)).length, MAX_CELL_CHARS)
})

test('a row names its cells, and leaves empty ones out', () => {
  const letters = columnLetters(704)
  assert.deepEqual(
    [letters[0], letters[25], letters[26], letters[701], letters[702]],
    ['A', 'Z', 'AA', 'ZZ', 'AAA'],
  )
  assert.equal(
    rowXml(7, ['=1', null, '', -2.5], letters),
    '<row r="7"><c r="A7" t="inlineStr"><is><t xml:space="preserve">=1</t></is></c><c r="D7"><v>-2.5</v></c></row>',
  )
})

const manifest: SessionManifest = {
  sessionId: 'ses_1',
  generatedAt: '2026-01-01T00:00:00.000Z',
  places: 5,
  complete: null,
  attribution: [],
  searches: parseKnownJson<Search[]>(
    JSON.stringify([
      { id: 'sea_1', area: { name: 'x'.repeat(MAX_CELL_CHARS) }, location: 'x', complete: false },
    ]),
  ),
}
const place = (id: number): ExportedPlace => ({
  id: `plc_${id}`,
  content: JSON.stringify({
    name: 'x'.repeat(id === 5 ? MAX_CELL_CHARS + 1 : 1),
    names: {},
    categories: [],
    address: { countryCode: null, country: null },
  }),
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:00.000Z',
  changes: 0,
  seenIn: { n: 1, of: 1 },
  searchedArea: null,
  missingSince: null,
  attribution: [],
})

test('what does not fit on a sheet goes to the next one, and what does not fit into a cell is counted', async () => {
  async function* batches() {
    yield [1, 2, 3].map(place)
    yield [4, 5].map(place)
  }
  const columns = exportColumns({ list: 'id,name', withReviews: false, inSession: true })
  const chunks: Uint8Array[] = []
  // The header and two places.
  for await (const chunk of xlsxChunks({ batches: batches(), columns, language: null, manifest }, 3))
    chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  const ids = (n: number) =>
    [...text(`xl/worksheets/sheet${n}.xml`).matchAll(/plc_(\d)/g)].map(([, id]) => id)
  assert.deepEqual([ids(1), ids(2), ids(3)], [['1', '2'], ['3', '4'], ['5']])
  assert.deepEqual(
    [...text('xl/workbook.xml').matchAll(/sheet name="([^"]+)"/g)].map(([, name]) => name),
    ['Places', 'Places 2', 'Places 3', 'Manifest'],
  )
  assert.match(
    text('xl/worksheets/sheet4.xml'),
    /textsCutAt32767Characters<\/t><\/is><\/c><c r="B\d"><v>1<\/v>/,
  )
})
