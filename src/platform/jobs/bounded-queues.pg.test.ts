import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  createTestEngine,
  finalProblem,
  jobSpec,
  type TestEngineOptions,
} from '#test/support/jobs/job-engine.ts'
import { boundQueues } from './bounded-queues.ts'

/** At most so many jobs of the kind `parser` may wait. */
const boundedTo = (parser: number): TestEngineOptions => ({
  steps: (db) => ({ beforeEnqueue: [boundQueues({ db, limits: { parser }, kindOf: () => 'parser' })] }),
})

const isFull = (error: unknown): boolean =>
  error instanceof SurveyorError && error.code === 'queue_full' && (error.retryAfterMs ?? 0) > 0

test('a kind of work takes as many as may wait, and more when some have begun', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, boundedTo(3))
  const parsing = jobSpec({ pool: 'parser' })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, async () => engine.enqueue(parsing)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
  for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isFull(outcome.reason))
  await engine.enqueue(jobSpec({ pool: 'light' }))
  assert.equal((await engine.queue.status()).counts.queued, 4)

  const workerId = await worker()
  await claim(workerId, ['test.job'], 4)
  for (;;) {
    try {
      await engine.enqueue(parsing)
      break
    } catch (error) {
      assert.ok(isFull(error))
    }
  }
})

test('a batch fits as a whole or not at all, and what a job begins is never refused', async (t) => {
  const { db, engine } = await createTestEngine(t, boundedTo(3))
  const parsing = jobSpec({ pool: 'parser' })
  const four = [parsing, parsing, parsing, parsing]
  await assert.rejects(engine.enqueueParent(jobSpec({ type: 'test.batch' }), four), isFull)
  assert.deepEqual((await engine.queue.status()).types, [])
  const parent = await engine.enqueueParent(jobSpec({ type: 'test.batch' }), four.slice(1))
  await assert.rejects(engine.enqueue(parsing), isFull)
  await engine.enqueue({ ...parsing, parentId: parent.id })
  await db.transaction(async (tx) => engine.enqueue(parsing, tx))
})

/** Repeats a call until the counts are read again and it fits. */
async function onceThereIsRoom<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      assert.ok(isFull(error))
    }
  }
}

test('no call passes by the bound: not many at once, and not a job that is run again', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, boundedTo(3))
  const parsing = jobSpec({ pool: 'parser' })
  const { id } = await engine.enqueue(parsing)
  const [claimed] = await claim(await worker(), ['test.job'])
  await engine.fail(id, claimed?.leaseToken ?? '', finalProblem())
  await assert.rejects(engine.enqueueMany([parsing, parsing, parsing, parsing]), isFull)
  await engine.enqueueMany([parsing, parsing])
  const retried = await onceThereIsRoom(async () => engine.retry(id))
  assert.equal(retried.isNew, true)
  await assert.rejects(engine.enqueue(parsing), isFull)
  assert.equal((await engine.retry(id)).isNew, false, 'what runs again already takes no more room')

  await engine.cancel(retried.job.id, 'user')
  await onceThereIsRoom(async () => engine.enqueue(parsing))
  await assert.rejects(engine.retry(id), isFull)
  assert.equal((await engine.queue.status()).counts.queued, 3)
})

test('forty retries at once on ten connections: the count that they wait for gets one', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, boundedTo(100))
  const specs = Array.from({ length: 40 }, () => jobSpec({ pool: 'parser' }))
  // In a transaction, so that nothing is counted before the retries.
  const jobs = await db.transaction(async (tx) => engine.enqueueMany(specs, tx))
  const claimed = await claim(await worker(), ['test.job'], jobs.length)
  await engine.completeMany(
    claimed.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken, error: finalProblem() })),
  )
  const retried = await Promise.all(jobs.map(async ({ id }) => engine.retry(id)))
  assert.ok(retried.every(({ isNew }) => isNew))
})
