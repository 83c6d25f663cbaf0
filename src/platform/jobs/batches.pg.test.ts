// Batch parents: counting, ending, cancelling, joining.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  type TestEngine,
} from '#test/support/jobs/job-engine.ts'
import type { JobState } from '#contract/job.ts'
import type { EndedJob } from './job-engine.ts'

const code = (expected: string) => (error: unknown) =>
  error instanceof SurveyorError && error.code === expected

const children = (n: number) => Array.from({ length: n }, (_, input) => jobSpec({ input }))
const batch = jobSpec({ type: 'test.batch', pool: 'none' })

/** Runs all children; those whose input is in `failing` fail. */
async function runChildren({ engine, worker, claim }: TestEngine, failing: readonly number[]): Promise<void> {
  const workerId = await worker()
  for (;;) {
    const jobs = await claim(workerId, ['test.job'], 50)
    if (jobs.length === 0) return
    await Promise.all(
      jobs.map(async ({ job, leaseToken }) =>
        failing.includes(job.input as number)
          ? engine.fail(job.id, leaseToken, finalProblem())
          : engine.complete(job.id, leaseToken, 1),
      ),
    )
  }
}

test('a batch ends with its last child, by how they ended', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, worker, claim } = parts
  const expected: [number[], JobState][] = [
    [[], 'succeeded'],
    [[2, 5], 'partially_succeeded'],
    [[0, 1, 2, 3, 4, 5], 'failed'],
  ]
  for (const [failing, state] of expected) {
    const parent = await engine.enqueueParent(batch, children(6))
    assert.equal(parent.state, 'running')
    assert.deepEqual(parent.children, { total: 6, succeeded: 0, failed: 0, cancelled: 0 })
    assert.equal(parent.leaseExpiresAt, null)
    assert.deepEqual(await claim(await worker(), ['test.batch']), [], 'no worker gets the parent')
    const ended = engine.waitForEnd(parent.id, 20_000)
    await runChildren(parts, failing)
    const failed = failing.length
    assert.equal((await ended)?.state, state)
    assert.deepEqual((await ended)?.children, { total: 6, succeeded: 6 - failed, failed, cancelled: 0 })
  }
  await checkInvariants(db)
})

test('cancelling a batch ends what waits at once, asks what runs, and ends with that', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueueParent(batch, children(1_000))
  const running = await claim(await worker(), ['test.job'], 3)
  const ended: EndedJob[] = []
  engine.onEnded((job) => ended.push(job))
  const asked = await engine.cancel(parent.id, 'enough')
  assert.equal(asked.state, 'running')
  assert.deepEqual(asked.children, { total: 1_000, succeeded: 0, failed: 0, cancelled: 997 })
  assert.equal(ended.length, 0, 'no flood of notices')
  for (const { job, leaseToken } of running) {
    assert.equal((await engine.cancelCheck(job.id, leaseToken)).reason, 'parent')
  }
  const end = engine.waitForEnd(parent.id, 20_000)
  const [first, second, third] = running
  await engine.complete(first?.job.id ?? '', first?.leaseToken ?? '', 1)
  await engine.fail(second?.job.id ?? '', second?.leaseToken ?? '', finalProblem())
  await engine.release(third?.job.id ?? '', third?.leaseToken ?? '')
  assert.equal((await end)?.state, 'cancelled')
  assert.equal((await end)?.children?.cancelled, 1_000)
  assert.equal(ended.filter((job) => job.id === parent.id).length, 1)
  await assert.rejects(engine.cancel(parent.id, 'again'), code('job_not_cancellable'))
  await checkInvariants(db)
})

test('a batch of which nothing runs is cancelled at once', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueueParent(batch, children(10))
  const cancelled = await engine.cancel(parent.id, 'never mind')
  assert.equal(cancelled.state, 'cancelled')
  assert.equal(cancelled.cancelReason, 'never mind')
  const { items } = await engine.list({ parentId: parent.id, limit: 20 })
  assert.ok(items.every((child) => child.state === 'cancelled' && child.cancelReason === 'never mind'))
  await checkInvariants(db)
})

test('children that are all cancelled one by one cancel the batch', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueueParent(batch, children(3))
  const { items } = await engine.list({ parentId: parent.id, limit: 10 })
  for (const { id } of items) await engine.cancel(id, 'one by one')
  assert.equal((await engine.waitForEnd(parent.id, 20_000))?.state, 'cancelled')
  await checkInvariants(db)
})

test('two replicas that end the children of the same batches at the same time end each batch once', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const other = await createReplica(t, parts.db, { started: false })
  const parents = await Promise.all(
    Array.from({ length: 20 }, async () => parts.engine.enqueueParent(batch, children(15))),
  )
  await Promise.all([runChildren(parts, []), runChildren({ ...other, db: parts.db }, [])])
  for (const { id } of parents) {
    const ended = await parts.engine.waitForEnd(id, 20_000)
    assert.equal(ended?.state, 'succeeded')
    assert.equal(ended?.children?.succeeded, 15)
  }
  await checkInvariants(parts.db)
})

test('a batch larger than a statement, in the transaction of its caller', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine } = parts
  await assert.rejects(
    db.transaction(async (tx) => {
      await engine.enqueueParent(batch, children(1_200), tx)
      throw new Error('undone')
    }),
    /undone/,
  )
  assert.equal((await engine.queue.status()).counts.queued, 0)
  const parent = await db.transaction(async (tx) => engine.enqueueParent(batch, children(1_200), tx))
  const ended = engine.waitForEnd(parent.id, 20_000)
  await runChildren(parts, [])
  assert.equal((await ended)?.state, 'succeeded')
  await checkInvariants(db)
})

test('a job joins a batch that runs, and no other', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine } = parts
  const parent = await engine.enqueueParent(batch, children(2))
  await Promise.all([7, 8, 9].map(async (input) => engine.enqueue(jobSpec({ input, parentId: parent.id }))))
  assert.equal((await engine.get(parent.id))?.children?.total, 5)
  await runChildren(parts, [])
  assert.equal((await engine.waitForEnd(parent.id, 20_000))?.children?.succeeded, 5)
  await assert.rejects(engine.enqueue(jobSpec({ parentId: parent.id })), code('conflict'))
  await assert.rejects(engine.enqueue(jobSpec({ parentId: newId('job') })), code('not_found'))
  await assert.rejects(engine.enqueue(jobSpec({ parentId: 'job_1' })), code('not_found'))
  await assert.rejects(engine.enqueueParent(batch, []), code('validation_failed'))
  await checkInvariants(db)
})

test('cancelling goes down the whole family', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const top = await engine.enqueue(jobSpec({ type: 'test.top' }))
  const [held] = await claim(await worker(), ['test.top'])
  const middle = await engine.enqueue(jobSpec({ parentId: top.id }))
  const leaf = await engine.enqueue(jobSpec({ parentId: middle.id }))
  const inner = await engine.enqueueParent({ ...batch, parentId: middle.id }, children(3))
  await engine.cancel(top.id, 'all of it')
  assert.equal((await engine.get(top.id))?.state, 'running')
  for (const { id } of [middle, leaf]) assert.equal((await engine.get(id))?.state, 'cancelled')
  assert.equal((await engine.waitForEnd(inner.id, 20_000))?.state, 'cancelled')
  await assert.rejects(engine.enqueue(jobSpec({ parentId: top.id })), code('conflict'))
  await engine.complete(top.id, held?.leaseToken ?? '', 1)
  await checkInvariants(db)
})

test('the deadline of a batch is its children’s', async (t) => {
  const { engine } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueueParent({ ...batch, deadlineMs: 60_000 }, [
    jobSpec(),
    jobSpec({ deadlineMs: 1_000 }),
    jobSpec({ deadlineMs: 90_000 }),
  ])
  const { items } = await engine.list({ parentId: parent.id, limit: 10 })
  assert.deepEqual(
    items.map((job) => Number(job.deadlineAt) - Number(job.createdAt)).sort((a, b) => a - b),
    [1_000, 60_000, 60_000],
  )
})

test('ends that a killed replica left uncounted are counted by the sweep', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueueParent(batch, children(1))
  await db.execute(sql`
    with ended as (
      update jobs set state = 'expired', completed_at = now() where parent_id is not null returning parent_id
    )
    insert into job_child_ends select parent_id, 0, 1, 0 from ended`)
  await engine.start()
  assert.equal((await engine.waitForEnd(parent.id, 20_000))?.state, 'failed')
})
