// Searches that include open reviews: of places whose map has none, stored with who they are from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { MapReview, Review } from '#contract/places/review.ts'
import { OPEN_REVIEWS } from '#contract/places/review.ts'
import type { Place } from '#contract/places/place.ts'
import type { Search } from '#contract/places/search.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const AT = { lat: 47.05, lng: 8.3 }
const LOCATION = { bbox: [8.2, 47, 8.4, 47.1] }
const review = (id: string, rating: number): MapReview => ({
  id,
  rating,
  text: `Text ${id}`,
  language: null,
  author: null,
  publishedAt: '2023-11-14T22:13:20.000Z',
  editedAt: null,
  likes: null,
  photos: [],
  ownerReply: null,
  ownerReplyAt: null,
})

test('open reviews are stored with their source, once, and a later search takes nothing of them away', async (t) => {
  const known = [madePlace('node/1', AT), madePlace('node/2', { lat: 47.06, lng: 8.31 })]
  const map = createMapProvider({ places: known, pageSize: 500, maxResults: null })
  const asked: unknown[] = []
  let written = [review('a', 5)]
  const crawl = await startFakeCrawl(t, {
    ...map,
    resolve: (input) => ({ ...map.resolve(input), parts: ['reviews'] }),
    async extract(input) {
      asked.push([input.id, input.reviews?.knownIds ?? []])
      const place = known.find(({ source }) => `osm:${source.id}` === input.id)
      assert.ok(place !== undefined, String(input.id))
      const isFirst = place === known[0]
      return {
        provider: 'osm-file',
        place: { ...place, reviewCoverage: 'complete' as const },
        reviews: {
          items: isFirst ? written : [],
          total: isFirst ? written.length : 0,
          coverage: 'complete' as const,
          reachedKnown: false,
          reason: null,
          source: OPEN_REVIEWS,
        },
        attribution: [],
      }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, openReviews: true })
  const search = async (body: object) => {
    const accepted = await places.post('/api/search', { query: '*', location: LOCATION, ...body })
    assert.equal(accepted.status, 202, accepted.text)
    let now = await places.ended(accepted.body.id)
    while ((now.details?.pending ?? 0) > 0) {
      await delay(20)
      now = (await places.get(`/api/search/${now.id}`)).body as Search
    }
    return now
  }
  const stored = async (query = '') =>
    (await places.get(`/api/browse/reviews?limit=50${query}`)).body.items as Review[]
  const coverages = async () =>
    ((await places.get('/api/places')).body.items as Place[]).map(({ reviewCoverage }) => reviewCoverage)

  const first = await search({ include: ['reviews'] })
  assert.deepEqual([first.status, first.details], ['succeeded', { pending: 0, done: 2, failed: 0 }])
  const [only, ...others] = await stored()
  assert.deepEqual(
    [only?.provider, only?.source, only?.text, others],
    ['mangrove', OPEN_REVIEWS, 'Text a', []],
  )
  assert.deepEqual(await coverages(), ['complete', 'complete'])

  await search({})
  assert.deepEqual(await coverages(), ['complete', 'complete'])
  const history = (await places.get(`/api/places/${only?.placeId}/history`)).body.items as unknown[]
  assert.deepEqual(history, [])

  written = [review('b', 4), review('a', 5)]
  await search({ include: ['reviews'], provider: 'osm-file' })
  assert.deepEqual((await stored('&provider=mangrove')).map(({ text }) => text).toSorted(), [
    'Text a',
    'Text b',
  ])
  assert.deepEqual(await stored('&provider=google'), [])
  assert.ok(
    asked.some((one) => JSON.stringify(one) === '["osm:node/1",["a"]]'),
    JSON.stringify(asked),
  )
})

test('without a server of open reviews a named map is refused at once, and details always are', async (t) => {
  const plain = await startTestPlaces(t)
  const open = await startTestPlaces(t, { openReviews: true })
  const body = { query: '*', location: LOCATION }
  for (const [places, more] of [
    [plain, { provider: 'osm-file', include: ['reviews'] }],
    [plain, { providers: ['osm-file', 'overture'], include: ['reviews'] }],
    [open, { provider: 'osm-file', include: ['details'] }],
    [open, { providers: ['osm-file', 'overture'], include: ['details'] }],
  ] as const) {
    const answer = await places.post('/api/search', { ...body, ...more })
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, '/include'], answer.text)
  }
  const several = { providers: ['osm-file', 'overture'], include: ['reviews'], reviews: { maxPerPlace: 5 } }
  assert.equal((await open.post('/api/search', { ...body, ...several })).status, 202)
})
