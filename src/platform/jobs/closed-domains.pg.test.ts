// Domains that asked to be left alone, jobs that a caller waits for, and time limits that begin with the claim.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { createReplica, createTestEngine, jobSpec, retryableProblem } from '#test/support/jobs/job-engine.ts'
import type { ClaimedJob } from './job-engine.ts'

const BUSY = problemOf(
  new SurveyorError('target_http_error', 'The target answers with the status 503.', { retryable: true }),
)
const HOLD = { forMs: 120_000, reason: 'it asked so (503, Retry-After 120)' }

const inputs = (jobs: readonly ClaimedJob[]) => jobs.map(({ job }) => job.input)

const many = (n: number, spec: Parameters<typeof jobSpec>[0]) =>
  Array.from({ length: n }, () => jobSpec(spec))

test('a job that somebody waits for goes before a batch of its own key, however long that is', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(2_000, { input: 'batch', fairnessKey: 'a' }))
  await claim(workerId, ['test.job'], 10)
  await engine.enqueueMany(many(5, { input: 'batch of b', fairnessKey: 'b' }))
  for (const input of ['first', 'second']) {
    await engine.enqueue(jobSpec({ input, fairnessKey: 'a', waitedFor: true }))
  }
  assert.deepEqual(inputs(await claim(workerId, ['test.job'])), ['first'])
  const next = inputs(await claim(workerId, ['test.job'], 5))
  assert.ok(next.includes('second'), next.join())
  assert.ok(next.includes('batch of b'), `it does not hold up another key: ${next.join()}`)
  await checkInvariants(db)
})

test('jobs that several keys wait for take turns, in the order of their coming', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(50, { input: 'batch', fairnessKey: 'a' }))
  for (const input of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) {
    await engine.enqueue(jobSpec({ input, fairnessKey: input.charAt(0), waitedFor: true }))
  }
  const order: unknown[] = []
  while (order.filter((input) => input !== 'batch').length < 6) {
    order.push(...inputs(await claim(workerId, ['test.job'])))
  }
  assert.deepEqual(
    order.filter((input) => input !== 'batch'),
    ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
  )
})

test('a job that somebody waits for goes before the batch for the same domain too', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t)
  const workerId = await worker()
  await engine.enqueueMany(many(100, { input: 'batch', domain: 'busy.test' }))
  const running = await claim(workerId, ['test.job'], 10)
  assert.equal(running.length, 4)
  await engine.enqueue(jobSpec({ input: 'waited for', domain: 'busy.test', waitedFor: true }))
  const rest: unknown[] = []
  // The jobs in the claim window when the domain closed go first: as many as may run at a time.
  for (let i = 0; i < 5; i += 1) {
    for (const { job, leaseToken } of running.splice(0, 1)) await engine.complete(job.id, leaseToken, 1)
    const more = await engine.claimNext({
      workerId,
      max: [{ types: ['test.job'], count: 1 }],
      waitMs: 5_000,
    })
    running.push(...more)
    rest.push(...inputs(more))
  }
  assert.ok(rest.includes('waited for'), rest.join())
})

test('a domain that asked to be left alone is passed over by every claim, and its jobs say why', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const other = await createReplica(t, db, { started: false })
  const workerId = await worker()
  await engine.enqueueMany(many(30, { input: 'closed', domain: 'shop.test', fairnessKey: 'a' }))
  const [first] = await claim(workerId, ['test.job'])
  const failed = await engine.fail(first?.job.id ?? '', first?.leaseToken ?? '', BUSY, {
    retryAfterMs: 120_000,
    hold: HOLD,
  })
  assert.equal(failed.state, 'scheduled')
  const late = await engine.enqueue(jobSpec({ input: 'late', domain: 'shop.test', fairnessKey: 'b' }))
  await engine.enqueue(jobSpec({ input: 'open', domain: 'other.test', fairnessKey: 'a' }))
  assert.deepEqual(await engine.offer({ types: null, limit: 5, waitMs: 0 }).then((jobs) => jobs.length), 1)
  assert.deepEqual(inputs(await other.claim(await other.worker(), ['test.job'], 50)), ['open'])
  await assert.rejects(
    engine.claim(late.id, workerId),
    (error) => error instanceof SurveyorError && error.code === 'job_not_claimable',
  )
  const { items } = await engine.list({ states: ['queued', 'scheduled'], limit: 100 })
  assert.equal(items.length, 31)
  for (const job of [...items, await engine.get(late.id)]) {
    const said =
      /^waiting for host shop\.test until (\S+) because it asked so \(503, Retry-After 120\)$/.exec(
        job?.progress?.message ?? '',
      )
    const waitMs = Date.parse(said?.[1] ?? '') - Date.now()
    assert.ok(waitMs > 60_000 && waitMs < 130_000, `${job?.progress?.message}`)
  }
  await db.execute(sql`update job_domains set closed_until = now()`)
  assert.equal((await claim(workerId, ['test.job'], 50)).length, 4, 'open again, for as many as ever')
  assert.equal((await engine.get(late.id))?.progress, null)
  await checkInvariants(db)
})

test('a shorter hold does not end a longer one, and the sweep keeps what is closed', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { settings: { sweepMs: 20 } })
  const workerId = await worker()
  await engine.enqueueMany(many(3, { domain: 'shop.test' }))
  const [first, second] = await claim(workerId, ['test.job'], 2)
  await engine.fail(first?.job.id ?? '', first?.leaseToken ?? '', BUSY, { retryAfterMs: 60_000, hold: HOLD })
  await engine.release(second?.job.id ?? '', second?.leaseToken ?? '', { forMs: 1_000, reason: 'its turn' })
  // A sweep round that began later deletes this row.
  await db.execute(sql`insert into job_domains (domain, running) values ('idle.test', 0)`)
  for (let idle = 1; idle > 0;) {
    idle = (await db.query(sql`select from job_domains where domain = 'idle.test'`)).length
  }
  const [domain] = await db.query<{ running: number; left: number; closed_reason: string }>(sql`
    select running, closed_reason, extract(epoch from closed_until - now())::float8 as left from job_domains
    where domain = 'shop.test'`)
  assert.equal(domain?.running, 0)
  assert.equal(domain?.closed_reason, HOLD.reason)
  assert.ok((domain?.left ?? 0) > 30)
})

test('jobs of a closed domain are found at once when it opens, by those who wait', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { settings: { pollMs: 50 } })
  const workerId = await worker()
  await engine.enqueueMany(many(2, { domain: 'shop.test' }))
  const [first] = await claim(workerId, ['test.job'])
  await engine.release(first?.job.id ?? '', first?.leaseToken ?? '', { forMs: 300, reason: 'its turn' })
  assert.deepEqual(await claim(workerId, ['test.job'], 5), [])
  const found = await engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: 5 }],
    waitMs: 10_000,
  })
  assert.equal(found.length, 2)
  assert.equal(found[0]?.attempt, 1, 'what was handed back was not charged')
})

test('a job that expires while its host is left alone says so', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { settings: { sweepMs: 20 } })
  const workerId = await worker()
  await engine.enqueue(jobSpec({ domain: 'shop.test' }))
  const [first] = await claim(workerId, ['test.job'])
  await engine.fail(first?.job.id ?? '', first?.leaseToken ?? '', BUSY, { retryAfterMs: 120_000, hold: HOLD })
  const late = await engine.enqueue(jobSpec({ domain: 'shop.test', queueTimeoutMs: 50 }))
  const ended = await engine.waitForEnd(late.id, 10_000)
  assert.equal(ended?.state, 'expired')
  assert.equal(ended?.error?.code, 'queue_timeout')
  assert.match(
    ended?.error?.detail ?? '',
    /^The job waited for host shop\.test, which is asked again at \d{4}-\S+T\S+Z because it asked so \(503, Retry-After 120\)\.$/,
  )
  assert.ok((ended?.error?.retryAfterMs ?? 0) > 60_000)
})

test('a job that expires while it waits to be tried again says what it was that failed', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { settings: { sweepMs: 20 } })
  const workerId = await worker()
  const waiting: string[] = []
  for (const domain of [undefined, 'shop.test']) {
    await engine.enqueue(jobSpec({ ...(domain === undefined ? {} : { domain }), timeoutMs: 60_000 }))
    const [claimed] = await claim(workerId, ['test.job'])
    assert.ok(claimed)
    await engine.fail(claimed.job.id, claimed.leaseToken, BUSY, {
      retryAfterMs: 10_000,
      ...(domain === undefined ? {} : { hold: HOLD }),
    })
    waiting.push(claimed.job.id)
  }
  await db.execute(sql`update jobs set deadline_at = now()`)
  const ended = await Promise.all(waiting.map(async (id) => engine.waitForEnd(id, 60_000)))
  assert.deepEqual(
    ended.map((job) => job?.error?.detail?.replace(/at \d{4}-\S+Z/, 'later')),
    [
      'The deadline passed while the job waited for a worker. The attempt before ended with: The target answers with the status 503.',
      'The job waited for host shop.test, which is asked again later because it asked so (503, Retry-After 120). The attempt before ended with: The target answers with the status 503.',
    ],
  )
})

test('the time limit begins with the claim and holds for all attempts together', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec({ deadlineMs: 600_000, timeoutMs: 30_000 }))
  const waiting = await engine.get(job.id)
  assert.equal(waiting?.deadlineAt?.getTime(), (waiting?.createdAt.getTime() ?? 0) + 600_000)
  await db.execute(sql`update jobs set created_at = created_at - interval '5 minutes'`)
  const [first] = await claim(workerId, ['test.job'])
  const limit = first?.deadlineAt?.getTime() ?? 0
  // The lease of 30 s and the limit of 30 s begin at the same moment.
  assert.equal(limit, first?.leaseExpiresAt.getTime())
  const again = await engine.fail(job.id, first?.leaseToken ?? '', retryableProblem(), { retryAfterMs: 0 })
  assert.equal(again.state, 'scheduled')
  await db.execute(sql`update jobs set state = 'queued', parked = false where id is not null`)
  const [second] = await claim(workerId, ['test.job'])
  assert.equal(second?.attempt, 2)
  assert.equal(second?.deadlineAt?.getTime(), limit, 'the second attempt has no time of its own')
  const over = await engine.fail(job.id, second?.leaseToken ?? '', retryableProblem(), {
    retryAfterMs: 29_000,
  })
  assert.equal(over.state, 'failed', 'an attempt that would begin at its end is none')
  const { job: retried } = await engine.retry(job.id)
  assert.equal(retried.deadlineAt?.getTime(), retried.createdAt.getTime() + 600_000)
  const [third] = await claim(workerId, ['test.job'])
  assert.equal(third?.deadlineAt?.getTime(), third?.leaseExpiresAt.getTime())
})

test('a job that was handed back has its whole time again', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec({ deadlineMs: 600_000, timeoutMs: 30_000 }))
  const [first] = await claim(workerId, ['test.job'])
  const back = await engine.release(job.id, first?.leaseToken ?? '')
  assert.equal(back.deadlineAt?.getTime(), job.createdAt.getTime() + 600_000)
  const [second] = await claim(workerId, ['test.job'])
  assert.equal(second?.attempt, 1)
  assert.ok((second?.deadlineAt?.getTime() ?? 0) > (first?.deadlineAt?.getTime() ?? Infinity))
  await checkInvariants(db)
})
