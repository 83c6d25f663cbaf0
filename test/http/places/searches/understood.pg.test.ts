import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Understood } from '#contract/places/understood.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const VEGAN_CAFES: Understood = {
  kind: 'category',
  categories: [{ id: 'amenity/cafe', label: 'Café' }],
  qualifiers: [{ id: 'vegan', label: 'with vegan food' }],
  names: [],
  location: null,
  corrections: [],
  ignored: [{ text: 'near me', reason: 'location' }],
  suggestions: [],
}

test('what was understood of a query is stored, shown, in the manifest, and asked for without a search', async (t) => {
  const provider = createMapProvider({
    places: [madePlace('node/1', { lat: 43.7, lng: 7.4 })],
    pageSize: 500,
    maxResults: null,
  })
  const suggestions = [{ query: 'cafes', count: 3 }]
  const asked: object[] = []
  let isEmpty = false
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => ({ ...provider.resolve(input), understood: VEGAN_CAFES }),
    search: (input) =>
      isEmpty
        ? {
            ...provider.search({ ...input, limit: 0 }),
            places: [],
            nextCursor: null,
            exhausted: true,
            understood: { ...VEGAN_CAFES, suggestions },
          }
        : { ...provider.search(input), understood: VEGAN_CAFES },
    understand: ({ query, ...more }) => {
      asked.push(more)
      if (query === 'nobody') throw new SurveyorError('queue_timeout', 'Nobody took it.')
      if (query === 'google')
        throw new SurveyorError('not_built_yet', 'This map provider reads queries itself.')
      return { provider: 'osm-file', understood: { ...VEGAN_CAFES, names: [query] } }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })

  const found = await places.ended(
    (await places.post('/api/search', { query: 'vegan cafes near me' })).body.id,
  )
  assert.deepEqual(found.understood, VEGAN_CAFES)
  assert.deepEqual(found.warnings, [])
  const manifest = await places.get(`/api/exports/${found.sessionId}?format=json`)
  assert.deepEqual(manifest.body.manifest.searches[0].understood, VEGAN_CAFES)

  isEmpty = true
  const empty = await places.ended((await places.post('/api/search', { query: 'vegan cafes' })).body.id)
  assert.deepEqual(empty.counts.kept, 0)
  assert.deepEqual(empty.understood?.suggestions, suggestions)

  const shown = await places.get('/api/search/understand?query=cafes')
  assert.deepEqual([shown.status, shown.body.understood.names], [200, ['cafes']])
  const refused = await places.get('/api/search/understand?query=google')
  assert.deepEqual([refused.status, refused.body.code], [501, 'not_built_yet'])
  const waited = await places.get('/api/search/understand?query=nobody')
  assert.deepEqual([waited.status, waited.body.code, waited.body.retryable], [504, 'queue_timeout', true])
  assert.match(waited.body.detail, /No worker has taken the query/)
  // Else crawl keeps a job that nobody waits for, and the caller learns of it after a minute.
  assert.ok(asked.every((more) => 'queueTimeoutMs' in more && more.queueTimeoutMs === 20_000))
  const nothing = await places.get('/api/search/understand')
  assert.deepEqual([nothing.status, nothing.body.errors[0].pointer], [422, '?query'])
  const unknown = await places.get('/api/search/understand?query=cafes&nothing=1')
  assert.ok(unknown.status >= 400 && unknown.status < 500)
})

test('the warnings of a plan reach the answer', async (t) => {
  const provider = createMapProvider({ places: [], pageSize: 500, maxResults: null })
  const warning = { code: 'query_words_ignored', detail: '"open now" was not asked for.' }
  const crawl = await startFakeCrawl(t, provider, { warnings: [warning] })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = await places.ended((await places.post('/api/search', { query: 'cafes open now' })).body.id)
  assert.deepEqual(search.warnings, [warning])
  assert.equal(search.understood, null)
})

test('what the answers for cells warn of comes once and beside all that the plan says', async (t) => {
  const here = { lat: 47.05, lng: 8.3 }
  const thin = { name: { provider: 'google', tier: 'thin', fetchedAt: '2026-02-01T00:00:00.000Z' } } as const
  const made = Array.from({ length: 4 }, (_, at) =>
    madePlace(`node/${at + 1}`, here, { name: `Café ${at}`, ...(at === 3 ? {} : { provenance: thin }) }),
  )
  const provider = createMapProvider({ places: made, pageSize: 2, maxResults: null })
  const planned = [
    { code: 'query_words_ignored', detail: '"open now" was not asked for.' },
    { code: 'query_words_ignored', detail: '"cheap" was not asked for.' },
  ]
  const rarely = { code: 'condition_seldom_recorded', detail: 'Few places say it.' }
  const crawl = await startFakeCrawl(
    t,
    {
      resolve: (input) => provider.resolve(input),
      search: (input) => ({
        ...provider.search(input),
        warnings: [...planned, rarely, { code: 'thin_places', detail: 'Places came thin.', count: 2 }],
      }),
    },
    { warnings: planned },
  )
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = await places.ended((await places.post('/api/search', { query: 'cafes' })).body.id)
  assert.deepEqual(search.warnings, [
    ...planned,
    rarely,
    { code: 'thin_places', detail: 'Places came thin.', count: 3 },
  ])
})
