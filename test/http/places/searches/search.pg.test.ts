import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { distanceM } from '#kit/geo/geometry.ts'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

/** `n` places on a grid of 50 columns, 0.001 degrees apart, from 43.7 N 7.4 E. */
const grid = (n: number) =>
  Array.from({ length: n }, (_, i) =>
    madePlace(`node/${i + 1}`, { lat: 43.7 + Math.floor(i / 50) / 1000, lng: 7.4 + (i % 50) / 1000 }),
  )

const uncapped = (n: number, areas = {}) =>
  createMapProvider({ places: grid(n), pageSize: 500, maxResults: null, areas })

test('a search runs to its end and says that it is complete', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(1_234))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { status, headers, body } = await places.post('/api/search', { query: '*', language: 'fr' })
  assert.equal(status, 202)
  assert.match(body.id, /^sea_/)
  assert.match(body.sessionId, /^ses_/)
  assert.equal(body.status, 'queued')
  assert.equal(headers.get('location'), `/api/search/${body.id}`)
  const search = await places.ended(body.id)
  assert.equal(search.status, 'succeeded')
  assert.equal(search.complete, true)
  assert.deepEqual(search.reasons, [])
  assert.deepEqual(search.counts, {
    cellsPlanned: 1,
    cellsDone: 1,
    cellsFailed: 0,
    cellsSaturated: 0,
    cellsSplit: 0,
    requests: 3,
    raw: 1_234,
    duplicate: 0,
    outside: 0,
    unplaced: 0,
    kept: 1_234,
    approximate: 0,
    new: 1_234,
  })
  assert.equal(search.attribution[0]?.license, 'ODbL 1.0')
  assert.deepEqual(search.progress, { done: 1, total: 1, share: 1, message: null })
  assert.equal(crawl.searches[0]?.location, undefined)
  // Stored data has no language; the links of a search show it in the language of that search.
  assert.equal(crawl.searches[0]?.language, undefined)
  assert.equal(body.links.places, `/api/places?searchId=${body.id}&language=fr`)
  assert.deepEqual(search.links, body.links)
  const list = await places.get(`/api/places?sessionId=${body.sessionId}&limit=2`)
  assert.equal(list.body.items.length, 2)
})

test('what the provider cannot place is counted and named, and the search is not complete', async (t) => {
  const provider = uncapped(1_234)
  const tier = (place: MapPlace, name: string): MapPlace => ({
    ...place,
    provenance: { location: { provider: 'osm-file', tier: name, fetchedAt: '2026-01-01T00:00:00.000Z' } },
  })
  const reason = 'The extract holds no node of 2 that match: osm:way/1 (Kino), osm:way/2.'
  const crawl = await startFakeCrawl(t, {
    ...provider,
    search(input) {
      const answer = provider.search(input)
      const places = answer.places.map((place, i) => tier(place, i % 100 === 0 ? 'approximate' : 'derived'))
      return { ...answer, places, unplaced: 2, partialReason: reason }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.complete], ['partially_succeeded', false])
  assert.deepEqual(search.reasons, [{ code: 'provider_partial', detail: reason, count: 1 }])
  const { kept, approximate, unplaced } = search.counts
  assert.deepEqual({ kept, approximate, unplaced }, { kept: 1_234, approximate: 13, unplaced: 2 })
  const manifest = await places.get(`/api/exports/${body.sessionId}?format=manifest`)
  assert.deepEqual([manifest.body.complete, manifest.body.searches[0].counts.unplaced], [false, 2])
})

test('what lies outside the area is counted and dropped', async (t) => {
  const triangle = {
    type: 'Polygon',
    coordinates: [
      [
        [7.4, 43.7],
        [7.45, 43.7],
        [7.4, 43.75],
        [7.4, 43.7],
      ],
    ],
  }
  const crawl = await startFakeCrawl(t, uncapped(2_500))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const polygon = await places.ended(
    (await places.post('/api/search', { query: '*', location: triangle })).body.id,
  )
  const inside = grid(2_500).filter(
    ({ location: { lat, lng } }) => lat - 43.7 + (lng - 7.4) < 0.05 - 1e-9,
  ).length
  assert.ok(Math.abs(polygon.counts.kept - inside) <= 50, 'only those on the edge may differ')
  assert.equal(polygon.counts.outside + polygon.counts.kept, polygon.counts.raw)
  assert.equal(polygon.complete, true)

  const circle = { lat: 43.725, lng: 7.425, radiusM: 1_000 }
  const round = await places.ended(
    (await places.post('/api/search', { query: '*', location: circle })).body.id,
  )
  assert.equal(round.counts.kept, grid(2_500).filter((p) => distanceM(p.location, circle) <= 1_000).length)
  assert.ok(round.counts.outside > 0)
})

test('the same search twice adds nothing, and a session collects both', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(600))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const first = await places.post('/api/search', { query: '*' })
  await places.ended(first.body.id)
  const second = await places.post('/api/search', { query: '*', sessionId: first.body.sessionId })
  assert.equal(second.body.sessionId, first.body.sessionId)
  const { counts } = await places.ended(second.body.id)
  assert.deepEqual([counts.kept, counts.new, counts.duplicate], [600, 0, 0])
  const { items } = (await places.get('/api/browse/sessions')).body
  assert.deepEqual([items.length, items[0].searches, items[0].places, items[0].complete], [1, 2, 600, true])
  const rows = await places.db.query(sql`select distinct seen_in as n from session_places`)
  assert.deepEqual(rows, [{ n: 2 }])
})

test('a limit is held exactly and named', async (t) => {
  const provider = createMapProvider({ places: grid(2_000), pageSize: 20, maxResults: 60 })
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const location = { bbox: [7.4, 43.7, 7.45, 43.74] }
  const search = await places.ended(
    (await places.post('/api/search', { query: '*', location, limit: 77 })).body.id,
  )
  assert.equal(search.counts.kept, 77)
  assert.equal(search.complete, false)
  assert.equal(search.status, 'succeeded')
  assert.equal(search.reasons.length, 1)
  assert.equal(search.reasons[0]?.code, 'limit_reached')
  const [stored] = await places.db.query(sql`select count(*)::integer as n from places`)
  assert.deepEqual(stored, { n: 77 })
})

test('a budget of requests is held exactly and named', async (t) => {
  const provider = createMapProvider({ places: grid(2_000), pageSize: 20, maxResults: 60 })
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const body = { query: '*', location: { bbox: [7.4, 43.7, 7.45, 43.74] }, budget: { maxRequests: 10 } }
  const search = await places.ended((await places.post('/api/search', body)).body.id)
  assert.equal(search.counts.requests, 10)
  assert.equal(crawl.searches.length, 10)
  assert.equal(search.status, 'partially_succeeded')
  assert.equal(search.complete, false)
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['budget_requests'],
  )
})

test('a budget of seconds ends a search that waits for crawl', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(600))
  crawl.before = async () => crawl.goAway()
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', budget: { maxSeconds: 3 } })
  const search = await places.ended(body.id)
  assert.equal(search.status, 'partially_succeeded')
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['budget_seconds'],
  )
})

test('an area that cannot be resolved fails the search and stores nothing', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', location: 'Atlantis' })
  const search = await places.ended(body.id)
  assert.equal(search.status, 'failed')
  assert.equal(search.error?.code, 'unknown_area')
  assert.match(search.error?.detail ?? '', /Atlantis/)
  assert.equal(search.complete, false)
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['planning_failed'],
  )
  assert.equal((await places.get('/api/places')).body.items.length, 0)
})

test('a source that is broken fails the search and says why', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  crawl.before = () => {
    throw new SurveyorError('source_broken', 'The extract ends in the middle.')
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = await places.ended((await places.post('/api/search', { query: '*' })).body.id)
  assert.equal(search.status, 'failed')
  assert.equal(search.error?.code, 'source_broken')
  assert.deepEqual([search.counts.cellsFailed, search.counts.kept, search.complete], [1, 0, false])
  assert.match(search.reasons[0]?.detail ?? '', /ends in the middle/)
})

test('an answer of another shape fails the search instead of storing half of it', async (t) => {
  const provider = uncapped(10)
  const crawl = await startFakeCrawl(t, {
    ...provider,
    search: (input) => ({ ...provider.search(input), places: [{ name: 'no place' }] as never }),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = await places.ended((await places.post('/api/search', { query: '*' })).body.id)
  assert.deepEqual([search.status, search.error?.code, search.counts.raw], ['failed', 'upstream_changed', 0])
})

test('a cell that fails leaves the others and is named', async (t) => {
  const provider = createMapProvider({ places: grid(400), pageSize: 20, maxResults: 120 })
  const crawl = await startFakeCrawl(t, provider)
  let failed: unknown = null
  crawl.before = ({ location }) => {
    failed ??= location
    if (JSON.stringify(failed) === JSON.stringify(location)) {
      throw new SurveyorError('target_blocked', 'The map shows a wall.')
    }
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const location = { bbox: [7, 43.4, 7.8, 43.8] }
  const search = await places.ended((await places.post('/api/search', { query: '*', location })).body.id)
  assert.equal(search.status, 'partially_succeeded')
  assert.equal(search.counts.cellsFailed, 1)
  assert.ok(search.counts.cellsDone > 1)
  assert.deepEqual(
    search.reasons.map(({ code, count }) => [code, count]),
    [['cell_failed', 1]],
  )
})

test('a failure that may pass is tried again with a new key', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  let failures = 0
  crawl.before = () => {
    failures += 1
    if (failures === 1) throw new SurveyorError('target_timeout', 'The map took too long.')
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = await places.ended((await places.post('/api/search', { query: '*' })).body.id)
  assert.equal(search.status, 'succeeded')
  assert.equal(new Set(crawl.keys).size, 2)
  assert.equal(search.counts.kept, 10)
})

test('a search goes on when crawl comes back', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(1_500))
  const gone = Promise.withResolvers<void>()
  crawl.before = async ({ cursor }) => {
    if (cursor === undefined) return
    crawl.before = () => undefined
    await crawl.goAway()
    gone.resolve()
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await gone.promise
  assert.equal((await places.get('/health')).body.checks.crawl.status, 'warn')
  assert.equal((await places.get(`/api/search/${body.id}`)).body.status, 'running')
  await crawl.comeBack()
  const search = await places.ended(body.id)
  assert.deepEqual([search.status, search.complete, search.counts.kept], ['succeeded', true, 1_500])
  // The job that was under way when crawl went was found again by its key, not made a second time.
  assert.equal(crawl.searches.length, 3)
})

test('a search waits while crawl takes no work', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  crawl.refusal = new SurveyorError('queue_full', 'The queue is full.')
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  for (;;) {
    const { items } = (await places.get('/api/jobs?type=search.plan')).body
    if (/takes no work/.test(items[0]?.progress?.message ?? '')) break
    await delay(20)
  }
  assert.equal((await places.get(`/api/search/${body.id}`)).body.status, 'running')
  crawl.refusal = null
  assert.equal((await places.ended(body.id)).status, 'succeeded')
})

test('the same Idempotency-Key is one search', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const headers = { 'idempotency-key': 'one' }
  const first = await places.post('/api/search', { query: '*' }, headers)
  const again = await places.post('/api/search', { query: '*' }, headers)
  assert.equal(again.status, 202)
  assert.equal(again.body.id, first.body.id)
  const other = await places.post('/api/search', { query: 'cafe' }, headers)
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reuse'])
})

test('bad input is refused with a pointer and stores nothing', async (t) => {
  const places = await startTestPlaces(t)
  const ring = (...positions: number[][]) => ({ type: 'Polygon', coordinates: [positions] })
  const cases: [unknown, number, string, string | null][] = [
    [{}, 422, 'validation_failed', null],
    [{ query: '' }, 422, 'validation_failed', '/query'],
    [{ query: 'x', locatoin: 'Monaco' }, 422, 'validation_failed', '/locatoin'],
    [{ query: 'x', provider: 'bing' }, 422, 'validation_failed', '/provider'],
    [{ query: 'x', limit: 0 }, 422, 'validation_failed', '/limit'],
    [{ query: 'x', budget: { maxRequest: 1 } }, 422, 'validation_failed', '/budget/maxRequest'],
    [{ query: 'x', location: '   ' }, 422, 'validation_failed', '/location'],
    [{ query: 'x', location: { bbox: [1, 2, 1, 3] } }, 422, 'validation_failed', '/location/bbox'],
    [{ query: 'x', location: { bbox: [1, 3, 2, 2] } }, 422, 'validation_failed', '/location/bbox'],
    [{ query: 'x', location: { bbox: [1, -100, 2, 2] } }, 422, 'validation_failed', '/location/bbox'],
    [
      { query: 'x', location: ring([0, 0], [1, 0], [1, 1], [0, 1]) },
      422,
      'validation_failed',
      '/location/coordinates/0',
    ],
    [
      { query: 'x', location: ring([0, 0], [1, 1], [2, 2], [0, 0]) },
      422,
      'validation_failed',
      '/location/coordinates/0',
    ],
    [
      { query: 'x', location: ring([0, 0], [0, 0], [0, 0], [0, 0]) },
      422,
      'validation_failed',
      '/location/coordinates/0',
    ],
    [
      { query: 'x', location: ring([0, 0], [1, 0], [1, 95], [0, 0]) },
      422,
      'validation_failed',
      '/location/coordinates/0/2',
    ],
    [{ query: 'x', location: ring([0, 0], [1, 0], [0, 0]) }, 422, 'validation_failed', null],
    [{ query: 'x', location: { lat: 100, lng: 0, radiusM: 5 } }, 422, 'validation_failed', null],
    [{ query: 'x', location: { lat: 1, lng: 1, radiusM: 0 } }, 422, 'validation_failed', null],
    [{ query: 'x', location: 7 }, 422, 'validation_failed', null],
    [{ query: 'x', provider: 'osm-file', include: ['reviews'] }, 422, 'validation_failed', '/include'],
    [{ query: 'x', sessionId: 'ses_01920000-0000-7000-8000-000000000000' }, 404, 'not_found', null],
    [{ query: 'x', sessionId: 'nonsense' }, 404, 'not_found', null],
    ['{"query": ', 400, 'malformed_json', null],
    [{ query: 'x'.repeat(1_100_000) }, 413, 'body_too_large', null],
    [{ query: 'x'.repeat(501) }, 422, 'validation_failed', '/query'],
  ]
  for (const [body, status, code, pointer] of cases) {
    const answer = await places.post('/api/search', body)
    const what = `${JSON.stringify(body).slice(0, 120)} → ${answer.text.slice(0, 300)}`
    assert.equal(answer.status, status, what)
    assert.equal(answer.body.code, code, what)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
    if (pointer !== null)
      assert.ok(
        answer.body.errors.some((e: { pointer: string }) => e.pointer === pointer),
        what,
      )
  }
  const [stored] = await places.db.query(sql`
    select (select count(*) from searches)::integer as searches, (select count(*) from sessions)::integer as sessions,
           (select count(*) from jobs)::integer as jobs`)
  assert.deepEqual(stored, { searches: 0, sessions: 0, jobs: 0 })
})

test('an unknown search is 404, also for an id of another kind', async (t) => {
  const places = await startTestPlaces(t)
  for (const id of [
    'sea_01920000-0000-7000-8000-000000000000',
    'job_01920000-0000-7000-8000-000000000000',
    'x',
  ]) {
    for (const query of ['', '?waitMs=1000']) {
      const { status, body } = await places.get(`/api/search/${id}${query}`)
      assert.deepEqual([status, body.code], [404, 'not_found'])
    }
  }
})

test('a long poll ends with its time, and with the service', async (t) => {
  const crawl = await startFakeCrawl(t, uncapped(10))
  const begun = Promise.withResolvers<void>()
  crawl.before = async () => {
    begun.resolve()
    await new Promise(() => undefined)
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await begun.promise
  assert.equal((await places.get(`/api/search/${body.id}?waitMs=50`)).body.complete, null)
  const waiting = places.get(`/api/search/${body.id}?waitMs=30000`)
  const first = await Promise.race([
    waiting,
    new Promise((resolve) => setImmediate(resolve, 'still waiting')),
  ])
  assert.equal(first, 'still waiting')
  await places.stop()
  assert.equal((await waiting).body.status, 'running')
})
