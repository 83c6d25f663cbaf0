import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

test('the service says what it is', async (t) => {
  const places = await startTestPlaces(t)
  const { status, body } = await places.get('/')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['name', 'version', 'description', 'endpoints'])
  assert.equal(body.version, '1.16.0')
  const groups = ['health', 'search', 'places', 'jobs', 'exports', 'browse', 'queue', 'enrich', 'webhooks']
  assert.deepEqual(Object.keys(body.endpoints), groups)
  assert.deepEqual((await places.get('/api')).body, body)
})

test('health tells the database from crawl', async (t) => {
  const places = await startTestPlaces(t)
  const { status, body } = await places.get('/health')
  assert.equal(status, 200)
  assert.equal(body.status, 'warn')
  assert.equal(body.checks.database.status, 'pass')
  assert.equal(body.checks.crawl.status, 'warn')
  assert.deepEqual(
    ['clock', 'disk', 'queue', 'workers', 'webhooks'].map((name) => body.checks[name].status),
    ['pass', 'pass', 'pass', 'pass', 'pass'],
  )
  assert.equal(body.pressure.maxConcurrent, 38)
  const ready = (await places.get('/health?probe=ready')).body
  assert.deepEqual([ready.status, Object.keys(ready.checks)], ['pass', ['database', 'disk']])
  assert.equal((await places.get('/health?probe=live')).body.status, 'pass')
})

test('health warns while the map data cannot be read, and serves', async (t) => {
  const provider = createMapProvider({ places: [], pageSize: 500, maxResults: null })
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const map = async () => {
    const { status, body } = await places.get('/health')
    assert.equal(status, 200)
    assert.equal((await places.get('/health?probe=ready')).body.status, 'pass')
    return { all: body.status, ...body.checks.map }
  }
  const search = async (more: object = {}) =>
    places.ended((await places.post('/api/search', { query: 'cafe', location: 'Monaco', ...more })).body.id)
  assert.deepEqual(await map(), { all: 'pass', status: 'pass', detail: null })

  const detail = 'The OSM file "monaco.osm.pbf" is damaged at byte 7: it ends there.'
  const fails = (code: ErrorCode) => () => {
    throw new SurveyorError(code, detail)
  }
  crawl.beforeResolve = fails('source_broken')
  const { completedAt } = await search()
  assert.deepEqual(await map(), {
    all: 'warn',
    status: 'warn',
    detail: `${detail} The search that ended at ${completedAt} found that.`,
  })
  // The search of another provider says nothing about the file.
  crawl.beforeResolve = () => undefined
  await search({ provider: 'overpass' })
  assert.equal((await map()).status, 'warn')
  await search()
  assert.equal((await map()).status, 'pass')
  crawl.beforeResolve = fails('unknown_area')
  await search()
  assert.equal((await map()).status, 'pass')
})

test('metrics and the description of the interface are there', async (t) => {
  const places = await startTestPlaces(t)
  assert.match((await places.get('/metrics')).text, /^surveyor_queue_jobs|^surveyor_build_info/m)
  const { body } = await places.get('/openapi.json')
  assert.match(body.openapi, /^3\.1/)
  assert.ok(body.paths['/api/search'].post.requestBody)
  assert.ok(body.paths['/api/exports/{sessionId}'].get)
})
