// The answers of POST /api/search: at once, after a requested wait, and for searches that are impossible.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discoverExtractors } from '#extract/discover.ts'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const PROVIDER = createMapProvider({
  places: [madePlace('node/1', { lat: 43.7, lng: 7.4 })],
  pageSize: 500,
  maxResults: null,
})

test('Prefer: wait=N answers with the ended search, and with 202 where it takes longer', async (t) => {
  const crawl = await startFakeCrawl(t, PROVIDER)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const search = async (prefer: string) => places.post('/api/search', { query: '*' }, { prefer })

  const ended = await search('wait=30')
  assert.equal(ended.status, 200, ended.text)
  assert.equal(ended.body.status, 'succeeded')
  assert.equal(ended.body.counts.kept, 1)
  assert.equal(ended.headers.get('preference-applied'), 'wait=30')
  assert.equal(ended.headers.get('location'), `/api/search/${ended.body.id}`)

  const held = Promise.withResolvers<void>()
  crawl.before = async () => held.promise
  const late = await search('wait=1')
  assert.equal(late.status, 202)
  assert.deepEqual(Object.keys(late.body), ['id', 'sessionId', 'status', 'links'])
  assert.equal(late.body.status, 'running', 'as it is at the end of the wait')
  assert.equal((await search('respond-async')).status, 202)
  held.resolve()
  assert.equal((await places.ended(late.body.id)).status, 'succeeded')
})

test('an unknown category, and everything of a map that has only words, are refused before anything is stored', async (t) => {
  const extractors = await discoverExtractors(new URL('../../../../src/extractors/', import.meta.url))
  const maps = extractors.find(({ name }) => name === 'maps')
  const places = await startTestPlaces(t, { checkSearch: async (body) => maps?.checkInput?.(body) })

  const category = await places.post('/api/search', { query: '*', categories: ['cafe', 'restaurnt'] })
  assert.equal(category.status, 422)
  assert.equal(category.body.errors[0].pointer, '/categories/1')
  assert.match(category.body.errors[0].detail, /did you mean 'restaurant'/)

  const google = await places.post('/api/search', { query: '*', provider: 'google' })
  assert.equal(google.status, 422)
  assert.equal(google.body.errors[0].pointer, '/query')

  const reviews = await places.post('/api/search', { query: 'x', provider: 'osm-file', include: ['reviews'] })
  assert.equal(reviews.status, 422)
  assert.equal(reviews.body.errors[0].pointer, '/include')

  const alone = await places.post('/api/search', { query: 'x', reviews: { maxPerPlace: 5 } })
  assert.equal(alone.status, 422)
  assert.equal(alone.body.errors[0].pointer, '/reviews')

  const stored = await places.db.query<{ n: string }>(sql`select count(*) as n from searches`)
  assert.equal(Number(stored[0]?.n), 0)
})

test('a query that names nothing is refused, and is no search that found nothing', async (t) => {
  const crawl = await startFakeCrawl(t, PROVIDER)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  for (const query of ['   ', '\u3000', '???', '-', '\u0000', '„“']) {
    const refused = await places.post('/api/search', { query })
    assert.equal(refused.status, 422, JSON.stringify(query))
    assert.deepEqual(refused.body.errors[0].pointer, '/query')
    assert.match(refused.body.errors[0].detail, /^Must be words, a category or a name, or `\*`\.$/)
    assert.equal((await places.post('/api/search?estimate=true', { query })).status, 422)
  }
  assert.deepEqual((await places.get('/api/browse/sessions')).body.items, [])
  for (const query of ['*', '☕', '7', 'カフェ', 'кафе?'])
    assert.equal((await places.post('/api/search', { query })).status, 202, query)
})
