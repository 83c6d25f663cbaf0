// The checks of /health, each with the fault that it must detect.
import assert from 'node:assert/strict'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openDatabase } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storageFault } from '#platform/blobs/storage-fault.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { createTestEngine, jobSpec } from '#test/support/jobs/job-engine.ts'
import { createBlobsCheck } from './blobs-check.ts'
import { clockCheck, databaseCheck, webhooksCheck } from './service-health.ts'
import { diskCheck } from './disk-check.ts'
import { createProcessGauge } from './process-load.ts'
import { queueCheck, queueLoad, workersCheck } from './queue-check.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'
import { DELIVER_JOB } from '#platform/webhooks/records/new-records.ts'
import { uuidV7 } from '#kit/ids.ts'

test('a database that takes no writes fails, although it answers', async (t) => {
  const db = await createTestDatabase(t, ['jobs'])
  assert.equal((await databaseCheck(db)).status, 'pass')
  const name = new URL(db.url).pathname.slice(1)
  await db.execute({ text: `alter database ${name} set default_transaction_read_only = on`, values: [] })
  const frozen = await openDatabase({
    url: db.url,
    schema: 'test',
    maxConnections: 1,
    applicationName: 'test',
    log: silentLogger,
  })
  t.after(async () => frozen[Symbol.asyncDispose]())
  const { latencyMs, ...check } = await databaseCheck(frozen)
  assert.deepEqual(check, { status: 'fail', detail: 'The database takes no writes.' })
  assert.equal(typeof latencyMs, 'number')
})

test('a clock that is far from that of the database is told', async (t) => {
  const db = await createTestDatabase(t, ['jobs'])
  assert.deepEqual(await clockCheck(db), { status: 'pass', detail: null })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 90_000 })
  const wrong = await clockCheck(db)
  assert.equal(wrong.status, 'warn')
  assert.match(
    wrong.detail ?? '',
    /^The clocks of this machine and of the database are (89|90|91) s apart\.$/,
  )
})

test('a disk is judged by what is free, also that of a folder which does not exist yet', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-disk-'))
  t.after(async () => rm(folder, { recursive: true }))
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const classified = async (reserveBytes: number) =>
    (await diskCheck({ folder: join(folder, 'not', 'made'), reserveBytes })).status
  assert.deepEqual(
    [
      await classified(0),
      await classified(freeBytes / 8),
      await classified(freeBytes / 2),
      await classified(freeBytes * 2),
    ],
    ['pass', 'pass', 'warn', 'fail'],
  )
  const { detail } = await diskCheck({ folder, reserveBytes: freeBytes * 2 })
  assert.match(detail ?? '', /^\d+ MiB are free on the disk of the data folder\.$/)
})

test('a store for files is tried once for all who ask within a while', async (t) => {
  let tries = 0
  let away = false
  const answers: PromiseWithResolvers<void>[] = []
  const probe = async () => {
    tries += 1
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    if (away) throw storageFault(new Error('connect ECONNREFUSED 10.0.0.1:9000'))
  }
  const check = createBlobsCheck({ probe }, { freshMs: 1_000 })
  // Only the clock of the check: nothing here waits.
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)

  const first = [check(), check()]
  nowMs += 60_000
  first.push(check())
  assert.equal(tries, 1, 'one that hangs is not asked again')
  answers[0]?.resolve()
  for (const { status, detail, latencyMs } of await Promise.all(first)) {
    assert.deepEqual([status, detail, latencyMs], ['pass', null, 60_000])
  }
  away = true
  assert.equal((await check()).status, 'pass')
  assert.equal(tries, 1)
  nowMs += 1_001
  const second = check()
  answers[1]?.resolve()
  assert.deepEqual(await second, {
    status: 'fail',
    detail: 'The store for files does not work.',
    latencyMs: 0,
  })
  nowMs += 500
  assert.equal((await check()).status, 'fail')
  assert.equal(tries, 2)
})

test('the queue says when it is stopped, and when lost jobs are given to nobody', async (t) => {
  // The engine is not started, so there is no sweep.
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const deps = { db, engine }
  assert.deepEqual(await queueCheck(deps), { status: 'pass', detail: null })
  assert.equal((await workersCheck(deps, 'Nobody.')).detail, 'Nobody.')
  assert.equal((await queueLoad(deps)).reason, 'No worker is online.')

  const workerId = await worker()
  assert.equal((await workersCheck(deps, 'Nobody.')).status, 'pass')
  await engine.enqueueMany([jobSpec(), jobSpec()])
  await claim(workerId, ['test.job'])
  const { oldestQueuedMs, ...load } = await queueLoad(deps)
  assert.deepEqual(load, { reason: null, running: 1, queued: 1, maxConcurrent: 10 })
  assert.ok(oldestQueuedMs !== null && oldestQueuedMs >= 0)

  await engine.queue.pause()
  assert.equal((await queueCheck(deps)).detail, 'The queue is paused.')
  assert.equal((await queueLoad(deps)).reason, 'The queue is paused.')
  await engine.queue.resume()
  await db.execute(
    sql`update jobs set lease_expires_at = now() - interval '2 minutes' where state = 'running'`,
  )
  assert.deepEqual(await queueCheck(deps), {
    status: 'warn',
    detail: 'Jobs of lost workers are not given to others.',
  })
})

test('webhooks that are due and not sent are told, those of a receiver that is busy or closed are not', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  const PER_RECEIVER = 4
  const lane = async (domain: string, running: number, closedUntil: string | null) => {
    const id = uuidV7()
    await enqueueSystemJobs(db, [{ id, type: DELIVER_JOB, domain }])
    await db.execute(sql`update jobs set created_at = now() - interval '5 minutes' where id = ${id}`)
    await db.execute(sql`
      insert into job_domains (domain, running, closed_until)
      values (${domain}, ${running}, now() + ${closedUntil}::interval)`)
  }
  await lane('busy', PER_RECEIVER, null)
  await lane('closed', 0, '1 hour')
  await lane('just open again', 0, '-1 second')
  assert.deepEqual(await webhooksCheck(db), { status: 'pass', detail: null })
  await lane('forgotten', 1, null)
  await lane('open again long since', 0, '-2 minutes')
  assert.equal((await webhooksCheck(db)).detail, 'Webhooks for 2 receivers are due for more than a minute.')
})

test('the load of the process is what it did since it was asked before', (t: TestContext) => {
  using gauge = createProcessGauge()
  const until = performance.now() + 30
  while (performance.now() < until);
  const { cpu, memoryBytes, eventLoopDelayMs } = gauge.read()
  assert.ok(cpu !== null && cpu > 0, String(cpu))
  assert.ok(memoryBytes > 10_000_000)
  assert.ok(eventLoopDelayMs === null || eventLoopDelayMs >= 0)
  t.diagnostic(`event loop ${eventLoopDelayMs} ms late`)
})
