// Searches that include details and reviews: jobs for each place, on a map that plays Google's.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { PlaceChange } from '#contract/places/changes/history.ts'
import type { Review } from '#contract/places/review.ts'
import type { Place } from '#contract/places/place.ts'
import type { Search } from '#contract/places/search.ts'
import { createGoogleProvider } from '#extractors/maps/providers/google/google-provider.ts'
import { sql } from '#platform/db/sql.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import {
  createFakeGoogle,
  type FakeGoogle,
  type FakeGoogleOptions,
} from '#test/support/google/fake-google.ts'
import { googleReview } from '#test/support/google/google-payloads.ts'
import { startFakeCrawl, type FakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const LOCATION = { bbox: [7.4, 43.7, 7.45, 43.8] }
const FIRST = '0x10:0x100'
const made = (at: number) => ({
  fid: `0x10:0x${(256 + at).toString(16)}`,
  name: `Café ${at}`,
  lat: 43.73,
  lng: 7.42,
})
const review = (n: number) => googleReview(`review${n}`, n, 4, `Text ${n}`)

interface World {
  readonly places: TestPlaces
  readonly google: FakeGoogle
  readonly crawl: FakeCrawl
}

async function start(t: TestContext, options: Partial<FakeGoogleOptions>): Promise<World> {
  const google = createFakeGoogle({ places: [made(0), made(1), made(2)], ...options })
  const areas = createMapProvider({ places: [], pageSize: 500, maxResults: null })
  const provider = createGoogleProvider(
    { settings: { googleEnabled: true, googleUrl: 'http://google.test/' }, peerFetch: google.peerFetch },
    { resolve: async (input) => ({ data: areas.resolve(input), warnings: [] }) },
  )
  const crawl = await startFakeCrawl(t, {
    resolve: async (input) => (await provider.resolve(input, extractContext())).data,
    search: async (input) => {
      const { data, warnings } = await provider.search(input, extractContext())
      return { ...data, warnings }
    },
    extract: async (input) => (await provider.extract(input, extractContext())).data,
  })
  return { google, crawl, places: await startTestPlaces(t, { crawlUrl: crawl.url }) }
}

/** The search when all that it includes is there. */
async function whole({ places }: World, body: object): Promise<Search> {
  const { status, body: accepted } = await places.post('/api/search', {
    query: 'cafe',
    location: LOCATION,
    ...body,
  })
  assert.equal(status, 202, JSON.stringify(accepted))
  const search = await places.ended(accepted.id)
  for (let now = search; ; now = (await places.get(`/api/search/${search.id}`)).body) {
    if ((now.details?.pending ?? 0) === 0) return now
    await delay(20)
  }
}

async function storedPlaces({ places }: World): Promise<Place[]> {
  return (await places.get('/api/places?sort=name')).body.items
}

async function storedReviews({ places }: World, query = ''): Promise<Review[]> {
  return (await places.get(`/api/browse/reviews?limit=50${query}`)).body.items
}

test('thin places are completed by their details, and a later thin search takes nothing away', async (t) => {
  const world = await start(t, { listed: 'thin' })
  const first = await whole(world, {})
  assert.equal(first.details, undefined)
  // The page that brings nothing new has the three again: they are counted once.
  assert.deepEqual(
    first.warnings.map(({ code, count }) => [code, count]),
    [['thin_places', 3]],
  )
  assert.equal((await world.places.get(`/api/search/${first.id}`)).body.warnings.length, 1)
  assert.deepEqual(
    (await storedPlaces(world)).map(({ ratingCount }) => ratingCount),
    [null, null, null],
  )

  const search = await whole(world, { include: ['details'] })
  assert.deepEqual([search.status, search.complete], ['succeeded', true])
  assert.deepEqual(search.details, { pending: 0, done: 3, failed: 0 })
  const full = await storedPlaces(world)
  assert.deepEqual(
    full.map(({ ratingCount, openingHours, provenance }) => [
      ratingCount,
      openingHours?.weekly?.length,
      provenance['ratingCount']?.tier,
    ]),
    [0, 1, 2].map(() => [10, 7, 'full']),
  )

  await whole(world, {})
  const after = await storedPlaces(world)
  assert.deepEqual(
    after.map(({ lastSeenAt: _at, ...place }) => place),
    full.map(({ lastSeenAt: _at, ...place }) => place),
  )
  // The payload of the details is what is kept.
  const [kept] = await world.places.db.query<{ n: number }>(
    sql`select count(*)::integer as n from place_payloads`,
  )
  assert.equal(kept?.n, 3)
})

test('reviews are listed newest first without names, and later searches add only new ones', async (t) => {
  const world = await start(t, { reviews: { [FIRST]: [[review(7), review(6)], [review(5)]] } })
  const search = await whole(world, { include: ['reviews'] })
  assert.deepEqual(search.details, { pending: 0, done: 3, failed: 0 })
  const reviews = await storedReviews(world)
  assert.deepEqual(
    reviews.map(({ text, author }) => [text, author]),
    [7, 6, 5].map((n) => [`Text ${n}`, null]),
  )
  const coverages = async () => (await storedPlaces(world)).map(({ reviewCoverage }) => reviewCoverage)
  assert.deepEqual(await coverages(), ['complete', 'unavailable', 'unavailable'])

  world.google.set({ reviews: { [FIRST]: [[review(9), review(8)], [review(7), review(6)], [review(5)]] } })
  const before = world.google.asked.length
  await whole(world, { include: ['reviews'], reviews: { includeReviewerNames: true } })
  const again = await storedReviews(world)
  assert.deepEqual(
    again.map(({ text, author }) => [text, author === null]),
    [9, 8, 7, 6, 5].map((n) => [`Text ${n}`, n <= 7]),
  )
  assert.deepEqual(await coverages(), ['complete', 'unavailable', 'unavailable'])
  const pages = world.google.asked
    .slice(before)
    .filter((path) => decodeURIComponent(path).includes(`!1s${FIRST}!`))
  assert.equal(pages.length, 2)
  assert.equal((await storedReviews(world, `&placeId=${again[0]?.placeId}`)).length, 5)
})

test('a budget of requests bounds the places that are looked up', async (t) => {
  const world = await start(t, {})
  const search = await whole(world, { include: ['details'], budget: { maxRequests: 3 } })
  // Two pages of the search, of which the second brings nothing new.
  assert.deepEqual(search.details, { pending: 0, done: 1, failed: 2 })
  assert.equal(search.counts.requests, 3)
  const jobs = await world.places.get('/api/jobs?type=place.details&status=failed')
  assert.deepEqual(
    jobs.body.items.map((job: { error: { code: string } }) => job.error.code),
    ['conflict', 'conflict'],
  )
})

test('what the default provider does not have fails the search with its reason', async (t) => {
  const crawl = await startFakeCrawl(t, createMapProvider({ places: [], pageSize: 500, maxResults: null }))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', location: LOCATION, include: ['reviews'] })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.error?.code], ['failed', 'validation_failed'])
  assert.equal(search.error?.errors?.[0]?.pointer, '/include')
})

test('a place that cannot be looked up is counted, and its job can be run again', async (t) => {
  const world = await start(t, {})
  world.google.set({ respond: (url) => (url.pathname === '/maps' ? { status: 404, body: '' } : null) })
  const search = await whole(world, { include: ['details'], limit: 1 })
  assert.deepEqual(search.details, { pending: 0, done: 0, failed: 1 })
  const [job] = (await world.places.get('/api/jobs?type=place.details')).body.items
  assert.match(job.input.placeId, /^plc_/)
  world.google.set({ respond: () => null })
  const retried = await world.places.post(`/api/jobs/${job.id}/retry`, {})
  assert.equal(retried.status, 201, retried.text)
  const ended = await world.places.get(`/api/jobs/${retried.body.id}?waitMs=20000`)
  assert.equal(ended.body.status, 'succeeded', ended.text)
})

test('a place that was merged keeps its details, gets new ones, and loses none of them when it is taken apart', async (t) => {
  const reviews = { [FIRST]: [[review(7)]] }
  const world = await start(t, { listed: 'thin', reviews, places: [{ ...made(0), rating: 4.5, count: 10 }] })
  const { places, google } = world
  const osm = madePlace('node/1', { lat: 43.73, lng: 7.42 }, { name: 'Café 0' })
  await storePlaces(places.db, [[osm]])
  await whole(world, { include: ['details', 'reviews'] })
  const idOf = async (id: string) => (await places.get(`/api/places/${id}`)).body.id as string
  const [placeId, otherId] = [await idOf('osm:node/1'), await idOf(`google:${FIRST}`)]
  const { body: merge } = await places.post('/api/merges', { placeId, otherId })
  assert.equal((await places.post(`/api/merges/${merge.id}/accept`, {})).status, 200)
  const merged = async () => (await places.get(`/api/places/${placeId}`)).body as Place
  const { provenance, ...before } = await merged()
  assert.deepEqual([before.name, before.ratingCount, before.reviewCoverage], ['Café 0', 10, 'complete'])
  assert.ok(before.openingHours?.weekly !== null && before.photos.length > 0)

  await whole(world, {})
  const { lastSeenAt: _seen, provenance: _later, ...listed } = await merged()
  const { lastSeenAt: _before, ...known } = before
  assert.deepEqual(listed, known)

  google.set({
    places: [{ ...made(0), rating: 4.1, count: 12 }],
    reviews: { [FIRST]: [[review(9), review(7)]] },
  })
  await whole(world, { include: ['details', 'reviews'] })
  const later = await merged()
  assert.deepEqual([later.rating, later.ratingCount, later.reviewCoverage], [4.1, 12, 'complete'])
  const texts = async (id: string) =>
    (await storedReviews(world, `&placeId=${id}`)).map(({ text }) => text).toSorted()
  assert.deepEqual(await texts(placeId), ['Text 7', 'Text 9'])
  const history = (await places.get(`/api/places/${placeId}/history`)).body.items as PlaceChange[]
  assert.deepEqual(
    history.flatMap(({ field, to, source, provider }) =>
      source === 'search' ? [[field, to, provider]] : [],
    ),
    [
      ['ratingCount', 12, 'google'],
      ['rating', 4.1, 'google'],
    ],
  )
  const ofMerge = new Map(
    history.flatMap(({ field, source, provider }) =>
      source === 'merge' ? [[field, provider] as const] : [],
    ),
  )
  for (const field of ['rating', 'photos', 'openingHours', 'links.google'])
    assert.equal(ofMerge.get(field), 'google', field)
  assert.equal(provenance['links.google']?.provider, 'google')

  assert.equal((await places.post(`/api/merges/${merge.id}/undo`, {})).status, 200)
  assert.deepEqual([await texts(placeId), await texts(otherId)], [[], ['Text 7', 'Text 9']])
  const apart = (await places.get(`/api/places/${otherId}`)).body as Place
  assert.deepEqual([apart.ratingCount, (await merged()).ratingCount], [12, null])
})
