import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import type { Place } from '#contract/places/place.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { startPausedSearch } from '#test/support/places/paused-search.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import {
  startTestPlaces,
  type StartPlacesOptions,
  type TestPlaces,
} from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const town = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => madePlace(`node/${from + i}`, HERE))

/** The number of rows about places, searches and sessions, by table. */
async function rows(db: Database): Promise<Record<string, number>> {
  const [row] = await db.query<Record<string, number>>(sql`
    select (select count(*)::integer from places) as places, (select count(*)::integer from place_aliases) as aliases,
           (select count(*)::integer from sightings) as sightings, (select count(*)::integer from reviews) as reviews,
           (select count(*)::integer from place_payloads) as payloads,
           (select count(*)::integer from payload_pages) as pages,
           (select count(*)::integer from search_places) as in_searches,
           (select count(*)::integer from session_places) as in_sessions,
           (select count(*)::integer from searches) as searches, (select count(*)::integer from cells) as cells,
           (select count(*)::integer from sessions) as sessions`)
  return row ?? {}
}

async function idOf(places: TestPlaces, name: string): Promise<string> {
  const { items } = (await places.get(`/api/places?limit=500`)).body as { items: Place[] }
  return items.find((place) => place.name === name)?.id ?? 'none'
}

async function remove(
  places: TestPlaces,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; body: Record<string, unknown> }> {
  const response = await fetch(places.url + path, { method: 'DELETE', headers })
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

test('a place is deleted by an id of its source, with its own slash', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [town(1, 2)])
  assert.equal((await remove(places, '/api/places/osm:node/1')).status, 204)
  const { status, body } = await remove(places, '/api/places/OSM%3Anode/1')
  assert.deepEqual([status, body['code']], [404, 'not_found'])
  assert.equal((await rows(places.db))['places'], 1)
})

test('a deleted place leaves nothing behind, and its neighbours keep everything', async (t) => {
  const places = await startTestPlaces(t)
  const { db } = places
  const first = await storePlaces(db, [town(1, 3)])
  await storePlaces(db, [town(2, 4)])
  const id = await idOf(places, 'Place node/2')
  await db.execute(sql`
    insert into reviews (id, place_id, provider, source_id)
    select gen_random_uuid(), id, 'google', 'r1' from places where 'plc_' || id = ${id}`)
  const before = await rows(db)

  const deleted = await remove(places, `/api/places/${id}`)
  assert.deepEqual([deleted.status, deleted.text], [204, ''])
  assert.equal((await places.get(`/api/places/${id}`)).status, 404)
  assert.deepEqual(await rows(db), {
    ...before,
    places: 3,
    aliases: 3,
    sightings: 3,
    reviews: 0,
    payloads: 3,
    in_searches: 4,
    in_sessions: 4,
  })
  const [page] = await db.query<{ payloads: Buffer }>(
    sql`select payloads_zstd as payloads from payload_pages order by id limit 1`,
  )
  const kept = JSON.parse(zstdDecompressSync(page?.payloads ?? '').toString()) as ({ id: string } | null)[]
  assert.deepEqual(kept.map((payload) => payload?.id ?? null).toSorted(), ['node/1', 'node/3', null])
  const { items } = (await places.get('/api/browse/sessions')).body
  assert.deepEqual(
    items.map((session: { places: number }) => session.places),
    [2, 2],
  )
  assert.equal((await places.get(`/api/places?sessionId=${first.sessionId}`)).body.items.length, 2)

  await storePlaces(db, [town(2, 2)])
  const afresh = await idOf(places, 'Place node/2')
  assert.notEqual(afresh, id, 'found again, it is another place')
})

test('the payloads of a page go with the last of its places', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [town(1, 1), town(2, 2)])
  await remove(places, `/api/places/${await idOf(places, 'Place node/1')}`)
  const { payloads, pages } = await rows(places.db)
  assert.deepEqual([payloads, pages], [1, 1])
})

test('a deleted session takes its searches, and its places where that is asked', async (t) => {
  const places = await startTestPlaces(t)
  const { db } = places
  const kept = await storePlaces(db, [town(1, 2)])
  const gone = await storePlaces(db, [town(2, 4)])
  await storePlaces(db, [town(5, 5)], gone.session)
  const deleted = await remove(places, `/api/browse/sessions/${gone.sessionId}?withPlaces=true`)
  assert.deepEqual(
    [deleted.status, deleted.body],
    [200, { id: gone.sessionId, searches: 2, places: 3 }],
    'node/2 is of another session as well',
  )
  assert.deepEqual(await rows(db), {
    places: 2,
    aliases: 2,
    sightings: 2,
    reviews: 0,
    payloads: 2,
    pages: 1,
    in_searches: 2,
    in_sessions: 2,
    searches: 1,
    cells: 1,
    sessions: 1,
  })
  assert.equal((await places.get(`/api/search/${gone.searchId}`)).status, 404)
  assert.equal((await places.get(`/api/exports/${gone.sessionId}`)).status, 404)

  const plain = await remove(places, `/api/browse/sessions/${kept.sessionId}`)
  assert.deepEqual(plain.body, { id: kept.sessionId, searches: 1, places: 0 })
  assert.equal((await places.get('/api/places')).body.items.length, 2, 'the places stay')
})

test('a session in which a search runs is deleted all the same, and nothing comes after it', async (t) => {
  const provider = createMapProvider({ places: town(1, 300), pageSize: 100, maxResults: null })
  const { places, sessionId, answer } = await startPausedSearch(t, provider)
  const deleted = await remove(places, `/api/browse/sessions/${sessionId}?withPlaces=true`)
  assert.equal(deleted.body['searches'], 1)
  answer()
  const { items } = (await places.get('/api/jobs?type=search.cell')).body
  await places.get(`/api/jobs/${items[0].id}?waitMs=10000`)
  const { places: stored, searches, in_sessions: members, pages } = await rows(places.db)
  assert.deepEqual([stored, searches, members, pages], [0, 0, 0, 0])
})

test('what is not there cannot be deleted', async (t) => {
  const places = await startTestPlaces(t)
  const { sessionId } = await storePlaces(places.db, [town(1, 1)])
  for (const path of [
    '/api/places/plc_01920000-0000-7000-8000-000000000000',
    `/api/places/${sessionId}`,
    '/api/places/x',
    '/api/browse/sessions/ses_01920000-0000-7000-8000-000000000000',
    '/api/browse/sessions/..%2F..%2Fetc',
  ]) {
    const { status, body } = await remove(places, path)
    assert.deepEqual([path, status, body['code']], [path, 404, 'not_found'])
  }
  const wrong = await remove(places, `/api/browse/sessions/${sessionId}?withPlaces=perhaps`)
  assert.equal(wrong.status, 422)
  assert.equal((await rows(places.db))['sessions'], 1)
})

test('deleting needs a key with the scope for places', async (t) => {
  const key = (name: string, scope: 'places' | 'search') => ({
    name,
    secret: `the-${name}-key-of-this-test-0001`,
    scopes: [scope],
  })
  const fixedKeys = [key('right', 'places'), key('wrong', 'search')]
  const places = await startTestPlaces(t, { fixedKeys })
  const { sessionId } = await storePlaces(places.db, [town(1, 1)])
  const [place] = await places.db.query<{ id: string }>(sql`select id from places`)
  for (const path of [`/api/places/plc_${place?.id}`, `/api/browse/sessions/${sessionId}`]) {
    const codeBy = async (headers: Record<string, string>) => {
      const { status, body } = await remove(places, path, headers)
      return [status, body['code']]
    }
    assert.deepEqual(await codeBy({}), [401, 'unauthenticated'])
    assert.deepEqual(await codeBy({ 'x-api-key': 'the-wrong-key-of-this-test-0001' }), [403, 'scope_missing'])
    const [status] = await codeBy({ 'x-api-key': 'the-right-key-of-this-test-0001' })
    assert.ok(status === 200 || status === 204)
  }
})

async function startKeeping(t: TestContext, keep: NonNullable<StartPlacesOptions['keep']>) {
  return startTestPlaces(t, { keep })
}

test('payloads and sessions that are older than they are kept go by themselves', async (t) => {
  const places = await startKeeping(t, { keepPayloadsMs: 1_000, keepSessionsMs: 60_000 })
  const { db } = places
  const old = await storePlaces(db, [town(1, 2)])
  const recent = await storePlaces(db, [town(2, 3)])
  while ((await rows(db))['payloads'] !== 0) await delay(50)
  assert.deepEqual([(await rows(db))['pages'], (await rows(db))['places']], [0, 3])
  await db.execute(sql`
    update sessions set last_activity_at = now() - interval '2 minutes' where id = ${old.session}`)
  while ((await rows(db))['sessions'] !== 1) await delay(50)
  assert.equal((await places.get(`/api/places?sessionId=${recent.sessionId}`)).body.items.length, 2)
  assert.equal((await rows(db))['places'], 2)
})
