// Kept payloads are read again: what a newer parser reads differently stands in the history, and nothing else changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlaceChange } from '#contract/places/changes/history.ts'
import type { MapsParseInput } from '#contract/places/maps.ts'
import { PROVIDERS, type MapPlace } from '#contract/places/place.ts'
import { parsePayloads } from '#extractors/maps/parse-payloads.ts'
import { readPlace } from '#extractors/maps/providers/google/place/read-place.ts'
import { placeFromTags } from '#extractors/maps/osm/tags/place-from-tags.ts'
import { sql } from '#platform/db/sql.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { runReparse } from '#places/reparse/reparse-job.ts'
import { knownTimezones } from '#places/identity/known-timezones.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'
import { googlePlace, type MadeGooglePlace } from '#test/support/google/google-payloads.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { mergePlaces } from '#places/merges/deciding/accept-merge.ts'
import { listChanges } from '#places/history/read-history.ts'

const AT = '2026-01-01T00:00:00.000Z'

function osmPlace(id: number, tags: Record<string, string>): MapPlace {
  const place = placeFromTags(
    { type: 'node', id, lat: 43.7384, lon: 7.4246, tags: { amenity: 'cafe', ...tags } },
    { provider: 'osm-file', fetchedAt: AT, language: null, pointCountry: 'MC' },
  )
  assert.ok(place !== null)
  return place
}

/** The city is spelled as that of the area, and what the mapper wrote is kept beside it. */
function respell(place: MapPlace): MapPlace {
  const { address, provenance } = place
  const origin = { provider: 'osm-file', tier: 'derived', fetchedAt: AT, raw: 'MONACO' } as const
  return {
    ...place,
    address: { ...address, city: 'Monaco', formatted: 'Monaco, Monaco' },
    provenance: { ...provenance, 'address.city': origin },
  }
}

function jobOn(db: TestDatabase, id: string, signal: AbortSignal): LocalJob {
  return {
    id,
    signal,
    traceparent: null,
    wasCancelled: () => false,
    progress: () => undefined,
    write: async (work: Parameters<LocalJob['write']>[0]) => db.transaction(async (tx) => work(tx)),
  } as unknown as LocalJob
}

test('a newer parser is applied to what is kept, and a run goes on where it stood', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const places = Array.from({ length: 6 }, (_, n) =>
    osmPlace(n + 1, { name: `Café ${n}`, phone: '+377 98 00 00 01' }),
  )
  // The first parser overlooked the phone of one place, and took the town of another from the area around it.
  const [first, second, ...others] = places
  assert.ok(first !== undefined && second !== undefined)
  const rest = [respell(osmPlace(7, { name: 'Quai', 'addr:city': 'MONACO' })), ...others]
  const overlooked: MapPlace = {
    ...respell(osmPlace(1, { name: 'Café 0', phone: '+377 98 00 00 01', 'addr:city': 'MONACO' })),
    phone: null,
    phones: [],
  }
  const inTown: MapPlace = { ...second, address: { ...second.address, city: 'Monaco' } }
  await storePlaces(db, [[overlooked, inTown], rest.slice(0, 2), rest.slice(2)])
  // What no provider has any more keeps the status that it was given.
  await db.execute(sql`
    update sightings set missing_since = now()
    where place_id = (select place_id from place_aliases where value = 'node/6')`)
  const before = await db.query(sql`select place_id, last_seen_at from sightings order by place_id`)

  const id = formatId('job', uuidV7())
  const timezones = knownTimezones(db)
  let calls = 0
  const source = (isAllowed: () => boolean) => ({
    async parse({ input }: { readonly input: MapsParseInput }) {
      calls += 1
      if (!isAllowed()) throw new Error('The process is gone.')
      return parsePayloads(input)
    },
  })
  const { signal } = new AbortController()
  const run = async (isAllowed: () => boolean) =>
    runReparse({ db, source: source(isAllowed), timezones })(jobOn(db, id, signal))
  await assert.rejects(
    run(() => calls < 2),
    /gone/,
  )
  const done = await run(() => true)
  assert.deepEqual(done, { pages: 3, places: 6, changed: 1, unread: 0 })
  // Two pages before the end of the first run, one of them again, and the last one.
  assert.equal(calls, 4)

  const [place] = await db.query<{ id: string; phone: string; line: string; changes: number }>(sql`
    select p.id, p.content ->> 'phone' as phone, p.content -> 'address' ->> 'formatted' as line, s.changes from places p join sightings s on s.place_id = p.id
    where s.changes > 0`)
  assert.deepEqual([place?.phone, place?.line, place?.changes], ['+37798000001', 'Monaco, Monaco', 1])
  const { items } = await listChanges(db, place?.id ?? '', null)(10, null)
  const told = items.map(({ field, to, source: by }: PlaceChange) => ({ field, to, by }))
  assert.deepEqual(told, [
    { field: 'phones', to: first.phones, by: 'reparse' },
    { field: 'phone', to: '+37798000001', by: 'reparse' },
  ])
  const [town] = await db.query(sql`select city from places where sort_name = 'cafe 1'`)
  assert.deepEqual(town, { city: 'Monaco' })
  const [content] = await db.query(
    sql`select content -> 'address' ->> 'city' as city from places where sort_name = 'cafe 1'`,
  )
  assert.deepEqual(content, { city: 'Monaco' })
  assert.deepEqual(
    await db.query(sql`select place_id, last_seen_at from sightings order by place_id`),
    before,
  )
})

test('what a source no longer has stays gone, also as a part of a place that is still there', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const names = { name: 'Krone', phone: '+377 98 00 00 01' }
  await storePlaces(db, [[osmPlace(1, names), osmPlace(2, { name: 'Post' })]])
  await storePlaces(db, [[osmPlace(2, { name: 'Post' }), osmPlace(9, names)]])
  const rows = await db.query<{ id: string }>(
    sql`select place_id as id from place_aliases where value in ('node/1', 'node/9') order by value`,
  )
  const [keepId = '', goneId = ''] = rows.map(({ id }) => id)
  const timezones = knownTimezones(db)
  const zones = await timezones()
  await db.transaction(async (tx) => mergePlaces(tx, { keepId, goneId }, zones))
  const stored = async () =>
    db.query(sql`
      select p.content, part.id, part.content_hash, s.missing_since from places p
      join place_parts part on part.place_id = p.id join sightings s on s.place_id = p.id order by part.id`)
  const before = await stored()
  assert.equal(before.length, 2)
  const source = { parse: async ({ input }: { readonly input: MapsParseInput }) => parsePayloads(input) }
  const { signal } = new AbortController()
  const done = await runReparse({ db, source, timezones })(jobOn(db, formatId('job', uuidV7()), signal))
  assert.deepEqual(done, { pages: 2, places: 2, changed: 0, unread: 0 })
  assert.deepEqual(await stored(), before)
})

test('what a later list of a map did not repeat stays, and how far the reviews are known', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const made = { fid: '0x10:0x100', name: 'Café 0', lat: 43.73, lng: 7.42 }
  const read = (more: Partial<MadeGooglePlace>) => {
    const place = readPlace(googlePlace({ ...made, ...more }), { fetchedAt: AT, language: null })
    assert.ok(place !== null)
    return place
  }
  const details = read({ hasDetails: true, rating: 4.5, count: 10 })
  await storePlaces(db, [[{ ...details, reviewCoverage: 'embedded' }]])
  await storePlaces(db, [[read({ tier: 'thin', rating: 4.1 })]])
  const stored = async () =>
    db.query(sql`select content::jsonb - 'provenance' as content from places order by id`)
  const before = await stored()
  const [{ content }] = before as [
    { content: { rating: number; ratingCount: number; reviewCoverage: string } },
  ]
  assert.deepEqual([content.rating, content.ratingCount, content.reviewCoverage], [4.1, 10, 'embedded'])
  const source = { parse: async ({ input }: { readonly input: MapsParseInput }) => parsePayloads(input) }
  const timezones = knownTimezones(db)
  const { signal } = new AbortController()
  const done = await runReparse({ db, source, timezones })(jobOn(db, formatId('job', uuidV7()), signal))
  assert.deepEqual([done.places, done.changed, done.unread], [1, 0, 0])
  assert.deepEqual(await stored(), before)
})

test('a payload that is no element is no place, and never throws', () => {
  const raws = [
    null,
    1,
    'x',
    [],
    {},
    { type: 'node' },
    { type: 'node', id: 1, tags: null },
    { type: 'way', id: 2, center: 7 },
    { type: 'node', id: 1.5, lat: 1, lon: 1, tags: {} },
    { type: 'node', id: 1, lat: 91, lon: 1, tags: { amenity: 'cafe' } },
  ]
  const payloads = raws.map((raw) => ({ raw, fetchedAt: AT }))
  for (const provider of PROVIDERS) {
    assert.deepEqual(
      parsePayloads({ provider, payloads }).places,
      raws.map(() => null),
      provider,
    )
  }
})
