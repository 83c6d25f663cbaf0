// A search without progress: it gives the reason, and it ends when its time is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Search } from '#contract/places/search.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const TOWN = Array.from({ length: 30 }, (_, i) =>
  madePlace(`node/${i + 1}`, { lat: 43.7 + i / 1e4, lng: 7.4 }),
)
const provider = createMapProvider({ places: TOWN, pageSize: 20, maxResults: null })
const HOST = 'overpass.test'
const UNTIL = '2030-01-01T00:00:00.000Z'
const EVER = Promise.withResolvers<void>().promise

/** The search as soon as it waits for something. */
async function waitingSearch(places: TestPlaces, id: string): Promise<Search> {
  for (;;) {
    const { body } = await places.get(`/api/search/${id}`)
    const search = body as Search
    if (search.waiting !== null || !['queued', 'running'].includes(search.status)) return search
    await delay(20)
  }
}

test('a job of crawl that is tried again later: the search says why, at which host and when', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const hold = Promise.withResolvers<void>()
  crawl.before = () => hold.promise
  const error = problemOf(new SurveyorError('source_unavailable', 'The map server gives no answer.'))
  const waiting = { code: 'source_unavailable', detail: 'It is asked again.', host: HOST, until: null }
  crawl.pending = {
    status: 'scheduled',
    error,
    progress: { done: null, total: null, message: null, waiting },
    scheduledFor: UNTIL,
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  const search = await waitingSearch(places, body.id)
  assert.deepEqual(search.waiting, {
    code: 'source_unavailable',
    detail: 'The map server gives no answer.',
    host: HOST,
    until: UNTIL,
  })
  assert.equal(search.status, 'running')
  hold.resolve()
  const ended = await places.ended(body.id)
  assert.deepEqual([ended.status, ended.complete, ended.waiting], ['succeeded', true, null])
})

test('a job that runs and waits, and one that no worker has taken', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const hold = Promise.withResolvers<void>()
  crawl.before = () => hold.promise
  crawl.pending = { status: 'queued', progress: null }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  assert.equal((await waitingSearch(places, body.id)).waiting?.code, 'queued')
  const waiting = { code: 'rate_limited', detail: `${HOST} has no free slot.`, host: HOST, until: UNTIL }
  crawl.pending = { status: 'running', progress: { done: null, total: null, message: null, waiting } }
  for (;;) {
    const search = await waitingSearch(places, body.id)
    if (search.waiting?.code !== 'queued') {
      assert.deepEqual(search.waiting, waiting)
      break
    }
    await delay(20)
  }
  hold.resolve()
  assert.equal((await places.ended(body.id)).waiting, null)
})

test('between two tries of its own, and while crawl is away', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.before = () => {
    throw new SurveyorError('rate_limited', 'The map server has no free slot.', { retryAfterMs: 600_000 })
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  const { waiting } = await waitingSearch(places, body.id)
  assert.equal(waiting?.code, 'rate_limited')
  assert.ok(Date.parse(waiting.until ?? '') > Date.now() + 300_000, `${waiting.until}`)
  const lonely = await startTestPlaces(t)
  const { body: other } = await lonely.post('/api/search', { query: '*' })
  assert.equal((await waitingSearch(lonely, other.id)).waiting?.code, 'crawl_unavailable')
})

test('a search whose source never answers ends with its time, and what crawl still does for it too', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.before = () => EVER
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, searchMaxSeconds: 4 })
  const { body } = await places.post('/api/search', { query: '*' })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.complete, search.waiting], ['partially_succeeded', false, null])
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['budget_seconds'],
  )
  while (crawl.cancelled.length === 0) await delay(20)
})

test('a pause beyond the time of a search ends it at once, with the reason of the pause', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.before = () => {
    throw new SurveyorError('rate_limited', 'No free slot today.', { retryAfterMs: 86_400_000 })
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, searchMaxSeconds: 3_600 })
  const { body } = await places.post('/api/search', { query: '*' })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.complete, search.error?.code], ['failed', false, 'rate_limited'])
})

test('an area that nobody resolves does not keep a search for ever', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.beforeResolve = () => EVER
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', budget: { maxSeconds: 1 } })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.error?.code], ['failed', 'extract_timeout'])
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['planning_failed'],
  )
})
