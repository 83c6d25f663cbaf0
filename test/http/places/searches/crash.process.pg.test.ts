import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Search } from '#contract/places/search.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'
import { startFakeCrawl, type FakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const PROGRAM = fileURLToPath(new URL('../../../support/places/places-program.ts', import.meta.url))

const town = (n: number) =>
  Array.from({ length: n }, (_, i) =>
    madePlace(`node/${i + 1}`, { lat: 43.7 + (i % 97) / 2_000, lng: 7.4 + (i % 89) / 2_000 }),
  )

async function spawnPlaces(
  t: TestContext,
  db: TestDatabase,
  crawl: FakeCrawl,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [PROGRAM, db.url, db.schema, crawl.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Invariants of the store after any failure. */
async function assertStoredOnce(db: TestDatabase, search: Search, kept: number): Promise<void> {
  assert.equal(search.status, 'succeeded', JSON.stringify(search).slice(0, 500))
  assert.equal(search.complete, true)
  assert.equal(search.counts.kept, kept)
  const { raw, duplicate, outside } = search.counts
  assert.equal(raw, kept + duplicate + outside, 'no page was counted twice')
  const [stored] = await db.query(sql`
    select (select count(*) from places)::integer as places, (select count(*) from search_places)::integer as of_search,
           (select count(*) from session_places)::integer as of_session, (select sum(raw) from cells)::integer as raw,
           (select count(*) from cells where state = 'open')::integer as open`)
  assert.deepEqual(stored, { places: kept, of_search: kept, of_session: kept, raw, open: 0 })
}

test('killed between pages and in the middle of them, a search loses nothing and stores nothing twice', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const crawl = await startFakeCrawl(
    t,
    createMapProvider({ places: town(2_000), pageSize: 20, maxResults: 120 }),
  )
  let program = await spawnPlaces(t, db, crawl)
  const accepted = await fetch(`${program.url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '*', location: { bbox: [7.4, 43.7, 7.46, 43.76] } }),
  })
  const { id } = (await accepted.json()) as { id: string }

  // At different distances from an answer, so that it strikes before, in and after the transaction that stores the page.
  for (const delayMs of [0, 3, 8, 20]) {
    const struck = Promise.withResolvers<void>()
    const at = crawl.searches.length + 7
    crawl.before = () => {
      if (crawl.searches.length === at) setTimeout(struck.resolve, delayMs)
    }
    await struck.promise
    await kill(program.child)
    program = await spawnPlaces(t, db, crawl)
  }
  crawl.before = () => undefined
  let search: Search
  do {
    search = (await (await fetch(`${program.url}/api/search/${id}?waitMs=30000`)).json()) as Search
  } while (search.status === 'running')
  await kill(program.child)

  await assertStoredOnce(db, search, 2_000)
  const pages = crawl.searches.map(({ location, cursor }) => JSON.stringify([location, cursor]))
  assert.equal(new Set(pages).size, pages.length, 'no page was searched twice')
  assert.equal(search.counts.requests, pages.length, 'no request was counted twice')
})

test('stopped and started again, a search goes on from the last stored page', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const crawl = await startFakeCrawl(
    t,
    createMapProvider({ places: town(3_000), pageSize: 100, maxResults: null }),
  )
  const reached = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  crawl.before = async ({ cursor }) => {
    if (cursor !== '1000') return
    reached.resolve()
    await stopped.promise
  }
  const first = await startTestPlaces(t, { db, crawlUrl: crawl.url })
  const { body } = await first.post('/api/search', { query: '*' })
  await reached.promise
  await first.stop()
  stopped.resolve()
  const [stored] = await db.query<{ n: number }>(sql`select count(*)::integer as n from places`)
  assert.equal(stored?.n, 1_000, 'rows are stored as they are found')

  const second = await startTestPlaces(t, { db, crawlUrl: crawl.url })
  await assertStoredOnce(db, await second.ended(body.id), 3_000)
  assert.equal(crawl.searches.length, 30)
  const { items } = (await second.get('/api/jobs?type=search.cell')).body
  assert.deepEqual(
    items.map((job: { deliveries: number; status: string }) => [job.deliveries, job.status]),
    [[1, 'succeeded']],
  )
})
