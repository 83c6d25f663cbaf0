import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { BatchItem, JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { HELD_LEASES, startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, serveEcho } from '#test/support/crawl/test-worker.ts'

const PATH = '/api/v1/echo/batch/extract'
interface List<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

test('a batch is a parent job with one job for each item laid over the defaults', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, headers, json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { items: [{ text: 'a' }, { text: 'b', times: 3 }], defaults: { times: 2 } },
  })
  assert.equal(status, 202)
  assert.equal(headers.get('location'), `/api/jobs/${json.id}`)
  await serveEcho(crawl)
  const parent = await crawl.call<Job>('GET', `/api/jobs/${json.id}?waitMs=20000`)
  assert.equal(parent.json.status, 'succeeded')
  assert.equal(parent.json.type, 'echo.extract.batch')
  assert.deepEqual(parent.json.children, { total: 2, succeeded: 2, failed: 0, cancelled: 0 })
  assert.deepEqual(parent.json.input, { items: 2, defaults: { times: 2 } })
  const children = await crawl.call<List<Job>>('GET', parent.json.links['children'] as string)
  assert.deepEqual(
    children.json.items.map((child) => [child.index, child.input]),
    // The list of jobs is as any other: the newest first.
    [
      [1, { text: 'b', times: 3 }],
      [0, { text: 'a', times: 2 }],
    ],
  )
})

test('the result of a batch holds each item with its result or its problem', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl, ({ job }) =>
    (job.input as { text: string }).text === 'bad'
      ? problemOf(new SurveyorError('target_http_error', 'The target answered 404.'))
      : { echo: job.input },
  )
  const { json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { items: [{ text: 'a' }, { text: 'bad' }, { text: 'c' }] },
  })
  const parent = await crawl.call<Job>('GET', `/api/jobs/${json.id}?waitMs=20000`)
  assert.equal(parent.json.status, 'partially_succeeded')
  const seen: BatchItem[] = []
  let cursor = ''
  do {
    const page = await crawl.call<List<BatchItem>>('GET', `/api/jobs/${json.id}/result?limit=2${cursor}`)
    seen.push(...page.json.items)
    cursor = page.json.nextCursor === null ? '' : `&cursor=${page.json.nextCursor}`
  } while (cursor !== '')
  assert.deepEqual(
    seen.map((item) => [item.index, item.status, item.error?.code ?? null]),
    [
      [0, 'succeeded', null],
      [1, 'failed', 'target_http_error'],
      [2, 'succeeded', null],
    ],
  )
  assert.deepEqual(Object(seen[0]?.result).data, { echo: { text: 'a', times: 1 } })
  assert.equal(seen[1]?.result, null)
})

test('each item says what it asked for, and the stream of the batch how many have ended', async (t) => {
  const crawl = await startTestCrawl(t)
  const url = 'https://pages.test/a b'
  const { json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { items: [{ text: 'a', url: 'https://pages.test/a%20b' }, { text: 'bad', url }, { text: 'c' }] },
  })
  const stream = crawl.call('GET', `/api/jobs/${json.id}/events`)
  await serveEcho(crawl, ({ job }) =>
    (job.input as { text: string }).text === 'bad'
      ? problemOf(new SurveyorError('target_http_error', 'The target answered 404.'))
      : { echo: job.input },
  )
  const { text } = await stream
  const last = text.slice(text.lastIndexOf('event: progress'))
  assert.match(last, /"done":3,"total":3,"message":"2 succeeded, 1 failed, 0 cancelled"/)
  const { items } = (await crawl.call<List<BatchItem>>('GET', `/api/jobs/${json.id}/result`)).json
  assert.deepEqual(
    items.map((item) => [item.status, item.url, item.artifactId]),
    [
      ['succeeded', 'https://pages.test/a%20b', null],
      ['failed', url, null],
      ['succeeded', null, null],
    ],
  )
})

test('results come in the order of the request, whatever ended first and in every form', async (t) => {
  const crawl = await startTestCrawl(t, { jobs: HELD_LEASES })
  const items = Array.from({ length: 130 }, (_, n) => ({ text: `item ${n}` }))
  const { json } = await crawl.call<JobAccepted>('POST', PATH, { body: { items } })
  const worker = await registerTestWorker(crawl)
  const claimed = []
  while (claimed.length < items.length) claimed.push(await worker.claim())
  // The last one submitted is the first to end.
  const completions = claimed.toReversed().map(({ job, leaseToken }) => ({
    jobId: job.id,
    leaseToken,
    result: resultOf({ echo: job.input }),
  }))
  for (const completion of completions)
    await crawl.call('POST', '/api/worker/completions', { body: { completions: [completion] } })
  const path = `/api/jobs/${json.id}/result`
  const texts = (list: readonly BatchItem[]) => list.map(({ result }) => Object(result).data.echo.text)
  const page = await crawl.call<List<BatchItem>>('GET', `${path}?limit=500`)
  assert.deepEqual(
    page.json.items.map(({ index }) => index),
    items.map((_, index) => index),
  )
  assert.deepEqual(
    texts(page.json.items),
    items.map(({ text }) => text),
  )
  const stream = await crawl.call('GET', path, { headers: { accept: 'application/x-ndjson' } })
  const rows = stream.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchItem)
  assert.deepEqual(rows, page.json.items)
})

test('one bad item refuses the whole batch and says which', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [body, pointer] of [
    [{ items: [{ text: 'a' }, { times: 1 }] }, '/items/1/text'],
    [{ items: [{ text: 'a', tex: 'b' }] }, '/items/0/tex'],
    [{ items: [] }, '/items'],
    [{ items: Array.from({ length: 1001 }, () => ({ text: 'a' })) }, '/items'],
    [{}, '/items'],
    [{ items: [{ text: 'a' }], default: {} }, '/default'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', PATH, { body })
    assert.equal(status, 422)
    assert.equal(json.errors?.[0]?.pointer, pointer)
  }
  assert.deepEqual((await crawl.call('GET', '/api/jobs')).json['items'], [])
})

test('cancelling a batch cancels its items', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { items: [{ text: 'a' }, { text: 'b' }] },
  })
  await crawl.call('POST', `/api/jobs/${json.id}/cancel`)
  const parent = await crawl.call<Job>('GET', `/api/jobs/${json.id}?waitMs=20000`)
  assert.equal(parent.json.status, 'cancelled')
  assert.deepEqual(parent.json.children, { total: 2, succeeded: 0, failed: 0, cancelled: 2 })
})

test('a queue that is full refuses what does not fit, and says when to come back', async (t) => {
  const crawl = await startTestCrawl(t, { queueLimits: { light: 2 } })
  const one = async (text: string) =>
    crawl.call<Problem>('POST', '/api/v1/echo/extract', {
      body: { text },
      headers: { prefer: 'respond-async' },
    })
  const batch = await crawl.call<Problem>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] },
  })
  assert.deepEqual([batch.status, batch.json.code], [503, 'queue_full'])
  assert.deepEqual([(await one('a')).status, (await one('b')).status], [202, 202])
  const full = await one('c')
  assert.deepEqual([full.status, full.json.code, full.json.retryable], [503, 'queue_full', true])
  assert.equal(full.headers.get('retry-after'), '5')
  const { json } = await crawl.call<{ items: unknown[] }>('GET', '/api/jobs')
  assert.equal(json.items.length, 2)
})

test('a queue that is full takes no job that is run again either', async (t) => {
  const crawl = await startTestCrawl(t, { queueLimits: { light: 2 } })
  const submit = async (text: string) =>
    crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
      body: { text },
      headers: { prefer: 'respond-async' },
    })
  const { json: first } = await submit('a')
  const { job, leaseToken } = await (await registerTestWorker(crawl)).claim()
  assert.equal(job.id, first.id)
  const error = problemOf(new SurveyorError('empty_content', 'There is nothing.'))
  await crawl.call('POST', `/api/worker/jobs/${job.id}/fail`, { body: { leaseToken, error } })
  assert.equal((await submit('b')).status, 202)
  // The first job is counted as waiting until the next count, so a refusal may come early but not late.
  while ((await submit('c')).status !== 202) await new Promise((resolve) => setTimeout(resolve, 20))
  const full = await crawl.call<Problem>('POST', `/api/jobs/${job.id}/retry`)
  assert.deepEqual([full.status, full.json.code, full.json.retryable], [503, 'queue_full', true])
  assert.equal(full.headers.get('retry-after'), '5')
  const { json } = await crawl.call<{ items: unknown[] }>('GET', '/api/jobs')
  assert.equal(json.items.length, 3)
})
