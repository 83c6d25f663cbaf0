// Which job is claimed next (priority, fairness between keys, age), and how many jobs of one domain run at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  type TestEngine,
} from '#test/support/jobs/job-engine.ts'
import { DEFAULT_JOB_SETTINGS, type ClaimedJob, type JobSpec } from './job-engine.ts'
import { claimFromQueue, typesInLine } from './sql/claim.ts'
import { completeNarrowly } from './sql/complete.ts'

const many = (n: number, spec: (i: number) => Partial<JobSpec>) =>
  Array.from({ length: n }, (_, i) => jobSpec(spec(i)))

const inputs = (jobs: readonly ClaimedJob[]) => jobs.map(({ job }) => job.input)

/** Claims one after the other until nothing is left. */
async function drainInOrder({ worker, claim }: TestEngine, types: readonly string[]): Promise<unknown[]> {
  const workerId = await worker()
  const order: unknown[] = []
  for (;;) {
    const jobs = await claim(workerId, types)
    if (jobs.length === 0) return order
    order.push(...inputs(jobs))
  }
}

test('higher priority first, and within one key by age', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  for (const [i, priority] of [5, 1, 9, 5, 9, 0].entries()) {
    await parts.engine.enqueue(jobSpec({ input: i, priority }))
  }
  assert.deepEqual(await drainInOrder(parts, ['test.job']), [2, 4, 0, 3, 1, 5])
})

test('jobs of several types of one key come by age', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const types = ['a.x', 'b.x', 'a.x', 'c.x', 'b.x', 'a.x']
  for (const [i, type] of types.entries()) await parts.engine.enqueue(jobSpec({ input: i, type }))
  assert.deepEqual(await drainInOrder(parts, ['c.x', 'b.x', 'a.x']), [0, 1, 2, 3, 4, 5])
})

test('a batch of one call comes in its order', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  await parts.engine.enqueueMany(many(700, (i) => ({ input: i })))
  const claimed = await parts.claim(await parts.worker(), ['test.job'], 500)
  assert.deepEqual(
    inputs(claimed),
    Array.from({ length: 500 }, (_, i) => i),
  )
})

test('single jobs of other keys do not wait for a batch of 10,000', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, worker, claim } = parts
  await engine.enqueueMany(many(10_000, (i) => ({ input: `batch ${i}`, fairnessKey: 'big' })))
  const workerId = await worker()
  await claim(workerId, ['test.job'], 100)
  await engine.enqueue(jobSpec({ input: 'single b', fairnessKey: 'b' }))
  await engine.enqueue(jobSpec({ input: 'single c', fairnessKey: 'c' }))
  const next = inputs(await claim(workerId, ['test.job'], 6))
  assert.deepEqual([...next].sort(), [
    'batch 100',
    'batch 101',
    'batch 102',
    'batch 103',
    'single b',
    'single c',
  ])
  await checkInvariants(db)
})

test('two batches take turns, however late the second comes', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { engine, worker, claim } = parts
  const workerId = await worker()
  await engine.enqueueMany(many(300, () => ({ input: 'a', fairnessKey: 'a' })))
  await claim(workerId, ['test.job'], 100)
  await engine.enqueueMany(many(300, () => ({ input: 'b', fairnessKey: 'b' })))
  for (let round = 0; round < 5; round += 1) {
    const some = inputs(await claim(workerId, ['test.job'], 20))
    const ofB = some.filter((key) => key === 'b').length
    assert.ok(Math.abs(ofB - 10) <= 1, `round ${round}: ${ofB} of 20`)
  }
})

test('a key that was served before is not behind one that comes anew', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(200, () => ({ input: 'a', fairnessKey: 'a' })))
  await claim(workerId, ['test.job'], 200)
  await engine.enqueueMany(
    many(50, (i) => ({ input: i % 2 === 0 ? 'a' : 'b', fairnessKey: i % 2 === 0 ? 'a' : 'b' })),
  )
  const some = inputs(await claim(workerId, ['test.job'], 20))
  assert.equal(some.filter((key) => key === 'a').length, 10)
})

test('a type that comes anew takes turns with one that has long been busy', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(400, () => ({ type: 'old.x', input: 'old' })))
  await claim(workerId, ['old.x'], 200)
  await engine.enqueueMany(many(100, () => ({ type: 'new.x', input: 'new' })))
  const some = inputs(await claim(workerId, ['old.x', 'new.x'], 40))
  const fresh = some.filter((input) => input === 'new').length
  assert.ok(Math.abs(fresh - 20) <= 1, `${fresh} of 40`)
})

test('claims of several callers share one round', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { started: false })
  await engine.enqueueMany(many(10, (i) => ({ input: i })))
  const [a, b] = [await worker(), await worker()]
  const [first, second] = await Promise.all(
    [a, b].map(async (workerId) =>
      engine.claimNext({ workerId, max: [{ types: ['test.job'], count: 8 }], waitMs: 0 }),
    ),
  )
  assert.deepEqual([first?.length, second?.length], [5, 5], 'they take turns')
  const workers = await engine.workers.list()
  assert.deepEqual(
    workers.map((worker) => worker.runningJobs),
    [5, 5],
  )
  await checkInvariants(db)
})

test('a claim for several groups answers what each can have', async (t) => {
  const { engine, worker } = await createTestEngine(t, { started: false })
  await engine.enqueueMany([
    ...many(5, () => ({ type: 'a.x', pool: 'http' })),
    ...many(5, () => ({ type: 'b.x', pool: 'browser' })),
  ])
  const jobs = await engine.claimNext({
    workerId: await worker(),
    max: [
      { types: ['a.x', 'none.x'], count: 3 },
      { types: ['b.x'], count: 1 },
    ],
    waitMs: 0,
  })
  assert.deepEqual(jobs.map(({ job }) => job.type).sort(), ['a.x', 'a.x', 'a.x', 'b.x'])
})

test('at most four jobs of a domain run, the others do not wait for it', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(300, () => ({ input: 'busy', domain: 'busy.test' })))
  await engine.enqueueMany([
    ...many(3, () => ({ input: 'other', domain: 'other.test' })),
    ...many(3, () => ({ input: 'none' })),
  ])
  const first = await claim(workerId, ['test.job'], 50)
  assert.deepEqual(countBy(inputs(first)), { busy: 4, other: 3, none: 3 })
  assert.deepEqual(await claim(workerId, ['test.job'], 50), [], 'the domain is full')
  assert.deepEqual(await engine.offer({ types: ['test.job'], limit: 5, waitMs: 0 }), [])
  const [row] = await db.query<{ visible: number }>(sql`
    select count(*)::int as visible from jobs where state = 'queued' and not parked`)
  assert.ok((row?.visible ?? 0) <= 8, `claims look at ${row?.visible} of 296 waiting jobs`)
  await checkInvariants(db)
})

test('each place that becomes free in a domain is taken, until all have run', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { settings: { sweepMs: 60_000, pollMs: 60_000 } })
  const workerId = await worker()
  await engine.enqueueMany(many(60, (i) => ({ domain: 'busy.test', priority: i % 3, type: `t${i % 2}.x` })))
  let running = 0
  let max = 0
  let done = 0
  let claims = 0
  const ways = ['complete', 'fail', 'release', 'complete'] as const
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (done < 60) {
        const [claimed] = await engine.claimNext({
          workerId,
          max: [{ types: ['t0.x', 't1.x'], count: 1 }],
          waitMs: 200,
        })
        if (claimed === undefined) continue
        running += 1
        max = Math.max(max, running)
        await new Promise(setImmediate)
        running -= 1
        const { job, leaseToken } = claimed
        const way = ways[(claims += 1) % ways.length]
        if (way === 'release') await engine.release(job.id, leaseToken)
        else {
          done += 1
          if (way === 'fail') await engine.fail(job.id, leaseToken, finalProblem())
          else await engine.complete(job.id, leaseToken, 1)
        }
      }
    }),
  )
  assert.equal(max, 4)
  await checkInvariants(db)
})

test('the limit of a domain holds over two replicas that claim at the same time', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const other = await createReplica(t, db, { started: false })
  const workers = [await worker(), await other.worker()] as const
  await engine.enqueueMany(many(200, (i) => ({ domain: `d${i % 10}.test` })))
  for (let round = 0; round < 10; round += 1) {
    const both = await Promise.all([
      claim(workers[0], ['test.job'], 40),
      other.claim(workers[1], ['test.job'], 40),
    ])
    const rows = await db.query<{ domain: string; n: number }>(sql`
      select domain, count(*)::int as n from jobs where state = 'running' group by domain`)
    assert.ok(
      rows.every((row) => row.n <= 4),
      JSON.stringify(rows),
    )
    const claimed = both.flat()
    await Promise.all(claimed.map(async ({ job, leaseToken }) => engine.complete(job.id, leaseToken, 1)))
  }
  await checkInvariants(db)
})

test('a claim by id respects the limit of the domain', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const jobs = await engine.enqueueMany(many(6, () => ({ domain: 'busy.test' })))
  await claim(workerId, ['test.job'], 3)
  await engine.claim(jobs[3]?.id ?? '', workerId)
  await assert.rejects(
    engine.claim(jobs[5]?.id ?? '', workerId),
    (error) => error instanceof SurveyorError && error.code === 'job_not_claimable',
  )
  await checkInvariants(db)
})

test('offers change nothing and are spread', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const jobs = await engine.enqueueMany(many(3, () => ({})))
  const offered = []
  for (let i = 0; i < 3; i += 1) {
    offered.push(...(await engine.offer({ types: i === 1 ? null : ['test.job'], limit: 1, waitMs: 0 })))
  }
  assert.deepEqual(
    offered.map((offer) => offer.id),
    jobs.map((job) => job.id),
  )
  assert.equal(
    (await engine.offer({ types: ['test.job'], limit: 2, waitMs: 0 })).length,
    2,
    'rather twice than none',
  )
  assert.deepEqual(await engine.offer({ types: ['other.x'], limit: 1, waitMs: 0 }), [])
  assert.equal((await engine.queue.status()).counts.queued, 3)
  await checkInvariants(db)
})

function countBy(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

test('a claim is not awaited on the disk, and an end is', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { started: false })
  const { id } = await engine.enqueue(jobSpec({}))
  const slot = parseId('wrk', await worker()) ?? ''
  /** Runs `work` where commits are awaited, and answers its value and whether its own is. */
  const commitOf = async <T>(work: (tx: Queryable) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local synchronous_commit = on`)
      const value = await work(tx)
      const [row] = await tx.query<{ commit: string }>(
        sql`select current_setting('synchronous_commit') as commit`,
      )
      return { value, commit: row?.commit }
    })

  const claimed = await commitOf(async (tx) =>
    claimFromQueue(tx, DEFAULT_JOB_SETTINGS, { types: ['test.job'], slots: [slot] }),
  )
  const [claim] = claimed.value.claims
  assert.deepEqual([claim?.claimed.job.id, claimed.commit], [id, 'off'])
  const entry = {
    id: parseId('job', id) ?? '',
    leaseToken: claim?.claimed.leaseToken ?? '',
    result: 'null',
  }
  const ended = await commitOf(async (tx) => completeNarrowly(tx, [entry]))
  assert.deepEqual([ended.value.map(({ state }) => state), ended.commit], [['succeeded'], 'on'])
  await checkInvariants(db)
})

test('a claim reads the line by its index, also where its plan was made for a table with a few jobs', async (t) => {
  const { engine, worker, db } = await createTestEngine(t, { started: false })
  await engine.enqueueMany(many(60, () => ({})))
  const slot = parseId('wrk', await worker()) ?? ''
  await db.query(sql`analyze jobs`)
  await db.transaction(async (tx) => {
    // On one connection, which tells its own counts at once.
    const reads = async () => {
      const [row] = await tx.query<{ whole: number; byIndex: number }>(sql`
        select seq_scan::integer as whole, idx_scan::integer as "byIndex"
        from pg_stat_xact_user_tables where relid = 'jobs'::regclass`)
      return { whole: row?.whole ?? 0, byIndex: row?.byIndex ?? 0 }
    }
    const before = await reads()
    assert.deepEqual(await typesInLine(tx, ['test.job', 'no.job']), ['test.job'])
    const request = { types: ['test.job'], slots: [slot] }
    assert.equal((await claimFromQueue(tx, DEFAULT_JOB_SETTINGS, request)).claims.length, 1)
    const after = await reads()
    assert.equal(after.whole - before.whole, 0)
    assert.ok(after.byIndex - before.byIndex >= 3)
  })
})
