// Browsing from the coarse to the fine: the tree of categories, countries with their regions and cities, how the store grew, and
// reviews by their properties.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstUuidV7At, uuidV7 } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const { address } = madePlace('x', HERE)
const kinds = (...ids: string[]) => ids.map((id) => ({ id, label: 'as the provider says' }))
const at = (countryCode: string | null, region: string | null, city: string | null) => ({
  address: { ...address, countryCode, region, city },
})
const TOWN = [
  madePlace('node/1', HERE, {
    ...at('AU', 'NSW', 'Sydney'),
    categories: kinds('amenity/cafe', 'amenity/bar'),
  }),
  madePlace('node/2', HERE, {
    ...at('AU', 'NSW', 'Newcastle'),
    categories: kinds('amenity/restaurant'),
    attributes: { cuisine: 'pizza' },
  }),
  madePlace('node/3', HERE, {
    ...at('AU', 'VIC', 'Newcastle'),
    categories: kinds('amenity/restaurant', 'shop/deli'),
    attributes: { cuisine: 'pizza;thai' },
  }),
  madePlace('node/4', HERE, { ...at('MC', null, 'Monaco'), categories: kinds('shop/bakery') }),
  madePlace('node/5', HERE, {
    ...at(null, null, null),
    categories: kinds('amenity/cafe'),
    attributes: { cuisine: 'thai' },
  }),
]

interface Group {
  readonly id?: string
  readonly places: number
  readonly links: Record<string, string>
}

test('every node of the tree of categories leads to as many places as it counts', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [TOWN])
  const list = async (path: string) => {
    const { status, body } = await places.get(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items as Group[]
  }
  const shown = (groups: Group[]) => groups.map(({ id, places: n }) => [id, n])
  const keys = await list('/api/browse/categories?parent=*')
  assert.deepEqual(shown(keys), [
    ['amenity/*', 4],
    ['shop/*', 2],
  ])
  const amenities = await list(keys[0]?.links['children'] ?? '')
  assert.deepEqual(shown(amenities), [
    ['amenity/cafe', 2],
    ['amenity/restaurant', 2],
    ['amenity/bar', 1],
  ])
  const cuisines = await list(amenities[1]?.links['children'] ?? '')
  assert.deepEqual(shown(cuisines), [
    ['cuisine/pizza', 2],
    ['cuisine/thai', 1],
  ])
  assert.equal(amenities[2]?.links['children'], undefined)
  assert.equal(cuisines[0]?.links['children'], undefined)
  const ofSession = await list(`/api/browse/categories?parent=shop/*&sessionId=${sessionId}`)
  assert.deepEqual(shown(ofSession), [
    ['shop/bakery', 1],
    ['shop/deli', 1],
  ])
  for (const { id, places: count, links } of [...keys, ...amenities, ...cuisines, ...ofSession]) {
    assert.equal((await list(links['places'] ?? '')).length, count, String(id))
  }
  assert.deepEqual(await list('/api/browse/categories?parent=office/*'), [])
  const { status, body } = await places.get('/api/browse/categories?parent=everything')
  assert.deepEqual([status, body.errors[0].pointer], [422, '?parent'])
})

test('locations are counted by country, region and city, each with a link to what is below', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [TOWN])
  const list = async (path: string) =>
    (await places.get(path)).body.items as (Group & Record<string, unknown>)[]
  const countries = await list('/api/browse/locations?level=country')
  assert.deepEqual(
    countries.map((c) => [c['level'], c['countryCode'], c['region'], c['city'], c.places]),
    [
      ['country', 'AU', null, null, 3],
      ['country', 'MC', null, null, 1],
      ['country', null, null, null, 1],
    ],
  )
  assert.deepEqual(countries[2]?.links, {})
  const regions = await list(countries[0]?.links['regions'] ?? '')
  assert.deepEqual(
    regions.map((r) => [r['region'], r.places]),
    [
      ['NSW', 2],
      ['VIC', 1],
    ],
  )
  const cities = await list(regions[0]?.links['cities'] ?? '')
  assert.deepEqual(cities.map((c) => c['city']).toSorted(), ['Newcastle', 'Sydney'])
  for (const { places: count, links } of [...countries.slice(0, 2), ...regions, ...cities]) {
    assert.equal((await list(links['places'] ?? '')).length, count, String(links['places']))
  }
  assert.equal((await list('/api/browse/locations?level=city&country=au')).length, 3)
  assert.equal((await places.get('/api/browse/locations?level=street')).status, 422)
})

test('the series counts what came in each interval, by provider, without gaps', async (t) => {
  const places = await startTestPlaces(t)
  const { session } = await storePlaces(places.db, [TOWN])
  // Made on given days: two on the first, one on the third.
  const [first = 0, third = 0] = ['2026-03-01T23:59:59Z', '2026-03-03T00:00:00Z'].map((day) =>
    Date.parse(day),
  )
  const stored = await places.db.query<{ id: string }>(sql`select id from places order by id`)
  for (const [n, ms] of [first - 1_000, first, third].entries()) {
    await places.db.execute(sql`update places set id = ${firstUuidV7At(ms)} where id = ${stored[n]?.id}`)
  }
  await places.db.execute(sql`
    insert into searches (id, session_id, request, provider) values (${firstUuidV7At(third)}, ${session}, '{}', 'overpass')`)
  await places.db.execute(sql`
    insert into reviews (id, place_id, provider, source_id) values (${firstUuidV7At(third)}, ${stored[4]?.id}, 'google', '1')`)
  const get = async (query: string) => places.get(`/api/browse/stats?${query}`)
  const { body } = await get('interval=day&since=2026-03-01T12:00:00Z&until=2026-03-03T12:00:00Z')
  assert.deepEqual(
    body.series.map(
      (p: { from: string; places: { total: number }; searches: { total: number }; reviews: number }) => [
        p.from,
        p.places.total,
        p.searches.total,
        p.reviews,
      ],
    ),
    [
      ['2026-03-01T00:00:00.000Z', 2, 0, 0],
      ['2026-03-02T00:00:00.000Z', 0, 0, 0],
      ['2026-03-03T00:00:00.000Z', 1, 1, 1],
    ],
  )
  assert.deepEqual(body.series[2].searches.providers, { 'osm-file': 0, overpass: 1, google: 0, overture: 0 })
  assert.deepEqual(body.series[0].places.providers, { 'osm-file': 2, overpass: 0, google: 0, overture: 0 })
  // 1 March 2026 is a Sunday: its week began on 23 February.
  const weeks = (await get('interval=week&since=2026-03-01T00:00:00Z&until=2026-03-02T00:00:00Z')).body.series
  assert.deepEqual(
    weeks.map((p: { from: string; places: { total: number } }) => [p.from, p.places.total]),
    [
      ['2026-02-23T00:00:00.000Z', 2],
      ['2026-03-02T00:00:00.000Z', 1],
    ],
  )
  const months = (await get('interval=month&since=2025-12-31T00:00:00Z&until=2026-03-31T00:00:00Z')).body
    .series
  assert.deepEqual(
    months.map((p: { places: { total: number } }) => p.places.total),
    [0, 0, 0, 3],
  )
  assert.equal((await get('interval=day')).body.series.length, 30)
  assert.equal((await get('')).body.series, undefined)
  for (const [query, pointer, code] of [
    ['interval=hour&since=2020-01-01T00:00:00Z', '?since', 'too_many'],
    ['interval=day&since=2100-01-01T00:00:00Z', '?since', 'out_of_range'],
    ['since=2026-01-01T00:00:00Z', '?since', 'interval_missing'],
    ['interval=year', '?interval', undefined],
  ]) {
    const { status, body: problem } = await get(query ?? '')
    assert.deepEqual([status, problem.errors[0].pointer], [422, pointer], String(query))
    if (code !== undefined) assert.equal(problem.errors[0].code, code)
  }
})

test('reviews are filtered by stars, time, provider, language, text and reply', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [TOWN])
  const [place] = await places.db.query<{ id: string }>(sql`select id from places order by id limit 1`)
  const reviews: [
    rating: number,
    text: string | null,
    language: string | null,
    day: string | null,
    reply: string | null,
  ][] = [
    [1, 'Mau', 'pt-BR', '2026-01-01', 'Desculpe'],
    [3, null, null, '2026-02-01', null],
    [5, 'Good', 'en', null, null],
    [5, '', 'pt', '2026-03-01', null],
  ]
  for (const [n, [rating, text, language, day, reply]] of reviews.entries()) {
    await places.db.execute(sql`
      insert into reviews (id, place_id, provider, source_id, rating, text, language, published_at, owner_reply)
      values (${uuidV7()}, ${place?.id}, 'google', ${String(n)}, ${rating}, ${text}, ${language}, ${day}, ${reply})`)
  }
  const cases: [query: string, ratings: number[]][] = [
    ['', [5, 5, 3, 1]],
    ['maxRating=3', [3, 1]],
    ['minRating=2&maxRating=3', [3]],
    ['since=2026-02-01T00:00:00Z', [5, 3]],
    ['until=2026-02-01T00:00:00Z', [1]],
    ['since=2026-02-01T00:00:00Z&until=2026-03-01T00:00:00Z', [3]],
    ['provider=google&maxRating=3', [3, 1]],
    ['provider=overpass', []],
    ['q=GOOD', [5]],
    ['q=desculpe', [1]],
    ['q=%25', []],
    ['language=pt', [5, 1]],
    ['language=pt-BR', [1]],
    ['hasText=true', [5, 1]],
    ['hasText=false&language=pt', [5]],
    ['hasReply=true', [1]],
    ['hasReply=false&hasText=true', [5]],
  ]
  for (const [query, ratings] of cases) {
    const { status, body } = await places.get(`/api/browse/reviews?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      body.items.map(({ rating }: { rating: number }) => rating),
      ratings,
      query,
    )
  }
  for (const wrong of ['since=yesterday', 'until=tomorrow', 'provider=nobody', 'q=']) {
    assert.equal((await places.get(`/api/browse/reviews?${wrong}`)).status, 422, wrong)
  }
})
