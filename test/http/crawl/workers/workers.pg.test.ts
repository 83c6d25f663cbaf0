import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { HeartbeatAnswer, RegisterWorkerAnswer, Worker, WorkerMetrics } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, workerBody } from '#test/support/crawl/test-worker.ts'

interface WorkerPage {
  readonly items: Worker[]
  readonly nextCursor: string | null
}

test('the list shows the workers, newest first, filtered and paged', async (t) => {
  const crawl = await startTestCrawl(t)
  const a = await registerTestWorker(crawl, 'a')
  const b = await registerTestWorker(crawl, 'b')
  const gone = await registerTestWorker(crawl, 'gone')
  await crawl.call('POST', `/api/worker/${gone.id}/unregister`)

  const { json } = await crawl.call<WorkerPage>('GET', '/api/workers?status=online')
  assert.deepEqual(json.items.map(({ id }) => id).toSorted(), [a.id, b.id].toSorted())
  const [worker] = json.items
  assert.equal(worker?.status, 'online')
  assert.deepEqual(worker?.capabilities, workerBody().capabilities)
  assert.equal(worker?.runningJobs, 0)

  const of = async (query: string) =>
    (await crawl.call<WorkerPage>('GET', `/api/workers?${query}`)).json.items
  assert.deepEqual(
    (await of('tag=a')).map(({ id }) => id),
    [a.id],
  )
  assert.equal((await of('status=online&type=maps.search')).length, 0)
  assert.equal((await of('status=online&type=echo.extract')).length, 2)

  const first = await crawl.call<WorkerPage>('GET', '/api/workers?status=online&limit=1')
  const second = await crawl.call<WorkerPage>(
    'GET',
    `/api/workers?status=online&limit=1&cursor=${first.json.nextCursor}`,
  )
  assert.notEqual(first.json.items[0]?.id, second.json.items[0]?.id)
  assert.equal(second.json.nextCursor, null)
  const wrong = await crawl.call<Problem>('GET', '/api/workers?status=busy')
  assert.equal(wrong.json.errors?.[0]?.pointer, '?status/0')
})

test('the metrics count workers, capacity and types', async (t) => {
  const crawl = await startTestCrawl(t)
  await registerTestWorker(crawl, 'a')
  await registerTestWorker(crawl, 'b')
  const { status, json } = await crawl.call<WorkerMetrics>('GET', '/api/workers/metrics')
  assert.equal(status, 200)
  assert.equal(json.byStatus['online'], 2)
  assert.equal(json.runningJobs, 0)
  assert.deepEqual(json.capacity, { light: 20 })
  assert.deepEqual(json.types, { 'echo.extract': 2 })
})

test('an operator registers a worker and beats for it', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, json } = await crawl.call<RegisterWorkerAnswer>('POST', '/api/workers', {
    body: workerBody(),
  })
  assert.equal(status, 201)
  assert.equal((await crawl.call('POST', '/api/workers', { body: workerBody() })).status, 200)
  const heartbeat = await crawl.call<HeartbeatAnswer>('POST', `/api/workers/${json.workerId}/heartbeat`, {
    body: { status: 'quiet', running: [] },
  })
  assert.equal(heartbeat.json.directive, 'continue')
  const list = await crawl.call<WorkerPage>('GET', '/api/workers')
  assert.equal(list.json.items[0]?.status, 'quiet')
  assert.equal((await crawl.call('POST', '/api/workers', { body: {} })).status, 422)
  const unknown = await crawl.call<Problem>('POST', `/api/workers/${newId('wrk')}/heartbeat`, {
    body: { status: 'running', running: [] },
  })
  assert.equal(unknown.status, 404)
  assert.equal(unknown.json.code, 'unknown_worker')
})

test('prune takes out who was silent, and says so first when asked', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  await crawl.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  await worker.claim()
  const nobody = await crawl.call('POST', '/api/workers/prune', { body: {} })
  assert.deepEqual(nobody.json, { pruned: [], requeuedJobs: 0, dryRun: false })
  const dry = await crawl.call('POST', '/api/workers/prune', { body: { olderThanMs: 0, dryRun: true } })
  assert.deepEqual(dry.json['pruned'], [worker.id])
  assert.equal(dry.json['dryRun'], true)
  const wet = await crawl.call('POST', '/api/workers/prune', { body: { olderThanMs: 0 } })
  assert.deepEqual(wet.json, { pruned: [worker.id], requeuedJobs: 1, dryRun: false })
  const heartbeat = await crawl.call('POST', `/api/worker/${worker.id}/heartbeat`, {
    body: { status: 'running', running: [] },
  })
  assert.equal(heartbeat.status, 404)
  assert.equal((await crawl.call('POST', '/api/workers/prune', { body: { olderThanMs: -1 } })).status, 422)
})

test('a path that is written out takes its own methods and none of the path with an id', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [path, allow] of [
    ['/api/workers/metrics', 'GET, HEAD'],
    ['/api/workers/prune', 'POST'],
  ] as const) {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, json, headers } = await crawl.call<Problem>(method, path, {
        body: { directive: 'quiet' },
      })
      assert.deepEqual([status, json.code, headers.get('allow')], [405, 'method_not_allowed', allow], method)
    }
  }
})
