// Pause, resume, drain over two replicas and a restart, and counters that tell the truth.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { createReplica, createTestEngine, jobSpec } from '#test/support/jobs/job-engine.ts'
import { foldCounts } from './queue-control.ts'

const draining = (error: unknown) => error instanceof SurveyorError && error.code === 'draining'

test('a pause holds at once on every replica and over a restart; resume wakes those who wait', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { settings: { pollMs: 60_000 } })
  const other = await createReplica(t, db, { settings: { pollMs: 60_000 } })
  const workerId = await worker()
  const [running] = [await engine.enqueue(jobSpec()), await engine.enqueue(jobSpec())]
  const [held] = await claim(workerId, ['test.job'])
  assert.equal((await engine.queue.pause()).state, 'paused')
  assert.equal((await other.engine.queue.pause()).state, 'paused', 'again changes nothing')
  assert.deepEqual(await other.claim(workerId, ['test.job']), [])
  assert.deepEqual(await other.engine.offer({ types: null, limit: 1, waitMs: 0 }), [])
  const third = await engine.enqueue(jobSpec())
  await assert.rejects(
    other.engine.claim(third.id, workerId),
    (error) => error instanceof SurveyorError && error.code === 'job_not_claimable',
  )
  assert.equal((await engine.complete(running.id, held?.leaseToken ?? '', 1)).state, 'succeeded')

  const restarted = await createReplica(t, db)
  assert.equal((await restarted.engine.queue.status()).state, 'paused')
  assert.deepEqual(await restarted.claim(workerId, ['test.job']), [])

  const waiting = other.engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 20_000,
  })
  assert.equal((await engine.queue.resume()).state, 'running')
  assert.equal((await waiting).length, 1)
  await checkInvariants(db)
})

test('a drain refuses what is new, finishes what was accepted, and then reads drained', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t)
  const other = await createReplica(t, db)
  const workerId = await worker()
  await engine.enqueue(jobSpec())
  const job = await engine.enqueue(jobSpec())
  assert.equal((await engine.queue.drain()).state, 'draining')
  await assert.rejects(other.engine.enqueue(jobSpec()), draining)
  await assert.rejects(other.engine.enqueueMany([jobSpec()]), draining)
  await assert.rejects(other.engine.enqueueParent(jobSpec(), [jobSpec()]), draining)
  const [first] = await claim(workerId, ['test.job'])
  assert.ok(first, 'what is queued still starts')
  const child = await engine.enqueue(jobSpec({ parentId: first.job.id }))
  const family = await engine.enqueueParent(jobSpec({ type: 'test.batch', parentId: first.job.id }), [
    jobSpec(),
  ])
  await engine.complete(first.job.id, first.leaseToken, 1)
  await assert.rejects(engine.enqueue(jobSpec({ parentId: first.job.id })), draining, 'its parent has ended')
  await assert.rejects(engine.retry(first.job.id), draining)
  assert.equal((await other.engine.queue.status()).state, 'draining')
  for (const next of await claim(workerId, ['test.job'], 10)) {
    await engine.complete(next.job.id, next.leaseToken, 1)
  }
  assert.equal((await engine.waitForEnd(family.id, 20_000))?.state, 'succeeded')
  for (const { id } of [job, child]) assert.equal((await engine.get(id))?.state, 'succeeded')
  assert.equal((await other.engine.queue.status()).state, 'drained')
  await assert.rejects(engine.enqueue(jobSpec()), draining)
  assert.equal((await other.engine.queue.resume()).state, 'running')
  assert.equal((await engine.enqueue(jobSpec())).state, 'queued')
  await checkInvariants(db)
})

test('a drain after a pause lets the queued work go on', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueue(jobSpec())
  await engine.queue.pause()
  await engine.queue.drain()
  assert.equal((await claim(await worker(), ['test.job'])).length, 1)
})

test('the counters are exact before, during and after they are folded', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const foldings = (async () => {
    for (let i = 0; i < 40; i += 1) await Promise.all([foldCounts(db), foldCounts(db)])
  })()
  for (let i = 0; i < 20; i += 1) {
    await engine.enqueueMany([jobSpec(), jobSpec({ type: 'other.job' })])
    const [claimed] = await claim(workerId, ['test.job'])
    if (i % 2 === 0) await engine.complete(claimed?.job.id ?? '', claimed?.leaseToken ?? '', 1)
  }
  const before = await engine.queue.status()
  await foldings
  await foldCounts(db)
  const after = await engine.queue.status()
  assert.deepEqual(after, before)
  assert.deepEqual(
    after.types.map(({ type, counts }) => [type, counts.queued, counts.running, counts.succeeded]),
    [
      ['other.job', 20, 0, 0],
      ['test.job', 0, 10, 10],
    ],
  )
  const [rows] = await db.query<{ n: number }>(sql`select count(*)::int as n from job_counts`)
  assert.equal(rows?.n, 3, 'folded to one row for each type and state')
  await checkInvariants(db)
})
