// Jobs of a lost worker are delivered apart from each other until one delivery ends with a report.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createTestEngine,
  jobSpec,
  retryableProblem,
  type TestEngine,
} from '#test/support/jobs/job-engine.ts'
import type { ClaimedJob } from '#platform/jobs/job-engine.ts'

const code = (expected: string) => (error: unknown) =>
  error instanceof SurveyorError && error.code === expected

const idsOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ job }) => job.id)

/** As when the process of the worker is killed. */
async function lose({ db, engine }: TestEngine, workerId: string): Promise<void> {
  await db.execute(
    sql`update workers set last_seen_at = now() - interval '1 hour' where 'wrk_' || id = ${workerId}`,
  )
  assert.deepEqual((await engine.workers.prune({ olderThanMs: 60_000 })).pruned, [workerId])
}

/** As many jobs that lost their worker. */
async function lostJobs(parts: TestEngine, n: number): Promise<string[]> {
  const first = await parts.worker()
  await parts.engine.enqueueMany(Array.from({ length: n }, () => jobSpec()))
  const claimed = await parts.claim(first, ['test.job'], n)
  assert.equal(claimed.length, n)
  await lose(parts, first)
  return idsOf(claimed)
}

test('the neighbours of a job whose worker was lost are delivered apart from it', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, claim } = parts
  const lost = await lostJobs(parts, 6)
  const [fresh] = await engine.enqueueMany([jobSpec()])
  const workerId = await parts.worker()
  const delivered: string[] = []
  for (;;) {
    const [one, ...others] = await claim(workerId, ['test.job'], 10)
    if (one?.job.id === fresh?.id || one === undefined) break
    assert.deepEqual(others, [], 'one at a time')
    delivered.push(one.job.id)
    // While it runs, the queue goes on, and no other lost job can be claimed.
    const claimedNext = await claim(workerId, ['test.job'], 10)
    assert.deepEqual(idsOf(claimedNext), delivered.length === 1 ? [fresh?.id] : [])
    await engine.complete(one.job.id, one.leaseToken, null)
  }
  assert.deepEqual(delivered.toSorted(), lost.toSorted())
  await db.execute(sql`update jobs set lease_expires_at = now() where state = 'running'`)
  await checkInvariants(db)
})

test('several workers serve them at the same time, each one of them; a hundred go in groups', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  await lostJobs(parts, 4)
  const [one, two] = [await parts.worker(), await parts.worker()]
  assert.equal((await parts.claim(one, ['test.job'], 10)).length, 1)
  assert.equal((await parts.claim(two, ['test.job'], 10)).length, 1)
  assert.equal((await parts.claim(one, ['test.job'], 10)).length, 0)

  const many = await createTestEngine(t, { started: false })
  await lostJobs(many, 100)
  const workerId = await many.worker()
  const group = await many.claim(workerId, ['test.job'], 100)
  assert.equal(group.length, 13)
  assert.equal((await many.claim(workerId, ['test.job'], 100)).length, 0)
  // Lost a second time: from now on each job of the group is delivered alone, after those that were lost once.
  await lose(many, workerId)
  const next = await many.worker()
  for (let left = 87; left > 0;) {
    const claimed = await many.claim(next, ['test.job'], 100)
    assert.equal(claimed.length, Math.ceil(left / 8))
    assert.ok(claimed.every(({ attempt }) => attempt === 2))
    await Promise.all(claimed.map(async ({ job, leaseToken }) => many.engine.complete(job.id, leaseToken, 1)))
    left -= claimed.length
  }
  for (let left = 13; left > 0; left -= 1) {
    const [claimed, ...others] = await many.claim(next, ['test.job'], 100)
    assert.ok(claimed)
    assert.deepEqual([claimed.attempt, others.length], [3, 0])
    assert.deepEqual(await many.claim(next, ['test.job'], 100), [])
    await many.engine.complete(claimed.job.id, claimed.leaseToken, 1)
  }
  await checkInvariants(many.db)
})

test('a delivery that ends with a report ends the isolation, one that is handed back does not', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, claim } = parts
  await lostJobs(parts, 2)
  const workerId = await parts.worker()
  const [first] = await claim(workerId, ['test.job'], 2)
  assert.ok(first)
  await engine.release(first.job.id, first.leaseToken)
  const again = await claim(workerId, ['test.job'], 2)
  assert.equal(again.length, 1, 'still apart')
  const [failing] = again
  assert.ok(failing)
  await engine.fail(failing.job.id, failing.leaseToken, retryableProblem())
  assert.equal((await claim(workerId, ['test.job'], 2)).length, 1)
  await db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
  await engine.start()
  const [retried] = await engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 2 }],
    waitMs: 10_000,
  })
  assert.equal(retried?.job.id, failing.job.id, 'beside the other one')
})

test('who looks at offers and claims by id gets them too, one at a time', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { engine } = parts
  const lost = await lostJobs(parts, 3)
  const workerId = await parts.worker()
  const offers = await engine.offer({ types: ['test.job'], limit: 5, waitMs: 0 })
  assert.deepEqual(offers.map(({ id }) => id).toSorted(), lost.toSorted())
  const [one = '', two = ''] = lost
  const claimed = await engine.claim(one, workerId)
  await assert.rejects(engine.claim(two, workerId), code('job_not_claimable'))
  await engine.complete(one, claimed.leaseToken, 1)
  assert.equal((await engine.claim(two, workerId)).job.id, two)
})

test('an open poll gets the next one when the first has ended', async (t) => {
  const parts = await createTestEngine(t, { settings: { pollMs: 60_000, sweepMs: 60_000 } })
  await lostJobs(parts, 2)
  const workerId = await parts.worker()
  const [first] = await parts.claim(workerId, ['test.job'], 2)
  assert.ok(first)
  const polled = parts.engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 2 }],
    waitMs: 20_000,
  })
  await parts.engine.complete(first.job.id, first.leaseToken, 1)
  const [second] = await polled
  assert.ok(second)
  assert.notEqual(second.job.id, first.job.id)
})
