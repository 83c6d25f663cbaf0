// What the page draws below its places: the answer of crawl as it came, and in any trouble a reason instead of an error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapsBasemapInput } from '#contract/places/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const PATH = '/page/basemap.json?west=9.5&south=47.1&east=9.6&north=47.2&zoom=13'

test('the page gets the roads of crawl, and is told why it gets none', async (t) => {
  const asked: MapsBasemapInput[] = []
  let isBroken = false
  const street = {
    type: 'Feature' as const,
    properties: { kind: 'street' as const, name: 'Städtle' },
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [9.52, 47.13],
        [9.53, 47.14],
      ],
    },
  }
  const crawl = await startFakeCrawl(t, {
    ...createMapProvider({ places: [], pageSize: 500, maxResults: null }),
    basemap(input) {
      asked.push(input)
      if (isBroken) throw new SurveyorError('source_unavailable', 'The extract is gone.')
      return { provider: 'osm-file', features: [street], complete: true, attribution: [] }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const found = await places.get(PATH)
  assert.deepEqual([found.status, found.body.features], [200, [street]])
  assert.equal(found.headers.get('cache-control'), 'private, max-age=600')
  assert.deepEqual(asked, [{ bbox: [9.5, 47.1, 9.6, 47.2], zoom: 13 }])

  isBroken = true
  const failed = await places.get(PATH)
  assert.deepEqual(
    [failed.status, failed.body],
    [200, { problem: 'source_unavailable', detail: 'The extract is gone.' }],
  )
  assert.equal(failed.headers.get('cache-control'), 'no-store', 'it is asked for again')
  await crawl.goAway()
  assert.equal((await places.get(PATH)).body.problem, 'crawl_unavailable')
  assert.equal((await places.get(`${PATH}0`)).status, 422)
  const { body } = await places.get('/openapi.json')
  assert.equal(
    Object.keys(body.paths).some((path) => path.startsWith('/page')),
    false,
  )
})

test('with keys it takes the scope of the list', async (t) => {
  const fixedKeys = [
    { name: 'reader', secret: 'the-reader-of-this-test-0001', scopes: ['places' as const] },
    { name: 'counter', secret: 'the-counter-of-this-test-001', scopes: ['stats' as const] },
  ]
  const places = await startTestPlaces(t, { fixedKeys })
  const statusFor = async (secret: string) =>
    (await places.get(PATH, { authorization: `Bearer ${secret}` })).status
  assert.equal((await places.get(PATH)).status, 401)
  assert.equal(await statusFor('the-counter-of-this-test-001'), 403)
  assert.equal(await statusFor('the-reader-of-this-test-0001'), 200)
})
