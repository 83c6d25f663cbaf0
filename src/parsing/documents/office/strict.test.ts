import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync, strFromU8 } from 'fflate'
import { readDocument } from '#parsing/documents/read-document.ts'
import {
  docxOf,
  pptxOf,
  relations,
  slideShape,
  wordParagraph,
  xlsxOf,
  zipOf,
} from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'

/** The document with the namespaces and relationship types of ISO/IEC 29500 Strict. */
function strictOf(document: Uint8Array): Uint8Array {
  const parts = Object.entries(unzipSync(document)).map(([name, bytes]) => {
    const isText = /\.(?:xml|rels)$/.test(name)
    const text = isText
      ? strFromU8(bytes)
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006/',
            'http://purl.oclc.org/ooxml/officeDocument/',
          )
          .replaceAll(
            /http:\/\/schemas\.openxmlformats\.org\/(\w+ml)\/2006\//g,
            'http://purl.oclc.org/ooxml/$1/',
          )
      : ''
    assert.ok(!isText || !/\/\/schemas\.openxmlformats\.org\/(?!package)/.test(text), name)
    return [name, isText ? text : bytes] as const
  })
  return zipOf(Object.fromEntries(parts))
}

const word = docxOf(
  wordParagraph('Harbour', '<w:pStyle w:val="T1"/>') +
    wordParagraph('Boats', '<w:pStyle w:val="H1"/>') +
    wordParagraph('One', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
    wordParagraph('<w:hyperlink r:id="l"><w:r><w:t>Link</w:t></w:r></w:hyperlink>') +
    wordParagraph('<w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r>') +
    `<w:tbl><w:tr><w:tc>${wordParagraph('a')}</w:tc><w:tc>${wordParagraph('b')}</w:tc></w:tr></w:tbl>`,
)
const chart =
  '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>x</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>'
const slide = pptxOf(
  slideShape(['Title'], 'title') +
    slideShape(['<a:r><a:rPr baseline="30000"/><a:t>up</a:t></a:r>', 'Second']) +
    '<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="ch"/></a:graphicData></a:graphic></p:graphicFrame>',
  {
    'ppt/slides/_rels/slide1.xml.rels': relations(
      ['lay', 'slideLayout', '../slideLayouts/layout1.xml'],
      ['ch', 'chart', '../charts/chart1.xml'],
    ),
    'ppt/charts/chart1.xml': chart,
  },
)
const sheet = xlsxOf(
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>45322.5</v></c><c r="B2" t="b"><v>1</v></c></row>',
)

for (const [name, document] of Object.entries({ word, slide, sheet })) {
  test(`a strict document is read as any other: ${name}`, async () => {
    const read = await readDocument(document, READ_OPTIONS)
    assert.ok(read.blocks.length > 0)
    assert.deepEqual(await readDocument(strictOf(document), READ_OPTIONS), read)
  })
}

test('moments, percentages, lengths and truth as strict documents write them', async () => {
  const cells = (moment: string, truth: string): Uint8Array =>
    xlsxOf(`<row r="1"><c r="A1"${moment}</c><c r="B1" t="b"><v>${truth}</v></c><c r="C1"><v>2</v></c></row>`)
  const read = async (document: Uint8Array) => (await readDocument(document, READ_OPTIONS)).blocks
  assert.deepEqual(
    await read(cells(' s="1" t="d"><v>2024-01-31T12:00:00.000</v>', 'true')),
    await read(cells(' s="1"><v>45322.5</v>', '1')),
  )
  assert.match(
    JSON.stringify(await read(cells(' t="d"><v>2024-01-31</v>', 'false'))),
    /2024-01-31 00:00:00.*False/,
  )
  const raised = (baseline: string): Uint8Array =>
    pptxOf(slideShape([`<a:r><a:rPr baseline="${baseline}"/><a:t>2</a:t></a:r>`]))
  assert.deepEqual(await read(raised('-25%')), await read(raised('-25000')))
  assert.match(JSON.stringify(await read(raised('30%'))), /"super"/)
  const placed = (x: string, width: string): Uint8Array =>
    pptxOf(
      slideShape(['Boats']).replace(
        '<p:txBody>',
        `<p:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="${width}" cy="12700"/></a:xfrm></p:spPr><p:txBody>`,
      ),
    )
  assert.deepEqual(await read(placed('-1.5in', '2cm')), await read(placed('-1371600', '720000')))
  assert.match(JSON.stringify(await read(placed('1in', '2cm'))), /"left":914400/)
})
