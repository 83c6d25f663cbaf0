// Every transition of a job, and every one that is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { createTestEngine, finalProblem, jobSpec, retryableProblem } from '#test/support/jobs/job-engine.ts'
import type { ClaimedJob } from './job-engine.ts'

const code = (expected: string) => (error: unknown) =>
  error instanceof SurveyorError && error.code === expected

const TOKEN = '00000000-0000-4000-8000-000000000000'

test('a job from enqueue to its result', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const job = await engine.enqueue(
    jobSpec({
      input: { url: 'x\u0000y' },
      metadata: { a: 'b' },
      priority: 7,
      deadlineMs: 60_000,
      traceparent: '00-1',
    }),
  )
  assert.match(job.id, /^job_[0-9a-f-]{36}$/)
  assert.equal(job.state, 'queued')
  assert.equal(job.priority, 7)
  assert.deepEqual(job.input, { url: 'x\uFFFDy' })
  assert.equal(job.startedAt, null)
  assert.equal(Number(job.deadlineAt) - Number(job.createdAt), 60_000)

  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  assert.ok(claimed)
  assert.deepEqual(claimed.job, {
    id: job.id,
    type: 'test.job',
    pool: 'light',
    input: job.input,
    priority: 7,
    metadata: { a: 'b' },
    traceparent: '00-1',
  })
  assert.equal(claimed.attempt, 1)
  assert.deepEqual(claimed.deadlineAt, job.deadlineAt)
  const running = await engine.get(job.id)
  assert.equal(running?.state, 'running')
  assert.equal(running?.workerId, workerId)
  assert.deepEqual(running?.leaseExpiresAt, claimed.leaseExpiresAt)

  const progress = { done: 1, total: 2, message: 'half\u0000way' }
  const after = await engine.progress(job.id, claimed.leaseToken, progress)
  assert.equal(after.cancelRequested, false)
  assert.ok(after.leaseExpiresAt >= claimed.leaseExpiresAt)
  assert.deepEqual((await engine.get(job.id))?.progress, { ...progress, message: 'half\uFFFDway' })

  const done = await engine.complete(job.id, claimed.leaseToken, { text: 'a\u0000b' })
  assert.equal(done.state, 'succeeded')
  assert.deepEqual(done.result, { text: 'a\uFFFDb' })
  assert.ok(done.completedAt instanceof Date)
  assert.deepEqual(await engine.get(job.id), done)
  assert.deepEqual(
    await engine.complete(job.id, claimed.leaseToken, { text: 'other' }),
    done,
    'the same answer',
  )

  const events = await engine.events(job.id, { limit: 10 })
  assert.deepEqual(
    events.map(({ event, from, to, attempt }) => [event, from, to, attempt]),
    [
      ['enqueued', null, 'queued', 0],
      ['claimed', 'queued', 'running', 1],
      ['completed', 'running', 'succeeded', 1],
    ],
  )
  const rest = await engine.events(job.id, { limit: 10, after: events[0]?.seq ?? 0 })
  assert.deepEqual(rest, events.slice(1))
  await checkInvariants(db)
})

test('what the worker owns needs the token of the present delivery', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const job = await engine.enqueue(jobSpec())
  const workerId = await worker()
  const [first] = await claim(workerId, ['test.job'])
  assert.ok(first)
  await engine.release(job.id, first.leaseToken)
  const [second] = await claim(workerId, ['test.job'])
  assert.ok(second)
  assert.equal(second.attempt, 1, 'a job handed back is not charged')
  assert.notEqual(second.leaseToken, first.leaseToken)

  for (const token of [first.leaseToken, TOKEN, 'nonsense', '']) {
    await assert.rejects(engine.complete(job.id, token, 1), code('lease_lost'))
    await assert.rejects(
      engine.completeWith(job.id, token, async () => assert.fail('ran')),
      code('lease_lost'),
    )
    await assert.rejects(engine.fail(job.id, token, finalProblem()), code('lease_lost'))
    await assert.rejects(engine.release(job.id, token), code('lease_lost'))
    await assert.rejects(
      engine.progress(job.id, token, { done: 1, total: 1, message: null }),
      code('lease_lost'),
    )
  }
  assert.deepEqual(await engine.cancelCheck(job.id, first.leaseToken), {
    cancelled: true,
    reason: 'lease_lost',
    leaseExpiresAt: null,
  })
  for (const id of [newId('job'), 'job_x', newId('wrk')]) {
    await assert.rejects(engine.complete(id, TOKEN, 1), code('not_found'))
    await assert.rejects(engine.fail(id, TOKEN, finalProblem()), code('not_found'))
    await assert.rejects(engine.cancel(id, 'why'), code('not_found'))
    await assert.rejects(engine.retry(id), code('not_found'))
    assert.equal(await engine.get(id), null)
    assert.equal(await engine.waitForEnd(id, 10_000), null)
  }
  await engine.complete(job.id, second.leaseToken, 1)
  await assert.rejects(engine.fail(job.id, second.leaseToken, finalProblem()), code('lease_lost'))
  await assert.rejects(engine.release(job.id, second.leaseToken), code('lease_lost'))
  await checkInvariants(db)
})

test('claims by id tell why they are refused', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec())
  const later = await engine.enqueue(jobSpec({ scheduledFor: new Date(Date.now() + 3_600_000) }))
  assert.equal(later.state, 'scheduled')
  await assert.rejects(engine.claim(job.id, newId('wrk')), code('unknown_worker'))
  await assert.rejects(engine.claim(job.id, 'me'), code('unknown_worker'))
  await assert.rejects(engine.claim(newId('job'), workerId), code('not_found'))
  await assert.rejects(engine.claim(later.id, workerId), code('job_not_claimable'))

  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(async () => engine.claim(job.id, workerId)))
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1, 'one of four gets it')
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.ok(code('job_already_claimed')(outcome.reason))
  }
  const [won] = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  await engine.complete(job.id, (won as ClaimedJob).leaseToken, 1)
  await assert.rejects(engine.claim(job.id, workerId), code('job_ended'))
  await assert.rejects(
    engine.claimNext({ workerId: newId('wrk'), max: [{ types: ['test.job'], count: 1 }], waitMs: 0 }),
    code('unknown_worker'),
  )
  await checkInvariants(db)
})

test('a retryable failure leads to a later attempt, the third to dead', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const job = await engine.enqueue(jobSpec())
  for (const [failures, state] of [
    [1, 'scheduled'],
    [2, 'scheduled'],
    [3, 'dead'],
  ] as const) {
    const [claimed] = await claim(workerId, ['test.job'])
    assert.ok(claimed)
    assert.equal(claimed.attempt, failures)
    const before = Date.now()
    const failed = await engine.fail(job.id, claimed.leaseToken, retryableProblem(), { retryAfterMs: 60_000 })
    assert.equal(failed.state, state)
    assert.equal(failed.failures, failures)
    assert.equal(failed.error?.code, 'target_timeout')
    if (state === 'scheduled') {
      assert.ok(Number(failed.scheduledFor) > before + 55_000, 'Retry-After is the least wait')
      assert.equal(failed.workerId, null)
    }
    const again = await engine.fail(job.id, claimed.leaseToken, retryableProblem(), { retryAfterMs: 60_000 })
    assert.deepEqual(again, failed, 'the same answer')
    await db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
    await promoteNow(engine)
  }
  assert.deepEqual(await claim(workerId, ['test.job']), [])
  await checkInvariants(db)

  async function promoteNow(of: typeof engine): Promise<void> {
    await of.start()
    while ((await of.get(job.id))?.state === 'scheduled')
      await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

test('a final failure, used up deliveries and a deadline before the next attempt end the job', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const workerId = await worker()
  const endOf = async (spec: Parameters<typeof jobSpec>[0], problem = retryableProblem()) => {
    const job = await engine.enqueue(jobSpec(spec))
    const [claimed] = await claim(workerId, ['test.job'])
    assert.equal(claimed?.job.id, job.id)
    return engine.fail(job.id, claimed?.leaseToken ?? '', problem, { retryAfterMs: 30_000 })
  }
  const final = await endOf({}, finalProblem())
  assert.equal(final.state, 'failed')
  assert.equal(final.failures, 0)
  assert.equal((await endOf({ maxDeliveries: 1 })).state, 'dead')
  assert.equal((await endOf({ maxFailures: 1 })).state, 'dead')
  const late = await endOf({ deadlineMs: 20_000 })
  assert.equal(late.state, 'failed', 'the next attempt would begin after the deadline')
  assert.equal(late.error?.code, 'target_timeout')
  assert.ok(Number(late.error?.retryAfterMs) >= 30_000, 'it says when the next attempt would have begun')
  const told = await endOf({ deadlineMs: 20_000 }, { ...retryableProblem(), retryAfterMs: 60_000 })
  assert.deepEqual([told.state, told.error?.retryAfterMs], ['failed', 60_000])
  assert.equal(final.error?.retryAfterMs, undefined)
  await assert.rejects(engine.cancel(late.id, 'why'), code('job_not_cancellable'))
  await checkInvariants(db)
})

test('a row that the database refuses fails alone among concurrent ones', async (t) => {
  const { db, engine } = await createTestEngine(t, { started: false })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, async (_, i) =>
      engine.enqueue(jobSpec(i === 17 ? { maxDeliveries: 1e6 } : {})),
    ),
  )
  assert.deepEqual(
    outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [i] : [])),
    [17],
  )
  await assert.rejects(engine.enqueueMany([jobSpec(), jobSpec({ maxDeliveries: 1e6 })]), /out of range/)
  assert.equal((await engine.queue.status()).counts.queued, 29, 'of many together all or none')
  await checkInvariants(db)
})

test('settle ends each entry alone', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueueMany([jobSpec(), jobSpec(), jobSpec()])
  const [a, b, c] = await claim(await worker(), ['test.job'], 3)
  assert.ok(a && b && c)
  const outcomes = await engine.completeMany([
    { jobId: a.job.id, leaseToken: a.leaseToken, result: 1 },
    { jobId: b.job.id, leaseToken: TOKEN, result: 1 },
    { jobId: b.job.id, leaseToken: b.leaseToken, error: finalProblem() },
    { jobId: c.job.id, leaseToken: c.leaseToken, result: { n: 1n } },
    { jobId: newId('job'), leaseToken: TOKEN, result: 1 },
    { jobId: a.job.id, leaseToken: a.leaseToken, result: 2 },
  ])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome instanceof SurveyorError ? outcome.code : outcome.state)),
    ['succeeded', 'lease_lost', 'failed', 'internal', 'not_found', 'succeeded'],
    'what is no JSON fails alone',
  )
  await engine.complete(c.job.id, c.leaseToken, 'flat')
  await checkInvariants(db)
})

test('the caller’s rows and the end of the job are one transaction', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await db.execute(sql`create table notes (job_id text)`)
  const job = await engine.enqueue(jobSpec())
  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  assert.ok(claimed)
  const write = async (result: unknown) =>
    engine.completeWith(job.id, claimed.leaseToken, async (tx) => {
      await tx.execute(sql`insert into notes values (${job.id})`)
      await engine.enqueue(jobSpec({ type: 'next.job', parentId: job.id }), tx)
      if (result instanceof Error) throw result
      return result
    })
  await assert.rejects(write(new Error('no')), /no/)
  assert.deepEqual(await db.query(sql`select * from notes`), [])
  assert.equal((await engine.get(job.id))?.state, 'running')
  assert.equal((await write({ ok: true })).state, 'succeeded')
  assert.deepEqual((await write({ ok: false })).result, { ok: true }, 'a repeat does not run again')
  assert.deepEqual(await db.query(sql`select * from notes`), [{ job_id: job.id }])
  const { items } = await engine.list({ parentId: job.id, limit: 10 })
  assert.equal(items.length, 1)
  await checkInvariants(db)
})

test('retry makes a new job with the same input', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const job = await engine.enqueue(
    jobSpec({ input: [1], priority: 2, domain: 'a.test', metadata: { k: 'v' }, deadlineMs: 90_000 }),
  )
  await assert.rejects(engine.retry(job.id), code('job_not_retryable'))
  const [claimed] = await claim(await worker(), ['test.job'])
  await engine.fail(job.id, claimed?.leaseToken ?? '', finalProblem())
  const { job: again } = await engine.retry(job.id)
  assert.notEqual(again.id, job.id)
  assert.equal(again.retryOf, job.id)
  assert.equal(again.state, 'queued')
  assert.deepEqual([again.input, again.priority, again.metadata], [[1], 2, { k: 'v' }])
  assert.equal(Number(again.deadlineAt) - Number(again.createdAt), 90_000)
  assert.equal((await engine.get(job.id))?.state, 'failed')
  await checkInvariants(db)
})

test('while a job runs again, whoever asks for it once more gets the same, also at once', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const end = async (id: string) => {
    const [claimed] = await claim(await worker(), ['test.job'])
    assert.equal(claimed?.job.id, id)
    await engine.fail(id, claimed?.leaseToken ?? '', finalProblem())
  }
  const job = await engine.enqueue(jobSpec())
  await end(job.id)
  const asked = await Promise.all(Array.from({ length: 5 }, async () => engine.retry(job.id)))
  const [first] = asked
  assert.equal(asked.filter(({ isNew }) => isNew).length, 1)
  assert.equal(new Set(asked.map((one) => one.job.id)).size, 1)
  assert.ok(first !== undefined)
  assert.equal((await engine.list({ limit: 10 })).items.length, 2)
  await end(first.job.id)
  // The earlier retry has ended, so this one makes another job.
  const next = await engine.retry(job.id)
  assert.deepEqual([next.isNew, next.job.retryOf, next.job.id === first.job.id], [true, job.id, false])
  await checkInvariants(db)
})

test('a job run again belongs to the job that made the first one, as long as that is kept', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const maker = await engine.enqueue(jobSpec({ type: 'maker.job' }))
  const job = await engine.enqueue(jobSpec({ parentId: maker.id }))
  const [claimed] = await claim(await worker(), ['test.job'])
  await engine.fail(job.id, claimed?.leaseToken ?? '', finalProblem())
  const undone = db.transaction(async (tx) => {
    await engine.retry(job.id, tx)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal((await engine.retry(job.id)).job.parentId, maker.id)
  assert.equal((await engine.list({ parentId: maker.id, limit: 10 })).items.length, 2)
  await checkInvariants(db)
  await db.execute(sql`delete from jobs where type = 'maker.job'`)
  await assert.rejects(engine.retry(job.id), code('job_not_retryable'))
})

test('an end is announced to the outbox of a job with a webhook, once', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const webhook = { url: 'https://hook.test' }
  const [a, b] = await engine.enqueueMany([jobSpec({ webhook }), jobSpec({ webhook }), jobSpec()])
  assert.ok(a && b)
  for (const job of await claim(await worker(), ['test.job'], 3)) {
    if (job.job.id === b.id) await engine.fail(job.job.id, job.leaseToken, finalProblem())
    else {
      await engine.complete(job.job.id, job.leaseToken, 1)
      await engine.complete(job.job.id, job.leaseToken, 1)
    }
  }
  const rows = await db.query<{ job_id: string; event: string; webhook: unknown }>(
    sql`select job_id, event, webhook from job_outbox order by job_id`,
  )
  assert.deepEqual(
    rows.map((row) => [`job_${row.job_id}`, row.event, row.webhook]).sort(),
    [
      [a.id, 'job.succeeded', webhook],
      [b.id, 'job.failed', webhook],
    ].sort(),
  )
  await checkInvariants(db)
})
