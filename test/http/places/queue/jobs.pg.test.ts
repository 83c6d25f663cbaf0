// /api/jobs of places: reading, following and cancelling jobs, as far as that affects a search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const provider = createMapProvider({
  places: [madePlace('node/1', { lat: 43.7, lng: 7.4 })],
  pageSize: 20,
  maxResults: null,
  areas: {},
})

async function jobOf(places: TestPlaces, type: string): Promise<Job> {
  for (;;) {
    const { body } = await places.get(`/api/jobs?type=${type}&limit=1`)
    if (body.items.length > 0) return body.items[0]
  }
}

test('a job has a result and a history, and can be followed to its end', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  const held = Promise.withResolvers<void>()
  crawl.before = async () => held.promise
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body: search } = await places.post('/api/search', { query: '*' })
  const { id, links } = await jobOf(places, 'search.cell')
  assert.deepEqual(
    [links['result'], links['events'], links['cancel']],
    [`/api/jobs/${id}/result`, `/api/jobs/${id}/events`, `/api/jobs/${id}/cancel`],
  )
  const early = await places.get(`/api/jobs/${id}/result`)
  assert.deepEqual([early.status, early.headers.get('location')], [202, `/api/jobs/${id}`])
  const following = places.get(`/api/jobs/${id}/events`)
  held.resolve()
  assert.equal((await places.ended(search.id)).status, 'succeeded')
  const { headers, text } = await following
  assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
  const states = [...text.matchAll(/"to":"(\w+)"/g)].map(([, state]) => state)
  assert.deepEqual([states[0], states.at(-1)], ['queued', 'succeeded'])
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual((await places.get(`/api/jobs/${id}/result`)).body, {
      jobId: id,
      result: { end: 'done' },
    })
  }
  await places.db.execute(sql`delete from job_results where job_id = ${id.slice('job_'.length)}`)
  assert.equal((await places.get(`/api/jobs/${id}/result`)).body.code, 'result_expired')
  const again = await places.post(`/api/jobs/${id}/cancel`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'job_not_cancellable'])
})

test('a job that is cancelled cuts its part of the search, and with its plan the search', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.before = async () => new Promise(() => undefined)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body: first } = await places.post('/api/search', { query: '*' })
  const cell = await jobOf(places, 'search.cell')
  const cancelled = await places.post(`/api/jobs/${cell.id}/cancel`, {})
  assert.equal(cancelled.status, 200)
  const cut = await places.ended(first.id)
  assert.deepEqual([cut.complete, cut.reasons.map(({ code }) => code)], [false, ['cancelled']])
  const result = await places.get(`/api/jobs/${cell.id}/result`)
  assert.deepEqual([result.status, result.body.code], [410, 'job_ended'])

  await places.post('/api/queue/pause', {})
  const { body: second } = await places.post('/api/search', { query: '*' })
  const plan = await jobOf(places, 'search.plan')
  assert.equal((await places.post(`/api/jobs/${plan.id}/cancel`, {})).body.status, 'cancelled')
  const { status, complete, error } = await places.ended(second.id)
  assert.deepEqual([status, complete, error], ['cancelled', false, null])
})

test('a job that ended badly has its problem as its result, and dead ones have a list of their own', async (t) => {
  const crawl = await startFakeCrawl(t, provider)
  crawl.before = async () => {
    throw new SurveyorError('source_broken', 'The source is damaged.')
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body: search } = await places.post('/api/search', { query: '*' })
  assert.equal((await places.ended(search.id)).status, 'failed')
  const failed = await jobOf(places, 'search.cell')
  const result = await places.get(`/api/jobs/${failed.id}/result`)
  assert.deepEqual([result.status, result.body.code], [502, 'source_broken'])

  assert.deepEqual((await places.get('/api/jobs/dead')).body, { items: [], nextCursor: null })
  await places.db.execute(sql`
    with moved as (update jobs set state = 'dead' where id = ${failed.id.slice('job_'.length)} returning type)
    insert into job_counts (type, state, n)
    select type, change.state, n from moved, (values ('failed', -1), ('dead', 1)) as change (state, n)`)
  const dead = (await places.get('/api/jobs/dead?type=search.cell')).body.items as Job[]
  assert.deepEqual(
    dead.map(({ id, status }) => [id, status]),
    [[failed.id, 'dead']],
  )
  assert.equal((await places.get('/api/jobs/dead?status=failed')).status, 422)
  for (const path of ['result', 'events']) {
    assert.equal((await places.get(`/api/jobs/${newId('job')}/${path}`)).body.code, 'not_found')
  }
})
