import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const provider = createMapProvider({
  places: [madePlace('node/1', { lat: 1, lng: 1 })],
  pageSize: 20,
  maxResults: null,
})

test('a paused queue accepts a search and starts it when it is resumed', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  assert.equal((await places.get('/api/queue/status')).body.state, 'running')
  const paused = await places.post('/api/queue/pause', {})
  assert.deepEqual([paused.status, paused.body.state], [200, 'paused'])
  assert.equal((await places.get('/health')).body.status, 'warn')
  const { body } = await places.post('/api/search', { query: '*' })
  assert.equal((await places.get(`/api/search/${body.id}?waitMs=300`)).body.status, 'queued')
  assert.equal(crawl.searches.length, 0)
  const { counts, types } = (await places.get('/api/queue/status')).body
  assert.equal(counts.queued, 1)
  assert.deepEqual(
    types.map((entry: { type: string }) => entry.type),
    ['search.plan'],
  )
  assert.equal((await places.post('/api/queue/resume', {})).body.state, 'running')
  assert.equal((await places.ended(body.id)).status, 'succeeded')
})

test('a draining queue refuses new searches and finishes the accepted ones', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  crawl.before = async () => {
    asked.resolve()
    await answer.promise
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await asked.promise
  assert.equal((await places.post('/api/queue/drain', {})).body.state, 'draining')
  const refused = await places.post('/api/search', { query: '*' })
  assert.deepEqual([refused.status, refused.body.code], [503, 'draining'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(
    (await places.get('/api/browse/sessions')).body.items.length,
    1,
    'nothing of the refused one is stored',
  )
  answer.resolve()
  assert.equal((await places.ended(body.id)).status, 'succeeded')
  while ((await places.get('/api/queue/status')).body.state !== 'drained') {
    // It reads drained with the end of the last job.
  }
  assert.equal((await places.post('/api/queue/resume', {})).body.state, 'running')
  assert.equal((await places.post('/api/search', { query: '*' })).status, 202)
})

test('the loops of this process are its workers', async (t) => {
  const places = await startTestPlaces(t)
  const { status, body } = await places.get('/api/queue/workers')
  assert.equal(status, 200)
  assert.equal(body.items.length, 1)
  assert.equal(body.items[0].name, 'test')
  assert.equal(body.items[0].status, 'online')
  assert.deepEqual(body.items[0].capabilities.types.toSorted(), [
    'enrich.cancel',
    'enrich.check',
    'enrich.send',
    'merges.find',
    'place.details',
    'places.reparse',
    'search.cell',
    'search.plan',
  ])
  assert.equal(body.nextCursor, null)
})

test('a body that nobody asked for is refused', async (t) => {
  const places = await startTestPlaces(t)
  const { status, body } = await places.post('/api/queue/pause', { for: 5 })
  assert.deepEqual([status, body.errors[0].pointer], [422, '/for'])
  assert.equal((await places.get('/api/queue/status')).body.state, 'running')
})

test('the jobs of a search are listed, newest first, and looked at', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await places.ended(body.id)
  const { items } = (await places.get('/api/jobs')).body
  assert.deepEqual(
    items.map((job: { type: string }) => job.type),
    ['search.cell', 'search.plan'],
  )
  assert.equal(items[0].parentId, items[1].id)
  assert.equal('result' in items[0], false)
  const one = await places.get(`/api/jobs/${items[0].id}?waitMs=5000`)
  assert.deepEqual([one.status, one.body.status, one.body.result], [200, 'succeeded', { end: 'done' }])
  assert.equal((await places.get(`/api/jobs?type=search.plan&limit=1`)).body.items.length, 1)
  assert.equal((await places.get(`/api/jobs?status=failed`)).body.items.length, 0)
  assert.equal((await places.get(`/api/jobs?parentId=${items[1].id}`)).body.items.length, 1)
  const first = (await places.get('/api/jobs?limit=1')).body
  assert.equal(
    (await places.get(`/api/jobs?limit=1&cursor=${first.nextCursor}`)).body.items[0].type,
    'search.plan',
  )
  assert.equal((await places.get('/api/jobs?status=ready')).status, 422)
  assert.equal((await places.get('/api/jobs?cursor=nonsense')).body.code, 'invalid_cursor')
  for (const id of ['job_01920000-0000-7000-8000-000000000000', 'x']) {
    assert.equal((await places.get(`/api/jobs/${id}`)).body.code, 'not_found')
  }
})
