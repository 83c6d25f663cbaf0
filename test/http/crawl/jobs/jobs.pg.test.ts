import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { BatchItem, ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, shownResult } from '#test/support/crawl/test-worker.ts'

interface JobList {
  readonly items: Job[]
  readonly nextCursor: string | null
}

async function submit(crawl: TestCrawl, text: string): Promise<string> {
  const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text },
    headers: { prefer: 'respond-async' },
  })
  return json.id
}

test('the list is newest first, filtered, paged, and has no results', async (t) => {
  const crawl = await startTestCrawl(t)
  const ids = [await submit(crawl, 'a'), await submit(crawl, 'b'), await submit(crawl, 'c')]
  const worker = await registerTestWorker(crawl)
  const { job, leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })

  const all = await crawl.call<JobList>('GET', '/api/jobs')
  assert.deepEqual(all.json.items.map(({ id }) => id).toSorted(), ids.toSorted())
  assert.ok(all.json.items.every((item) => !('result' in item)))
  assert.ok((all.json.items[0]?.createdAt ?? '') >= (all.json.items[2]?.createdAt ?? ''))

  const of = async (query: string) =>
    (await crawl.call<JobList>('GET', `/api/jobs?${query}`)).json.items.map((i) => i.id)
  assert.deepEqual(await of('status=succeeded'), [job.id])
  assert.equal((await of('status=queued,succeeded')).length, 3)
  assert.equal((await of('type=echo.extract')).length, 3)
  assert.equal((await of('type=echo.extract.batch')).length, 0)
  assert.equal((await of('extractor=echo')).length, 3)
  assert.equal((await of('extractor=announced')).length, 0)
  assert.equal((await of('createdAfter=2999-01-01T00:00:00Z')).length, 0)
  assert.equal((await of('createdBefore=2999-01-01T00:00:00Z')).length, 3)
  assert.equal((await of(`parentId=${newId('job')}`)).length, 0)

  const first = await crawl.call<JobList>('GET', '/api/jobs?limit=2')
  assert.equal(first.json.items.length, 2)
  assert.match(first.headers.get('link') ?? '', /rel="next"/)
  const second = await crawl.call<JobList>('GET', `/api/jobs?limit=2&cursor=${first.json.nextCursor}`)
  assert.deepEqual([...first.json.items, ...second.json.items].map(({ id }) => id).toSorted(), ids.toSorted())
  assert.equal(second.json.nextCursor, null)
})

test('the list streams as NDJSON and CSV', async (t) => {
  const crawl = await startTestCrawl(t)
  const ids = [await submit(crawl, 'a'), await submit(crawl, 'b')]
  const ndjson = await crawl.call('GET', '/api/jobs', { headers: { accept: 'application/x-ndjson' } })
  assert.deepEqual(
    ndjson.text
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).id)
      .toSorted(),
    ids.toSorted(),
  )
  const csv = await crawl.call('GET', '/api/jobs', { headers: { accept: 'text/csv' } })
  assert.match(csv.text, /^id,type,status,/)
  assert.equal(csv.text.trim().split('\n').length, 3)
})

test('filters that mean nothing are refused', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const query of [
    'status=done',
    'extractor=nobody',
    'createdAfter=yesterday',
    'limit=501',
    'stats=queued',
  ]) {
    const { status, json } = await crawl.call<Problem>('GET', `/api/jobs?${query}`)
    assert.equal(status, 422, query)
    assert.equal(json.errors?.[0]?.pointer.split('/')[0], `?${query.split('=')[0]}`)
  }
  assert.equal((await crawl.call<Problem>('GET', '/api/jobs?cursor=junk')).json.code, 'invalid_cursor')
})

test('an unknown job is 404 on every path', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const id of [newId('job'), 'job_none', newId('wrk')]) {
    for (const [method, path] of [
      ['GET', `/api/jobs/${id}`],
      ['GET', `/api/jobs/${id}?waitMs=1000`],
      ['GET', `/api/jobs/${id}/result`],
      ['GET', `/api/jobs/${id}/events`],
      ['POST', `/api/jobs/${id}/cancel`],
      ['POST', `/api/jobs/${id}/retry`],
      ['DELETE', `/api/jobs/${id}`],
    ] as const) {
      const { status, json } = await crawl.call<Problem>(method, path)
      assert.equal(status, 404, `${method} ${path}`)
      assert.equal(json.code, 'not_found')
    }
  }
})

test('a long poll answers when the job ends, or with what there is', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  const early = await crawl.call<Job>('GET', `/api/jobs/${id}?waitMs=50`)
  assert.equal(early.json.status, 'queued')
  const worker = await registerTestWorker(crawl)
  const { job, leaseToken } = await worker.claim()
  const poll = crawl.call<Job>('GET', `/api/jobs/${id}?waitMs=30000`)
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  const { json } = await poll
  assert.equal(json.status, 'succeeded')
  assert.deepEqual(json.result, shownResult({ n: 1 }, json))
  assert.equal((await crawl.call('GET', `/api/jobs/${id}?waitMs=30001`)).status, 422)
})

test('the result is 202 until the job ends, then its answer', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  const pending = await crawl.call<JobAccepted>('GET', `/api/jobs/${id}/result`)
  assert.equal(pending.status, 202)
  assert.equal(pending.json.id, id)
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  const { status, json } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${id}/result`)
  assert.equal(status, 200)
  assert.equal(json.jobId, id)
  assert.deepEqual(json.data, { n: 1 })
})

test('a queued job is cancelled at once, and can then not be cancelled again', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  const { status, json } = await crawl.call<Job>('POST', `/api/jobs/${id}/cancel`)
  assert.equal(status, 200)
  assert.equal(json.status, 'cancelled')
  const again = await crawl.call<Problem>('POST', `/api/jobs/${id}/cancel`)
  assert.equal(again.status, 409)
  assert.equal(again.json.code, 'job_not_cancellable')
  const result = await crawl.call<Problem>('GET', `/api/jobs/${id}/result`)
  assert.ok(result.status >= 400)
  assert.equal(result.json.instance, `/api/jobs/${id}`)
})

test('a running job is asked to stop, and ends cancelled when its worker lets go', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  const { json } = await crawl.call<Job>('POST', `/api/jobs/${id}/cancel`)
  assert.equal(json.status, 'running')
  assert.notEqual(json.cancelRequestedAt, null)
  const check = await crawl.call('GET', `/api/worker/jobs/${id}/cancel-check?leaseToken=${leaseToken}`)
  assert.deepEqual([check.json['cancelled'], check.json['reason']], [true, 'user'])
  await crawl.call('POST', `/api/worker/jobs/${id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  assert.equal((await crawl.call<Job>('GET', `/api/jobs/${id}`)).json.status, 'cancelled')
})

test('a job that fails as often as it may is among the dead, and runs again when that is asked for', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  assert.deepEqual((await crawl.call('GET', '/api/jobs/dead')).json, { items: [], nextCursor: null })
  const id = await submit(crawl, 'a')
  // Nobody waits here for the pauses between attempts.
  await crawl.db.execute(sql`update jobs set max_failures = 1`)
  const { leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${id}/fail`, {
    body: { leaseToken, error: problemOf(new SurveyorError('target_timeout', 'The target took too long.')) },
  })
  const dead = await crawl.call<JobList>('GET', '/api/jobs/dead?extractor=echo')
  assert.deepEqual(
    dead.json.items.map((job) => [job.id, job.status, job.failures, job.error?.code]),
    [[id, 'dead', 1, 'target_timeout']],
  )
  assert.equal((await crawl.call<JobList>('GET', '/api/jobs/dead?type=echo.other')).json.items.length, 0)
  assert.equal((await crawl.call('GET', '/api/jobs/dead?status=failed')).status, 422)
  const csv = await crawl.call('GET', '/api/jobs/dead', { headers: { accept: 'text/csv' } })
  assert.match(csv.text, new RegExp(`^id,.*\r\n${id},`))
  const retried = await crawl.call<Job>('POST', `/api/jobs/${id}/retry`)
  assert.deepEqual([retried.status, retried.json.retryOf, retried.json.status], [201, id, 'queued'])
})

test('a job whose time was over before a worker took it is listed with the dead, and runs again', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  await crawl.db.execute(sql`update jobs set queue_until = now()`)
  const shown = await crawl.call<Job>('GET', `/api/jobs/${id}?waitMs=30000`)
  assert.deepEqual([shown.json.status, shown.json.error?.code], ['expired', 'queue_timeout'])
  const { json } = await crawl.call<JobList>('GET', '/api/jobs/dead')
  assert.deepEqual(
    json.items.map((job) => [job.id, job.status]),
    [[id, 'expired']],
  )
  assert.equal((await crawl.call('POST', `/api/jobs/${id}/retry`)).status, 201)
})

test('a failed job runs again as a new one', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = await submit(crawl, 'a')
  const tooEarly = await crawl.call<Problem>('POST', `/api/jobs/${id}/retry`)
  assert.equal(tooEarly.status, 409)
  assert.equal(tooEarly.json.code, 'job_not_retryable')
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  const error = problemOf(new SurveyorError('upstream_changed', 'Another page.'))
  await crawl.call('POST', `/api/worker/jobs/${id}/fail`, { body: { leaseToken, error } })
  const { status, headers, json } = await crawl.call<Job>('POST', `/api/jobs/${id}/retry`)
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `/api/jobs/${json.id}`)
  assert.equal(json.retryOf, id)
  assert.equal(json.status, 'queued')
  assert.deepEqual(json.input, { text: 'a', times: 1 })
  assert.equal((await crawl.call<Job>('GET', `/api/jobs/${id}`)).json.status, 'failed')
})

test('a result that is no longer kept is 410, and the job says so', async (t) => {
  const crawl = await startTestCrawl(t, { jobs: { keepResultsMs: 3_600_000, retentionMs: 20 } })
  const id = await submit(crawl, 'a')
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  const fresh = await crawl.call<Job>('GET', `/api/jobs/${id}`)
  assert.equal('resultExpired' in fresh.json, false)
  await crawl.db.execute(sql`update jobs set completed_at = now() - interval '61 minutes'`)
  let job = fresh
  while (job.json.resultExpired !== true) job = await crawl.call<Job>('GET', `/api/jobs/${id}`)
  assert.deepEqual([job.status, job.json.status, job.json.result], [200, 'succeeded', null])
  const gone = await crawl.call<Problem>('GET', `/api/jobs/${id}/result`)
  assert.deepEqual([gone.status, gone.json.code], [410, 'result_expired'])
})

test('an item of a batch whose result is no longer kept says so', async (t) => {
  const crawl = await startTestCrawl(t, { jobs: { keepResultsMs: 3_600_000, retentionMs: 20 } })
  const { json: batch } = await crawl.call<Job>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }] },
  })
  const worker = await registerTestWorker(crawl)
  const { job, leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  await crawl.call('GET', `/api/jobs/${batch.id}?waitMs=10000`)
  await crawl.db.execute(sql`update jobs set completed_at = now() - interval '61 minutes'`)
  const item = async () =>
    (await crawl.call<{ items: BatchItem[] }>('GET', `/api/jobs/${batch.id}/result`)).json.items[0]
  let shown = await item()
  while (shown?.error === null) shown = await item()
  assert.deepEqual([shown?.status, shown?.result, shown?.error?.code], ['succeeded', null, 'result_expired'])
})
