// How jobs are ended from outside: cancellation, deadlines, lost leases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeartbeatBody } from '#contract/worker.ts'
import {
  startProtocolServer,
  type ProtocolServer,
  type ServerJob,
} from '#test/support/worker/protocol-server.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'

function codeOf(job: ServerJob): string | undefined {
  const [outcome] = job.outcomes
  return outcome !== undefined && 'error' in outcome ? outcome.error.code : undefined
}

/** All slots of the kind are free again: as many new jobs run at once as there are slots. */
async function slotsAreFree(server: ProtocolServer, slots: number): Promise<void> {
  const next = Array.from({ length: slots }, () => server.add('noop.sleep', { ms: 100 }))
  await server.until(() => next.every((job) => job.deliveries > 0))
}

for (const ignoreSignal of [false, true]) {
  const word = ignoreSignal ? 'ignores its signal' : 'obeys its signal'

  test(`a cancelled job lets go (it ${word})`, async (t) => {
    const server = await startProtocolServer(t)
    await startWorker(server)
    const job = server.add('noop.sleep', { ms: 10_000, ignoreSignal })
    await server.until(() => job.state === 'running')
    server.cancel(job)
    await server.until(() => job.state === 'ended')
    assert.equal(codeOf(job), 'job_ended')
    await slotsAreFree(server, 4)
  })

  test(`the time limit of an operation ends it (it ${word})`, async (t) => {
    const server = await startProtocolServer(t)
    await startWorker(server)
    const job = server.add('noop.hurried', { ms: 10_000, ignoreSignal })
    await server.until(() => job.state === 'ended')
    assert.equal(codeOf(job), 'extract_timeout')
    await slotsAreFree(server, 4)
  })

  test(`a lost lease stops the work unreported, the job runs again under a new one (it ${word})`, async (t) => {
    // Ended by the test alone: on a busy machine a lease of a second would run out once more.
    const server = await startProtocolServer(t, { leaseMs: 60_000 })
    // The grace is long, so that both runs of the job are here at the same time for several beats.
    await startWorker(server, { abortGraceMs: 300 })
    const job = server.add('noop.sleep', { ms: 500, ignoreSignal })
    await server.until(() => job.progress.length > 0)
    const lost = job.leaseToken
    server.expire(job)
    await server.until(() => job.state === 'ended')
    assert.equal(job.deliveries, 2)
    assert.equal(codeOf(job), undefined)
    const reports = JSON.stringify(server.calls.filter(({ path }) => path === '/api/worker/completions'))
    assert.equal(reports.includes(String(lost)), false)
  })
}

test("the job's own deadline ends it, whatever the clock of this machine says", async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const job = server.add('noop.sleep', { ms: 10_000 }, { deadlineMs: 300 })
  const enough = server.add('noop.sleep', { ms: 100 }, { deadlineMs: 30_000 })
  await server.until(() => job.state === 'ended' && enough.state === 'ended')
  assert.equal(codeOf(job), 'extract_timeout')
  assert.equal(codeOf(enough), undefined)
})

test('a late result of an abandoned operation is dropped', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const job = server.add('noop.hurried', { ms: 700, ignoreSignal: true })
  await server.until(() => job.state === 'ended')
  const later = server.add('noop.sleep', { ms: 700 })
  await server.until(() => later.state === 'ended')
  const reports = server.calls.filter(
    ({ path, body }) => path === '/api/worker/completions' && JSON.stringify(body).includes(job.id),
  )
  assert.equal(reports.length, 1)
})

test('leases of long jobs are renewed for as long as they run', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const job = server.add('noop.sleep', { ms: 2_500 })
  await server.until(() => job.state === 'ended')
  assert.equal(job.deliveries, 1)
  const heartbeats = server.calls
    .filter(({ path }) => path.endsWith('/heartbeat'))
    .map(({ body }) => body as HeartbeatBody)
  assert.ok(heartbeats.some(({ running }) => running.some(({ jobId }) => jobId === job.id)))
  assert.equal(typeof heartbeats.at(-1)?.pressure?.cpu, 'number')
})
