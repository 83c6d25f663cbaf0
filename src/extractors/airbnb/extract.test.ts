import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost, ExtractResponse } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { AirbnbData, type ListingData, type SearchData } from '#extractors/airbnb/request/airbnb-data.ts'
import { AirbnbInput } from '#extractors/airbnb/request/options.ts'
import { extractContext, isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import { fixtureTest } from '#test/support/extract/fixture-test.ts'
import { create } from './extract.ts'

const FIXTURES = new URL('fixtures/', import.meta.url)
const pageOf = (name: string): string => readFileSync(new URL(`${name}.html`, FIXTURES), 'utf8')

type Answers = Readonly<Record<string, string | Partial<ExtractResponse>>>

/** Runs the extractor as the worker does: input and data fit their schemas. */
async function run(
  input: Record<string, unknown>,
  answers: Answers = {},
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'> = { settings: {} },
) {
  assert.deepEqual(inputProblems(AirbnbInput, input), [])
  const asked: string[] = []
  const { operations } = await create(host)
  const fetch = async ({ url }: { readonly url: string }) => {
    asked.push(url)
    const answer = answers[url] ?? answers['*'] ?? assert.fail(`nothing is at ${url}`)
    return typeof answer === 'string' ? targetAnswer(url, answer) : targetAnswer(url, '', answer)
  }
  const output = await operations['extract']?.(input, extractContext(fetch, { isolate: isolateHere }))
  assert.ok(output !== undefined)
  assert.deepEqual(inputProblems(AirbnbData, output.data), [])
  return { ...output, asked, codes: (output.warnings ?? []).map(({ code }) => code) }
}

const ROOM = 'https://www.airbnb.com/rooms/38817969'
const SEARCH = 'https://www.airbnb.com/s/Lisbon--Portugal/homes'

/** A search of pages that hold the listings of these numbers; the last one has no cursor. */
function searchPage(numbers: readonly number[], next: string | null, offered = 2): string {
  const searchResults = numbers.map((number) => ({
    demandStayListing: {
      id: Buffer.from(`DemandStayListing:${number}`).toString('base64'),
      location: { coordinate: { latitude: 38.7, longitude: -9.1 } },
    },
    title: `Flat ${number}`,
    contextualPictures: [{ picture: `https://a0.muscache.com/im/pictures/${number}.jpeg` }],
  }))
  const paginationInfo = { nextPageCursor: next, pageCursors: Array.from({ length: offered }, String) }
  const data = { presentation: { staysSearch: { results: { searchResults, paginationInfo } } } }
  const state = { niobeClientData: [['StaysSearch:{}', { data }]] }
  return `<script id="data-deferred-state-0" type="application/json">${JSON.stringify(state)}</script>`
}

const failsWith =
  (code: string, detail: RegExp, ...pointers: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof SurveyorError, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, detail)
    assert.deepEqual(error.errors?.map(({ pointer }) => pointer) ?? [], pointers)
    return true
  }

await fixtureTest(FIXTURES, async ({ files }) => {
  try {
    const { data, warnings } = await run({ html: String(files.get('.html')) })
    return { data, warnings }
  } catch (error) {
    assert.ok(error instanceof SurveyorError, String(error))
    return { code: error.code, detail: error.message }
  }
})

test('dates, guests, currency and language go into the address, as the page that is asked for reads them', async () => {
  const options = {
    checkIn: '2027-05-01',
    checkOut: '2027-05-04',
    guests: { adults: 2, pets: 1 },
    currency: 'EUR',
    locale: 'en-GB',
  }
  const listing = await run({ url: `${ROOM}?adults=9&source=x`, ...options }, { '*': pageOf('listing-full') })
  const search = await run({ url: SEARCH, ...options }, { '*': pageOf('search-dates') })
  assert.deepEqual(
    [...listing.asked, ...search.asked],
    [
      `${ROOM}?adults=2&source=x&check_in=2027-05-01&check_out=2027-05-04&pets=1&currency=EUR&display_currency=EUR&locale=en-GB`,
      `${SEARCH}?checkin=2027-05-01&checkout=2027-05-04&adults=2&pets=1&currency=EUR&display_currency=EUR&locale=en-GB`,
    ],
  )
  // One of the results is shown in Canadian dollars.
  assert.deepEqual([listing.codes, search.codes], [['reviews_partial'], ['currency_differs']])
})

test('parts that were not asked for are not in the answer; lists are as long as they were wanted', async () => {
  const { data } = await run(
    { url: ROOM, include: ['reviews', 'calendar'], reviews: { max: 1 }, calendarMonths: 1 },
    { '*': pageOf('listing-full') },
  )
  const listing = data as ListingData
  for (const part of ['price', 'priceReason', 'host', 'amenities', 'photos'])
    assert.ok(!(part in listing), part)
  assert.deepEqual(
    [listing.reviews?.length, listing.calendar?.map(({ date }) => date)],
    [1, ['2027-05-01', '2027-05-02']],
  )
})

test('a listing by its number is read at its address', async () => {
  const { asked, data } = await run({ listingId: '38817969' }, { '*': pageOf('listing-full') })
  assert.deepEqual([asked, (data as ListingData).url], [[ROOM], ROOM])
})

test('a page without its price says so, and that a browser may show it', async () => {
  const bare = pageOf('listing-full')
    .replace(/"structuredDisplayPrice": \{/, '"noPrice": {')
    .replaceAll('primaryLine', 'line')
    .replaceAll('explanationData', 'data')
  const { data, codes } = await run(
    { url: `${ROOM}?check_in=2027-05-01&check_out=2027-05-04` },
    { '*': bare },
  )
  const { price, priceReason } = data as ListingData
  assert.deepEqual([price, priceReason, codes.includes('browser_needed')], [null, 'not_on_page', true])
  const box = `<div data-section-id="BOOK_IT_SIDEBAR"><div><span>€ 451</span><span class="u">for 3 nights</span></div>
    <button>Reserve</button><div><span>3 nights x €140.00</span><span>€420</span></div><div><span>Cleaning fee</span><span>€60</span></div></div>`
  const rendered = await run({ html: bare.replace('<body>', `<body>${box}`), baseUrl: ROOM })
  const shown = (rendered.data as ListingData).price
  assert.deepEqual(
    [shown?.total, shown?.currency, shown?.nights, shown?.perNight, shown?.lines.at(-1)],
    ['451', 'EUR', 3, '140.00', { label: 'Cleaning fee', amount: '60' }],
  )
})

test('a stay that cannot be had is unavailable', async () => {
  const page = pageOf('listing-full')
    .replace(/"structuredDisplayPrice": \{/, '"noPrice": {')
    .replaceAll('primaryLine', 'line')
    .replaceAll('explanationData', 'data')
    .replace(
      '"available": true,\n',
      '"available": false,\n"localizedUnavailabilityMessage": "Not available",\n',
    )
  const { data } = await run({ html: page })
  assert.equal((data as ListingData).priceReason, 'unavailable')
})

test('a search is followed to its end, each listing once', async () => {
  const { data, asked, codes } = await run(
    { url: SEARCH, maxResults: 100 },
    {
      [SEARCH]: searchPage([1, 2, 3], 'next='),
      [`${SEARCH}?cursor=next%3D&pagination_search=true`]: searchPage([3, 4], null),
    },
  )
  const search = data as SearchData
  assert.deepEqual(
    search.results.map(({ listingId }) => listingId),
    ['1', '2', '3', '4'],
  )
  assert.deepEqual([search.complete, search.reasons, search.pages], [true, [], { read: 2, offered: 2 }])
  assert.deepEqual([asked.length, codes, search.query], [2, [], 'Lisbon, Portugal'])
})

test('a search ends with as many as were wanted, at a page that repeats itself, and at a page that fails', async () => {
  const more = `${SEARCH}?cursor=n&pagination_search=true`
  const of = async (next: string | Partial<ExtractResponse>, maxResults: number) => {
    const { data, codes } = await run(
      { url: SEARCH, maxResults },
      { [SEARCH]: searchPage([1, 2], 'n'), [more]: next },
    )
    const { results, complete, reasons } = data as SearchData
    return { count: results.length, complete, reasons, codes }
  }
  assert.deepEqual(await of('', 1), { count: 1, complete: false, reasons: ['max_results'], codes: [] })
  assert.deepEqual(await of(searchPage([1, 2], 'n'), 9), {
    count: 2,
    complete: false,
    reasons: ['repeated_page'],
    codes: [],
  })
  const failed = await of({ status: 503, body: Buffer.from('<h1>Stay tuned</h1>') }, 9)
  assert.deepEqual(failed, { count: 2, complete: false, reasons: ['page_failed'], codes: ['search_cut'] })
})

test('an area with more results than the site gives is divided', async () => {
  const area = 'https://www.airbnb.com/s/homes?ne_lat=39&ne_lng=-9&sw_lat=38&sw_lng=-10&search_by_map=true'
  const quarters: string[] = []
  const { operations } = await create({ settings: {} })
  const output = await operations['extract']?.(
    { url: area, maxResults: 1_000 },
    extractContext(async ({ url }) => {
      const { searchParams } = new URL(url)
      const isWhole = searchParams.get('ne_lat') === '39' && searchParams.get('sw_lat') === '38'
      if (!isWhole)
        quarters.push(
          ['ne_lat', 'ne_lng', 'sw_lat', 'sw_lng'].map((name) => searchParams.get(name)).join(' '),
        )
      return targetAnswer(
        url,
        isWhole ? searchPage([1], null, 15) : searchPage([quarters.length + 1], null, 1),
      )
    }),
  )
  const search = output?.data as SearchData
  assert.deepEqual(quarters, ['39 -9.5 38.5 -10', '39 -9 38.5 -9.5', '38.5 -9.5 38 -10', '38.5 -9 38 -9.5'])
  assert.deepEqual([search.results.length, search.complete, search.pages.read], [5, true, 5])
  assert.deepEqual(search.area, { north: 39, south: 38, east: -9, west: -10 })
})

test('what is refused before anything is fetched', async () => {
  await assert.rejects(
    run({ url: ROOM, checkIn: '2027-05-01' }),
    failsWith('validation_failed', /checkOut/, '/checkOut'),
  )
  await assert.rejects(
    run({ url: ROOM, checkIn: '2027-05-04', checkOut: '2027-05-04' }),
    failsWith('validation_failed', /after/, '/checkOut'),
  )
  await assert.rejects(
    run({ url: 'https://example.org/rooms/1' }),
    failsWith('validation_failed', /airbnb/, '/url'),
  )
  await assert.rejects(
    run({ url: 'https://airbnb.com.evil.example/rooms/1' }),
    failsWith('validation_failed', /airbnb/, '/url'),
  )
  await assert.rejects(
    run({ url: 'https://www.airbnb.com/experiences/123' }),
    failsWith('not_built_yet', /experiences/),
  )
  assert.equal(inputProblems(AirbnbInput, { url: ROOM, listingId: '1' }).length > 0, true)
  assert.deepEqual(
    inputProblems(AirbnbInput, { listingId: '-1' }).map(({ pointer }) => pointer),
    ['/listingId'],
  )
})

test('pages that are not the listing are errors: gone, refused, a shell, another site', async () => {
  const at = async (answer: string | Partial<ExtractResponse>) => run({ url: ROOM }, { '*': answer })
  await assert.rejects(at(pageOf('search-dates')), failsWith('target_http_error', /no such listing/))
  await assert.rejects(
    at({ status: 404, body: Buffer.from('<h1>404</h1>') }),
    failsWith('target_http_error', /404/),
  )
  await assert.rejects(
    at({ status: 403, body: Buffer.from('<p>No.</p>') }),
    failsWith('target_blocked', /403/),
  )
  await assert.rejects(at('<p>x</p><script src="/a.js"></script>'), failsWith('empty_content', /browser/))
  await assert.rejects(
    at(`<p>${'The site is new. '.repeat(30)}</p>`),
    failsWith('upstream_changed', /no longer/),
  )
  await assert.rejects(
    at('<script id="data-deferred-state-0" type="application/json">{"a":</script>'),
    failsWith('upstream_changed', /no JSON/),
  )
  await assert.rejects(
    at('<script id="data-deferred-state-0" type="application/json">{"a":1}</script>'),
    failsWith('upstream_changed', /neither/),
  )
})

test('the server of the operator answers in the place of the site', async () => {
  const asked: string[] = []
  const host = {
    settings: { airbnbUrl: 'http://127.0.0.1:9/recorded/' },
    peerFetch: async (setting: string, { url }: { readonly url: string }) => {
      asked.push(`${setting} ${url}`)
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(pageOf('host')) }
    },
  }
  const url = 'https://www.airbnb.de/users/show/1000001'
  const { data } = await run({ url }, {}, host)
  assert.deepEqual([data && Object(data).url, Object(data).name], [url, 'Camille'])
  assert.equal(Object(data).listings[0].url, 'https://www.airbnb.de/rooms/38817969')
  await run({ url: 'http://127.0.0.1:9/users/show/1000001' }, {}, host)
  assert.deepEqual(asked, [
    'airbnbUrl http://127.0.0.1:9/recorded/users/show/1000001',
    'airbnbUrl http://127.0.0.1:9/recorded/users/show/1000001',
  ])
  // A browser shows what the server sent, under the address of the site.
  const visits: unknown[] = []
  const { operations } = await create(host)
  const rendered = await operations['extract']?.(
    { url, engine: 'browser' },
    extractContext(undefined, {
      isolate: isolateHere,
      async browse({ url: shown, html }, use) {
        visits.push([shown, html === pageOf('host')])
        return use({
          response: null,
          url: shown,
          headers: {},
          warnings: [],
          consoleErrors: [],
          failedRequests: [],
          captured: async () => ({ responses: [], isCut: false }),
          html: async () => html ?? '',
          call: async () => null,
          picture: async () => new Uint8Array(),
          print: async () => new Uint8Array(),
          omitBackground: async () => {},
        })
      },
    }),
  )
  assert.deepEqual([visits, Object(rendered?.data).name], [[[url, true]], 'Camille'])
})

test('results of which some lost their number, name or place are a changed page, not fewer results', async () => {
  const page = searchPage([1, 2, 3, 4], null, 1)
  const without = (pattern: RegExp, number: number) => {
    let seen = 0
    return page.replace(pattern, (text) => ((seen += 1) <= number ? '"gone":1' : text))
  }
  for (const pattern of [/"id":"[^"]*"/g, /"latitude":38.7/g, /"title":"[^"]*"/g]) {
    await assert.rejects(
      run({ html: without(pattern, 1) }),
      failsWith('upstream_changed', /known shape/),
      pattern.source,
    )
  }
  assert.equal((await run({ html: page })).quality?.score, 1)
})

test('results without their prices show in the quality where there are dates, on any page', async () => {
  const lost = (page: string): string =>
    page.replaceAll('primaryLine', 'line').replaceAll('explanationData', 'data')
  const dated = await run({ html: lost(pageOf('search-dates')) })
  assert.deepEqual([dated.quality?.score, dated.codes], [0, ['fields_missing']])
  assert.match(dated.warnings?.[0]?.detail ?? '', /`price`/)
  assert.equal((await run({ html: pageOf('search-dates') })).quality?.score, 1)
  // A listing whose page was sent without its price has one field less.
  const room = `${ROOM}?check_in=2027-05-01&check_out=2027-05-04`
  const full = await run({ url: room }, { '*': pageOf('listing-full') })
  const bare = await run({ url: room }, { '*': lost(pageOf('listing-full')) })
  assert.deepEqual([full.quality?.score, bare.quality?.score], [1, 0.89])
  const without = searchPage([3, 4], null).replaceAll('contextualPictures', 'gone')
  const followed = await run(
    { url: SEARCH, maxResults: 9 },
    { [SEARCH]: searchPage([1, 2], 'n'), [`${SEARCH}?cursor=n&pagination_search=true`]: without },
  )
  assert.deepEqual([followed.quality?.score, followed.codes], [0, ['fields_missing']])
})

test('answers as text, and results in nodes, are read as any other', async () => {
  const page = searchPage([1, 2], null)
  const { data } = await run({ html: page })
  const script = /(<script[^>]*>)(.*)(<\/script>)/s
  const changed = (change: (state: string) => string): string =>
    page.replace(script, (_, open: string, state: string, close: string) => open + change(state) + close)
  const asText = changed((state) => {
    const { niobeClientData } = JSON.parse(state)
    return JSON.stringify({
      niobeClientData: [[niobeClientData[0][0], JSON.stringify(niobeClientData[0][1])]],
    })
  })
  assert.deepEqual((await run({ html: asText })).data, data)
  const inNodes = changed((state) =>
    JSON.stringify(JSON.parse(state), (name, value) =>
      name === 'searchResults'
        ? { edges: value.map((node: unknown, at: number) => ({ cursor: String(at), node })) }
        : value,
    ),
  )
  assert.deepEqual((await run({ html: inNodes })).data, data)
})

test('names that every object has are fields like any other', async () => {
  const state =
    '{"niobeClientData":[["constructor:{}",{"data":{"__proto__":{"listings":[1]},"constructor":{"searchResults":"x"}}}]]}'
  await assert.rejects(
    run({ html: `<script id="data-deferred-state-0" type="application/json">${state}</script>` }),
    failsWith('upstream_changed', /neither/),
  )
})
