// The steps of a service: each call that submits, claims or completes runs them, in their order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestEngine, finalProblem, jobSpec } from '#test/support/jobs/job-engine.ts'
import type { CompleteStep, JobSteps, StepOutcome } from './job-engine.ts'

const tooLarge = () => new SurveyorError('body_too_large', 'The file is too large.')
const wrong = () => new SurveyorError('validation_failed', 'The result is wrong.')

/** Refuses 'wrong', replaces 'large' by a failure, and says which step saw the rest. */
const checking: CompleteStep = async (reports) =>
  reports.map((report): StepOutcome => (report.result === 'wrong' ? wrong() : report))
const filing: CompleteStep = async (reports, on) => {
  await on.query(sql`select 1`)
  return reports.map((report): StepOutcome => {
    const { jobId, leaseToken, result } = report
    if (result === 'large') return { jobId, leaseToken, error: problemOf(tooLarge()) }
    return { ...report, result: { filed: result } }
  })
}

function recording(): { readonly steps: JobSteps; readonly kept: unknown[] } {
  const kept: unknown[] = []
  const steps: JobSteps = {
    beforeComplete: [checking, filing],
    withResults: {
      mayStore: () => true,
      prepare: (jobs) =>
        jobs.length === 0 ? null : async () => () => void kept.push(...jobs.map(({ result }) => result)),
    },
  }
  return { steps, kept }
}

const codeOf = (outcome: unknown): unknown => (outcome instanceof SurveyorError ? outcome.code : outcome)

test('complete, completeWith and completeMany all run the steps around an end', async (t) => {
  const { steps, kept } = recording()
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false, steps: () => steps })
  await db.execute(sql`create table notes (note text)`)
  const note = (result: unknown) => async (tx: { execute: typeof db.execute }) => {
    await tx.execute(sql`insert into notes values (${String(result)})`)
    return result
  }
  const workerId = await worker()
  const ways = {
    complete: async (jobId: string, token: string, result: unknown) => engine.complete(jobId, token, result),
    completeWith: async (jobId: string, token: string, result: unknown) =>
      engine.completeWith(jobId, token, note(result)),
    completeMany: async (jobId: string, leaseToken: string, result: unknown) => {
      const [outcome] = await engine.completeMany([{ jobId, leaseToken, result }])
      if (outcome instanceof SurveyorError) throw outcome
      return outcome
    },
  }
  for (const [name, complete] of Object.entries(ways)) {
    kept.length = 0
    const outcomes: unknown[] = []
    for (const result of ['right', 'large', 'wrong']) {
      const { id } = await engine.enqueue(jobSpec())
      const [claimed] = await claim(workerId, ['test.job'])
      const token = claimed?.leaseToken ?? ''
      const refused = await complete(id, token, result).then(() => null, codeOf)
      const job = await engine.get(id)
      outcomes.push([refused, job?.state, job?.result, job?.error?.code ?? null])
      if (job?.state === 'running') await engine.release(id, token)
      if (result === 'wrong') await engine.cancel(id, 'user')
    }
    assert.deepEqual(
      outcomes,
      [
        [null, 'succeeded', { filed: 'right' }, null],
        [null, 'failed', null, 'body_too_large'],
        ['validation_failed', 'running', null, null],
      ],
      name,
    )
    assert.deepEqual(kept, [{ filed: 'right' }], name)
  }
  assert.deepEqual(await db.query(sql`select note from notes`), [{ note: 'right' }], 'no other row is left')
})

test('each entry of completeMany keeps its place, and a lost lease is told before a wrong result', async (t) => {
  const { steps, kept } = recording()
  const { engine, worker, claim } = await createTestEngine(t, { started: false, steps: () => steps })
  await engine.enqueueMany(Array.from({ length: 6 }, () => jobSpec()))
  const jobs = await claim(await worker(), ['test.job'], 6)
  const leases = jobs.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken }))
  const lost = '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10'
  const [a, b, c, d, e, f] = leases
  assert.ok(a && b && c && d && e && f)
  let fenced = 0
  engine.observe({ countFenced: (count) => (fenced += count) })
  const outcomes = await engine.completeMany([
    { ...a, result: 'wrong' },
    { ...b, result: 1 },
    { ...c, error: finalProblem() },
    { ...d, result: 'large' },
    { ...e, release: {} },
    { ...f, leaseToken: lost, result: 'wrong' },
  ])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome instanceof SurveyorError ? outcome.code : outcome.state)),
    ['validation_failed', 'succeeded', 'failed', 'failed', 'queued', 'lease_lost'],
  )
  assert.deepEqual([kept, fenced], [[{ filed: 1 }], 1])
  await assert.rejects(engine.complete(f.jobId, lost, 'wrong'), { code: 'lease_lost' })
  await assert.rejects(
    engine.completeWith(f.jobId, lost, async () => 'wrong'),
    { code: 'lease_lost' },
  )
})

test('a job that no step can deliver fails, however it was claimed', async (t) => {
  const { engine, worker } = await createTestEngine(t, {
    started: false,
    steps: () => ({
      afterClaim: [
        (claimed) => ({ ...claimed, job: { ...claimed.job, input: [claimed.job.input] } }),
        (claimed) =>
          JSON.stringify(claimed.job.input) === '["bad"]'
            ? new SurveyorError('target_timeout', 'Nobody can read this.')
            : claimed,
      ],
    }),
  })
  const specs = ['good', 'bad', 'bad', 'good'].map((input) => jobSpec({ input }))
  const [first, second, third, fourth] = await engine.enqueueMany(specs)
  assert.ok(first && second && third && fourth)
  const workerId = await worker()
  assert.deepEqual((await engine.claim(first.id, workerId)).job.input, ['good'])
  await assert.rejects(engine.claim(second.id, workerId), { code: 'job_ended' })
  const rest = await engine.claimNext({ workerId, max: [{ types: ['test.job'], count: 5 }], waitMs: 0 })
  assert.deepEqual(
    rest.map(({ job }) => job.id),
    [fourth.id],
  )
  for (const { id } of [second, third]) {
    const job = await engine.get(id)
    assert.deepEqual([job?.state, job?.error?.code], ['failed', 'target_timeout'])
  }
})
