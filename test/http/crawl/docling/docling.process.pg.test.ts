import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { DoclingData } from '#extractors/docling/options.ts'
import { startDoclingCrawl } from '#test/support/crawl/start-docling-crawl.ts'
import { DOCUMENT_BOMBS } from '#test/support/documents/document-bombs.ts'
import { docxOf, pdfOf, pdfText, wordParagraph } from '#test/support/documents/make-documents.ts'

const PATH = '/api/v1/docling/extract'
/** Children that parse stand back behind everything else on the machine, however busy it is. */
const timeoutMs = 300_000
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: DoclingData }

const pdf = {
  type: 'application/pdf',
  body: pdfOf([pdfText(72, 700, 'The Harbour', 'F2', 20), pdfText(72, 400, 'Page two of it')]),
}
const word = docxOf(wordParagraph('Axes', '<w:pStyle w:val="T1"/>') + wordParagraph('By hand.'))
const docx = { type: 'application/octet-stream', body: word }

test('a PDF over POST and GET, as Markdown alone, and the pages that were asked for', async (t) => {
  const { crawl, site } = await startDoclingCrawl(t, { '/a.pdf': pdf })
  const url = `${site.origin}/a.pdf`
  const posted = await crawl.call<Answer>('POST', PATH, { body: { url, timeoutMs } })
  assert.equal(posted.status, 200, posted.text)
  const { data, engine, response } = posted.json
  assert.equal(data.markdown, '## The Harbour\n\nPage two of it')
  assert.deepEqual([data.format, data.filename, data.stats.pages, engine.used], ['pdf', 'a.pdf', 2, 'http'])
  assert.equal(response?.contentType, 'application/pdf')
  const query = new URLSearchParams({ url, pages: '2', to: 'text', timeoutMs: String(timeoutMs) })
  const flat = await crawl.call<Answer>('GET', `${PATH}?${query.toString()}`)
  assert.equal(flat.status, 200, flat.text)
  assert.deepEqual([flat.json.data.text, flat.json.data.stats.pages], ['Page two of it', 1])
  const raw = await crawl.call('POST', PATH, { body: { url, timeoutMs, delivery: 'raw' } })
  assert.match(raw.headers.get('content-type') ?? '', /^text\/markdown/)
  assert.equal(raw.text, '## The Harbour\n\nPage two of it')
})

test('an uploaded file, and a document behind a general type', async (t) => {
  const { crawl, site } = await startDoclingCrawl(t, { '/a': docx })
  const uploaded = await fetch(`${crawl.url}/api/v1/artifacts`, {
    method: 'POST',
    body: Buffer.from(word),
    headers: { 'content-type': 'application/octet-stream' },
  })
  assert.equal(uploaded.status, 201)
  const { id } = (await uploaded.json()) as { id: string }
  for (const source of [{ artifactId: id }, { url: `${site.origin}/a` }]) {
    const { status, json, text } = await crawl.call<Answer>('POST', PATH, {
      body: { ...source, timeoutMs, to: ['md'] },
    })
    assert.equal(status, 200, text)
    assert.deepEqual([json.data.format, json.data.markdown], ['docx', '# Axes\n\nBy hand.'])
  }
})

test('a form with the file and its options, and one with several files', async (t) => {
  const { crawl } = await startDoclingCrawl(t, {})
  const send = async (fields: readonly (readonly [string, string | File])[]) => {
    const form = new FormData()
    for (const [name, value] of [...fields, ['timeoutMs', String(timeoutMs)] as const])
      form.append(name, value)
    return fetch(`${crawl.url}${PATH}`, { method: 'POST', body: form, headers: { prefer: 'wait=120' } })
  }
  const pdfFile = new File([Buffer.from(pdf.body)], 'harbour.pdf')
  // Its bytes are those of any text: the name says what it is.
  const adoc = new File(['== Axes\n\nBy hand.'], 'axes.adoc')
  const one = await send([
    ['file', pdfFile],
    ['pages', '1'],
    ['to', 'md,text'],
  ])
  const { data } = (await one.json()) as Answer
  assert.deepEqual(
    [one.status, data.filename, data.format, data.markdown, data.text, data.document],
    [200, 'harbour.pdf', 'pdf', '## The Harbour', 'The Harbour', undefined],
  )
  const many = await send([
    ['file', adoc],
    ['file', pdfFile],
  ])
  assert.equal(many.status, 202)
  const { jobId } = (await many.json()) as { jobId: string }
  for (;;) {
    const { json } = await crawl.call('GET', `/api/jobs/${jobId}?waitMs=30000`)
    if (json['status'] === 'succeeded') break
    assert.ok(['queued', 'running'].includes(String(json['status'])), JSON.stringify(json))
  }
  const { json } = await crawl.call<{ items: { result: { data: DoclingData } }[] }>(
    'GET',
    `/api/jobs/${jobId}/result`,
  )
  assert.deepEqual(
    json.items.map(({ result }) => [result.data.filename, result.data.format]),
    [
      ['axes.adoc', 'asciidoc'],
      ['harbour.pdf', 'pdf'],
    ],
  )
})

test('what is refused: no source, a wrong range, an unknown file, a kind without a reader', async (t) => {
  const { crawl, site } = await startDoclingCrawl(t, {
    '/old.doc': { type: 'application/msword', body: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
  })
  const url = `${site.origin}/old.doc`
  const artifactId = 'art_00000000-0000-7000-8000-000000000000'
  for (const [body, status, code] of [
    [{}, 422, 'validation_failed'],
    [{ url, pages: 'x' }, 422, 'validation_failed'],
    [{ url, pages: '9-1' }, 422, 'validation_failed'],
    [{ url, formats: ['md'] }, 422, 'validation_failed'],
    [{ artifactId }, 422, 'validation_failed'],
    [{ url, timeoutMs }, 415, 'unsupported_document'],
  ] as const) {
    const answer = await crawl.call<Problem>('POST', PATH, { body })
    assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
  }
})

test('each document bomb ends as named, and the next document is read', async (t) => {
  const bombs = DOCUMENT_BOMBS.filter(({ heavy }) => heavy !== true)
  const paths = bombs.map((_, at) => `/bomb/${at}`)
  const files = Object.fromEntries(
    bombs.map(({ bytes }, at) => [paths[at], { type: 'application/octet-stream', body: bytes() }]),
  )
  const { crawl, site } = await startDoclingCrawl(t, { ...files, '/a.pdf': pdf })
  for (const [at, { name, ends }] of bombs.entries()) {
    const url = `${site.origin}${paths[at]}`
    const { status, json } = await crawl.call<Answer & Problem>('POST', PATH, {
      body: { url, to: ['text'], timeoutMs: 120_000 },
      headers: { prefer: 'wait=120' },
    })
    const end = status === 200 ? 'read' : json.code
    assert.ok(ends.includes(end), `${name}: ${end} ${json.detail ?? ''}`)
  }
  const { status } = await crawl.call('POST', PATH, { body: { url: `${site.origin}/a.pdf`, timeoutMs } })
  assert.equal(status, 200)
})
