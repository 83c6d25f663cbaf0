// What happens to stored places that the map no longer shows, or shows as former places.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import type { Location } from '#contract/places/location.ts'
import type { CreateSearchBody } from '#contract/places/search.ts'
import { circleBbox } from '#kit/geo/geometry.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider, OSM_ATTRIBUTION } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const HERE = { lat: 47.05, lng: 8.3 }
const asOf = (day: string, place: MapPlace): MapPlace => ({
  ...place,
  provenance: { location: { provider: 'osm-file', tier: 'tag', fetchedAt: `${day}T00:00:00.000Z` } },
})

/** As a provider resolves what is so far around Krone. */
function around(radiusM: number) {
  return {
    kind: 'landmark' as const,
    name: 'Krone',
    source: 'osm:node/1',
    bbox: circleBbox(HERE, radiusM),
    circle: { ...HERE, radiusM },
  }
}

/** A map whose content each search sees as it is at that moment. */
async function startMap(t: TestContext) {
  const map = {
    day: '2026-01-01',
    places: [] as MapPlace[],
    closed: [] as MapPlace[],
    files: ['region.osm.pbf'],
  }
  const provider = () =>
    createMapProvider({
      places: map.places.map((place) => asOf(map.day, place)),
      pageSize: 500,
      maxResults: null,
      areas: {
        Altdorf: { bbox: [8, 47, 9, 48] },
        // A landmark with as much around it as the text asks for.
        ...Object.fromEntries([200, 500].map((radiusM) => [`${radiusM} m around Krone`, around(radiusM)])),
      },
    })
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => ({
      ...provider().resolve(input),
      attribution: map.files.map((file) => ({ ...OSM_ATTRIBUTION, file })),
    }),
    search(input) {
      const answer = provider().search(input)
      if (input.withClosed !== true) return answer
      const closed = map.closed.map((place) => asOf(map.day, place))
      return { ...answer, places: [...answer.places, ...closed], closed: closed.length }
    },
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  return {
    map,
    places,
    async search(body: CreateSearchBody) {
      const { body: accepted } = await places.post('/api/search', body)
      return places.ended(accepted.id)
    },
    /** For each stored place: its status and its number of changes. */
    async stored(): Promise<Record<string, [status: string, changes: number]>> {
      const { items } = (await places.get('/api/places?limit=500')).body as {
        items: (MapPlace & { changes: number })[]
      }
      return Object.fromEntries(
        items.map(({ name, status, changes }) => [name, [status, changes] as [string, number]]),
      )
    },
  }
}

const KRONE = madePlace('node/1', HERE, { name: 'Krone' })
const POST = madePlace('node/2', HERE, { name: 'Post' })
const ADLER = madePlace('node/3', HERE, { name: 'Adler' })

/** A merge of two places that a caller proposes; `decide` accepts or undoes it. */
async function proposedMerge(
  places: Awaited<ReturnType<typeof startTestPlaces>>,
  ids: readonly [string, string],
) {
  const [placeId, otherId] = await Promise.all(
    ids.map(async (id) => (await places.get(`/api/places/${id}`)).body.id as string),
  )
  const { body: merge } = await places.post('/api/merges', { placeId, otherId })
  const decide = async (decision: 'accept' | 'undo') => {
    const { status, body } = await places.post(`/api/merges/${merge.id}/${decision}`, {})
    assert.equal(status, 200, JSON.stringify(body))
  }
  return { placeId, otherId, decide }
}

test('a stored place that was one once is closed; one that never was stored stays unknown to us', async (t) => {
  const { map, search, stored } = await startMap(t)
  map.places = [KRONE, POST]
  await search({ query: '*', location: 'Altdorf' })
  map.places = [KRONE]
  map.closed = [
    { ...POST, status: 'permanently_closed' },
    { ...ADLER, status: 'permanently_closed' },
  ]
  const { counts, complete } = await search({ query: 'cafes', location: 'Altdorf' })
  assert.deepEqual([counts.raw, counts.kept, complete], [1, 1, true])
  assert.deepEqual(await stored(), { Krone: ['unknown', 0], Post: ['permanently_closed', 1] })
})

test('what a repeated search for everything finds no more is closed, and opens when it comes back', async (t) => {
  const { map, search, stored } = await startMap(t)
  map.places = [KRONE, POST, ADLER]
  await search({ query: '*', location: 'Altdorf' })
  map.places = [KRONE]

  // Each of these says nothing of what it did not find.
  await search({ query: 'cafes', location: 'Altdorf' })
  await search({ query: '*', location: 'Altdorf', limit: 1 })
  await search({ query: '*', location: 'Altdorf', categories: ['amenity/cafe'] })
  await search({ query: '*', location: { bbox: [8.2, 47, 9, 48] } })
  map.day = '2025-12-31'
  await search({ query: '*', location: 'Altdorf' })
  const open = { Krone: ['unknown', 0], Post: ['unknown', 0], Adler: ['unknown', 0] }
  assert.deepEqual(await stored(), open)

  map.day = '2026-02-01'
  map.places = [KRONE, POST, ADLER]
  await search({ query: '*', location: 'Altdorf' })
  map.day = '2026-03-01'
  map.places = [KRONE, ADLER]
  await search({ query: '*', location: 'Altdorf' })
  const closed = { Krone: ['unknown', 0], Post: ['permanently_closed', 1], Adler: ['unknown', 0] }
  assert.deepEqual(await stored(), closed)
  map.places = [KRONE, POST, ADLER]
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await stored(), { ...closed, Post: ['unknown', 2] })
})

test('what lies outside of a search is not closed by it, however near the two areas are', async (t) => {
  const { map, search, stored } = await startMap(t)
  // Some 330 m apart.
  map.places = [KRONE, madePlace('node/2', { lat: 47.053, lng: 8.3 }, { name: 'Post' })]
  const open = { Krone: ['unknown', 0], Post: ['unknown', 0] }
  const square = (from: number, to: number): [number, number][] => [
    [8.3 + from, 47.05 + from],
    [8.3 + to, 47.05 + from],
    [8.3 + to, 47.05 + to],
    [8.3 + from, 47.05 + to],
    [8.3 + from, 47.05 + from],
  ]
  const polygon = (...rings: [number, number][][]) => ({ type: 'Polygon' as const, coordinates: rings })
  const areas: [Location, Location][] = [
    [
      { ...HERE, radiusM: 500 },
      { ...HERE, radiusM: 200 },
    ],
    [
      { ...HERE, radiusM: 200 },
      { lat: 47.053, lng: 8.3, radiusM: 200 },
    ],
    [{ bbox: [8.29, 47.04, 8.31, 47.06] }, { bbox: [8.29, 47.04, 8.31, 47.052] }],
    [polygon(square(-0.01, 0.01)), polygon(square(-0.01, 0.01), square(-0.001, 0.005))],
    ['500 m around Krone', '200 m around Krone'],
  ]
  for (const [larger, smaller] of areas) {
    for (const location of [larger, smaller]) {
      const { complete, counts } = await search({ query: '*', location })
      assert.equal(complete, true, JSON.stringify([location, counts]))
    }
    assert.deepEqual(await stored(), open, JSON.stringify([larger, smaller]))
  }

  map.places = [KRONE]
  await search({ query: '*', location: '200 m around Krone' })
  assert.deepEqual(await stored(), open)
  await search({ query: '*', location: '500 m around Krone' })
  assert.deepEqual(await stored(), { ...open, Post: ['permanently_closed', 1] })
})

test('what was taken off the map and drawn again is open as one place, and each is as it was when they are parted', async (t) => {
  const { map, search, places } = await startMap(t)
  const redrawn = madePlace('node/9', { lat: 47.0501, lng: 8.3 }, { name: 'Krone' })
  const shown = async () => {
    const { items } = (await places.get('/api/places?sort=name')).body as {
      items: (MapPlace & { id: string; missingSince: string | null })[]
    }
    return items.map(({ status, missingSince, location: { lat } }) => ({ status, missingSince, lat }))
  }
  map.places = [KRONE, POST]
  await search({ query: '*', location: 'Altdorf' })
  map.places = [redrawn, POST]
  await search({ query: '*', location: 'Altdorf' })
  const before = await shown()
  assert.deepEqual(
    before.map(({ status, missingSince }) => [status, missingSince !== null]),
    [
      ['permanently_closed', true],
      ['unknown', false],
      ['unknown', false],
    ],
  )
  const { decide } = await proposedMerge(places, ['osm:node/1', 'osm:node/9'])
  await decide('accept')
  const open = { status: 'unknown', missingSince: null, lat: 47.0501 }
  assert.deepEqual((await shown())[0], open, 'as the map draws it now')
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual((await shown())[0], open)

  await decide('undo')
  assert.deepEqual(await shown(), before)
  await decide('accept')
  assert.deepEqual((await shown())[0], open)

  map.places = [POST]
  await search({ query: '*', location: 'Altdorf' })
  const [closed] = await shown()
  assert.deepEqual([closed?.status, closed?.missingSince === null], ['permanently_closed', false])
  await decide('undo')
  assert.deepEqual(
    (await shown()).map(({ status, missingSince }) => [status, missingSince !== null]),
    [
      ['permanently_closed', true],
      ['permanently_closed', true],
      ['unknown', false],
    ],
  )
  map.places = [KRONE, redrawn, POST]
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(
    (await shown()).map(({ status, missingSince }) => [status, missingSince]),
    [
      ['unknown', null],
      ['unknown', null],
      ['unknown', null],
    ],
  )
})

test('of two records of a place, the one that the map drops counts last, and first again when it is back', async (t) => {
  const { map, search, places } = await startMap(t)
  const old = madePlace('node/1', HERE, {
    name: 'Krone',
    website: 'https://old.example/',
    phone: '+41413101010',
  })
  const redrawn = madePlace(
    'node/9',
    { lat: 47.0501, lng: 8.3 },
    { name: 'Krone am See', website: 'https://new.example/' },
  )
  map.places = [old, POST]
  await search({ query: '*', location: 'Altdorf' })
  map.places = [old, redrawn, POST]
  await search({ query: '*', location: 'Altdorf' })
  const { placeId, otherId, decide } = await proposedMerge(places, ['osm:node/1', 'osm:node/9'])
  const shown = async (id = placeId) => {
    const { body } = await places.get(`/api/places/${id}`)
    return [body.name, body.website, body.phone, body.status, body.missingSince !== null]
  }
  await decide('accept')
  const both = ['Krone', 'https://old.example/', '+41413101010', 'unknown', false]
  const left = ['Krone am See', 'https://new.example/', '+41413101010', 'unknown', false]
  assert.deepEqual(await shown(), both)
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), both)

  map.places = [redrawn, POST]
  await search({ query: 'cafes', location: 'Altdorf' })
  assert.deepEqual(await shown(), both, 'a search for some says nothing about the others')
  map.day = '2026-02-01'
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), left)
  const { items } = (await places.get(`/api/places/${placeId}/history`)).body as {
    items: { source: string; field: string; from: unknown; to: unknown }[]
  }
  assert.deepEqual(
    items.flatMap(({ source, field, from, to }) =>
      source === 'vanished' && field === 'website' ? [[from, to]] : [],
    ),
    [['https://old.example/', 'https://new.example/']],
  )
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), left)

  await decide('undo')
  assert.deepEqual(await shown(), [
    'Krone',
    'https://old.example/',
    '+41413101010',
    'permanently_closed',
    true,
  ])
  assert.deepEqual(await shown(otherId), ['Krone am See', 'https://new.example/', null, 'unknown', false])
  await decide('accept')
  assert.deepEqual(await shown(), left)
  map.places = [old, redrawn, POST]
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), both)

  // The younger one is dropped: nothing that is shown was its own.
  map.places = [old, POST]
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), both)
  map.places = [POST]
  await search({ query: '*', location: 'Altdorf' })
  assert.deepEqual(await shown(), [...both.slice(0, 3), 'permanently_closed', true])
})

test('a search of older data than the one before says so', async (t) => {
  const { map, search, stored } = await startMap(t)
  const codes = async (body: Partial<CreateSearchBody> = {}) => {
    const { warnings } = await search({ query: '*', location: 'Altdorf', ...body })
    return warnings.map(({ code }) => code)
  }
  map.day = '2026-02-01'
  map.places = [KRONE, POST]
  assert.deepEqual(await codes(), [])
  map.day = '2026-03-01'
  map.places = [KRONE]
  assert.deepEqual(await codes(), [])

  // The extract is replaced by the one before: nothing is closed, and what is there again is open again.
  map.day = '2026-02-01'
  map.places = [POST, ADLER]
  const { warnings, complete } = await search({ query: '*', location: 'Altdorf' })
  assert.equal(complete, true)
  assert.deepEqual(
    warnings.map(({ code, count }) => [code, count]),
    [['older_data', undefined]],
  )
  assert.match(warnings[0]?.detail ?? '', /is of 2026-02-01T00:00Z, and .* of 2026-03-01T00:00Z:/)
  assert.deepEqual(await stored(), { Krone: ['unknown', 0], Post: ['unknown', 2], Adler: ['unknown', 0] })

  assert.deepEqual(await codes({ location: { bbox: [8.2, 47, 8.5, 47.5] } }), ['older_data'])
  assert.deepEqual(await codes({ location: { bbox: [9.5, 47, 9.9, 47.5] } }), [], 'another area')
  // A day that all of more extracts have says less about each of them.
  map.files = ['region.osm.pbf', 'neighbour.osm.pbf']
  assert.deepEqual(await codes(), [])
  map.files = ['region.osm.pbf']
  map.day = '2026-03-01'
  assert.deepEqual(await codes(), [])
  // One that finds nothing has no day, and is not the one to compare with.
  map.places = []
  await codes()
  map.places = [POST]
  await codes()
  assert.deepEqual((await stored())['Adler'], ['permanently_closed', 1])
})

test('what only an extract had that was taken away is not closed', async (t) => {
  const { map, search, stored } = await startMap(t)
  map.places = [KRONE, POST]
  await search({ query: '*', location: 'Altdorf' })
  map.files = ['region.osm.pbf', 'neighbour.osm.pbf']
  map.places = [KRONE, POST, ADLER]
  await search({ query: '*', location: 'Altdorf' })

  map.files = ['region-of-march.osm.pbf']
  map.places = [KRONE]
  await search({ query: '*', location: 'Altdorf' })
  const left = { Krone: ['unknown', 0], Post: ['permanently_closed', 1], Adler: ['unknown', 0] }
  assert.deepEqual(
    await stored(),
    left,
    'the search before it by as many extracts is the one that it follows',
  )
})

test('the jobs of a search name it and its cells by their typed ids', async (t) => {
  const { map, search, places } = await startMap(t)
  map.places = [KRONE]
  const { id } = await search({ query: '*' })
  const { items } = (await places.get('/api/jobs')).body as { items: { id: string; input: object }[] }
  assert.equal(items.length, 2)
  for (const job of items) {
    const one = (await places.get(`/api/jobs/${job.id}`)).body as typeof job
    for (const { input } of [job, one]) {
      const { searchId, cellId, ...rest } = input as { searchId: string; cellId?: string }
      assert.deepEqual([searchId, rest], [id, {}])
      if (cellId !== undefined) assert.match(cellId, /^cel_[0-9a-f-]{36}$/)
    }
  }
})
