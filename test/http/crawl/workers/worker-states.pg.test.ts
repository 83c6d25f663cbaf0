import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { HeartbeatAnswer, Worker, WorkerMetrics } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { HELD_LEASES, startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf } from '#test/support/crawl/test-worker.ts'

// Hours: only `silence` makes a worker stale or lost, however slow the machine is.
const HOUR_S = 3_600
const JOBS = { heartbeatMs: HOUR_S * 1_000, workerLostMs: 10 * HOUR_S * 1_000, ...HELD_LEASES }

async function startWithTimes(t: TestContext): Promise<TestCrawl> {
  return startTestCrawl(t, { jobs: JOBS })
}

async function heartbeat(crawl: TestCrawl, id: string, status: string) {
  return crawl.call<HeartbeatAnswer & Problem>('POST', `/api/worker/${id}/heartbeat`, {
    body: { status, running: [] },
  })
}

async function workerOf(crawl: TestCrawl, id: string): Promise<Worker | undefined> {
  const { json } = await crawl.call<{ items: Worker[] }>('GET', '/api/workers')
  return json.items.find((worker) => worker.id === id)
}

/** As if the worker had been silent for this long. */
async function silence(crawl: TestCrawl, id: string, seconds: number): Promise<void> {
  await crawl.db.execute(sql`
    update workers set last_seen_at = now() - ${seconds} * interval '1 second' where 'wrk_' || id = ${id}`)
}

async function submit(crawl: TestCrawl): Promise<void> {
  await crawl.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
}

test('a worker goes through all its states', async (t) => {
  const crawl = await startWithTimes(t)
  const { id } = await registerTestWorker(crawl)
  const status = async () => (await workerOf(crawl, id))?.status
  assert.equal(await status(), 'online')
  await heartbeat(crawl, id, 'quiet')
  assert.equal(await status(), 'quiet')
  await heartbeat(crawl, id, 'draining')
  assert.equal(await status(), 'draining')
  await heartbeat(crawl, id, 'running')
  assert.equal(await status(), 'online')
  await silence(crawl, id, 4 * HOUR_S)
  assert.equal(await status(), 'stale', 'three heartbeats without a word')
  await silence(crawl, id, 11 * HOUR_S)
  assert.equal(await status(), 'lost')
  await heartbeat(crawl, id, 'running')
  assert.equal(await status(), 'online', 'silence alone takes nobody out')
  await crawl.call('POST', `/api/worker/${id}/unregister`)
  assert.equal(await status(), 'offline')
  assert.equal((await heartbeat(crawl, id, 'running')).json.code, 'unknown_worker')
  assert.equal((await registerTestWorker(crawl)).id, id, 'it comes back as the same worker')
  assert.equal(await status(), 'online')
})

test('the metrics and the filter know each state', async (t) => {
  const crawl = await startWithTimes(t)
  const ids = new Map<string, string>()
  for (const name of ['online', 'quiet', 'draining', 'stale', 'lost', 'offline']) {
    ids.set(name, (await registerTestWorker(crawl, name)).id)
  }
  const id = (name: string) => ids.get(name) ?? ''
  await heartbeat(crawl, id('quiet'), 'quiet')
  await heartbeat(crawl, id('draining'), 'draining')
  await silence(crawl, id('stale'), 4 * HOUR_S)
  await silence(crawl, id('lost'), 11 * HOUR_S)
  await crawl.call('POST', `/api/worker/${id('offline')}/unregister`)
  const { json } = await crawl.call<WorkerMetrics>('GET', '/api/workers/metrics')
  assert.deepEqual(json.byStatus, { online: 1, quiet: 1, draining: 1, stale: 1, lost: 1, offline: 1 })
  assert.deepEqual(json.capacity, { light: 10 }, 'only who takes jobs now')
  for (const name of ids.keys()) {
    const { json } = await crawl.call<{ items: Worker[] }>('GET', `/api/workers?status=${name}`)
    assert.deepEqual(
      json.items.map((worker) => [worker.name, worker.status]),
      [[name, name]],
    )
  }
})

test('an operator pauses a worker, and it learns of that with its heartbeat', async (t) => {
  const crawl = await startWithTimes(t)
  const { id } = await registerTestWorker(crawl)
  const direct = async (directive: string, worker = id) =>
    crawl.call<Worker & Omit<Problem, 'status'>>('PATCH', `/api/workers/${worker}`, { body: { directive } })
  const asked = await direct('quiet')
  assert.deepEqual([asked.status, asked.json.directive, asked.json.status], [200, 'quiet', 'online'])
  assert.equal((await heartbeat(crawl, id, 'running')).json.directive, 'quiet')
  assert.equal((await heartbeat(crawl, id, 'quiet')).json.directive, 'quiet', 'until it is told otherwise')
  assert.equal((await workerOf(crawl, id))?.status, 'quiet')
  await direct('continue')
  assert.equal((await heartbeat(crawl, id, 'quiet')).json.directive, 'continue')
  await direct('stop')
  assert.equal((await heartbeat(crawl, id, 'running')).json.directive, 'stop')
  await crawl.call('POST', `/api/worker/${id}/unregister`)
  assert.equal((await direct('continue')).json.code, 'unknown_worker', 'it is not here')
  await registerTestWorker(crawl)
  assert.equal((await workerOf(crawl, id))?.directive, 'continue', 'a new life')
  assert.equal((await direct('continue', newId('wrk'))).status, 404)
  const wrong = await direct('sleep')
  assert.deepEqual([wrong.status, wrong.json.errors?.[0]?.pointer], [422, '/directive'])
})

test('prune gives the jobs of a silent worker to others, and what it still says of them is refused', async (t) => {
  const crawl = await startWithTimes(t)
  const silent = await registerTestWorker(crawl, 'silent')
  const other = await registerTestWorker(crawl, 'other')
  await submit(crawl)
  const { job, leaseToken } = await silent.claim()
  await silence(crawl, silent.id, 11 * HOUR_S)

  const dry = await crawl.call('POST', '/api/workers/prune', { body: { dryRun: true } })
  assert.deepEqual(dry.json, { pruned: [silent.id], requeuedJobs: 1, dryRun: true })
  const { json: untouched } = await crawl.call('GET', `/api/jobs/${job.id}`)
  assert.deepEqual([untouched['status'], untouched['workerId']], ['running', silent.id])
  assert.equal((await workerOf(crawl, silent.id))?.status, 'lost')

  const wet = await crawl.call('POST', '/api/workers/prune', { body: {} })
  assert.deepEqual(wet.json, { pruned: [silent.id], requeuedJobs: 1, dryRun: false })
  assert.equal((await workerOf(crawl, silent.id))?.status, 'offline')
  const again = await other.claim()
  assert.equal(again.job.id, job.id)
  assert.notEqual(again.leaseToken, leaseToken)
  const report = async (path: string, body: object) =>
    (await crawl.call<Problem>('POST', `/api/worker/jobs/${job.id}/${path}`, { body })).json.code
  const progress = { done: 1, total: 2, message: null }
  assert.equal(await report('progress', { leaseToken, progress }), 'lease_lost')
  assert.equal(await report('complete', { leaseToken, result: resultOf({ is: 'late' }) }), 'lease_lost')
  assert.equal((await heartbeat(crawl, silent.id, 'running')).json.code, 'unknown_worker')
  await report('complete', { leaseToken: again.leaseToken, result: resultOf({ is: 'right' }) })
  const { json: ended } = await crawl.call('GET', `/api/jobs/${job.id}`)
  assert.deepEqual([ended['status'], ended['workerId']], ['succeeded', other.id])
})
