// What a page that nobody has kept costs between a worker and crawl, over both and a real origin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import markdown from '#extractors/markdown/index.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { createPeer, type Peer } from '#platform/egress/peer.ts'
import { createAttachments } from '#platform/jobs/worker/attachments.ts'
import { sql } from '#platform/db/sql.ts'
import { createRemoteLimiter } from '#platform/limits/remote-backend.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { TEST_WORKER } from '#test/support/worker/start-worker.ts'
import { createSlotCalls } from '#worker/limits/slot-calls.ts'
import { runWorker } from '#worker/run-worker.ts'

const PAGE = `<title>A page</title><main><h1>A page</h1><p>${'It has words enough to be one. '.repeat(20)}</p></main>`

/** Calls of a worker that come with time and not with its work. */
const WITH_TIME = /heartbeat|renew/

/** Writes down each call of the worker API that was answered, but claims that brought no job. */
function listenedTo(peer: Peer, calls: string[]): Peer {
  return {
    origin: peer.origin,
    stream: async (request) => peer.stream(request),
    async request(request) {
      const answer = await peer.request(request)
      const path = request.path.replace('/api/worker/', '')
      const isEmpty = path === 'claims' && answer.text.includes('"jobs":[]')
      if (!isEmpty && !WITH_TIME.test(path)) calls.push(path)
      return answer
    },
    [Symbol.asyncDispose]: async () => peer[Symbol.asyncDispose](),
  }
}

test('a page costs four calls: claim, lookup, permit and completion', async (t) => {
  const site = await startServer(t, (request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  const crawl = await startTestCrawl(t, { extractors: [markdown] })
  const calls: string[] = []
  const peer = listenedTo(createPeer({ origin: crawl.url, unavailableCode: 'crawl_unavailable' }), calls)
  // However long the machine takes for the page, its slot and its report wait for the end of the job.
  const attachments = createAttachments(600_000)
  const limiter = createRemoteLimiter({ calls: createSlotCalls(peer, attachments), log: silentLogger })
  const egress = createEgress({
    settings: {
      allow: ['127.0.0.1/32'],
      hosts: [],
      contact: null,
      // As by default, a slot is for one request.
      hostDelayMs: 1,
      hostConcurrency: 2,
      productVersion: '0.0.0',
    },
    log: silentLogger,
    limiter,
  })
  const worker = await runWorker({
    crawl: peer,
    egress,
    limiter,
    attachments,
    log: silentLogger,
    settings: TEST_WORKER,
    extractors: [markdown],
    host: { settings: {}, dataDir: '/nonexistent' },
  })
  crawl.beforeStop(async () => {
    await worker.stop()
    await egress[Symbol.asyncDispose]()
    await limiter[Symbol.asyncDispose]()
    await peer[Symbol.asyncDispose]()
  })
  const ask = async (path: string) =>
    crawl.call<{ cache: { status: string } }>('POST', '/api/v1/markdown/extract', {
      body: { url: site.origin + path, timeoutMs: 300_000 },
      headers: { prefer: 'wait=120' },
    })
  // The caller may have its answer before the worker has that of its report.
  const completed = async () => {
    while (!calls.includes('completions')) await new Promise((resolve) => setImmediate(resolve))
  }
  // The first page of the host also needs its robots.txt.
  const first = await ask('/first')
  assert.equal(first.status, 200, first.text)
  await completed()
  calls.length = 0
  const cold = await ask('/cold')
  assert.deepEqual([cold.status, cold.json.cache.status], [200, 'miss'], cold.text)
  await completed()
  assert.deepEqual(calls, ['claims', 'snapshots/lookups', 'permits', 'completions'])
  assert.deepEqual(await crawl.db.query(sql`select id from limit_slots`), [], 'the slot came back')
  const pages = await crawl.db.query<{ url: string }>(sql`select url from cache_snapshots order by url`)
  assert.deepEqual(
    pages.map(({ url }) => url),
    [`${site.origin}/cold`, `${site.origin}/first`],
  )
})
