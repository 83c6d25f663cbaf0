import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPages } from './count-pages.ts'
import { printOptions } from './print-options.ts'

const url = 'https://a.test/'

test('millimetres become inches, and what is not given has a default', () => {
  const { paperWidth, paperHeight, marginTop, marginLeft, displayHeaderFooter, printBackground, pageRanges } =
    printOptions({ url, marginsMm: { top: 25.4 } })
  assert.deepEqual(
    [paperWidth * 25.4, paperHeight * 25.4, marginTop, Math.round(marginLeft * 25.4)].map(Math.round),
    [210, 297, 1, 10],
  )
  assert.deepEqual([displayHeaderFooter, printBackground, pageRanges], [false, true, ''])
  const own = printOptions({
    url,
    paper: { widthMm: 50.8, heightMm: 25.4 },
    marginsMm: 0,
    header: '<b>h</b>',
  })
  assert.deepEqual([own.paperWidth, own.paperHeight, own.marginRight], [2, 1, 0])
  assert.deepEqual([own.displayHeaderFooter, own.footerTemplate], [true, '<span></span>'])
})

test('a header or a footer has letters of a size and the margins of the page', () => {
  const { headerTemplate, footerTemplate } = printOptions({
    url,
    marginsMm: { left: 25.4, right: 0 },
    header: '<b>h</b>',
    footer: '<i>f</i>',
  })
  const styled =
    '<div style="box-sizing:border-box;width:100%;padding:0 0in 0 1in;font-size:8pt;text-align:center">'
  assert.deepEqual([headerTemplate, footerTemplate], [`${styled}<b>h</b></div>`, `${styled}<i>f</i></div>`])
})

test('an outline needs the tags that it is made of', () => {
  assert.equal(printOptions({ url, tagged: false }).generateTaggedPDF, true)
  assert.equal(printOptions({ url, tagged: false, outline: false }).generateTaggedPDF, false)
})

test('pages are counted by the root of their tree, and unknown is null', () => {
  const tree =
    '<</Type /Pages\n/Count 8\n/Kids [4 0 R]>> … <</Type /Pages\n/Count 19\n/Kids [5 0 R 6 0 R]>> <</Type /Outlines\n/Count 99>>'
  assert.equal(countPages(Buffer.from(tree)), 19)
  assert.equal(countPages(Buffer.from('%PDF-1.7 nothing')), null)
  // Linear in what is not closed.
  assert.equal(countPages(Buffer.from('<</Type /Pages '.repeat(100_000))), null)
})
