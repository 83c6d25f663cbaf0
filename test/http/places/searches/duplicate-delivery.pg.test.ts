// A cell that is delivered twice: the holder of the lost lease writes nothing more, and the new holder continues from
// the stored state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { startPausedSearch } from '#test/support/places/paused-search.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const PAGE = 100
const PLACES = 1_000
const SEARCHES = 4

const provider = () =>
  createMapProvider({
    places: Array.from({ length: PLACES }, (_, i) =>
      madePlace(`node/${i + 1}`, { lat: 43.7 + (i % 97) / 2_000, lng: 7.4 + (i % 89) / 2_000 }),
    ),
    pageSize: PAGE,
    maxResults: null,
  })

/** As when its worker was paused for longer than its lease. */
async function takeCellsAway(db: TestDatabase): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ left: number }>(sql`
      with late as (
        update jobs set lease_expires_at = now() - interval '1 minute'
        where type = 'search.cell' and state = 'running' and deliveries = 1
        returning id
      )
      select (select count(*) from late)::integer as left`)
    if (row?.left === 0) return
    await delay(20)
  }
}

test('two deliveries of a cell at once: only the one with the lease stores pages and counts requests', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const crawl = await startFakeCrawl(t, provider())
  const held = Promise.withResolvers<void>()
  crawl.before = async ({ cursor }) => {
    if (cursor === String(PAGE)) await held.promise
  }
  const [places] = await Promise.all([
    startTestPlaces(t, { db, crawlUrl: crawl.url }),
    startTestPlaces(t, { db, crawlUrl: crawl.url }),
  ])
  const searches = await Promise.all(
    Array.from({ length: SEARCHES }, async () =>
      // No request more than the pages need.
      places.post('/api/search', { query: '*', budget: { maxRequests: PLACES / PAGE } }),
    ),
  )
  const asked = (page: number) => crawl.keys.filter((key) => key.includes(`-${page}-`)).length
  const stored = sql`select id from cells where pages = 1`
  while (asked(1) < SEARCHES || (await db.query(stored)).length < SEARCHES) await delay(10)
  await takeCellsAway(db)
  while (asked(1) < 2 * SEARCHES) await delay(10)
  // Both deliveries of each cell have the answer in hand at the same moment.
  held.resolve()

  for (const { body } of searches) {
    const { status, complete, reasons, counts } = await places.ended(body.id)
    assert.deepEqual(
      { status, complete, reasons, kept: counts.kept, raw: counts.raw },
      { status: 'succeeded', complete: true, reasons: [], kept: PLACES, raw: PLACES },
    )
    // Also the pages that both deliveries requested.
    assert.equal(counts.requests, PLACES / PAGE)
  }
  const [jobs] = await db.query(sql`
    select count(*)::integer as jobs, count(*) filter (where state = 'succeeded' and deliveries >= 2)::integer as twice
    from jobs where type = 'search.cell'`)
  assert.deepEqual(jobs, { jobs: SEARCHES, twice: SEARCHES })
})

test('a page that is stored already is read over: its cell goes on from the next one', async (t) => {
  const { crawl, places, id, answer } = await startPausedSearch(t, provider())
  // The state after a commit whose answer was lost.
  const store = sql`
    update cells set pages = pages + 1, next_cursor = ${String(2 * PAGE)} where pages = 1`
  while ((await places.db.execute(store)) === 0) await delay(10)
  answer()
  const { status, complete, counts } = await places.ended(id)
  assert.deepEqual(
    { status, complete, raw: counts.raw },
    { status: 'succeeded', complete: true, raw: PLACES - PAGE },
  )
  assert.equal(crawl.searches.length, PLACES / PAGE)
})
