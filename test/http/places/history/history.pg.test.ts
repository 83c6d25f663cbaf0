// Two states of one extract: every change is in the history, and none is invented.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ChangedPlace, PlaceChange } from '#contract/places/changes/history.ts'
import type { MapPlace, Place } from '#contract/places/place.ts'
import type { Search } from '#contract/places/search.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { readNamedPlaces } from '#test/support/places/merge-quality.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { encodeCursor } from '#kit/cursor.ts'

const FILE = 'data/osm/planetiler-monaco-latest.osm.pbf'
const AREA = { bbox: [7, 43, 8, 44] } as const

/** A map whose content each search sees as it is at that moment. */
async function startMap(t: TestContext) {
  const map = { day: '2026-01-01', places: [] as readonly MapPlace[] }
  const provider = () =>
    createMapProvider({
      places: map.places.map(asOf),
      pageSize: 500,
      maxResults: null,
      areas: { Here: { bbox: [...AREA.bbox] } },
    })
  const asOf = (place: MapPlace): MapPlace => ({
    ...place,
    provenance: {
      ...place.provenance,
      location: { provider: 'osm-file', tier: 'tag', fetchedAt: `${map.day}T00:00:00.000Z` },
    },
  })
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => provider().resolve(input),
    search: (input) => provider().search(input),
  })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  return {
    map,
    places,
    async search(query = '*', more: object = {}): Promise<Search> {
      const { body } = await places.post('/api/search', { query, location: 'Here', ...more })
      return places.ended(body.id)
    },
  }
}

/** Every tenth place becomes something else; answers the changes that this makes, by source id. */
function nextState(places: readonly MapPlace[]) {
  const expected = new Map<string, string[]>()
  const next = places.flatMap((place, index): MapPlace[] => {
    const { id } = place.source
    const become = (fields: string[], changed: Partial<MapPlace>) => {
      expected.set(id, fields)
      return [{ ...place, ...changed }]
    }
    switch (index % 10) {
      case 0:
        expected.set(id, ['status'])
        return []
      case 1:
        return become(['location'], {
          location: { lat: place.location.lat + 0.0007, lng: place.location.lng },
        })
      case 2:
        // Also where the place has names in other languages, which stay.
        return become(['name'], { name: `${place.name ?? ''} (moved in)` })
      case 3: {
        const e164 = `+3779800${String(index).padStart(4, '0')}`
        return become(['phone', 'phones'], { phone: e164, phones: [{ e164, raw: e164, kind: 'phone' }] })
      }
      case 4:
        return become(['names.xx'], { names: { ...place.names, xx: 'Other' } })
      // The order of keys, and how an observation was made, are no changes.
      case 5:
        return [
          {
            ...place,
            attributes: Object.fromEntries(Object.entries(place.attributes).toReversed()),
            provenance: {},
          },
        ]
      default:
        return [place]
    }
  })
  const added = madePlace('node/4611686018427', { lat: 43.73, lng: 7.42 }, { name: 'Brand new' })
  return { next: [...next, added], expected, added }
}

test(
  'two states of one extract: every change is told, none is invented',
  { skip: skipWithout(FILE) },
  async (t) => {
    const { map, places, search } = await startMap(t)
    map.places = await readNamedPlaces(sharedPath(FILE))
    const first = await search()
    assert.deepEqual([first.complete, first.counts.kept], [true, map.places.length])
    const original = map.places
    const { next, expected, added } = nextState(original)
    const since = new Date().toISOString()

    // The same again in another order changes nothing.
    map.places = map.places.toReversed()
    await search()
    assert.deepEqual(await places.all(`/api/places?changedSince=${since}&limit=500`), [])

    map.day = '2026-02-01'
    map.places = next
    const second = await search()
    assert.equal(second.complete, true)

    const stored = await places.all<Place>('/api/places?sort=name&limit=500')
    const rows = await places.db.query<{
      place_id: string
      field: string
      source: string
      search_id: string
    }>({
      text: 'select place_id, field, source, search_id from place_changes order by id',
      values: [],
    })
    const told = Map.groupBy(rows, (row) => `plc_${row.place_id}`)
    for (const place of stored) {
      const id = place.aliases[0]?.value ?? ''
      const changes = told.get(place.id) ?? []
      assert.deepEqual(changes.map(({ field }) => field).toSorted(), (expected.get(id) ?? []).toSorted(), id)
      for (const change of changes) assert.equal(`sea_${change.search_id}`, second.id)
      const isGone = expected.get(id)?.[0] === 'status'
      assert.deepEqual(
        [place.missingSince !== null, place.status === 'permanently_closed'],
        [isGone, isGone],
        id,
      )
      assert.equal(place.changes, expected.has(id) ? 1 : 0, id)
    }
    assert.equal(
      stored.length,
      next.length + [...expected.values()].filter(([field]) => field === 'status').length,
    )

    // The filters of the list tell the same, and so do the two sessions.
    const count = (kind: string) => [...expected.values()].filter(([field]) => field === kind).length
    const asked = async (change: string) =>
      places.all<Place>(`/api/places?changedSince=${since}&change=${change}&limit=500`)
    assert.deepEqual(
      (await asked('new')).map(({ name }) => name),
      [added.name],
    )
    for (const [change, kind] of [
      ['closed', 'status'],
      ['missing', 'status'],
      ['moved', 'location'],
      ['phone', 'phone'],
    ] as const) {
      assert.equal((await asked(change)).length, count(kind), change)
    }
    assert.equal((await asked('name')).length, count('name') + count('names.xx'))
    assert.deepEqual(await asked('rating'), [])
    const compared = await places.all<ChangedPlace>(
      `/api/sessions/${second.sessionId}/changes?since=${first.sessionId}&limit=500`,
    )
    const byKind = Map.groupBy(compared, ({ difference }) => difference)
    assert.equal(byKind.get('new')?.length, 1)
    assert.equal(byKind.get('gone')?.length, count('status'))
    assert.equal(byKind.get('changed')?.length, expected.size - count('status'))
    for (const { placeId, fields } of byKind.get('changed') ?? []) {
      assert.deepEqual(
        fields.map(({ field }) => field),
        told.get(placeId)?.map(({ field }) => field),
      )
    }

    // What comes back is not missing any more.
    map.day = '2026-03-01'
    map.places = [
      ...next.filter(({ source }) => !expected.has(source.id)),
      ...original.filter(({ source }) => expected.has(source.id)),
    ]
    await search()
    assert.deepEqual(await places.all('/api/places?change=missing&limit=500'), [])
    assert.equal((await asked('reopened')).length, count('status'))
  },
)

test('sessions differ by what is different at their ends, and not by what came and went between them', async (t) => {
  const { map, places, search } = await startMap(t)
  const at = { lat: 43.7384, lng: 7.4246 }
  const states: Partial<MapPlace>[] = [
    { name: 'One', website: 'https://a.example/' },
    { name: 'Two', website: 'https://b.example/' },
    { name: 'Three', website: 'https://a.example/' },
    { name: 'One', website: 'https://a.example/' },
  ]
  const sessions: string[] = []
  for (const state of states) {
    map.places = [madePlace('node/7', at, state)]
    sessions.push((await search()).sessionId)
  }
  const between = async (from: number, to: number) => {
    const path = `/api/sessions/${sessions[to]}/changes?since=${sessions[from]}`
    const items = (await places.get(path)).body.items as ChangedPlace[]
    return items.map(({ fields }) => fields.map((change) => [change.field, change.from, change.to]))
  }
  const website = ['website', 'https://a.example/', 'https://b.example/']
  assert.deepEqual(await between(0, 1), [[['name', 'One', 'Two'], website]])
  assert.deepEqual(await between(0, 2), [[['name', 'One', 'Three']]])
  assert.deepEqual(await between(0, 3), [])
  assert.equal((await places.get('/api/places/osm:node/7/history')).body.items.length, 5, 'history has all')
})

test('a place is gone only where the later session searched for the same in the same area, to the end', async (t) => {
  const { map, places, search } = await startMap(t)
  map.places = Array.from({ length: 12 }, (_, n) =>
    madePlace(`node/${n + 1}`, { lat: 43.5 + n / 1_000, lng: 7.5 }),
  )
  const first = await search()
  map.places = map.places.slice(1)
  const compared = async (later: Search, more = '') => {
    const path = `/api/sessions/${later.sessionId}/changes?since=${first.sessionId}${more}`
    const { status, body } = await places.get(path)
    const reasons = body.reasons.map(({ code }: { code: string }) => code)
    return [status, body.items.length, body.comparable, reasons]
  }
  const limited = await search('*', { limit: 5 })
  assert.equal(limited.complete, false)
  assert.deepEqual(await compared(limited), [200, 0, false, ['incomplete']])
  assert.deepEqual(await compared(limited, '&difference=gone'), [200, 0, false, ['incomplete']])
  const csv = await places.get(
    `/api/sessions/${limited.sessionId}/changes?since=${first.sessionId}&limit=500`,
    {
      accept: 'text/csv',
    },
  )
  assert.deepEqual([csv.status, csv.text.trim().split('\r\n').length], [200, 1])
  const elsewhere = await search('*', { location: { bbox: [7.4, 43.505, 7.6, 43.6] } })
  assert.equal(elsewhere.complete, true)
  assert.deepEqual(await compared(elsewhere), [200, 0, false, ['other_search']])
  const other = await search('cafe')
  assert.deepEqual(await compared(other), [200, 0, false, ['other_search']])
  // Once more in the session with a limit, now to the end.
  await search('*', { sessionId: limited.sessionId })
  assert.deepEqual(await compared(limited), [200, 1, true, []])
  assert.deepEqual(await compared(await search()), [200, 1, true, []])
})

test('what was searched in a smaller area near by is another search', async (t) => {
  const { map, places, search } = await startMap(t)
  const middle = { lat: 43.5, lng: 7.5 }
  map.places = [madePlace('node/1', middle), madePlace('node/2', { lat: 43.503, lng: 7.5 })]
  const square = (size: number): [number, number][] => [
    [7.49, 43.49],
    [7.49 + size, 43.49],
    [7.49, 43.49 + size],
    [7.49, 43.49],
  ]
  const areas: [object, object][] = [
    [
      { ...middle, radiusM: 500 },
      { ...middle, radiusM: 200 },
    ],
    [{ bbox: [7.49, 43.49, 7.51, 43.51] }, { bbox: [7.49, 43.49, 7.51, 43.502] }],
    [
      { type: 'Polygon', coordinates: [square(0.04)] },
      { type: 'Polygon', coordinates: [square(0.022)] },
    ],
  ]
  for (const [larger, smaller] of areas) {
    const first = await search('*', { location: larger })
    const compared = async (location: object) => {
      const { sessionId } = await search('*', { location })
      const { body } = await places.get(`/api/sessions/${sessionId}/changes?since=${first.sessionId}`)
      return [body.items.length, body.comparable]
    }
    assert.deepEqual(await compared(smaller), [0, false], JSON.stringify(smaller))
    assert.deepEqual(await compared(larger), [0, true], JSON.stringify(larger))
  }
})

test('the history of a place by any of its ids, newest first', async (t) => {
  const { map, places, search } = await startMap(t)
  const at = { lat: 43.73, lng: 7.42 }
  const states = [{ website: 'https://one.example/' }, { website: 'https://two.example/' }, { rating: 4.5 }]
  const ids: string[] = []
  for (const state of states) {
    map.places = [
      madePlace('node/7', at, {
        aliases: [
          { scheme: 'osm', value: 'node/7' },
          { scheme: 'wikidata', value: 'Q42' },
        ],
        ...state,
      }),
    ]
    ids.push((await search()).id)
  }
  const { status, body } = await places.get('/api/places/osm%3Anode%2F7/history')
  assert.equal(status, 200)
  assert.equal(body.nextCursor, null)
  const shown = (body.items as PlaceChange[]).map(({ at: _at, sessionId: _session, ...change }) => change)
  const by = { provider: 'osm-file', source: 'search' }
  assert.deepEqual(shown, [
    { field: 'rating', from: null, to: 4.5, kind: 'rating', searchId: ids[2], ...by },
    { field: 'website', from: 'https://two.example/', to: null, kind: 'website', searchId: ids[2], ...by },
    {
      field: 'website',
      from: 'https://one.example/',
      to: 'https://two.example/',
      kind: 'website',
      searchId: ids[1],
      ...by,
    },
  ])
  const paged = await places.get('/api/places/osm:node%2F7/history?limit=1')
  const rest = await places.get(`/api/places/wikidata:q42/history?cursor=${paged.body.nextCursor}`)
  assert.deepEqual([...paged.body.items, ...rest.body.items], body.items)
  assert.equal((await places.get('/api/places/osm:node%2F7/history?change=phone')).body.items.length, 0)
  const csv = await places.get('/api/places/osm:node%2F7/history', { accept: 'text/csv' })
  assert.equal(csv.text.trim().split('\r\n').length, 4)

  const [{ id: self }] = (await places.get('/api/places')).body.items
  for (const id of ['osm:node/7', 'osm:node%2F7', 'osm:n7', 'wikidata:Q42', self]) {
    assert.equal((await places.get(`/api/places/${id}`)).body.id, self, id)
    assert.deepEqual((await places.get(`/api/places/${id}/history`)).body, body, id)
    assert.equal((await places.get(`/api/enrich/status/${id}`)).status, 200, id)
  }
  for (const id of [
    'osm:node/8',
    'osm:',
    'wikidata:Q1',
    'cid:7',
    'nothing:1',
    'node/7',
    ':',
    '%00',
    'plc_7',
  ]) {
    assert.equal((await places.get(`/api/places/${id}`)).status, 404, id)
  }
  // An item that two places share names none of them.
  map.places = [...map.places, madePlace('node/8', at, { aliases: [{ scheme: 'wikidata', value: 'Q42' }] })]
  await search()
  const shared = await places.get('/api/places/wikidata:Q42')
  assert.deepEqual([shared.status, shared.body.code], [409, 'conflict'])
  assert.ok(shared.body.detail.includes(self))

  const unknown = 'ses_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
  assert.equal((await places.get(`/api/sessions/${unknown}/changes?since=${unknown}`)).status, 404)
  assert.equal((await places.get(`/api/sessions/${unknown}/changes`)).status, 422)
  assert.equal((await places.get('/api/places?change=everything')).status, 422)
  for (const cursor of ['x', encodeCursor([1.5])]) {
    const { body } = await places.get(`/api/places/osm:node%2F7/history?cursor=${cursor}`)
    assert.equal(body.code, 'invalid_cursor')
  }
})
