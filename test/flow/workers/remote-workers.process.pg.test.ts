// Workers on other machines, as far as one machine can show it: crawl on another address, with keys, and workers that
// know only that address and a key.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { Worker } from '#contract/worker.ts'
import type { Program } from '#test/support/programs/program.ts'
import { startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'
import { createProductDatabaseUrl } from '#test/support/database/database.ts'

const HOST = '127.0.0.2'
const ADMIN_KEY = 'the-admin-key-of-this-test-0001'
const WORKER_KEY = 'the-worker-key-of-this-test-0001'
const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }

const skip = (await canListen(HOST)) ? false : `${HOST} is no address of this machine`

async function canListen(host: string): Promise<boolean> {
  const server = createServer()
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(0, host, () => resolve(true))
  })
  if (listening) await new Promise((resolve) => server.close(resolve))
  return listening
}

async function startCrawl(t: TestContext): Promise<{ crawl: Program; url: string }> {
  const crawl = startSurveyor(t, ['crawl', '--crawl-port', '0'], {
    workingDir: await temporaryFolder(t),
    environment: {
      DATABASE_URL: await createProductDatabaseUrl(t),
      SURVEYOR_HOST: HOST,
      SURVEYOR_ADMIN_KEY: ADMIN_KEY,
      SURVEYOR_WORKER_KEY: WORKER_KEY,
      SURVEYOR_LEASE_MS: '1500',
      SURVEYOR_SWEEP_MS: '200',
    },
  })
  const [line] = await crawl.line(/^.*"crawl is ready".*$/)
  return { crawl, url: (JSON.parse(line) as { url: string }).url }
}

/** A machine of its own: an empty folder, an address and a key. */
async function startWorker(t: TestContext, url: string): Promise<Program> {
  const worker = startSurveyor(t, ['worker'], {
    workingDir: await temporaryFolder(t),
    environment: { SURVEYOR_CRAWL_URL: url, SURVEYOR_WORKER_KEY: WORKER_KEY },
  })
  await worker.line(/registered/)
  return worker
}

async function workers(url: string): Promise<Worker[]> {
  const answer = await fetch(`${url}/api/workers`, { headers })
  return ((await answer.json()) as { items: Worker[] }).items
}

async function workerOf(url: string, program: Program): Promise<Worker | undefined> {
  return (await workers(url)).find(({ name }) => name.endsWith(`-${program.pid}`))
}

async function untilStatus(url: string, program: Program, status: Worker['status']): Promise<void> {
  while ((await workerOf(url, program))?.status !== status) await delay(50)
}

test(
  'workers that know an address and a key work, obey, and are missed when they are killed',
  { skip },
  async (t) => {
    const { crawl, url } = await startCrawl(t)
    assert.match(url, /127\.0\.0\.2/)
    assert.equal((await fetch(`${url}/api/workers`)).status, 401, 'keys are on')
    const asWorker = await fetch(`${url}/api/workers`, { headers: { 'x-api-key': WORKER_KEY } })
    assert.equal(asWorker.status, 403, 'the key of the workers opens nothing else')

    const [a, b] = await Promise.all([startWorker(t, url), startWorker(t, url)])
    await Promise.all([untilStatus(url, a, 'online'), untilStatus(url, b, 'online')])
    // Nothing is set up for it, so it ends badly; what counts is that a worker took it.
    const submitted = await fetch(`${url}/api/v1/maps/search`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async' },
      body: JSON.stringify({ query: 'cafe', provider: 'osm-file' }),
    })
    const { id } = (await submitted.json()) as JobAccepted
    const job = await fetch(`${url}/api/jobs/${id}?waitMs=20000`, { headers })
    const { status, workerId, error } = (await job.json()) as {
      status: string
      workerId: string
      error: { code: string } | null
    }
    assert.deepEqual([status, error?.code], ['failed', 'provider_not_configured'])
    assert.ok((await workers(url)).some((worker) => worker.id === workerId))

    const direct = async (program: Program, directive: string) =>
      fetch(`${url}/api/workers/${(await workerOf(url, program))?.id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ directive }),
      })
    await direct(a, 'quiet')
    await untilStatus(url, a, 'quiet')
    await direct(a, 'continue')
    await untilStatus(url, a, 'online')
    await direct(a, 'drain')
    assert.deepEqual(await a.ended, { code: 0, signal: null }, a.output())
    assert.equal((await workerOf(url, a))?.status, 'offline')

    b.child.kill('SIGKILL')
    await untilStatus(url, b, 'stale')
    const prune = async (body: object) => {
      const answer = await fetch(`${url}/api/workers/prune`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { pruned: string[]; dryRun: boolean }
    }
    const gone = (await workerOf(url, b))?.id
    assert.deepEqual((await prune({ olderThanMs: 1_000, dryRun: true })).pruned, [gone])
    assert.equal((await workerOf(url, b))?.status, 'stale')
    assert.deepEqual((await prune({ olderThanMs: 1_000 })).pruned, [gone])
    assert.equal((await workerOf(url, b))?.status, 'offline')

    crawl.child.kill('SIGTERM')
    assert.deepEqual(await crawl.ended, { code: 0, signal: null }, crawl.output())
  },
)
