// What a single place shows on request: the tags as mappers wrote them, and its outline.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const HERE = { lat: 47.05, lng: 8.3 }
const OUTLINE = {
  type: 'Polygon',
  coordinates: [
    [
      [8.29, 47.04],
      [8.31, 47.04],
      [8.31, 47.06],
      [8.29, 47.04],
    ],
  ],
}
const TAGS = { amenity: 'cafe', name: 'Krone', 'survey:date': '2025-05-05' }

test('tags and geometry are shown on request alone, from the kept payload', async (t) => {
  const provider = createMapProvider({
    places: [
      {
        ...madePlace('way/1', HERE, { name: 'Krone' }),
        raw: { type: 'way', id: 1, tags: TAGS, shape: OUTLINE },
      },
      { ...madePlace('node/2', HERE, { name: 'Post' }), raw: null },
    ],
    pageSize: 500,
    maxResults: null,
    areas: { Altdorf: { bbox: [8, 47, 9, 48] } },
  })
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => provider.resolve(input),
    search: (input) => provider.search(input),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body: search } = await places.post('/api/search', { query: '*', location: 'Altdorf' })
  await places.ended(search.id)
  const { items } = (await places.get('/api/places?sort=name')).body
  const [krone, post] = items
  assert.deepEqual([krone.name, post.name], ['Krone', 'Post'])

  const plain = (await places.get(`/api/places/${krone.id}`)).body
  assert.ok(!('tags' in plain) && !('geometry' in plain))
  const whole = (await places.get(`/api/places/${krone.id}?include=tags,geometry`)).body
  assert.deepEqual([whole.tags, whole.geometry], [TAGS, OUTLINE])
  const tags = (await places.get(`/api/places/${krone.id}?include=tags`)).body
  assert.deepEqual([tags.tags, 'geometry' in tags], [TAGS, false])
  const none = (await places.get(`/api/places/${post.id}?include=tags,geometry`)).body
  assert.deepEqual([none.tags, none.geometry], [null, null])

  const wrong = await places.get(`/api/places/${krone.id}?include=photos`)
  assert.equal(wrong.status, 422)
  const missing = await places.get('/api/places/plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89?include=tags')
  assert.equal(missing.status, 404)
})
