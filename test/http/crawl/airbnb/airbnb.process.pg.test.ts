import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import airbnb from '#extractors/airbnb/index.ts'
import type { ListingData, SearchData } from '#extractors/airbnb/request/airbnb-data.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

const PATH = '/api/v1/airbnb/extract'
const FIXTURES = new URL('../../../../src/extractors/airbnb/fixtures/', import.meta.url)
const PAGES: Readonly<Record<string, string>> = {
  '/rooms/38817969': 'listing-full',
  '/rooms/4711': 'changed-listing',
  '/s/Lisbon--Portugal/homes': 'search-dates',
  '/s/Nowhere/homes': 'search-empty',
  '/users/show/1000001': 'host',
  '/rooms/9': 'blocked',
}
const ROOM = 'https://www.airbnb.com/rooms/38817969'

type Answer<Data> = Omit<ExtractionAnswer, 'data'> & { readonly data: Data }

/** Crawl, a worker with the extractor, and a server with recorded pages that the operator named. */
async function startAirbnb(t: TestContext) {
  const site = await startServer(t, (request, response) => {
    const name = PAGES[new URL(request.url ?? '/', 'http://x').pathname]
    if (name === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
    const body = readFileSync(new URL(`${name}.html`, FIXTURES))
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  const settings = { airbnbUrl: site.origin }
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/test' })
  const crawl = await startTestCrawl(t, { extractors: [airbnb] })
  await startCrawlWorker(t, crawl, [airbnb], { settings, peerFetch: peers.fetch })
  crawl.beforeStop(async () => peers[Symbol.asyncDispose]())
  return { site, crawl }
}

test('a listing over POST, GET and its number; a search and a host', async (t) => {
  const { crawl, site } = await startAirbnb(t)
  const dates = { checkIn: '2027-05-01', checkOut: '2027-05-04' }
  const posted = await crawl.call<Answer<ListingData>>('POST', PATH, { body: { url: ROOM, ...dates } })
  assert.equal(posted.status, 200, posted.text)
  const { data, engine, response, extractor } = posted.json
  assert.deepEqual([extractor, engine.used, response?.statusCode], ['airbnb', 'http', 200])
  assert.deepEqual(
    [data.title, data.price?.total, data.price?.currency, data.url],
    ['Le nid des pentes', '451', 'EUR', `${ROOM}?check_in=2027-05-01&check_out=2027-05-04`],
  )
  const byNumber = await crawl.call<Answer<ListingData>>(
    'GET',
    `${PATH}?listingId=38817969&checkIn=2027-05-01&checkOut=2027-05-04`,
  )
  assert.equal(byNumber.status, 200, byNumber.text)
  assert.deepEqual(byNumber.json.data, data)
  // The number and the address are one request: the second answer was kept.
  assert.match(byNumber.headers.get('cache-status') ?? '', /hit/)
  const search = await crawl.call<Answer<SearchData>>('POST', PATH, {
    body: { url: 'https://www.airbnb.com/s/Lisbon--Portugal/homes' },
  })
  assert.deepEqual([search.json.data.results.length, search.json.data.complete], [3, false])
  const empty = await crawl.call<Answer<SearchData>>('POST', PATH, {
    body: { url: 'https://www.airbnb.com/s/Nowhere/homes' },
  })
  assert.deepEqual([empty.json.data.results, empty.json.data.complete], [[], true])
  const host = await crawl.call<Answer<{ name: string }>>('POST', PATH, {
    body: { url: 'https://www.airbnb.com/users/show/1000001' },
  })
  assert.equal(host.json.data.name, 'Camille')
  assert.equal(site.asked[0], '/rooms/38817969?check_in=2027-05-01&check_out=2027-05-04')
})

test('what is refused, and what the site does not give', async (t) => {
  const { crawl } = await startAirbnb(t)
  for (const [body, status, code, pointer] of [
    [{}, 422, 'validation_failed', ''],
    [{ listingId: 'x' }, 422, 'validation_failed', '/listingId'],
    [{ listingId: '1', url: ROOM }, 422, 'validation_failed', ''],
    [{ url: ROOM, checkIn: '2027-05-01' }, 422, 'validation_failed', '/checkOut'],
    [{ url: ROOM, checkIn: '2027-05-04', checkOut: '2027-05-01' }, 422, 'validation_failed', '/checkOut'],
    [{ url: ROOM, currency: 'euro' }, 422, 'validation_failed', '/currency'],
    [{ url: ROOM, guests: { adults: 0 } }, 422, 'validation_failed', '/guests/adults'],
    [{ url: ROOM, includ: ['price'] }, 422, 'validation_failed', '/includ'],
    [{ url: 'https://example.org/rooms/1' }, 422, 'validation_failed', '/url'],
    [{ url: 'https://www.airbnb.com/experiences/1' }, 501, 'not_built_yet', undefined],
    [{ url: 'https://www.airbnb.com/rooms/404' }, 502, 'target_http_error', undefined],
    [{ url: 'https://www.airbnb.com/rooms/4711' }, 502, 'upstream_changed', undefined],
    [{ url: 'https://www.airbnb.com/rooms/9' }, 502, 'target_captcha', undefined],
  ] as const) {
    const answer = await crawl.call<Problem>('POST', PATH, { body })
    assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
    if (pointer !== undefined)
      assert.ok(
        answer.json.errors?.some((each) => each.pointer === pointer),
        answer.text,
      )
  }
})

test('a batch of listings ends item by item', async (t) => {
  const { crawl } = await startAirbnb(t)
  const accepted = await crawl.call<{ jobId: string }>('POST', '/api/v1/airbnb/batch/extract', {
    body: { items: [{ listingId: '38817969' }, { url: 'https://www.airbnb.com/rooms/4711' }] },
  })
  assert.equal(accepted.status, 202, accepted.text)
  const { jobId } = accepted.json
  await crawl.call('GET', `/api/jobs/${jobId}?waitMs=30000`)
  const { json } = await crawl.call<{ items: { status: string; error: Problem | null }[] }>(
    'GET',
    `/api/jobs/${jobId}/result`,
  )
  assert.deepEqual(
    json.items.map(({ status, error }) => [status, error?.code ?? null]),
    [
      ['succeeded', null],
      ['failed', 'upstream_changed'],
    ],
  )
})
