// A whole place from an element: the shape of the contract, the known values, and the provenance of each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MapPlace } from '#contract/places/place.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { osmElement } from '#extractors/maps/osm/osm-element.ts'
import { placeFromTags } from './place-from-tags.ts'

const OPTIONS = {
  provider: 'osm-file',
  fetchedAt: '2021-04-21T20:21:46.000Z',
  language: null,
  pointCountry: 'LI',
} as const
const VADUZ = { lat: 47.1392, lng: 9.5227 }

test('a place fits the contract and says where each known field came from', () => {
  const element = osmElement('way', 5, VADUZ, {
    amenity: 'restaurant',
    name: 'Torkel',
    'name:en': 'The Torkel',
    'addr:street': 'Hintergass',
    'addr:housenumber': '9',
    phone: '+423 232 44 10',
    website: 'www.torkel.example',
    opening_hours: 'Tu-Sa 11:00-24:00; PH off',
    operator: 'Torkel AG',
    brand: 'Torkel',
    'brand:wikidata': 'Q1',
    description: 'Über der Stadt',
  })
  const place = placeFromTags(element, { ...OPTIONS, language: 'en' })
  assert.ok(place !== null)
  assert.deepEqual(inputProblems(MapPlace, place), [])
  assert.deepEqual(place.source, { provider: 'osm-file', scheme: 'osm', id: 'way/5' })
  assert.equal(place.name, 'The Torkel')
  assert.deepEqual(place.categories, [{ id: 'amenity/restaurant', label: 'Restaurant' }])
  assert.equal(place.address.formatted, 'Hintergass 9, Liechtenstein')
  assert.equal(place.phone, '+4232324410')
  assert.equal(place.website, 'http://www.torkel.example/')
  assert.equal(place.openingHours?.timezone, 'Europe/Vaduz')
  assert.deepEqual(place.openingHours?.weekly?.[1], [{ opensMinute: 660, closesMinute: 1440 }])
  assert.deepEqual(place.openingHours?.closedDays, ['PH'])
  assert.equal(place.owner, 'Torkel AG')
  assert.deepEqual(place.brand, { name: 'Torkel', wikidata: 'Q1' })
  assert.equal(place.raw, element)
  const tiers = Object.fromEntries(Object.entries(place.provenance).map(([field, { tier }]) => [field, tier]))
  assert.deepEqual(tiers, {
    name: 'tag',
    names: 'tag',
    categories: 'tag',
    phone: 'tag',
    phones: 'tag',
    website: 'tag',
    openingHours: 'tag',
    description: 'tag',
    owner: 'tag',
    brand: 'tag',
    plusCode: 'derived',
    links: 'derived',
    aliases: 'tag',
    'address.formatted': 'derived',
    'address.street': 'tag',
    'address.houseNumber': 'tag',
    'address.country': 'derived',
    'address.countryCode': 'derived',
    'openingHours.timezone': 'derived',
    location: 'derived',
  })
  assert.equal(place.provenance['name']?.fetchedAt, OPTIONS.fetchedAt)
})

test('what no tag says is null or empty, never a default', () => {
  const place = placeFromTags(osmElement('node', 1, VADUZ, { amenity: 'bench' }), OPTIONS)
  assert.ok(place !== null)
  const {
    name,
    phone,
    website,
    openingHours,
    description,
    owner,
    brand,
    rating,
    priceLevel,
    emails,
    socials,
    photos,
  } = place
  assert.deepEqual(
    { name, phone, website, openingHours, description, owner, brand, rating, priceLevel },
    {
      name: null,
      phone: null,
      website: null,
      openingHours: null,
      description: null,
      owner: null,
      brand: null,
      rating: null,
      priceLevel: null,
    },
  )
  assert.deepEqual([emails, socials, photos], [[], [], []])
  assert.equal(place.provenance['location']?.tier, 'tag')
  assert.ok(!('phone' in place.provenance))
})

test('hours that are no plain week keep their text', () => {
  const place = placeFromTags(
    osmElement('node', 1, VADUZ, { shop: 'kiosk', opening_hours: 'Apr-Oct 10:00-18:00; Dec 25 off' }),
    OPTIONS,
  )
  assert.deepEqual(place?.openingHours, {
    raw: 'Apr-Oct 10:00-18:00; Dec 25 off',
    timezone: 'Europe/Vaduz',
    weekly: null,
    weeklyReason: 'seasonal',
    closedDays: ['Dec 25'],
  })
})

test('hostile tags stay text and make no field of their own', () => {
  const tags = Object.fromEntries([
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['amenity', 'cafe'],
    ['name', '<script>alert(1)</script>'],
    ['name:__proto__', 'x'],
    ['website', 'javascript:alert(1)'],
    ['opening_hours', '('.repeat(900)],
    ['phone', '+'.repeat(50)],
  ])
  const place = placeFromTags(osmElement('node', 1, VADUZ, tags), OPTIONS)
  assert.ok(place !== null)
  assert.deepEqual(inputProblems(MapPlace, place), [])
  assert.equal(place.name, '<script>alert(1)</script>')
  assert.equal(place.website, null)
  assert.deepEqual(place.names, {})
  assert.equal(Object.getPrototypeOf(place.names), Object.prototype)
})

test('an element without a position is no place', () => {
  assert.equal(placeFromTags({ type: 'relation', id: 1, tags: { amenity: 'cafe' } }, OPTIONS), null)
})
