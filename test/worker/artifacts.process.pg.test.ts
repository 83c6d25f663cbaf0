// The files of a job, from the extractor through the worker and crawl to the caller.
import assert from 'node:assert/strict'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import noop from '#test/support/extractors/noop/index.ts'
import { fetchBytes, upload } from '#test/support/crawl/byte-calls.ts'
import { startTestCrawl, type TestCrawl, type TestCrawlOptions } from '#test/support/crawl/start-crawl.ts'
import { newId } from '#kit/ids.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'

interface Kept {
  readonly links: ArtifactLink[]
  readonly read: {
    readonly mediaType: string
    readonly filename: string | null
    readonly bytes: string
  } | null
}

const FILES = [
  { kind: 'document', mediaType: 'text/plain', text: 'Grüße' },
  { kind: 'document', mediaType: 'text/html', text: '<b>x</b>' },
  { kind: 'document', mediaType: 'text/plain', text: 'Grüße' },
]

async function start(
  t: TestContext,
  options: TestCrawlOptions = {},
  via = (url: string) => url,
): Promise<TestCrawl> {
  const crawl = await startTestCrawl(t, { extractors: [noop], ...options })
  const resources = new AsyncDisposableStack()
  crawl.beforeStop(() => resources.disposeAsync())
  await startWorker({ origin: via(crawl.url), resources })
  return crawl
}

const keep = (crawl: TestCrawl, body: object) =>
  crawl.call<ExtractionAnswer & Problem>('POST', '/api/v1/noop/keep', { body: { files: FILES, ...body } })

test('saved files are links in the result, each once and in the order of the calls', async (t) => {
  const crawl = await start(t)
  const { status, json } = await keep(crawl, {})
  assert.equal(status, 200)
  const { links } = json.data as Kept
  assert.equal(links[0]?.id, links[2]?.id, 'the same content is the same file')
  assert.deepEqual(
    json.artifacts.map(({ id, mediaType }) => [id, mediaType]),
    [
      [links[0]?.id, 'text/plain'],
      [links[1]?.id, 'text/html'],
    ],
  )
  const [text] = json.artifacts
  assert.equal((await fetchBytes(crawl, text?.href ?? '')).bytes.toString(), 'Grüße')
})

test('an upload is the source of an extraction, and only the one that was named', async (t) => {
  const crawl = await start(t)
  const source = (
    await upload(crawl, 'the document', { 'content-disposition': 'attachment; filename="ü.png"' })
  ).json
  const other = (await upload(crawl, 'another')).json
  const read = await keep(crawl, { artifactId: source.id })
  assert.deepEqual((read.json.data as Kept).read, {
    id: source.id,
    mediaType: 'image/png',
    filename: 'ü.png',
    sha256: source.sha256,
    bytes: 'the document',
  })
  const stranger = await keep(crawl, { artifactId: source.id, reads: other.id })
  assert.deepEqual([stranger.status, stranger.json.code], [404, 'not_found'])

  const large = (await upload(crawl, 'x'.repeat(1_001))).json
  const tooLarge = await keep(crawl, { artifactId: large.id })
  assert.deepEqual([tooLarge.status, tooLarge.json.code], [413, 'target_too_large'])
})

test('a source that is not there is refused before a job is made of it', async (t) => {
  const crawl = await start(t)
  const source = (await upload(crawl, 'the document')).json
  for (const id of [newId('art'), 'nonsense']) {
    const { status, json } = await keep(crawl, { artifactId: id })
    assert.deepEqual([status, json.code], [422, 'validation_failed'])
    assert.deepEqual(
      json.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/artifactId', 'not_found']],
    )
  }
  const batch = await crawl.call<Problem>('POST', '/api/v1/noop/batch/keep', {
    body: { defaults: { files: [] }, items: [{ artifactId: source.id }, { artifactId: newId('art') }] },
  })
  assert.deepEqual([batch.status, batch.json.errors?.[0]?.pointer], [422, '/items/1/artifactId'])
  assert.equal((await crawl.call('DELETE', source.href)).status, 204)
  assert.equal((await keep(crawl, { artifactId: source.id })).status, 422)
  assert.deepEqual((await crawl.call<{ items: [] }>('GET', '/api/jobs')).json.items, [])
})

test('a file that is too large fails the job with that word', async (t) => {
  const crawl = await start(t, { artifacts: { maxBytes: 7 } })
  const { status, json } = await keep(crawl, {})
  assert.deepEqual([status, json.code], [413, 'body_too_large'])
})

test('a file is saved although crawl is away for a moment', async (t) => {
  let away = 2
  let target = ''
  const gate = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/api/worker/artifacts') === true && away > 0) {
      away -= 1
      incoming.socket.destroy()
      return
    }
    const { method = 'GET', url = '/', headers } = incoming
    const outgoing = forward(new URL(url, target), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    gate.closeAllConnections()
    gate.close()
  })
  const crawl = await start(t, {}, (url) => {
    target = url
    return `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  })
  const { status, json } = await keep(crawl, {})
  assert.deepEqual([status, json.artifacts.length, away], [200, 2, 0])
})

test('the only file of a result is the answer itself where Accept prefers it', async (t) => {
  const crawl = await start(t)
  const ask = async (accept: string, files = FILES.slice(1, 2), headers = {}) => {
    const response = await fetch(`${crawl.url}/api/v1/noop/keep`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: JSON.stringify({ files }),
    })
    return { headers: response.headers, status: response.status, text: await response.text() }
  }
  for (const accept of ['text/html', 'text/*, */*;q=0.1']) {
    const raw = await ask(accept)
    assert.deepEqual([raw.status, raw.text], [200, '<b>x</b>'], accept)
    assert.match(raw.headers.get('x-job-id') ?? '', /^job_/)
    assert.match(raw.headers.get('cache-status') ?? '', /^surveyor/)
    assert.equal(raw.headers.get('content-type'), 'text/html')
    assert.match(raw.headers.get('content-disposition') ?? '', /^attachment/)
    assert.match(raw.headers.get('content-security-policy') ?? '', /^sandbox/)
    assert.equal(raw.headers.get('cache-control'), 'no-store')
  }
  const enveloped = [
    await ask('*/*'),
    await ask('application/json, text/html;q=0.9'),
    await ask('image/png'),
    await ask('text/html', FILES),
    await ask('text/html', []),
    await ask('text/html', undefined, { 'idempotency-key': 'a' }),
  ]
  for (const { headers, text } of enveloped) {
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.ok('artifacts' in (JSON.parse(text) as object))
  }
})
