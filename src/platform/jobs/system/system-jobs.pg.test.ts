// System jobs: as durable as all others, and in nothing that users see or steer.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { formatId, uuidV7 } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSettings, JobSteps } from '#platform/jobs/job-engine.ts'
import { loseExpiredLeases } from '#platform/jobs/sql/lose-leases.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/model/job-settings.ts'
import { createTestEngine, jobSpec, type TestEngine } from '#test/support/jobs/job-engine.ts'
import { enqueueSystemJobs } from './enqueue-system-jobs.ts'

const TYPE = 'system.test'

interface SystemEngine extends TestEngine {
  /** Enqueues so many and answers their ids. */
  add(count: number, domain?: string): Promise<string[]>
  /** Claims as the service itself does. */
  take(count?: number): ReturnType<TestEngine['claim']>
}

async function setUp(
  t: TestContext,
  settings: Partial<JobSettings> = {},
  steps: JobSteps = {},
): Promise<SystemEngine> {
  const test = await createTestEngine(t, { settings, steps: () => steps, started: false })
  const { workerId } = await test.engine.workers.register({
    name: 'own',
    instanceId: 'own',
    version: '1',
    capabilities: { types: [TYPE], concurrency: {} },
  })
  return {
    ...test,
    async add(count, domain) {
      const ids = Array.from({ length: count }, () => uuidV7())
      const jobs = ids.map((id) => ({ id, type: TYPE, ...(domain === undefined ? {} : { domain }) }))
      await test.db.transaction(async (tx) => enqueueSystemJobs(tx, jobs))
      return ids.map((id) => formatId('job', id))
    },
    take: async (count = 10) =>
      test.engine.claimNext({ workerId, max: [{ types: [TYPE], count }], waitMs: 0 }),
  }
}

const lease = ({ job, leaseToken }: Awaited<ReturnType<SystemEngine['take']>>[number]) => ({
  jobId: job.id,
  leaseToken,
})

test('no call of a user shows, cancels or repeats one, and no count has it', async (t) => {
  const { engine, db, add, take } = await setUp(t)
  const [id = '', other = ''] = await add(2)
  assert.equal((await take(1)).length, 1)
  assert.equal(await engine.get(id), null)
  assert.deepEqual(await engine.list({ limit: 10 }), { items: [], next: null })
  assert.deepEqual(await engine.events(id, { limit: 10 }), [])
  for (const types of [null, [TYPE]]) {
    assert.deepEqual(await engine.offer({ types, limit: 10, waitMs: 0 }), [])
  }
  await assert.rejects(engine.cancel(other, 'no'), { code: 'not_found' })
  await assert.rejects(engine.retry(other), { code: 'not_found' })
  assert.deepEqual((await engine.queue.status()).types, [])
  assert.deepEqual(await engine.workers.list(), [])
  assert.deepEqual(await engine.workers.prune({ olderThanMs: 0 }), { pruned: [], requeuedJobs: 0 })
  assert.deepEqual(await db.query(sql`select state from jobs order by state`), [
    { state: 'queued' },
    { state: 'running' },
  ])
})

test('one whose process dies again and again is delivered again, and no loss of a worker ends it', async (t) => {
  const { db, add, take } = await setUp(t)
  await add(1)
  await db.execute(sql`update jobs set deliveries = max_deliveries - 1`)
  for (let loss = 0; loss < 3; loss += 1) {
    assert.equal((await take()).length, 1, `after ${loss} losses`)
    await db.execute(sql`update jobs set lease_expires_at = now() - interval '1 second'`)
    const lost = await loseExpiredLeases(db, DEFAULT_JOB_SETTINGS, 10)
    assert.deepEqual(
      lost.map(({ state }) => state),
      ['queued'],
    )
  }
})

test('a paused queue gives it out, a draining one takes it and is drained nevertheless', async (t) => {
  const { engine, add, take, worker, claim } = await setUp(t)
  await engine.enqueue(jobSpec())
  await engine.queue.pause()
  await add(1)
  assert.equal((await take()).length, 1)
  assert.deepEqual(await claim(await worker(), ['test.job']), [])
  await engine.queue.drain()
  await add(1)
  const [job] = await claim(await worker(), ['test.job'])
  assert.equal((await engine.queue.status()).state, 'draining')
  await engine.complete(job?.job.id ?? '', job?.leaseToken ?? '', null)
  assert.equal((await engine.queue.status()).state, 'drained')
  assert.equal((await take()).length, 1)
})

test('the steps of the service do not run, and nothing is left when it is done', async (t) => {
  const refuse = () => {
    throw new Error('A step ran for a system job.')
  }
  const steps = { afterClaim: [refuse], beforeComplete: [refuse] }
  const { engine, db, add, take } = await setUp(t, {}, steps)
  await add(3, 'receiver')
  const claimed = await take()
  await engine.endTogether(claimed.map(lease), async (tx, held) => {
    assert.equal(held.size, 3)
    await tx.execute(sql`create table written as select 1 as n`)
    return claimed.map((one) => ({ ...lease(one), done: true }))
  })
  const [left] = await db.query(sql`
    select (select count(*) from jobs) as jobs, (select count(*) from job_events) as events,
      (select count(*) from job_counts) as counts, (select count(*) from job_ends) as ends,
      (select count(*) from job_results) as results, (select sum(running)::integer from job_domains) as running,
      (select n from written) as written`)
  assert.deepEqual(left, { jobs: 0, events: 0, counts: 0, ends: 0, results: 0, running: 0, written: 1 })
})

test('a repeated one waits exactly as long as it says, and its domain as long as the hold', async (t) => {
  const { engine, db, add, take } = await setUp(t)
  await add(5, 'receiver')
  const claimed = await take()
  // As many as may run in one domain.
  assert.equal(claimed.length, 4)
  const hold = { forMs: 60_000, reason: 'it asked so' }
  await engine.endTogether(claimed.map(lease), async () =>
    claimed.map((one) => ({ ...lease(one), retryInMs: 1_000_000, hold })),
  )
  const waits = await db.query(sql`
    select distinct extract(epoch from scheduled_for - now()) between 900 and 1000 as exact, failures
    from jobs where state = 'scheduled'`)
  assert.deepEqual(waits, [{ exact: true, failures: 1 }])
  assert.deepEqual(await take(), [])
  await db.execute(sql`update job_domains set closed_until = now()`)
  await db.execute(sql`update jobs set parked = false`)
  assert.equal((await take()).length, 1)
})

test('one that is done may close its domain as well', async (t) => {
  const { engine, db, add, take } = await setUp(t)
  await add(2, 'receiver')
  const [first, second] = await take()
  assert.ok(first !== undefined && second !== undefined)
  const hold = { forMs: 60_000, reason: 'it asked so' }
  await engine.endTogether([lease(first), lease(second)], async () => [
    { ...lease(first), done: true, hold },
    { ...lease(second), retryInMs: 0 },
  ])
  const domains = await db.query(
    sql`select running, closed_until > now() as closed, closed_reason from job_domains`,
  )
  assert.deepEqual(domains, [{ running: 0, closed: true, closed_reason: 'it asked so' }])
})

test('a lost one goes back without being isolated, and its first holder ends nothing', async (t) => {
  const { engine, db, add, take } = await setUp(t, { isolateLost: true })
  await add(2)
  const lost = await take()
  await db.execute(sql`update jobs set lease_expires_at = now() - interval '1 second'`)
  const rows = await loseExpiredLeases(db, { ...DEFAULT_JOB_SETTINGS, isolateLost: true }, 10)
  assert.deepEqual(
    rows.map(({ state, isolated }) => [state, isolated]),
    [
      ['queued', false],
      ['queued', false],
    ],
  )
  await engine.endTogether(lost.map(lease), async (_, held) => {
    assert.equal(held.size, 0)
    return []
  })
  assert.equal((await take()).length, 2)
})

test('its wait in the queue does not move the ranks of users', async (t) => {
  const { engine, db, add } = await setUp(t)
  await add(1)
  await engine.enqueueMany(Array.from({ length: 50 }, () => jobSpec({ type: 'other.job' })))
  await db.execute(sql`update jobs set rank = rank + 1000 where type = 'other.job'`)
  const { id } = await engine.enqueue(jobSpec())
  const uuid = id.slice('job_'.length)
  const [row] = await db.query<{ rank: number }>(sql`select rank from jobs where id = ${uuid}`)
  assert.ok((row?.rank ?? 0) > 1000, `${row?.rank}`)
})
