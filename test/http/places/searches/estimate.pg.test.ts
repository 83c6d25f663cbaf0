// What a search would cost: asked for without beginning it, and compared with the search itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const BOX: [number, number, number, number] = [7.4, 43.7, 7.46, 43.76]
const town = Array.from({ length: 1_200 }, (_, i) =>
  madePlace(`node/${i + 1}`, { lat: 43.7 + (i % 97) / 2_000, lng: 7.4 + (i % 89) / 2_000 }),
)

test('an uncapped provider: requests and places are those of the search, which has not begun', async (t) => {
  const crawl = await startFakeCrawl(t, createMapProvider({ places: town, pageSize: 100, maxResults: null }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const body = { query: '*', location: { bbox: BOX }, budget: { maxRequests: 11 } }
  const { status, body: estimate } = await places.post('/api/search?estimate=true', body)
  assert.equal(status, 200, JSON.stringify(estimate))
  assert.deepEqual(
    [estimate.cells, estimate.requests, estimate.places, estimate.exact, estimate.provider],
    [1, 12, 1_200, false, 'osm-file'],
  )
  assert.equal(estimate.minPlaces, 100, 'a count may hold former places: only what was seen is certain')
  assert.deepEqual(estimate.budget, { maxRequests: 11, maxSeconds: 21_600 })
  assert.equal(estimate.fitsBudget, false)
  assert.equal(crawl.searches.length, 1, 'one page was looked at')
  const rows = await places.db.query(
    sql`select from searches union all select from sessions union all select from jobs`,
  )
  assert.equal(rows.length, 0, 'nothing is stored')

  const search = await places.ended((await places.post('/api/search', { ...body, budget: {} })).body.id)
  assert.deepEqual([search.counts.requests, search.counts.kept], [estimate.requests, estimate.places])
  const again = (await places.post('/api/search?estimate=true', { ...body, limit: 150, budget: {} })).body
  assert.deepEqual([again.requests, again.places, again.fitsBudget], [2, 150, true])
  assert.ok(again.seconds >= 1, 'from the search before')
})

test('a provider with a cap: what is full is not known, what is not is exact', async (t) => {
  const crawl = await startFakeCrawl(t, createMapProvider({ places: town, pageSize: 20, maxResults: 120 }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const ask = async (location: object) =>
    (await places.post('/api/search?estimate=true', { query: '*', location })).body
  const full = await ask({ bbox: BOX })
  assert.deepEqual(
    [full.requests, full.places, full.seconds, full.fitsBudget, full.exact],
    [null, null, null, null, false],
  )
  assert.ok(full.minRequests >= 1 && full.minPlaces >= 20)
  const small = await ask({ bbox: [7.4, 43.7, 7.402, 43.702] })
  const inside = town.filter(({ location: { lat, lng } }) => lat <= 43.702 && lng <= 7.402)
  assert.ok(inside.length > 0 && inside.length < 20)
  assert.deepEqual([small.places, small.requests, small.exact], [inside.length, 1, true])
})

test('what the search would be refused with, its estimate is refused with', async (t) => {
  const crawl = await startFakeCrawl(t, createMapProvider({ places: town, pageSize: 20, maxResults: 120 }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const cases: [path: string, body: object, status: number, code: string][] = [
    ['?estimate=true', { query: '*', location: { bbox: [7, 44, 8, 43] } }, 422, 'validation_failed'],
    ['?estimate=true', { query: '*', location: 'Atlantis' }, 422, 'unknown_area'],
    ['?estimate=true', { query: '*', provider: 'osm-file', include: ['reviews'] }, 422, 'validation_failed'],
    ['?estimate=maybe', { query: '*', location: { bbox: BOX } }, 422, 'validation_failed'],
    ['?guess=true', { query: '*', location: { bbox: BOX } }, 422, 'validation_failed'],
  ]
  for (const [path, body, status, code] of cases) {
    const answer = await places.post(`/api/search${path}`, body)
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
})
