// Random operations of several workers on two replicas, against a model made of the table of transitions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JOB_STATES, isTerminal, type JobState } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  retryableProblem,
} from '#test/support/jobs/job-engine.ts'
import type { ClaimedJob, JobEngine } from './job-engine.ts'
import { isAllowed, TRANSITIONS } from '#platform/jobs/model/states.ts'

const STEPS = 1_500
const TYPES = ['a.walk', 'b.walk', 'c.walk']

/** A small seeded random generator, so that a failure can be repeated: its message holds the seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

test('whatever happens in whatever order, the books agree and nothing is lost', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? 1)
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const settings = { leaseMs: 1_000, sweepMs: 30, pollMs: 40 }
  const { db, engine, worker } = await createTestEngine(t, { settings })
  const other = await createReplica(t, db, { settings })
  const engines = [engine, other.engine]
  const workers = await Promise.all([worker(), worker(), other.worker(), other.worker()])

  const accepted: string[] = []
  const leases: ClaimedJob[] = []
  /** The workers that were told that their completion counted, with their results. */
  const completed = new Map<string, { token: string; result: unknown }>()
  const operations: Record<string, (on: JobEngine) => Promise<void>> = {
    enqueue: async (on) => {
      const job = await on.enqueue(randomSpec())
      accepted.push(job.id)
    },
    enqueueMany: async (on) => {
      const jobs = await on.enqueueMany(Array.from({ length: 1 + Math.floor(random() * 8) }, randomSpec))
      accepted.push(...jobs.map((job) => job.id))
    },
    batch: async (on) => {
      const parent = await on.enqueueParent(jobSpec({ type: 'parent.walk' }), [randomSpec(), randomSpec()])
      accepted.push(parent.id)
    },
    join: async (on) => {
      accepted.push((await on.enqueue({ ...randomSpec(), parentId: pick(accepted) })).id)
    },
    claimNext: async (on) => {
      leases.push(
        ...(await on.claimNext({
          workerId: pick(workers),
          max: [
            { types: TYPES.slice(0, 2), count: 3 },
            { types: TYPES, count: 2 },
          ],
          waitMs: random() < 0.5 ? 0 : 20,
        })),
      )
    },
    claim: async (on) => void leases.push(await on.claim(pick(accepted), pick(workers))),
    complete: async (on) => {
      const { job, leaseToken } = pick(leases)
      const result = { by: leaseToken }
      const ended = await on.complete(job.id, leaseToken, result)
      if (ended.state === 'succeeded') recordCompletion(job.id, leaseToken, ended.result)
    },
    completeWith: async (on) => {
      const { job, leaseToken } = pick(leases)
      const ended = await on.completeWith(job.id, leaseToken, async (tx) => {
        await tx.execute(sql`insert into effects values (${job.id})`)
        return { by: leaseToken }
      })
      if (ended.state === 'succeeded') recordCompletion(job.id, leaseToken, ended.result)
    },
    fail: async (on) => {
      const { job, leaseToken } = pick(leases)
      await on.fail(job.id, leaseToken, random() < 0.6 ? retryableProblem() : finalProblem())
    },
    release: async (on) => {
      const { job, leaseToken } = pick(leases)
      await on.release(job.id, leaseToken)
    },
    renew: async (on) => {
      const some = leases.slice(-20).map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken }))
      await on.renew(pick(workers), some)
    },
    progress: async (on) => {
      const { job, leaseToken } = pick(leases)
      await on.progress(job.id, leaseToken, { done: 1, total: null, message: null })
    },
    cancel: async (on) => void (await on.cancel(pick(accepted), 'walk')),
    async retry(on) {
      const { job, isNew } = await on.retry(pick(accepted))
      if (isNew) accepted.push(job.id)
    },
    dueNow: async () => {
      await db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
    },
    pause: async (on) => {
      await on.queue.pause()
      await on.queue.resume()
    },
  }
  function randomSpec() {
    const chance = random()
    return jobSpec({
      type: pick(TYPES),
      priority: Math.floor(random() * 3),
      fairnessKey: pick(['', 'k1', 'k2']),
      ...(random() < 0.5 ? { domain: pick(['x.test', 'y.test']) } : {}),
      ...(chance < 0.1 ? { queueTimeoutMs: 100 } : {}),
      ...(chance > 0.9 ? { deadlineMs: 300 } : {}),
      ...(chance > 0.4 && chance < 0.5 ? { scheduledFor: new Date(Date.now() + 50) } : {}),
    })
  }
  function recordCompletion(id: string, token: string, result: unknown): void {
    const before = completed.get(id)
    assert.deepEqual(result, { by: token })
    assert.ok(before === undefined || before.token === token, `seed ${seed}: ${id} was completed twice`)
    completed.set(id, { token, result })
  }

  await db.execute(sql`create table effects (job_id text)`)
  await Promise.all(Array.from({ length: 20 }, async () => operations['enqueueMany']?.(engine)))
  const names = Object.keys(operations)
  const done = new Map<string, number>()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let step = 0; step < STEPS / 8; step += 1) {
        if (leases.length === 0) await operations['claimNext']?.(engine)
        const name = pick(names)
        try {
          if (leases.length > 0) await operations[name]?.(pick(engines))
          done.set(name, (done.get(name) ?? 0) + 1)
        } catch (error) {
          if (!(error instanceof SurveyorError) || error.status >= 500) throw error
        }
      }
    }),
  )
  assert.ok(
    names.every((name) => (done.get(name) ?? 0) > 0),
    `seed ${seed}: every operation succeeded at least once: ${JSON.stringify([...done])}`,
  )

  // The remaining jobs are run to their end.
  await db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
  for (;;) {
    const counts = (await engine.queue.status()).counts
    if (counts.queued + counts.running + counts.scheduled === 0) break
    const jobs = await engine.claimNext({
      workerId: pick(workers),
      max: [{ types: TYPES, count: 50 }],
      waitMs: 50,
    })
    for (const outcome of await engine.completeMany(
      jobs.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken, result: { by: leaseToken } })),
    )) {
      assert.ok(!(outcome instanceof SurveyorError) || outcome.code === 'lease_lost')
    }
  }
  const states = new Map<string, JobState>()
  await Promise.all(accepted.map(async (id) => states.set(id, (await engine.get(id))?.state as JobState)))
  assert.ok(
    [...states.values()].every((state) => state !== undefined && isTerminal(state)),
    `seed ${seed}: every accepted job has ended`,
  )
  await Promise.all(
    [...completed].map(async ([id, { result }]) =>
      assert.deepEqual((await engine.get(id))?.result, result, `seed ${seed}`),
    ),
  )
  const twice = await db.query(sql`select job_id from effects group by job_id having count(*) > 1`)
  assert.deepEqual(twice, [], `seed ${seed}: no effect twice`)
  await checkInvariants(db)
})

test('the table of transitions is closed: ends are ends, and every state can be reached', () => {
  const moves = Object.entries(TRANSITIONS).flatMap(([event, list]) =>
    list.map((move) => ({ event, ...move })),
  )
  for (const { event, from, to } of moves) {
    assert.ok(from === null || !isTerminal(from), `${event} leaves the end ${from}`)
    assert.ok(isAllowed(event, from, to))
  }
  const reached = new Set(moves.map((move) => move.to))
  assert.deepEqual(
    JOB_STATES.filter((state) => !reached.has(state)),
    [],
  )
  assert.equal(isAllowed('completed', 'queued', 'succeeded'), false)
  assert.equal(isAllowed('toString', null, 'queued'), false)
})
