// The job options of a request: priority, time in the queue, metadata, many URLs; and finding jobs by them.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { BatchItem, ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf } from '#test/support/crawl/test-worker.ts'

const PATH = '/api/v1/page/extract'
const URL_OF = (n: number) => `http://www.example.org/${n}`
interface List<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

const page = defineExtractor({
  name: 'page',
  version: '1.2.3',
  summary: 'Takes pages.',
  operations: {
    extract: {
      summary: 'Take a page.',
      input: PageInput({}),
      output: Type.Object({}),
      pool: 'light',
      timeoutMs: 60_000,
      batch: true,
      path: PATH,
      example: { request: { url: URL_OF(0) } },
    },
  },
  load: async () => {
    throw new Error('the API never loads an extractor')
  },
})

const start = (t: TestContext): Promise<TestCrawl> => startTestCrawl(t, { extractors: [page] })

async function submit(crawl: TestCrawl, body: object): Promise<string> {
  const { status, json, text } = await crawl.call<JobAccepted>('POST', PATH, {
    body,
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202, text)
  assert.equal(json.jobId, json.id)
  return json.jobId
}

test('a job has the priority, the words and the time in the queue that its request names', async (t) => {
  const crawl = await start(t)
  const metadata = { order: '7', 'who asked': 'Ann' }
  const low = await submit(crawl, { url: URL_OF(1), priority: 1 })
  const plain = await submit(crawl, { url: URL_OF(2) })
  const high = await submit(crawl, { url: URL_OF(3), priority: 9, metadata, queueTimeoutMs: 5_000 })
  const { json: job } = await crawl.call<Job>('GET', `/api/jobs/${high}`)
  assert.deepEqual([job.priority, job.metadata], [9, metadata])
  assert.deepEqual(Object.keys(job.input as object).includes('metadata'), false)
  assert.equal(Date.parse(job.deadlineAt ?? '') - Date.parse(job.createdAt), 65_000)
  const worker = await registerTestWorker(crawl)
  const order = []
  for (let n = 0; n < 3; n += 1) order.push((await worker.claim(['page.extract'])).job.id)
  assert.deepEqual(order, [high, plain, low])

  const byHand = await crawl.call<JobAccepted>('GET', `${PATH}?url=${URL_OF(4)}&priority=2`, {
    headers: { prefer: 'respond-async' },
  })
  const { json: hand } = await crawl.call<Job>('GET', `/api/jobs/${byHand.json.jobId}`)
  assert.equal(hand.priority, 2)
  for (const [body, pointer] of [
    [{ priority: 10 }, '/priority'],
    [{ queueTimeoutMs: 1 }, '/queueTimeoutMs'],
    [{ metadata: { a: 1 } }, '/metadata/a'],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, 'v'])) }, '/metadata'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', PATH, { body: { url: URL_OF(1), ...body } })
    assert.deepEqual([status, json.errors?.[0]?.pointer], [422, pointer])
  }
})

test('a job of other words is another job, and words keep no answer from being shared', async (t) => {
  const crawl = await start(t)
  const body = { url: URL_OF(1) }
  const ids = [
    await submit(crawl, body),
    await submit(crawl, { ...body, metadata: { order: '1' } }),
    await submit(crawl, { ...body, metadata: { order: '2' } }),
  ]
  assert.equal(new Set(ids).size, 3)
  assert.equal(await submit(crawl, body), ids[0])
  assert.equal(await submit(crawl, { ...body, metadata: { order: '2' } }), ids[2])
  const worker = await registerTestWorker(crawl)
  const { job, leaseToken } = await worker.claim(['page.extract'])
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  const kept = await crawl.call<ExtractionAnswer>('POST', PATH, {
    body: { ...body, metadata: { order: '3' } },
  })
  assert.match(kept.headers.get('cache-status') ?? '', /hit/)
})

test('many URLs in one request are a batch, in their order', async (t) => {
  const crawl = await start(t)
  const urls = [3, 1, 2].map(URL_OF)
  const { status, headers, json, text } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { urls, locale: 'de', priority: 7, metadata: { order: '7' } },
  })
  assert.equal(status, 202, text)
  assert.equal(headers.get('location'), `/api/jobs/${json.jobId}`)
  const parent = await crawl.call<Job>('GET', `/api/jobs/${json.jobId}`)
  assert.deepEqual(
    [parent.json.type, parent.json.children?.total, parent.json.priority, parent.json.metadata],
    ['page.extract.batch', 3, 7, { order: '7' }],
  )
  const { json: list } = await crawl.call<List<BatchItem>>('GET', `/api/jobs/${json.jobId}/result`)
  assert.deepEqual(
    list.items.map(({ index }) => index),
    [0, 1, 2],
  )
  for (const [index, { jobId }] of list.items.entries()) {
    const { json: job } = await crawl.call<Job>('GET', `/api/jobs/${jobId}`)
    const { url, locale } = job.input as { url: string; locale: string }
    assert.deepEqual([url, locale, job.priority, job.index], [urls[index], 'de', 7, index])
  }
  for (const [body, pointer] of [
    [{ urls: [] }, '/urls'],
    [{ urls: [URL_OF(1), 'ftp://example.org/'] }, '/urls/1'],
    [{ urls, url: URL_OF(1) }, ''],
    [{ urls, html: '<p>x' }, ''],
    [{ urls, priority: 11 }, '/priority'],
  ] as const) {
    const refused = await crawl.call<Problem>('POST', PATH, { body })
    assert.deepEqual([refused.status, refused.json.errors?.[0]?.pointer], [422, pointer], refused.text)
  }
  const same = { body: { urls }, headers: { 'idempotency-key': 'once' } }
  const [once, again] = [await crawl.call('POST', PATH, same), await crawl.call('POST', PATH, same)]
  assert.deepEqual(once.json, again.json)
})

test('jobs are found by their address, by their domain, and from either end', async (t) => {
  const crawl = await start(t)
  const [a, b] = [await submit(crawl, { url: URL_OF(1) }), await submit(crawl, { url: URL_OF(2) })]
  const other = await submit(crawl, { url: 'http://example.com/1' })
  await submit(crawl, { html: '<p>nothing</p>' })
  const list = async (query: string) => {
    const { status, json, text } = await crawl.call<List<Job>>('GET', `/api/jobs?${query}`)
    assert.equal(status, 200, text)
    return json.items.map(({ id }) => id)
  }
  assert.deepEqual(await list(`url=${encodeURIComponent(URL_OF(2))}`), [b])
  assert.deepEqual(await list(`url=${encodeURIComponent('HTTP://www.EXAMPLE.org:80/2#top')}`), [b])
  assert.deepEqual(await list('url=nonsense'), [])
  assert.deepEqual(await list('domain=example.org'), [b, a])
  assert.deepEqual(await list('domain=WWW.example.org&sort=createdAt'), [a, b])
  assert.deepEqual(await list('domain=ample.org'), [])
  assert.deepEqual(await list('domain=example.com&type=page.extract'), [other])
  const seen: string[] = []
  let cursor = ''
  do {
    const { json } = await crawl.call<List<Job>>('GET', `/api/jobs?sort=createdAt&limit=1${cursor}`)
    seen.push(...json.items.map(({ id }) => id))
    cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`
  } while (cursor !== '')
  assert.deepEqual(seen, (await list('')).toReversed())
  const { status, json } = await crawl.call<Problem>('GET', '/api/jobs?sort=priority')
  assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '?sort'])
})

test('a job that ran says how long it waited, wherever its result is shown', async (t) => {
  const crawl = await start(t)
  const id = await submit(crawl, { url: URL_OF(1) })
  const batch = await crawl.call<JobAccepted>('POST', PATH, { body: { urls: [URL_OF(2)] } })
  const worker = await registerTestWorker(crawl)
  for (let n = 0; n < 2; n += 1) {
    const { job, leaseToken } = await worker.claim(['page.extract'])
    await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
      body: { leaseToken, result: resultOf({}) },
    })
  }
  const { json: job } = await crawl.call<Job>('GET', `/api/jobs/${id}`)
  const waited = Date.parse(job.startedAt ?? '') - Date.parse(job.createdAt)
  const answer = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${id}/result`)
  assert.ok(Math.abs((answer.json.timings.queueMs ?? -1) - waited) <= 1, answer.text)
  assert.equal((job.result as ExtractionAnswer).timings.queueMs, answer.json.timings.queueMs)
  const kept = await crawl.call<ExtractionAnswer>('POST', PATH, { body: { url: URL_OF(1) } })
  assert.equal(kept.json.timings.queueMs, answer.json.timings.queueMs)
  const items = await crawl.call<List<BatchItem>>('GET', `/api/jobs/${batch.json.jobId}/result`)
  const [item] = items.json.items as { result: ExtractionAnswer }[]
  assert.equal(typeof item?.result.timings.queueMs, 'number')
})
