// Labels and names are added when a place is read, in the requested language; stored data has no language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const ADDRESS = {
  formatted: 'Seeweg 5, 6000 Luzern, Switzerland',
  street: 'Seeweg',
  houseNumber: '5',
  postcode: '6000',
  city: 'Luzern',
  region: null,
  country: 'Switzerland',
  countryCode: 'CH',
}
const BAKERY = madePlace(
  'node/1',
  { lat: 47.05, lng: 8.3 },
  {
    name: 'Bäckerei am See',
    names: { fr: 'Boulangerie du Lac' },
    categories: [{ id: 'shop/bakery', label: 'Panetteria' }],
    address: ADDRESS,
  },
)

test('a place, a list, a card, a group and an export are shown in the language asked for', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [[BAKERY]])
  const [{ id }] = (await places.get('/api/places')).body.items
  const cases: [language: string, name: string, label: string, country: string][] = [
    ['', 'Bäckerei am See', 'Bakery', 'Switzerland'],
    ['de', 'Bäckerei am See', 'Bäckerei', 'Schweiz'],
    ['fr-CH', 'Boulangerie du Lac', 'Boulangerie', 'Suisse'],
    ['ja', 'Bäckerei am See', 'Bakery', 'スイス'],
  ]
  for (const [language, name, label, country] of cases) {
    const asked = language === '' ? '' : `language=${language}`
    const expected = {
      name,
      label,
      country,
      formatted: `Seeweg 5, 6000 Luzern, ${country}`,
    }
    const shown = (place: typeof BAKERY) => ({
      name: place.name,
      label: place.categories[0]?.label,
      country: place.address.country,
      formatted: place.address.formatted,
    })
    assert.deepEqual(shown((await places.get(`/api/places/${id}?${asked}`)).body), expected)
    assert.deepEqual(shown((await places.get(`/api/places?${asked}`)).body.items[0]), expected)
    const exported = await places.get(`/api/exports/${sessionId}?${asked}`)
    assert.deepEqual(shown(exported.body.places[0]), expected)
    const lines = await places.get(`/api/exports/${sessionId}?format=ndjson&${asked}`)
    const {
      seenIn: _seenIn,
      searchedArea: _area,
      ...whole
    } = JSON.parse(lines.text) as Record<string, unknown>
    assert.deepEqual(whole, (await places.get(`/api/places/${id}?${asked}`)).body)
    const csv = await places.get(
      `/api/exports/${sessionId}?format=csv&columns=name,category,country&${asked}`,
    )
    assert.equal(csv.text.trim().split('\r\n')[1], [name, label, country].join(','))
    const card = (await places.get(`/api/browse/places?${asked}`)).body.items[0]
    assert.deepEqual([card.name, card.categories[0].label, card.address], [name, label, expected.formatted])
    const groups = (await places.get(`/api/browse/categories?${asked}`)).body.items
    assert.deepEqual([groups[0].id, groups[0].label], ['shop/bakery', label])
  }
})

test('what is stored has no label', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [[BAKERY]])
  const [row] = await places.db.query<{ categories: string }>(
    sql`select content ->> 'categories' as categories from places`,
  )
  assert.equal(row?.categories, '["shop/bakery"]')
})

test('an unknown language is refused with a pointer', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [[BAKERY]])
  const [{ id }] = (await places.get('/api/places')).body.items
  for (const language of ['xx', 'german', 'de_CH', 'klingon']) {
    for (const path of [
      '/api/places',
      `/api/places/${id}`,
      '/api/browse/categories',
      `/api/exports/${sessionId}`,
    ]) {
      const { status, body } = await places.get(`${path}?language=${language}`)
      assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '?language'], `${path} ${language}`)
      assert.match(body.errors[0].detail, /known language/)
    }
    const { status, body } = await places.post('/api/search', { query: 'cafes', language })
    assert.deepEqual([status, body.errors[0].pointer], [422, '/language'])
  }
})
