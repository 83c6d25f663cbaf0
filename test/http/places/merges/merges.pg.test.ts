// Two records of one place: proposed with reasons, merged, updated from both sources, and taken apart again.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DecidedMerges, Merge, MergeDetail } from '#contract/places/changes/merge.ts'
import type { MapPlace, Place } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const HERE = { lat: 47.05, lng: 8.3 }
const NEAR = { lat: 47.0502, lng: 8.3002 }
const PHONE = [{ e164: '+41413101010', raw: '041 310 10 10', kind: 'phone' }] as const
const LION = madePlace('node/1', HERE, {
  name: 'Gasthaus Goldener Löwen',
  phones: [...PHONE],
  phone: '+41413101010',
})
const GOOGLE = madePlace('x', NEAR, {
  source: { provider: 'google', scheme: 'google_cid', id: '16519582940102929223' },
  aliases: [{ scheme: 'google_cid', value: '16519582940102929223' }],
  name: 'Goldener Loewen',
  categories: [{ id: 'restaurant', label: 'Restaurant' }],
  phones: [{ e164: '+41413101010', raw: '+41 41 310 10 10', kind: 'phone' }],
  phone: '+41413101010',
  rating: 4.5,
  ratingCount: 210,
  website: 'https://loewen.example/',
  links: { google: 'https://maps.google.example/?cid=1' },
  provenance: {
    name: { provider: 'google', tier: 'full', fetchedAt: '2026-02-01T00:00:00.000Z' },
    rating: { provider: 'google', tier: 'full', fetchedAt: '2026-02-01T00:00:00.000Z' },
    website: { provider: 'google', tier: 'full', fetchedAt: '2026-02-01T00:00:00.000Z' },
  },
})

async function found(places: TestPlaces, body: object = {}): Promise<Merge[]> {
  const { status, body: job } = await places.post('/api/merges/find', body)
  assert.equal(status, 202)
  for (;;) {
    const { body: now } = await places.get(`/api/jobs/${job.id}?waitMs=10000`)
    if (now.completedAt === null) continue
    assert.equal(now.status, 'succeeded', JSON.stringify(now))
    return (await places.get('/api/merges?status=proposed')).body.items as Merge[]
  }
}

/** How many places each provider has, by the filter of both lists, the facet, the statistics and the last point of their series. */
async function byProvider(places: TestPlaces): Promise<Record<string, readonly number[]>> {
  const { facets } = (await places.get('/api/places?limit=1&facets=provider')).body
  const { series, places: stored } = (await places.get('/api/browse/stats?interval=day')).body
  const counts: Record<string, readonly number[]> = {}
  for (const name of ['osm-file', 'overture']) {
    const lists = await Promise.all(
      ['places', 'browse/places'].map(async (path) => places.get(`/api/${path}?provider=${name}`)),
    )
    const facet = facets.provider.values.find(({ value }: { value: string }) => value === name)
    counts[name] = [
      ...lists.map(({ body }) => body.items.length),
      facet?.places ?? 0,
      stored.providers[name],
      series.at(-1).places.providers[name],
    ]
  }
  assert.equal(series.at(-1).places.total, stored.total)
  return counts
}

async function withPair(t: TestContext) {
  const places = await startTestPlaces(t)
  const first = await storePlaces(places.db, [[LION, madePlace('node/2', NEAR, { name: 'Bäckerei Huber' })]])
  const second = await storePlaces(places.db, [[GOOGLE]])
  // Behind each search the service compares by itself.
  let proposed: Merge[] = []
  while (proposed.length === 0) {
    await delay(20)
    proposed = (await places.get('/api/merges?status=proposed')).body.items as Merge[]
  }
  const [merge, ...others] = proposed
  assert.ok(merge !== undefined)
  assert.deepEqual(others, [])
  return { places, first, second, merge }
}

const listed = async (places: TestPlaces) => (await places.get('/api/places?sort=name')).body.items as Place[]
const sessionSizes = async (places: TestPlaces) =>
  ((await places.get('/api/browse/sessions')).body.items as { id: string; places: number }[]).map(
    (session) => session.places,
  )

test('a probable pair is proposed with its reasons, and nothing is merged by itself', async (t) => {
  const { places, merge } = await withPair(t)
  assert.equal((await listed(places)).length, 3)
  assert.ok(merge.score > 0.9 && merge.score <= 1, `${merge.score}`)
  const kinds = new Set(merge.evidence.map(({ kind }) => kind))
  for (const kind of ['name', 'distance', 'phone'] as const) assert.ok(kinds.has(kind), kind)
  const sum = merge.evidence.reduce((all, { weight }) => all + weight, -4)
  assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - merge.score) < 0.01, 'the weights make the score')
  assert.deepEqual(merge.names, ['Gasthaus Goldener Löwen', 'Goldener Loewen'])
  const again = await found(places)
  assert.deepEqual(again, [merge])
})

test('an accepted merge answers under both ids, filled from both, and later searches update it', async (t) => {
  const { places, merge, first } = await withPair(t)
  const accepted = (await places.post(`/api/merges/${merge.id}/accept`, {})).body as MergeDetail
  assert.equal(accepted.status, 'accepted')
  assert.deepEqual(
    accepted.log.map(({ action }) => action),
    ['accepted'],
  )
  const ids = [merge.placeId, merge.otherId, 'osm:node/1', 'cid:16519582940102929223']
  const answers = await Promise.all(ids.map(async (id) => places.get(`/api/places/${id}`)))
  const [one] = answers
  for (const answer of answers) assert.deepEqual(answer.body, one?.body)
  const place = one?.body as Place
  assert.equal(place.id, merge.placeId)
  assert.equal(place.name, 'Gasthaus Goldener Löwen')
  assert.deepEqual([place.rating, place.ratingCount, place.website], [4.5, 210, 'https://loewen.example/'])
  assert.equal(place.provenance['rating']?.provider, 'google')
  assert.equal(place.provenance['name']?.provider, 'osm-file')
  assert.equal(place.phones.length, 1)
  assert.deepEqual(
    place.aliases.map(({ scheme }) => scheme),
    ['osm', 'google_cid'],
  )
  assert.equal((await listed(places)).length, 2)
  assert.equal((await places.get('/api/places?q=loewen')).body.items[0].id, merge.placeId)

  const { body: batch } = await places.post('/api/enrich/batch', { placeIds: [...ids, 'osm:node/77'] })
  assert.deepEqual([batch.accepted, batch.unknown], [1, ['osm:node/77']])
  await places.post(`/api/enrich/cancel/${merge.otherId}`, {})

  const closed = [{ ...GOOGLE, rating: 4.1, status: 'temporarily_closed' as const }]
  await storePlaces(places.db, [closed, [LION]], first.session)
  const later = (await places.get(`/api/places/${merge.otherId}`)).body as Place
  assert.deepEqual([later.rating, later.status, later.name], [4.1, 'temporarily_closed', LION.name])
  assert.equal((await listed(places)).length, 2)
  const history = (await places.get(`/api/places/${merge.placeId}/history`)).body.items as {
    field: string
    source: string
  }[]
  assert.deepEqual(
    history.filter(({ source }) => source === 'search').map(({ field }) => field),
    ['status', 'rating'],
  )
  assert.ok(history.some(({ field, source }) => field === 'website' && source === 'merge'))
  // The session counts the merged place once.
  assert.deepEqual(await sessionSizes(places), [1, 2])
})

test('undoing brings both places back as they were, with what they became since', async (t) => {
  const { places, merge } = await withPair(t)
  const shown = async (): Promise<Partial<Place>[]> =>
    (await listed(places)).map(({ changes: _changes, lastSeenAt: _seen, ...place }) => place)
  const before = await shown()
  const sizes = await sessionSizes(places)
  await places.post(`/api/merges/${merge.id}/accept`, {})
  assert.notDeepEqual(await shown(), before)
  const undone = (await places.post(`/api/merges/${merge.id}/undo`, {})).body as MergeDetail
  assert.deepEqual(
    [undone.status, undone.log.map(({ action }) => action)],
    ['proposed', ['accepted', 'undone']],
  )
  assert.deepEqual(await shown(), before)
  assert.deepEqual(await sessionSizes(places), sizes)
  assert.deepEqual((await places.db.query({ text: 'select id from place_parts', values: [] })).length, 0)

  await places.post(`/api/merges/${merge.id}/accept`, {})
  await storePlaces(places.db, [
    [
      { ...GOOGLE, rating: 3.9 },
      { ...LION, name: 'Löwen' },
    ],
  ])
  await places.post(`/api/merges/${merge.id}/undo`, {})
  const [lion, google] = await Promise.all(
    [merge.placeId, merge.otherId].map(async (id) => (await places.get(`/api/places/${id}`)).body as Place),
  )
  assert.deepEqual([lion?.name, lion?.rating], ['Löwen', null])
  assert.deepEqual([google?.name, google?.rating], ['Goldener Loewen', 3.9])
  assert.deepEqual(await sessionSizes(places), [2, 1, 2])
})

test('three records of one place come apart in any order', async (t) => {
  const places = await startTestPlaces(t)
  const third: MapPlace = { ...LION, source: { ...LION.source, id: 'node/9' }, aliases: [], name: 'Löwen' }
  await storePlaces(places.db, [[LION], [GOOGLE], [third]])
  const [a, b, c] = ['osm:node/1', 'cid:16519582940102929223', 'osm:node/9']
  const propose = async (placeId: string | undefined, otherId: string | undefined) => {
    const { status, body } = await places.post('/api/merges', { placeId, otherId })
    assert.equal(status, 201, JSON.stringify(body))
    return body as Merge
  }
  const before = await listed(places)
  const names = (list: Place[]) => list.map(({ id, name, rating }) => ({ id, name, rating }))
  const [bc, ab] = [await propose(b, c), await propose(a, b)]
  const decide = async ({ id }: Merge, decision: string) =>
    (await places.post(`/api/merges/${id}/${decision}`, {})).status
  for (const order of [[bc, ab] as const, [ab, bc] as const]) {
    assert.equal(await decide(bc, 'accept'), 200)
    assert.equal(await decide(ab, 'accept'), 200)
    assert.equal((await listed(places)).length, 1)
    assert.equal((await places.get(`/api/places/${c}`)).body.id, ab.placeId)
    const made = (await places.get(`/api/merges?placeId=${ab.placeId}`)).body.items as Merge[]
    assert.deepEqual(new Set(made.map(({ id }) => id)), new Set([ab.id, bc.id]))
    for (const merge of order) assert.equal(await decide(merge, 'undo'), 200)
    assert.deepEqual(names(await listed(places)), names(before))
  }

  // The same by one request, which leaves out the pair that has become one place meanwhile.
  await found(places)
  const many = async (body: object) => {
    const answer = await places.post('/api/merges/decide', body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as DecidedMerges
  }
  const planned = await many({ decision: 'accept', max: 1, dryRun: true })
  assert.deepEqual([planned.decided.length, planned.failed], [1, []])
  assert.ok(planned.remaining > 0)
  assert.equal((await listed(places)).length, 3)
  const accepted = await many({ decision: 'accept', max: 10 })
  assert.equal(accepted.decided[0], planned.decided[0])
  assert.equal(accepted.decided.length, 2)
  assert.ok(accepted.failed.every(({ code }) => code === 'conflict'))
  assert.equal((await listed(places)).length, 1)
  const later = { decision: 'undo', max: 10, decidedSince: '2999-01-01T00:00:00Z' }
  assert.deepEqual(await many(later), { decided: [], failed: [], remaining: 0 })
  const first = (await places.get(`/api/merges/${accepted.decided[0]}`)).body as MergeDetail
  const undone = await many({ ...later, decidedSince: first.decidedAt })
  assert.deepEqual(undone.decided, accepted.decided.toReversed())
  assert.deepEqual(names(await listed(places)), names(before))
  const crossed = { decision: 'accept', max: 10, minScore: 1.0, maxScore: 0.99 }
  const refused = await places.post('/api/merges/decide', crossed)
  assert.equal(refused.status, 422)
  assert.equal(refused.body.errors[0].pointer, '/minScore')
  assert.equal((await places.post('/api/merges/decide', { decision: 'accept' })).status, 422)
  const nowhere = { decision: 'accept', max: 1, sessionId: 'ses_1' }
  assert.equal((await places.post('/api/merges/decide', nowhere)).body.code, 'not_found')
})

test('a pair that a caller proposed stays when the next comparison does not find it', async (t) => {
  const places = await startTestPlaces(t)
  const far = madePlace('node/8', { lat: HERE.lat + 0.01, lng: HERE.lng }, { name: 'Post' })
  await storePlaces(places.db, [[LION], [far]])
  const given = { placeId: 'osm:node/1', otherId: 'osm:node/8' }
  const { body: merge } = await places.post('/api/merges', given)
  await found(places)
  const kept = (await places.get(`/api/merges/${merge.id}`)).body
  assert.deepEqual(
    [kept.status, kept.log.map(({ action }: { action: string }) => action)],
    ['proposed', ['proposed']],
  )
})

test('a rejected pair is not proposed again until that is undone', async (t) => {
  const { places, merge } = await withPair(t)
  assert.equal((await places.post(`/api/merges/${merge.id}/reject`, {})).body.status, 'rejected')
  assert.deepEqual(await found(places), [])
  await places.post(`/api/merges/${merge.id}/undo`, {})
  assert.deepEqual(
    (await found(places)).map(({ id }) => id),
    [merge.id],
  )
})

test('what cannot be decided is said', async (t) => {
  const { places, merge } = await withPair(t)
  const unknown = 'mrg_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
  for (const id of [unknown, 'plc_1', 'nothing']) {
    assert.equal((await places.post(`/api/merges/${id}/accept`, {})).body.code, 'not_found')
    assert.equal((await places.get(`/api/merges/${id}`)).body.code, 'not_found')
  }
  await places.post(`/api/merges/${merge.id}/accept`, {})
  assert.equal((await places.post(`/api/merges/${merge.id}/accept`, {})).status, 200)
  assert.equal((await places.post(`/api/merges/${merge.id}/reject`, {})).body.code, 'conflict')
  const same = await places.post('/api/merges', { placeId: merge.placeId, otherId: merge.otherId })
  assert.deepEqual([same.status, same.body.errors[0].pointer], [422, '/otherId'])
  const absent = await places.post('/api/merges', { placeId: merge.placeId, otherId: 'osm:node/77' })
  assert.deepEqual([absent.status, absent.body.errors[0].pointer], [404, '/otherId'])
  assert.equal((await places.post('/api/merges/find', { sessionId: 'ses_1' })).body.code, 'not_found')
  assert.equal((await places.get('/api/merges?status=open')).status, 422)
})

test('a merged place is deleted with all of its parts, and is a new one when it is seen again', async (t) => {
  const { places, merge } = await withPair(t)
  await places.post(`/api/merges/${merge.id}/accept`, {})
  const response = await fetch(`${places.url}/api/places/${merge.otherId}`, { method: 'DELETE' })
  assert.equal(response.status, 204)
  for (const id of [merge.placeId, merge.otherId, 'osm:node/1']) {
    assert.equal((await places.get(`/api/places/${id}`)).status, 404)
  }
  assert.deepEqual((await places.get('/api/merges')).body.items, [])
  assert.deepEqual(await sessionSizes(places), [0, 1])
  await storePlaces(places.db, [[GOOGLE]])
  assert.equal((await places.get('/api/places/cid:16519582940102929223')).status, 200)
})

test('a place that was made from the record of another one becomes one with it, and two again for good', async (t) => {
  const places = await startTestPlaces(t)
  const overture = (name: string, id: string, osm: string): MapPlace =>
    madePlace('x', NEAR, {
      source: { provider: 'overture', scheme: 'gers', id },
      aliases: [
        { scheme: 'gers', value: id },
        { scheme: 'osm', value: osm },
      ],
      name,
      website: 'https://loewen.example/',
      provenance: {
        website: { provider: 'overture', tier: 'record', fetchedAt: '2026-02-01T00:00:00.000Z' },
      },
    })
  // The first is the lion under a name that nobody would match; the second only claims to be of an element that is not here.
  await storePlaces(places.db, [[LION]])
  await storePlaces(places.db, [
    [overture('Restaurant Taverne', 'a-1', 'node/1'), overture('Velo Meier', 'a-2', 'node/99')],
  ])
  let accepted: Merge[] = []
  while (accepted.length === 0) {
    await delay(20)
    accepted = (await places.get('/api/merges?status=accepted')).body.items as Merge[]
  }
  assert.deepEqual(accepted.length, 1)
  assert.equal(
    accepted[0]?.evidence.find(({ kind }) => kind === 'id')?.detail,
    'Both are of the record osm:node/1.',
  )
  const merged = (await places.get('/api/places/gers:a-1')).body as Place
  assert.equal(merged.name, 'Gasthaus Goldener Löwen')
  assert.equal(merged.website, 'https://loewen.example/')
  assert.deepEqual(
    [merged.provenance['name']?.provider, merged.provenance['website']?.provider],
    ['osm-file', 'overture'],
  )
  assert.deepEqual((await places.get('/api/places/osm:node/1')).body.id, merged.id)
  const [one, two] = [Array.from({ length: 5 }, () => 1), Array.from({ length: 5 }, () => 2)]
  assert.deepEqual(await byProvider(places), { 'osm-file': one, overture: two })
  const filtered = (await places.get('/api/places?limit=1&provider=overture&facets=provider')).body.facets
  assert.deepEqual(filtered.provider.values, [
    { value: 'overture', label: 'overture', places: 2 },
    { value: 'osm-file', label: 'osm-file', places: 1 },
  ])
  assert.deepEqual((await places.get('/api/places?provider=google')).body.items, [])
  const { log } = (await places.get(`/api/merges/${accepted[0]?.id}`)).body as MergeDetail
  assert.deepEqual(
    log.map(({ action, by }) => [action, by]),
    [['accepted', null]],
  )
  // What callers decided since then is taken back without it; by the other filters it is named.
  const back = { decision: 'undo', max: 10, dryRun: true }
  const since = { ...back, decidedSince: accepted[0]?.decidedAt }
  const decided = async (body: object) =>
    ((await places.post('/api/merges/decide', body)).body as DecidedMerges).decided
  assert.deepEqual(await decided(since), [])
  assert.deepEqual(await decided(back), [accepted[0]?.id])

  assert.equal((await places.post(`/api/merges/${accepted[0]?.id}/undo`, {})).status, 200)
  assert.equal((await found(places)).length, 1, 'it waits for a caller now')
  assert.notEqual(
    (await places.get('/api/places/gers:a-1')).body.id,
    (await places.get('/api/places/osm:node/1')).body.id,
  )
  assert.deepEqual(await byProvider(places), { 'osm-file': one, overture: two })
})
