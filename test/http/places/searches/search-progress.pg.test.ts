// The progress of a search as a waiting caller sees it: while its area is resolved, and within one cell.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { startPausedSearch } from '#test/support/places/paused-search.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const provider = (places: number) =>
  createMapProvider({
    places: Array.from({ length: places }, (_, i) => madePlace(`node/${i}`, { lat: 43.7, lng: 7.4 })),
    pageSize: 500,
    maxResults: null,
  })

test('the pages of one cell move it on', async (t) => {
  const { places, id, answer } = await startPausedSearch(t, provider(1_000))
  let { progress } = (await places.get(`/api/search/${id}`)).body
  while (progress.share === 0) {
    await delay(20)
    progress = (await places.get(`/api/search/${id}`)).body.progress
  }
  assert.deepEqual(progress, { done: 0, total: 1, share: 0.5, message: null })
  answer()
  assert.deepEqual((await places.ended(id)).progress, { done: 1, total: 1, share: 1, message: null })
})

test('before the area is known it says what crawl says', async (t) => {
  const crawl = await startFakeCrawl(t, provider(10))
  const held = Promise.withResolvers<void>()
  crawl.beforeResolve = async () => held.promise
  crawl.progress = { done: 40, total: 100, message: 'indexing town.osm.pbf' }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { id } = (await places.post('/api/search', { query: '*' })).body
  let { progress } = (await places.get(`/api/search/${id}`)).body
  while (progress.message === null) {
    await delay(20)
    progress = (await places.get(`/api/search/${id}`)).body.progress
  }
  assert.deepEqual(progress, { done: 0, total: null, share: 0.4, message: 'indexing town.osm.pbf' })
  held.resolve()
  assert.equal((await places.ended(id)).progress.message, null)
})
