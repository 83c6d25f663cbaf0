// Several engines on one database: which replica notifies which, and what happens while notifications are lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createReplica,
  createTestEngine,
  engineOn,
  expireLeases,
  jobSpec,
} from '#test/support/jobs/job-engine.ts'
import type { ClaimedJob, EndedJob } from './job-engine.ts'

/** So slow that, within the time of a test, only a notification can wake a caller. */
const NO_POLLING = { settings: { pollMs: 600_000, sweepMs: 600_000 } }

test('a claim that waits on one replica gets a job that another accepts', async (t) => {
  const { db, engine } = await createTestEngine(t, NO_POLLING)
  const other = await createReplica(t, db, NO_POLLING)
  const workerId = await other.worker()
  const claiming = other.engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 60_000,
  })
  const offering = other.engine.offer({ types: ['test.offer'], limit: 1, waitMs: 60_000 })
  const job = await engine.enqueue(jobSpec())
  assert.equal((await claiming)[0]?.job.id, job.id)
  const offered = await db.transaction(async (tx) => engine.enqueue(jobSpec({ type: 'test.offer' }), tx))
  assert.equal((await offering)[0]?.id, offered.id, 'also from a transaction of the caller')
  await checkInvariants(db)
})

test('the end of a job is heard everywhere, and so is a cancel request', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, NO_POLLING)
  const other = await createReplica(t, db, NO_POLLING)
  const job = await engine.enqueue(jobSpec())
  const [claimed] = await claim(await worker(), ['test.job'])
  const received = Promise.withResolvers<EndedJob>()
  const asked = Promise.withResolvers<string>()
  other.engine.onEnded(() => {
    throw new Error('a handler that throws disturbs nobody')
  })
  other.engine.onEnded(received.resolve)
  other.engine.onCancelRequested(asked.resolve)
  const waiting = other.engine.waitForEnd(job.id, 60_000)
  await engine.cancel(job.id, 'please')
  assert.equal(await asked.promise, job.id)
  await engine.complete(job.id, claimed?.leaseToken ?? '', 1)
  assert.equal((await waiting)?.state, 'cancelled')
  assert.deepEqual(await received.promise, {
    id: job.id,
    type: 'test.job',
    state: 'cancelled',
    parentId: null,
  })
  await checkInvariants(db)
})

test('a lost listening connection is made again, and what it missed is looked for', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, NO_POLLING)
  const other = await createReplica(t, db, NO_POLLING)
  const workerId = await other.worker()
  const ended = await engine.enqueue(jobSpec({ type: 'test.ending' }))
  const [claimed] = await claim(await worker(), ['test.ending'])
  const claiming = other.engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 60_000,
  })
  const waiting = other.engine.waitForEnd(ended.id, 60_000)
  // Every listening connection is cut, so notifications sent now reach nobody.
  const [cut] = await db.query<{ n: number }>(sql`
    select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`)
  assert.ok((cut?.n ?? 0) >= 2)
  await db.execute(sql`select pg_sleep(0)`)
  const job = await engine.enqueue(jobSpec())
  await engine.complete(ended.id, claimed?.leaseToken ?? '', 1)
  assert.equal((await claiming)[0]?.job.id, job.id)
  assert.equal((await waiting)?.state, 'succeeded')
  // The new connection receives notifications.
  const again = other.engine.claimNext({ workerId, max: [{ types: ['test.job'], count: 1 }], waitMs: 60_000 })
  const next = await engine.enqueue(jobSpec())
  assert.equal((await again)[0]?.job.id, next.id)
  await checkInvariants(db)
})

test('without any notice, polling finds everything', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const unsubscribed = await createReplica(t, db, { started: false, settings: { pollMs: 30 } })
  const workerId = await unsubscribed.worker()
  const claiming = unsubscribed.engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 60_000,
  })
  const ended = await engine.enqueue(jobSpec({ type: 'test.ending' }))
  const waiting = unsubscribed.engine.waitForEnd(ended.id, 60_000)
  const job = await engine.enqueue(jobSpec())
  assert.equal((await claiming)[0]?.job.id, job.id)
  const [claimed] = await claim(await worker(), ['test.ending'])
  await engine.complete(ended.id, claimed?.leaseToken ?? '', 1)
  assert.equal((await waiting)?.state, 'succeeded')
})

test('polling repeats no claim while its types have no job in line', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const polled = Promise.withResolvers<void>()
  const counts = { claims: 0, polls: 0 }
  const counted: Database = {
    ...db,
    async query<Row extends object>(statement: Sql) {
      if (statement.name?.startsWith('jobs_claim_') === true) counts.claims += 1
      if (statement.name === 'jobs_types_in_line' && (counts.polls += 1) === 5) polled.resolve()
      return db.query<Row>(statement)
    },
  }
  const waiting = await engineOn(t, counted, { started: false, settings: { pollMs: 20 } })
  const max = [{ types: ['test.job'], count: 1 }]
  const claiming = waiting.engine.claimNext({ workerId: await waiting.worker(), max, waitMs: 60_000 })
  await engine.enqueue(jobSpec({ type: 'test.other' }))
  await polled.promise
  assert.equal(counts.claims, 1)
  const job = await engine.enqueue(jobSpec())
  assert.equal((await claiming)[0]?.job.id, job.id)
})

test('who waits for any job is woken by polling too', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const unsubscribed = await createReplica(t, db, { started: false, settings: { pollMs: 30 } })
  const offered = unsubscribed.engine.offer({ types: null, limit: 1, waitMs: 60_000 })
  const job = await engine.enqueue(jobSpec())
  assert.equal((await offered)[0]?.id, job.id)
})

test('who waits holds no connection', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, NO_POLLING)
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec({ type: 'test.never' }))
  const going = new AbortController()
  // Many times more waits than the pool has connections.
  const waits = Array.from({ length: 100 }, async (_, i) =>
    i % 2 === 0
      ? engine.waitForEnd(job.id, 60_000, going.signal)
      : engine.claimNext({
          workerId,
          max: [{ types: ['test.job'], count: 1 }],
          waitMs: 60_000,
          signal: going.signal,
        }),
  )
  await Promise.all([1, 2, 3].map(async () => db.query(sql`select 1`)))
  await engine.cancel(job.id, 'over')
  going.abort()
  const ends = await Promise.all(waits)
  assert.ok(ends.every((end) => (Array.isArray(end) ? end.length === 0 : end?.state === 'cancelled')))
})

test('disposing an engine ends its waits', async (t) => {
  const { db } = await createTestEngine(t)
  const { engine, worker } = await createReplica(t, db)
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec({ type: 'test.never' }))
  const waits = Promise.all([
    engine.claimNext({ workerId, max: [{ types: ['test.job'], count: 1 }], waitMs: 60_000 }),
    engine.offer({ types: ['test.job'], limit: 1, waitMs: 60_000 }),
    engine.waitForEnd(job.id, 60_000),
  ])
  await engine[Symbol.asyncDispose]()
  const [claimed, offered, waited] = await waits
  assert.deepEqual([claimed, offered, waited?.state], [[], [], 'queued'])
})

test('all connections cut at once: the engine goes on', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, {
    settings: { pollMs: 30, sweepMs: 30 },
  })
  // The cutter has a connection of its own, which no cut ends.
  const { own: cutter } = await createReplica(t, db, { started: false })
  const workerId = await worker()
  const claim = async (waitMs: number): Promise<ClaimedJob | undefined> =>
    (await engine.claimNext({ workerId, max: [{ types: ['test.job'], count: 1 }], waitMs }))[0]
  const job = await engine.enqueue(jobSpec())
  assert.equal((await claim(0))?.job.id, job.id)
  const waiting = engine.waitForEnd(job.id, 60_000)
  // A read that begins later ends later: from here on the other replica waits, and runs no read that a cut could end.
  await engine.get(job.id)
  for (let cuts = 0; cuts < 3; cuts += 1) {
    await cutter.query(sql`
      select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  await expireLeases(cutter)
  // The lease is over, the sweep makes the job claimable again, and the other replica is notified of its end.
  const second = await claim(60_000)
  await engine.complete(job.id, second?.leaseToken ?? '', 'after all')
  assert.equal((await waiting)?.result, 'after all')
  await checkInvariants(db)
})
