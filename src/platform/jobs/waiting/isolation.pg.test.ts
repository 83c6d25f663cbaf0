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
  const lost = await lostJobs(parts, 2)
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

test('half of many go at a time, of those lost twice an eighth, and one lost again is alone', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  await lostJobs(parts, 40)
  const sizes: number[] = []
  let workerId = await parts.worker()
  const claimed = async () => {
    const jobs = await parts.claim(workerId, ['test.job'], 100)
    assert.deepEqual(await parts.claim(workerId, ['test.job'], 100), [], 'until they have ended')
    return jobs
  }
  const completed = async (jobs: readonly ClaimedJob[]) =>
    Promise.all(jobs.map(async ({ job, leaseToken }) => parts.engine.complete(job.id, leaseToken, 1)))
  const lost = async () => {
    const jobs = await claimed()
    await lose(parts, workerId)
    workerId = await parts.worker()
    return idsOf(jobs)
  }
  const once = await lost()
  for (let left = 20; left > 0;) {
    const jobs = await claimed()
    assert.ok(jobs.every(({ job, attempt }) => attempt === 2 && !once.includes(job.id)))
    sizes.push(jobs.length)
    await completed(jobs)
    left -= jobs.length
  }
  assert.deepEqual(sizes, [10, 5, 3, 1, 1])
  const twice = await lost()
  assert.deepEqual([once.length, twice.length], [20, 3])
  for (let left = 17; left > 0;) {
    const jobs = await claimed()
    assert.equal(jobs.length, Math.ceil(left / 8))
    assert.ok(jobs.every(({ job, attempt }) => attempt === 3 && !twice.includes(job.id)))
    await completed(jobs)
    left -= jobs.length
  }
  for (let left = 3; left > 0; left -= 1) {
    const jobs = await claimed()
    assert.deepEqual(
      jobs.map(({ attempt }) => attempt),
      [4],
    )
    await completed(jobs)
  }
  await checkInvariants(parts.db)
})

test('each of several workers takes its part of them, and the next when one has ended', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  await lostJobs(parts, 8)
  const [one, two] = [await parts.worker(), await parts.worker()]
  const [first, ...others] = await parts.claim(one, ['test.job'], 10)
  assert.ok(first)
  assert.equal(others.length, 3)
  assert.equal((await parts.claim(two, ['test.job'], 10)).length, 2)
  assert.equal((await parts.claim(one, ['test.job'], 10)).length, 0)
  await parts.engine.complete(first.job.id, first.leaseToken, 1)
  assert.equal((await parts.claim(one, ['test.job'], 10)).length, 0, 'three run and two wait')
})

test('jobs that crash their workers end as dead, and no other job with them', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const all = await lostJobs(parts, 40)
  const poisons = [all[7], all[8], all[31]]
  const done: string[] = []
  let deaths = 1
  for (let workerId = await parts.worker(); ;) {
    const jobs = await parts.claim(workerId, ['test.job'], 100)
    if (jobs.length === 0) break
    if (jobs.some(({ job }) => poisons.includes(job.id))) {
      await lose(parts, workerId)
      workerId = await parts.worker()
      deaths += 1
      continue
    }
    for (const { job, leaseToken } of jobs) await parts.engine.complete(job.id, leaseToken, 1)
    done.push(...idsOf(jobs))
  }
  assert.deepEqual(done.toSorted(), all.filter((id) => !poisons.includes(id)).toSorted())
  for (const id of poisons) assert.equal((await parts.engine.get(id ?? ''))?.state, 'dead')
  assert.ok(deaths <= 1 + 3 * 4)
  await checkInvariants(parts.db)
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
  const lost = await lostJobs(parts, 2)
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
