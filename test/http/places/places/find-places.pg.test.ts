// The filters of the lists: words, kinds, cities, phones; and orders that lose nothing while they are paged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '#contract/places/place.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 47.05, lng: 8.3 }
const NOWHERE = madePlace('x', HERE).address
const kind = (id: string) => [{ id, label: 'as the provider says' }]

const PHO = madePlace('node/1000001', HERE, {
  name: 'Pho Saigon',
  categories: kind('amenity/restaurant'),
  attributes: { cuisine: 'vietnamese;Noodle Soup' },
  address: { ...NOWHERE, street: 'Quai Antoine', houseNumber: '17', postcode: '98000', city: 'Zürich' },
  phone: '+41441234567',
  phones: [{ e164: '+41441234567', raw: '044 123 45 67', kind: 'phone' }],
  website: 'https://www.pho-saigon.example/karte/abend',
  emails: ['Gast@Mail.example'],
})
const CALL_BOX = madePlace('way/1000002', HERE, {
  name: null,
  categories: kind('amenity/emergency_phone'),
  phones: [{ e164: null, raw: '12', kind: 'phone' }],
})
const CHURCH = madePlace('relation/1000003', HERE, {
  name: 'Pfarrkirche St. Martin',
  categories: kind('amenity/place_of_worship'),
  attributes: { religion: 'christian' },
  address: { ...NOWHERE, formatted: 'Kirchplatz 1, Altdorf' },
  aliases: [
    { scheme: 'osm', value: 'relation/1000003' },
    { scheme: 'wikidata', value: 'Q4711' },
  ],
})
const BOATS = madePlace('node/1000004', HERE, { name: '寿司太郎', categories: kind('shop/boat_storage') })
const CLINIC = madePlace('node/1000005', HERE, { name: 'Dr. Who', categories: kind('healthcare/doctor') })
const IDS = new Map(
  Object.entries({ PHO, CALL_BOX, CHURCH, BOATS, CLINIC }).map(([name, { source }]) => [source.id, name]),
)

test('words, kinds, numbers and ids find what they mean', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [[PHO, CALL_BOX, CHURCH, BOATS, CLINIC]])
  const cases: [query: string, found: string[]][] = [
    // Whole words, not prefixes: "phone" does not match "Pho".
    ['q=Pho', ['PHO']],
    ['q=emergency+phone', ['CALL_BOX']],
    ['q=noodles', []],
    ['q=kirche', ['CHURCH']],
    ['q=寿司', ['BOATS']],
    ['q=restaurants', ['PHO']],
    ['q=Arztpraxis', ['CLINIC']],
    ['q=place+of+worship', ['CHURCH']],
    ['q=quai+antoine+17', ['PHO']],
    ['q=98000', ['PHO']],
    ['q=kirchplatz+1', ['CHURCH']],
    ['q=quai+18', []],
    ['q=%2B41+44+123+45+67', ['PHO']],
    ['q=044+123+45+67', ['PHO']],
    ['q=0041441234567', ['PHO']],
    ['q=123-45-67', ['PHO']],
    ['q=1234568', []],
    ['q=pho-saigon.example', ['PHO']],
    ['q=https%3A%2F%2Fwww.pho-saigon.example%2Fkarte', ['PHO']],
    ['q=way%2F1000002', ['CALL_BOX']],
    ['q=osm%3Arelation%2F1000003', ['CHURCH']],
    ['q=https%3A%2F%2Fwww.openstreetmap.org%2Fnode%2F1000004', ['BOATS']],
    ['q=1000005', ['CLINIC']],
    ['q=node%2F1000002', []],
    ['q=wikidata%3AQ4711', ['CHURCH']],
    ['q=q4711', ['CHURCH']],
    ['q=Q471', []],
    ['q=gast%40mail.example', ['PHO']],
    ['q=gast%40pho-saigon.example', []],
    ['q=*', ['PHO', 'CALL_BOX', 'CHURCH', 'BOATS', 'CLINIC']],

    ['category=restaurants', ['PHO']],
    ['category=Restaurant', ['PHO']],
    ['category=amenity%3Drestaurant', ['PHO']],
    ['category=doctors', ['CLINIC']],
    ['category=churches', ['CHURCH']],
    ['category=vietnamese', ['PHO']],
    ['category=cuisine/noodle_soup', ['PHO']],
    ['category=healthcare/*', ['CLINIC']],
    ['category=craft/*', []],
    ['category=craft/*,restaurants', ['PHO']],
    ['category=boat_storage', ['BOATS']],
    ['category=Boat+storage', ['BOATS']],
    ['category=churches,restaurants', ['PHO', 'CHURCH']],
    ['category=zoo', []],

    ['city=z%C3%BCrich', ['PHO']],
    ['city=Z%C3%9CRICH', ['PHO']],
    ['city=Z%C3%BCri', []],

    // The call box has a number that cannot be called from outside: it is shown as text, and does not count as a phone.
    ['hasPhone=true', ['PHO']],
    ['hasPhone=false&q=phone', ['CALL_BOX']],
  ]
  for (const [query, found] of cases) {
    const { status, body } = await places.get(`/api/places?${query}`)
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
    const names = (body.items as (typeof PHO)[]).map(({ aliases }) => IDS.get(aliases[0]?.value ?? ''))
    assert.deepEqual(names.toSorted(), found.toSorted(), query)
  }
  const { body: stats } = await places.get('/api/browse/stats')
  assert.deepEqual([stats.places.withPhone, stats.categories], [1, 5])
  const shown = (await places.get('/api/places?limit=500')).body.items as (typeof PHO)[]
  assert.equal(shown.filter(({ phone }) => phone !== null).length, stats.places.withPhone)
})

test('a word of a name may have one letter that lacks, is too much, is wrong, or changed places with the next', async (t) => {
  const places = await startTestPlaces(t)
  const named = (id: string, name: string) =>
    madePlace(id, HERE, { name, categories: kind('office/company') })
  await storePlaces(places.db, [
    [named('node/1', 'Alte Harmonia'), named('node/2', 'Carrefour City'), named('node/3', 'Karfreitag')],
  ])
  const typed = [
    'harmnia',
    'harmonnia',
    'harmoria',
    'hamronia',
    'carerfour',
    'carefour',
    'carrefouur',
    'carrrefour',
  ]
  for (const q of typed) {
    const { body } = await places.get(`/api/places?q=${q}`)
    const [name = ''] = body.items.map((place: Place) => place.name)
    assert.deepEqual(
      [body.items.length, name],
      [1, q.startsWith('h') ? 'Alte Harmonia' : 'Carrefour City'],
      q,
    )
  }
  for (const q of ['hxrmonxa', 'hramnoia', 'karfour']) {
    assert.deepEqual((await places.get(`/api/places?q=${q}`)).body.items, [], q)
  }
})

test('each id of a merged place finds it', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [[PHO, CLINIC]])
  const idOf = async (id: string): Promise<string> => (await places.get(`/api/places/${id}`)).body.id
  const [placeId, otherId] = [await idOf('osm:node/1000001'), await idOf('osm:node/1000005')]
  const { body: merge } = await places.post('/api/merges', { placeId, otherId })
  assert.equal((await places.post(`/api/merges/${merge.id}/accept`, {})).status, 200)
  for (const q of [placeId, otherId, 'osm:node/1000001', 'node/1000005', '1000005']) {
    const { body } = await places.get(`/api/places?q=${encodeURIComponent(q)}`)
    assert.deepEqual(
      body.items.map(({ id }: Place) => id),
      [placeId],
      q,
    )
  }
})

test('a category that nobody knows is refused, with what was probably meant', async (t) => {
  const places = await startTestPlaces(t)
  const { status, body } = await places.get('/api/places?category=restaurnts')
  assert.deepEqual(
    [status, body.errors[0].pointer, body.errors[0].code],
    [422, '?category', 'unknown_category'],
  )
  assert.match(body.errors[0].detail, /did you mean 'restaurants?'/)
})

test('by rating, places without one come last in both directions, and none is lost or comes twice', async (t) => {
  const places = await startTestPlaces(t)
  const ratings = [4.5, null, 3.9, 4.5, null, 5, 1, 4.5, null, 0]
  const many = Array.from({ length: 43 }, (_, i) =>
    madePlace(`node/${i + 1}`, HERE, { rating: ratings[i % 10] ?? null }),
  )
  await storePlaces(places.db, [many])
  // With words that all of them have, a page is filled without a look-up, and the last one with it.
  for (const [query, sign] of [
    ['sort=rating', 1],
    ['sort=-rating', -1],
    ['sort=-rating&q=place', -1],
  ] as const) {
    const walked = await places.all<Place>(`/api/places?${query}&limit=5`)
    assert.equal(new Set(walked.map(({ id }) => id)).size, 43)
    assert.equal(walked.length, 43)
    const order = walked.map(({ rating }) => rating)
    const rated = order.filter((rating) => rating !== null)
    assert.deepEqual(order.slice(0, rated.length), rated)
    assert.deepEqual(
      rated,
      rated.toSorted((a, b) => sign * (a - b)),
    )
  }
})

test('what is seen again while -lastSeenAt is paged is not lost', async (t) => {
  const places = await startTestPlaces(t)
  const many = Array.from({ length: 40 }, (_, i) => madePlace(`node/${i + 1}`, HERE))
  for (let i = 0; i < 40; i += 10) await storePlaces(places.db, [many.slice(i, i + 10)])
  const before = (await places.get('/api/places?limit=500')).body.items as { id: string }[]
  // After the second page the last ones of the list are seen again, and one that is new.
  const walked = await places.all<Place>('/api/places?sort=-lastSeenAt&limit=5', async (page) => {
    if (page === 2) await storePlaces(places.db, [[...many.slice(0, 15), madePlace('node/99', HERE)]])
  })
  const ids = walked.map(({ id }) => id)
  assert.deepEqual(new Set(ids), new Set(before.map(({ id }) => id)))
  assert.equal(ids.length, 40)
  const [changes] = await places.db.query(sql`select count(*)::integer as n from places`)
  assert.deepEqual(changes, { n: 41 })
})
