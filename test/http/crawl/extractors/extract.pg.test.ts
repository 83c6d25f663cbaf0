import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import markdown from '#extractors/markdown/index.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, serveEcho, shownResult } from '#test/support/crawl/test-worker.ts'

const PATH = '/api/v1/echo/extract'

test('a synchronous extraction answers with the result of its job', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const { status, headers, json } = await crawl.call<ExtractionAnswer>('POST', PATH, { body: { text: 'hi' } })
  assert.equal(status, 200)
  assert.equal(json.extractor, 'echo')
  assert.equal(json.operation, 'extract')
  assert.equal(json.status, 'succeeded')
  assert.deepEqual(json.data, { echo: { text: 'hi', times: 1 } })
  assert.equal(json.extractorVersion, '1.2.3')
  assert.equal(headers.get('vary'), 'Prefer')
  const job = await crawl.call<Job>('GET', json.links['self'] as string)
  assert.equal(job.json.id, json.jobId)
  assert.equal(job.json.status, 'succeeded')
})

test('GET takes the flat fields and gives the same answer', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const { status, json } = await crawl.call<ExtractionAnswer>('GET', `${PATH}?text=hi&times=3&words=a,b`)
  assert.equal(status, 200)
  assert.deepEqual(json.data, { echo: { text: 'hi', times: 3, words: ['a', 'b'] } })
})

test('input that does not fit is refused with a pointer, before any job is made', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [method, path, body, pointer, detail] of [
    ['POST', PATH, {}, '/text', /required/i],
    ['POST', PATH, { text: 'x', tims: 1 }, '/tims', /times/],
    ['POST', PATH, { text: 'x', nested: { deep: 1 } }, '/nested/deep', /true or false/],
    ['POST', PATH, { text: 'x', times: '3' }, '/times', /whole number/],
    ['GET', PATH, undefined, '?text', /required/i],
    ['GET', `${PATH}?text=x&tims=1`, undefined, '?tims', /times/],
    ['GET', `${PATH}?text=x&times=12`, undefined, '?times', /9/],
  ] as const) {
    const { status, json } = await crawl.call<Problem>(method, path, { body })
    assert.equal(status, 422, `${method} ${path} ${JSON.stringify(body)}`)
    assert.equal(json.code, 'validation_failed')
    assert.equal(json.errors?.[0]?.pointer, pointer)
    assert.match(json.errors?.[0]?.detail ?? '', detail)
  }
  const broken = await crawl.call<Problem>('POST', PATH, { body: '{"text": ' })
  assert.equal(broken.status, 400)
  assert.equal(broken.json.code, 'malformed_json')
  assert.deepEqual((await crawl.call('GET', '/api/jobs')).json['items'], [])
})

test('Prefer: respond-async answers at once with a job that ends later', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, headers, json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { text: 'later' },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202)
  assert.equal(headers.get('location'), `/api/jobs/${json.id}`)
  assert.equal(headers.get('preference-applied'), 'respond-async')
  assert.equal(headers.get('retry-after'), '1')
  assert.equal(json.status, 'queued')
  await serveEcho(crawl)
  const job = await crawl.call<Job>('GET', `/api/jobs/${json.id}?waitMs=20000`)
  assert.equal(job.json.status, 'succeeded')
  assert.deepEqual(job.json.result, shownResult({ echo: { text: 'later', times: 1 } }, job.json))
})

test('a wait that is over becomes a 202, and the job goes on', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, headers, json } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { text: 'slow' },
    headers: { prefer: 'wait=1' },
  })
  assert.equal(status, 202)
  assert.equal(headers.get('preference-applied'), 'wait=1')
  assert.equal((await crawl.call<Job>('GET', `/api/jobs/${json.id}`)).json.status, 'queued')
})

test('a job that fails answers with its own problem, and instance names the job', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl, () => problemOf(new SurveyorError('target_blocked', 'The page shows a bot wall.')))
  const { status, headers, json } = await crawl.call<Problem>('POST', PATH, { body: { text: 'blocked' } })
  assert.equal(status, 502)
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(json.code, 'target_blocked')
  assert.equal(json.detail, 'The page shows a bot wall.')
  const job = await crawl.call<Job>('GET', json.instance as string)
  assert.equal(job.json.status, 'failed')
  assert.equal(job.json.error?.code, 'target_blocked')
})

test('a client that goes away cancels its job, unless it means to come back', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const ask = async (headers: Record<string, string>) => {
    const client = new AbortController()
    const answer = crawl.call('POST', PATH, { body: { text: 'gone' }, headers, signal: client.signal })
    const claimed = await worker.claim()
    client.abort()
    await assert.rejects(answer)
    return claimed
  }
  const left = await ask({})
  await until(async () => {
    const { json } = await crawl.call<Job>('GET', `/api/jobs/${left.job.id}`)
    return json.cancelRequestedAt !== null
  })

  const kept = await ask({ 'idempotency-key': 'come-back' })
  await crawl.call('POST', `/api/worker/jobs/${kept.job.id}/complete`, {
    body: { leaseToken: kept.leaseToken, result: resultOf({ n: 1 }) },
  })
  const { json } = await crawl.call<Job>('GET', `/api/jobs/${kept.job.id}`)
  assert.equal(json.status, 'succeeded')
})

test('an Idempotency-Key makes one job of two requests', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const ask = (text: string) =>
    crawl.call<ExtractionAnswer & Problem>('POST', PATH, {
      body: { text },
      headers: { 'idempotency-key': 'once' },
    })
  const first = await ask('a')
  const second = await ask('a')
  assert.equal(first.status, 200)
  assert.equal(second.status, 200)
  assert.equal(second.json.jobId, first.json.jobId)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  const other = await ask('b')
  assert.equal(other.status, 422)
  assert.equal(other.json.code, 'idempotency_key_reuse')
})

test('an extractor that is only announced answers 501, whatever it is asked', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [method, path, body] of [
    ['POST', '/api/v1/announced/extract', { text: 'x' }],
    ['POST', '/api/v1/announced/extract', { something: 'else' }],
    ['GET', '/api/v1/announced/extract?other=1', undefined],
  ] as const) {
    const { status, json } = await crawl.call<Problem>(method, path, { body })
    assert.equal(status, 501)
    assert.equal(json.code, 'not_built_yet')
    assert.match(json.detail, /comes later/)
  }
})

test('a stored result that is no extraction is never shown as one', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const { json: made } = await crawl.call<JobAccepted>('POST', PATH, {
    body: { text: 'x' },
    headers: { prefer: 'respond-async' },
  })
  const { job, leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({}) },
  })
  // As an earlier version may have left it.
  await crawl.db.query(sql`update job_results set result = '{"odd":true}'`)
  const { status, json } = await crawl.call<Problem>('GET', `/api/jobs/${made.id}/result`)
  assert.equal(status, 500)
  assert.equal(json.code, 'internal')
  assert.deepEqual((await crawl.call<Job>('GET', `/api/jobs/${job.id}`)).json.result, { odd: true })
})

test('an input that may hold a page may be as large as one, any other is small, and none is without end', async (t) => {
  const [plain, pages] = [await startTestCrawl(t), await startTestCrawl(t, { extractors: [markdown] })]
  const ask = async (crawl: TestCrawl, path: string, body: object): Promise<number> =>
    (await crawl.call('POST', path, { body, headers: { prefer: 'respond-async' } })).status
  const html = (megabytes: number) => ({ html: 'y'.repeat(megabytes * 1_048_576) })
  assert.equal(await ask(pages, '/api/v1/markdown/extract', html(4)), 202)
  assert.equal(await ask(pages, '/api/v1/markdown/extract', html(17)), 413)
  assert.equal(await ask(plain, PATH, { text: 'x', url: 'y'.repeat(1_000_000) }), 202)
  assert.equal(await ask(plain, PATH, { text: 'x', url: 'y'.repeat(1_100_000) }), 413)
})

test('a stop answers who waits with the job', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const answer = crawl.call<JobAccepted>('POST', PATH, { body: { text: 'x' } })
  await worker.claim()
  const [{ status, json }] = await Promise.all([answer, crawl.stop()])
  assert.equal(status, 202)
  assert.equal(json.status, 'running')
})

/** Polls, because the condition becomes true on the server without a notification. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
