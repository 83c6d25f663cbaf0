// The spans of a worker: their parents, their attributes, and what they must not contain.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EgressResponse } from '#platform/egress/egress.ts'
import { createJobRunner, type JobOutcome } from '#platform/jobs/worker/job-runner.ts'
import type { WorkerJob } from '#platform/jobs/worker/transport.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTracer, passingTracer, type EndedSpan, type Tracer } from '#platform/telemetry/tracer.ts'
import { createRunTraces } from './trace-runs.ts'

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const JOB: WorkerJob = {
  id: 'job_1',
  type: 'markdown.extract',
  input: null,
  attempt: 2,
  leaseToken: 'x',
  traceparent: PARENT,
  leaseExpiresAtMs: Date.parse('2026-11-21T09:00:00Z'),
  deadlineAtMs: null,
}
const answer = {
  status: 200,
  bytes: 7,
  robots: { verdict: 'allowed', rule: null },
} as EgressResponse
const URL = 'https://example.com/private/path?token=planted'

function recording() {
  const spans: EndedSpan[] = []
  const sink = { add: (span: EndedSpan) => void spans.push(span), counts: { exported: 0, dropped: 0 } }
  return { spans, ...tracing(createTracer({ sink, percent: 100 })) }
}

/** The traces of a worker, and `runJob`, which runs work as its job: resolves or rejects as the work does. */
function tracing(tracer: Tracer) {
  const traces = createRunTraces(tracer)
  const runJob = async <T>(work: (traceparent: string | null) => Promise<T>): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<JobOutcome>()
    const runner = createJobRunner({
      run: async (_job, { traceparent }) => traces.run(traceparent, async () => work(traceparent)),
      extend: () => ({}),
      timeoutMs: () => Infinity,
      abortGraceMs: 0,
      report: (_job, outcome) => resolve(outcome),
      onFree: () => undefined,
      onWaiting: () => undefined,
      sendsProgressAtOnce: false,
      sendProgress: async () => ({ cancelRequested: false }),
      tracer,
      log: silentLogger,
    })
    runner.start(JOB, null, 30_000)
    const outcome = await promise
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }
  return { traces, runJob }
}

test('a fetch is below the run that makes it, also through what all jobs share', async () => {
  const { spans, traces, runJob } = recording()
  const fetch = traces.fetch(async () => answer)
  const peerFetch = traces.peerFetch(async () => ({ status: 503, headers: {}, body: new Uint8Array() }))
  const request = { url: URL, maxBytes: 1, deadlineMs: 1 }
  await runJob(async (traceparent) => {
    assert.match(traceparent ?? '', /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)\w{16}-01$/)
    await fetch(request)
    await peerFetch('overpassUrl', { ...request, method: 'POST' })
  })
  const [fetched, asked, run] = spans as [EndedSpan, EndedSpan, EndedSpan]
  assert.deepEqual([fetched.name, asked.name, run.name], ['fetch GET', 'fetch POST', 'run markdown.extract'])
  assert.deepEqual([run.parentSpanId, run.attributes['surveyor.job.attempt']], ['00f067aa0ba902b7', 2])
  assert.deepEqual([fetched.parentSpanId, asked.parentSpanId], [run.spanId, run.spanId])
  assert.deepEqual(fetched.attributes, {
    'http.request.method': 'GET',
    'server.address': 'example.com',
    'url.scheme': 'https',
    'http.response.status_code': 200,
    'http.response.body.size': 7,
    'surveyor.fetch.robots': 'allowed',
  })
  assert.deepEqual(
    [asked.attributes['surveyor.fetch.setting'], asked.attributes['http.response.status_code']],
    ['overpassUrl', 503],
  )
  assert.doesNotMatch(JSON.stringify(spans), /private|planted/)
})

test('a run that fails says with which code, and the error stays what it is', async () => {
  const { spans, traces, runJob } = recording()
  const error = new SurveyorError('target_timeout', `${URL} took too long.`)
  const fetch = traces.fetch(async () => {
    throw error
  })
  const work = runJob(async () => fetch({ url: URL, maxBytes: 1, deadlineMs: 1 }))
  await assert.rejects(work, (thrown) => thrown === error)
  assert.deepEqual(
    spans.map((span) => span.error),
    ['target_timeout', 'target_timeout'],
  )
  const defect = runJob(async () => {
    throw new Error('planted')
  })
  await assert.rejects(defect, /planted/)
  assert.equal(spans.at(-1)?.error, 'internal')
})

test('without a tracer the trace of the request goes on to what the job does', async () => {
  const { runJob } = tracing(passingTracer)
  assert.equal(await runJob(async (traceparent) => traceparent), PARENT)
})
