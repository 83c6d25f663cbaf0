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
