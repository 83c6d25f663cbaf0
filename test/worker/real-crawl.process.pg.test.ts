// The worker and the real crawl service over HTTP and PostgreSQL: every job ends once, whatever happens on the way.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_ARTIFACT_SETTINGS } from '#crawl/artifacts/artifact-service.ts'
import { startCrawl } from '#crawl/service.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type JobEngine } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import noop from '#test/support/extractors/noop/index.ts'
import { expireLeases } from '#test/support/jobs/job-engine.ts'
import { freePort } from '#test/support/programs/free-port.ts'
import { spawnWorker } from '#test/support/worker/spawn-worker.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'

/** Leases last: the test ends those of a worker that it killed, so that no slow one loses its jobs. */
const JOBS = { ...DEFAULT_JOB_SETTINGS, heartbeatMs: 200, sweepMs: 200, pollMs: 200 }

/** For jobs that must not lose their lease, however slow the machine is. */
const LONG_LEASES = { ...JOBS, leaseMs: 60_000 }

/** Crawl with the noop extractor, and an engine on the same tables that plays the part of those who ask for work. */
async function setUp(t: TestContext, jobs = JOBS) {
  const resources = new AsyncDisposableStack()
  t.after(() => resources.disposeAsync())
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'], 'crawl')
  const engine = resources.use(createJobEngine({ db, log: silentLogger, settings: jobs }))
  await engine.start()
  const blobs = await openTestBlobs(t)
  const serve = (port: number) =>
    startCrawl({
      db,
      blobs,
      log: silentLogger,
      settings: {
        host: '127.0.0.1',
        port,
        open: true,
        trustProxy: false,
        stopDelayMs: 0,
        replicated: false,
        keyPepper: Buffer.alloc(32, 'test'),
        fixedKeys: [],
        jobs,
        webhooks: DEFAULT_WEBHOOK_SETTINGS,
        artifacts: DEFAULT_ARTIFACT_SETTINGS,
        disk: { folder: tmpdir(), reserveBytes: 0 },
      },
      extractors: [noop],
    })
  let service = await serve(await freePort())
  const origin = service.url
  resources.defer(() => service.stop())
  return {
    engine,
    origin,
    resources,
    /** To be called when no worker is left. */
    endLeases: () => expireLeases(db),
    async restart() {
      await service.stop()
      service = await serve(Number(new URL(origin).port))
    },
  }
}

const add = async (engine: JobEngine, operation: string, inputs: readonly unknown[], rules = {}) =>
  (
    await engine.enqueueMany(
      inputs.map((input) => ({
        type: `noop.${operation}`,
        pool: noop.operations[operation]?.pool ?? 'light',
        input,
        ...rules,
      })),
    )
  ).map(({ id }) => id)

const ends = (engine: JobEngine, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const job = await engine.waitForEnd(id, 600_000)
      assert.ok(job)
      return job
    }),
  )

/** Resolves when every job runs: the sleeping operation reports progress when it begins. */
async function allRun(engine: JobEngine, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    while (((await engine.get(id))?.progress ?? null) === null) await delay(10)
  }
}

test('a request is answered with what the worker made of it', async (t) => {
  const { origin, resources } = await setUp(t)
  await startWorker({ origin, resources })
  const ask = async (operation: string, body: unknown) => {
    const response = await fetch(`${origin}/api/v1/noop/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const echo = await ask('echo', { value: { list: [1, null], text: 'Café \u{1F600}' } })
  assert.equal(echo.status, 200)
  assert.deepEqual(echo.body['data'], { list: [1, null], text: 'Café \u{1F600}' })
  const blocked = await ask('fail', { code: 'target_blocked' })
  assert.equal(blocked.status, 502)
  assert.equal(blocked.body['code'], 'target_blocked')
  const odd = await ask('odd', { kind: 'circle' })
  assert.equal(odd.status, 500)
})

test('a thousand jobs end once each', async (t) => {
  const { engine, origin, resources } = await setUp(t, LONG_LEASES)
  await startWorker({ origin, resources })
  const ids = await add(
    engine,
    'noop',
    Array.from({ length: 1_000 }, (_, n) => ({ n })),
  )
  const jobs = await ends(engine, ids)
  assert.deepEqual(
    jobs.filter((job) => job.state !== 'succeeded' || job.deliveries !== 1),
    [],
  )
  assert.deepEqual(
    jobs.map((job) => (job.result as { data: unknown }).data),
    jobs.map((_, n) => ({ n })),
  )
})

test('a cancelled job ends as cancelled, a late one as its deadline says', async (t) => {
  const { engine, origin, resources } = await setUp(t)
  await startWorker({ origin, resources })
  const [cancelled = ''] = await add(engine, 'sleep', [{ ms: 60_000, ignoreSignal: true }])
  const late = await add(engine, 'sleep', [{ ms: 60_000 }], { deadlineMs: 500 })
  await allRun(engine, [cancelled])
  await engine.cancel(cancelled, 'not needed any more')
  const [first, second] = await ends(engine, [cancelled, ...late])
  assert.equal(first?.state, 'cancelled')
  assert.equal(second?.error?.code, 'extract_timeout')
})

test('jobs that run while crawl restarts are reported to the new one', async (t) => {
  const { engine, origin, resources, restart } = await setUp(t, LONG_LEASES)
  await startWorker({ origin, resources })
  const ids = await add(
    engine,
    'sleep',
    Array.from({ length: 4 }, () => ({ ms: 700 })),
  )
  await allRun(engine, ids)
  await restart()
  const jobs = await ends(engine, [...ids, ...(await add(engine, 'noop', [{}, {}]))])
  assert.deepEqual(
    jobs.filter((job) => job.state !== 'succeeded' || job.deliveries !== 1),
    [],
  )
})

test('the jobs of a killed worker run on another, those of a stopped one without a delivery charged', async (t) => {
  const { engine, origin, resources, endLeases } = await setUp(t)
  const first = spawnWorker({ origin, resources })
  const ids = await add(
    engine,
    'sleep',
    Array.from({ length: 4 }, () => ({ ms: 600 })),
  )
  await allRun(engine, ids)
  first.kill('SIGKILL')
  await once(first, 'exit')
  await endLeases()
  const [lazy = ''] = await add(engine, 'sleep', [{ ms: 3_000 }], { priority: 9 })
  const second = await startWorker({ origin, resources }, { stopGraceMs: 0 })
  await allRun(engine, [lazy])
  await second.stop()
  assert.equal((await engine.get(lazy))?.deliveries, 0)
  await startWorker({ origin, resources })
  const jobs = await ends(engine, [...ids, lazy])
  assert.deepEqual(
    jobs.map((job) => job.state),
    jobs.map(() => 'succeeded'),
  )
  assert.equal(jobs.at(-1)?.deliveries, 1)
})

test('a job that kills every worker ends as dead, and the others end well', async (t) => {
  const { engine, origin, resources, endLeases } = await setUp(t)
  const poison = await add(engine, 'abort', [{}], { maxDeliveries: 2 })
  const others = await add(engine, 'sleep', [{ ms: 300 }, { ms: 300 }])
  for (let deliveries = 1; deliveries <= 2; deliveries += 1) {
    await once(spawnWorker({ origin, resources }), 'exit')
    await endLeases()
  }
  spawnWorker({ origin, resources })
  const [dead, ...rest] = await ends(engine, [...poison, ...others])
  assert.equal(dead?.state, 'dead')
  assert.equal(dead?.error?.code, 'worker_lost')
  assert.deepEqual(
    rest.map((job) => job.state),
    ['succeeded', 'succeeded'],
  )
})

test('the neighbours of a job that kills every worker are delivered apart from it', async (t) => {
  const { engine, origin, resources, endLeases } = await setUp(t)
  const neighbours = await add(
    engine,
    'sleep',
    Array.from({ length: 3 }, () => ({ ms: 400 })),
  )
  const poison = await add(engine, 'abort', [{}])
  let killed = 0
  const over = new AbortController()
  const workers = (async () => {
    while (!over.signal.aborted) {
      const worker = spawnWorker({ origin, resources })
      await once(worker, 'exit')
      if (over.signal.aborted) break
      await endLeases()
      killed += 1
    }
  })()
  const [dead, ...rest] = await ends(engine, [...poison, ...neighbours])
  over.abort()
  await resources.disposeAsync()
  await workers
  assert.deepEqual([dead?.state, dead?.deliveries], ['dead', 5])
  assert.ok(killed >= 5)
  assert.deepEqual(
    rest.map(({ state, deliveries }) => [state, deliveries]),
    rest.map(() => ['succeeded', 2]),
  )
})
