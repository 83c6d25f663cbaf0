// The provider as the maps extractor uses it, against replayed servers.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import type { OsmElement } from '#extractors/maps/osm/osm-element.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { startNominatim } from '#test/support/maps/nominatim-server.ts'
import {
  startOverpassServer,
  type OverpassServer,
  type OverpassServerOptions,
} from '#test/support/maps/overpass-server.ts'
import { runOverpassQuery, type ReplayElement } from '#test/support/maps/overpass-query.ts'
import { recordedPair } from '#test/support/maps/recorded-pairs.ts'
import { replayContext, replayHost } from '#test/support/maps/replay-host.ts'
import { createOverpassProvider } from './overpass-provider.ts'
import { buildQuery } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { readQuery } from '#extractors/maps/providers/overpass/search/read-query.ts'

const MONACO = 'monaco-2021/union-many-keys'
const RECORDED = skipWithout(`data/overpass/${MONACO}.json`)
const MONACO_BOX: [number, number, number, number] = [7.4, 43.72, 7.45, 43.76]

interface Started {
  readonly provider: MapProvider
  readonly server: OverpassServer
  search(input: MapsSearchInput): Promise<MapsSearchOutput>
  /** Over all pages. */
  names(input: MapsSearchInput): Promise<string[]>
}

async function start(t: TestContext, options: OverpassServerOptions): Promise<Started> {
  const server = await startOverpassServer(t, options)
  const nominatim = await startNominatim(t, {
    monaco: {
      osmType: 'relation',
      osmId: 1124039,
      category: 'boundary',
      type: 'administrative',
      bbox: MONACO_BOX,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [7.4, 43.72],
            [7.45, 43.72],
            [7.45, 43.76],
            [7.4, 43.76],
            [7.4, 43.72],
          ],
        ],
      },
      countryCode: 'mc',
    },
  })
  const host = replayHost(t, { overpassUrl: server.url, nominatimUrl: nominatim.origin })
  const provider = createOverpassProvider(host)
  const search = async (input: MapsSearchInput) => (await provider.search(input, replayContext(host))).data
  return {
    provider,
    server,
    search,
    async names(input) {
      const names: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: MapsSearchOutput = await search(cursor === undefined ? input : { ...input, cursor })
        names.push(...page.places.map(({ name, source }) => name ?? source.id))
        cursor = page.nextCursor
        if (cursor === null) assert.ok(page.exhausted)
      }
      return names
    },
  }
}

function elementsOf(name: string): OsmElement[] {
  return (JSON.parse(recordedPair(name).body) as { elements: OsmElement[] }).elements
}

const cafe = (id: number, lat: number, lon: number, tags: Record<string, string>): OsmElement => ({
  type: 'node',
  id,
  lat,
  lon,
  tags: { amenity: 'cafe', ...tags },
})

test('every named place of Monaco, page by page, out of one query', { skip: RECORDED }, async (t) => {
  const { server, names } = await start(t, { elements: elementsOf(MONACO) })
  const found = await names({ query: '*', location: { bbox: [7, 43, 8, 44] }, limit: 100 })
  assert.equal(found.length, 589)
  assert.equal(server.queries.length, 1)
})

test('what the server gives no position of is counted and named', async (t) => {
  const lost: OsmElement = { type: 'way', id: 7, tags: { amenity: 'cafe', name: 'Lost' } }
  const elements = [cafe(1, 43.73, 7.42, { name: 'Here' }), lost]
  const body = JSON.stringify({ osm3s: { timestamp_osm_base: '2026-01-01T00:00:00Z' }, elements })
  const { search } = await start(t, {
    respond: () => ({ status: 200, contentType: 'application/json', body }),
  })
  const page = await search({ query: 'cafes', location: { bbox: MONACO_BOX } })
  assert.deepEqual(
    page.places.map(({ name }) => name),
    ['Here'],
  )
  assert.deepEqual([page.unplaced, page.exhausted], [1, true])
  assert.equal(page.partialReason, 'The server gave no position of 1 that match: osm:way/7.')
})

test('every named place of Liechtenstein', { skip: RECORDED }, async (t) => {
  const { search } = await start(t, { respond: () => recordedPair('liechtenstein-2021/all-places-area') })
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const page: MapsSearchOutput = await search({
      query: '*',
      location: { bbox: [9.4, 47, 9.7, 47.3] },
      limit: 500,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { source } of page.places) ids.add(source.id)
    cursor = page.nextCursor
  } while (cursor !== null)
  assert.equal(ids.size, 674)
})

test(
  'a place has what its tags say, where it came from, and who must be named',
  { skip: RECORDED },
  async (t) => {
    const { search } = await start(t, { elements: elementsOf(MONACO) })
    const { places, attribution, provider } = await search({ query: 'cafes', location: { bbox: MONACO_BOX } })
    assert.equal(provider, 'overpass')
    assert.deepEqual(
      attribution.map(({ text, license }) => [text, license]),
      [['© OpenStreetMap contributors', 'ODbL 1.0']],
    )
    assert.ok(places.length > 0)
    for (const place of places) {
      assert.ok(place.categories.some(({ id }) => id === 'amenity/cafe'))
      assert.equal(place.source.provider, 'overpass')
      assert.equal(place.provenance['name']?.fetchedAt, '2026-01-02T03:04:05Z')
    }
  },
)

test('kinds of places, names, and both', async (t) => {
  const { names } = await start(t, {
    elements: [
      cafe(1, 10, 10, { name: 'Café de Flore' }),
      cafe(2, 10, 10.001, { name: 'Ost' }),
      cafe(3, 10, 10.002, { name: 'Tee; Ost', amenity: 'bar; cafe' }),
      cafe(4, 10, 10.003, {}),
      cafe(5, 10, 10.004, { name: 'Napoli', amenity: 'restaurant', cuisine: 'Pizza;ice cream' }),
      cafe(6, 10, 10.005, { name: 'Eßzimmer Straßner', amenity: 'restaurant' }),
      cafe(7, 10, 10.006, { name: 'Müller', 'name:ru': 'Мюллер', amenity: 'pharmacy' }),
      { type: 'way', id: 8, center: { lat: 10, lon: 10.007 }, tags: { amenity: 'toilets' } },
      {
        type: 'way',
        id: 9,
        center: { lat: 10, lon: 10.008 },
        tags: { highway: 'residential', name: 'Flore' },
      },
      cafe(10, 10, 10.009, { name: 'Laden', amenity: 'x', 'addr:street': 'Rue de Flore', brand: 'Kette' }),
    ],
  })
  const location = { bbox: [9, 9, 11, 11] as [number, number, number, number] }
  const found = async (query: string, more: Partial<MapsSearchInput> = {}) =>
    (await names({ query, location, ...more })).toSorted()
  assert.deepEqual(await found('cafes'), ['Café de Flore', 'Ost', 'Tee; Ost'])
  assert.deepEqual(await found('amenity/bar'), ['Tee; Ost'])
  assert.deepEqual(await found('cafe de flore'), ['Café de Flore'])
  assert.deepEqual(await found('FLORE'), ['Café de Flore', 'Laden'])
  assert.deepEqual(await found('kette'), ['Laden'])
  assert.deepEqual(await found('strassner'), ['Eßzimmer Straßner'])
  assert.deepEqual(await found('mueller'), ['Müller'])
  assert.deepEqual(await found('Muller'), ['Müller'])
  assert.deepEqual(await found('мюллер'), ['Müller'])
  assert.deepEqual(await found('pizza restaurant'), ['Napoli'])
  assert.deepEqual(await found('cuisine/ice_cream'), ['Napoli'])
  assert.deepEqual(await found('toilets'), ['way/8'])
  assert.deepEqual(await found('nothing like this'), [])
  assert.deepEqual(await found('*', { categories: ['pharmacy', 'restaurant'] }), [
    'Eßzimmer Straßner',
    'Müller',
    'Napoli',
  ])
})

test('where: a circle by distance, a polygon with its hole, a name, a box over the antimeridian', async (t) => {
  const { search } = await start(t, {
    elements: [
      cafe(1, 43.74, 7.42, { name: 'In' }),
      cafe(2, 43.75, 7.42, { name: 'Near' }),
      cafe(3, 43.9, 7.42, { name: 'Out' }),
      cafe(4, 0, 179.9, { name: 'West' }),
      cafe(5, 0, -179.9, { name: 'East' }),
    ],
  })
  const found = async (location: NonNullable<MapsSearchInput['location']>, query = 'cafes') =>
    (await search({ query, location })).places.map(({ name }) => name)
  assert.deepEqual(await found({ lat: 43.751, lng: 7.42, radiusM: 2_000 }), ['Near', 'In'])
  const box = [
    [7.3, 43.7],
    [7.5, 43.7],
    [7.5, 43.8],
    [7.3, 43.8],
    [7.3, 43.7],
  ]
  const hole = [
    [7.41, 43.745],
    [7.43, 43.745],
    [7.43, 43.755],
    [7.41, 43.755],
    [7.41, 43.745],
  ]
  assert.deepEqual(await found({ type: 'Polygon', coordinates: [box, hole] }), ['In'])
  for (const location of ['Monaco', 'ganz Monaco', 'greater Monaco (Principality)'])
    assert.deepEqual(await found(location), ['In', 'Near'], location)
  assert.deepEqual(await found({ bbox: [179, -1, -179, 1] }), ['West', 'East'])
  assert.deepEqual(await found({ bbox: [7, 43, 8, 44] }, 'cafes in Monaco'), ['In', 'Near'])
})

const ROAD: OsmElement = {
  type: 'way',
  id: 99,
  center: { lat: 43.74, lon: 7.42 },
  tags: { highway: 'residential' },
}

test('an unknown area is an error, an area without such places is an empty answer', async (t) => {
  const { search } = await start(t, { elements: [ROAD] })
  await assert.rejects(search({ query: '*', location: 'Nowhere at all' }), { code: 'unknown_area' })
  const { places, exhausted, partialReason } = await search({ query: '*', location: 'Monaco' })
  assert.deepEqual({ places, exhausted, partialReason }, { places: [], exhausted: true, partialReason: null })
})

test('a park around the whole circle, or the whole box, is found where its middle lies', async (t) => {
  const ring = (radius: number) =>
    Array.from({ length: 25 }, (_, i) => ({
      lat: 43.74 + radius * Math.sin((i * Math.PI) / 12),
      lon: 7.42 + radius * Math.cos((i * Math.PI) / 12),
    }))
  const park = (id: number, radius: number, name: string): ReplayElement => ({
    type: 'way',
    id,
    geometry: ring(radius),
    tags: { leisure: 'park', name },
  })
  // Some 500 m and 1.2 km from the middle to the outline.
  const { search } = await start(t, { elements: [park(1, 0.005, 'Near'), park(2, 0.012, 'Far')] })
  const found = async (location: NonNullable<MapsSearchInput['location']>) =>
    (await search({ query: 'parks', location })).places.map(({ name }) => name).toSorted()
  assert.deepEqual(await found({ lat: 43.74, lng: 7.42, radiusM: 200 }), ['Far', 'Near'])
  assert.deepEqual(await found({ bbox: [7.4185, 43.7385, 7.4215, 43.7415] }), ['Far', 'Near'])
  // Beside the middle the parks are near by, and not there.
  assert.deepEqual(await found({ lat: 43.743, lng: 7.42, radiusM: 100 }), [])
  assert.deepEqual(await found({ bbox: [7.4215, 43.7415, 7.423, 43.743] }), [])
})

test('nothing found where the server knows nothing at all is no complete answer', async (t) => {
  const { search, server } = await start(t, { elements: [ROAD, cafe(1, 43.74, 7.42, { name: 'In' })] })
  const [there, elsewhere] = [{ bbox: MONACO_BOX }, { bbox: [20, 10, 20.1, 10.1] as typeof MONACO_BOX }]
  const empty = await search({ query: 'pharmacies', location: there })
  assert.deepEqual([empty.exhausted, empty.partialReason, empty.noData], [true, null, undefined])
  assert.equal(server.queries.length, 2)
  const nothing = await search({ query: '*', location: elsewhere })
  assert.deepEqual([nothing.places, nothing.exhausted, nothing.noData], [[], false, true])
  assert.match(nothing.partialReason ?? '', /holds no data/)
  // An area that was found needs no second query.
  const before = server.queries.length
  await search({ query: 'cafes', location: there })
  assert.equal(server.queries.length, before + 1)
  const overTheEdge = { bbox: [179.9, 10, -179.9, 10.1] as typeof MONACO_BOX }
  assert.equal((await search({ query: '*', location: overTheEdge })).noData, true)
})

test('without a location the query must name the area', async (t) => {
  const { provider, search } = await start(t, { elements: [cafe(1, 43.74, 7.42, { name: 'Inn' })] })
  await assert.rejects(search({ query: 'cafes' }), { code: 'validation_failed' })
  const page = await search({ query: 'cafes in Monaco' })
  assert.deepEqual([page.area?.source, page.places.length], ['osm:relation/1124039', 1])
  const host = replayHost(t, {})
  const resolved = await provider.resolve({ query: 'cafes in Monaco' }, replayContext(host))
  assert.equal(resolved.data.area.source, 'osm:relation/1124039')
  // No kind of place: only the geocoder knows whether an area is meant.
  assert.equal((await search({ query: 'Inn in Monaco' })).places.length, 1)
  const within = { bbox: [7, 43, 8, 44] as [number, number, number, number] }
  assert.equal((await search({ query: 'Inn in Monaco', location: within })).places.length, 1)
  await assert.rejects(search({ query: 'Inn in the woods' }), { code: 'validation_failed' })
  assert.equal(resolved.data.limits.maxResults, null)
  await assert.rejects(provider.resolve({}, replayContext(host)), { code: 'validation_failed' })
})

test('conditions, landmarks, brands and mistyped words are understood as in a file', async (t) => {
  const elements = [
    cafe(1, 43.74, 7.42, { name: 'Green', 'diet:vegan': 'yes' }),
    cafe(2, 43.74, 7.42, { name: 'Plain' }),
    cafe(3, 43.74, 7.42, { name: 'McD', 'brand:wikidata': 'Q38076' }),
  ]
  const { provider, search } = await start(t, { elements })
  const location = 'Monaco'
  const names = async (query: string) =>
    (await search({ query, location })).places.map(({ name }) => name).toSorted()
  assert.deepEqual(await names('vegan cafes'), ['Green'])
  assert.deepEqual(await names('マクドナルド'), ['McD'])
  const corrected = await search({ query: 'coffeeshopp', location })
  assert.deepEqual(corrected.understood?.corrections, [{ from: 'coffeeshopp', to: 'coffeeshop' }])
  assert.equal(corrected.places.length, 3)
  const none = await search({ query: 'halal cafes', location })
  assert.deepEqual([none.places.length, none.understood?.suggestions], [0, [{ query: 'cafes', count: null }]])
  // Without a location the words beside a kind are asked for as an area.
  assert.equal((await search({ query: 'cafes Monaco' })).places.length, 3)
  const context = replayContext(replayHost(t, {}))
  const understood = await provider.understand?.({ query: 'vegan cafes in Monaco' }, context)
  assert.deepEqual(understood?.data.understood.location, { text: 'monaco', isCertain: true })
})

test('an answer that was cut is never exhausted, and a full one is taken for cut', async (t) => {
  const elements = Array.from({ length: 10_001 }, (_, i) => cafe(i + 1, 10, 10, { name: `Café ${i}` }))
  const { search, server } = await start(t, { elements, maxElements: 100 })
  const input: MapsSearchInput = { query: '*', location: { bbox: [9, 9, 11, 11] }, limit: 500 }
  const cut = await search(input)
  assert.deepEqual([cut.places.length, cut.nextCursor, cut.exhausted], [100, null, false])
  assert.match(cut.partialReason ?? '', /timed out/)
  server.set({ maxElements: Infinity })
  const full = await search(input)
  assert.equal(full.exhausted, false)
  assert.match(full.partialReason ?? '', /more than the 10000/)
})

test('one place by its id or its page', async (t) => {
  const { provider } = await start(t, {
    elements: [cafe(1, 10, 10, { name: 'One' }), { type: 'node', id: 2, lat: 1, lon: 1, tags: {} }],
  })
  const host = replayHost(t, {})
  const extract = async (input: { id?: string; url?: string }) =>
    (await provider.extract(input, replayContext(host))).data.place.name
  assert.equal(await extract({ id: 'osm:node/1' }), 'One')
  assert.equal(await extract({ url: 'https://www.openstreetmap.org/node/1' }), 'One')
  for (const id of ['osm:way/1', 'osm:node/2', 'osm:node/3', 'osm:node/-1']) {
    await assert.rejects(extract({ id }), { code: 'not_found' }, id)
  }
  await assert.rejects(extract({ id: 'ChIJ' }), { code: 'validation_failed' })
})

test('a cursor belongs to its search', async (t) => {
  const { search } = await start(t, {
    elements: [1, 2, 3].map((i) => cafe(i, 10, 10, { name: `Café ${i}` })),
  })
  const input: MapsSearchInput = { query: '*', location: { bbox: [9, 9, 11, 11] }, limit: 1 }
  const { nextCursor } = await search(input)
  assert.ok(nextCursor)
  await assert.rejects(search({ ...input, query: 'cafes', cursor: nextCursor }), { code: 'invalid_cursor' })
  await assert.rejects(search({ ...input, cursor: 'x' }), { code: 'invalid_cursor' })
})

test('a typo in front of an area is corrected, however short the word is; a name with such a word stays', () => {
  for (const [query, category, where] of [
    ['vegan pizzaa near Casino', 'cuisine/pizza', 'casino'],
    ['halal burgr near Port Hercule', 'cuisine/burger', 'port hercule'],
    ['bakry in Vaduz', 'shop/bakery', 'vaduz'],
  ] as const) {
    const { understanding, corrections } = readQuery({ query }, new Set())
    assert.deepEqual([understanding.categories[0]?.id, understanding.area?.text], [category, where], query)
    assert.equal(corrections.length, 1)
  }
  const { understanding, corrections } = readQuery({ query: 'made in Italy' }, new Set())
  assert.deepEqual([understanding.kind, corrections], ['text', []])
})

test('what is not wanted is no part of what is asked for, and left out of the answer', () => {
  const tags = { amenity: 'restaurant', name: 'Alpha' }
  for (const query of ['restaurants -pizza', 'resturants not pizza in Vaduz', 'ristoranti senza pizza']) {
    const { understanding, match } = readQuery({ query }, new Set())
    const { categories, qualifiers } = understanding
    assert.deepEqual(
      [categories, qualifiers].flat().map(({ id }) => id),
      ['amenity/restaurant', 'not/cuisine/pizza'],
    )
    assert.notEqual(match(tags), null)
    assert.equal(match({ ...tags, cuisine: 'pizza' }), null)
  }
})

test('no text breaks out of the query, and each finds the name that it is', () => {
  const box = { types: 'nwr', clause: '(9,9,11,11)' } as const
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', ']', ';', '(', ')', '.', '*', '|', 'a', 'ß', '/', '\n', ' '),
      maxLength: 40,
    }),
  )
  fc.assert(
    fc.property(nasty, nasty, (query, category) => {
      const reading = readQuery({ query }, new Set())
      const statements = buildQuery(reading.selections, [box])
      const named = cafe(1, 10, 10, { name: query })
      // Throws when the text has changed the structure of the query.
      const { elements } = runOverpassQuery(`[out:json][timeout:1][maxsize:1];${statements}`, [named])
      const isComposed = query.normalize('NFKC') === query && !/[\u0300-\u036f]/.test(query)
      if (isComposed && reading.match(named.tags) !== null) assert.deepEqual(elements, [named])
      const kinds = readQuery({ query: `cuisine/${category.replace(/\s/g, '')}x` }, new Set())
      runOverpassQuery(`[out:json][timeout:1][maxsize:1];${buildQuery(kinds.selections, [box])}`, [named])
    }),
    { numRuns: 2_000 },
  )
})
