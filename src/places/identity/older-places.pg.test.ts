// Places that were stored before labels were added at reading, after the migration.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Provider } from '#contract/places/place.ts'
import { parseId } from '#kit/ids.ts'
import { openDatabase, type Database } from '#platform/db/database.ts'
import { migrationFiles } from '#platform/db/migrate.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { listPlaces } from '#places/places/read-places.ts'
import { presentPlace } from '#places/places/present-place.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { onServer } from '#test/support/database/on-server.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const PLACE = '01920000-0000-7000-8000-000000000001'
/**
 * As version 1.16.0 first wrote it: with labels in the language of a search, and another name for the opening minute.
 */
const CONTENT =
  '{"name":"Löwen","names":{"fr":"Le Lion"},"categories":[{"id":"amenity/restaurant","label":"Gasthaus"}],' +
  '"address":{"formatted":"Seeweg 5, 6000 Luzern, Schweiz","street":"Seeweg","houseNumber":"5","postcode":"6000",' +
  '"city":"Luzern","region":null,"country":"Schweiz","countryCode":"CH"},"location":{"lat":47.05,"lng":8.3},"phone":null,' +
  '"phones":[{"e164":null,"raw":"12 34 567","kind":"phone"}],"website":"https://www.loewen.example/karte","emails":[],' +
  '"socials":[],"rating":null,"ratingCount":null,"ratingDistribution":null,"priceLevel":null,"openingHours":{"raw":' +
  '"Mo 08:00-12:00","timezone":"Europe/Zurich","weekly":[[{"openMinute":480,"closesMinute":720}],[],[],[],[],[],[]],' +
  '"closedDays":[]},"status":"operational","description":null,"attributes":{"cuisine":"regional;Pizza"},"photos":[],' +
  '"owner":null,"brand":null,"plusCode":null,"links":{"osm":"https://www.openstreetmap.org/node/1"},"aliases":[{"scheme":' +
  '"osm","value":"node/1"}],"provenance":{"name":{"provider":"osm-file","tier":"tag","fetchedAt":"2026-01-01T00:00:00.000Z"},' +
  '"status":{"provider":"osm-file","tier":"derived","fetchedAt":"2026-01-01T00:00:00.000Z"}}}'
const HASH = '63c56e9fe8843265444697e3b4686f4e'

/** A database of which `version` of places was the newest migration while `statements` ran; it has all of them now. */
async function databaseSince(
  t: TestContext,
  version: number,
  statements: readonly string[],
): Promise<Database> {
  const url = await createTestDatabaseUrl(t, ['jobs', 'keys', 'webhooks'])
  const files = await migrationFiles(['places'])
  await onServer(url, async (client) => {
    await client.query('set search_path to test, public')
    for (const file of files.filter((file) => file.version <= version)) await client.query(file.text)
    for (const statement of statements) await client.query(statement)
    for (const file of files.filter((file) => file.version > version)) await client.query(file.text)
  })
  const db = await openDatabase({
    url,
    schema: 'test',
    maxConnections: 4,
    applicationName: 'test',
    log: silentLogger,
  })
  t.after(async () => db[Symbol.asyncDispose]())
  return db
}

test('what was stored before reads like what is stored now', async (t) => {
  const db = await databaseSince(t, 1, [
    `insert into places (id, provider, content, content_hash, sort_name, match_text, words, position, categories,
                         country_code, city, has_website, has_phone, has_email, status)
     values ('${PLACE}', 'osm-file', '${CONTENT}', '${HASH}', 'lowen', 'lowen le lion',
             to_tsvector('simple', 'lowen le lion amenity restaurant gasthaus seeweg luzern'), point(8.3, 47.05),
             '{amenity/restaurant}', 'CH', 'Luzern', true, true, false, 'operational')`,
    `insert into sightings (place_id) values ('${PLACE}')`,
    `insert into place_aliases (scheme, value, place_id) values ('osm', 'node/1', '${PLACE}')`,
  ])
  const found = async (query: Parameters<typeof listPlaces>[1]) =>
    (await (await listPlaces(db, query, presentPlace))(10, null)).items

  const [plain] = await found({})
  assert.deepEqual(plain?.categories, [{ id: 'amenity/restaurant', label: 'Restaurant' }])
  assert.equal(plain?.address.country, 'Switzerland')
  assert.equal(plain?.address.formatted, 'Seeweg 5, 6000 Luzern, Switzerland')
  assert.deepEqual(plain?.openingHours?.weekly?.[0], [{ opensMinute: 480, closesMinute: 720 }])
  const [french] = await found({ language: 'fr' })
  assert.deepEqual([french?.name, french?.address.country], ['Le Lion', 'Suisse'])

  const queries: Parameters<typeof listPlaces>[1][] = [
    { q: 'seeweg 5' },
    { q: '6000' },
    { q: 'loewen.example' },
    { q: '1234567' },
    { q: 'node/1' },
    { category: 'pizza' },
    { category: 'restaurants' },
    { city: 'LUZERN' },
    { hasPhone: false },
    { status: 'unknown' },
  ]
  for (const query of queries) {
    assert.equal((await found(query)).length, 1, JSON.stringify(query))
  }
  assert.equal((await found({ hasPhone: true })).length, 0)

  // The same observation still counts as unchanged.
  const stored = { ...(JSON.parse(CONTENT) as object), status: 'unknown' as const }
  const again = madePlace(
    'node/1',
    { lat: 47.05, lng: 8.3 },
    { ...stored, openingHours: plain?.openingHours ?? null },
  )
  await storePlaces(db, [[again]])
  assert.deepEqual(await db.query(sql`select changes from sightings`), [{ changes: 0 }])
})

test('places that were merged before are of each of their providers', async (t) => {
  const [merged, alone] = [PLACE, PLACE.replace(/1$/, '2')]
  const content = CONTENT.replace('{"id":"amenity/restaurant","label":"Gasthaus"}', '"amenity/restaurant"')
  const place = (id: string) =>
    `insert into places (id, provider, content, content_hash, sort_name, match_text, words, position, categories, has_website,
                         has_phone, has_email, status)
     values ('${id}', 'osm-file', '${content}', '${HASH}', 'lowen', 'lowen', to_tsvector('simple', 'lowen'), point(8.3, 47.05),
             '{amenity/restaurant}', true, false, false, 'operational')`
  const part = (id: string, placeId: string, provider: string) =>
    `insert into place_parts (id, place_id, provider, content, content_hash)
     values ('${id}', '${placeId}', '${provider}', '${content}', '${HASH}')`
  const db = await databaseSince(t, 27, [
    ...[merged, alone].flatMap((id) => [place(id), `insert into sightings (place_id) values ('${id}')`]),
    part(merged, merged, 'osm-file'),
    part(merged.replace(/1$/, '3'), merged, 'overture'),
    part(merged.replace(/1$/, '4'), merged, 'overture'),
    // Parts of one provider are no second one.
    part(alone, alone, 'osm-file'),
    part(alone.replace(/2$/, '5'), alone, 'osm-file'),
  ])
  const idsOf = async (provider: Provider) =>
    (await (await listPlaces(db, { provider }, presentPlace))(10, null)).items.map(({ id }) =>
      parseId('plc', id),
    )
  assert.deepEqual(await idsOf('overture'), [merged])
  assert.deepEqual((await idsOf('osm-file')).toSorted(), [merged, alone])
  assert.deepEqual(
    await db.query(sql`select providers, sum(places)::int as places from place_counts where kind = 'facts'
                       group by providers having sum(places) > 0 order by providers`),
    [
      { providers: 'osm-file', places: 1 },
      { providers: 'osm-file,overture', places: 1 },
    ],
  )
})
