// Areas: by name, by shape, and the errors for areas outside of the extract.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapsSearchInput } from '#contract/places/maps.ts'
import { plusCode } from '#extractors/maps/osm/plus-code.ts'
import { failureOf, namesOf, OBERAU, useTestTown } from '#test/support/maps/open-test-town.ts'

const { search, found, resolve } = useTestTown()

test('a kind of place in an area that nobody knows is an error, not nothing', async () => {
  const error = await failureOf(search({ query: 'hotels in Oberax' }))
  assert.equal(error.code, 'unknown_area')
  assert.match(error.message, /^No area named "oberax" is in this extract\. Did you mean "Oberau"\?$/)
  assert.deepEqual(error.errors, [{ pointer: '/query', code: 'did_you_mean', detail: 'Oberau' }])
  const inLand = await failureOf(search({ query: 'hotels', location: 'Oberax, Nirgendwo' }))
  assert.match(inLand.message, /Did you mean "Oberau"\?$/, 'also of a name with what it lies in')
})

test('an area with a letter mistyped, without its spaces or with a word for its middle is the one that is meant', async () => {
  for (const [query, to, source] of [
    ['hotels in Obrau', 'oberau', 'osm:relation/2'],
    ['hotels obrau', 'oberau', 'osm:relation/2'],
    ['hotels in Valdenbas', 'val d en bas', 'osm:relation/3'],
    ['hotels valdenbas', 'val d en bas', 'osm:relation/3'],
  ] as const) {
    const { area, understood } = await search({ query })
    assert.equal(area?.source, source, query)
    assert.deepEqual(
      understood?.corrections.map((correction) => correction.to),
      [to],
      query,
    )
  }
  assert.equal((await search({ query: 'hotels Oberau Zentrum' })).area?.source, 'osm:relation/2')
  // A location is no query: it is taken as it is written.
  assert.equal((await failureOf(search({ query: 'hotels', location: 'Obrau' }))).code, 'unknown_area')
})

test('the name of a town is its outline, without the hole in it', async () => {
  const { area, limits, warnings } = await resolve({ location: 'Oberau' })
  assert.deepEqual(
    [area.name, area.kind, area.source, area.countryCode],
    ['Oberau', 'boundary', 'osm:relation/2', 'LI'],
  )
  assert.deepEqual(area.bbox, [9.52, 47.02, 9.58, 47.06])
  assert.equal(area.geometry?.type, 'Polygon')
  assert.equal(area.geometry?.coordinates.length, 2)
  assert.deepEqual(limits, { pageSize: 500, maxResults: null })
  assert.deepEqual(warnings, [])
  assert.deepEqual(await found('*', { location: 'Oberau' }), OBERAU)
})

test('an area is known by all its names, with its country, its postcode or what is around it', async () => {
  for (const location of [
    'oberau',
    'OBERAU',
    'Hohenau',
    'Au am Berg',
    'Oberau, Talland',
    'Oberau Talland',
    'Oberau, Liechtenstein',
    'Oberau, LI',
    '9494 Oberau',
    'LI-9494 Oberau',
  ]) {
    assert.equal((await resolve({ location })).area.source, 'osm:relation/2', location)
  }
  assert.equal((await resolve({ location: '9494' })).area.source, 'osm:relation/5')
  assert.equal((await resolve({ location: 'Dorfplatz' })).area.source, 'osm:way/2007')
  assert.equal((await resolve({ location: "Val-d'en-Bas" })).area.source, 'osm:relation/3')
  assert.equal((await resolve({ location: 'Unterau', language: 'fr-CH' })).area.name, "Val-d'en-Bas")
  assert.equal((await resolve({ location: 'Oberau', country: 'li' })).area.source, 'osm:relation/2')
})

test('an outline that lacks a short piece is closed, and the answer says so', async () => {
  const { area, warnings } = await resolve({ location: 'Unterau' })
  assert.equal(area.source, 'osm:relation/3')
  assert.deepEqual(warnings, ['boundary_gaps'])
  assert.deepEqual(await found('*', { location: 'Unterau' }), ['Hotel Oberau', '東京ラーメン'])
})

test('a place without an outline is a circle; of two of the same name the more important one is taken', async () => {
  const { area, warnings } = await resolve({ location: 'Weiler' })
  assert.deepEqual([area.kind, area.source, area.geometry], ['place', 'osm:node/153', null])
  assert.deepEqual(area.circle, { lat: 47.012, lng: 9.512, radiusM: 600 })
  assert.deepEqual(warnings, ['ambiguous_area', 'area_is_a_circle'])
  assert.deepEqual(await found('*', { location: 'Weiler' }), ['Holz & Söhne'])
})

test('an area that cannot be searched in is an error, never nothing', async () => {
  const cases: readonly (readonly [location: string, message: RegExp])[] = [
    ['Fernland', /^"Fernland" is known, but this extract holds too little of its outline/],
    ['Grenzmark', /^"Grenzmark" is known/],
    ['Oberau, France', /^No area named "Oberau, France" is in this extract\./],
    ['Foundry Lane, Oberau', /^No area named "Foundry Lane" is in "Oberau" in this extract\.$/],
    ['Wahlkreis', /^No area named "Wahlkreis"/],
    ['No Kind', /^No area named "No Kind"/],
    ['...', /^No area named "\.\.\."/],
  ]
  for (const [location, message] of cases) {
    for (const work of [search({ query: '*', location }), resolve({ location })]) {
      const error = await failureOf(work)
      assert.equal(error.code, 'unknown_area')
      assert.match(error.message, message)
    }
  }
  assert.equal((await failureOf(resolve({ location: 'Oberau', country: 'FR' }))).code, 'unknown_area')
})

test('without a location the area that the query names is resolved, else the whole file', async () => {
  assert.equal((await resolve({ query: 'cafes in Oberau' })).area.source, 'osm:relation/2')
  assert.equal((await resolve({ query: 'restaurant unterau' })).area.source, 'osm:relation/3')
  assert.equal(
    (await resolve({ query: 'cafes in Oberau', location: 'Unterau' })).area.source,
    'osm:relation/3',
  )
  assert.equal((await resolve({ query: 'cafes' })).area.kind, 'extract')
  assert.equal((await resolve({})).area.kind, 'extract')
  const error = await failureOf(resolve({ query: 'cafes in Nowhere' }))
  assert.deepEqual([error.code, error.errors?.[0]?.pointer ?? '/query'], ['unknown_area', '/query'])
})

test('a known area in which nothing lies is empty', async () => {
  const { places, exhausted, area } = await search({ query: 'hotel', location: 'Dorfplatz' })
  assert.deepEqual([places, exhausted, area?.name], [[], true, 'Dorfplatz'])
})

test('a square is the houses around it, and the answer says so', async () => {
  const { area, warnings } = await resolve({ location: 'Dorfplatz' })
  assert.deepEqual([area.kind, area.source, warnings], ['place', 'osm:way/2007', ['area_is_around']])
  assert.match(area.notes?.[0] ?? '', /is a square; what is within 150 m of it is searched/)
})

test('coordinates, links and codes need no name', async () => {
  const { area, warnings } = await resolve({ location: '47.05, 9.55' })
  assert.deepEqual([area.kind, area.circle], ['circle', { lat: 47.05, lng: 9.55, radiusM: 1_000 }])
  assert.deepEqual(warnings, ['radius_chosen'])
  assert.equal((await resolve({ location: '@47.05,9.55,17z' })).area.circle?.lat, 47.05)
  const coded = await resolve({ location: `${plusCode({ lat: 47.05, lng: 9.55 }).slice(4)} Oberau` })
  assert.deepEqual([coded.area.kind, coded.area.circle?.radiusM], ['circle', 1_000])
  const linked = await resolve({ location: 'https://www.openstreetmap.org/relation/2' })
  assert.deepEqual([linked.area.name, linked.area.kind], ['Oberau', 'boundary'])
  const far = await resolve({ location: '2 km around Oberau' })
  assert.deepEqual([far.area.name, far.area.circle?.radiusM, far.area.geometry], ['Oberau', 2_000, null])
})

test('a house, a street without it, and a landmark are searched with what is around them', async () => {
  const house = await resolve({ location: 'Landstraße 12, Oberau' })
  assert.deepEqual(
    [house.area.kind, house.area.circle],
    ['address', { lat: 47.051, lng: 9.551, radiusM: 500 }],
  )
  const landmark = await resolve({ location: 'near Café Müller' })
  assert.deepEqual(
    [landmark.area.kind, landmark.area.source, landmark.area.circle?.radiusM],
    ['landmark', 'osm:node/201', 500],
  )
  assert.deepEqual(landmark.warnings, ['area_is_around'])
  const known = await found('*', { location: 'near Café Müller' })
  assert.ok(known.includes('Pizzeria Bella') && !known.includes('Hotel Oberau'))
})

test('an ambiguous name lists what it may mean, with what is around each', async () => {
  const { area } = await resolve({ location: 'Weiler' })
  assert.deepEqual(
    area.candidates?.map(({ id, kind }) => [id, kind]),
    [
      ['osm:node/153', 'place'],
      ['osm:node/154', 'place'],
    ],
  )
  assert.ok(area.candidates?.every(({ parents, location }) => parents.length > 0 && location.lat > 47))
  assert.match(area.notes?.[0] ?? '', /is also the name of osm:node\/154/)
  const second = await resolve({ location: area.candidates?.[1]?.id ?? '' })
  assert.equal(second.area.source, 'osm:node/154')
})

test('GeoJSON is taken as editors write it', async () => {
  const ring = [
    [9.54, 47.04],
    [9.56, 47.04],
    [9.56, 47.06],
    [9.54, 47.06],
    [9.54, 47.04],
  ]
  const polygon = { type: 'Polygon' as const, coordinates: [ring] }
  const plain = await found('*', { location: polygon })
  assert.ok(plain.length > 0)
  const feature = { type: 'Feature' as const, properties: { name: 'x' }, geometry: polygon }
  assert.deepEqual(await found('*', { location: feature }), plain)
  assert.deepEqual(await found('*', { location: { type: 'FeatureCollection', features: [feature] } }), plain)
  const point = { type: 'Point' as const, coordinates: [9.55, 47.05], radiusM: 350 }
  assert.deepEqual(
    await found('*', { location: point }),
    await found('*', { location: { lat: 47.05, lng: 9.55, radiusM: 350 } }),
  )
})

test('a text that means no place is refused with what can be done', async () => {
  for (const [location, words] of [
    ['95.0000, 200.0000', /latitude lies beyond 90/],
    ['https://maps.app.goo.gl/abc', /open it and copy the long address/],
    ['///filled.count.soap', /what3words alone/],
    ['osm:node/999999', /nothing to search in with this id/],
  ] as const) {
    const error = await failureOf(resolve({ location }))
    assert.equal(error.code, 'unknown_area', location)
    assert.match(error.message, words)
    assert.equal(error.errors?.[0]?.pointer, '/location')
  }
})

test('a circle lists by distance and holds exactly what is within it', async () => {
  const { places, area } = await search({ query: '*', location: { lat: 47.05, lng: 9.55, radiusM: 350 } })
  assert.deepEqual(namesOf({ places }), ['Café Müller', 'Pizzeria Bella', 'Ristorante Roma'])
  assert.deepEqual(
    [area?.kind, area?.circle, area?.countryCode],
    ['circle', { lat: 47.05, lng: 9.55, radiusM: 350 }, 'CH'],
  )
  assert.deepEqual(await found('*', { location: { lat: 47.05, lng: 9.55, radiusM: 1 } }), ['Café Müller'])
})

test('boxes and polygons hold what is inside them', async () => {
  assert.deepEqual(await found('*', { location: { bbox: [9.5495, 47.0495, 9.5515, 47.0515] } }), [
    'Café Müller',
    'Pizzeria Bella',
  ])
  const ring = [
    [9.549, 47.0492],
    [9.5535, 47.0537],
    [9.549, 47.0537],
    [9.549, 47.0492],
  ]
  assert.deepEqual(await found('*', { location: { type: 'Polygon', coordinates: [ring] } }), [])
  const wider = [
    [9.549, 47.0485],
    [9.5535, 47.053],
    [9.549, 47.053],
    [9.549, 47.0485],
  ]
  assert.deepEqual(await found('*', { location: { type: 'Polygon', coordinates: [wider] } }), [
    'Café Müller',
    'Pizzeria Bella',
    'Ristorante Roma',
  ])
  assert.deepEqual(
    await found('restaurant', {
      location: {
        type: 'MultiPolygon',
        coordinates: [
          [wider],
          [
            [
              [9.55, 47.07],
              [9.57, 47.07],
              [9.57, 47.09],
              [9.55, 47.07],
            ],
          ],
        ],
      },
    }),
    ['Pizzeria Bella', 'Ristorante Roma', '東京ラーメン'],
  )
})

test('a box across the antimeridian is read as one', async () => {
  const { places, partialReason } = await search({
    query: '*',
    location: { bbox: [9.559, 47, -170, 47.1] },
    limit: 500,
  })
  assert.deepEqual(namesOf({ places }).toSorted(), [
    'Drüben AG',
    'Grenzwerk',
    'Krone',
    'Museum am Hof',
    'Universität Talland',
    '東京ラーメン',
  ])
  assert.match(partialReason ?? '', /^The area reaches beyond the extract/)
})

test('an area beyond the extract says what it could not see', async () => {
  const part = await search({ query: '*', location: { bbox: [9.4, 46.9, 9.7, 47.2] }, limit: 500 })
  assert.equal(part.places.length, 18)
  assert.equal(part.exhausted, true)
  assert.match(
    part.partialReason ?? '',
    /^The area reaches beyond the extract, which covers 9\.5000, 47\.0000, 9\.6001, 47\.1000/,
  )
  const outside = await search({ query: '*', location: { lat: 0, lng: 0, radiusM: 100 } })
  assert.deepEqual([outside.places, outside.exhausted], [[], true])
  assert.match(outside.partialReason ?? '', /^The area lies outside of the extract/)
  assert.equal(
    (await failureOf(resolve({ location: { lat: 0, lng: 0, radiusM: 100 } }))).code,
    'unknown_area',
  )
})

test('shapes that enclose nothing are refused with the place of the mistake', async () => {
  const cases: readonly (readonly [MapsSearchInput['location'], string])[] = [
    [{ bbox: [9, 48, 10, 47] }, '/location/bbox'],
    [{ bbox: [180, 0, -180, 1] }, '/location/bbox'],
    [{ bbox: [9, -91, 10, 47] }, '/location/bbox'],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [47, 95],
            [47, 96],
            [48, 96],
            [47, 95],
          ],
        ],
      },
      '/location/coordinates',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [9, 47],
            [9, 47],
            [9, 47],
            [9, 47],
          ],
        ],
      },
      '/location/coordinates',
    ],
  ]
  for (const [location, pointer] of cases) {
    const error = await failureOf(search({ query: '*', ...(location === undefined ? {} : { location }) }))
    assert.equal(error.code, 'validation_failed')
    assert.equal(error.errors?.[0]?.pointer, pointer)
  }
})
