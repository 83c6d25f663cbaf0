// A search on a map that plays Google's, over both services and a worker: what comes out, and what comes in its place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Search } from '#contract/places/search.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { CONSENT, createFakeGoogle, serveFakeGoogle, SORRY } from '#test/support/google/fake-google.ts'
import { googleReview } from '#test/support/google/google-payloads.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

const EXTRACTORS = new URL('../../../../src/extractors/', import.meta.url)
const LOCATION = { bbox: [7.4, 43.7, 7.45, 43.8] }
const CAFES = Array.from({ length: 23 }, (_, at) => ({
  fid: `0x10:0x${(256 + at).toString(16)}`,
  name: `Café ${at}`,
  lat: 43.73,
  lng: 7.42 + at / 10_000,
  ...(at === 0 ? { closed: 'permanently' as const } : {}),
}))
const FAR = { fid: '0x20:0x1', name: 'Far away', lat: 45, lng: 7.42 }

test('places, details and reviews come through crawl and its worker; walls are errors of the search', async (t) => {
  const reviews = { '0x10:0x100': [[googleReview('a', 2, 5, 'Good'), googleReview('b', 1, 1, null)]] }
  const google = createFakeGoogle({ places: [...CAFES, FAR], listed: 'thin', knowsForm: true, reviews })
  const settings = { googleEnabled: true, googleUrl: await serveFakeGoogle(t, google) }
  const extractors = await discoverExtractors(EXTRACTORS)
  const crawl = await startTestCrawl(t, { extractors })
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/test' })
  await startCrawlWorker(t, crawl, extractors, { settings, peerFetch: peers.fetch })
  crawl.beforeStop(async () => peers[Symbol.asyncDispose]())
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = async (body: object): Promise<Search> => {
    const request = { query: 'cafe', provider: 'google', location: LOCATION, ...body }
    const { status, body: accepted } = await places.post('/api/search', request)
    assert.equal(status, 202, JSON.stringify(accepted))
    return places.ended(accepted.id)
  }

  const found = await search({ include: ['details', 'reviews'] })
  assert.deepEqual([found.status, found.complete, found.provider], ['succeeded', true, 'google'])
  assert.deepEqual([found.counts.kept, found.counts.outside > 0], [CAFES.length, true])
  assert.equal(found.attribution[0]?.text, 'Google Maps')
  for (
    let now = found;
    now.details?.pending !== 0;
    now = (await places.get(`/api/search/${found.id}`)).body
  ) {
    await delay(50)
  }
  const { items } = (await places.get('/api/places?sort=name&limit=50')).body
  const [first] = items
  assert.deepEqual([first.name, first.status, first.ratingCount], ['Café 0', 'permanently_closed', 10])
  assert.equal(first.reviewCoverage, 'complete')
  assert.equal(items.length, CAFES.length)
  const listed = (await places.get(`/api/browse/reviews?placeId=${first.id}`)).body.items
  assert.deepEqual(
    listed.map((review: { rating: number; text: string | null; author: null }) => [
      review.rating,
      review.text,
      review.author,
    ]),
    [
      [5, 'Good', null],
      [1, null, null],
    ],
  )
  const { text } = await crawl.call('GET', '/metrics')
  assert.match(
    text,
    /surveyor_map_field_fill_ratio\{provider="google",payload="place",field="ratingCount"\} 1/,
  )
  assert.match(
    text,
    /surveyor_map_field_fill_ratio\{provider="google",payload="search",field="ratingCount"\} 0/,
  )

  for (const [answer, code] of [
    [CONSENT, 'target_blocked'],
    [SORRY, 'target_captcha'],
  ] as const) {
    google.set({ respond: () => answer })
    const blocked = await search({ query: `cafe ${code}` })
    assert.deepEqual([blocked.status, blocked.error?.code, blocked.counts.kept], ['failed', code, 0])
  }
})
