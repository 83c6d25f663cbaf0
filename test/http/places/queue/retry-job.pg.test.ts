// POST /api/jobs/:id/retry of places: the job comes back with its part of the search, and the books stay right.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Job } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { startFakeCrawl, type FakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import {
  startTestPlaces,
  type StartPlacesOptions,
  type TestPlaces,
} from '#test/support/places/start-places.ts'

const TOWN = Array.from({ length: 30 }, (_, i) =>
  madePlace(`node/${i + 1}`, { lat: 43.7 + i / 10_000, lng: 7.4 + i / 10_000 }),
)
const provider = createMapProvider({ places: TOWN, pageSize: 20, maxResults: null })

interface Setting {
  readonly crawl: FakeCrawl
  readonly places: TestPlaces
}

async function setUp(
  t: TestContext,
  { map = provider, ...options }: StartPlacesOptions & { readonly map?: typeof provider } = {},
): Promise<Setting> {
  const crawl = await startFakeCrawl(t, map)
  return { crawl, places: await startTestPlaces(t, { crawlUrl: crawl.url, ...options }) }
}

const broken = () => {
  throw new SurveyorError('source_broken', 'The source is damaged.')
}

/** Breaks the second page of every cell until the test ends that. */
function breakSecondPages(crawl: FakeCrawl): void {
  crawl.before = ({ cursor }) => (cursor === undefined ? undefined : broken())
}

async function jobsOf(places: TestPlaces, query: string): Promise<Job[]> {
  return (await places.get(`/api/jobs?${query}`)).body.items
}

const retry = async (places: TestPlaces, id: string, headers = {}) =>
  places.post(`/api/jobs/${id}/retry`, {}, headers)

async function refusal(places: TestPlaces, id: string): Promise<string> {
  const { status, body } = await retry(places, id)
  assert.deepEqual([status, body.code], [409, 'job_not_retryable'])
  return body.detail
}

test('a cell that failed goes on from its last page, and the search is classified again', async (t) => {
  const { crawl, places } = await setUp(t)
  breakSecondPages(crawl)
  const { body: accepted } = await places.post('/api/search', { query: '*' })
  const failed = await places.ended(accepted.id)
  assert.deepEqual([failed.status, failed.counts.cellsFailed, failed.counts.kept], ['failed', 1, 20])
  const [cell] = await jobsOf(places, 'type=search.cell')
  assert.ok(cell)
  assert.equal(cell.links['retry'], `/api/jobs/${cell.id}/retry`)

  crawl.before = () => undefined
  const { status, body: again, headers } = await retry(places, cell.id)
  assert.deepEqual([status, headers.get('location')], [201, `/api/jobs/${again.id}`])
  assert.deepEqual([again.retryOf, again.parentId, again.type], [cell.id, cell.parentId, 'search.cell'])
  const search = await places.ended(accepted.id)
  assert.deepEqual(
    [search.status, search.complete, search.reasons, search.error, search.progress],
    ['succeeded', true, [], null, { done: 1, total: 1, share: 1, message: null }],
  )
  const { cellsPlanned, cellsDone, cellsFailed, requests, raw, duplicate, kept } = search.counts
  assert.deepEqual([cellsPlanned, cellsDone, cellsFailed], [1, 1, 0])
  assert.deepEqual([requests, raw, duplicate, kept], [3, 30, 0, 30], 'no page was stored twice')
  assert.deepEqual(
    crawl.searches.map(({ cursor }) => cursor),
    [undefined, '20', '20'],
  )
  assert.equal((await places.get(`/api/jobs/${cell.id}`)).body.status, 'failed', 'the old job stays as it is')
  const ended = await places.get(`/api/jobs/${again.id}?waitMs=10000`)
  assert.deepEqual([ended.body.status, ended.body.links.retry], ['succeeded', undefined])
  const { places: total } = (await places.get('/api/browse/sessions')).body.items[0]
  assert.equal(total, 30)
})

test('the rest of a search stays as it ended while one part of it is searched again', async (t) => {
  const far = Array.from({ length: 30 }, (_, i) =>
    madePlace(`node/${i + 1}`, { lat: i / 100, lng: i % 2 === 0 ? 179.5 : -179.5 }),
  )
  const { crawl, places } = await setUp(t, {
    map: createMapProvider({ places: far, pageSize: 20, maxResults: null }),
  })
  crawl.before = broken
  const { body: accepted } = await places.post('/api/search', {
    query: '*',
    location: { bbox: [179, -1, -179, 1] },
  })
  assert.equal((await places.ended(accepted.id)).status, 'failed')
  const [one, other] = await jobsOf(places, 'type=search.cell')
  assert.ok(one && other)

  crawl.before = () => undefined
  assert.equal((await retry(places, one.id)).status, 201)
  const half = await places.ended(accepted.id)
  assert.deepEqual([half.status, half.complete, half.counts.kept], ['partially_succeeded', false, 15])
  assert.deepEqual(
    half.reasons.map(({ code, count }) => [code, count]),
    [['cell_failed', 1]],
  )
  assert.match(await refusal(places, one.id), /run again before/)

  assert.equal((await retry(places, other.id)).status, 201)
  const whole = await places.ended(accepted.id)
  assert.deepEqual([whole.status, whole.complete, whole.counts.kept], ['succeeded', true, 30])
  assert.deepEqual([whole.counts.cellsDone, whole.counts.cellsFailed, whole.reasons], [2, 0, []])
})

test('a job that was cancelled while its search goes on can be run again', async (t) => {
  const { crawl, places } = await setUp(t, {
    map: createMapProvider({
      places: [madePlace('node/1', { lat: 0, lng: 179.5 }), madePlace('node/2', { lat: 0, lng: -179.5 })],
      pageSize: 20,
      maxResults: null,
    }),
  })
  const held = Promise.withResolvers<void>()
  crawl.before = async () => held.promise
  const { body: accepted } = await places.post('/api/search', {
    query: '*',
    location: { bbox: [179, -1, -179, 1] },
  })
  let [cell] = await jobsOf(places, 'type=search.cell')
  while (cell === undefined) [cell] = await jobsOf(places, 'type=search.cell')
  assert.match(await refusal(places, cell.id), /has not ended/)
  await places.post(`/api/jobs/${cell.id}/cancel`, {})
  assert.equal((await places.get(`/api/jobs/${cell.id}?waitMs=10000`)).body.status, 'cancelled')
  assert.equal((await retry(places, cell.id)).status, 201)
  held.resolve()
  const { status, complete, counts } = await places.ended(accepted.id)
  assert.deepEqual([status, complete, counts.kept, counts.cellsDone], ['succeeded', true, 2, 2])
})

test('a plan that failed plans again, and its cells belong to the new job', async (t) => {
  const areas: Record<string, { bbox: [number, number, number, number] }> = {}
  const { crawl, places } = await setUp(t, {
    map: createMapProvider({ places: TOWN, pageSize: 20, maxResults: null, areas }),
  })
  const { body: accepted } = await places.post('/api/search', { query: '*', location: 'Port Clement' })
  const failed = await places.ended(accepted.id)
  assert.deepEqual([failed.status, failed.reasons[0]?.code], ['failed', 'planning_failed'])
  const [plan] = await jobsOf(places, 'type=search.plan')
  assert.ok(plan)

  areas['Port Clement'] = { bbox: [7, 43, 8, 44] }
  const held = Promise.withResolvers<void>()
  crawl.before = async () => held.promise
  const { body: again } = await retry(places, plan.id)
  let [cell] = await jobsOf(places, `parentId=${again.id}`)
  while (cell === undefined) [cell] = await jobsOf(places, `parentId=${again.id}`)
  assert.match(await refusal(places, plan.id), new RegExp(`run again before: see ${again.id}`))
  const running = (await places.get(`/api/search/${accepted.id}`)).body
  assert.deepEqual([running.status, running.error, running.reasons], ['running', null, []])

  assert.equal((await places.post(`/api/search/${accepted.id}/cancel`, {})).body.status, 'cancelled')
  assert.equal((await places.get(`/api/jobs/${cell.id}?waitMs=10000`)).body.status, 'cancelled')
  assert.match(await refusal(places, cell.id), /was cancelled.*POST \/api\/search/)
  held.resolve()
})

test('who asked for the search is told of every end of it', async (t) => {
  const receiver = await startWebhookReceiver()
  t.after(async () => receiver[Symbol.asyncDispose]())
  const { crawl, places } = await setUp(t, {
    webhooks: { allow: ['127.0.0.1/32'], pollMs: 200, timeScale: 0.000_001 },
  })
  breakSecondPages(crawl)
  const secret = makeSecret()
  receiver.secrets.push(secret)
  const webhook = { url: receiver.url, secret, metadata: { order: '7' } }
  const { body: accepted } = await places.post('/api/search', { query: '*', webhook })
  await places.ended(accepted.id)
  const [cell] = await jobsOf(places, 'type=search.cell')
  crawl.before = () => undefined
  await retry(places, cell?.id ?? '')
  await receiver.received(2)
  const told = receiver.requests.map(({ body }) => JSON.parse(body))
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.kept, data.metadata.order]),
    [
      ['search.failed', 20, '7'],
      ['search.succeeded', 30, '7'],
    ],
  )
  assert.ok(receiver.requests.every(({ genuine }) => genuine))
  assert.deepEqual(await places.db.query(sql`select subject_id from webhook_wishes`), [])
})

test('the time that a search had ended does not count towards its budget', async (t) => {
  const { crawl, places } = await setUp(t)
  breakSecondPages(crawl)
  const { body: accepted } = await places.post('/api/search', { query: '*', budget: { maxSeconds: 60 } })
  await places.ended(accepted.id)
  await places.db.execute(sql`
    update searches set started_at = started_at - interval '1 hour', completed_at = completed_at - interval '1 hour'`)
  const [cell] = await jobsOf(places, 'type=search.cell')
  crawl.before = () => undefined
  await retry(places, cell?.id ?? '')
  assert.equal((await places.ended(accepted.id)).status, 'succeeded')
})

test('a cell that its job left open behind is taken up again', async (t) => {
  const { crawl, places } = await setUp(t)
  breakSecondPages(crawl)
  const { body: accepted } = await places.post('/api/search', { query: '*' })
  await places.ended(accepted.id)
  // As if the database had failed in the transaction that ends the job.
  await places.db.execute(sql`update cells set state = 'open', error = null`)
  await places.db.execute(sql`
    update searches
    set status = 'running', open_cells = 1, cells_failed = 0, complete = null, reasons = '[]', error = null,
        completed_at = null`)
  const [cell] = await jobsOf(places, 'type=search.cell')
  crawl.before = () => undefined
  assert.equal((await retry(places, cell?.id ?? '')).status, 201)
  const { status, complete, progress, counts } = await places.ended(accepted.id)
  assert.deepEqual(
    [status, complete, progress],
    ['succeeded', true, { done: 1, total: 1, share: 1, message: null }],
  )
  assert.deepEqual([counts.cellsFailed, counts.cellsDone, counts.kept], [0, 1, 30])
})

test('a job is run again once, however many ask', async (t) => {
  const { crawl, places } = await setUp(t)
  breakSecondPages(crawl)
  const { body: accepted } = await places.post('/api/search', { query: '*' })
  await places.ended(accepted.id)
  const [cell] = await jobsOf(places, 'type=search.cell')
  assert.ok(cell)
  const held = Promise.withResolvers<void>()
  crawl.before = async () => {
    await held.promise
    broken()
  }
  const answers = await Promise.all(Array.from({ length: 4 }, async () => retry(places, cell.id)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 200, 201],
  )
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  held.resolve()
  assert.equal((await places.ended(accepted.id)).status, 'failed')
  const ended = await jobsOf(places, 'type=search.cell')
  assert.deepEqual([ended.length, ended[0]?.retryOf], [2, cell.id])

  const key = { 'idempotency-key': 'once' }
  const first = await retry(places, cell.id, key)
  const second = await retry(places, cell.id, key)
  assert.deepEqual([first.status, second.status, second.body.id], [201, 201, first.body.id])
})

test('what cannot be run again says why, and nothing changes', async (t) => {
  const { crawl, places } = await setUp(t)
  assert.deepEqual((await retry(places, newId('job'))).body.code, 'not_found')
  assert.deepEqual((await retry(places, 'nonsense')).status, 404)
  const { body: good } = await places.post('/api/search', { query: '*' })
  await places.ended(good.id)
  for (const { id } of await jobsOf(places, 'status=succeeded')) {
    assert.match(await refusal(places, id), /has done its work/)
  }

  crawl.before = broken
  const { body: bad } = await places.post('/api/search', { query: 'x' })
  await places.ended(bad.id)
  const [failed] = await jobsOf(places, 'status=failed')
  assert.ok(failed)
  await places.post('/api/queue/drain', {})
  const draining = await retry(places, failed.id)
  assert.deepEqual([draining.status, draining.body.code], [503, 'draining'])
  assert.equal((await places.get(`/api/search/${bad.id}`)).body.status, 'failed')
  await places.post('/api/queue/resume', {})

  await fetch(`${places.url}/api/browse/sessions/${bad.sessionId}`, { method: 'DELETE' })
  assert.match(await refusal(places, failed.id), /has been deleted/)
  assert.equal((await jobsOf(places, 'type=search.cell')).length, 2)
})

test('it takes the scope of jobs', async (t) => {
  const keys = { jobs: 'the-jobs-key-of-this-test-00001', search: 'the-search-key-of-this-test-001' }
  const { places } = await setUp(t, {
    fixedKeys: [
      { name: 'jobs', secret: keys.jobs, scopes: ['jobs'] },
      { name: 'search', secret: keys.search, scopes: ['search'] },
    ],
  })
  const asked = async (headers: Record<string, string>) => {
    const { status, body } = await retry(places, newId('job'), headers)
    return [status, body.code]
  }
  assert.deepEqual(await asked({}), [401, 'unauthenticated'])
  assert.deepEqual(await asked({ 'x-api-key': keys.search }), [403, 'scope_missing'])
  assert.deepEqual(await asked({ 'x-api-key': keys.jobs }), [404, 'not_found'])
})
