import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { MapPlace, Place } from '#contract/places/place.ts'
import { distanceM } from '#kit/geo/geometry.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const CENTRE = { lat: 43.7384, lng: 7.4246 }
const NO_ADDRESS = madePlace('x', CENTRE).address
const week = (...days: [open: number, closes: number][][]) =>
  Array.from({ length: 7 }, (_, day) =>
    (days[day] ?? []).map(([opensMinute, closesMinute]) => ({ opensMinute, closesMinute })),
  )

const HARBOUR_HOURS: MapPlace['openingHours'] = {
  raw: 'as tested',
  timezone: 'Europe/Monaco',
  closedDays: [],
  // Monday 22:00 to Tuesday 02:00, Sunday 23:00 to Monday 01:00.
  weekly: week([[1320, 1560]], [], [], [], [], [], [[1380, 1500]]),
  // Monday 11:00 to 12:00, which a later rule replaces.
  overridden: week([[660, 720]]),
}
const HARBOUR = madePlace(
  'node/1',
  { lat: 43.7351, lng: 7.4217 },
  {
    name: 'Café du Port',
    names: { en: 'Harbour Café', ja: '港のカフェ' },
    address: { ...NO_ADDRESS, street: 'Quai Antoine', city: 'Monaco', countryCode: 'MC', country: 'Monaco' },
    website: 'https://port.example/',
    rating: 4.5,
    status: 'operational',
    openingHours: HARBOUR_HOURS,
  },
)
const BAKERY = madePlace(
  'node/2',
  { lat: 43.7401, lng: 7.4281 },
  {
    name: 'Boulangerie Zürich',
    categories: [{ id: 'shop/bakery', label: 'Bakery' }],
    address: { ...NO_ADDRESS, city: 'Beausoleil', countryCode: 'FR' },
    phone: '+33493000000',
    phones: [{ e164: '+33493000000', raw: '04 93 00 00 00', kind: 'phone' }],
    emails: ['bonjour@boulangerie.example'],
    rating: 3.9,
  },
)
const CLOSED = madePlace(
  'way/3',
  { lat: 43.7, lng: 7.2 },
  {
    name: null,
    status: 'permanently_closed',
    openingHours: { raw: '24/7', timezone: 'Europe/Monaco', weekly: week([[0, 1440]]), closedDays: [] },
  },
)
const DATELINE = madePlace('node/4', { lat: -16.8, lng: 179.99 }, { name: 'Taveuni Cafe' })

async function withPlaces(t: TestContext): Promise<TestPlaces & { sessionId: string; searchId: string }> {
  const places = await startTestPlaces(t)
  const stored = await storePlaces(places.db, [[HARBOUR, BAKERY, CLOSED, DATELINE]])
  return { ...places, ...stored }
}

const osmIds = (body: { items: { aliases: { value: string }[] }[] }) =>
  body.items.map((p) => p.aliases[0]?.value)

test('each filter finds what it names', async (t) => {
  const places = await withPlaces(t)
  const cases: [query: string, expected: string[]][] = [
    ['', ['node/1', 'node/2', 'way/3', 'node/4']],
    ['q=port', ['node/1']],
    ['q=cafe', ['node/1', 'way/3', 'node/4']],
    ['q=CAFÉ+du', ['node/1']],
    ['q=harb', ['node/1']],
    ['q=boulangrie', ['node/2']],
    ['q=zurich', ['node/2']],
    ['q=quai', ['node/1']],
    ['q=港', ['node/1']],
    ['q=!!!', []],
    ["q=o'x%25_%5C", []],
    ['category=shop/bakery', ['node/2']],
    ['category=bakery', ['node/2']],
    ['category=bakery,amenity/cafe', ['node/1', 'node/2', 'way/3', 'node/4']],
    ['category=zoo', []],
    ['bbox=7.42,43.73,7.425,43.74', ['node/1']],
    ['bbox=179,-17,-179,-16', ['node/4']],
    ['near=43.7351,7.4217&radiusM=100&sort=firstSeenAt', ['node/1']],
    ['near=-16.8,-179.99&radiusM=5000', ['node/4']],
    ['city=Monaco', ['node/1']],
    ['country=fr', ['node/2']],
    ['hasWebsite=true', ['node/1']],
    ['hasWebsite=false', ['node/2', 'way/3', 'node/4']],
    ['hasPhone=true', ['node/2']],
    ['hasEmail=true', ['node/2']],
    ['minRating=4', ['node/1']],
    ['status=permanently_closed', ['way/3']],
    ['changedSince=2020-01-01T00:00:00Z', ['node/1', 'node/2', 'way/3', 'node/4']],
    ['changedSince=2100-01-01T00:00:00Z', []],
    [`sessionId=${places.sessionId}&hasPhone=true`, ['node/2']],
    [`searchId=${places.searchId}&minRating=4`, ['node/1']],
    // Monday 2026-01-05 in Monaco is UTC+1.
    ['openAt=2026-01-05T20:59:00Z', []],
    ['openAt=2026-01-05T21:00:00Z', ['node/1']],
    ['openAt=2026-01-06T00:59:00Z', ['node/1']],
    ['openAt=2026-01-06T01:00:00Z', []],
    ['openAt=2026-01-04T23:59:00%2B00:00', ['node/1']],
    ['openAt=2026-07-06T20:00:00Z', ['node/1']],
    ['openAt=2026-01-05T21:00:00Z&openState=open', ['node/1']],
    ['openAt=2026-01-05T21:00:00Z&openState=closed', ['way/3']],
    ['openAt=2026-01-05T12:00:00Z&openState=closed', ['node/1', 'way/3']],
    ['openAt=2026-01-05T12:00:00Z&openState=unknown', ['node/2', 'node/4']],
    // Hours that a later rule replaces: neither open nor closed.
    ['openAt=2026-01-05T10:30:00Z&openState=open', []],
    ['openAt=2026-01-05T10:30:00Z&openState=closed', ['way/3']],
    ['openAt=2026-01-05T10:30:00Z&openState=unknown', ['node/1', 'node/2', 'node/4']],
    ['openNow=true&openState=unknown&hasEmail=true', ['node/2']],
    ['openNow=true&hasEmail=true', []],
    ['openOn=monday', ['node/1']],
    ['openOn=sunday,monday', ['node/1']],
    ['openOn=monday,friday', []],
    // Only in the night, which belongs to Monday.
    ['openOn=tuesday', []],
    // A Monday, too.
    ['openAt=0001-01-01T00:00:00Z', ['node/1']],
  ]
  for (const [query, expected] of cases) {
    const { status, body } = await places.get(`/api/places?${query}`)
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
    assert.deepEqual(osmIds(body).toSorted(), expected.toSorted(), query)
  }
})

test('each order holds over pages', async (t) => {
  const places = await startTestPlaces(t)
  const many = Array.from({ length: 37 }, (_, i) =>
    madePlace(
      `node/${i + 1}`,
      { lat: CENTRE.lat + ((i * 17) % 37) / 10_000, lng: CENTRE.lng },
      {
        name: i === 5 ? null : `Name ${String((i * 7) % 10)}`,
      },
    ),
  )
  // Several transactions, so that times differ, and some are the same.
  await storePlaces(places.db, [many.slice(0, 10), many.slice(10, 30), many.slice(30)])
  await storePlaces(places.db, [many.slice(3, 6)])
  const all = (await places.get('/api/places?limit=500')).body.items as Place[]
  const near = `near=${CENTRE.lat},${CENTRE.lng}&radiusM=100000`
  const orders: [string, (a: Place, b: Place) => number][] = [
    ['sort=firstSeenAt', (a, b) => compare(a.id, b.id)],
    ['sort=name', (a, b) => compare(a.name ?? '~', b.name ?? '~') || compare(a.id, b.id)],
    [near, (a, b) => distanceM(a.location, CENTRE) - distanceM(b.location, CENTRE) || compare(a.id, b.id)],
  ]
  const walk = async (query: string) =>
    (await places.all<Place>(`/api/places?${query}&limit=5`)).map(({ id }) => id)
  for (const [query, order] of orders) {
    assert.deepEqual(
      await walk(query),
      all.toSorted(order).map(({ id }) => id),
      query,
    )
  }
  const newest = await walk('sort=-lastSeenAt')
  assert.equal(new Set(newest).size, 37)
  const seenAgain = all
    .filter((p) => many.slice(3, 6).some((m) => m.location.lat === p.location.lat))
    .map(({ id }) => id)
  assert.deepEqual(newest.slice(0, 3).toSorted(), seenAgain.toSorted())
})

test('lists stream whole as NDJSON and CSV', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [Array.from({ length: 1_203 }, (_, i) => madePlace(`node/${i + 1}`, CENTRE))])
  const lines = (await places.get('/api/places', { accept: 'application/x-ndjson' })).text.trim().split('\n')
  assert.equal(lines.length, 1_203)
  assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size, 1_203)
  const csv = await places.get('/api/places', { accept: 'text/csv' })
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(csv.text.trim().split('\r\n').length, 1_204)
})

test('a place has the fields of the contract and nothing else', async (t) => {
  const places = await withPlaces(t)
  const [item] = (await places.get('/api/places?q=port')).body.items
  const { status, body } = await places.get(`/api/places/${item.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, item)
  const { raw: _raw, source: _source, ...known } = HARBOUR
  const { id, firstSeenAt, lastSeenAt, changes, missingSince, ...content } = body
  assert.match(id, /^plc_/)
  assert.ok(Date.parse(firstSeenAt) <= Date.parse(lastSeenAt))
  assert.equal(changes, 0)
  assert.equal(missingSince, null)
  assert.deepEqual(content, known)
})

test('bad queries are refused with a pointer', async (t) => {
  const places = await withPlaces(t)
  const cases: [query: string, status: number, code: string, pointer: string | null][] = [
    ['near=1', 422, 'validation_failed', '?near'],
    ['near=91,0', 422, 'validation_failed', '?near'],
    ['radiusM=5', 422, 'validation_failed', '?radiusM'],
    ['sort=distance', 422, 'validation_failed', '?sort'],
    ['sort=stars', 422, 'validation_failed', '?sort'],
    ['openNow=false', 422, 'validation_failed', '?openNow'],
    ['openNow=true&openAt=2026-01-05T10:30:00Z', 422, 'validation_failed', '?openNow'],
    ['openState=closed', 422, 'validation_failed', '?openState'],
    ['openNow=true&openState=ajar', 422, 'validation_failed', '?openState'],
    ['language=xx', 422, 'validation_failed', '?language'],
    ['language=german', 422, 'validation_failed', '?language'],
    ['category=', 422, 'validation_failed', '?category'],
    ['city=', 422, 'validation_failed', '?city'],
    ['category=restaurnts', 422, 'validation_failed', '?category'],
    ['category=cafe,qqqq', 422, 'validation_failed', '?category'],
    ['bbox=1,2,3', 422, 'validation_failed', '?bbox'],
    ['bbox=1,5,3,4', 422, 'validation_failed', '?bbox'],
    ['bbox=500,1,3,4', 422, 'validation_failed', '?bbox'],
    ['minRating=six', 422, 'validation_failed', '?minRating'],
    ['minRating=4&maxRating=3', 422, 'validation_failed', '?minRating'],
    ['limit=1&limit=2', 422, 'validation_failed', '?limit'],
    ['q=%00', 422, 'validation_failed', '?q'],
    ['facets=stars', 422, 'validation_failed', '?facets'],
    ['columns=name', 422, 'validation_failed', '?columns'],
    ['openOn=someday', 422, 'validation_failed', '?openOn/0'],
    ['changedSince=2026-11-01', 422, 'validation_failed', '?changedSince'],
    ['hasWebsite=maybe', 422, 'validation_failed', '?hasWebsite'],
    ['openAt=today', 422, 'validation_failed', '?openAt'],
    ['limit=0', 422, 'validation_failed', '?limit'],
    ['nmae=x', 422, 'validation_failed', '?nmae'],
    ['cursor=x', 400, 'invalid_cursor', null],
    ['sessionId=ses_01920000-0000-7000-8000-000000000000', 404, 'not_found', null],
    ['searchId=x', 404, 'not_found', null],
  ]
  for (const [query, status, code, pointer] of cases) {
    const answer = await places.get(`/api/places?${query}`)
    assert.deepEqual([answer.status, answer.body.code], [status, code], `${query}: ${answer.text}`)
    if (pointer === null) continue
    const { detail, errors } = answer.body
    assert.equal(errors[0].pointer, pointer, query)
    assert.ok(detail.endsWith(errors[0].detail), `who shows the detail alone shows what to mend: ${detail}`)
    assert.doesNotMatch(detail, /date-time/)
  }
  // A cursor of one order is invalid for another.
  const { nextCursor } = (await places.get('/api/places?limit=1&sort=name')).body
  for (const sort of ['firstSeenAt', '-lastSeenAt', 'distance&near=1,1']) {
    const answer = await places.get(`/api/places?cursor=${nextCursor}&sort=${sort}`)
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_cursor'], sort)
  }
})

test('an unknown place is 404', async (t) => {
  const places = await startTestPlaces(t)
  for (const id of [
    'plc_01920000-0000-7000-8000-000000000000',
    'sea_01920000-0000-7000-8000-000000000000',
    "x'--",
  ]) {
    const { status, body } = await places.get(`/api/places/${encodeURIComponent(id)}`)
    assert.deepEqual([status, body.code], [404, 'not_found'])
  }
})

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
