// How a worker goes: stopped, drained, killed, crashed, stuck. Its jobs end all the same.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import {
  startProtocolServer,
  type ProtocolServer,
  type ServerJob,
} from '#test/support/worker/protocol-server.ts'
import { spawnWorker } from '#test/support/worker/spawn-worker.ts'
import { startWorker, TEST_WORKER } from '#test/support/worker/start-worker.ts'

const allEnded = (jobs: readonly ServerJob[]) => () => jobs.every((job) => job.state === 'ended')
const running = (jobs: readonly ServerJob[]) => jobs.filter((job) => job.state === 'running').length
const called = (server: ProtocolServer, end: string) => server.calls.some(({ path }) => path.endsWith(end))

test('stop lets running jobs end, reports them, and takes no new ones', async (t) => {
  const server = await startProtocolServer(t)
  const worker = await startWorker(server, { stopGraceMs: 600_000 })
  const jobs = Array.from({ length: 3 }, () => server.add('noop.sleep', { ms: 200 }))
  // They run for certain, and not only by the word of the server, once each has reported progress.
  await server.until(() => jobs.every(({ progress }) => progress.length > 0))
  const [stopped, again] = [worker.stop(), worker.stop()]
  const late = server.add('noop.noop', {})
  await Promise.all([stopped, again, worker.done])
  assert.ok(allEnded(jobs)())
  assert.equal(late.deliveries, 0)
  assert.equal(server.calls.filter(({ path }) => path.endsWith('/unregister')).length, 1)
})

test('what does not end within the grace is handed back without a delivery charged', async (t) => {
  const server = await startProtocolServer(t)
  const worker = await startWorker(server, { stopGraceMs: 100 })
  const obeys = server.add('noop.sleep', { ms: 60_000 })
  const ignores = server.add('noop.sleep', { ms: 5_000, ignoreSignal: true })
  await server.until(() => [obeys, ignores].every(({ progress }) => progress.length > 0))
  await worker.stop()
  for (const job of [obeys, ignores]) {
    assert.equal(job.state, 'queued')
    assert.equal(job.deliveries, 0)
    assert.deepEqual(job.outcomes, [])
  }
})

test('crawl drains a worker: it ends what it has, leaves, and is done', async (t) => {
  const server = await startProtocolServer(t)
  const worker = await startWorker(server)
  const jobs = Array.from({ length: 2 }, () => server.add('noop.sleep', { ms: 2_000 }))
  await server.until(() => running(jobs) === 2)
  server.directive = 'drain'
  await worker.done
  assert.ok(allEnded(jobs)())
  assert.ok(called(server, '/unregister'))
})

test('crawl quietens a worker: it claims nothing until it may again', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  server.directive = 'quiet'
  const heartbeats = () => server.calls.filter(({ path }) => path.endsWith('/heartbeat'))
  await server.until(() => heartbeats().some(({ body }) => (body as { status: string }).status === 'quiet'))
  // The claim that was waiting already may still bring one.
  const first = server.add('noop.noop', {})
  await server.until(allEnded([first]))
  const second = server.add('noop.noop', {})
  const seen = heartbeats().length
  await server.until(() => heartbeats().length > seen + 3)
  assert.equal(second.state, 'queued')
  server.directive = 'continue'
  await server.until(allEnded([second]))
})

test('the jobs of a worker that is killed run on another one', async (t) => {
  const server = await startProtocolServer(t)
  const first = spawnWorker(server)
  const jobs = Array.from({ length: 4 }, () => server.add('noop.sleep', { ms: 2_000 }))
  await server.until(() => running(jobs) === 4)
  first.kill('SIGKILL')
  await once(first, 'exit')
  spawnWorker(server)
  await server.until(allEnded(jobs))
  assert.deepEqual(
    jobs.map((job) => [job.deliveries, job.outcomes.length]),
    jobs.map(() => [2, 1]),
  )
})

test('a job that crashes its worker takes nothing else down', async (t) => {
  const server = await startProtocolServer(t)
  const worker = spawnWorker(server)
  const poison = server.add('noop.abort', {})
  await once(worker, 'exit')
  assert.equal(worker.signalCode, 'SIGABRT')
  assert.deepEqual(poison.outcomes, [])
})

test('a worker whose event loop stands still ends itself, and its other jobs run elsewhere', async (t) => {
  const server = await startProtocolServer(t)
  const stuck = spawnWorker(server, { stallMs: 2_000 })
  const errors: string[] = []
  stuck.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const other = server.add('noop.sleep', { ms: 2_000 })
  await server.until(() => other.state === 'running')
  const block = server.add('noop.block', { ms: 600_000 })
  await once(stuck, 'exit')
  assert.equal(stuck.signalCode, 'SIGKILL')
  assert.match(errors.join(''), /stood still/)
  assert.deepEqual(block.outcomes, [])
  // It would hold up the next worker in the same way.
  server.jobs.delete(block.id)
  spawnWorker(server, { concurrency: { ...TEST_WORKER.concurrency, light: 0 } })
  await server.until(allEnded([other]))
  // More than twice where a busy machine keeps the next worker from renewing its lease.
  assert.ok(other.deliveries >= 2)
  assert.equal(other.outcomes.length, 1)
})

test('a worker process leaves on SIGTERM with nothing left behind', async (t) => {
  const server = await startProtocolServer(t)
  const worker = spawnWorker(server)
  const job = server.add('noop.upper', { text: 'abc' })
  await server.until(allEnded([job]))
  worker.kill('SIGTERM')
  const [code] = (await once(worker, 'exit')) as [number]
  assert.equal(code, 0)
  assert.ok(called(server, '/unregister'))
})
