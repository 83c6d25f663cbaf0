// Pause, resume and drain with two places processes on one database, and with kill -9 in between.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from '#contract/job.ts'
import type { QueueStatus } from '#contract/places/queue.ts'
import type { Search } from '#contract/places/search.ts'
import { createProductDatabaseUrl } from '#test/support/database/database.ts'
import { createSearch, searchEnd } from '#test/support/places/places-client.ts'
import type { Program } from '#test/support/programs/program.ts'
import { startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'
import { startFakeCrawl, type FakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'

interface Replica {
  readonly program: Program
  readonly url: string
}

interface Places {
  readonly crawl: FakeCrawl
  start(): Promise<Replica>
}

async function createPlaces(t: TestContext): Promise<Places> {
  const provider = createMapProvider({
    places: [madePlace('node/1', { lat: 1, lng: 1 })],
    pageSize: 20,
    maxResults: null,
  })
  const crawl = await startFakeCrawl(t, provider)
  const workingDir = await temporaryFolder(t)
  const environment = {
    DATABASE_URL: await createProductDatabaseUrl(t),
    SURVEYOR_CRAWL_URL: crawl.url,
    SURVEYOR_PLACES_PORT: '0',
    SURVEYOR_LEASE_MS: '2000',
    SURVEYOR_SWEEP_MS: '200',
  }
  return {
    crawl,
    async start() {
      const program = startSurveyor(t, ['places'], { workingDir, environment })
      const [line] = await program.line(/^.*"places is ready".*$/)
      return { program, url: (JSON.parse(line) as { url: string }).url }
    },
  }
}

async function control({ url }: Replica, what: 'pause' | 'resume' | 'drain'): Promise<QueueStatus['state']> {
  const answer = await fetch(`${url}/api/queue/${what}`, { method: 'POST' })
  return ((await answer.json()) as QueueStatus).state
}

async function state({ url }: Replica): Promise<QueueStatus['state']> {
  return ((await (await fetch(`${url}/api/queue/status`)).json()) as QueueStatus).state
}

async function jobs({ url }: Replica): Promise<Job[]> {
  return ((await (await fetch(`${url}/api/jobs`)).json()) as { items: Job[] }).items
}

/** The status and code that a new search is answered with. */
async function submit({ url }: Replica): Promise<[number, string | undefined]> {
  const answer = await fetch(`${url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '*' }),
  })
  const { code } = (await answer.json()) as { code?: string }
  return [answer.status, code]
}

async function kill({ program }: Replica): Promise<void> {
  program.child.kill('SIGKILL')
  await program.ended
}

async function stop(...replicas: readonly Replica[]): Promise<void> {
  for (const { program } of replicas) {
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
  }
}

test('pause, drain and resume hold for both replicas and over kill -9', async (t) => {
  const places = await createPlaces(t)
  const { crawl } = places
  const [a, b] = [await places.start(), await places.start()]
  let replicas: readonly [Replica, Replica] = [a, b]
  const killBoth = async (): Promise<void> => {
    await Promise.all(replicas.map(kill))
    replicas = [await places.start(), await places.start()]
  }

  await t.test('a pause; resumed by the other one, the work goes on', async () => {
    assert.equal(await control(a, 'pause'), 'paused')
    assert.equal(await state(b), 'paused')
    const search = await createSearch(b.url, { query: '*' }, 'while-paused')
    // Twice as long as anybody waits before looking for work by himself.
    const waited = await fetch(`${b.url}/api/search/${search.id}?waitMs=2500`)
    assert.equal(((await waited.json()) as Search).status, 'queued')
    assert.deepEqual(
      (await jobs(a)).map(({ type, status, deliveries }) => [type, status, deliveries]),
      [['search.plan', 'queued', 0]],
    )

    await killBoth()
    const [c, d] = replicas
    assert.deepEqual([await state(c), await state(d)], ['paused', 'paused'])
    assert.equal((await jobs(c))[0]?.deliveries, 0)
    assert.equal(crawl.searches.length, 0)
    assert.equal(await control(d, 'pause'), 'paused', 'again it changes nothing')
    assert.equal(await control(d, 'resume'), 'running')
    assert.equal((await searchEnd(c.url, search.id)).status, 'succeeded')
    assert.deepEqual([await state(c), await state(d)], ['running', 'running'])
  })

  await t.test('a drain, which refuses new searches, finishes what runs, and is drained', async () => {
    const answer = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    crawl.before = async () => {
      asked.resolve()
      await answer.promise
    }
    const [c, d] = replicas
    const search = await createSearch(c.url, { query: '*' }, 'before-the-drain')
    await asked.promise
    assert.equal(await control(d, 'drain'), 'draining')
    assert.deepEqual(await submit(c), [503, 'draining'])
    assert.deepEqual(await submit(d), [503, 'draining'])

    await killBoth()
    const [e, f] = replicas
    assert.equal(await state(e), 'draining')
    assert.deepEqual(await submit(f), [503, 'draining'])
    answer.resolve()
    const ended = await searchEnd(f.url, search.id)
    assert.deepEqual([ended.status, ended.counts.kept], ['succeeded', 1])
    while ((await state(e)) !== 'drained') await delay(20)
    assert.equal(await state(f), 'drained')
    assert.deepEqual(await submit(e), [503, 'draining'], 'drained, it takes nothing either')
    assert.ok((await jobs(e)).every(({ completedAt }) => completedAt !== null))

    await kill(e)
    const g = await places.start()
    assert.equal(await state(g), 'drained')
    assert.equal(await control(g, 'resume'), 'running')
    assert.deepEqual(await submit(f), [202, undefined])
    const next = await createSearch(f.url, { query: '*' }, 'after-the-drain')
    assert.equal((await searchEnd(g.url, next.id)).status, 'succeeded')
    await stop(f, g)
  })
})
