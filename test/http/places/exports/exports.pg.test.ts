import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { uuidV7 } from '#kit/ids.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: -7.4246 }
const HOSTILE = [
  '=1+1',
  "=cmd|'/c calc'!A0",
  '@SUM(A1)',
  '+49 30 1234',
  '-2+3',
  '\t=1+1',
  '  =1+1',
  '"quoted", and "again"',
  'two\nlines',
  'carriage\r\nreturn',
  'a,b;c',
  '\u202Eevil\u202C bidi',
  '🍕 Pizza 👩‍🍳',
  '＝１＋１',
  '\uFEFFbom',
  "'already",
  '港のカフェ',
  '0049',
  '12:30\u202F–\u202F22:00',
]

async function exported(t: Parameters<typeof startTestPlaces>[0]) {
  const places = await startTestPlaces(t)
  const made = HOSTILE.map((name, i) =>
    madePlace(`node/${i + 1}`, HERE, { name, attributes: { note: name } }),
  )
  const { sessionId } = await storePlaces(places.db, [made])
  const get = async (query: string, headers = {}) => places.get(`/api/exports/${sessionId}${query}`, headers)
  return { places, sessionId, get }
}

test('CSV holds every name, and no cell that a spreadsheet would run', async (t) => {
  const { get, sessionId } = await exported(t)
  const { status, headers, text } = await get('?format=csv')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), `attachment; filename="session-${sessionId}.csv"`)
  assert.match(headers.get('link') ?? '', /format=manifest>; rel="describedby"/)
  assert.match(headers.get('link') ?? '', /rel="license"/)
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  assert.equal(rows.length, HOSTILE.length)
  for (const [i, row] of rows.entries()) {
    const name = row['name'] ?? ''
    assert.equal(name.replace(/^'(?=[\s\p{Cc}\p{Cf}']*[=+\-@|%＝＋－＠])/u, ''), HOSTILE[i])
    for (const cell of Object.values(row)) {
      assert.ok(!/^[\s\p{Cf}]*[=+\-@|%＝＋－＠]/u.test(cell) || /^-?\d+(\.\d+)?$/.test(cell), cell)
    }
    assert.equal(row['lng'], '-7.4246')
    assert.equal(row['attribution'], '© OpenStreetMap contributors (ODbL 1.0)')
    assert.equal(row['seenIn'], '1')
  }
})

test('raw CSV holds every name as it is', async (t) => {
  const { get } = await exported(t)
  const { text } = await get('?format=csv&csv=raw&columns=name')
  assert.deepEqual(
    parse<{ name: string }>(text, { columns: true }).map(({ name }) => name),
    HOSTILE,
  )
})

test('CSV begins with a byte order mark where it is asked for', async (t) => {
  const { places, sessionId } = await exported(t)
  const bytes = async (query: string) =>
    Buffer.from(await (await fetch(`${places.url}/api/exports/${sessionId}${query}`)).arrayBuffer()).subarray(
      0,
      5,
    )
  assert.equal((await bytes('?format=csv&bom=true')).toString('hex'), 'efbbbf6964')
  assert.equal((await bytes('?format=csv')).toString(), 'id,na')
})

test('JSON, NDJSON and GeoJSON hold whole places', async (t) => {
  const { get, sessionId } = await exported(t)
  const json = await get('?format=json')
  assert.match(json.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(
    json.body.places.map((p: { name: string }) => p.name),
    HOSTILE,
  )
  assert.equal(json.body.manifest.sessionId, sessionId)
  assert.equal(json.body.manifest.complete, true)
  assert.equal(json.body.manifest.places, HOSTILE.length)
  assert.equal(json.body.manifest.attribution[0].license, 'ODbL 1.0')
  assert.equal(json.body.manifest.searches[0].counts.kept, HOSTILE.length)

  const ndjson = await get('?format=ndjson')
  assert.match(ndjson.headers.get('content-type') ?? '', /^application\/x-ndjson/)
  assert.deepEqual(
    ndjson.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    json.body.places,
  )

  const geojson = await get('?format=geojson')
  assert.match(geojson.headers.get('content-type') ?? '', /^application\/geo\+json/)
  assert.equal(geojson.body.type, 'FeatureCollection')
  assert.deepEqual(geojson.body.features[0].geometry, { type: 'Point', coordinates: [HERE.lng, HERE.lat] })
  assert.deepEqual(
    geojson.body.features.map((f: { properties: object }) => f.properties),
    json.body.places,
  )
  assert.deepEqual(geojson.body.manifest.searches, json.body.manifest.searches)
})

test('columns are chosen in every format', async (t) => {
  const { get } = await exported(t)
  const columns = 'name,lat,attributes.note,names.fr'
  const csv = await get(`?format=csv&csv=raw&columns=${columns}`)
  assert.equal(csv.text.split('\r\n')[0], columns)
  const json = await get(`?format=json&columns=${columns}`)
  assert.deepEqual(json.body.places[0], {
    name: '=1+1',
    lat: 43.7384,
    'attributes.note': '=1+1',
    'names.fr': null,
  })
  const geojson = await get('?format=geojson&columns=name')
  assert.deepEqual(geojson.body.features[1].properties, { name: HOSTILE[1] })
})

test('each day of the week is a column, as its hours are read', async (t) => {
  const places = await startTestPlaces(t)
  const hours = (weekly: [number, number][][] | null) => ({
    raw: 'as written',
    timezone: null,
    weekly:
      weekly?.map((day) => day.map(([opensMinute, closesMinute]) => ({ opensMinute, closesMinute }))) ?? null,
    closedDays: [],
  })
  const week = hours([
    [
      [540, 720],
      [840, 1080],
    ],
    [[0, 1440]],
    [],
    [],
    [[1080, 1560]],
    [],
    [],
  ])
  const { sessionId } = await storePlaces(places.db, [
    [
      madePlace('node/1', HERE, { openingHours: week }),
      madePlace('node/2', HERE, { openingHours: hours(null) }),
      madePlace('node/3', HERE),
    ],
  ])
  const columns = ['monday', 'tuesday', 'wednesday', 'friday'].map((day) => `openingHours.${day}`)
  const csv = await places.get(`/api/exports/${sessionId}?format=csv&columns=${columns.join(',')}`)
  assert.deepEqual(parse(csv.text), [
    columns,
    ['09:00-12:00; 14:00-18:00', '00:00-24:00', 'closed', '18:00-02:00'],
    ['', '', '', ''],
    ['', '', '', ''],
  ])
  const wrong = await places.get(`/api/exports/${sessionId}?format=csv&columns=openingHours.munday`)
  assert.match(wrong.body.errors[0].detail, /did you mean openingHours\.(?:mon|sun)day/)
})

test('columns are found in a place that looks as if it ended before them', async (t) => {
  const places = await startTestPlaces(t)
  const end = ',"provenance":{'
  // The schema allows no object there, but stored data may contain one.
  const odd = { a: 1, provenance: { deeper: {} } } as unknown as Record<string, string>
  const made = [
    madePlace('node/1', HERE, { name: end, attributes: { note: end, provenance: 'x' }, plusCode: 'one' }),
    madePlace('node/2', HERE, { attributes: odd, plusCode: 'two', provenance: {} }),
  ]
  const { sessionId } = await storePlaces(places.db, [made])
  const csv = await places.get(`/api/exports/${sessionId}?format=csv&columns=plusCode,attributes,name`)
  assert.deepEqual(parse(csv.text), [
    ['plusCode', 'attributes', 'name'],
    ['one', JSON.stringify({ note: end, provenance: 'x' }), end],
    ['two', JSON.stringify(odd), 'Place node/2'],
  ])
})

test('the format follows Accept where the query names none', async (t) => {
  const { get } = await exported(t)
  for (const [accept, type] of [
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/geo+json', 'application/geo+json'],
  ] as const) {
    assert.ok((await get('', { accept })).headers.get('content-type')?.startsWith(type), accept)
  }
})

test('the manifest stands alone, and tells in how many searches a place was seen', async (t) => {
  const places = await startTestPlaces(t)
  const session = uuidV7()
  const made = [madePlace('node/1', HERE), madePlace('node/2', HERE)]
  await storePlaces(places.db, [made], session)
  const { sessionId } = await storePlaces(places.db, [made.slice(0, 1)], session)
  const { body } = await places.get(`/api/exports/${sessionId}?format=manifest`)
  assert.deepEqual([body.searches.length, body.places, body.complete], [2, 2, true])
  const json = (await places.get(`/api/exports/${sessionId}`)).body
  type Shown = { seenIn: { n: number; of: number }; searchedArea: string | null }
  const shown = (all: Shown[]) => all.map(({ seenIn, searchedArea }) => [seenIn.n, seenIn.of, searchedArea])
  const expected = [
    [2, 2, 'The whole world'],
    [1, 2, 'The whole world'],
  ]
  assert.deepEqual(shown(json.places), expected)
  assert.deepEqual(shown((await places.get(`/api/places?sessionId=${sessionId}`)).body.items), expected)
  const csv = await places.get(`/api/exports/${sessionId}?format=csv&columns=seenIn,seenOf,searchedArea`)
  assert.deepEqual(csv.text.trim().split('\r\n').slice(1), ['2,2,The whole world', '1,2,The whole world'])
  const [whole] = (await places.get('/api/places')).body.items
  assert.deepEqual(
    [whole.seenIn, whole.searchedArea],
    [undefined, undefined],
    'a place is of no session by itself',
  )
})

test('an empty session is a valid file in every format', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [])
  const get = async (format: string) => places.get(`/api/exports/${sessionId}?format=${format}`)
  assert.deepEqual((await get('json')).body.places, [])
  assert.deepEqual((await get('geojson')).body.features, [])
  assert.equal((await get('ndjson')).text, '')
  assert.equal(parse((await get('csv')).text).length, 1)
})

test('bad requests are refused', async (t) => {
  const { get, places } = await exported(t)
  const wrong = await get('?format=csv&columns=name,longtitude,lgn')
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '?columns'])
  assert.match((await get('?columns=nmae')).body.errors[0].detail, /did you mean name/)
  assert.equal((await get('?format=docx')).status, 422)
  const twice = await get('?format=parquet&columns=name,id,name')
  assert.deepEqual([twice.status, twice.body.errors[0].code], [422, 'repeated_column'])
  const review = await get('?columns=review.text')
  assert.match(review.body.errors[0].detail, /need unwind=reviews/)
  assert.equal((await get('?unwind=photos')).status, 422)
  for (const id of ['ses_01920000-0000-7000-8000-000000000000', '..%2F..%2Fetc%2Fpasswd', 'x']) {
    const { status, body, headers } = await places.get(`/api/exports/${id}?format=csv`)
    assert.deepEqual([status, body.code], [404, 'not_found'])
    assert.equal(headers.get('content-disposition'), null)
  }
})
