// Facets of a list, and lists in the columns of an export.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { parse } from 'csv-parse/sync'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const { address } = madePlace('x', HERE)
const kinds = (...ids: string[]) => ids.map((id) => ({ id, label: 'as the provider says' }))
const inCity = (city: string | null, region: string | null = null) => ({
  address: { ...address, city, region, countryCode: 'MC' },
})
const TOWN = [
  madePlace('node/1', HERE, {
    ...inCity('Monaco', 'Monte-Carlo'),
    categories: kinds('amenity/cafe', 'shop/bakery'),
    rating: 4.6,
  }),
  madePlace('node/2', HERE, {
    ...inCity('Monaco'),
    categories: kinds('amenity/restaurant'),
    attributes: { cuisine: 'pizza;thai' },
    rating: 4,
  }),
  madePlace('node/3', HERE, {
    ...inCity('Fontvieille'),
    categories: kinds('amenity/restaurant'),
    attributes: { cuisine: 'pizza' },
    website: 'https://x.example/',
  }),
  madePlace('node/4', HERE, { ...inCity(null), categories: kinds('amenity/cafe', 'amenity/bar') }),
]

async function withTown(t: TestContext) {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [TOWN])
  return places
}

type Values = { values: { value: string | null; places: number }[]; more: number }
const valuesOf = ({ values }: Values) => values.map(({ value, places }) => [value, places])

test('facets count the whole list, each value with the places that the filter would leave', async (t) => {
  const places = await withTown(t)
  const names = 'key,category,cuisine,country,region,city,status,provider,hasWebsite,hasPhone,hasEmail,rating'
  const { status, body } = await places.get(`/api/places?limit=1&facets=${names}`)
  assert.equal(status, 200)
  assert.equal(body.items.length, 1)
  assert.deepEqual(valuesOf(body.facets.key), [
    ['amenity/*', 4],
    ['shop/*', 1],
  ])
  assert.deepEqual(valuesOf(body.facets.category), [
    ['amenity/cafe', 2],
    ['amenity/restaurant', 2],
    ['amenity/bar', 1],
    ['shop/bakery', 1],
  ])
  assert.deepEqual(valuesOf(body.facets.cuisine), [
    ['cuisine/pizza', 2],
    ['cuisine/thai', 1],
  ])
  assert.deepEqual(valuesOf(body.facets.city), [
    ['Monaco', 2],
    ['Fontvieille', 1],
    [null, 1],
  ])
  assert.deepEqual(valuesOf(body.facets.region), [
    [null, 3],
    ['Monte-Carlo', 1],
  ])
  assert.deepEqual(valuesOf(body.facets.hasWebsite), [
    ['false', 3],
    ['true', 1],
  ])
  assert.deepEqual(valuesOf(body.facets.rating), [
    ['4', 2],
    [null, 2],
  ])
  assert.equal(body.facets.category.values[0].label, 'Café')
  // Every value is a filter that finds as many.
  const filters = { key: 'category', category: 'category', cuisine: 'category' } as const
  for (const name of names.split(',').filter((facet) => facet !== 'rating')) {
    for (const { value, places: count } of (body.facets[name] as Values).values) {
      if (value === null) continue
      const filter = name in filters ? 'category' : name
      const found = await places.get(`/api/places?${filter}=${encodeURIComponent(value)}`)
      assert.equal(found.body.items.length, count, `${name}=${value}`)
    }
  }
  const filtered = await places.get('/api/places?category=restaurants&facets=city,cuisine')
  assert.deepEqual(valuesOf(filtered.body.facets.city), [
    ['Fontvieille', 1],
    ['Monaco', 1],
  ])
  assert.deepEqual(Object.keys(filtered.body.facets), ['city', 'cuisine'])
  assert.equal((await places.get('/api/places')).body.facets, undefined)
})

test('an id is that of its facet and its group alone, and words mean what is like it too', async (t) => {
  const places = await startTestPlaces(t)
  const kinds: [id: string, cuisine: string][] = [
    ['amenity/ice_cream', 'gelato'],
    ['amenity/cafe', 'ice_cream'],
    ['amenity/restaurant', 'italian'],
    ['amenity/restaurant', 'pasta'],
    ['amenity/fast_food', 'salad, sandwich'],
  ]
  const made = kinds.map(([id, cuisine], at) =>
    madePlace(`node/${at + 1}`, HERE, { categories: [{ id, label: id }], attributes: { cuisine } }),
  )
  await storePlaces(places.db, [made])
  const { facets } = (await places.get('/api/places?facets=category,cuisine')).body
  const values = [...valuesOf(facets.category), ...valuesOf(facets.cuisine)]
  assert.deepEqual(
    values.map(([value]) => value),
    [
      'amenity/restaurant',
      'amenity/cafe',
      'amenity/fast_food',
      'amenity/ice_cream',
      ...['gelato', 'ice_cream', 'italian', 'pasta', 'salad', 'sandwich'].map((word) => `cuisine/${word}`),
    ],
  )
  for (const [value, count] of values) {
    const found = await places.get(`/api/places?category=${encodeURIComponent(value ?? '')}`)
    assert.equal(found.body.items.length, count, String(value))
  }
  for (const parent of ['amenity/*', 'amenity/restaurant', 'amenity/fast_food']) {
    const groups = (await places.get(`/api/browse/categories?parent=${parent}`)).body.items
    assert.ok(groups.length > 0)
    for (const group of groups)
      assert.equal((await places.get(group.links.places)).body.items.length, group.places, group.id)
  }
  assert.equal((await places.get('/api/places?category=ice%20cream')).body.items.length, 2)
})

test('a facet with many values says how many it leaves out', async (t) => {
  const places = await startTestPlaces(t)
  const many = Array.from({ length: 61 }, (_, i) => madePlace(`node/${i + 1}`, HERE, inCity(`City ${i}`)))
  await storePlaces(places.db, [many])
  const { city } = (await places.get('/api/places?facets=city')).body.facets
  assert.deepEqual([city.values.length, city.more], [50, 11])
})

test('ratings, regions, providers and categories that must hold together filter a list', async (t) => {
  const places = await withTown(t)
  const cases: [query: string, found: string[]][] = [
    ['category=amenity/restaurant%2Bcuisine/thai', ['node/2']],
    ['category=amenity/cafe%2Bshop/*', ['node/1']],
    ['category=amenity/cafe%2Bshop/*,amenity/bar', ['node/1', 'node/4']],
    ['region=monte-carlo', ['node/1']],
    ['provider=overpass', []],
    ['minRating=4&maxRating=4.5', ['node/2']],
  ]
  for (const [query, found] of cases) {
    const { status, body } = await places.get(`/api/places?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    const ids = (body.items as typeof TOWN).map(({ aliases }) => aliases[0]?.value)
    assert.deepEqual(ids, found, query)
  }
})

test('a list streams in the columns of an export, and as GeoJSON', async (t) => {
  const places = await withTown(t)
  const get = async (query: string, accept: string) => places.get(`/api/places?${query}`, { accept })
  const csv = await get('category=restaurants', 'text/csv')
  const rows = parse<Record<string, string>>(csv.text, { columns: true })
  assert.deepEqual(
    rows.map((row) => [row['name'], row['city'], row['attribution']]),
    [
      ['Place node/2', 'Monaco', '© OpenStreetMap contributors (ODbL 1.0)'],
      ['Place node/3', 'Fontvieille', '© OpenStreetMap contributors (ODbL 1.0)'],
    ],
  )
  assert.ok(!('seenIn' in (rows[0] ?? {})))
  const chosen = await get('limit=1&columns=name,attributes.cuisine&category=cuisine/thai', 'text/csv')
  assert.equal(chosen.text, 'name,attributes.cuisine\r\nPlace node/2,pizza;thai\r\n')
  const flat = await get('limit=1&columns=id,lat,city', 'application/x-ndjson')
  const { id, ...rest } = JSON.parse(flat.text)
  assert.match(id, /^plc_/)
  assert.deepEqual(rest, { lat: HERE.lat, city: 'Monaco' })
  const geo = await get('columns=name', 'application/geo+json')
  assert.match(geo.headers.get('content-type') ?? '', /^application\/geo\+json/)
  assert.deepEqual([geo.body.type, geo.body.features.length], ['FeatureCollection', 4])
  const [feature] = geo.body.features
  assert.deepEqual(feature.geometry, { type: 'Point', coordinates: [HERE.lng, HERE.lat] })
  assert.deepEqual(feature.properties, { name: 'Place node/1' })
  const whole = await get('limit=1', 'application/geo+json')
  assert.equal(whole.body.features[0].properties.address.city, 'Monaco')
  assert.deepEqual((await get('city=Nowhere', 'application/geo+json')).body, {
    type: 'FeatureCollection',
    features: [],
  })
})

test('facets and columns that nobody knows are refused', async (t) => {
  const places = await withTown(t)
  const cases: [query: string, accept: string, pointer: string, code: string][] = [
    ['facets=citty', 'application/json', '?facets', 'unknown_facet'],
    ['facets=city,', 'application/json', '?facets', 'unknown_facet'],
    ['columns=name', 'application/json', '?columns', 'only_in_streams'],
    ['unwind=reviews', 'application/json', '?unwind', 'only_in_streams'],
    ['columns=nmae', 'text/csv', '?columns', 'unknown_column'],
    ['columns=seenIn', 'text/csv', '?columns', 'unknown_column'],
    ['columns=review.text', 'text/csv', '?columns', 'unknown_column'],
    ['columns=hours', 'text/csv', '?columns', 'unknown_column'],
  ]
  for (const [query, accept, pointer, code] of cases) {
    const { status, body } = await places.get(`/api/places?${query}`, { accept })
    assert.deepEqual([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code], [422, pointer, code], query)
  }
})

test('all columns are named by the error, the description and the documentation', async (t) => {
  const places = await withTown(t)
  const { body } = await places.get('/api/places?columns=hours', { accept: 'text/csv' })
  const header = (await places.get('/api/places', { accept: 'text/csv' })).text.split('\r\n')[0] ?? ''
  const [docs, openapi] = [
    await readFile(new URL('../../../../docs/browse.md', import.meta.url), 'utf8'),
    (await places.get('/openapi.json')).text,
  ]
  for (const column of header.split(','))
    for (const text of [body.errors[0].detail, docs, openapi])
      assert.match(text, new RegExp(`[ \`]${column}[,;\`]`), column)
})
