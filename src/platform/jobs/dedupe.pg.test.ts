// Equal jobs: enqueued with one dedupe key, they are one job until it has ended, over all replicas.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  retryableProblem,
} from '#test/support/jobs/job-engine.ts'
import type { JobEngine, JobRecord } from './job-engine.ts'

const shared = (engine: JobEngine, dedupeKey = 'key', id = newId('job')): Promise<JobRecord> =>
  engine.enqueue(jobSpec({ id, dedupeKey }))

test('equal jobs of one statement, of many statements and of two replicas are one', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const replica = await createReplica(t, db, { started: false })
  const engines = [engine, replica.engine]
  const keys = Array.from({ length: 200 }, (_, n) => `key ${n % 5}`)
  const jobs: JobRecord[] = []
  for (let round = 0; round < 3; round += 1) {
    jobs.push(
      ...(await Promise.all(
        keys.map(async (key, n) => {
          const one = engines[n % 2] ?? engine
          if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
          return shared(one, key)
        }),
      )),
    )
  }
  assert.equal(new Set(jobs.map(({ id }) => id)).size, 5)
  const others = await Promise.all(keys.map(async () => engine.enqueue(jobSpec())))
  assert.equal(new Set(others.map(({ id }) => id)).size, 200)
  const rows = await db.query(sql`
    select dedupe_key, waiters from jobs where dedupe_key is not null order by dedupe_key`)
  assert.deepEqual(
    rows,
    [0, 1, 2, 3, 4].map((n) => ({ dedupe_key: `key ${n}`, waiters: 120 })),
  )
  await checkInvariants(db)
})

test('who made the job gets it under the id it gave, who joined under another', async (t) => {
  const { engine } = await createTestEngine(t, { started: false })
  const [first, second] = [newId('job'), newId('job')]
  const jobs = await Promise.all([shared(engine, 'key', first), shared(engine, 'key', second)])
  assert.deepEqual(
    jobs.map(({ id }) => id),
    [first, first],
  )
  assert.equal((await shared(engine)).id, first)
  assert.equal((await engine.join('key'))?.id, first)
  assert.equal(await engine.join('other'), null)
})

test('a key is free again when its job has ended, in whatever way, or was asked to stop', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const next = async () => {
    const job = await shared(engine)
    const [claimed] = await claim(workerId, ['test.job'])
    assert.equal(claimed?.job.id, job.id)
    return claimed
  }
  const ids = new Set<string>()
  for (const end of [
    async (id: string, token: string) => engine.complete(id, token, 1),
    async (id: string, token: string) => engine.fail(id, token, finalProblem()),
    async (id: string) => engine.cancel(id, 'no'),
  ]) {
    const { job, leaseToken } = await next()
    assert.equal((await shared(engine)).id, job.id)
    await end(job.id, leaseToken)
    ids.add(job.id)
  }
  // A later attempt is still the same job.
  const { job, leaseToken } = await next()
  await engine.fail(job.id, leaseToken, retryableProblem(), { retryAfterMs: 60_000 })
  assert.equal((await shared(engine)).id, job.id)
  assert.equal(ids.add(job.id).size, 4)
  assert.equal((await db.query(sql`select from jobs`)).length, 4)
})

test('the last one who leaves cancels the job, and only that one', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const replica = await createReplica(t, db, { started: false })
  const { id } = await shared(engine)
  await Promise.all([shared(engine), shared(replica.engine)])
  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  await Promise.all([engine.leave(id, 'gone'), replica.engine.leave(id, 'gone')])
  assert.equal((await engine.get(id))?.cancelRequestedAt, null)
  await engine.leave(id, 'gone')
  assert.equal((await engine.get(id))?.cancelReason, 'gone')
  assert.notEqual((await shared(engine)).id, id)
  // Too late, or once too often.
  await engine.leave(id, 'gone')
  assert.equal((await engine.complete(id, claimed?.leaseToken ?? '', 1)).state, 'cancelled')
  await engine.leave(id, 'gone')
  const own = await engine.enqueue(jobSpec())
  await engine.leave(own.id, 'gone')
  assert.equal((await engine.get(own.id))?.state, 'queued')
  await checkInvariants(db)
})

test('a join and the leave of the last one exclude each other', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const replica = await createReplica(t, db, { started: false })
  for (let round = 0; round < 40; round += 1) {
    const key = `round ${round}`
    const { id } = await shared(engine, key)
    const [joined] = await Promise.all([shared(replica.engine, key), engine.leave(id, 'gone')])
    const left = await engine.get(id)
    // Either it was joined in time and lives on, or the other one has a job of its own.
    assert.equal(left?.state, joined.id === id ? 'queued' : 'cancelled')
    assert.equal((await engine.get(joined.id))?.state, 'queued')
  }
  await checkInvariants(db)
})

test('a join does not see the end of the job before it is committed, and then makes a new one', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const replica = await createReplica(t, db, { started: false })
  const { id } = await shared(engine)
  const [claimed] = await claim(await worker(), ['test.job'])
  const joining = Promise.withResolvers<JobRecord>()
  await engine.completeWith(id, claimed?.leaseToken ?? '', async () => {
    shared(replica.engine).then(joining.resolve, joining.reject)
    await statementWaits(db)
    return 1
  })
  assert.notEqual((await joining.promise).id, id)
  await checkInvariants(db)
})

/** Resolves when a statement waits for the end of a transaction. */
async function statementWaits(db: Database): Promise<void> {
  for (;;) {
    const rows = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`)
    if (rows.length > 0) return
    await delay(5)
  }
}

test('a full or draining queue takes no new job, and lets equal requests join', async (t) => {
  const { engine } = await createTestEngine(t, { started: false })
  const { id } = await shared(engine)
  await engine.queue.drain()
  await assert.rejects(shared(engine, 'new'), { code: 'draining' })
  assert.equal((await engine.join('key'))?.id, id)
})

test('a job with a parent, and one of many, cannot be shared', async (t) => {
  const { engine } = await createTestEngine(t, { started: false })
  const parent = await engine.enqueue(jobSpec())
  await assert.rejects(engine.enqueue(jobSpec({ dedupeKey: 'key', parentId: parent.id })), TypeError)
  await assert.rejects(engine.enqueueMany([jobSpec(), jobSpec({ dedupeKey: 'key' })]), TypeError)
  await assert.rejects(engine.enqueueParent(jobSpec(), [jobSpec({ dedupeKey: 'key' })]), TypeError)
})
