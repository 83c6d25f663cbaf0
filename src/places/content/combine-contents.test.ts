import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { combineContents, type PartContent } from './combine-contents.ts'

const AT = { lat: 1, lng: 2 }

function part(provider: Provider, known: Partial<MapPlace>): PartContent {
  const {
    source: _source,
    raw: _raw,
    ...content
  } = madePlace('node/1', AT, { aliases: [], links: {}, provenance: {}, ...known })
  return { provider, content: { ...content, categories: content.categories.map(({ id }) => id) } }
}
const of = (provider: Provider) => ({ provider, tier: 'full', fetchedAt: '2026-01-01T00:00:00.000Z' })

test('one part is itself', () => {
  const only = part('osm-file', { rating: 4 })
  assert.deepEqual(combineContents([only]), only.content)
})

test('what the first part does not know comes from the next, with its provenance', () => {
  const first = part('osm-file', { name: 'Löwen', status: 'unknown', provenance: { name: of('osm-file') } })
  const second = part('google', {
    name: 'The Lion',
    names: { fr: 'Le Lion' },
    location: { lat: 3, lng: 4 },
    rating: 4.5,
    ratingCount: 12,
    website: 'https://lion.example/',
    status: 'temporarily_closed',
    provenance: { name: of('google'), rating: of('google'), ratingCount: of('google'), status: of('google') },
  })
  const whole = combineContents([first, second])
  assert.deepEqual([whole.name, whole.location], ['Löwen', AT])
  assert.deepEqual(whole.names, { fr: 'Le Lion', alt: 'The Lion' })
  assert.deepEqual([whole.rating, whole.ratingCount, whole.status], [4.5, 12, 'temporarily_closed'])
  assert.deepEqual(
    Object.entries(whole.provenance).map(([field, { provider }]) => [field, provider]),
    [
      ['name', 'osm-file'],
      ['rating', 'google'],
      ['ratingCount', 'google'],
      ['status', 'google'],
      ['names.fr', 'google'],
      ['names.alt', 'google'],
    ],
  )
})

test('a count belongs to its rating, and lists hold each value once', () => {
  const phone = (raw: string) => ({ e164: '+41413101010', raw, kind: 'phone' as const })
  const first = part('osm-file', {
    rating: 3,
    phones: [phone('041 310 10 10')],
    emails: ['Info@x.example'],
    provenance: { phones: of('osm-file'), emails: of('osm-file') },
  })
  const second = part('google', {
    rating: 5,
    ratingCount: 99,
    phones: [phone('+41 41 310 10 10')],
    emails: ['info@x.example', 'bar@x.example'],
    provenance: { phones: of('google'), emails: of('google') },
  })
  const whole = combineContents([first, second])
  assert.deepEqual([whole.rating, whole.ratingCount], [3, null])
  assert.equal(whole.phones.length, 1)
  assert.deepEqual(whole.emails, ['Info@x.example', 'bar@x.example'])
  const { fetchedAt } = of('google')
  assert.deepEqual(whole.provenance['emails']?.also, { provider: 'google', fetchedAt })
  assert.equal(whole.provenance['phones']?.also, undefined)
})

test('each entry of attributes and links says whose it is, and how busy it is comes along', () => {
  const first = part('osm-file', {
    attributes: { cuisine: 'greek' },
    provenance: { attributes: of('osm-file'), links: of('osm-file') },
  })
  const week = Array.from({ length: 7 }, () => [{ hour: 20, percent: 100 }])
  const second = part('google', {
    attributes: { cuisine: 'seafood', 'payments/pay_debit_card': true },
    links: { google: 'https://map.example/' },
    popularTimes: week,
    provenance: {
      attributes: of('google'),
      links: of('google'),
      popularTimes: of('google'),
      'openingHours.timezone': of('google'),
    },
  })
  const third = part('overture', {
    attributes: { 'overture:confidence': 0.9 },
    provenance: { attributes: of('overture') },
  })
  const { attributes, popularTimes, provenance } = combineContents([first, second, third])
  assert.deepEqual(attributes, {
    cuisine: 'greek',
    'payments/pay_debit_card': true,
    'overture:confidence': 0.9,
  })
  assert.deepEqual(popularTimes, week)
  const providers = Object.entries(provenance).map(([field, { provider }]) => [field, provider])
  assert.deepEqual(Object.fromEntries(providers), {
    attributes: 'osm-file',
    links: 'osm-file',
    popularTimes: 'google',
    'attributes.payments/pay_debit_card': 'google',
    'attributes.overture:confidence': 'overture',
    'links.google': 'google',
  })
})

const NO_ADDRESS = part('osm-file', {}).content.address
type Known = Partial<typeof NO_ADDRESS>

/** The parts of the address of a place that two providers have, without what nobody knows. */
function combined(own: Known, theirs: Known) {
  const provenance = Object.fromEntries(Object.keys(theirs).map((key) => [`address.${key}`, of('overture')]))
  const whole = combineContents([
    part('osm-file', { address: { ...NO_ADDRESS, ...own } }),
    part('overture', { address: { ...NO_ADDRESS, ...theirs }, provenance }),
  ])
  const known = Object.entries(whole.address).filter(([, value]) => value !== null)
  assert.deepEqual(
    Object.keys(whole.provenance)
      .filter((key) => key.startsWith('address.'))
      .toSorted(),
    known.flatMap(([key, value]) => (own[key as keyof Known] === value ? [] : [`address.${key}`])).toSorted(),
  )
  return Object.fromEntries(known)
}

test('an address takes its town from the next part, and its street only as a whole', () => {
  const town = { postcode: '3042', city: 'Limassol', country: 'Cyprus', countryCode: 'CY' }
  const full = { ...town, street: 'Quay', houseNumber: '1', formatted: 'Quay 1, 3042 Limassol, Cyprus' }
  const country = { country: 'Cyprus', countryCode: 'CY' }
  assert.deepEqual(combined({}, full), full)
  assert.deepEqual(combined(country, full), full)
  // A number belongs to its street.
  const harbour = { street: 'Harbour', formatted: 'Harbour, Cyprus', ...country }
  assert.deepEqual(combined(harbour, full), { ...town, ...harbour })
  const quay = { street: 'Quay', formatted: 'Quay, Cyprus', ...country }
  assert.deepEqual(combined(quay, full), { ...town, ...quay, formatted: full.formatted })
  const { formatted: _line, ...parts } = full
  assert.deepEqual(combined({ ...country, city: 'LIMASSOL' }, full), { ...parts, city: 'LIMASSOL' })
})

test('an address takes nothing from one that contradicts it', () => {
  const full = { street: 'Quay', houseNumber: '1', postcode: '3042', city: 'Limassol', countryCode: 'CY' }
  for (const own of [
    { city: 'Paphos' },
    { postcode: '8010' },
    { city: 'Limassol', countryCode: 'GR' },
    { street: 'Quay', postcode: '3043' },
  ]) {
    assert.deepEqual(combined(own, full), own)
  }
})

test('the reviews of a place are complete where those of all its parts are', () => {
  const cases = [
    [undefined, undefined, undefined],
    [undefined, 'complete', 'complete'],
    ['embedded', 'complete', 'embedded'],
    ['complete', 'complete', 'complete'],
    ['complete', 'partial', 'partial'],
    ['unavailable', 'unavailable', 'unavailable'],
    ['unavailable', 'complete', 'partial'],
    ['embedded', 'unavailable', 'embedded'],
  ] as const
  for (const [one, other, both] of cases) {
    const parts = [one, other].map((reviewCoverage) =>
      part('google', reviewCoverage === undefined ? {} : { reviewCoverage }),
    )
    assert.equal(combineContents(parts).reviewCoverage, both, `${one} and ${other}`)
  }
})
