// A source that says of every answer that it was cut: how long a search believes that less area would help.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Search } from '#contract/places/search.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider, type MapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const REMARK = 'runtime error: Query timed out in "query" at line 1 after 61 seconds.'
/** About one kilometre and nine, in square. */
const ONE: Bbox = [7.4, 43.7, 7.4124, 43.709]
const NINE: Bbox = [7.4, 43.7, 7.4373, 43.727]
const LARGE: Bbox = [7, 43, 8, 44]

function town(box: Bbox, count: number) {
  const [west, south, east, north] = box
  return Array.from({ length: count }, (_, i) =>
    madePlace(`node/${i + 1}`, {
      lat: south + ((north - south) * ((i * 37) % count)) / count,
      lng: west + ((east - west) * ((i * 91) % count)) / count,
    }),
  )
}

async function searchOf(t: TestContext, provider: MapProvider, box: Bbox): Promise<Search> {
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*', location: { bbox: box } })
  return places.ended(body.id)
}

function alwaysCut(box: Bbox, count: number): MapProvider {
  const provider = createMapProvider({ places: town(box, count), pageSize: 500, maxResults: null })
  return {
    ...provider,
    search: (input) => ({ ...provider.search(input), exhausted: false, partialReason: REMARK }),
  }
}

for (const [name, box, count, max] of [
  ['one square kilometre', ONE, 200, 43],
  ['one square kilometre without places', ONE, 0, 43],
  ['nine square kilometres', NINE, 400, 43],
  ['a large area', LARGE, 400, 43],
  ['a large area without places', LARGE, 0, 43],
] as const) {
  test(`a remark on every answer, ${name}: at most ${max} requests, and never complete`, async (t) => {
    const search = await searchOf(t, alwaysCut(box, count), box)
    t.diagnostic(`${search.counts.requests} requests`)
    assert.deepEqual([search.status, search.complete], ['partially_succeeded', false])
    assert.equal(search.counts.kept, count)
    assert.ok(search.counts.requests <= max, `${search.counts.requests} requests`)
    assert.ok(search.reasons.some(({ code, detail }) => code === 'provider_partial' && detail === REMARK))
  })
}

test('a source that holds no data there has not found everything there is', async (t) => {
  const provider = createMapProvider({ places: [], pageSize: 500, maxResults: null })
  const search = await searchOf(
    t,
    {
      ...provider,
      search: (input) => ({
        ...provider.search(input),
        exhausted: false,
        partialReason: 'No data here.',
        noData: true,
      }),
    },
    NINE,
  )
  assert.deepEqual(
    [search.status, search.complete, search.counts.requests],
    ['partially_succeeded', false, 1],
  )
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['no_data'],
  )
})

test('a source sets the requests of a search that sets none', async (t) => {
  const provider = createMapProvider({ places: town(NINE, 300), pageSize: 20, maxResults: null })
  const limited: MapProvider = {
    ...provider,
    resolve: (input) => {
      const answer = provider.resolve(input)
      return { ...answer, limits: { ...answer.limits, maxRequests: 4 } }
    },
  }
  const search = await searchOf(t, limited, NINE)
  assert.deepEqual([search.complete, search.counts.requests], [false, 4])
  assert.deepEqual(
    search.reasons.map(({ code }) => code),
    ['budget_requests'],
  )
})
