// What a worker does with the jobs it gets, against the protocol alone.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { ExtractionResult } from '#contract/crawl/result.ts'
import type { ClaimsBody } from '#contract/worker.ts'
import {
  startProtocolServer,
  type ProtocolServer,
  type ServerJob,
} from '#test/support/worker/protocol-server.ts'
import { startWorker, TEST_WORKER } from '#test/support/worker/start-worker.ts'

const isResult = Compile(ExtractionResult)

async function outcomeOf(server: ProtocolServer, job: ServerJob) {
  await server.until(() => job.state === 'ended')
  assert.equal(job.outcomes.length, 1)
  const outcome = job.outcomes[0] as
    | { result: ExtractionResult }
    | { error: { code: string; detail: string } }
  if ('result' in outcome) assert.deepEqual(isResult.Errors(outcome.result), [])
  return outcome
}

async function run(t: TestContext, operation: string, input: unknown) {
  const server = await startProtocolServer(t)
  await startWorker(server)
  return outcomeOf(server, server.add(`noop.${operation}`, input))
}

test('a job ends with the result envelope around the data of its operation', async (t) => {
  const outcome = await run(t, 'echo', { value: { name: 'Café \u{1F600}', list: [1, null] } })
  assert.ok('result' in outcome)
  assert.deepEqual(outcome.result.data, { name: 'Café \u{1F600}', list: [1, null] })
  assert.deepEqual(outcome.result.engine, { used: 'none', escalations: [] })
  assert.equal(outcome.result.extractorVersion, '1.0.0')
  assert.equal(outcome.result.timings.fetchMs, null)
})

test('a job whose parser runs in a child process', async (t) => {
  const outcome = await run(t, 'upper', { text: 'straße' })
  assert.ok('result' in outcome)
  assert.deepEqual(outcome.result.data, { text: 'STRASSE' })
})

test('an operation asks whether a domain takes mail, as the egress of the worker knows', async (t) => {
  const outcome = await run(t, 'mail', { domains: ['mail.example', 'none.example'] })
  assert.ok('result' in outcome)
  assert.deepEqual(outcome.result.data, { accepted: [true, false] })
})

test('a result of many megabytes arrives whole', async (t) => {
  const outcome = await run(t, 'big', { bytes: 12_000_000 })
  assert.ok('result' in outcome)
  assert.equal((outcome.result.data as { text: string }).text.length, 12_000_000)
})

test('input that does not fit is refused with where and why, and the operation does not run', async (t) => {
  const outcome = await run(t, 'abort', { now: true })
  assert.ok('error' in outcome)
  assert.equal(outcome.error.code, 'validation_failed')
  assert.deepEqual((outcome.error as unknown as { errors: { pointer: string }[] }).errors[0]?.pointer, '/now')
})

test('an error with a code is reported as it is, with its wait', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const outcome = await outcomeOf(
    server,
    server.add('noop.fail', { code: 'rate_limited', retryAfterMs: 1_234 }),
  )
  assert.ok('error' in outcome)
  assert.equal(outcome.error.code, 'rate_limited')
  const sent = server.calls.find(({ path }) => path === '/api/worker/completions')?.body
  assert.equal((sent as { completions: { retryAfterMs: number }[] }).completions[0]?.retryAfterMs, 1_234)
})

test('an error without a code is opaque', async (t) => {
  const outcome = await run(t, 'fail', {})
  assert.ok('error' in outcome)
  assert.equal(outcome.error.code, 'internal')
  assert.doesNotMatch(JSON.stringify(outcome), /secret/)
})

for (const kind of ['bigint', 'circle', 'undefined']) {
  test(`a result that JSON cannot say (${kind}) is an internal error, not a lost job`, async (t) => {
    const outcome = await run(t, 'odd', { kind })
    assert.ok('error' in outcome)
    assert.equal(outcome.error.code, 'internal')
  })
}

test('a job of a type that the worker did not ask for fails instead of hanging', async (t) => {
  const server = await startProtocolServer(t)
  const job = server.add('other.extract', {})
  const asked: unknown[] = []
  // A server that assigns a job of a type that was not requested.
  server.fault = (path, body) => {
    if (path === '/api/worker/claims') {
      asked.push(structuredClone(body))
      ;(body as ClaimsBody).max[0]?.types.push('other.extract')
    }
    return null
  }
  await startWorker(server)
  const outcome = await outcomeOf(server, job)
  assert.ok('error' in outcome)
  assert.equal(outcome.error.code, 'no_worker')
  assert.doesNotMatch(JSON.stringify(asked), /other/)
})

test('a thousand jobs end once each, in far fewer calls, and never more run than there are slots', async (t) => {
  const server = await startProtocolServer(t)
  const jobs = Array.from({ length: 1_000 }, (_, n) => server.add('noop.noop', { n }))
  const over: unknown[] = []
  server.fault = (path, body) => {
    if (path !== '/api/worker/claims') return null
    const running = [...server.jobs.values()].filter((job) => job.state === 'running').length
    const asked = (body as ClaimsBody).max.find(({ types }) => types.includes('noop.noop'))?.count ?? 0
    // Ended jobs whose report is under way still count as running here: two claims' worth of them at the most.
    if (asked > TEST_WORKER.concurrency.light || running > 3 * TEST_WORKER.concurrency.light) over.push(body)
    return null
  }
  await startWorker(server)
  await server.until(() => jobs.every((job) => job.state === 'ended'))
  assert.deepEqual(
    jobs.filter((job) => job.outcomes.length !== 1 || job.deliveries !== 1),
    [],
  )
  assert.deepEqual(
    jobs.map((job) => (job.outcomes[0] as { result: ExtractionResult }).result.data),
    jobs.map((_, n) => ({ n })),
  )
  assert.deepEqual(over, [])
  const completions = server.calls.filter(({ path }) => path === '/api/worker/completions').length
  assert.ok(completions <= 500, `${completions} calls`)
})

test('a full kind of work does not hold up another, and no claim asks for more than is free', async (t) => {
  const server = await startProtocolServer(t)
  const slow = Array.from({ length: 6 }, () => server.add('noop.sleep', { ms: 60_000 }))
  const claims: ClaimsBody[] = []
  server.fault = (path, body) => {
    if (path === '/api/worker/claims') claims.push(structuredClone(body) as ClaimsBody)
    return null
  }
  await startWorker(server, { stopGraceMs: 0 })
  await server.until(() => slow.filter((job) => job.state === 'running').length === 4)
  const quick = server.add('noop.noop', {})
  await outcomeOf(server, quick)
  assert.equal(slow.filter((job) => job.state === 'running').length, 4)
  const askedWhileFull = claims.at(-1)?.max.flatMap(({ types }) => types) ?? []
  assert.equal(askedWhileFull.includes('noop.sleep'), false)
})

test('progress is thinned out to one a second, and the trace of the request goes with it', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const job = server.add('noop.sleep', { ms: 300 }, { traceparent })
  await outcomeOf(server, job)
  assert.deepEqual(job.progress, [{ done: 0, total: 1, message: 'sleeping' }])
  const call = server.calls.find(({ path }) => path.endsWith('/progress'))
  assert.equal(call?.headers['traceparent'], traceparent)
})
