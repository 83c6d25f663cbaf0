import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import pdf from '#extractors/pdf/index.ts'
import type { PdfData } from '#extractors/pdf/options.ts'
import { pdfText } from '#test/support/documents/make-documents.ts'
import { richPdf } from '#test/support/documents/make-pdfs.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'

const PATH = '/api/v1/pdf/extract'
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: PdfData }

/** A busy machine may take as long as it likes. */
const SLOW = { timeoutMs: 300_000 }
const WAIT = { prefer: 'wait=300' }

/** Each heading begins a page. */
const BOOK = `<html lang="en"><title>Book</title><style>h1{break-before:page}@media screen{h1{display:none}}</style>
  ${[1, 2, 3].map((chapter) => `<h1>Chapter ${chapter}</h1><p>Words of this chapter, enough of them.</p>`).join('')}`

suite('POST /api/v1/pdf/extract', () => {
  test('prints a page: paper, margins, pages, outline, tags; bytes for Accept', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [pdf], { '/book': BOOK })
    const url = `${site.origin}/book`
    const { status, json, text } = await crawl.call<Answer>('POST', PATH, { body: { url, paper: 'A5' } })
    assert.equal(status, 200, text)
    assert.deepEqual([json.data.mode, json.data.title, json.data.pages], ['render', 'Book', 3])
    assert.deepEqual(
      json.artifacts.map(({ kind, pages, mediaType }) => [kind, pages, mediaType]),
      [['pdf', 3, 'application/pdf']],
    )
    // It is fetched once, by the browser.
    assert.deepEqual(
      site.asked.filter((path) => path !== '/robots.txt'),
      ['/book'],
    )
    const bytesOf = async (input: object): Promise<string> => {
      const response = await fetch(crawl.url + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: JSON.stringify({ url, ...input }),
      })
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      return Buffer.from(await response.arrayBuffer()).toString('latin1')
    }
    const file = await bytesOf({
      paper: { widthMm: 100, heightMm: 200 },
      marginsMm: { top: 5 },
      footer: '<b style="font-size:8px">f</b>',
    })
    assert.match(file, /^%PDF-/)
    // In points of 1/72 inch, rounded up by Chromium to what its pixels need.
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? []
    assert.deepEqual([Math.round(Number(width) / 2.8346), Math.round(Number(height) / 2.8346)], [100, 200])
    assert.match(file, /\/Outlines/)
    assert.match(file, /\/StructTreeRoot/)
    const plain = await bytesOf({ outline: false, tagged: false, landscape: true, pageRanges: '2-3' })
    assert.doesNotMatch(plain, /\/Outlines|\/StructTreeRoot/)
    assert.match(plain, /\/Count 2\b/)
    // Headings are not shown on a screen, so nothing begins a new page.
    const screen = await crawl.call<Answer>('POST', PATH, { body: { url, media: 'screen' } })
    assert.equal(screen.json.data.pages, 1)
  })

  test('reads a PDF: by mode, by its name, after a browser saw a file, over GET, from an upload', async (t) => {
    const file = richPdf(pdfText(72, 700, 'Boats come in here.'), pdfText(72, 700, 'And leave from there.'))
    const { crawl, site } = await startBrowserCrawl(t, [pdf], (request, response) => {
      if (request.url !== '/robots.txt')
        return void response.setHeader('content-type', 'application/pdf').end(file)
      response.writeHead(404).end()
    })
    const texts = ['Boats come in here.', 'And leave from there.']
    const uploaded = await fetch(`${crawl.url}/api/v1/artifacts`, {
      method: 'POST',
      body: Buffer.from(file),
      headers: { 'content-type': 'application/pdf' },
    })
    const { id } = (await uploaded.json()) as { id: string }
    for (const body of [
      { url: `${site.origin}/a`, mode: 'extract' },
      { url: `${site.origin}/a.pdf` },
      { url: `${site.origin}/b` },
      { artifactId: id },
    ]) {
      const { status, json, text } = await crawl.call<Answer>('POST', PATH, {
        body: { ...body, ...SLOW },
        headers: WAIT,
      })
      assert.equal(status, 200, text)
      assert.deepEqual(
        [json.data.mode, json.data.title, json.data.pages, json.data.pagesText?.map((page) => page.text)],
        ['extract', 'The Harbour', 2, texts],
      )
    }
    const query = new URLSearchParams({
      url: `${site.origin}/a.pdf`,
      pages: '2',
      includeImages: 'true',
      timeoutMs: '300000',
    })
    const flat = await crawl.call<Answer>('GET', `${PATH}?${query.toString()}`, { headers: WAIT })
    assert.equal(flat.status, 200, flat.text)
    assert.deepEqual([flat.json.data.pagesText?.length, flat.json.data.images], [1, []])
    const images = await crawl.call<Answer>('POST', PATH, {
      body: { url: `${site.origin}/a.pdf`, includeImages: true, output: 'markdown', ...SLOW },
      headers: WAIT,
    })
    const [image] = images.json.data.images ?? []
    assert.deepEqual([image?.page, image?.width, image?.height], [1, 20, 10])
    const bytes = await fetch(`${crawl.url}/api/v1/artifacts/${image?.artifactId}`)
    assert.deepEqual([bytes.status, bytes.headers.get('content-type')], [200, 'image/png'])
    const raw = await crawl.call('POST', PATH, {
      body: { url: `${site.origin}/a.pdf`, output: 'markdown', delivery: 'raw', ...SLOW },
      headers: WAIT,
    })
    assert.match(raw.headers.get('content-type') ?? '', /^text\/markdown/)
    assert.match(raw.text, /^Boats come in here\./)
  })

  test('what cannot be printed or read is a named error', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [pdf], (request, response) => {
      if (request.url === '/file.pdf')
        return void response.setHeader('content-type', 'application/pdf').end('%PDF-1.7')
      response.setHeader('content-type', 'text/html').end(BOOK)
    })
    const refused = async (input: object, status: number, code: string, pointer?: string): Promise<void> => {
      const answer = await crawl.call<Problem>('POST', PATH, {
        body: {
          url: `${site.origin}/book`,
          robots: 'ignore',
          ...SLOW,
          ...input,
        },
        headers: WAIT,
      })
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
      if (pointer !== undefined) assert.equal(answer.json.errors?.[0]?.pointer, pointer)
    }
    await refused({ pageRanges: '7-9' }, 422, 'validation_failed', '/pageRanges')
    await refused({ pageRanges: 'x' }, 422, 'validation_failed', '/pageRanges')
    await refused({ marginsMm: 199 }, 422, 'validation_failed', '/marginsMm')
    await refused({ paper: 'A9' }, 422, 'validation_failed')
    await refused({ engine: 'http' }, 422, 'validation_failed', '/engine')
    await refused({ mode: 'extract' }, 415, 'unsupported_document')
    await refused({ mode: 'extract', pages: '3-1' }, 422, 'validation_failed', '/pages')
    await refused({ url: undefined, html: '<p>', mode: 'extract' }, 422, 'validation_failed', '/html')
    await refused({ mode: 'extract', paper: 'A5' }, 422, 'validation_failed', '/paper')
    await refused({ mode: 'extract', waitFor: { delayMs: 5 } }, 422, 'validation_failed', '/waitFor')
    await refused({ mode: 'extract', engine: 'browser' }, 422, 'validation_failed', '/engine')
    await refused({ mode: 'render', password: 'x' }, 422, 'validation_failed', '/password')
    await refused({ url: undefined, html: '<p>', output: 'json' }, 422, 'validation_failed', '/output')
    await refused({ pages: 'all' }, 422, 'validation_failed', '/pages')
    await refused({ url: `${site.origin}/file.pdf`, pages: '3-1' }, 422, 'validation_failed', '/pages')
    await refused({ url: `${site.origin}/file.pdf` }, 415, 'unsupported_document')
    await refused({ url: `${site.origin}/file.pdf`, mode: 'render' }, 415, 'unsupported_document')
  })
})
