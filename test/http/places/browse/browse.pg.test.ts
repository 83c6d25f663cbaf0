import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCursor } from '#kit/cursor.ts'
import { uuidV7 } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const { address } = madePlace('x', HERE)
const inCity = (city: string | null) => ({ address: { ...address, city, countryCode: 'MC' } })
const CAFE = { id: 'amenity/cafe', label: 'Café' }
const BAR = { id: 'amenity/bar', label: 'Bar' }

const TOWN = [
  madePlace('node/1', HERE, {
    ...inCity('Monaco'),
    website: 'https://one.example/',
    status: 'operational',
    rating: 4,
  }),
  madePlace('node/2', HERE, { ...inCity('Monaco'), categories: [CAFE, BAR], emails: ['a@two.example'] }),
  madePlace('node/3', HERE, { ...inCity('Fontvieille'), categories: [BAR] }),
]

test('stats count what is stored, and nothing where nothing is', async (t) => {
  const places = await startTestPlaces(t)
  const empty = (await places.get('/api/browse/stats')).body
  assert.deepEqual([empty.places.total, empty.sessions, empty.reviews, empty.lastSeenAt], [0, 0, 0, null])
  await storePlaces(places.db, [TOWN])
  const { status, body } = await places.get('/api/browse/stats')
  assert.equal(status, 200)
  assert.deepEqual(body.places, {
    total: 3,
    withWebsite: 1,
    withPhone: 0,
    withEmail: 1,
    withRating: 1,
    status: { operational: 1, temporarily_closed: 0, permanently_closed: 0, unknown: 2 },
    providers: { 'osm-file': 3, overpass: 0, google: 0, overture: 0 },
  })
  assert.deepEqual([body.sessions, body.categories, body.cities, body.reviews], [1, 2, 2, 0])
  assert.equal(body.searches.succeeded, 1)
  assert.ok(Date.parse(body.lastSeenAt) > 0)
})

test('sessions are listed newest first, page by page', async (t) => {
  const places = await startTestPlaces(t)
  const sessions: string[] = []
  for (let i = 0; i < 5; i += 1)
    sessions.unshift((await storePlaces(places.db, [TOWN.slice(0, i)])).sessionId)
  const items = await places.all<Record<string, unknown>>('/api/browse/sessions?limit=2')
  assert.deepEqual(
    items.map(({ id }) => id),
    sessions,
  )
  const [newest] = items
  assert.deepEqual(
    [newest?.['places'], newest?.['searches'], newest?.['running'], newest?.['complete']],
    [3, 1, 0, true],
  )
  assert.deepEqual(newest?.['queries'], ['*'])
})

test('places are listed in short, with the filters of the places', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [TOWN])
  const { status, body } = await places.get('/api/browse/places?hasEmail=true')
  assert.equal(status, 200)
  assert.equal(body.items.length, 1)
  const [card] = body.items
  assert.deepEqual(
    [card.name, card.city, card.email, card.website],
    ['Place node/2', 'Monaco', 'a@two.example', null],
  )
  assert.equal((await places.get(card.links.self)).body.id, card.id)
  assert.equal((await places.get('/api/browse/places?sort=distance')).status, 422)
})

test('categories and locations are counted, the largest first', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [TOWN])
  const other = await storePlaces(places.db, [
    [madePlace('node/9', HERE, { categories: [BAR], ...inCity(null) })],
  ])
  const categories = await places.all<Record<string, unknown>>('/api/browse/categories?limit=1')
  assert.deepEqual(
    categories.map((c) => [c['id'], c['label'], c['places']]),
    [
      ['amenity/bar', 'Bar', 3],
      ['amenity/cafe', 'Café', 2],
    ],
  )
  const ofSession = await places.all<Record<string, unknown>>(`/api/browse/categories?sessionId=${sessionId}`)
  assert.deepEqual(
    ofSession.map((c) => [c['id'], c['places']]),
    [
      ['amenity/bar', 2],
      ['amenity/cafe', 2],
    ],
  )
  const locations = await places.all<Record<string, unknown>>('/api/browse/locations?limit=1')
  assert.deepEqual(
    locations.map((l) => [l['countryCode'], l['city'], l['places']]),
    [
      ['MC', 'Monaco', 2],
      ['MC', 'Fontvieille', 1],
      ['MC', null, 1],
    ],
  )
  const link = (locations[0]?.['links'] as { places: string } | undefined)?.places ?? ''
  assert.equal((await places.get(link)).body.items.length, 2)
  const bars = (ofSession[0]?.['links'] as { places: string } | undefined)?.places ?? ''
  assert.equal((await places.get(bars)).body.items.length, 2, 'a link keeps to the session')
  assert.deepEqual(
    (await places.all<Record<string, unknown>>(`/api/browse/locations?sessionId=${other.sessionId}`)).map(
      (l) => l['city'],
    ),
    [null],
  )
})

test('reviews are listed, newest first, and filtered', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [TOWN])
  const [place] = await places.db.query<{ id: string }>(sql`select id from places order by id limit 1`)
  for (const [n, rating] of [1, 5, null].entries()) {
    await places.db.execute(sql`
      insert into reviews (id, place_id, provider, source_id, rating, text, language)
      values (${uuidV7()}, ${place?.id}, 'google', ${String(n)}, ${rating}, 'Très bien', 'fr')`)
  }
  const all = await places.all<Record<string, unknown>>('/api/browse/reviews?limit=1')
  assert.deepEqual(
    all.map((r) => r['rating']),
    [null, 5, 1],
  )
  assert.equal(all[0]?.['author'], null)
  assert.equal((await places.all<Record<string, unknown>>('/api/browse/reviews?minRating=4')).length, 1)
  for (const crossed of [
    'minRating=4&maxRating=3',
    'since=2026-02-01T00:00:00Z&until=2026-02-01T00:59:00%2B01:00',
  ])
    assert.match((await places.get(`/api/browse/reviews?${crossed}`)).body.detail, /lies above/)
  assert.equal(
    (await places.all<Record<string, unknown>>(`/api/browse/reviews?placeId=plc_${place?.id}`)).length,
    3,
  )
  assert.equal(
    (await places.get('/api/browse/reviews?placeId=plc_01920000-0000-7000-8000-000000000000')).status,
    404,
  )
})

test('every list refuses what it does not know', async (t) => {
  const places = await startTestPlaces(t)
  for (const view of ['sessions', 'places', 'categories', 'locations', 'reviews']) {
    assert.equal((await places.get(`/api/browse/${view}?nonsense=1`)).status, 422, view)
    assert.equal((await places.get(`/api/browse/${view}?limit=501`)).status, 422, view)
    const cursor = await places.get(`/api/browse/${view}?cursor=WyJ4IiwieCJd`)
    assert.deepEqual([cursor.status, cursor.body.code], [400, 'invalid_cursor'], view)
  }
  for (const view of ['categories', 'locations']) {
    const cursor = encodeCursor([1e308, 'Monaco'])
    const { status, body } = await places.get(`/api/browse/${view}?cursor=${cursor}`)
    assert.deepEqual([status, body.code], [400, 'invalid_cursor'], view)
  }
  for (const view of ['places', 'categories', 'locations', 'reviews']) {
    const { status, body } = await places.get(
      `/api/browse/${view}?sessionId=ses_01920000-0000-7000-8000-000000000000`,
    )
    assert.deepEqual([status, body.code], [404, 'not_found'], view)
  }
})
