// What a geocoder finds beside areas: streets, squares, houses, landmarks and postcodes, and what is searched around them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bboxContains } from '#kit/geo/geometry.ts'
import { chooseArea, type Candidate } from './geocoded-area.ts'
import { nominatimUrl, readNominatim } from './read-nominatim.ts'

const BASE: Candidate = {
  name: 'X',
  osm: { type: 'node', id: 1 },
  category: 'place/city',
  point: { lat: 47, lng: 9 },
  bbox: [8.9, 46.9, 9.1, 47.1],
  geometry: null,
  line: [],
  parents: [],
  countryCode: 'CH',
}
const TOWN = { ...BASE, name: 'Casino', osm: { type: 'relation' as const, id: 2 } }
const CASINO: Candidate = {
  ...BASE,
  name: 'Casino',
  category: 'amenity/casino',
  bbox: [8.999, 46.999, 9.001, 47.001],
}

test('an area goes before a landmark of its name, but not when its surroundings are asked for', () => {
  const bare = chooseArea('Casino', [CASINO, TOWN])
  assert.deepEqual([bare.kind, bare.source], ['place', 'osm:relation/2'])
  assert.deepEqual(
    bare.candidates.map(({ id, kind }) => [id, kind]),
    [
      ['osm:relation/2', 'place'],
      ['osm:node/1', 'landmark'],
    ],
  )
  const near = chooseArea('Casino', [CASINO, TOWN], true)
  assert.deepEqual([near.kind, near.source, near.radiusM], ['landmark', 'osm:node/1', 500])
  assert.deepEqual(chooseArea('Casino', [CASINO]).candidates, [])
})

test('a street has a corridor, a postcode without an outline a circle, a river nothing', () => {
  const line = [
    [9, 47],
    [9.01, 47.01],
  ] as const
  const street = chooseArea('Weg', [{ ...BASE, category: 'highway/residential', line }])
  assert.equal(street.kind, 'street')
  assert.ok(street.geometry !== null && street.radiusM === null)
  assert.ok(line.every(([lng, lat]) => bboxContains(street.bbox, { lat, lng })))
  const postcode = chooseArea('9490', [{ ...BASE, category: 'place/postcode' }])
  assert.deepEqual([postcode.kind, postcode.radiusM, postcode.geometry], ['postcode', 2_000, null])
  assert.match(postcode.warnings[0]?.detail ?? '', /2000 m around its middle/)
  assert.throws(() => chooseArea('Rhein', [{ ...BASE, category: 'waterway/river', geometry: null }]), {
    code: 'unknown_area',
  })
})

test('an id is looked up, and an answer has the line of a street and what is around it', () => {
  const question = { country: 'MC', language: null }
  const lookup = new URL(nominatimUrl('http://n.test', { ...question, text: 'osm:relation/7' }))
  assert.deepEqual(
    [lookup.pathname, lookup.searchParams.get('osm_ids'), lookup.searchParams.has('q')],
    ['/lookup', 'R7', false],
  )
  const search = new URL(nominatimUrl('http://n.test', { ...question, text: 'Monaco' }))
  assert.deepEqual(
    [search.pathname, search.searchParams.get('q'), search.searchParams.get('countrycodes')],
    ['/search', 'Monaco', 'mc'],
  )
  const row = {
    osm_type: 'way',
    osm_id: 5,
    lat: '43.7',
    lon: '7.4',
    category: 'highway',
    type: 'residential',
    name: 'Rue A',
    address: { road: 'Rue A', suburb: 'Monte-Carlo', city: 'Monaco', country: 'Monaco', country_code: 'mc' },
    boundingbox: ['43.69', '43.71', '7.39', '7.41'],
    geojson: {
      type: 'LineString',
      coordinates: [
        [7.39, 43.69],
        [7.41, 43.71],
      ],
    },
  }
  const read = readNominatim({ status: 200, headers: {}, body: Buffer.from(JSON.stringify([row])) })
  assert.ok(read.kind === 'found')
  const [found] = read.candidates
  assert.deepEqual([found?.line.length, found?.parents], [2, ['Monte-Carlo', 'Monaco']])
})
