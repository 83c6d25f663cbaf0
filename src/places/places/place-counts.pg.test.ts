import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deletePlaces } from '#places/deletion/delete-places.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { placeGroups, sumPlaceCounts } from './place-counts.ts'

const MODULES = ['jobs', 'keys', 'webhooks', 'places'] as const
const HERE = { lat: 43.7384, lng: 7.4246 }
const KINDS = ['facts', 'categories', 'location'] as const

/** Places of five cities and three kinds, some with a website and stars. */
const town = (count: number, shift = 0) =>
  Array.from({ length: count }, (_, n) => {
    const place = madePlace(`node/${n + 1}`, HERE)
    const i = n + shift
    return {
      ...place,
      categories: [{ id: `shop/${i % 3}`, label: '' }],
      address: { ...place.address, city: i % 5 === 0 ? null : `City ${i % 5}`, countryCode: 'MC' },
      website: i % 2 === 0 ? `https://${i}.example/` : null,
      rating: i % 4 === 0 ? null : 1 + (i % 40) / 10,
    }
  })

async function groupsOf(db: Queryable, conditions: readonly Sql[]): Promise<string[]> {
  const rows = await db.query(placeGroups(KINDS, conditions))
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** The kept counts beside those of a reading of all places. */
async function assertCounted(db: Queryable, places: number): Promise<void> {
  const kept = await groupsOf(db, [])
  assert.deepEqual(kept, await groupsOf(db, [sql`true`]))
  const [facts] = await db.query(sql`
    select coalesce(sum(places), 0)::integer as places from (${placeGroups(['facts'], [])}) g`)
  assert.deepEqual(facts, { places })
}

test('the kept counts are those of the places after every kind of write', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  await assertCounted(db, 0)
  await storePlaces(db, [town(40)])
  await assertCounted(db, 40)
  await storePlaces(db, [town(60, 1)])
  await assertCounted(db, 60)
  await db.execute(sql`update places set status = 'permanently_closed' where has_website`)
  await assertCounted(db, 60)
  const gone = await db.query<{ id: string }>(sql`select id from places order by id limit 25`)
  await db.transaction(async (tx) =>
    deletePlaces(
      tx,
      gone.map(({ id }) => id),
    ),
  )
  await assertCounted(db, 35)
})

test('what was rolled back is not counted', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  await storePlaces(db, [town(10)])
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`delete from places`)
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  await assertCounted(db, 10)
})

test('many appended rows are summed, also by several at once and beside a write', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  await storePlaces(db, [town(30)])
  assert.equal(await sumPlaceCounts(db), 0)
  await db.execute(sql`
    insert into place_counts (kind, country_code, places)
    select 'location', 'LI', case when n % 2 = 0 then 1 else -1 end from generate_series(1, 10000) n`)
  const [first, second] = await Promise.all([
    sumPlaceCounts(db),
    sumPlaceCounts(db),
    storePlaces(db, [town(50, 2)]),
  ])
  assert.ok(first + second >= 10_000)
  await assertCounted(db, 50)
  const [rows] = await db.query<{ n: number }>(sql`select count(*)::integer as n from place_counts`)
  assert.ok((rows?.n ?? 0) < 300)
})
