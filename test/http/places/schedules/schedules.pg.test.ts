// A search that is repeated: one search each time, none for times that passed, and a webhook of what changed.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Schedule } from '#contract/places/schedule.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { bringForward } from '#places/schedules/follow-clock.ts'
import { readSchedules, type ScheduleRow } from '#places/schedules/model/schedule-rows.ts'
import { runDue, runNow } from '#places/schedules/run-schedules.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { createTestDatabase } from '#test/support/database/database.ts'

const AT = { lat: 47.05, lng: 8.3 }
const HOUR = 3_600_000

test('a search is repeated, and each run says what changed', async (t) => {
  let known = [madePlace('node/1', AT), madePlace('node/2', AT), madePlace('node/3', AT)]
  const provider = () =>
    createMapProvider({
      places: known,
      pageSize: 500,
      maxResults: null,
      areas: { Altdorf: { bbox: [8, 47, 9, 48] } },
    })
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => provider().resolve(input),
    search: (input) => provider().search(input),
  })
  const webhooks = { allow: ['127.0.0.1/32'], pollMs: 200 }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, webhooks })
  const webhook = { url: 'http://127.0.0.1:49151/hooks', metadata: { order: '7' } }
  const body = { query: 'cafes', location: 'Altdorf', schedule: { everyMs: HOUR }, webhook }
  const accepted = await places.post('/api/search', body)
  assert.equal(accepted.status, 202)
  const first = await places.ended(accepted.body.id)
  const href = first.links['schedule'] ?? ''
  assert.match(href, /^\/api\/schedules\/sch_/)

  const read = async () => (await places.get(href)).body as Schedule
  const schedule = await read()
  const { webhook: _webhook, schedule: _schedule, ...repeated } = body
  assert.deepEqual(schedule.search, repeated)
  assert.deepEqual([schedule.everyMs, schedule.cron, schedule.runs, schedule.skipped], [HOUR, null, 1, 0])
  assert.ok(Date.parse(schedule.nextAt ?? '') > Date.parse(schedule.createdAt))
  assert.ok(!JSON.stringify(schedule).includes('hooks'), 'the address of the webhook is not shown')

  // Five hours pass at once: one run comes of them.
  known = [madePlace('node/1', AT, { name: 'Renamed' }), madePlace('node/2', AT), madePlace('node/4', AT)]
  await places.db.execute(sql`update schedules set next_at = now() - interval '5 hours'`)
  for (;;) {
    if ((await read()).runs === 2) break
    await delay(20)
  }
  const after = await read()
  assert.deepEqual([after.runs, after.skipped, after.error], [2, 5, null])
  assert.ok(Date.parse(after.nextAt ?? '') > Date.now())
  const [run] = await places.db.query<{ id: string }>(sql`select id from searches order by id desc limit 1`)
  const second = await places.ended(`sea_${run?.id}`)
  assert.notEqual(second.sessionId, first.sessionId)
  assert.deepEqual([second.query, second.links['schedule']], ['cafes', href])
  const { latestRuns } = await read()
  assert.deepEqual(
    latestRuns.map(({ createdAt: _createdAt, ...each }) => each),
    [second, first].map(({ id, sessionId, complete, counts }) => ({
      searchId: id,
      sessionId,
      complete,
      places: counts.kept,
    })),
  )
  assert.deepEqual((await places.get('/api/schedules')).body.items[0].latestRuns, latestRuns)

  const records = (await places.get('/api/webhooks')).body.items as { id: string; subjectId: string }[]
  const payloadOf = async (searchId: string) => {
    const record = records.find(({ subjectId }) => subjectId === searchId)
    return (await places.get(`/api/webhooks/${record?.id}`)).body.payload as {
      data: { changes?: object; metadata: object }
    }
  }
  assert.equal((await payloadOf(first.id)).data.changes, undefined)
  const { data } = await payloadOf(second.id)
  const changesHref = `/api/sessions/${second.sessionId}/changes?since=${first.sessionId}`
  assert.deepEqual(data.changes, { previousSearchId: first.id, new: 1, gone: 1, changed: 1, changesHref })
  assert.deepEqual(data.metadata, { order: '7' })
  const listed = (await places.get(changesHref)).body.items as { difference: string }[]
  assert.deepEqual(listed.map(({ difference }) => difference).toSorted(), ['changed', 'gone', 'new'])

  // A run that goes on is not joined by a second one.
  const gate = Promise.withResolvers<void>()
  crawl.before = async () => gate.promise
  await places.db.execute(sql`update schedules set next_at = now()`)
  for (;;) {
    if ((await read()).runs === 3) break
    await delay(20)
  }
  await places.db.execute(sql`update schedules set next_at = now()`)
  for (;;) {
    if ((await read()).skipped > 5) break
    await delay(20)
  }
  assert.equal((await read()).runs, 3)
  gate.resolve()

  assert.deepEqual((await places.get('/api/schedules')).body.items.length, 1)
  assert.equal((await fetch(places.url + href, { method: 'DELETE' })).status, 204)
  assert.equal((await places.get(href)).body.code, 'not_found')
  assert.equal((await fetch(places.url + href, { method: 'DELETE' })).status, 404)
  assert.deepEqual((await places.get('/api/schedules')).body.items, [])

  const wrong = await places.post('/api/search', { query: 'x', schedule: { cron: 'never' } })
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/schedule/cron'])
  assert.equal((await places.post('/api/search', { query: 'x', schedule: { everyMs: 1 } })).status, 422)
  assert.equal((await places.get('/api/schedules?cursor=x')).body.code, 'invalid_cursor')
})

test('a merged place counts once in what a run found differently', async (t) => {
  const records = [madePlace('node/1', AT, { name: 'Krone' }), madePlace('node/9', AT, { name: 'Zur Krone' })]
  const post = madePlace('node/2', AT, { name: 'Post' })
  let known = [...records, post]
  const provider = () => createMapProvider({ places: known, pageSize: 500, maxResults: null })
  const crawl = await startFakeCrawl(t, {
    resolve: (input) => provider().resolve(input),
    search: (input) => provider().search(input),
  })
  const webhooks = { allow: ['127.0.0.1/32'], pollMs: 200 }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, webhooks })
  const webhook = { url: 'http://127.0.0.1:49151/hooks' }
  const location = { bbox: [8, 47, 9, 48] }
  const body = { query: 'cafes', location, schedule: { everyMs: HOUR }, webhook }
  const accepted = await places.post('/api/search', body)
  const first = await places.ended(accepted.body.id)
  const [placeId, otherId] = await Promise.all(
    ['node/1', 'node/9'].map(async (id) => (await places.get(`/api/places/osm:${id}`)).body.id as string),
  )
  const { body: merge } = await places.post('/api/merges', { placeId, otherId })
  assert.equal((await places.post(`/api/merges/${merge.id}/accept`, {})).status, 200)

  let last = first.id
  const nextRun = async (found: typeof known) => {
    known = found
    await places.db.execute(sql`update schedules set next_at = now()`)
    for (;;) {
      const { latestRuns } = (await places.get('/api/schedules')).body.items[0] as Schedule
      const [run] = latestRuns
      if (run !== undefined && run.searchId !== last) {
        last = run.searchId
        await places.ended(last)
        break
      }
      await delay(20)
    }
    const hooks = (await places.get('/api/webhooks')).body.items as { id: string; subjectId: string }[]
    const record = hooks.find(({ subjectId }) => subjectId === last)
    const { payload } = (await places.get(`/api/webhooks/${record?.id}`)).body
    const { new: added, gone, changed } = payload.data.changes
    return [added, gone, changed]
  }
  assert.deepEqual(await nextRun([post]), [0, 1, 0])
  assert.deepEqual(await nextRun([...records, post]), [1, 0, 0])
  assert.deepEqual(await nextRun([...records.slice(1), post]), [0, 0, 0])
})

test('of several replicas one runs a schedule; a queue that drains skips its time', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  await db.execute(sql`
    insert into schedules (id, owner, request, target, every_ms, timezone, next_at)
    select gen_random_uuid(), 'key', '{"query":"x"}', '{}', 3600000, 'UTC', now() from generate_series(1, 8)`)
  let isDraining = false
  const engine = {
    async enqueue() {
      if (isDraining) throw new SurveyorError('draining', 'The queue is drained.')
      return { id: formatId('job', uuidV7()) }
    },
  } as unknown as Parameters<typeof runDue>[0]['engine']
  const replica = async () => runDue({ db, engine, searchMaxSeconds: 60, openReviews: false })
  const begun = await Promise.all([replica(), replica(), replica()])
  assert.equal(
    begun.reduce((sum, n) => sum + n, 0),
    8,
  )
  const count = async () => (await db.query(sql`select from searches`)).length
  assert.equal(await count(), 8)
  assert.equal(await replica(), 0)

  await db.execute(sql`update searches set status = 'succeeded'`)
  await db.execute(sql`update schedules set next_at = now()`)
  isDraining = true
  assert.equal(await replica(), 0)
  assert.equal(await count(), 8)
  const rows = await db.query<{ skipped: number; code: string }>(
    sql`select distinct skipped, error ->> 'code' as code from schedules`,
  )
  assert.deepEqual(rows, [{ skipped: 1, code: 'draining' }])
})

test('a schedule whose key has ended begins nothing and says why; one whose key was rotated goes on', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  await using keyring = await openKeyring({ db, log: silentLogger, pepper: randomBytes(32) })
  const made = async () => (await keyring.createKey({ name: 'x', scopes: ['search'] })).key.id
  const [revoked, expired, rotated, lost] = [await made(), await made(), await made(), await made()]
  await keyring.revokeKey(revoked)
  await keyring.rotateKey(rotated, 0)
  // Rotated, and then the new one was revoked while the old one still worked; its overlap is over.
  const { key: last } = await keyring.rotateKey(lost, 0)
  await keyring.revokeKey(last.id)
  await db.execute(
    sql`update api_keys set expires_at = now() - interval '1 s' where id = ${parseId('key', expired)}`,
  )
  const owners = [revoked, expired, rotated, lost, 'setting:admin', 'open']
  await db.execute(sql`
    insert into schedules (id, owner, request, target, every_ms, timezone, next_at)
    select gen_random_uuid(), owner, '{"query":"x"}', '{}', 3600000, 'UTC', now() from unnest(${owners}::text[]) as o (owner)`)
  const engine = {
    enqueue: async () => ({ id: formatId('job', uuidV7()) }),
  } as unknown as Parameters<typeof runDue>[0]['engine']

  const deps = { db, engine, searchMaxSeconds: 60, openReviews: false }
  assert.equal(await runDue(deps), 3)
  const rows = await db.query<{ owner: string; runs: number; skipped: number; code: string | null }>(
    sql`select owner, runs, skipped, error ->> 'code' as code from schedules`,
  )
  const byOwner = new Map(rows.map(({ owner, ...row }) => [owner, row]))
  assert.deepEqual(byOwner.get(revoked), { runs: 0, skipped: 1, code: 'key_revoked' })
  assert.deepEqual(byOwner.get(lost), { runs: 0, skipped: 1, code: 'key_revoked' })
  assert.deepEqual(byOwner.get(expired), { runs: 0, skipped: 1, code: 'key_expired' })
  for (const owner of [rotated, 'setting:admin', 'open'])
    assert.deepEqual(byOwner.get(owner), { runs: 1, skipped: 0, code: null })
  const [row] = await readSchedules(db, sql`owner = ${revoked}`)
  await assert.rejects(runNow(deps, db, row as ScheduleRow, null), {
    code: 'conflict',
    message: /was revoked/,
  })
})

test('a schedule runs now when it is asked to, paused or not, and not while a run goes on', async (t) => {
  const crawl = await startFakeCrawl(
    t,
    createMapProvider({
      places: [madePlace('node/1', AT)],
      pageSize: 500,
      maxResults: null,
      areas: { Altdorf: { bbox: [8, 47, 9, 48] } },
    }),
  )
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const body = { query: 'cafes', location: 'Altdorf', schedule: { everyMs: HOUR } }
  const first = await places.ended((await places.post('/api/search', body)).body.id)
  const href = first.links['schedule'] ?? ''
  await fetch(new URL(href, places.url), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paused: true }),
  })

  const gate = Promise.withResolvers<void>()
  crawl.before = async () => gate.promise
  const begun = await places.post(`${href}/run`, undefined, { 'idempotency-key': 'now-1' })
  assert.deepEqual([begun.status, begun.body.status, begun.body.links.schedule], [202, 'queued', href])
  assert.equal(begun.headers.get('location'), begun.body.links.self)
  const again = await places.post(`${href}/run`, undefined, { 'idempotency-key': 'now-1' })
  assert.deepEqual([again.status, again.body.id], [202, begun.body.id])
  const other = await places.post(`${href}/run`, undefined)
  assert.deepEqual([other.status, other.body.code], [409, 'conflict'])
  gate.resolve()

  const second = await places.ended(begun.body.id)
  assert.deepEqual([second.complete, second.query], [true, 'cafes'])
  assert.notEqual(second.sessionId, first.sessionId)
  const schedule = (await places.get(href)).body as Schedule
  assert.deepEqual([schedule.runs, schedule.skipped, schedule.nextAt], [2, 0, null])
  const changes = await places.get(`/api/sessions/${second.sessionId}/changes?since=${first.sessionId}`)
  assert.deepEqual(changes.body.items, [])
  const unknown = await places.post(`/api/schedules/${formatId('sch', uuidV7())}/run`, undefined)
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found'])
})

test('a schedule gets other times, is paused and goes on', async (t) => {
  const provider = createMapProvider({ places: [], pageSize: 500, maxResults: null, areas: {} })
  const crawl = await startFakeCrawl(t, provider)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const made = await places.post('/api/search', { query: 'cafes', schedule: { everyMs: HOUR } })
  await places.ended(made.body.id)
  const href = String(made.body.links.schedule)
  const patch = async (body: unknown) => {
    const response = await fetch(places.url + href, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Schedule & { errors?: object[] } }
  }
  const before = (await places.get(href)).body as Schedule

  // A rhythm that is the same moves nothing.
  const same = await patch({ everyMs: HOUR, paused: false })
  assert.deepEqual([same.status, same.body.nextAt], [200, before.nextAt])

  const daily = await patch({ everyMs: 24 * HOUR })
  assert.equal(daily.body.everyMs, 24 * HOUR)
  assert.ok(Date.parse(daily.body.nextAt ?? '') > Date.parse(before.nextAt ?? '') + 22 * HOUR)
  const weekly = await patch({ cron: '0 6 * * 1', timezone: 'Europe/Monaco' })
  assert.deepEqual(
    [weekly.body.cron, weekly.body.everyMs, weekly.body.timezone],
    ['0 6 * * 1', null, 'Europe/Monaco'],
  )
  const tokyo = await patch({ timezone: 'Asia/Tokyo' })
  assert.equal(new Date(tokyo.body.nextAt ?? '').getUTCHours(), 21)
  assert.deepEqual((await places.get(href)).body, tokyo.body)

  const paused = await patch({ paused: true })
  assert.deepEqual([paused.status, paused.body.nextAt], [200, null])
  const other = await patch({ everyMs: HOUR })
  assert.deepEqual([other.body.everyMs, other.body.nextAt], [HOUR, null], 'new times do not let it go on')
  assert.equal((await places.get('/api/schedules')).body.items[0].nextAt, null)
  const engine = { enqueue: async () => ({ id: formatId('job', uuidV7()) }) } as unknown as Parameters<
    typeof runDue
  >[0]['engine']
  assert.equal(await runDue({ db: places.db, engine, searchMaxSeconds: 60, openReviews: false }), 0)
  const resumed = await patch({ paused: false })
  assert.ok(Date.parse(resumed.body.nextAt ?? '') > Date.now() + HOUR / 2)
  assert.equal(resumed.body.runs, 1)

  for (const [body, pointer] of [
    [{ cron: 'never' }, '/cron'],
    [{ cron: '0 0 30 2 *' }, '/cron'],
    [{ cron: '0 6 * * 1', everyMs: HOUR }, ''],
    [{ timezone: 'Nowhere/At' }, '/timezone'],
    [{ query: 'bars' }, '/query'],
    [{ everyMs: 1 }, '/everyMs'],
    [{}, ''],
  ] as const) {
    const wrong = await patch(body)
    assert.equal(wrong.status, 422, JSON.stringify(body))
    const [problem] = (wrong.body.errors ?? []) as { pointer: string }[]
    assert.equal(problem?.pointer, pointer, JSON.stringify(body))
  }
  assert.deepEqual((await places.get(href)).body, resumed.body)

  await fetch(places.url + href, { method: 'DELETE' })
  assert.equal((await patch({ paused: true })).status, 404)
})

test('a clock that was set back by a day makes no schedule wait for a day', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  // As they were written before: the next hour, a day and 20 minutes ahead. One is paused.
  await db.execute(sql`
    insert into schedules (id, owner, request, target, cron, every_ms, timezone, next_at)
    select gen_random_uuid(), 'key', '{"query":"x"}', '{}', cron, every_ms, 'UTC', next_at
    from (values
      (null, 3600000, now() + interval '1 day 20 minutes'), ('0 * * * *', null, now() + interval '1 day 20 minutes'),
      (null, 3600000, now() + interval '20 minutes'), (null, 3600000, null)) as v (cron, every_ms, next_at)`)
  assert.equal(await bringForward(db), 2)
  assert.equal(await bringForward(db), 0)
  const waits = await db.query<{ minutes: number | null; cron: boolean }>(sql`
    select (extract(epoch from next_at - now()) / 60)::float8 as minutes, cron is not null as cron
    from schedules order by every_ms, next_at`)
  for (const { minutes, cron } of waits) {
    assert.ok(minutes === null || (minutes > 0 && minutes <= (cron ? 60 : 20)), String(minutes))
  }
})
