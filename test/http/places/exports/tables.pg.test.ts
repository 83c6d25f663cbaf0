// Exports as tables: spreadsheets, Parquet and flat objects, opened by readers of their own; and one row for each review.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parse } from 'csv-parse/sync'
import { parseId, uuidV7 } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { readParquet, readXlsx } from '#test/support/places/read-exports.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: -7.4246 }
const STARTS = ['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠']
const BEFORE = ['', ' ', '\t', '\r', '\n', '\u00a0', '\u200b', '\ufeff', "'"]
const FORMULAS = BEFORE.flatMap((before) => STARTS.map((start) => `${before}${start}cmd|' /C calc'!A0`))
const TEXTS = [
  ...FORMULAS,
  '<b>&amp;</b>',
  ']]>',
  '0049',
  '1e5',
  '2026-01-01',
  'TRUE',
  '港のカフェ 🍕',
  'two\nlines\r\nand\ttab',
  '  spaces  ',
]

async function withPlaces(t: TestContext) {
  const places = await startTestPlaces(t)
  const made = TEXTS.map((name, i) =>
    madePlace(`node/${i + 1}`, HERE, {
      name,
      rating: i === 0 ? 4.5 : null,
      ratingCount: i === 0 ? 12 : null,
      attributes: { outdoor_seating: true },
    }),
  )
  const { sessionId } = await storePlaces(places.db, [made])
  const bytes = async (query: string) => {
    const answer = await fetch(`${places.url}/api/exports/${sessionId}?${query}`)
    assert.equal(answer.status, 200)
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  return { places, sessionId, bytes }
}

test('a spreadsheet has every text as text, numbers as numbers, and the manifest as a sheet', async (t) => {
  const { bytes, sessionId } = await withPlaces(t)
  const file = await bytes('format=xlsx')
  assert.match(file.headers.get('content-type') ?? '', /spreadsheetml\.sheet$/)
  assert.match(file.headers.get('content-disposition') ?? '', /\.xlsx"$/)
  const sheets = await readXlsx(file.bytes)
  assert.deepEqual([...sheets.keys()], ['Places', 'Manifest'])
  const [header = [], ...rows] = sheets.get('Places') ?? []
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)])
  assert.deepEqual(column('name'), TEXTS)
  assert.deepEqual([column('rating')[0], column('rating')[1]], [4.5, null])
  assert.ok(column('lng').every((value) => value === HERE.lng))
  assert.equal(column('attributes')[0], '{"outdoor_seating":true}')
  const facts = new Map((sheets.get('Manifest') ?? []).map(([name, value]) => [name, value]))
  assert.deepEqual([facts.get('sessionId'), facts.get('complete')], [sessionId, 'true'])
  assert.deepEqual([facts.get('rows'), facts.get('textsCutAt32767Characters')], [TEXTS.length, 0])
  assert.equal(JSON.parse(String(facts.get('search'))).status, 'succeeded')
})

test('Parquet has typed columns, and the manifest in its metadata', async (t) => {
  const { bytes, sessionId } = await withPlaces(t)
  const { rows, types, manifest } = await readParquet((await bytes('format=parquet')).bytes)
  assert.deepEqual(
    rows.map(({ name }) => name),
    TEXTS,
  )
  const [first] = rows
  assert.deepEqual([first?.['rating'], first?.['ratingCount'], first?.['seenIn']], [4.5, 12, 1])
  assert.ok(first?.['firstSeenAt'] instanceof Date)
  assert.deepEqual([rows[1]?.['rating'], rows[1]?.['phone']], [null, null])
  assert.deepEqual(
    [types['name'], types['lat'], types['changes'], types['lastSeenAt'], types['missingSince']],
    ['BYTE_ARRAY', 'DOUBLE', 'INT32', 'INT64', 'INT64'],
  )
  assert.equal((manifest as { sessionId: string }).sessionId, sessionId)
  const two = await readParquet((await bytes('format=parquet&columns=attributes.outdoor_seating,id')).bytes)
  assert.deepEqual(Object.keys(two.rows[0] ?? {}), ['attributes.outdoor_seating', 'id'])
  assert.equal(two.rows[0]?.['attributes.outdoor_seating'], 'true')
})

test('columns=* makes flat objects of every column', async (t) => {
  const { places, sessionId } = await withPlaces(t)
  const { body } = await places.get(`/api/exports/${sessionId}?format=geojson&columns=*`)
  const [{ properties, geometry }] = body.features
  assert.deepEqual(geometry, { type: 'Point', coordinates: [HERE.lng, HERE.lat] })
  assert.ok(Object.values(properties).every((value) => value === null || typeof value !== 'object'))
  assert.deepEqual([properties.rating, properties.city, properties.seenIn], [4.5, null, 1])
})

test('an empty session is a valid spreadsheet and a valid Parquet file', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [])
  const get = async (format: string) => {
    const answer = await fetch(`${places.url}/api/exports/${sessionId}?format=${format}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const sheets = await readXlsx(await get('xlsx'))
  assert.deepEqual((sheets.get('Places') ?? []).length, 1)
  assert.deepEqual((await readParquet(await get('parquet'))).rows, [])
})

test('unwind=reviews gives one row for each review, and keeps places without one', async (t) => {
  const places = await startTestPlaces(t)
  const made = Array.from({ length: 3 }, (_, i) => madePlace(`node/${i + 1}`, HERE))
  const { sessionId } = await storePlaces(places.db, [made])
  const stored = await places.db.query<{ id: string }>(sql`select id from places order by id`)
  // More than one batch of reviews for the first place, one for the last.
  for (let n = 0; n < 251; n += 1) {
    await places.db.execute(sql`
      insert into reviews (id, place_id, provider, source_id, rating, text, published_at)
      values (${uuidV7()}, ${stored[n < 250 ? 0 : 2]?.id}, 'google', ${String(n)}, ${(n % 5) + 1}, ${`=${n}`}, now())`)
  }
  const get = async (query: string) => places.get(`/api/exports/${sessionId}?unwind=reviews&${query}`)
  const json = await get('format=json&columns=id,review.text,review.rating')
  const rows = json.body.places as { id: string; 'review.text': string | null; 'review.rating': number }[]
  assert.equal(rows.length, 252)
  const texts = rows.flatMap((row) => row['review.text'] ?? [])
  assert.deepEqual(new Set(texts), new Set(Array.from({ length: 251 }, (_, n) => `=${n}`)))
  assert.deepEqual(
    rows.filter((row) => row['review.text'] === null).map(({ id }) => id),
    [`plc_${stored[1]?.id}`],
  )
  const whole = (await get('format=ndjson')).text.trim().split('\n')
  const [review] = whole.map((line) => (JSON.parse(line) as { review: { rating: number } | null }).review)
  assert.equal(review?.rating, 1)
  const { rows: typed } = await readParquet(
    new Uint8Array(
      await (
        await fetch(`${places.url}/api/exports/${sessionId}?unwind=reviews&format=parquet`)
      ).arrayBuffer(),
    ),
  )
  assert.equal(typed.length, 252)
  assert.ok(typed[0]?.['review.publishedAt'] instanceof Date)

  // The list of places has the same rows, in its own order.
  const listed = async (query: string, accept: string) =>
    (await places.get(`/api/places?unwind=reviews&${query}`, { accept })).text.trim().split(/\r?\n/)
  const [header, ...lines] = await listed('columns=id,review.text,review.rating', 'text/csv')
  assert.equal(header, 'id,review.text,review.rating')
  assert.equal(lines.length, 252)
  assert.deepEqual(
    [...new Set(lines.map((line) => line.split(',')[0]))],
    stored.map(({ id }) => `plc_${id}`),
  )
  assert.equal(lines[250], `plc_${stored[1]?.id},,`)
  const few = await listed('limit=3', 'application/x-ndjson')
  assert.deepEqual(
    few.map((line) => (JSON.parse(line) as { review: { text: string } }).review.text),
    ['=0', '=1', '=2'],
  )
})

test('what a merged place has of another provider is attributed, in files, lists and the manifest', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [[madePlace('node/1', HERE), madePlace('node/2', HERE)]])
  const overture = {
    provider: 'overture',
    text: 'Overture',
    license: 'CDLA-Permissive-2.0',
    url: 'https://o.example/',
  }
  const origin = { provider: 'overture', tier: 'record', fetchedAt: '2026-02-01T00:00:00.000Z' } as const
  const other = madePlace('a-1', HERE, {
    source: { provider: 'overture', scheme: 'gers', id: 'a-1' },
    aliases: [{ scheme: 'gers', value: 'a-1' }],
    website: 'https://a.example/',
    provenance: { website: origin },
  })
  const { searchId } = await storePlaces(places.db, [[other]], uuidV7(), [8, 47, 9, 48])
  await places.db.execute(sql`
    update searches set provider = 'overture', attribution = ${JSON.stringify([overture])} where id = ${parseId('sea', searchId)}`)
  const idOf = async (id: string) => (await places.get(`/api/places/${id}`)).body.id as string
  const pair = { placeId: await idOf('osm:node/1'), otherId: await idOf('gers:a-1') }
  const { body: merge } = await places.post('/api/merges', pair)
  assert.equal((await places.post(`/api/merges/${merge.id}/accept`, {})).status, 200)

  const osm = '© OpenStreetMap contributors (ODbL 1.0)'
  const wanted = [`${osm}; Overture (CDLA-Permissive-2.0)`, osm]
  const csv = parse((await places.get(`/api/exports/${sessionId}?format=csv`)).text, { columns: true })
  assert.deepEqual(
    (csv as { attribution: string }[]).map(({ attribution }) => attribution),
    wanted,
  )
  const ofSession = `/api/places?sessionId=${sessionId}&columns=name,attribution&sort=name`
  const list = parse((await places.get(ofSession, { accept: 'text/csv' })).text, { columns: true })
  assert.deepEqual(
    (list as { attribution: string }[]).map(({ attribution }) => attribution),
    wanted,
  )
  const { headers, body: manifest } = await places.get(`/api/exports/${sessionId}?format=json`)
  assert.deepEqual(
    manifest.manifest.attribution.map(({ provider }: { provider: string }) => provider),
    ['osm-file', 'overture'],
  )
  assert.match(headers.get('link') ?? '', /<https:\/\/o\.example\/>; rel="license"/)

  // Open reviews have a source of their own.
  await places.db.execute(sql`
    insert into reviews (id, place_id, provider, source_id, rating)
    values (${uuidV7()}, ${parseId('plc', pair.placeId)}, 'mangrove', 'm', 5), (${uuidV7()}, ${parseId('plc', pair.placeId)}, 'google', 'g', 4)`)
  const reviewed = parse(
    (
      await places.get(
        `/api/exports/${sessionId}?format=csv&unwind=reviews&columns=review.provider,review.source`,
      )
    ).text,
    { columns: true },
  ) as Record<string, string>[]
  assert.deepEqual(reviewed.map((row) => [row['review.provider'], row['review.source']]).toSorted(), [
    ['', ''],
    ['google', ''],
    ['mangrove', 'Mangrove (CC-BY-4.0)'],
  ])
})

test('a session that is deleted during its export leaves a broken file, not a short one', async (t) => {
  const places = await startTestPlaces(t)
  const padding = 'x'.repeat(20_000)
  const made = Array.from({ length: 2_000 }, (_, i) =>
    madePlace(`node/${i + 1}`, HERE, { description: padding }),
  )
  const { sessionId, session } = await storePlaces(places.db, [made])
  const answer = await fetch(`${places.url}/api/exports/${sessionId}?format=ndjson`)
  const reader = answer.body?.getReader()
  assert.equal((await reader?.read())?.done, false)
  // 40 MB are more than sockets hold, so the service still has batches to read.
  await places.db.execute(sql`delete from session_places where session_id = ${session}`)
  await places.db.execute(sql`delete from sessions where id = ${session}`)
  await assert.rejects(async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  })
})
