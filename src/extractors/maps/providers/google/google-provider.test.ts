import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapsSearchInput } from '#contract/places/maps.ts'
import type { ExtractContext } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractContext, targetAnswer } from '#test/support/extract/extract-context.ts'
import {
  CONSENT,
  createFakeGoogle,
  NEW_FORM,
  SORRY,
  STUB,
  type FakeGoogle,
} from '#test/support/google/fake-google.ts'
import { googlePlace, googleReview, googleText, searchAnswer } from '#test/support/google/google-payloads.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { createGoogleProvider } from './google-provider.ts'

const BOX: [number, number, number, number] = [7.4, 43.72, 7.44, 43.76]
const FIRST = '0x10:0x100'
const SETTINGS = { googleEnabled: true, googleUrl: 'http://google.test/' }

const placesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    fid: `0x10:0x${(256 + at).toString(16)}`,
    name: `Café ${at}`,
    lat: 43.73,
    lng: 7.42 + at / 10_000,
  }))

/** Resolves every location to one box, as the provider gets it from elsewhere. */
const AREAS: Pick<MapProvider, 'resolve'> = {
  async resolve() {
    const area = {
      name: null,
      kind: 'bbox' as const,
      bbox: BOX,
      geometry: null,
      circle: null,
      source: null,
      countryCode: 'MC',
    }
    return {
      data: { provider: 'overpass', area, limits: { pageSize: 500, maxResults: null }, attribution: [] },
      warnings: [],
    }
  },
}

const open = (google: FakeGoogle): MapProvider =>
  createGoogleProvider({ settings: SETTINGS, peerFetch: google.peerFetch }, AREAS)

/** A provider whose requests go the way of the job, as to the real map. */
function openWorld(google: FakeGoogle, more: Partial<ExtractContext> = {}) {
  const provider = createGoogleProvider({ settings: { googleEnabled: true } }, AREAS)
  const context = extractContext(async ({ url, robots }) => {
    assert.equal(robots, 'obey')
    const { pathname, search } = new URL(url)
    const { status, headers = {}, body } = google.answer(pathname + search)
    const finalUrl = status < 400 && headers['location'] !== undefined ? headers['location'] : url
    return targetAnswer(url, body, { status: finalUrl === url ? status : 200, finalUrl, headers })
  }, more)
  return { provider, context }
}

async function everyPage(
  provider: MapProvider,
  input: Omit<MapsSearchInput, 'location'>,
  context = extractContext(),
) {
  const pages = []
  let cursor: string | undefined
  do {
    const page = await provider.search(
      { ...input, location: { bbox: BOX }, ...(cursor === undefined ? {} : { cursor }) },
      context,
    )
    pages.push(page.data)
    cursor = page.data.nextCursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

const refused = (code: string) => (error: unknown) => error instanceof SurveyorError && error.code === code

test('a search is paged until a page brings nothing new', async () => {
  const google = createFakeGoogle({ places: placesOf(45) })
  const pages = await everyPage(open(google), { query: 'cafe' })
  assert.equal(pages.length, 4)
  assert.equal(new Set(pages.flatMap(({ places }) => places.map(({ source }) => source.id))).size, 45)
  assert.deepEqual(
    pages.map(({ exhausted }) => exhausted),
    [false, false, false, true],
  )
  assert.equal(pages.at(-1)?.partialReason, null)
})

test('pages share rows where they are asked to, and say so', async () => {
  const google = createFakeGoogle({ places: placesOf(45) })
  const pages = await everyPage(open(google), { query: 'cafe', overlap: 4 })
  const ids = pages.map(({ places }) => places.map(({ source }) => source.id))
  assert.equal(new Set(ids.flat()).size, 45)
  assert.deepEqual(ids[1]?.slice(0, 4), ids[0]?.slice(16))
  assert.deepEqual(
    pages.map(({ overlap }) => overlap),
    [4, 4, 4, undefined],
  )
})

test('behind 120 results a search says that it was cut', async () => {
  const pages = await everyPage(open(createFakeGoogle({ places: placesOf(200) })), { query: 'cafe' })
  assert.equal(pages.length, 6)
  assert.equal(pages.at(-1)?.exhausted, false)
  assert.match(pages.at(-1)?.partialReason ?? '', /120/)
})

test('a search that finds nothing is one, an answer without its words is none', async () => {
  const google = createFakeGoogle({ places: [] })
  const [page] = await everyPage(open(google), { query: 'cafe' })
  assert.deepEqual([page?.places, page?.exhausted, page?.nextCursor], [[], true, null])
  google.set({ respond: () => ({ status: 200, body: googleText([null, null]) }) })
  await assert.rejects(everyPage(open(google), { query: 'cafe' }), refused('upstream_changed'))
})

test('an answer to other words is never complete', async () => {
  const google = createFakeGoogle({ places: [] })
  const answer = (echo: string, count: number) =>
    google.set({
      respond: () => ({
        status: 200,
        body: googleText(searchAnswer(echo, placesOf(count).map(googlePlace))),
      }),
    })
  for (const echo of ['x', 'barcelona', 'Café Bar Amélie']) {
    answer(echo, 0)
    await assert.rejects(everyPage(open(google), { query: 'cafe bars' }), refused('upstream_changed'), echo)
    answer(echo, 3)
    const pages = await everyPage(open(google), { query: 'cafe bars' })
    assert.equal(pages[0]?.places.length, 3)
    assert.match(pages[0].partialReason ?? '', /other words than those asked for: "/)
  }
  for (const [query, echo] of [
    ['cafe  bars', 'Café-Bars near Monaco'],
    ['Café & Bars', 'cafe bars'],
    ['東京 ラーメン', '東京ラーメン'],
    ['☕', '☕'],
  ] as const) {
    answer(echo, 0)
    const [page] = await everyPage(open(google), { query })
    assert.deepEqual([page?.exhausted, page?.partialReason], [true, null], echo)
  }
})

test('categories become words, one search for each', async () => {
  const google = createFakeGoogle({ places: placesOf(3) })
  const pages = await everyPage(open(google), { query: '*', categories: ['amenity/cafe', 'amenity/bar'] })
  assert.deepEqual(pages[0]?.interpretation.terms, ['Café', 'Bar'])
  assert.deepEqual(
    [...new Set(google.asked.map((path) => new URL(path, 'http://x').searchParams.get('q')))],
    ['Café', 'Bar'],
  )
  assert.equal(pages.at(-1)?.exhausted, true)
  await assert.rejects(everyPage(open(google), { query: '*' }), refused('validation_failed'))
})

test('where our form brings a stub, the page of the search shows the one to use, once', async () => {
  const google = createFakeGoogle({ places: placesOf(45), knowsForm: true })
  const provider = open(google)
  const pages = await everyPage(provider, { query: 'cafe' })
  assert.equal(pages.flatMap(({ places }) => places).length > 40, true)
  assert.equal(google.asked.filter((path) => path.startsWith('/maps/search/')).length, 1)
  assert.ok(google.asked.at(-1)?.includes('99znew') === true && NEW_FORM.endsWith('99znew'))
})

test('thin places are said to be thin, and places outside to be outside', async () => {
  const far = { fid: '0x10:0x999', name: 'Far', lat: 44.5, lng: 7.42 }
  const google = createFakeGoogle({ places: [...placesOf(2), far], listed: 'thin' })
  const { data, warnings } = await open(google).search(
    { query: 'cafe', location: { bbox: BOX } },
    extractContext(),
  )
  assert.ok(data.places.every(({ ratingCount }) => ratingCount === null))
  assert.deepEqual(
    warnings.map(({ code, count }) => [code, count]),
    [
      ['outside_area', 1],
      ['thin_places', 3],
    ],
  )
})

test('what comes in the place of data is an error with a code of its own', async () => {
  const sorry = { status: 429, headers: { 'retry-after': '7' }, body: '' }
  const forms =
    '<html><form action="https://consent.google.com/save" method="POST"><button>x</button></form></html>'
  const answers = [
    [CONSENT, 'target_blocked'],
    [{ status: 200, body: forms }, 'target_blocked'],
    [SORRY, 'target_captcha'],
    [sorry, 'rate_limited'],
    [{ status: 200, body: STUB }, 'empty_content'],
    [{ status: 503, body: '' }, 'target_http_error'],
    [{ status: 200, body: ')]}\'\n[["cut off' }, 'upstream_changed'],
  ] as const
  for (const [answer, code] of answers) {
    const google = createFakeGoogle({ places: placesOf(3), respond: () => answer })
    const asked = open(google).search({ query: 'cafe', location: { bbox: BOX } }, extractContext())
    const error = await asked.catch((reason: unknown) => reason)
    assert.ok(error instanceof SurveyorError, code)
    assert.equal(error.code, code)
    if (code === 'rate_limited') assert.equal(error.retryAfterMs, 7_000)
    if (answer === CONSENT) assert.equal(error.blockedBy?.kind, 'consent')
  }
})

test('a form for consent is rejected once for a job, and its cookies are kept for it', async () => {
  const google = createFakeGoogle({ places: placesOf(45), consent: 'once' })
  const provider = open(google)
  const job = extractContext()
  const pages = await everyPage(provider, { query: 'cafe' }, job)
  assert.equal(new Set(pages.flatMap(({ places }) => places.map(({ source }) => source.id))).size, 45)
  await provider.extract({ id: `google:${FIRST}` }, job)
  assert.deepEqual(google.choices, ['gl=MC&set_eom=true'])
  await provider.extract({ id: `google:${FIRST}` }, extractContext())
  assert.equal(google.choices.length, 2, 'another job has chosen nothing')
})

test('a form for consent that stays, or that offers no choice to reject, is the outcome', async () => {
  const staying = createFakeGoogle({ places: placesOf(3), consent: 'stays' })
  const accepting = createFakeGoogle({
    places: placesOf(3),
    respond: ({ pathname }) =>
      pathname === '/m'
        ? {
            status: 200,
            body: '<form action="https://consent.google.com/save" method="post"><input name="set_sc" value="true"></form>',
          }
        : CONSENT,
  })
  for (const [google, sent] of [
    [staying, 1],
    [accepting, 0],
  ] as const) {
    const asked = open(google).search({ query: 'cafe', location: { bbox: BOX } }, extractContext())
    const error = await asked.catch((reason: unknown) => reason)
    assert.ok(error instanceof SurveyorError)
    assert.deepEqual([error.code, error.blockedBy?.kind], ['target_blocked', 'consent'])
    assert.equal(google.choices.length, sent)
    assert.ok(!google.asked.some((path) => path === '/save' && sent === 0))
  }
})

test('a field that every place has and that is empty in all of them is a changed map', async () => {
  const google = createFakeGoogle({ places: [] })
  const empty = placesOf(8).map((made) =>
    googlePlace(made).map((slot, at) => (at === 13 || at === 76 ? null : slot)),
  )
  google.set({ respond: () => ({ status: 200, body: googleText(searchAnswer('cafe', empty)) }) })
  const reports: unknown[] = []
  const context = extractContext(undefined, { report: (_kind, entry) => void reports.push(entry) })
  await assert.rejects(everyPage(open(google), { query: 'cafe' }, context), refused('upstream_changed'))
  assert.equal(reports.length, 1)
})

test('a place is looked up by each of its ids, and the fuller answer counts', async () => {
  const google = createFakeGoogle({ places: placesOf(2) })
  for (const id of [`google:${FIRST}`, 'google:256']) {
    const { data, warnings } = await open(google).extract({ id }, extractContext())
    assert.equal(data.place.name, 'Café 0')
    assert.equal(data.place.ratingCount, 10)
    assert.deepEqual(data.place.ratingDistribution, [1, 0, 2, 3, 4])
    assert.deepEqual(warnings, [])
  }
  await assert.rejects(
    open(google).extract({ id: 'google:0x1:0x1' }, extractContext()),
    refused('empty_content'),
  )
  await assert.rejects(
    open(google).extract({ id: 'osm:node/1' }, extractContext()),
    refused('validation_failed'),
  )
})

test('a page that shows another place has not the one asked for', async () => {
  const other = googlePlace({ fid: '0x7:0x7', name: 'Other', lat: 1, lng: 1 })
  const google = createFakeGoogle({
    places: [],
    respond: () => ({ status: 200, body: googleText([null, null, null, null, null, null, other]) }),
  })
  await assert.rejects(
    open(google).extract({ id: `google:${FIRST}` }, extractContext()),
    refused('not_found'),
  )
})

test('a short address is followed to its place', async () => {
  const google = createFakeGoogle({ places: placesOf(1) })
  const long = `https://www.google.com/maps/place/x/data=!4m2!3m1!1s${FIRST}`
  google.set({
    respond: (url) =>
      url.pathname === '/abc' ? { status: 301, headers: { location: long }, body: '' } : null,
  })
  const { provider, context } = openWorld(google)
  const { data } = await provider.extract({ url: 'https://maps.app.goo.gl/abc' }, context)
  assert.equal(data.place.name, 'Café 0')
})

const review = (n: number) => googleReview(`review${n}`, n, 4, `Text ${n}`)
const REVIEW_PAGES = { [FIRST]: [[review(9), review(8)], [review(7), review(6)], [review(5)]] }

test('reviews are read page by page, newest first, without names', async () => {
  const google = createFakeGoogle({ places: placesOf(1), reviews: REVIEW_PAGES })
  const { data } = await open(google).extract({ id: `google:${FIRST}`, reviews: {} }, extractContext())
  assert.equal(data.reviews?.coverage, 'complete')
  assert.deepEqual(
    data.reviews.items.map(({ text }) => text),
    ['Text 9', 'Text 8', 'Text 7', 'Text 6', 'Text 5'],
  )
  assert.ok(data.reviews.items.every(({ author }) => author === null))
  assert.equal(data.place.reviewCoverage, 'complete')
  const named = await open(google).extract(
    { id: `google:${FIRST}`, reviews: { includeReviewerNames: true, max: 3 } },
    extractContext(),
  )
  assert.equal(named.data.reviews?.coverage, 'partial')
  assert.deepEqual(
    named.data.reviews.items.map(({ author }) => author),
    ['Paula Person', 'Paula Person', 'Paula Person'],
  )
})

test('reading stops at a review that is known', async () => {
  const google = createFakeGoogle({ places: placesOf(1), reviews: REVIEW_PAGES })
  const knownIds = ['review7'.padEnd(24, '0')]
  const { data } = await open(google).extract(
    { id: `google:${FIRST}`, reviews: { knownIds } },
    extractContext(),
  )
  assert.deepEqual(
    data.reviews?.items.map(({ text }) => text),
    ['Text 9', 'Text 8'],
  )
  assert.equal(data.reviews?.reachedKnown, true)
  assert.equal(google.asked.filter((path) => path.includes('listugcposts')).length, 2)
})

test('a refused request for reviews leaves those beside the place, and says so', async () => {
  const reviews = [review(1), review(2)]
  const [first] = placesOf(1)
  assert.ok(first !== undefined)
  const google = createFakeGoogle({ places: [{ ...first, reviews, count: 50 }] })
  for (const status of [200, 403]) {
    if (status === 403)
      google.set({ respond: (url) => (url.pathname.endsWith('listugcposts') ? { status, body: '' } : null) })
    const { data } = await open(google).extract({ id: `google:${FIRST}`, reviews: {} }, extractContext())
    assert.equal(data.reviews?.coverage, 'embedded')
    assert.deepEqual([data.reviews.items.length, data.reviews.total], [2, 50])
  }
  google.set({ places: [first] })
  const { data } = await open(google).extract({ id: `google:${FIRST}`, reviews: {} }, extractContext())
  assert.deepEqual([data.reviews?.coverage, data.reviews?.items], ['unavailable', []])
})

/** A browser whose page fetches this answer from the path, and counts its visits. */
function browserThatFetches(path: string, answer: string) {
  const visits: string[] = []
  const browse: ExtractContext['browse'] = async (visit, use) => {
    visits.push(visit.url)
    const url = `https://www.google.com${path}`
    const response = { url, method: 'GET', status: 200, mediaType: 'text/plain', text: answer }
    return use({
      response: null,
      headers: {},
      url: visit.url,
      warnings: [],
      consoleErrors: [],
      failedRequests: [],
      html: async () => STUB,
      captured: async () => ({
        responses: visit.capture?.accepts(url) === true ? [response] : [],
        isCut: false,
      }),
      call: async () => null,
      picture: async () => new Uint8Array(),
      print: async () => new Uint8Array(),
      omitBackground: async () => undefined,
    })
  }
  return { visits, browse }
}

test('a browser is taken where plain requests bring a stub, and shows the first results', async () => {
  const google = createFakeGoogle({ places: placesOf(30), respond: () => ({ status: 200, body: STUB }) })
  const answer = googleText(searchAnswer('cafe', placesOf(20).map(googlePlace)))
  const { visits, browse } = browserThatFetches('/search?tbm=map', answer)
  const { provider, context } = openWorld(google, { browse })
  const { data, engine } = await provider.search({ query: 'cafe', location: { bbox: BOX } }, context)
  assert.deepEqual(
    [engine, data.places.length, data.exhausted, data.nextCursor],
    ['browser', 20, false, null],
  )
  assert.match(data.partialReason ?? '', /first results/)
  const byHttp = provider.search({ query: 'cafe', location: { bbox: BOX }, engine: 'http' }, context)
  await assert.rejects(byHttp, refused('empty_content'))
  assert.equal(visits.length, 1)
})

test('a thin place is completed by a browser, and stays thin where there is none', async () => {
  const google = createFakeGoogle({ places: placesOf(1) })
  google.set({
    respond: (url) => (url.pathname === '/maps/preview/place' ? { status: 403, body: '' } : null),
  })
  const [first] = placesOf(1)
  assert.ok(first !== undefined)
  const answer = googleText([null, null, null, null, null, null, googlePlace({ ...first, hasDetails: true })])
  const { visits, browse } = browserThatFetches('/maps/preview/place?x', answer)
  const full = openWorld(google, { browse })
  const id = `google:${FIRST}`
  const completed = await full.provider.extract({ id }, full.context)
  assert.deepEqual(
    [completed.engine, completed.data.place.ratingCount, completed.warnings],
    ['browser', 10, []],
  )

  const plain = await full.provider.extract({ id, engine: 'http' }, full.context)
  assert.deepEqual([plain.engine, plain.data.place.ratingCount], ['http', null])
  assert.equal(visits.length, 1)

  const none = openWorld(google, {
    browse: async () => Promise.reject(new SurveyorError('browser_unavailable', 'There is none.')),
  })
  const thin = await none.provider.extract({ id }, none.context)
  assert.deepEqual([thin.engine, thin.data.place.ratingCount], ['http', null])
  // Of an address the worker decides, by a warning that it knows.
  const url = `https://www.google.com/maps?ftid=${FIRST}`
  const { warnings } = await none.provider.extract({ url }, none.context)
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['thin_place', 'browser_needed'],
  )
})

test('a map whose robots.txt says no is not asked, and the error says who decides', async () => {
  const provider = createGoogleProvider({ settings: { googleEnabled: true } }, AREAS)
  const context = extractContext(async () => {
    throw new SurveyorError('robots_disallowed', 'robots.txt disallows it.')
  })
  const asked = provider.search({ query: 'cafe', location: { bbox: BOX } }, context)
  await assert.rejects(
    asked,
    (error) => refused('robots_disallowed')(error) && /SURVEYOR_GOOGLE_ROBOTS/.test(String(error)),
  )
})

test('the provider is off unless the operator switches it on', () => {
  for (const settings of [{}, { googleEnabled: false }, { googleEnabled: 'true' }])
    assert.throws(() => createGoogleProvider({ settings }, AREAS), refused('provider_not_configured'))
})

test('areas come from elsewhere, the bounds of paging are its own', async () => {
  const { data } = await open(createFakeGoogle({ places: [] })).resolve(
    { location: { bbox: BOX } },
    extractContext(),
  )
  assert.deepEqual([data.provider, data.limits.pageSize, data.limits.maxResults], ['google', 20, 120])
  assert.deepEqual(data.parts, ['details', 'reviews'])
  assert.equal(data.attribution[0]?.provider, 'google')
})
