import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractContext, ExtractResponse } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { encryptedPdf, richPdf, scanOf } from '#test/support/documents/make-pdfs.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { createMemoryArtifacts } from '#test/support/extract/memory-artifacts.ts'
import pdf from './index.ts'
import { create } from './extract.ts'
import { PdfData, PdfInput } from './options.ts'

const URL_OF_FILE = 'https://example.org/file'
const { operations } = await create()

async function run(input: object, body: Uint8Array, more: Partial<ExtractContext> = {}) {
  const whole = { url: URL_OF_FILE, mode: 'extract', ...input }
  assert.deepEqual(inputProblems(PdfInput, whole), [])
  const { saveArtifact, saved } = createMemoryArtifacts()
  const answers: Record<string, Partial<ExtractResponse>> = { [URL_OF_FILE]: { body, headers: {} } }
  const context = extractContext(siteOf(answers).fetch, { isolate: isolateHere, saveArtifact, ...more })
  const output = await operations['extract']?.(whole, context)
  assert.ok(output !== undefined)
  assert.deepEqual(inputProblems(PdfData, output.data), [])
  return { ...output, data: output.data as PdfData, saved }
}

const rich = richPdf(pdfText(72, 700, 'Boats come in here.'), pdfText(72, 700, 'And leave from there.'))

test('text by page, metadata, outline; Markdown and JSON where they are asked for', async () => {
  const { data, engine, response } = await run({}, rich)
  assert.deepEqual(
    [data.mode, data.title, data.author, data.subject, data.producer, data.pages, data.bytes],
    ['extract', 'The Harbour', 'A. Writer', null, 'By hand', 2, rich.length],
  )
  assert.deepEqual(
    [data.createdAt, data.modifiedAt, data.pdfVersion, data.encrypted, data.tagged, data.status],
    ['2024-01-31T12:00:00+01:00', '2024-02-01', '1.7', false, true, 'success'],
  )
  assert.deepEqual(data.outline, [
    { title: 'One', level: 1, page: 1 },
    { title: 'Ä', level: 2, page: 2 },
    { title: 'Nowhere', level: 1, page: null },
  ])
  assert.deepEqual(data.pagesText, [
    { page: 1, text: 'Boats come in here.', ocr: false },
    { page: 2, text: 'And leave from there.', ocr: false },
  ])
  assert.deepEqual(
    [data.markdown, data.document, data.images, engine],
    [undefined, undefined, undefined, 'http'],
  )
  assert.equal(response?.finalUrl, URL_OF_FILE)
  const markdown = await run({ output: 'markdown' }, rich)
  assert.equal(markdown.data.markdown, 'Boats come in here.\n\n<!-- image -->\n\nAnd leave from there.')
  const json = await run({ output: 'json', pages: '2' }, rich)
  assert.deepEqual(Object.keys(Object(json.data.document).pages), ['2'])
  assert.deepEqual([json.data.pages, json.data.pagesText?.length], [2, 1])
})

test('running titles and page numbers are part of the text of a page, not of its Markdown', async () => {
  const page = (number: number): string =>
    [
      pdfText(72, 770, 'The Harbour Book'),
      pdfText(72, 400, `Text of page ${number}.`),
      pdfText(300, 20, String(number)),
    ].join('\n')
  const { data } = await run({ output: 'markdown', pages: '1-3' }, pdfOf([page(1), page(2), page(3)]))
  assert.equal(data.pagesText?.[1]?.text, 'The Harbour Book\n\nText of page 2.\n\n2')
  assert.equal(data.markdown, 'Text of page 1.\n\nText of page 2.\n\nText of page 3.')
})

test('the pictures of the file become artifacts', async () => {
  const { data, saved } = await run({ includeImages: true }, rich)
  assert.deepEqual(
    data.images?.map(({ page, mediaType, width, height }) => [page, mediaType, width, height]),
    [[1, 'image/png', 20, 10]],
  )
  assert.equal(saved.length, 1)
  assert.equal(saved[0]?.link.id, data.images?.[0]?.artifactId)
  assert.deepEqual([...(saved[0]?.bytes.subarray(1, 4) ?? [])], [...Buffer.from('PNG')])
})

test('a file with a password opens with that one alone', async () => {
  const file = encryptedPdf(pdfText(72, 700, 'A secret.'), 'open')
  const { data } = await run({ password: 'open' }, file)
  assert.deepEqual([data.pagesText?.[0]?.text, data.encrypted], ['A secret.', true])
  await assert.rejects(run({}, file), { code: 'unsupported_document', message: /needs a `password`/ })
  await assert.rejects(run({ password: 'no' }, file), {
    code: 'unsupported_document',
    message: /another password/,
  })
})

test('what is not read is said: scans without OCR, damaged files, pages, wrong fields', async () => {
  const scan = await scanOf(pdfOf([pdfText(72, 700, 'Scanned words')]), 72)
  const { data, warnings } = await run({}, scan)
  assert.deepEqual([data.needsOcr, data.ocrPages, data.pagesText?.[0]?.text], [[1], [], ''])
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['ocr_needed'],
  )
  await assert.rejects(run({ ocr: 'force' }, scan), { code: 'validation_failed' })
  await assert.rejects(run({ pages: '3-2' }, rich), { code: 'validation_failed' })
  await assert.rejects(run({}, Buffer.from('%PDF-1.7 nothing')), { code: 'unsupported_document' })
  await assert.rejects(run({}, Buffer.from('<p>A page')), { code: 'unsupported_document', message: /render/ })
  const check = (input: object): Promise<void> => pdf.checkInput?.(input) ?? assert.fail('no check')
  await assert.rejects(check({ html: '<p>', mode: 'extract' }), { code: 'validation_failed' })
  await assert.rejects(check({ url: URL_OF_FILE, engine: 'http' }), { code: 'validation_failed' })
  await check({ url: URL_OF_FILE, engine: 'http', mode: 'extract' })
})

test('auto reads a target that its name or its fields call a PDF, and prints what is none', async () => {
  const auto = await run({ mode: 'auto', output: 'markdown' }, rich)
  assert.equal(auto.data.mode, 'extract')
  const both = await run({ mode: 'auto', output: 'markdown', paper: 'A5', viewport: { widthPx: 500 } }, rich)
  assert.deepEqual(
    both.warnings?.filter(({ code }) => code === 'option_unused').map(({ code, pointer }) => [code, pointer]),
    [
      ['option_unused', '/paper'],
      ['option_unused', '/viewport'],
    ],
  )
  // Nothing but a browser is asked after the page was fetched.
  await assert.rejects(
    run({ mode: 'auto', output: 'markdown' }, Buffer.from('<p>A page')),
    /a browser is not expected/,
  )
  await assert.rejects(run({ mode: 'render', output: 'text' }, rich), /a browser is not expected/)
})

test('raw is the text of a PDF that was read', () => {
  const raw = pdf.operations['extract']?.raw
  const of = (data: object) => raw?.contentOf({ data, artifacts: [] })
  const pagesText = [{ text: 'one' }, { text: 'two' }]
  assert.deepEqual(of({ pagesText, markdown: '# One' }), { text: '# One', mediaType: 'text/markdown' })
  assert.deepEqual(of({ pagesText }), { text: 'one\n\f\ntwo', mediaType: 'text/plain' })
  assert.ok('missing' in (of({}) ?? {}))
})
