import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createTestEngine, jobSpec } from '#test/harness/job-engine.ts'
import { boundQueues } from './bounded-queues.ts'

const isFull = (error: unknown): boolean =>
  error instanceof SurveyorError && error.code === 'queue_full' && (error.retryAfterMs ?? 0) > 0

test('a kind of work takes as many as may wait, and more when some have begun', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t)
  const bounded = boundQueues({ engine, limits: { parser: 3 }, kindOf: () => 'parser' })
  const parsing = jobSpec({ pool: 'parser' })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, async () => bounded.enqueue(parsing)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
  for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isFull(outcome.reason))
  await bounded.enqueue(jobSpec({ pool: 'light' }))
  assert.equal((await engine.queue.status()).counts.queued, 4)

  const workerId = await worker()
  await claim(workerId, ['test.job'], 4)
  for (;;) {
    try {
      await bounded.enqueue(parsing)
      break
    } catch (error) {
      assert.ok(isFull(error))
    }
  }
})

test('a batch fits as a whole or not at all, and what a job begins is never refused', async (t) => {
  const { db, engine } = await createTestEngine(t)
  const bounded = boundQueues({ engine, limits: { parser: 3 }, kindOf: () => 'parser' })
  const parsing = jobSpec({ pool: 'parser' })
  const four = [parsing, parsing, parsing, parsing]
  await assert.rejects(bounded.enqueueParent(jobSpec({ type: 'test.batch' }), four), isFull)
  assert.deepEqual((await engine.queue.status()).types, [])
  const parent = await bounded.enqueueParent(jobSpec({ type: 'test.batch' }), four.slice(1))
  await assert.rejects(bounded.enqueue(parsing), isFull)
  await bounded.enqueue({ ...parsing, parentId: parent.id })
  await db.transaction(async (tx) => bounded.enqueue(parsing, tx))
})
