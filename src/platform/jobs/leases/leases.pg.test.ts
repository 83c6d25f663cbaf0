// Leases in time: renewal, loss, cancellation, deadlines. The sweep runs fast, and the tests end the leases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/queryable.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createTestEngine,
  expireLeases,
  jobSpec,
  retryableProblem,
  type TestEngine,
} from '#test/support/jobs/job-engine.ts'
import { DEFAULT_JOB_SETTINGS, type ClaimedJob, type JobRecord } from '#platform/jobs/job-engine.ts'
import { loseExpiredLeases } from '#platform/jobs/sql/lose-leases.ts'

const FAST = { sweepMs: 40, pollMs: 50 }
const code = (expected: string) => (error: unknown) =>
  error instanceof SurveyorError && error.code === expected

async function claimedJob(
  { engine, worker, claim }: TestEngine,
  spec: Parameters<typeof jobSpec>[0] = {},
): Promise<{ job: JobRecord; workerId: string; claimed: ClaimedJob }> {
  const job = await engine.enqueue(jobSpec(spec))
  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  assert.ok(claimed)
  assert.equal(claimed.job.id, job.id)
  return { job, workerId, claimed }
}

test('a job of a silent worker goes to another one, and the first can write nothing more', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const { job, workerId, claimed } = await claimedJob(parts)
  await expireLeases(db)
  const [second] = await engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 10_000,
  })
  assert.equal(second?.job.id, job.id)
  assert.equal(second?.attempt, 2)
  await assert.rejects(engine.complete(job.id, claimed.leaseToken, 'late'), code('lease_lost'))
  assert.deepEqual(
    (await engine.renew(workerId, [{ jobId: job.id, leaseToken: claimed.leaseToken }])).lostJobs,
    [job.id],
  )
  await engine.complete(job.id, second?.leaseToken ?? '', 'in time')
  assert.equal((await engine.get(job.id))?.result, 'in time')
  await checkInvariants(db)
})

test('a renewed lease lasts, for as long as it is renewed', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const { job, workerId, claimed } = await claimedJob(parts)
  const lease = { jobId: job.id, leaseToken: claimed.leaseToken }
  for (let renewals = 0; renewals < 5; renewals += 1) {
    await nearlyEnd(db)
    const answer = await engine.renew(workerId, [lease])
    assert.deepEqual(answer.lostJobs, [])
    assert.equal(answer.leases[0]?.jobId, job.id)
    assert.equal(await isFullLease(db), true)
  }
  assert.equal((await engine.get(job.id))?.deliveries, 1)
  await engine.complete(job.id, claimed.leaseToken, 1)
  await checkInvariants(db)
})

test('what a job writes on its way needs its lease, renews it, and is undone with the throw of the writer', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine } = parts
  await db.execute(sql`create table notes (note text)`)
  const { job, claimed } = await claimedJob(parts)
  const write = async (note: string) =>
    engine.writeWith(job.id, claimed.leaseToken, async (tx) => {
      await tx.execute(sql`insert into notes values (${note})`)
      if (note === 'throws') throw new Error('after all not')
      return note.length
    })
  const runOut = async () => db.execute(sql`update jobs set lease_expires_at = now() where state = 'running'`)
  const lost = async () => loseExpiredLeases(db, DEFAULT_JOB_SETTINGS, 10)
  await runOut()
  assert.equal(await write('held'), 4)
  await assert.rejects(write('throws'), /after all not/)
  assert.deepEqual(await lost(), [], 'writing kept the lease')

  await runOut()
  await engine.writeWith(job.id, claimed.leaseToken, async () => {
    assert.deepEqual(await lost(), [], 'the sweep skips a job that is writing, however long that takes')
  })
  assert.equal((await engine.get(job.id))?.deliveries, 1)
  await runOut()
  await engine.start()
  const [second] = await engine.claimNext({
    workerId: await parts.worker(),
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 10_000,
  })
  assert.equal(second?.attempt, 2)
  await assert.rejects(write('late'), code('lease_lost'))
  await assert.rejects(
    engine.writeWith(job.id, 'no token', async () => assert.fail('ran')),
    code('lease_lost'),
  )
  await engine.cancel(job.id, 'no more')
  await assert.rejects(
    engine.writeWith(job.id, second?.leaseToken ?? '', async () => assert.fail('ran')),
    code('job_ended'),
  )
  assert.deepEqual(await db.query(sql`select distinct note from notes`), [{ note: 'held' }])
})

/** The lease has less left than a renewal gives, and enough for a busy machine. */
async function nearlyEnd(db: Queryable): Promise<void> {
  await db.execute(sql`update jobs set lease_expires_at = now() + interval '10 s' where state = 'running'`)
}

async function isFullLease(db: Queryable): Promise<boolean | undefined> {
  const [row] = await db.query<{ full: boolean }>(sql`
    select bool_and(lease_expires_at > now() + interval '12 s') as full from jobs where state = 'running'`)
  return row?.full
}

test('renew tells each lease apart and needs the worker that holds it', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, worker } = parts
  const { job, workerId, claimed } = await claimedJob(parts)
  const lease = { jobId: job.id, leaseToken: claimed.leaseToken }
  const unknown = { jobId: newId('job'), leaseToken: claimed.leaseToken }
  const malformed = { jobId: 'x', leaseToken: 'y' }
  const answer = await engine.renew(workerId, [lease, unknown, malformed])
  assert.deepEqual(
    answer.leases.map((renewed) => renewed.jobId),
    [job.id],
  )
  assert.deepEqual(answer.lostJobs, [unknown.jobId, malformed.jobId])
  assert.deepEqual((await engine.renew(await worker(), [lease])).lostJobs, [job.id])
  await assert.rejects(engine.renew(newId('wrk'), [lease]), code('unknown_worker'))
  await checkInvariants(db)
})

test('a renewal does not wait for a completion that is on its way', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, claim } = parts
  const { job, workerId, claimed } = await claimedJob(parts)
  const other = await engine.enqueue(jobSpec())
  const [second] = await claim(workerId, ['test.job'])
  const [inside, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const completing = engine.completeWith(job.id, claimed.leaseToken, async () => {
    inside.resolve()
    await go.promise
    return 1
  })
  await inside.promise
  const answer = await engine.renew(workerId, [
    { jobId: job.id, leaseToken: claimed.leaseToken },
    { jobId: other.id, leaseToken: second?.leaseToken ?? '' },
  ])
  assert.deepEqual(answer.lostJobs, [])
  assert.ok(
    answer.leases.some(
      (lease) => lease.jobId === other.id && lease.expiresAt > (second?.leaseExpiresAt ?? 0),
    ),
  )
  go.resolve()
  assert.equal((await completing).state, 'succeeded')
  await checkInvariants(db)
})

test('a job that kills its workers is dead after its deliveries', async (t) => {
  const parts = await createTestEngine(t, { settings: { ...FAST, leaseMs: 200 } })
  const { db, engine, worker } = parts
  const job = await engine.enqueue(jobSpec({ maxDeliveries: 3 }))
  const workerId = await worker()
  let claims = 0
  const claiming = new AbortController()
  const loop = (async () => {
    while (!claiming.signal.aborted) {
      const jobs = await engine.claimNext({
        workerId,
        max: [{ types: ['test.job'], count: 1 }],
        waitMs: 10_000,
        signal: claiming.signal,
      })
      claims += jobs.length
    }
  })()
  const ended = await engine.waitForEnd(job.id, 20_000)
  claiming.abort()
  await loop
  assert.equal(ended?.state, 'dead')
  assert.equal(ended?.error?.code, 'worker_lost')
  assert.equal(claims, 3)
  await checkInvariants(db)
})

test('cancelling what waits ends it at once', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const queued = await engine.enqueue(jobSpec())
  const scheduled = await engine.enqueue(jobSpec({ scheduledFor: new Date(Date.now() + 60_000) }))
  for (const { id } of [queued, scheduled]) {
    const waiting = engine.waitForEnd(id, 10_000)
    const cancelled = await engine.cancel(id, 'not needed\u0000')
    assert.equal(cancelled.state, 'cancelled')
    assert.equal(cancelled.cancelReason, 'not needed\uFFFD')
    assert.deepEqual(await waiting, cancelled)
    await assert.rejects(engine.cancel(id, 'again'), code('job_not_cancellable'))
  }
  await checkInvariants(db)
})

test('cancelling what runs is a request; completing, failing and releasing all end in cancelled', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine } = parts
  const ways: ((job: JobRecord, token: string) => Promise<unknown>)[] = [
    async (job, token) => engine.complete(job.id, token, { lost: true }),
    async (job, token) => engine.completeWith(job.id, token, async () => assert.fail('ran after a cancel')),
    async (job, token) => engine.fail(job.id, token, retryableProblem()),
    async (job, token) => engine.release(job.id, token),
  ]
  for (const way of ways) {
    const { job, workerId, claimed } = await claimedJob(parts)
    const received: string[] = []
    const stop = engine.onCancelRequested((id) => received.push(id))
    const asked = await engine.cancel(job.id, 'changed my mind')
    stop()
    assert.equal(asked.state, 'running')
    assert.ok(asked.cancelRequestedAt instanceof Date)
    assert.deepEqual(received, [job.id])
    assert.deepEqual(await engine.cancel(job.id, 'once more'), asked, 'asking again changes nothing')
    const lease = { jobId: job.id, leaseToken: claimed.leaseToken }
    assert.deepEqual((await engine.renew(workerId, [lease])).cancelJobs, [{ jobId: job.id, reason: 'user' }])
    assert.equal((await engine.cancelCheck(job.id, claimed.leaseToken)).reason, 'user')
    const noProgress = { done: null, total: null, message: null }
    assert.equal((await engine.progress(job.id, claimed.leaseToken, noProgress)).cancelRequested, true)
    await way(job, claimed.leaseToken)
    const ended = await engine.get(job.id)
    assert.equal(ended?.state, 'cancelled')
    assert.equal(ended?.result, null)
    assert.equal(ended?.error, null)
    assert.equal(ended?.cancelReason, 'changed my mind')
  }
  await checkInvariants(db)
})

test('a worker that neither obeys a cancel nor falls silent loses its lease all the same', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const { job, workerId, claimed } = await claimedJob(parts)
  await engine.cancel(job.id, 'stop')
  await renewUntilLost(parts, workerId, claimed, 'user')
  assert.equal((await engine.get(job.id))?.state, 'cancelled')
  await assert.rejects(engine.complete(job.id, claimed.leaseToken, 1), code('lease_lost'))
  await assert.rejects(engine.fail(job.id, claimed.leaseToken, retryableProblem()), code('lease_lost'))
  await checkInvariants(db)
})

test('nor does a worker hold a job for long after its deadline', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const { job, workerId, claimed } = await claimedJob(parts, { deadlineMs: 600_000 })
  await db.execute(sql`update jobs set deadline_at = now() where state = 'running'`)
  await renewUntilLost(parts, workerId, claimed, 'deadline')
  const ended = await engine.get(job.id)
  assert.equal(ended?.state, 'expired')
  assert.equal(ended?.error?.code, 'extract_timeout')
  await checkInvariants(db)
})

test('a job whose worker dies gets its whole time again, also where its deadline passes before the lease ends', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const { job, workerId, claimed } = await claimedJob(parts, { timeoutMs: 30_000 })
  // Lost 30 s after the claim, which is when both end with the default settings.
  await db.execute(sql`
    update jobs set lease_expires_at = now() - interval '1 ms', deadline_at = now() - interval '1 ms'
    where state = 'running'`)
  const [second] = await engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 10_000,
  })
  assert.deepEqual([second?.job.id, second?.attempt], [job.id, 2])
  const leftMs = Number(second?.deadlineAt) - Number(second?.leaseExpiresAt)
  assert.equal(leftMs, 30_000 - DEFAULT_JOB_SETTINGS.leaseMs)
  await assert.rejects(engine.complete(job.id, claimed.leaseToken, 'late'), code('lease_lost'))
  await engine.complete(job.id, second?.leaseToken ?? '', 'in time')
  assert.equal((await engine.get(job.id))?.state, 'succeeded')
  await checkInvariants(db)
})

test('but one whose worker was there at the deadline has ended, and so has one whose own deadline passed', async (t) => {
  const parts = await createTestEngine(t, { settings: FAST })
  const { db, engine } = parts
  const slow = await claimedJob(parts, { timeoutMs: 30_000 })
  await db.execute(sql`update jobs set deadline_at = now() where state = 'running'`)
  await renewUntilLost(parts, slow.workerId, slow.claimed, 'deadline')
  const { job } = await claimedJob(parts, { timeoutMs: 30_000, deadlineMs: 40_000 })
  await db.execute(sql`
    update jobs set lease_expires_at = now() - interval '1 ms', deadline_at = now() - interval '1 ms',
      created_at = created_at - interval '1 minute'
    where state = 'running'`)
  for (const { id } of [slow.job, job]) {
    const ended = await engine.waitForEnd(id, 20_000)
    assert.deepEqual([ended?.state, ended?.error?.code], ['expired', 'extract_timeout'])
  }
  await checkInvariants(db)
})

/** A renewal says why the job should end, and no longer moves the end of the lease; after that it says that it is lost. */
async function renewUntilLost(
  { db, engine }: TestEngine,
  workerId: string,
  claimed: ClaimedJob,
  reason: string,
): Promise<void> {
  const lease = { jobId: claimed.job.id, leaseToken: claimed.leaseToken }
  const ends = new Set<number>()
  for (let renewals = 0; renewals < 3; renewals += 1) {
    const answer = await engine.renew(workerId, [lease])
    assert.deepEqual(answer.cancelJobs, [{ jobId: claimed.job.id, reason }])
    const [renewed] = answer.leases
    assert.ok(renewed)
    ends.add(Number(renewed.expiresAt))
  }
  assert.equal(ends.size, 1)
  // As if that last lease had passed: otherwise a renewal that comes before the sweep brings it back.
  await db.execute(sql`
    update jobs set lease_expires_at = now(), cancel_requested_at = cancel_requested_at - interval '1 hour',
      deadline_at = deadline_at - interval '1 hour'
    where state = 'running'`)
  while ((await engine.renew(workerId, [lease])).lostJobs.length === 0) await delay(10)
}

test('what no worker takes in time expires, each for its reason', async (t) => {
  const { db, engine } = await createTestEngine(t, { settings: FAST })
  const [queue, deadline, scheduled] = await engine.enqueueMany([
    jobSpec({ queueTimeoutMs: 50 }),
    jobSpec({ deadlineMs: 50, queueTimeoutMs: 60_000 }),
    jobSpec({ deadlineMs: 50, scheduledFor: new Date(Date.now() + 60_000) }),
  ])
  assert.ok(queue && deadline && scheduled)
  const ends = await Promise.all(
    [queue, deadline, scheduled].map(async ({ id }) => engine.waitForEnd(id, 20_000)),
  )
  assert.deepEqual(
    ends.map((job) => [job?.state, job?.error?.code]),
    [
      ['expired', 'queue_timeout'],
      ['expired', 'extract_timeout'],
      ['expired', 'extract_timeout'],
    ],
  )
  await checkInvariants(db)
})

test('a job past its time is not claimed, even before the sweep comes; a first claim ends the queue time-out', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine, worker, claim } = parts
  const workerId = await worker()
  const late = await engine.enqueue(jobSpec({ queueTimeoutMs: 0 }))
  assert.deepEqual(await claim(workerId, ['test.job']), [])
  assert.deepEqual(await engine.offer({ types: null, limit: 5, waitMs: 0 }), [])
  await assert.rejects(engine.claim(late.id, workerId), code('job_not_claimable'))
  const { job, claimed } = await claimedJob(parts, { queueTimeoutMs: 60_000 })
  await engine.release(job.id, claimed.leaseToken)
  const [row] = await db.query<{ queue_until: Date | null }>(
    sql`select queue_until from jobs where state = 'queued' and deliveries = 0 and started_at is not null`,
  )
  assert.equal(row?.queue_until, null)
  await checkInvariants(db)
})

test('a scheduled job starts when it is due, without waiting for a sweep', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { settings: { sweepMs: 60_000, pollMs: 60_000 } })
  const job = await engine.enqueue(jobSpec({ scheduledFor: new Date(Date.now() + 2_500) }))
  assert.equal(job.state, 'scheduled')
  const [claimed] = await engine.claimNext({
    workerId: await worker(),
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 20_000,
  })
  assert.equal(claimed?.job.id, job.id)
  assert.ok(Date.now() >= Number(job.scheduledFor))
  await checkInvariants(db)
})

test('cancel and complete race: one end, and the history agrees', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(Array.from({ length: 200 }, () => jobSpec()))
  const jobs = await claim(workerId, ['test.job'], 200)
  assert.equal(jobs.length, 200)
  const states = await Promise.all(
    jobs.map(async ({ job, leaseToken }, i) => {
      const cancel = async () => engine.cancel(job.id, 'race').catch(code('job_not_cancellable'))
      const complete = async () => engine.complete(job.id, leaseToken, i)
      const [first, second] = i % 2 === 0 ? [cancel, complete] : [complete, cancel]
      await Promise.all([first(), shortly(i).then(second)])
      return (await engine.get(job.id))?.state
    }),
  )
  const count = (state: string) => states.filter((found) => found === state).length
  assert.equal(count('succeeded') + count('cancelled'), 200)
  assert.ok(count('succeeded') > 0 && count('cancelled') > 0, 'both sides won at times')
  await checkInvariants(db)
})

test('cancels race with claims and with leases that run out', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { settings: { leaseMs: 1, sweepMs: 1 } })
  const workerId = await worker()
  for (let round = 0; round < 20; round += 1) {
    const jobs = await engine.enqueueMany(Array.from({ length: 40 }, () => jobSpec({ maxDeliveries: 1_000 })))
    const claiming = (async () => {
      for (let i = 0; i < 4; i += 1) await claim(workerId, ['test.job'], 40)
    })()
    await Promise.all(
      jobs.map(async ({ id }, i) => {
        await shortly(i)
        await engine.cancel(id, 'race')
      }),
    )
    await claiming
    const ends = await Promise.all(jobs.map(async ({ id }) => engine.waitForEnd(id, 20_000)))
    assert.ok(ends.every((job) => job?.state === 'cancelled'))
  }
  await checkInvariants(db)
})

/** A few turns of the event loop, a different number each time. */
async function shortly(i: number): Promise<void> {
  for (let turn = 0; turn < i % 5; turn += 1) await new Promise(setImmediate)
}

test('a claim whose caller has gone away is handed back', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { started: false })
  const job = await engine.enqueue(jobSpec())
  const gone = new AbortController()
  const workerId = await worker()
  const { claiming } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table jobs in access exclusive mode`)
    const pending = engine.claimNext({
      workerId,
      max: [{ types: ['test.job'], count: 1 }],
      waitMs: 10_000,
      signal: gone.signal,
    })
    // The caller goes away while the statement runs.
    const blocked = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await db.query(blocked)).length === 0);
    gone.abort()
    return { claiming: pending }
  })
  assert.deepEqual(await claiming, [])
  const after = await engine.get(job.id)
  assert.equal(after?.state, 'queued')
  assert.equal(after?.deliveries, 0)
  const events = await engine.events(job.id, { limit: 10 })
  assert.deepEqual(
    events.map(({ event }) => event),
    ['enqueued', 'claimed', 'released'],
  )
  await checkInvariants(db)
})
