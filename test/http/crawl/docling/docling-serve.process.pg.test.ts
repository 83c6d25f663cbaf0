import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import docling from '#extractors/docling/index.ts'
import type { DoclingData } from '#extractors/docling/options.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { respondWith } from '#test/support/sites/respond-with.ts'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

const PATH = '/api/v1/docling/extract'
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: DoclingData }
/** A busy machine may take as long as it likes. */
const SLOW = { timeoutMs: 300_000 }
const WAIT = { prefer: 'wait=300' }
const FILE = pdfOf([pdfText(72, 700, 'The Harbour', 'F2', 20)])

/** What a docling-serve has of a document. */
const DOCUMENT = {
  schema_name: 'DoclingDocument',
  version: '1.10.0',
  name: 'a',
  origin: { mimetype: 'application/pdf', binary_hash: 1, filename: 'a.pdf' },
  furniture: {
    self_ref: '#/furniture',
    children: [],
    content_layer: 'furniture',
    name: '_root_',
    label: 'unspecified',
  },
  body: { self_ref: '#/body', children: [], content_layer: 'body', name: '_root_', label: 'unspecified' },
  groups: [],
  texts: [],
  pictures: [],
  tables: [],
  key_value_items: [],
  form_items: [],
  pages: { '1': { size: { width: 612, height: 792 }, page_no: 1 } },
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Crawl and a worker whose operator named a docling-serve: the real door, and a server on loopback that answers. */
async function startServedCrawl(
  t: TestContext,
  respond: RequestListener,
): Promise<{ crawl: TestCrawl; url: string }> {
  const server = await startServer(t, respond)
  const site = await startServer(t, respondWith({ '/a.pdf': { type: 'application/pdf', body: FILE } }))
  const crawl = await startTestCrawl(t, { extractors: [docling] })
  const settings = { doclingServeUrl: `${server.origin}/`, doclingServeKey: 'the-key-of-the-operator' }
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/0 (test)' })
  t.after(() => peers[Symbol.asyncDispose]())
  await startCrawlWorker(t, crawl, [docling], { settings, peerFetch: peers.fetch })
  return { crawl, url: `${site.origin}/a.pdf` }
}

suite('a docling-serve of the operator', () => {
  test('gets the file and the options, and its answer is ours', async (t) => {
    const asked: { request: IncomingMessage; form: FormData }[] = []
    const { crawl, url } = await startServedCrawl(t, (request, response) => {
      void bodyOf(request).then(async (body) => {
        const headers = { 'content-type': request.headers['content-type'] ?? '' }
        asked.push({ request, form: await new Response(new Uint8Array(body), { headers }).formData() })
        const document = { filename: 'a.pdf', md_content: '# Theirs', json_content: DOCUMENT }
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ document, status: 'success', errors: [], processing_time: 0.1, timings: {} }))
      })
    })
    const { status, json, text } = await crawl.call<Answer>('POST', PATH, {
      body: { url, pages: '1', ocr: 'force', ocrLanguages: ['de'], images: 'embedded', ...SLOW },
      headers: WAIT,
    })
    assert.equal(status, 200, text)
    assert.deepEqual(
      [
        json.data.markdown,
        json.engine.used,
        json.data.stats.pages,
        json.data.stats.ocrPages,
        json.data.ocrPages,
      ],
      ['# Theirs', 'docling-serve', 1, null, null],
    )
    assert.deepEqual(json.data.document, DOCUMENT)
    const [sent] = asked
    assert.ok(sent !== undefined && asked.length === 1)
    assert.deepEqual([sent.request.method, sent.request.url], ['POST', '/v1/convert/file'])
    assert.equal(sent.request.headers['user-agent'], 'Surveyor/0 (test)')
    assert.equal(sent.request.headers['x-api-key'], 'the-key-of-the-operator')
    const file = sent.form.get('files')
    assert.ok(file instanceof File)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), Buffer.from(FILE))
    assert.deepEqual(
      ['to_formats', 'page_range', 'force_ocr', 'ocr_lang', 'image_export_mode'].map((name) =>
        sent.form.getAll(name),
      ),
      [['md', 'json'], ['1', '1'], ['true'], ['de'], ['embedded']],
    )
  })

  test('a server that refuses, sends elsewhere, breaks off or is gone is a named error', async (t) => {
    let answer: RequestListener = (_, response) => void response.writeHead(500).end()
    const { crawl, url } = await startServedCrawl(t, (request, response) => answer(request, response))
    const codeFor = async (respond: RequestListener): Promise<[number, string]> => {
      answer = respond
      const { status, json } = await crawl.call<Problem>('POST', PATH, {
        body: { url, maxAgeMs: 0, ...SLOW },
        headers: WAIT,
      })
      return [status, json.code]
    }
    assert.deepEqual(await codeFor((_, response) => void response.writeHead(422).end('{}')), [
      415,
      'unsupported_document',
    ])
    // No redirect is followed: the operator named this server and no other.
    const elsewhere: RequestListener = (_, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    assert.equal((await codeFor(elsewhere))[1], 'target_http_error')
    assert.equal((await codeFor((_, response) => void response.end('<html>')))[1], 'upstream_changed')
    const broken: RequestListener = (request) => void request.socket.destroy()
    assert.equal((await codeFor(broken))[1], 'target_connect_error')
  })
})
