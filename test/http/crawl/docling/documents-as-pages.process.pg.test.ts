import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import docling from '#extractors/docling/index.ts'
import type { DoclingData } from '#extractors/docling/options.ts'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import type { MarkdownData } from '#extractors/markdown/options.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { respondWith, type SiteFiles } from '#test/support/sites/respond-with.ts'
import { pdfOf, pdfText, xlsxOf } from '#test/support/documents/make-documents.ts'
import { pictureOf, scanOf } from '#test/support/documents/make-pdfs.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { findTesseract } from '#worker/ocr/recognizer.ts'

type Answer<Data> = Omit<ExtractionAnswer, 'data'> & { readonly data: Data }
/** A busy machine may take as long as it likes. */
const SLOW = { timeoutMs: 300_000 }
const WAIT = { prefer: 'wait=300' }
const page = pdfOf([
  `${pdfText(72, 700, 'The Harbour', 'F2', 24)}\n${pdfText(72, 640, 'Boats come in here.', 'F1', 14)}`,
])

async function startSite(
  t: Parameters<typeof startTestCrawl>[0],
  files: SiteFiles,
): Promise<{ crawl: TestCrawl; origin: string }> {
  const { origin } = await startServer(t, respondWith(files))
  const extractors = [docling, markdown, json]
  const crawl = await startTestCrawl(t, { extractors })
  await startCrawlWorker(t, crawl, extractors)
  return { crawl, origin }
}

test('markdown and json read a document behind an address, and say so', async (t) => {
  const { crawl, origin } = await startSite(t, {
    '/guide': { type: 'application/octet-stream', body: page },
    '/prices': {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: xlsxOf('<row><c t="str"><v>Tool</v></c></row><row><c t="str"><v>Axe</v></c></row>'),
    },
    '/moved': '<meta http-equiv="refresh" content="0; url=/guide"><title>Moved</title>',
    '/old.doc': { type: 'application/msword', body: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
  })
  for (const path of ['/guide', '/moved']) {
    const read = await crawl.call<Answer<MarkdownData>>('POST', '/api/v1/markdown/extract', {
      body: { url: origin + path, formats: ['markdown', 'text'], ...SLOW },
      headers: WAIT,
    })
    assert.equal(read.status, 200, read.text)
    assert.equal(read.json.data.markdown, '## The Harbour\n\nBoats come in here.')
    assert.deepEqual(
      read.json.warnings.map(({ code }) => code),
      ['document_read'],
    )
  }
  const table = await crawl.call<Answer<{ value: unknown }>>('POST', '/api/v1/json/extract', {
    body: { url: `${origin}/prices`, rules: { cells: { selector: 'th, td', multiple: true } }, ...SLOW },
    headers: WAIT,
  })
  assert.equal(table.status, 200, table.text)
  assert.deepEqual(table.json.data.value, { cells: ['Tool', 'Axe'] })
  const refused = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
    body: { url: `${origin}/old.doc`, ...SLOW },
    headers: WAIT,
  })
  assert.deepEqual([refused.status, refused.json.code], [415, 'unsupported_document'])
  assert.match(refused.json.detail ?? '', /old office document.*docling/)
})

const installed = await findTesseract()
const skip = installed === null && process.env['CI'] === undefined ? 'tesseract is not installed' : false

test('scans and pictures are read by the OCR of the machine, told apart from text', { skip }, async (t) => {
  const { crawl, origin } = await startSite(t, {
    '/scan.pdf': { type: 'application/pdf', body: await scanOf(page) },
    '/photo.png': { type: 'image/png', body: await pictureOf(page) },
  })
  for (const path of ['/scan.pdf', '/photo.png']) {
    const {
      status,
      json: answer,
      text,
    } = await crawl.call<Answer<DoclingData>>('POST', '/api/v1/docling/extract', {
      body: { url: origin + path, to: ['text'], ocrLanguages: ['en'], timeoutMs: 300_000 },
      headers: { prefer: 'wait=300' },
    })
    assert.equal(status, 200, text)
    assert.match(answer.data.text ?? '', /The Harbour\s+Boats come in here\./, path)
    assert.deepEqual([answer.data.ocrPages, answer.data.needsOcr, answer.data.stats.ocrPages], [[1], [], 1])
    assert.deepEqual(answer.provenance['text'], { ocr: true, pages: [1] })
  }
  const forced = await crawl.call<Problem>('POST', '/api/v1/docling/extract', {
    body: { url: `${origin}/scan.pdf`, ocr: 'force', ocrLanguages: ['qqq'], ...SLOW },
    headers: WAIT,
  })
  assert.deepEqual([forced.status, forced.json.errors?.[0]?.pointer], [422, '/ocrLanguages'])
})
