import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBSITE_PROVIDER } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { placeColumns, placeRow } from './place-row.ts'

/** As places were stored with before: with another hash every place of every store would be written once more. */
const STORED_HASH = 'fbc5b589e7938f078fe4527f292ad379'

const PLACE = madePlace(
  'node/1',
  { lat: 47.1, lng: 9.5 },
  {
    names: { de: 'Haus', fr: 'Maison' },
    attributes: { wheelchair: 'yes', cuisine: 'pizza' },
    links: { osm: 'https://o/1' },
    phone: '+41610000001',
    phones: [{ e164: '+41610000001', raw: '061', kind: 'phone' }],
    emails: ['a@x.test'],
    rating: 4.5,
    ratingCount: 3,
    openingHours: {
      raw: 'Mo 08:00-17:00',
      timezone: 'Europe/Zurich',
      weekly: [[{ opensMinute: 480, closesMinute: 1020 }], [], [], [], [], [], []],
      closedDays: [],
    },
    photos: [{ url: 'https://p/1', credit: null, title: 'All' }],
    reviewCoverage: 'partial',
  },
)

test('the hash of a content is the one that stores have of it', () => {
  assert.equal(placeRow(PLACE).contentHash, STORED_HASH)
})

test('what differs from one observation to the next does not count in the hash', () => {
  const same = {
    ...PLACE,
    attributes: { cuisine: 'pizza', wheelchair: 'yes' },
    photos: [{ url: 'https://p/2', credit: null, title: 'All' }],
    popularTimes: Array.from({ length: 7 }, () => [{ hour: 12, percent: 80 }]),
    provenance: {},
  }
  assert.equal(placeRow(same).contentHash, STORED_HASH)
  assert.notEqual(placeRow({ ...PLACE, ratingCount: 4 }).contentHash, STORED_HASH)
  assert.notEqual(placeRow({ ...PLACE, links: {} }).contentHash, STORED_HASH)
})

test('lists ask when a place is open only where the map says it', () => {
  const { content } = placeRow(PLACE)
  const fetchedAt = '2027-01-01T00:00:00.000Z'
  const origin = { provider: WEBSITE_PROVIDER, tier: 'page', fetchedAt } as const
  const ofWebsite = { ...content, provenance: { ...content.provenance, openingHours: origin } }
  assert.equal(placeColumns(content).openMinutes, '{[480,1020)}')
  assert.equal(placeColumns(ofWebsite).openMinutes, null)
})
