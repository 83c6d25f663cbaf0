// Crawl is down, restarts, forgets the worker, or refuses what it is sent: no job is lost or reported twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimsBody, CompletionsBody } from '#contract/worker.ts'
import {
  startProtocolServer,
  type ProtocolServer,
  type ServerJob,
} from '#test/support/worker/protocol-server.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'

const allEnded = (jobs: readonly ServerJob[]) => () => jobs.every((job) => job.state === 'ended')
const callsTo = (server: ProtocolServer, end: string) => server.calls.filter(({ path }) => path.endsWith(end))

/** Counts the lines a logger writes, by their text. */
function countedLog() {
  const lines = new Map<string, number>()
  const write = (line: string): void => {
    const { msg } = JSON.parse(line) as { msg: string }
    lines.set(msg, (lines.get(msg) ?? 0) + 1)
  }
  return { lines, log: pino({ level: 'info' }, { write }) }
}

test('a crawl that is not there at the start is waited for', async (t) => {
  const server = await startProtocolServer(t)
  await server.close()
  await startWorker(server)
  const job = server.add('noop.noop', {})
  await server.listen()
  await server.until(allEnded([job]))
})

test('an answer that does not come from crawl is not believed', async (t) => {
  const server = await startProtocolServer(t)
  let pages = 3
  server.fault = () => (pages-- > 0 ? 'html' : null)
  const job = server.add('noop.noop', {})
  await startWorker(server)
  await server.until(allEnded([job]))
})

test('jobs run on while crawl restarts, and their ends are reported when it is back', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const jobs = Array.from({ length: 4 }, () => server.add('noop.sleep', { ms: 200 }))
  await server.until(() => jobs.every((job) => job.state === 'running'))
  await server.close()
  const more = Array.from({ length: 50 }, () => server.add('noop.noop', {}))
  await server.listen()
  await server.until(allEnded([...jobs, ...more]))
  assert.deepEqual(
    [...jobs, ...more].filter((job) => job.outcomes.length !== 1 || job.deliveries !== 1),
    [],
  )
})

test('an outage is said once, and its end once, however many calls fail', async (t) => {
  const { lines, log } = countedLog()
  const server = await startProtocolServer(t)
  let refusals = 0
  server.fault = (path) => {
    if (path.endsWith('/register') || refusals >= 12) return null
    refusals += 1
    return new SurveyorError('storage_unavailable', 'The database restarts.')
  }
  const jobs = Array.from({ length: 5 }, () => server.add('noop.noop', {}))
  await startWorker(server, {}, log)
  await server.until(allEnded(jobs))
  assert.equal(lines.get('crawl does not answer this worker; trying on'), 1)
  assert.equal(lines.get('crawl answers again'), 1)
})

test('a completion whose answer was lost is sent again, and counts once', async (t) => {
  const server = await startProtocolServer(t)
  const job = server.add('noop.noop', {})
  let sent = 0
  server.fault = (path, body) => {
    if (path !== '/api/worker/completions') return null
    sent += 1
    if (sent > 1) return null
    // Taken, and then the answer gets lost.
    job.outcomes.push({ result: (body as CompletionsBody).completions[0]?.result })
    job.state = 'ended'
    return new SurveyorError('internal', 'The connection broke.')
  }
  await startWorker(server)
  await server.until(() => sent === 2)
  assert.equal(job.outcomes.length, 1)
})

test('a worker that crawl has forgotten registers again as the same instance', async (t) => {
  const server = await startProtocolServer(t)
  await startWorker(server)
  const before = server.add('noop.noop', {})
  await server.until(allEnded([before]))
  server.forgetWorkers()
  const after = server.add('noop.noop', {})
  await server.until(allEnded([after]))
  const instances = callsTo(server, '/register').map(
    ({ body }) => (body as { instanceId: string }).instanceId,
  )
  assert.ok(instances.length >= 2)
  assert.equal(new Set(instances).size, 1)
})

test('a result that crawl does not take fails its own job and no other', async (t) => {
  const server = await startProtocolServer(t)
  server.fault = (path, body) => {
    if (path !== '/api/worker/completions') return null
    const { completions } = body as CompletionsBody
    return completions.some(({ result }) => JSON.stringify(result ?? null).includes('poison'))
      ? new SurveyorError('body_too_large', 'Too large.')
      : null
  }
  const jobs = Array.from({ length: 9 }, (_, n) =>
    server.add('noop.echo', { value: n === 4 ? 'poison' : 'fine' }),
  )
  await startWorker(server)
  await server.until(allEnded(jobs))
  const codes = jobs.map(({ outcomes: [outcome] }) =>
    outcome !== undefined && 'error' in outcome ? outcome.error.code : 'ok',
  )
  assert.deepEqual(
    codes,
    jobs.map((_, n) => (n === 4 ? 'target_too_large' : 'ok')),
  )
})

test('a result that makes crawl stumble each time does not hold up the others for ever', async (t) => {
  const server = await startProtocolServer(t)
  server.fault = (path, body) =>
    path === '/api/worker/completions' && /"poison"/.test(JSON.stringify(body))
      ? new SurveyorError('internal', 'Unexpected.')
      : null
  const jobs = ['fine', 'poison', 'fine'].map((value) => server.add('noop.echo', { value }))
  await startWorker(server)
  await server.until(allEnded(jobs))
  assert.ok('error' in (jobs[1]?.outcomes[0] ?? {}))
  assert.ok('result' in (jobs[2]?.outcomes[0] ?? {}))
})

test('an end without jobs that comes at once does not become a hot loop', async (t) => {
  const server = await startProtocolServer(t)
  let idle = 0
  server.fault = (path, body) => {
    if (path !== '/api/worker/claims') return null
    idle += 1
    ;(body as ClaimsBody).waitMs = 0
    return null
  }
  await startWorker(server)
  await server.until(() => callsTo(server, '/heartbeat').length >= 10)
  assert.ok(idle <= 5, `${idle} claims in the time of ten beats`)
})
