import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfFile, pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { withPdf } from './open-pdf.ts'
import { pdfDate, readPdfInfo } from './pdf-info.ts'

test('dates of a PDF as RFC 3339, as far as they go', () => {
  assert.equal(pdfDate("D:20240131120005+01'30'"), '2024-01-31T12:00:05+01:30')
  assert.equal(pdfDate('D:20240131120005Z'), '2024-01-31T12:00:05Z')
  assert.equal(pdfDate("D:20240131120005Z00'00'"), '2024-01-31T12:00:05Z')
  assert.equal(pdfDate('D:2024013112'), '2024-01-31T12:00:00')
  assert.equal(pdfDate('20240131'), '2024-01-31')
  assert.equal(pdfDate('D:2024'), '2024-01-01')
  for (const wrong of [null, '', 'yesterday', 'D:20241399', 'D:20240131990000Z'])
    assert.equal(pdfDate(wrong), null)
})

test('an outline that leads back to itself ends, and says that it was cut', async () => {
  const loop = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    '<< /Type /Outlines /First 5 0 R /Last 5 0 R >>',
    '<< /Title (Round) /Parent 4 0 R /First 5 0 R /Last 5 0 R /Next 5 0 R >>',
  ])
  const { outline, outlineCut } = await withPdf(loop, null, readPdfInfo)
  assert.deepEqual(outline, [{ title: 'Round', level: 1, page: null }])
  assert.equal(outlineCut, true)
  const plain = await withPdf(pdfOf([pdfText(72, 700, 'a')]), null, readPdfInfo)
  assert.deepEqual([plain.outline, plain.outlineCut, plain.title], [[], false, null])
})
