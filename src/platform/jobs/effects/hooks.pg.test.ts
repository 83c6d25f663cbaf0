// What other modules do in the transaction that ends a job.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createTestEngine,
  expireLeases,
  finalProblem,
  jobSpec,
  retryableProblem,
} from '#test/support/jobs/job-engine.ts'
import type { CompletionHook } from '#platform/jobs/job-engine.ts'

/** Records each end it sees; throws for a job whose input is 'bad'. */
const recording: CompletionHook = {
  type: /^test\./,
  async apply(tx, job) {
    await tx.execute(sql`
      insert into notes values (${job.id}, ${job.state}, ${JSON.stringify(job.result)}::jsonb)`)
    if (job.input === 'bad') throw new Error('the hook refuses')
  },
}

test('a hook sees every end, with the result, in the transaction that ends the job', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, {
    hooks: [recording],
    settings: { sweepMs: 30 },
  })
  await db.execute(sql`create table notes (job_id text, state text, result jsonb)`)
  const workerId = await worker()
  const specs = ['success', 'failure', 'later', 'cancel', 'silence', 'time'].map((input) =>
    jobSpec({
      input,
      maxDeliveries: input === 'silence' ? 1 : 5,
      ...(input === 'time' ? { queueTimeoutMs: 0 } : {}),
    }),
  )
  const [success, failure, later, cancel, silence, time] = await engine.enqueueMany(specs)
  assert.ok(success && failure && later && cancel && silence && time)
  await engine.cancel(cancel.id, 'no')
  for (const { job, leaseToken } of await claim(workerId, ['test.job'], 10)) {
    if (job.id === success.id) await engine.complete(job.id, leaseToken, { n: 1 })
    if (job.id === failure.id) await engine.fail(job.id, leaseToken, finalProblem())
    if (job.id === later.id)
      await engine.fail(job.id, leaseToken, retryableProblem(), { retryAfterMs: 60_000 })
  }
  await expireLeases(db)
  await Promise.all([silence, time].map(async ({ id }) => engine.waitForEnd(id, 20_000)))
  const parent = await engine.enqueueParent(jobSpec({ type: 'test.batch' }), [jobSpec({ type: 'other.job' })])
  const [child] = await claim(workerId, ['other.job'])
  await engine.completeWith(child?.job.id ?? '', child?.leaseToken ?? '', async () => 1)
  await engine.waitForEnd(parent.id, 20_000)
  const notes = await db.query<{ job_id: string; state: string; result: unknown }>(sql`select * from notes`)
  assert.deepEqual(
    notes.map((note) => [note.job_id, note.state, note.result]).sort(),
    [
      [success.id, 'succeeded', { n: 1 }],
      [failure.id, 'failed', null],
      [cancel.id, 'cancelled', null],
      [silence.id, 'dead', null],
      [time.id, 'expired', null],
      [parent.id, 'succeeded', null],
    ].sort(),
  )
  await checkInvariants(db)
})

test('a hook that throws undoes the end a worker reports, and only that', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { hooks: [recording], started: false })
  await db.execute(sql`create table notes (job_id text, state text, result jsonb)`)
  await engine.enqueueMany([jobSpec({ input: 'a' }), jobSpec({ input: 'bad' }), jobSpec({ input: 'c' })])
  const jobs = await claim(await worker(), ['test.job'], 3)
  const outcomes = await Promise.allSettled(
    jobs.map(async ({ job, leaseToken }) => engine.complete(job.id, leaseToken, 1)),
  )
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const bad = jobs[1]
  assert.ok(bad)
  await assert.rejects(
    engine.completeWith(bad.job.id, bad.leaseToken, async () => 1),
    /the hook refuses/,
  )
  assert.equal((await engine.get(bad.job.id))?.state, 'running')
  assert.equal((await db.query(sql`select * from notes`)).length, 2)

  // A hook cannot keep the engine itself from ending the job; only the hook's own rows are undone.
  await engine.workers.unregister((await engine.get(bad.job.id))?.workerId ?? '')
  assert.equal((await engine.cancel(bad.job.id, 'stop')).state, 'cancelled')
  assert.equal((await db.query(sql`select * from notes`)).length, 2)
  await checkInvariants(db)
})

test('what is stored with results is there with the end of their jobs, and no error of it keeps a job from ending', async (t) => {
  const done: string[] = []
  const { db, engine, worker, claim } = await createTestEngine(t, {
    started: false,
    steps: () => ({
      withResults: {
        mayStore: () => true,
        prepare(jobs) {
          const kept = jobs.filter(({ input }) => input !== 'nothing')
          if (kept.length === 0) return null
          return async (tx) => {
            for (const { id, result } of kept) {
              await tx.execute(sql`insert into kept values (${id}, ${JSON.stringify(result)}::jsonb)`)
            }
            if (kept.some(({ input }) => input === 'bad')) await tx.execute(sql`select 1 / 0`)
            return () => void done.push(...kept.map(({ id }) => id))
          }
        },
      },
    }),
  })
  await db.execute(sql`create table kept (job_id text, result jsonb)`)
  const workerId = await worker()
  const end = async (input: string, how: 'complete' | 'completeWith' | 'fail' = 'complete') => {
    const { id } = await engine.enqueue(jobSpec({ input }))
    const [job] = await claim(workerId, ['test.job'])
    const token = job?.leaseToken ?? ''
    if (how === 'fail') await engine.fail(id, token, finalProblem())
    else if (how === 'complete') await engine.complete(id, token, { input })
    else await engine.completeWith(id, token, async () => ({ input }))
    return id
  }
  const [good, own] = [await end('good'), await end('own', 'completeWith')]
  for (const input of ['bad', 'nothing']) {
    assert.equal((await engine.get(await end(input)))?.state, 'succeeded')
    assert.equal((await engine.get(await end(input, 'completeWith')))?.state, 'succeeded')
  }
  await end('failed', 'fail')
  assert.deepEqual(await db.query(sql`select job_id, result from kept order by job_id`), [
    { job_id: good, result: { input: 'good' } },
    { job_id: own, result: { input: 'own' } },
  ])
  assert.deepEqual(done, [good, own])
  await checkInvariants(db)
})
