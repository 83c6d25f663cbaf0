import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { bboxContains, type Bbox } from '#kit/geo/geometry.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const PAGE = 20
const CAP = 120
/** No job of a cell is run twice, which would count its request again: no slow machine loses a lease. */
const leaseMs = 86_400_000

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Four of five places lie in quarters of different density, the others anywhere. */
function madeTown(count: number, quarters: number, box: Bbox, seed: number): MapPlace[] {
  const random = randomFrom(seed)
  const bell = () => (random() + random() + random() + random() - 2) / 2
  const centres = Array.from({ length: quarters }, () => ({
    x: random(),
    y: random(),
    width: 0.03 + random() * 0.1,
  }))
  const places: MapPlace[] = []
  while (places.length < count) {
    const centre = random() < 0.8 ? centres[Math.floor(random() ** 2 * quarters)] : undefined
    const x = centre === undefined ? random() : centre.x + bell() * centre.width * 2
    const y = centre === undefined ? random() : centre.y + bell() * centre.width * 2
    if (x < 0 || x > 1 || y < 0 || y > 1) continue
    const at = { lng: box[0] + x * (box[2] - box[0]), lat: box[1] + y * (box[3] - box[1]) }
    places.push(madePlace(`node/${places.length + 1}`, at))
  }
  return places
}

/** The requests of a planner that knows how full each box is, and so never asks for one that it has to split. */
function requestsOfOneWhoKnows(places: readonly MapPlace[], box: Bbox): number {
  const inside = places.filter((place) => bboxContains(box, place.location))
  if (inside.length <= CAP) return Math.max(1, Math.ceil(inside.length / PAGE))
  const [west, south, east, north] = box
  const [lng, lat] = [(west + east) / 2, (south + north) / 2]
  const quarters: Bbox[] = [
    [west, south, lng, lat],
    [lng, south, east, lat],
    [west, lat, lng, north],
    [lng, lat, east, north],
  ]
  return quarters.reduce((sum, quarter) => sum + requestsOfOneWhoKnows(inside, quarter), 0)
}

const TOWNS: { name: string; count: number; quarters: number; box: Bbox }[] = [
  { name: 'a small town', count: 600, quarters: 5, box: [7.4, 43.7, 7.45, 43.735] },
  { name: 'a city', count: 5_000, quarters: 20, box: [7, 43, 7.25, 43.18] },
  { name: 'a district of villages', count: 3_000, quarters: 12, box: [7, 43, 7.6, 43.4] },
]

for (const { name, count, quarters, box } of TOWNS) {
  test(`${name} is found whole behind a cap of ${CAP} results, with few requests more than are needed`, async (t) => {
    const town = madeTown(count, quarters, box, count)
    const crawl = await startFakeCrawl(
      t,
      createMapProvider({ places: town, pageSize: PAGE, maxResults: CAP }),
    )
    const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
    const { body } = await places.post('/api/search', { query: '*', location: { bbox: box } })
    const search = await places.ended(body.id)
    const { counts } = search
    const needed = requestsOfOneWhoKnows(town, box)
    const recall = counts.kept / count
    t.diagnostic(
      `recall ${recall}, ${counts.requests} requests, ${(counts.requests / needed).toFixed(2)} times the ${needed} of one ` +
        `who knows, ${counts.cellsPlanned} cells, ${counts.cellsSplit} split, ${counts.raw} raw`,
    )
    assert.equal(search.complete, true)
    assert.ok(recall >= 0.99)
    assert.ok(counts.requests <= needed * 1.3)
    assert.equal(counts.requests, crawl.searches.length)
    assert.equal(counts.cellsPlanned, counts.cellsDone + counts.cellsSplit)
    assert.equal(counts.raw, counts.kept + counts.duplicate)
  })
}

test('more places at one point than the provider shows are reported as missing', async (t) => {
  const stacked = Array.from({ length: 200 }, (_, i) => madePlace(`node/${i + 1}`, { lat: 43.7, lng: 7.4 }))
  const crawl = await startFakeCrawl(
    t,
    createMapProvider({ places: stacked, pageSize: PAGE, maxResults: CAP }),
  )
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  const location = { lat: 43.7, lng: 7.4, radiusM: 2_000 }
  const search = await places.ended((await places.post('/api/search', { query: '*', location })).body.id)
  assert.equal(search.counts.kept, CAP)
  assert.equal(search.complete, false)
  assert.equal(search.status, 'partially_succeeded')
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['cell_saturated'],
  )
  assert.ok(search.counts.cellsSaturated >= 1)
})

test('a part that fails keeps none of those that wait for its end, and searched again it finds the rest', async (t) => {
  const town = madeTown(600, 5, [7.4, 43.7, 7.45, 43.735], 600)
  const crawl = await startFakeCrawl(t, createMapProvider({ places: town, pageSize: PAGE, maxResults: CAP }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  let boxes = new Set<string>()
  crawl.before = ({ location }) => {
    boxes = boxes.add(JSON.stringify(location))
    // The second box is the first part of the whole, for whose end the others wait.
    if (boxes.size === 2) throw new SurveyorError('upstream_changed', 'The page has another shape.')
  }
  const body = { query: '*', location: { bbox: [7.4, 43.7, 7.45, 43.735] } }
  const search = await places.ended((await places.post('/api/search', body)).body.id)
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['cell_failed'],
  )
  assert.equal(search.counts.cellsFailed, 1)
  assert.ok(search.counts.kept > 500 && search.counts.kept < 600, String(search.counts.kept))

  crawl.before = () => undefined
  const { items } = (await places.get('/api/jobs?status=failed')).body
  assert.equal((await places.post(`/api/jobs/${items[0].id}/retry`, {})).status, 201)
  const again = await places.ended(search.id)
  assert.deepEqual([again.complete, again.counts.kept], [true, 600])
  assert.equal(again.counts.cellsPlanned, again.counts.cellsDone + again.counts.cellsSplit)
})

test('a part that fails while the queue drains ends those that wait for it, and so the search', async (t) => {
  const town = madeTown(300, 5, [7.4, 43.7, 7.45, 43.735], 600)
  const crawl = await startFakeCrawl(t, createMapProvider({ places: town, pageSize: PAGE, maxResults: CAP }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  let boxes = new Set<string>()
  crawl.before = async ({ location }) => {
    boxes = boxes.add(JSON.stringify(location))
    if (boxes.size < 2) return
    await places.post('/api/queue/drain', {})
    throw new SurveyorError('upstream_changed', 'The page has another shape.')
  }
  const body = { query: '*', location: { bbox: [7.4, 43.7, 7.45, 43.735] } }
  const search = await places.ended((await places.post('/api/search', body)).body.id)
  assert.equal(search.complete, false)
  assert.equal(search.counts.cellsPlanned, search.counts.cellsFailed + search.counts.cellsSplit)
  assert.ok(search.counts.cellsFailed > 1)
})

test('what the provider says of its own gaps is a reason', async (t) => {
  const provider = createMapProvider({
    places: madeTown(30, 2, [7, 43, 7.1, 43.1], 1),
    pageSize: 500,
    maxResults: null,
  })
  const crawl = await startFakeCrawl(t, {
    ...provider,
    search: (input) => ({ ...provider.search(input), partialReason: 'runtime error: query timed out' }),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  const search = await places.ended((await places.post('/api/search', { query: '*' })).body.id)
  assert.deepEqual([search.status, search.complete, search.counts.kept], ['partially_succeeded', false, 30])
  assert.deepEqual(search.reasons, [
    { code: 'provider_partial', detail: 'runtime error: query timed out', count: 1 },
  ])
})

test('an answer that an uncapped provider cut short is asked for in parts', async (t) => {
  const town = madeTown(900, 5, [7, 43, 7.3, 43.3], 2)
  // It says that it has no cap, yet breaks off after 200.
  const provider = createMapProvider({ places: town, pageSize: 100, maxResults: 200 })
  const crawl = await startFakeCrawl(t, {
    ...provider,
    resolve: (input) => {
      const answer = provider.resolve(input)
      return { ...answer, limits: { ...answer.limits, maxResults: null } }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  const location = { bbox: [7, 43, 7.3, 43.3] }
  const search = await places.ended((await places.post('/api/search', { query: '*', location })).body.id)
  assert.deepEqual([search.complete, search.counts.kept], [true, 900])
  assert.ok(search.counts.cellsSplit >= 1)
})

test('a cell that pages in a circle fails instead of running for ever', async (t) => {
  const provider = createMapProvider({
    places: madeTown(30, 2, [7, 43, 7.1, 43.1], 1),
    pageSize: 20,
    maxResults: null,
  })
  const crawl = await startFakeCrawl(t, {
    ...provider,
    search: (input) => ({
      ...provider.search({ ...input, cursor: '0' }),
      nextCursor: 'again',
      exhausted: false,
    }),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  const search = await places.ended((await places.post('/api/search', { query: '*' })).body.id)
  assert.deepEqual([search.status, search.error?.code], ['failed', 'upstream_changed'])
})
