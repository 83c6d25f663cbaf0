import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const MODULES = ['jobs', 'keys', 'webhooks', 'places'] as const
const HERE = { lat: 43.7384, lng: 7.4246 }

test('the same place seen again adds nothing and moves only the last sight of it', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const places = [madePlace('node/1', HERE), madePlace('node/2', HERE)]
  await storePlaces(db, [places])
  const before = await db.query(sql`select id, content::text, changed_at from places order by id`)
  const [first] = await db.query<{ at: Date }>(sql`select max(last_seen_at) as at from sightings`)
  const again = places.map((place) => ({
    ...place,
    source: { ...place.source, provider: 'overpass' as const },
    provenance: {
      name: { provider: 'overpass' as const, tier: 'tag', fetchedAt: '2027-01-01T00:00:00.000Z' },
    },
  }))
  const { searchId } = await storePlaces(db, [again])
  assert.deepEqual(await db.query(sql`select id, content::text, changed_at from places order by id`), before)
  const [seen] = await db.query<{ at: Date; changes: number }>(
    sql`select min(last_seen_at) as at, sum(changes)::integer as changes from sightings`,
  )
  assert.ok(first !== undefined && seen !== undefined && seen.at > first.at)
  assert.equal(seen.changes, 0)
  const [counts] = await db.query(
    sql`select raw, kept, duplicate, newly_stored from searches where id = ${searchId.slice(4)}`,
  )
  assert.deepEqual(counts, { raw: 2, kept: 2, duplicate: 0, newly_stored: 0 })
})

test('a difference is counted as a change and replaces what was known', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  await storePlaces(db, [[madePlace('node/1', HERE, { website: 'https://old.example/' })]])
  await storePlaces(db, [[madePlace('node/1', HERE, { phone: '+37798067623', raw: { version: 2 } })]])
  const [row] = await db.query<{
    content: { website: string | null; phone: string }
    has_website: boolean
    changes: number
  }>(sql`select content, has_website, changes from places join sightings on place_id = id`)
  assert.equal(row?.content.website, null)
  assert.equal(row?.content.phone, '+37798067623')
  assert.equal(row?.has_website, false)
  assert.equal(row?.changes, 1)
  const payloads = await db.query<{ payloads_zstd: Buffer; position: number }>(
    sql`select payloads_zstd, position from place_payloads join payload_pages on page_id = id`,
  )
  const [payload] = payloads
  const kept = JSON.parse(
    zstdDecompressSync(payload?.payloads_zstd ?? Buffer.alloc(0)).toString(),
  ) as unknown[]
  assert.deepEqual(kept[payload?.position ?? -1], { version: 2 })
  assert.deepEqual(await db.query(sql`select count(*)::integer as pages from payload_pages`), [{ pages: 1 }])
})

test('an observation in another language is no change', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const names = { en: 'Harbour', fr: 'Port' }
  const address = madePlace('x', HERE).address
  await storePlaces(db, [
    [madePlace('node/1', HERE, { names, name: 'Harbour', address: { ...address, country: 'Monaco' } })],
  ])
  await storePlaces(db, [
    [madePlace('node/1', HERE, { names, name: 'Port', categories: [{ id: 'amenity/cafe', label: 'Café' }] })],
  ])
  assert.deepEqual(await db.query(sql`select changes from sightings`), [{ changes: 0 }])
})

test('a place that two searches find at the same time is stored once', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const pages = Array.from({ length: 20 }, (_, page) =>
    Array.from({ length: 50 }, (_, i) => madePlace(`node/${page * 50 + i + 1}`, HERE)),
  )
  const order = (seed: number) => pages.map((page) => page.toSorted(() => (seed % 2 === 0 ? 1 : -1)))
  await Promise.all([0, 1, 2, 3].map(async (seed) => storePlaces(db, order(seed))))
  const [counts] = await db.query(sql`
    select (select count(*) from places)::integer as places, (select count(*) from place_aliases)::integer as aliases,
           (select count(*) from sightings)::integer as sightings, (select sum(newly_stored) from searches)::integer as new,
           (select sum(kept) from searches)::integer as kept`)
  assert.deepEqual(counts, { places: 1000, aliases: 1000, sightings: 1000, new: 1000, kept: 4000 })
})

test('a Google place known by another of its ids is the same place', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const google = (scheme: string, id: string) =>
    madePlace(id, HERE, { source: { provider: 'google', scheme, id }, aliases: [{ scheme, value: id }] })
  await storePlaces(db, [[google('google_place_id', 'ChIJDdnwdv0y5xQRRytw1ihZQeU')]])
  await storePlaces(db, [
    [
      google('google_cid', '16519582940102929223'),
      google('google_fid', '0x14e732fd76f0d90d:0xe5415928d6702b47'),
    ],
  ])
  const [counts] = await db.query(sql`
    select (select count(*) from places)::integer as places, (select count(*) from place_aliases)::integer as aliases`)
  assert.deepEqual(counts, { places: 1, aliases: 3 })
})

test('within a page the last observation of a place counts, the others are duplicates', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const { searchId } = await storePlaces(db, [
    [
      madePlace('node/1', HERE, { name: 'First' }),
      madePlace('n1', HERE, { name: 'Last' }),
      madePlace('node/2', HERE),
    ],
  ])
  const [counts] = await db.query(
    sql`select raw, kept, duplicate from searches where id = ${searchId.slice(4)}`,
  )
  assert.deepEqual(counts, { raw: 3, kept: 2, duplicate: 1 })
  const rows = await db.query<{ name: string }>(sql`select content ->> 'name' as name from places order by 1`)
  assert.deepEqual(rows, [{ name: 'Last' }, { name: 'Place node/2' }])
})

test('texts that PostgreSQL cannot store are mended, long ones are stored whole', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const name = `a\u0000b\ud800c ${'x'.repeat(20_000)}`
  // Three bytes each, and nothing to compress: indexes hold little of it.
  const long = Array.from({ length: 5_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000)))
  const known = {
    name,
    names: { 'f\u0000r': 'Caf\u00e9' },
    categories: Array.from({ length: 100 }, (_, i) => ({
      id: `shop/${long.slice(i * 50, i * 50 + 50).join('')}`,
      label: 'Y',
    })),
    address: { ...madePlace('x', HERE).address, city: long.join(''), region: long.toReversed().join('') },
    openingHours: {
      raw: 'Mo-Fr 09:00-17:00',
      timezone: 'Mars/Olympus',
      weekly: Array.from({ length: 7 }, () => [{ opensMinute: 540, closesMinute: 1020 }]),
      closedDays: [],
    },
  }
  await storePlaces(db, [[madePlace('node/1', HERE, known)]])
  const [row] = await db.query<{ name: string; names: object; timezone: string | null }>(
    sql`select content ->> 'name' as name, content -> 'names' as names, timezone from places`,
  )
  assert.equal(row?.name, name.replace('\u0000', '\ufffd').toWellFormed())
  assert.deepEqual(row?.names, { 'f\ufffdr': 'Café' })
  assert.equal(row?.timezone, null)
})

test('so are texts that do not count as a change, and alone would not be noticed', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const { address } = madePlace('x', HERE)
  const known = {
    address: { ...address, formatted: 'a\u0000b\ud800' },
    provenance: {
      name: { provider: 'osm-file' as const, tier: 'c\u0000d', fetchedAt: '2027-01-01T00:00:00.000Z' },
    },
  }
  await storePlaces(db, [[madePlace('node/1', HERE, known)]])
  const [row] = await db.query(
    sql`select content -> 'address' ->> 'formatted' as formatted, content -> 'provenance' -> 0 ->> 'tier' as tier from places`,
  )
  assert.deepEqual(row, { formatted: 'a\ufffdb\ufffd', tier: 'c\ufffdd' })
})
