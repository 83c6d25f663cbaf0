import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractResponse } from '#extract/context.ts'
import { docxOf, pdfOf, pdfText, wordParagraph, zipOf } from '#test/support/documents/make-documents.ts'
import { scanOf } from '#test/support/documents/make-pdfs.ts'
import { extractContext, isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'
import type { MarkdownData } from './options.ts'

const ADDRESS = 'https://example.org/files/guide'
const { operations } = await create()

async function run(body: Uint8Array, type: string | null, input: object = {}) {
  const headers: ExtractResponse['headers'] = type === null ? {} : { 'content-type': type }
  const fetch = async () => targetAnswer(ADDRESS, '', { body: Buffer.from(body), headers })
  const context = extractContext(fetch, { isolate: isolateHere })
  const output = await operations['extract']?.({ url: ADDRESS, ...input }, context)
  assert.ok(output !== undefined)
  return { ...output, data: output.data as MarkdownData, codes: output.warnings?.map(({ code }) => code) }
}

const word = docxOf(
  wordParagraph('Harbour Guide', '<w:pStyle w:val="T1"/>') +
    wordParagraph('Boats', '<w:pStyle w:val="H1"/>') +
    wordParagraph('They come in here, <b>slowly</b>.'.replace(/<\/?b>/g, '')) +
    wordParagraph('<w:hyperlink r:id="l"><w:r><w:t>The timetable</w:t></w:r></w:hyperlink>'),
)

test('an office file is read by its bytes, in every form that a page has, and that is said', async () => {
  const formats = ['markdown', 'text', 'html', 'links', 'chunks', 'metadata']
  const { data, codes, engine, response, warnings } = await run(word, 'application/octet-stream', { formats })
  assert.equal(
    data.markdown,
    '# Harbour Guide\n\n## Boats\n\nThey come in here, slowly.\n\n[The timetable](https://example.org/)',
  )
  assert.deepEqual(
    [data.title, data.url, data.mainContent.method, engine, response?.statusCode],
    ['Harbour Guide', ADDRESS, 'full', 'http', 200],
  )
  assert.deepEqual(
    data.links?.map(({ href }) => href),
    ['https://example.org/'],
  )
  assert.deepEqual(data.chunks?.at(-1)?.heading, ['Harbour Guide', 'Boats'])
  assert.deepEqual(codes, ['document_read'])
  assert.match(warnings?.[0]?.detail ?? '', /office document.*docx.*docling/)
})

test('a PDF is read, and a part of it by selectors', async () => {
  const pdf = pdfOf([
    pdfText(72, 700, 'The Harbour', 'F2', 20) + '\n' + pdfText(72, 600, 'Boats come in here.'),
  ])
  const { data, codes } = await run(pdf, null)
  assert.deepEqual([data.markdown, codes], ['## The Harbour\n\nBoats come in here.', ['document_read']])
  const part = await run(pdf, 'application/pdf', { mainContent: 'selector', include: ['p'] })
  assert.equal(part.data.markdown, 'Boats come in here.')
})

test('a document that cannot be read names its kind, and why', async () => {
  const refused = async (body: Uint8Array, type: string | null, detail: RegExp): Promise<void> =>
    assert.rejects(run(body, type), { code: 'unsupported_document', message: detail })
  await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/msword', /old office document.*docling/)
  await refused(zipOf({ 'a.txt': 'a' }), 'application/zip', /archive of another kind/)
  await refused(await scanOf(pdfOf([pdfText(72, 700, 'Words')]), 72), null, /PDF document.*pictures.*OCR/)
})
