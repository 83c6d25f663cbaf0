// What workers learned: stored once, with the end of the run that it came with, and never at its cost.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { createTestEngine, finalProblem, jobSpec, retryableProblem } from '#test/support/jobs/job-engine.ts'
import type { CompleteStep, ReportStep, StepOutcome } from './job-engine.ts'

/** Puts a failure or another result in the place of what a worker said. */
const replacing: CompleteStep = async (reports) =>
  reports.map(({ jobId, leaseToken, result }): StepOutcome =>
    result === 'large'
      ? { jobId, leaseToken, error: finalProblem() }
      : { jobId, leaseToken, result: 'filed' },
  )

/** An engine that notes each entry in a table, and a way to get a running job. */
async function setUp(t: TestContext) {
  const stored: string[] = []
  const note = (kind: 'cdn' | 'signals'): ReportStep => ({
    kind,
    async store(tx, runs) {
      for (const { job, entries } of runs) {
        const notes = entries.map((entry) => `${kind} ${String(entry)} ${job.state}`)
        for (const text of notes) await tx.execute(sql`insert into notes values (${text})`)
        if (entries.includes('bad')) await tx.execute(sql`select 1 / 0`)
        stored.push(...notes)
      }
      return () => undefined
    },
  })
  const withReports = [note('signals'), note('cdn')]
  const { db, engine, worker, claim } = await createTestEngine(t, {
    started: false,
    steps: () => ({ beforeComplete: [replacing], withReports }),
  })
  await db.execute(sql`create table notes (note text)`)
  const workerId = await worker()
  return {
    engine,
    stored,
    async notes() {
      const rows = await db.query<{ note: string }>(sql`select note from notes`)
      return rows.map(({ note: text }) => text)
    },
    async running() {
      const { id: jobId } = await engine.enqueue(jobSpec())
      const [claimed] = await claim(workerId, ['test.job'])
      return { jobId, leaseToken: claimed?.leaseToken ?? '' }
    },
  }
}

test('reports are stored with a result, a failure and a later attempt, whichever call brings them', async (t) => {
  const { engine, running, notes } = await setUp(t)
  const single = await running()
  await engine.complete(single.jobId, single.leaseToken, 'right', { signals: ['s1'], cdn: ['c1'] })
  const failed = await running()
  await engine.fail(failed.jobId, failed.leaseToken, finalProblem(), {
    retryAfterMs: 0,
    reports: { cdn: ['c2'] },
  })
  const [done, replaced, later, without, released] = [
    await running(),
    await running(),
    await running(),
    await running(),
    await running(),
  ]
  await engine.completeMany([
    { ...done, result: 'right', reports: { cdn: ['c3', 'c4'] } },
    { ...replaced, result: 'large', reports: { cdn: ['c5'] } },
    { ...later, error: retryableProblem(), reports: { cdn: ['c6'], proxies: ['nobody takes these'] } },
    { ...without, result: 'right' },
    { ...released, release: {} },
  ])
  assert.deepEqual((await notes()).toSorted(), [
    'cdn c1 succeeded',
    'cdn c2 failed',
    'cdn c3 succeeded',
    'cdn c4 succeeded',
    'cdn c5 failed',
    'cdn c6 scheduled',
    'signals s1 succeeded',
  ])
})

test('the kinds are stored in one order, and a repeated or late report counts for nothing', async (t) => {
  const { engine, running, notes, stored } = await setUp(t)
  const { jobId, leaseToken } = await running()
  const report = { jobId, leaseToken, result: 1, reports: { signals: ['s'], cdn: ['c'] } }
  await engine.completeMany([report])
  await engine.completeMany([report])
  const late = { ...report, leaseToken: '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10' }
  await engine.completeMany([late])
  assert.deepEqual(stored, ['cdn c succeeded', 'signals s succeeded'])
  assert.deepEqual(await notes(), stored)
})

test('a kind that cannot be stored costs neither the end of the job nor the other kinds', async (t) => {
  const { engine, running, notes } = await setUp(t)
  const { jobId, leaseToken } = await running()
  await engine.completeMany([{ jobId, leaseToken, result: 1, reports: { cdn: ['bad'], signals: ['s'] } }])
  assert.equal((await engine.get(jobId))?.state, 'succeeded')
  assert.deepEqual(await notes(), ['signals s succeeded'])
})
