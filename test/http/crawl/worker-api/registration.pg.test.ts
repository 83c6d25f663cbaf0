import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { HeartbeatAnswer, RegisterWorkerAnswer } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, workerBody } from '#test/support/crawl/test-worker.ts'

test('registering again with the same instanceId is the same worker', async (t) => {
  const crawl = await startTestCrawl(t)
  const register = () =>
    crawl.call<RegisterWorkerAnswer>('POST', '/api/worker/register', { body: workerBody() })
  const first = await register()
  assert.equal(first.status, 201)
  assert.match(first.json.workerId, /^wrk_/)
  assert.equal(first.json.intervals.heartbeatMs, 10_000)
  assert.equal(first.json.intervals.leaseMs, 30_000)
  const second = await register()
  assert.equal(second.status, 200)
  assert.equal(second.json.workerId, first.json.workerId)
})

test('a registration that does not fit is refused', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [body, pointer] of [
    [{}, '/name'],
    [{ ...workerBody(), instanceId: 'short' }, '/instanceId'],
    [{ ...workerBody(), capabilities: { types: [], concurrency: {} } }, '/capabilities/types'],
    [{ ...workerBody(), tag: 'x' }, '/tag'],
    [
      { ...workerBody(), capabilities: { types: ['a.b', 'system.deliver'], concurrency: {} } },
      '/capabilities/types/1',
    ],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', '/api/worker/register', { body })
    assert.equal(status, 422)
    assert.equal(json.errors?.[0]?.pointer, pointer)
  }
})

test('a heartbeat renews leases, brings cancellations, and tells which leases are lost', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  for (const text of ['keep', 'cancel']) {
    await crawl.call('POST', '/api/v1/echo/extract', { body: { text }, headers: { prefer: 'respond-async' } })
  }
  const claims = [await worker.claim(), await worker.claim()]
  const cancelled = claims.find(({ job }) => Object(job.input).text === 'cancel')
  const kept = claims.find(({ job }) => Object(job.input).text === 'keep')
  assert.ok(cancelled && kept)
  await crawl.call('POST', `/api/jobs/${cancelled.job.id}/cancel`)
  const running = claims.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken }))
  const stranger = { jobId: newId('job'), leaseToken: kept.leaseToken }
  const { status, json } = await crawl.call<HeartbeatAnswer>('POST', `/api/worker/${worker.id}/heartbeat`, {
    body: { status: 'running', running: [...running, stranger] },
  })
  assert.equal(status, 200)
  assert.equal(json.directive, 'continue')
  const renewed = json.leases.find(({ jobId }) => jobId === kept.job.id)
  assert.ok(renewed !== undefined && renewed.expiresAt >= kept.leaseExpiresAt)
  assert.deepEqual(json.cancelJobs, [{ jobId: cancelled.job.id, reason: 'user' }])
  assert.deepEqual(json.lostJobs, [stranger.jobId])
})

test('a worker that leaves hands its jobs back uncharged', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const { json: accepted } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  await worker.claim()
  const { status, json } = await crawl.call('POST', `/api/worker/${worker.id}/unregister`)
  assert.equal(status, 200)
  assert.deepEqual(json, { requeuedJobs: 1 })
  const job = await crawl.call<Job>('GET', `/api/jobs/${accepted.id}`)
  assert.equal(job.json.status, 'queued')
  assert.equal(job.json.deliveries, 0)
})

test('an unknown worker is told to register', async (t) => {
  const crawl = await startTestCrawl(t)
  const id = newId('wrk')
  for (const [path, body] of [
    [`/api/worker/${id}/heartbeat`, { status: 'running', running: [] }],
    [`/api/worker/${id}/unregister`, {}],
    ['/api/worker/claims', { workerId: id, max: [{ types: ['echo.extract'], count: 1 }], waitMs: 0 }],
    ['/api/worker/nobody/heartbeat', { status: 'running', running: [] }],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', path, { body })
    assert.equal(status, 404, path)
    assert.equal(json.code, 'unknown_worker')
  }
})
