// One search of several providers: each with its own cells and manifest, and the places of all of them together.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { SearchCell } from '#contract/places/lists/search-cells.ts'
import type { Merge } from '#contract/places/changes/merge.ts'
import type { MapPlace, Place, Provider } from '#contract/places/place.ts'
import type { Schedule } from '#contract/places/schedule.ts'
import type { Search, SearchEstimate } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { resultOf, type EndedSource } from '#places/searches/sources/source-rows.ts'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl, type CrawlProvider } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider, OSM_ATTRIBUTION } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const AT = { lat: 47.05, lng: 8.3 }
const SEEN = { tier: 'record', fetchedAt: '2026-02-01T00:00:00.000Z' } as const
const OSM = [
  madePlace('node/1', AT, { name: 'Gasthaus Goldener Löwen' }),
  madePlace('node/2', { lat: 47.06, lng: 8.31 }, { name: 'Bäckerei Huber' }),
]
const OVERTURE = [
  madePlace(
    'a-1',
    { lat: 47.0502, lng: 8.3002 },
    {
      ...ofOverture('a-1', 'Restaurant Taverne'),
      aliases: [
        { scheme: 'gers', value: 'a-1' },
        { scheme: 'osm', value: 'node/1' },
      ],
    },
  ),
  madePlace('a-2', { lat: 47.07, lng: 8.32 }, ofOverture('a-2', 'Velo Meier')),
  madePlace('a-3', { lat: 47.08, lng: 8.33 }, ofOverture('a-3', 'Kino Capitol')),
]

function ofOverture(id: string, name: string): Partial<MapPlace> {
  return {
    source: { provider: 'overture', scheme: 'gers', id },
    aliases: [{ scheme: 'gers', value: id }],
    name,
    website: `https://${id}.example/`,
    provenance: { name: { provider: 'overture', ...SEEN }, website: { provider: 'overture', ...SEEN } },
  }
}

const TOWN = { bbox: [8.2, 47, 8.4, 47.1] as const }
const providerOf = (provider: Provider, places: readonly MapPlace[]) => {
  const one = createMapProvider({ places, pageSize: 2, maxResults: null })
  const attribution = [{ ...OSM_ATTRIBUTION, provider, text: `by ${provider}` }]
  return {
    resolve: (input: Parameters<CrawlProvider['resolve']>[0]) => ({
      ...one.resolve(input),
      provider,
      attribution,
    }),
    search: (input: Parameters<CrawlProvider['search']>[0]) => ({
      ...one.search(input),
      provider,
      attribution,
    }),
  }
}

async function world(t: TestContext) {
  const all = { 'osm-file': providerOf('osm-file', OSM), overture: providerOf('overture', OVERTURE) }
  const broken = new Set<string>()
  const asked = (provider: string | undefined) => {
    if (provider !== undefined && broken.has(provider))
      throw new SurveyorError('source_unavailable', 'The files are away.', { retryable: false })
    return provider === 'overture' ? all.overture : all['osm-file']
  }
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => asked(input.provider).resolve(input),
    search: (input) => asked(input.provider).search(input),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const begin = async (body: object = {}) => {
    const answer = await places.post('/api/search', {
      query: '*',
      location: TOWN,
      providers: ['osm-file', 'overture'],
      ...body,
    })
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body as Pick<Search, 'id' | 'sessionId'>
  }
  return { crawl, places, broken, begin }
}

const bySource = (search: Search) =>
  search.sources?.map(({ provider, status, counts }) => [provider, status, counts.raw, counts.kept])

test('each provider is searched, and what they both know becomes one place with the fields of both', async (t) => {
  const { crawl, places, begin } = await world(t)
  const held = Promise.withResolvers<void>()
  t.after(() => held.resolve())
  crawl.before = async ({ provider }) => (provider === 'overture' ? held.promise : undefined)
  const { id, sessionId } = await begin()
  // Of two places that become one, the older one stays.
  while ((await places.get(`/api/places?searchId=${id}`)).body.items.length < OSM.length) await delay(20)
  held.resolve()
  const search = await places.ended(id)
  assert.deepEqual([search.status, search.complete, search.provider], ['succeeded', true, null])
  assert.deepEqual(bySource(search), [
    ['osm-file', 'succeeded', 2, 2],
    ['overture', 'succeeded', 3, 3],
  ])
  assert.deepEqual([search.counts.raw, search.counts.new, search.counts.requests], [5, 5, 3])
  assert.deepEqual(
    search.attribution.map(({ text }) => text),
    ['by osm-file', 'by overture'],
  )
  assert.deepEqual(search.progress, { done: 2, total: 2, share: 1, message: null })

  const cells = (await places.get(`/api/search/${id}/cells`)).body.items as SearchCell[]
  assert.deepEqual(cells.map(({ provider, raw }) => [provider, raw]).toSorted(), [
    ['osm-file', 2],
    ['overture', 3],
  ])
  const manifest = (await places.get(`/api/exports/${sessionId}?format=manifest`)).body as {
    searches: Search[]
  }
  assert.deepEqual(manifest.searches.map(bySource), [bySource(search)])
  const { searches, queries } = (await places.get('/api/browse/sessions')).body.items[0]
  assert.deepEqual([searches, queries], [1, ['*']])

  let accepted: Merge[] = []
  while (accepted.length === 0) {
    await delay(20)
    accepted = (await places.get('/api/merges?status=accepted')).body.items as Merge[]
  }
  const found = (await places.get(`/api/places?searchId=${id}&sort=name`)).body.items as Place[]
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Bäckerei Huber', 'Gasthaus Goldener Löwen', 'Kino Capitol', 'Velo Meier'],
  )
  const [, lion] = found
  assert.deepEqual(
    [lion?.website, lion?.provenance['name']?.provider, lion?.provenance['website']?.provider],
    ['https://a-1.example/', 'osm-file', 'overture'],
  )
  const now = (await places.get(`/api/search/${id}`)).body as Search
  assert.equal(now.counts.kept, 4)
  assert.equal((await places.get(`/api/places?sessionId=${sessionId}`)).body.items.length, 4)
  const { searches: deleted } = (await (
    await fetch(`${places.url}/api/browse/sessions/${sessionId}`, { method: 'DELETE' })
  ).json()) as { searches: number }
  assert.equal(deleted, 1)
})

test('a provider that fails is named and takes nothing from the others, and can be run again', async (t) => {
  const { places, broken, begin } = await world(t)
  broken.add('overture')
  const { id } = await begin()
  const search = await places.ended(id)
  assert.deepEqual([search.status, search.complete], ['partially_succeeded', false])
  assert.deepEqual(bySource(search), [
    ['osm-file', 'succeeded', 2, 2],
    ['overture', 'failed', 0, 0],
  ])
  assert.deepEqual(search.reasons, [
    { code: 'planning_failed', detail: 'overture: The files are away.', count: 1 },
  ])
  assert.equal(search.sources?.[1]?.error?.code, 'source_unavailable')
  assert.equal((await places.get(`/api/places?searchId=${id}`)).body.items.length, 2)

  broken.clear()
  const [failed] = (await places.get('/api/jobs?status=failed')).body.items as { id: string }[]
  assert.equal((await places.post(`/api/jobs/${failed?.id}/retry`, {})).status, 201)
  const again = await places.ended(id)
  assert.deepEqual([again.status, again.complete, again.counts.kept], ['succeeded', true, 5])
})

test('a search of several providers is cancelled as a whole', async (t) => {
  const { crawl, places, begin } = await world(t)
  const held = Promise.withResolvers<void>()
  t.after(() => held.resolve())
  crawl.before = async ({ provider }) => (provider === 'overture' ? held.promise : undefined)
  const { id } = await begin()
  for (;;) {
    const now = (await places.get(`/api/search/${id}`)).body as Search
    if (now.sources?.[0]?.status === 'succeeded') break
    await delay(20)
  }
  const { status, body } = await places.post(`/api/search/${id}/cancel`, {})
  assert.deepEqual([status, body.status, body.complete], [200, 'cancelled', false])
  assert.deepEqual(bySource(body as Search), [
    ['osm-file', 'succeeded', 2, 2],
    ['overture', 'cancelled', 0, 0],
  ])
})

test('what cannot be is refused, with where', async (t) => {
  const { places } = await world(t)
  for (const [body, pointer] of [
    [{ provider: 'overpass', providers: ['osm-file'] }, '/providers'],
    [{ providers: [] }, '/providers'],
    [{ providers: ['osm-file', 'osm-file'] }, '/providers'],
    [{ providers: ['osm-file', 'bing'] }, '/providers/1'],
    [{ providers: ['osm-file', 'overture'], include: ['reviews'] }, '/include'],
  ] as const) {
    const answer = await places.post('/api/search', { query: '*', ...body })
    assert.equal(answer.status, 422, JSON.stringify(answer.body))
    assert.equal(answer.body.errors[0].pointer, pointer)
  }
})

test('an estimate has that of each provider, and those that have none now', async (t) => {
  const { places, broken } = await world(t)
  const ask = async (providers: readonly string[], more: object = {}) =>
    places.post('/api/search?estimate=true', { query: '*', location: TOWN, providers, ...more })
  const { status, body } = await ask(['osm-file', 'overture'])
  assert.equal(status, 200, JSON.stringify(body))
  const { sources = [], ...whole } = body as SearchEstimate
  assert.deepEqual(
    sources.map(({ provider, requests, places: counted, exact }) => [provider, requests, counted, exact]),
    [
      ['osm-file', 1, 2, true],
      ['overture', 2, 3, false],
    ],
  )
  // How many of the five are the same, only the search shows.
  assert.deepEqual(
    [whole.provider, whole.cells, whole.requests, whole.minRequests, whole.places, whole.minPlaces],
    [null, 2, 3, 3, null, 2],
  )
  assert.deepEqual(
    [whole.exact, whole.budget, whole.fitsBudget],
    [false, { maxRequests: null, maxSeconds: 21_600 }, true],
  )
  assert.deepEqual(
    whole.attribution.map(({ text }) => text),
    ['by osm-file', 'by overture'],
  )
  const tight = await ask(['osm-file', 'overture'], { budget: { maxRequests: 1 } })
  assert.deepEqual([tight.body.budget.maxRequests, tight.body.fitsBudget], [2, false])
  const one = (await ask(['overture'])).body as SearchEstimate
  assert.deepEqual([one.provider, one.requests, one.places], [null, 2, 3])

  broken.add('overture')
  const part = (await ask(['osm-file', 'overture'])).body as SearchEstimate
  assert.deepEqual(
    [part.sources?.length, part.requests, part.minRequests, part.seconds, part.fitsBudget],
    [1, null, 1, null, null],
  )
  assert.deepEqual(
    part.failed?.map(({ provider, error }) => [provider, error.code]),
    [['overture', 'source_unavailable']],
  )
  const none = await ask(['overture'])
  assert.equal(none.body.code, 'source_unavailable')
})

test('a schedule repeats the search of all its providers', async (t) => {
  const { places, begin } = await world(t)
  const { id } = await begin({ schedule: { everyMs: 3_600_000 } })
  const first = await places.ended(id)
  const href = first.links['schedule'] ?? ''
  const read = async () => (await places.get(href)).body as Schedule
  await places.db.execute(sql`update schedules set next_at = now() - interval '1 minute'`)
  while ((await read()).runs < 2) await delay(20)
  const [latest] = (await read()).latestRuns
  assert.ok(latest !== undefined)
  const second = await places.ended(latest.searchId)
  assert.deepEqual(bySource(second), [
    ['osm-file', 'succeeded', 2, 2],
    ['overture', 'succeeded', 3, 3],
  ])
  const { latestRuns } = await read()
  assert.deepEqual(
    latestRuns.map(({ searchId, complete, places: found }) => [searchId, complete, found]),
    [
      [second.id, true, second.counts.kept],
      [first.id, true, ((await places.get(`/api/search/${id}`)).body as Search).counts.kept],
    ],
  )
  assert.ok(second.counts.kept > 0)
})

test('the result of several providers is what is true of all of them', () => {
  const source = (provider: Provider, status: EndedSource['status']): EndedSource => ({
    provider,
    status,
    complete: status === 'succeeded',
    reasons: status === 'succeeded' ? [] : [{ code: 'cell_failed', detail: 'why', count: 1 }],
    error: null,
  })
  const result = (...states: EndedSource['status'][]) =>
    resultOf(states.map((status, at) => source(at === 0 ? 'osm-file' : 'overture', status))).status
  assert.equal(result('succeeded', 'succeeded'), 'succeeded')
  assert.equal(result('failed', 'failed'), 'failed')
  assert.equal(result('cancelled', 'cancelled'), 'cancelled')
  for (const other of ['failed', 'cancelled', 'partially_succeeded'] as const)
    assert.equal(result('succeeded', other), 'partially_succeeded')
})
