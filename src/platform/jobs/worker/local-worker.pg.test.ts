// The worker inside the process: what its handlers see, and what becomes of their jobs.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { createReplica, createTestEngine, jobSpec, type TestEngine } from '#test/support/jobs/job-engine.ts'
import { startLocalWorkers, type LocalHandler, type LocalJob, type LocalWorkers } from './local-worker.ts'

type Run = LocalHandler['run']

async function serve(
  t: TestContext,
  { engine }: Pick<TestEngine, 'engine'>,
  run: Run,
  concurrency = 2,
): Promise<LocalWorkers> {
  const workers = await startLocalWorkers({
    engine,
    log: silentLogger,
    name: 'local',
    handlers: { 'test.job': { pool: 'light', concurrency, run } },
  })
  t.after(async () => workers.stop())
  return workers
}

/** A handler that waits for its signal, and the jobs it got. */
function waiting() {
  const jobs: LocalJob[] = []
  const first = Promise.withResolvers<LocalJob>()
  const run: Run = async (job) => {
    jobs.push(job)
    first.resolve(job)
    await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()))
    job.signal.throwIfAborted()
  }
  return { jobs, first: first.promise, run }
}

const reasonOf = (job: LocalJob) => (job.signal.reason as SurveyorError).code

test('handlers run to their results, as many at a time as they may', async (t) => {
  const parts = await createTestEngine(t)
  let now = 0
  let max = 0
  await serve(t, parts, async (job) => {
    now += 1
    max = Math.max(max, now)
    await new Promise(setImmediate)
    now -= 1
    return { doubled: (job.input as number) * 2, attempt: job.attempt }
  })
  const jobs = await parts.engine.enqueueMany(Array.from({ length: 30 }, (_, input) => jobSpec({ input })))
  const ends = await Promise.all(jobs.map(async (job) => parts.engine.waitForEnd(job.id, 20_000)))
  assert.deepEqual(
    ends.map((job) => job?.result),
    ends.map((_, input) => ({ doubled: input * 2, attempt: 1 })),
  )
  assert.equal(max, 2)
  const [worker] = await parts.engine.workers.list()
  assert.deepEqual(
    [worker?.name, worker?.state, worker?.capabilities],
    ['local', 'online', { types: ['test.job'], concurrency: { light: 2 } }],
  )
  await checkInvariants(parts.db)
})

test('what a handler throws is the error of its job', async (t) => {
  const parts = await createTestEngine(t)
  await serve(t, parts, async (job) => {
    if (job.input === 'final') throw new SurveyorError('empty_content', 'Nothing there.')
    if (job.input === 'later') {
      throw new SurveyorError('source_unavailable', 'Not now.', { retryAfterMs: 3_600_000 })
    }
    throw new TypeError('a defect with a secret in it')
  })
  const end = async (input: string) => {
    const { id } = await parts.engine.enqueue(jobSpec({ input }))
    for (;;) {
      const job = await parts.engine.get(id)
      if (job?.state !== 'queued' && job?.state !== 'running') return job
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const final = await end('final')
  assert.deepEqual(
    [final?.state, final?.error?.code, final?.error?.detail],
    ['failed', 'empty_content', 'Nothing there.'],
  )
  const later = await end('later')
  assert.equal(later?.state, 'scheduled')
  assert.ok(Number(later?.scheduledFor) > Date.now() + 3_500_000)
  const defect = await end('defect')
  assert.deepEqual([defect?.state, defect?.error?.code], ['failed', 'internal'])
  assert.ok(!JSON.stringify(defect).includes('secret'))
  await checkInvariants(parts.db)
})

test('complete ends the job together with the rows of the handler', async (t) => {
  const parts = await createTestEngine(t)
  await parts.db.execute(sql`create table notes (job_id text)`)
  await serve(t, parts, async (job) => {
    if (job.attempt === 1 && job.input === 'twice') {
      await job.complete(async (tx) => {
        await tx.execute(sql`insert into notes values (${job.id})`)
        throw new SurveyorError('source_unavailable', 'After all not.', { retryAfterMs: 0 })
      })
    }
    await job.complete(async (tx) => {
      await tx.execute(sql`insert into notes values (${job.id})`)
      return 'stored'
    })
    return 'does not count'
  })
  const job = await parts.engine.enqueue(jobSpec({ input: 'once' }))
  assert.equal((await parts.engine.waitForEnd(job.id, 20_000))?.result, 'stored')
  const twice = await parts.engine.enqueue(jobSpec({ input: 'twice' }))
  while ((await parts.engine.get(twice.id))?.state !== 'scheduled') await new Promise(setImmediate)
  await parts.db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
  const replica = await createReplica(t, parts.db)
  assert.equal((await replica.engine.waitForEnd(twice.id, 20_000))?.result, 'stored')
  assert.deepEqual(await parts.db.query(sql`select job_id from notes order by job_id`), [
    { job_id: job.id },
    { job_id: twice.id },
  ])
  await checkInvariants(parts.db)
})

test('progress is stored: the first at once, then the latest', async (t) => {
  const parts = await createTestEngine(t)
  const told = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  await serve(t, parts, async (job) => {
    for (let done = 1; done <= 50; done += 1) job.progress({ done, total: 50, message: null })
    told.resolve()
    await go.promise
    return null
  })
  const { id } = await parts.engine.enqueue(jobSpec())
  await told.promise
  const seen = new Set<number | null | undefined>()
  while (!seen.has(50)) {
    seen.add((await parts.engine.get(id))?.progress?.done)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  go.resolve()
  assert.deepEqual(
    [...seen].filter((done) => typeof done === 'number'),
    [1, 50],
  )
  await parts.engine.waitForEnd(id, 20_000)
  await checkInvariants(parts.db)
})

test('a cancel on any replica stops the handler at once', async (t) => {
  const parts = await createTestEngine(t)
  const other = await createReplica(t, parts.db)
  const handler = waiting()
  await serve(t, parts, handler.run)
  const { id } = await parts.engine.enqueue(jobSpec())
  const job = await handler.first
  await other.engine.cancel(id, 'no longer')
  assert.equal((await other.engine.waitForEnd(id, 20_000))?.state, 'cancelled')
  assert.equal(reasonOf(job), 'job_ended')
  await checkInvariants(parts.db)
})

test('the deadline stops the handler, and the job fails', async (t) => {
  const parts = await createTestEngine(t)
  const handler = waiting()
  await serve(t, parts, handler.run)
  // It begins with the claim, however late that comes.
  const { id } = await parts.engine.enqueue(jobSpec({ timeoutMs: 100 }))
  const ended = await parts.engine.waitForEnd(id, 20_000)
  assert.deepEqual([ended?.state, ended?.error?.code], ['failed', 'extract_timeout'])
  assert.equal(reasonOf(await handler.first), 'extract_timeout')
  await checkInvariants(parts.db)
})

test('leases are kept alive for as long as a handler works', async (t) => {
  const parts = await createTestEngine(t, { settings: { heartbeatMs: 40, sweepMs: 30 } })
  await serve(t, parts, async (job) => {
    // Whenever a heartbeat has renewed the lease, the test takes the most of it away.
    const shorten = sql`
      update jobs set lease_expires_at = now() + interval '10 s'
      where state = 'running' and lease_expires_at > now() + interval '12 s'`
    for (let renewals = 0; renewals < 5; renewals += await parts.db.execute(shorten)) await delay(10)
    return job.attempt
  })
  const { id } = await parts.engine.enqueue(jobSpec())
  assert.equal((await parts.engine.waitForEnd(id, 20_000))?.result, 1)
  await checkInvariants(parts.db)
})

test('a lost lease stops the handler, and a pruned worker registers again', async (t) => {
  const parts = await createTestEngine(t, { settings: { heartbeatMs: 40 } })
  const stolen: string[] = []
  await serve(t, parts, async (job) => {
    if (job.attempt > 1) return 'second'
    await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()))
    stolen.push(reasonOf(job))
    return 'first'
  })
  const { id } = await parts.engine.enqueue(jobSpec())
  while ((await parts.engine.get(id))?.state !== 'running') await new Promise(setImmediate)
  await parts.engine.workers.prune({ olderThanMs: -1_000 })
  const ended = await parts.engine.waitForEnd(id, 20_000)
  assert.equal(ended?.result, 'second')
  assert.deepEqual(stolen, ['lease_lost'])
  await checkInvariants(parts.db)
})

test('jobs that a worker lost with its registration stop when it registers again', async (t) => {
  const parts = await createTestEngine(t, { settings: { heartbeatMs: 60_000, leaseMs: 180_000 } })
  const handler = waiting()
  await serve(t, parts, async (job) => (job.attempt > 1 ? 'second' : handler.run(job)))
  const { id } = await parts.engine.enqueue(jobSpec())
  const first = await handler.first
  await parts.engine.workers.prune({ olderThanMs: -1_000 })
  assert.equal((await parts.engine.waitForEnd(id, 20_000))?.result, 'second')
  assert.equal(reasonOf(first), 'lease_lost')
  await checkInvariants(parts.db)
})

test('a worker of this process does as it is directed: it waits, goes on, and leaves', async (t) => {
  const parts = await createTestEngine(t, { settings: { heartbeatMs: 40 } })
  await serve(t, parts, async () => 'done')
  const { workers } = parts.engine
  const worker = async () => (await workers.list())[0]
  const id = (await worker())?.id ?? ''
  await workers.direct(id, 'quiet')
  while ((await worker())?.state !== 'quiet') await new Promise((resolve) => setTimeout(resolve, 10))
  const job = await parts.engine.enqueue(jobSpec())
  assert.equal((await parts.engine.waitForEnd(job.id, 200))?.state, 'queued')
  await workers.direct(id, 'continue')
  assert.equal((await parts.engine.waitForEnd(job.id, 20_000))?.result, 'done')
  await workers.direct(id, 'drain')
  while ((await worker())?.state !== 'offline') await new Promise((resolve) => setTimeout(resolve, 10))
  const late = await parts.engine.enqueue(jobSpec())
  assert.equal((await parts.engine.waitForEnd(late.id, 200))?.state, 'queued')
  await checkInvariants(parts.db)
})

test('stop hands everything back uncharged, also from a handler that returns instead of throwing', async (t) => {
  const parts = await createTestEngine(t)
  const handler = waiting()
  const returning: Run = async (job) => {
    await handler.run(job).catch(() => undefined)
    return 'half done'
  }
  const workers = await serve(t, parts, async (job) => (job.input === 1 ? returning(job) : handler.run(job)))
  const jobs = await parts.engine.enqueueMany([jobSpec({ input: 1 }), jobSpec({ input: 2 })])
  while (handler.jobs.length < 2) await new Promise(setImmediate)
  await workers.stop()
  for (const { id } of jobs) {
    const job = await parts.engine.get(id)
    assert.deepEqual([job?.state, job?.deliveries], ['queued', 0])
  }
  assert.deepEqual(handler.jobs.map(reasonOf), ['draining', 'draining'])
  assert.equal((await parts.engine.workers.list())[0]?.state, 'offline')
  await checkInvariants(parts.db)
})

test('a database that goes away for a moment loses nothing', async (t) => {
  const parts = await createTestEngine(t, {
    settings: { leaseMs: 1_000, heartbeatMs: 100, sweepMs: 50, pollMs: 50 },
  })
  const replica = await createReplica(t, parts.db, {
    settings: { leaseMs: 1_000, sweepMs: 50, pollMs: 50 },
  })
  let runs = 0
  await serve(
    t,
    replica,
    async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return 'ok'
    },
    4,
  )
  const jobs = await parts.engine.enqueueMany(
    Array.from({ length: 200 }, () => jobSpec({ maxDeliveries: 100 })),
  )
  for (let cut = 0; cut < 10; cut += 1) {
    await parts.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'replica'`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const ends = await Promise.all(jobs.map(async (job) => parts.engine.waitForEnd(job.id, 120_000)))
  assert.deepEqual([...new Set(ends.map((job) => job?.state))], ['succeeded'])
  assert.ok(runs >= 200)
  await checkInvariants(parts.db)
})
