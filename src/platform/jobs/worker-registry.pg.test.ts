// Workers that register, report, fall silent, and leave.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { createTestEngine, jobSpec } from '#test/support/jobs/job-engine.ts'

const unknownWorker = (error: unknown) => error instanceof SurveyorError && error.code === 'unknown_worker'

const body = {
  name: 'w\u0000',
  instanceId: 'instance-1',
  version: '1.2.3',
  capabilities: { types: ['test.job'], concurrency: { light: 2 } },
  tags: ['eu'],
  host: { os: 'linux', arch: 'x64', cpus: 2, memBytes: 1 },
}

test('registering again with the same instance is the same worker', async (t) => {
  const { engine } = await createTestEngine(t, { started: false })
  const first = await engine.workers.register(body)
  assert.match(first.workerId, /^wrk_/)
  assert.equal(first.created, true)
  assert.deepEqual(first.intervals, {
    heartbeatMs: 10_000,
    pollWaitMs: 25_000,
    cancelCheckMs: 5_000,
    leaseMs: 30_000,
  })
  const second = await engine.workers.register({ ...body, version: '1.2.4' })
  assert.deepEqual([second.workerId, second.created], [first.workerId, false])
  const { lastSeenAt, registeredAt, ...worker } = (await engine.workers.get(first.workerId)) ?? assert.fail()
  assert.ok(lastSeenAt >= registeredAt)
  assert.deepEqual(worker, {
    id: first.workerId,
    name: 'w\uFFFD',
    instanceId: 'instance-1',
    version: '1.2.4',
    state: 'online',
    directive: 'continue',
    capabilities: body.capabilities,
    tags: ['eu'],
    host: body.host,
    pressure: null,
    runningJobs: 0,
  })
  assert.equal((await engine.workers.list()).length, 1)
  assert.equal(await engine.workers.get(newId('wrk')), null)
  assert.equal(await engine.workers.get('wrk_1'), null)
})

test('the state tells how a worker does', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const id = await worker()
  const state = async () => (await engine.workers.get(id))?.state
  const silentFor = async (seconds: number) =>
    db.execute(sql`update workers set last_seen_at = now() - ${seconds} * interval '1 second'`)
  const pressure = { cpu: 0.5, memBytes: 1_000, browsers: null }
  await engine.workers.heartbeat(id, { status: 'quiet', pressure })
  assert.equal(await state(), 'quiet')
  await engine.workers.heartbeat(id, { status: 'draining' })
  assert.equal(await state(), 'draining')
  assert.deepEqual((await engine.workers.get(id))?.pressure, pressure, 'the last one that was told')
  await engine.workers.heartbeat(id, { status: 'running' })
  assert.equal(await state(), 'online')
  await silentFor(31)
  assert.equal(await state(), 'stale')
  await silentFor(601)
  assert.equal(await state(), 'lost')
  await engine.enqueue(jobSpec())
  await claim(id, ['test.job'])
  assert.equal((await engine.workers.get(id))?.runningJobs, 1)
  assert.deepEqual(await engine.workers.unregister(id), { requeuedJobs: 1 })
  assert.equal(await state(), 'offline')
  await checkInvariants(db)
})

test('a worker that unregisters hands its jobs back uncharged, or keeps them', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueueMany([jobSpec(), jobSpec(), jobSpec()])
  const [a, b] = [await worker(), await worker()]
  const [held] = await claim(a, ['test.job'])
  await claim(b, ['test.job'], 2)
  assert.deepEqual(await engine.workers.unregister(a, { requeue: false }), { requeuedJobs: 0 })
  assert.deepEqual(await engine.workers.unregister(b), { requeuedJobs: 2 })
  const { items } = await engine.list({ states: ['queued'], limit: 10 })
  assert.deepEqual(
    items.map((job) => job.deliveries),
    [0, 0],
  )
  await engine.complete(held?.job.id ?? '', held?.leaseToken ?? '', 'still counts')
  for (const gone of [a, b]) {
    await assert.rejects(engine.workers.unregister(gone), unknownWorker)
    await assert.rejects(engine.workers.heartbeat(gone, { status: 'running' }), unknownWorker)
    await assert.rejects(claim(gone, ['test.job']), unknownWorker)
    await assert.rejects(engine.renew(gone, []), unknownWorker)
  }
  await checkInvariants(db)
})

test('the jobs of a worker whose process ended are lost at once; those of a living one, or one that left, are not', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const [dead, alive, left] = [await worker(), await worker(), await worker()]
  await engine.enqueueMany([jobSpec(), jobSpec(), jobSpec()])
  const [lost] = await claim(dead, ['test.job'])
  const [kept] = await claim(alive, ['test.job'])
  const [held] = await claim(left, ['test.job'])
  assert.ok(lost && kept && held)
  await engine.workers.unregister(left, { requeue: false })
  const instanceOf = async (id: string) => (await engine.workers.get(id))?.instanceId ?? assert.fail()

  assert.deepEqual(await engine.workers.ended('nobody-knows-it'), { lostJobs: 0 })
  assert.deepEqual(await engine.workers.ended(await instanceOf(left)), { lostJobs: 0 })
  assert.deepEqual(await engine.workers.ended(await instanceOf(dead)), { lostJobs: 1 })
  assert.deepEqual(await engine.workers.ended(await instanceOf(dead)), { lostJobs: 0 })

  const { state, deliveries } = (await engine.get(lost.job.id)) ?? assert.fail()
  assert.deepEqual([state, deliveries], ['queued', 1], 'charged: it may have crashed the worker')
  await assert.rejects(
    engine.complete(lost.job.id, lost.leaseToken, 1),
    (error) => error instanceof SurveyorError && error.code === 'lease_lost',
  )
  await assert.rejects(claim(dead, ['test.job']), unknownWorker)
  const [again] = await claim(alive, ['test.job'])
  assert.equal(again?.job.id, lost.job.id)
  for (const { job, leaseToken } of [kept, held, again]) await engine.complete(job.id, leaseToken, 1)
  await checkInvariants(db)
})

test('pruning takes the jobs of the silent and fences them; only registering brings a worker back', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const [silent, alive] = [await worker(), await worker()]
  const job = await engine.enqueue(jobSpec())
  const [held] = await claim(silent, ['test.job'])
  assert.ok(held)
  await db.execute(sql`
    update workers set last_seen_at = now() - interval '1 hour' where 'wrk_' || id = ${silent}`)
  const silence = { olderThanMs: 600_000 }
  assert.deepEqual(await engine.workers.prune({ ...silence, dryRun: true }), {
    pruned: [silent],
    requeuedJobs: 1,
  })
  assert.equal((await engine.workers.get(silent))?.state, 'lost', 'a dry run changes nothing')
  assert.deepEqual(await engine.workers.prune(silence), { pruned: [silent], requeuedJobs: 1 })
  assert.deepEqual(await engine.workers.prune(silence), { pruned: [], requeuedJobs: 0 })
  assert.equal((await engine.get(job.id))?.state, 'queued')
  assert.equal((await engine.get(job.id))?.deliveries, 1, 'a lost lease is charged')

  const lease = { jobId: job.id, leaseToken: held.leaseToken }
  await assert.rejects(engine.renew(silent, [lease]), unknownWorker)
  await assert.rejects(engine.workers.heartbeat(silent, { status: 'running' }), unknownWorker)
  await assert.rejects(
    engine.complete(job.id, held.leaseToken, 1),
    (error) => error instanceof SurveyorError && error.code === 'lease_lost',
  )
  const { instanceId } = (await engine.workers.get(silent)) ?? assert.fail()
  const back = await engine.workers.register({ ...body, instanceId })
  assert.equal(back.workerId, silent)
  assert.deepEqual((await engine.renew(silent, [lease])).lostJobs, [job.id])
  assert.equal((await claim(alive, ['test.job'])).length, 1)
  await checkInvariants(db)
})

test('a directive is obeyed at the next claim, also by a poll that was open before it', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { settings: { pollMs: 50 } })
  const [paused, other] = [await worker(), await worker()]
  const poll = engine.claimNext({
    workerId: paused,
    max: [{ types: ['test.job'], count: 1 }],
    waitMs: 20_000,
  })
  await engine.workers.direct(paused, 'quiet')
  const [first, second] = await engine.enqueueMany([jobSpec(), jobSpec()])
  assert.ok(first && second)
  assert.deepEqual(await claim(paused, ['test.job']), [])
  await assert.rejects(
    engine.claim(first.id, paused),
    (error: unknown) => error instanceof SurveyorError && error.code === 'job_not_claimable',
  )
  const [taken] = await claim(other, ['test.job'])
  assert.equal(taken?.job.id, first.id, 'others go on')
  assert.equal((await engine.get(second.id))?.deliveries, 0, 'the open poll got nothing')
  await engine.workers.direct(paused, 'continue')
  assert.deepEqual(
    (await poll).map(({ job }) => job.id),
    [second.id],
  )
  await checkInvariants(db)
})
