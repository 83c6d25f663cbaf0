// The worker loop over a transport in memory: its order of calls, and what becomes of jobs when it leaves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { passingTracer } from '#platform/telemetry/tracer.ts'
import { createWorkerLoop, type WorkerLoopDeps } from './loop.ts'
import type { JobReport, WorkerJob, WorkerTransport } from './transport.ts'

const INTERVALS = { heartbeatMs: 20, pollWaitMs: 1_000, cancelCheckMs: 20, leaseMs: 1_000 }
const AWAY = new SurveyorError('storage_unavailable', 'Not now.')

function jobOf(n: number): WorkerJob {
  return {
    id: `job_${n}`,
    type: 'test.job',
    input: n,
    attempt: 1,
    leaseToken: `lse_${n}`,
    traceparent: null,
    leaseExpiresAtMs: INTERVALS.leaseMs,
    deadlineAtMs: null,
  }
}

/** A transport without jobs whose calls are recorded; `parts` replaces some of them. */
function memory(parts: Partial<WorkerTransport> = {}) {
  const calls: string[] = []
  const reports: JobReport[] = []
  const transport: WorkerTransport = {
    peer: 'the test',
    sendsProgressAtOnce: false,
    register: async () => ({ workerId: 'wrk_1', intervals: INTERVALS }),
    claim: async (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(AWAY))
      }),
    heartbeat: async () => ({ directive: 'continue', cancelJobs: [], lostJobs: [] }),
    progress: async () => ({ cancelRequested: false }),
    report: async (some) => {
      reports.push(...some)
      return some.map(() => null)
    },
    unregister: async () => undefined,
    onCancelRequested: () => () => undefined,
    extend: () => ({}),
    ...parts,
  }
  const record =
    <T extends readonly unknown[], R>(name: string, call: (...args: T) => R) =>
    (...args: T): R => {
      calls.push(name)
      return call(...args)
    }
  return {
    calls,
    reports,
    transport: {
      ...transport,
      register: record('register', transport.register),
      claim: record('claim', transport.claim),
      heartbeat: record('heartbeat', transport.heartbeat),
      unregister: record('unregister', transport.unregister),
    } satisfies WorkerTransport,
  }
}

function loopOver(transport: WorkerTransport, rest: Partial<WorkerLoopDeps<object>> = {}) {
  return createWorkerLoop({
    transport,
    registration: {
      name: 'test',
      instanceId: 'instance-1',
      version: '0',
      capabilities: { types: ['test.job'], concurrency: { light: 2 } },
    },
    slots: { light: 2 },
    typesByPool: new Map([['light', ['test.job']]]),
    run: async () => null,
    stopGraceMs: 0,
    abortGraceMs: 50,
    tracer: passingTracer,
    log: silentLogger,
    ...rest,
  })
}

test('nothing is claimed before the registration, which is tried until it is answered', async () => {
  let failures = 2
  const { calls, transport } = memory({
    async register() {
      if (failures-- > 0) throw AWAY
      return { workerId: 'wrk_1', intervals: INTERVALS }
    },
  })
  const loop = loopOver(transport)
  await loop.start()
  assert.deepEqual(calls, ['register', 'register', 'register', 'claim'])
  await loop.stop()
  assert.equal(calls.filter((call) => call === 'unregister').length, 1)
})

test('heartbeats that fail do not end the worker, and one that is unknown registers again', async () => {
  const answers = [AWAY, AWAY, new SurveyorError('unknown_worker', 'Who?')]
  const { calls, transport } = memory({
    async heartbeat() {
      const error = answers.shift()
      if (error !== undefined) throw error
      return { directive: 'drain', cancelJobs: [], lostJobs: [] }
    },
  })
  const loop = loopOver(transport)
  await loop.start()
  await loop.done
  assert.deepEqual(
    calls.filter((call) => call !== 'claim'),
    ['register', 'heartbeat', 'heartbeat', 'heartbeat', 'register', 'heartbeat', 'unregister'],
  )
})

test('a claim that is answered after the stop has begun is released, and its jobs do not run', async () => {
  const { promise, resolve } = Promise.withResolvers<WorkerJob[]>()
  let runs = 0
  const { reports, transport } = memory({
    async claim(_request, signal) {
      signal.addEventListener('abort', () => resolve([jobOf(1), jobOf(2)]))
      return promise
    },
  })
  const loop = loopOver(transport, { run: async () => (runs += 1) })
  await loop.start()
  await loop.stop()
  assert.equal(runs, 0)
  assert.deepEqual(reports, [
    { jobId: 'job_1', leaseToken: 'lse_1', release: true },
    { jobId: 'job_2', leaseToken: 'lse_2', release: true },
  ])
})

test('a run that ignores the stop is abandoned unreported, and the worker leaves after it', async () => {
  const claims = [[jobOf(1)]]
  const { promise: started, resolve: onStart } = Promise.withResolvers<AbortSignal>()
  const { reports, calls, transport } = memory({
    claim: async (_request, signal) =>
      claims.shift() ??
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(AWAY))
      }),
  })
  const loop = loopOver(transport, {
    run: async (_job, { signal }) => {
      onStart(signal)
      return new Promise(() => undefined)
    },
  })
  await loop.start()
  const signal = await started
  await loop.stop()
  assert.equal((signal.reason as SurveyorError).code, 'draining')
  assert.deepEqual([reports, calls.at(-1)], [[], 'unregister'])
})

test('a worker with a backlog claims with its reports, and by itself when such a call fails or brings nothing', async () => {
  const claims: WorkerJob[][] = [
    [jobOf(1), jobOf(2)],
    [jobOf(7), jobOf(8)],
  ]
  const answers: (WorkerJob[] | null)[] = [[jobOf(3), jobOf(4)], null]
  const log: string[] = []
  const done = Promise.withResolvers<void>()
  const ended = new Set<string>()
  const store = (some: readonly JobReport[]): null[] => {
    for (const { jobId } of some) ended.add(jobId)
    if (ended.size === 6) done.resolve()
    return some.map(() => null)
  }
  const { transport } = memory({
    async claim(_request, signal) {
      log.push('claim')
      const jobs = claims.shift()
      if (jobs !== undefined) return jobs
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(AWAY))
      })
    },
    async reportAndClaim(some, { max }) {
      log.push(`report of ${some.length} and claim of ${max[0]?.count}`)
      const [jobs = []] = answers.splice(0, 1)
      if (jobs === null) throw AWAY
      return { outcomes: store(some), jobs }
    },
    report: async (some) => store(some),
  })
  const loop = loopOver(transport, { slots: { light: 2 } })
  await loop.start()
  await done.promise
  await loop.stop()
  assert.deepEqual([...ended].toSorted(), ['job_1', 'job_2', 'job_3', 'job_4', 'job_7', 'job_8'])
  assert.deepEqual(log.slice(0, 3), ['claim', 'report of 2 and claim of 1', 'report of 2 and claim of 1'])
  assert.ok(log.filter((call) => call === 'claim').length >= 2, 'after the call that failed')
})
