import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from '#contract/job.ts'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { startPausedSearch } from '#test/support/places/paused-search.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const TOWN = Array.from({ length: 300 }, (_, i) =>
  madePlace(`node/${i + 1}`, { lat: 43.7 + i / 10_000, lng: 7.4 + i / 10_000 }),
)
const provider = createMapProvider({ places: TOWN, pageSize: 100, maxResults: null })

/** The jobs of the search when all of them have ended. */
async function endedJobs(places: TestPlaces): Promise<Job[]> {
  for (;;) {
    const { items } = (await places.get('/api/jobs')).body as { items: Job[] }
    const open = items.find(({ completedAt }) => completedAt === null)
    if (open === undefined) return items
    await places.get(`/api/jobs/${open.id}?waitMs=10000`)
  }
}

test('a cancelled search ends at once, keeps what it found and says that it is not complete', async (t) => {
  const { crawl, places, id } = await startPausedSearch(t, provider)
  const cancelled = await places.post(`/api/search/${id}/cancel`, {})
  assert.equal(cancelled.status, 200)
  const { status, complete, reasons, error, completedAt } = cancelled.body
  assert.deepEqual([status, complete, error], ['cancelled', false, null])
  assert.deepEqual(
    reasons.map((reason: { code: string; count: number }) => [reason.code, reason.count]),
    [['cancelled', 1]],
  )
  assert.notEqual(completedAt, null)
  const [cell, plan, ...others] = await endedJobs(places)
  assert.deepEqual([cell?.type, cell?.status], ['search.cell', 'cancelled'])
  assert.deepEqual([plan?.type, plan?.status, others], ['search.plan', 'succeeded', []])
  while (crawl.cancelled.length === 0) await delay(20)
  assert.equal(crawl.cancelled.length, 1, 'crawl was told to stop as well')
  const stored = (await places.get(`/api/places?searchId=${id}&limit=500`)).body.items.length
  assert.ok(stored <= 100, `${stored} places`)
  assert.equal((await places.get(`/api/search/${id}`)).body.counts.kept, stored)

  const again = await places.post(`/api/search/${id}/cancel`, {})
  assert.deepEqual(again.body, (await places.get(`/api/search/${id}`)).body)
  assert.equal((await places.get('/api/queue/status')).body.counts.queued, 0)
})

test('a caller that waits for the search learns of it', async (t) => {
  const { places, id } = await startPausedSearch(t, provider)
  const waiting = places.ended(id)
  await places.post(`/api/search/${id}/cancel`, {})
  assert.equal((await waiting).status, 'cancelled')
})

test('a search that is not planned yet is cancelled before it begins', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  await places.post('/api/queue/pause', {})
  const { body } = await places.post('/api/search', { query: '*' })
  const { status, reasons } = (await places.post(`/api/search/${body.id}/cancel`, {})).body
  assert.equal(status, 'cancelled')
  assert.deepEqual(reasons, [{ code: 'cancelled', detail: 'The search was cancelled.', count: 1 }])
  await places.post('/api/queue/resume', {})
  const [job] = await endedJobs(places)
  assert.deepEqual([job?.type, job?.status], ['search.plan', 'cancelled'])
  assert.equal(crawl.searches.length, 0)
})

test('of a search that has ended, the reading of websites is cancelled, once', async (t) => {
  const shops = createMapProvider({
    places: [1, 2, 3].map((n) =>
      madePlace(`node/${n}`, { lat: 43.7, lng: 7.4 }, { website: `https://shop${n}.test/` }),
    ),
    pageSize: 100,
    maxResults: null,
  })
  const crawl = await startFakeCrawl(t, shops)
  const read = Promise.withResolvers<void>()
  t.after(() => read.resolve())
  crawl.before = async (input) => ('website' in input ? read.promise : undefined)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', include: ['contacts'] })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.contacts?.pending], ['succeeded', 3])

  const stopped = await places.post(`/api/search/${body.id}/cancel`, {})
  assert.deepEqual([stopped.status, stopped.body.status, stopped.body.complete], [200, 'succeeded', true])
  await endedJobs(places)
  const { contacts } = (await places.get(`/api/search/${body.id}`)).body
  assert.deepEqual([contacts.pending, contacts.failed], [0, 3])
  const again = await places.post(`/api/search/${body.id}/cancel`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'conflict'])
})

test('a search that has ended otherwise cannot be cancelled, nor one that is not there', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await places.ended(body.id)
  // As if one of its jobs were retried at this moment: the new job keeps its cell.
  await places.db.execute(sql`update cells set state = 'open'`)
  const late = await places.post(`/api/search/${body.id}/cancel`, {})
  assert.deepEqual(await places.db.query(sql`select distinct state from cells`), [{ state: 'open' }])
  assert.deepEqual([late.status, late.body.code], [409, 'conflict'])
  assert.equal((await places.get(`/api/search/${body.id}`)).body.status, 'succeeded')
  for (const id of ['sea_01920000-0000-7000-8000-000000000000', body.sessionId, 'x']) {
    const unknown = await places.post(`/api/search/${id}/cancel`, {})
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'])
  }
  const wrong = await places.post(`/api/search/${body.id}/cancel`, { now: true })
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/now'])
})

test('a key that may read the search of another one is told why it may not cancel it', async (t) => {
  const fixedKeys = (['search', 'search', 'search:all'] as const).map((scope, at) => ({
    name: `key${at}`,
    secret: `${at}`.repeat(40),
    scopes: [scope],
  }))
  const crawl = await startFakeCrawl(t, provider)
  const held = Promise.withResolvers<void>()
  crawl.before = async () => held.promise
  t.after(() => held.resolve())
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, fixedKeys })
  const as = (nth: number) => ({ 'x-api-key': fixedKeys[nth]?.secret ?? '' })
  const { id } = (await places.post('/api/search', { query: 'cafe' }, as(0))).body
  assert.equal((await places.get(`/api/search/${id}`, as(1))).status, 200)
  const refused = await places.post(`/api/search/${id}/cancel`, {}, as(1))
  assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing'])
  assert.match(refused.body.detail, /search:all/)
  assert.equal((await places.post(`/api/search/${id}/cancel`, {}, as(2))).body.status, 'cancelled')
})
