import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { passingTracer } from '#platform/telemetry/tracer.ts'
import { createJobRunner, type JobOutcome } from './job-runner.ts'
import type { WorkerJob } from './transport.ts'

const JOB: WorkerJob = {
  id: 'job_1',
  type: 'noop.wait',
  input: null,
  attempt: 1,
  leaseToken: 'lse_1',
  traceparent: null,
  leaseExpiresAtMs: 0,
  deadlineAtMs: null,
}

/** What is reported of a job that throws `said` when it is stopped. */
async function endOf(said: (reason: unknown) => unknown, timeoutMs: number, ...cancelled: string[]) {
  const { promise, resolve } = Promise.withResolvers<JobOutcome>()
  const runner = createJobRunner({
    async run(_job, { signal }) {
      await once(signal, 'abort')
      throw said(signal.reason)
    },
    extend: () => ({}),
    timeoutMs: () => timeoutMs,
    abortGraceMs: 5_000,
    report: (_job, outcome) => resolve(outcome),
    onFree: () => undefined,
    onWaiting: () => undefined,
    sendsProgressAtOnce: false,
    sendProgress: async () => ({ cancelRequested: false }),
    tracer: passingTracer,
    log: silentLogger,
  })
  runner.start(JOB, null, 30_000)
  for (const reason of cancelled) runner.cancel('lse_1', reason)
  const outcome = await promise
  assert.ok('error' in outcome && outcome.error instanceof SurveyorError)
  return outcome.error
}
const codeOf = async (...args: Parameters<typeof endOf>): Promise<string> => (await endOf(...args)).code

const slowTarget = () => new SurveyorError('target_timeout', 'The target did not answer before the deadline.')

test('a job that runs out of time ends with extract_timeout, whatever it throws when it is stopped', async () => {
  assert.equal(await codeOf((reason) => reason, 1), 'extract_timeout')
  assert.equal(await codeOf(() => new Error('half of it'), 1), 'extract_timeout')
})

test('a job that runs out of time while a target keeps it waiting names the target', async () => {
  assert.equal(await codeOf(slowTarget, 1), 'target_timeout')
})

test('a job that is cancelled is no timeout', async () => {
  assert.equal(await codeOf(slowTarget, 60_000, 'user'), 'job_ended')
})

test('a deadline that the clock of the database reaches before its time ends no job', async () => {
  assert.equal(await codeOf(slowTarget, 60_000, 'deadline', 'user'), 'job_ended')
})

test('work that knows that more attempts need as much time says so, also where its deadline came first', async () => {
  const late = (retryable: boolean) => () =>
    new SurveyorError('extract_timeout', 'The document was not parsed within 900 ms.', { retryable })
  const { message, retryable } = await endOf(late(false), 1)
  assert.deepEqual([message, retryable], ['The document was not parsed within 900 ms.', false])
  assert.equal((await endOf(late(true), 1)).retryable, true)
})
