// DELETE /api/jobs/:id: what goes with a job, what keeps it, and who may delete it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { newId, parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startCachedCrawl, startReplica } from '#test/support/crawl/cached-pages.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, type TestWorker } from '#test/support/crawl/test-worker.ts'

async function answerNext(crawl: TestCrawl, worker: TestWorker): Promise<string> {
  const { job, leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  return job.id
}

/** How many rows of each table belong to any job. */
async function rowsOf(crawl: TestCrawl): Promise<unknown> {
  const [row] = await crawl.db.query(sql`
    select (select count(*)::int from jobs) as jobs, (select count(*)::int from job_results) as results,
      (select count(*)::int from job_event_rows) as events, (select count(*)::int from artifacts) as artifacts`)
  return row
}

test('a batch goes with its items, their results, events and files, once all have ended', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const { json: batch } = await crawl.call<Job>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }, { text: 'b' }] },
  })
  const path = `/api/jobs/${batch.id}`
  const first = await answerNext(crawl, worker)
  const early = await crawl.call<Problem>('DELETE', path)
  assert.deepEqual([early.status, early.json.code, early.json.retryable], [409, 'job_not_deletable', false])
  assert.equal((await crawl.call<Job>('GET', `/api/jobs/${first}`)).json.status, 'succeeded')
  await answerNext(crawl, worker)
  await crawl.call('GET', `${path}?waitMs=10000`)
  const sha256 = '0'.repeat(64)
  await crawl.db.execute(sql`
    insert into artifacts (id, job_id, owner, kind, media_type, sha256, bytes, expires_at)
    values (gen_random_uuid(), ${parseId('job', first)}, 'x', 'pdf', 'application/pdf', ${sha256}, 1, now())`)

  const gone = await crawl.call('DELETE', path)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.deepEqual(await rowsOf(crawl), { jobs: 0, results: 0, events: 0, artifacts: 0 })
  for (const id of [batch.id, first])
    assert.equal((await crawl.call<Problem>('GET', `/api/jobs/${id}`)).json.code, 'not_found')
  assert.equal((await crawl.call<Problem>('DELETE', path)).json.code, 'not_found')
  assert.deepEqual((await crawl.call('GET', '/api/jobs')).json, { items: [], nextCursor: null })
})

test('a job that waits or runs is not deleted, and still ends', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const { json } = await crawl.call<Job>('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const path = `/api/jobs/${json.id}`
  assert.equal((await crawl.call<Problem>('DELETE', path)).status, 409)
  const { leaseToken } = await worker.claim()
  assert.equal((await crawl.call<Problem>('DELETE', path)).json.code, 'job_not_deletable')
  await crawl.call('POST', `/api/worker/jobs/${json.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  assert.equal((await crawl.call<Job>('GET', path)).json.status, 'succeeded')
})

test('its kept answer is given to nobody any more, on no replica', async (t) => {
  const crawl = await startCachedCrawl(t, { replicated: true })
  const replica = await startReplica(t, crawl)
  const first = (await crawl.ask()).json.jobId
  const other = (await crawl.ask({ url: 'https://pages.test/other' })).json.jobId
  assert.equal((await replica.ask()).json.jobId, first)
  assert.equal((await crawl.call('DELETE', `/api/jobs/${first}`)).status, 204)
  const again = (await crawl.ask()).json.jobId
  assert.notEqual(again, first)
  let onReplica = (await replica.ask()).json.jobId
  while (onReplica === first) onReplica = (await replica.ask()).json.jobId
  assert.equal(onReplica, again)
  assert.equal((await crawl.ask({ url: 'https://pages.test/other' })).json.jobId, other)
})

test('so is the one that was kept for an Idempotency-Key, accepted or answered', async (t) => {
  const crawl = await startCachedCrawl(t)
  for (const prefer of ['wait=10', 'respond-async']) {
    const ask = async () => crawl.ask({}, { 'idempotency-key': prefer, prefer })
    const first = (await ask()).json.jobId
    assert.equal((await ask()).json.jobId, first, prefer)
    await crawl.call('GET', `/api/jobs/${first}?waitMs=10000`)
    assert.equal((await crawl.call('DELETE', `/api/jobs/${first}`)).status, 204)
    assert.notEqual((await ask()).json.jobId, first, prefer)
  }
})

test('a key deletes its own jobs, and those of others only with a scope for all', async (t) => {
  const { crawl, make, ask, startJob } = await startKeyedCrawl(t)
  const own = await make(['jobs', 'extract'])
  const other = await make(['jobs', 'extract'])
  const reader = await make(['stats'])
  const all = await make(['jobs:all'])
  const id = await startJob(own.secret)
  await ask(own.secret, 'POST', `/api/jobs/${id}/cancel`)
  const path = `/api/jobs/${id}`
  assert.equal((await ask<Problem>(other.secret, 'DELETE', path)).json.code, 'not_found')
  assert.equal((await ask<Problem>(reader.secret, 'DELETE', path)).json.code, 'scope_missing')
  assert.equal((await crawl.call<Problem>('DELETE', path)).status, 401)
  assert.equal((await ask<Problem>(own.secret, 'DELETE', `/api/jobs/${newId('job')}`)).status, 404)
  assert.equal((await ask(own.secret, 'DELETE', path)).status, 204)
  const second = await startJob(own.secret)
  await ask(own.secret, 'POST', `/api/jobs/${second}/cancel`)
  assert.equal((await ask(all.secret, 'DELETE', `/api/jobs/${second}`)).status, 204)
})
