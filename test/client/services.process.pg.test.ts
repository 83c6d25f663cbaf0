// The client on the running services: searches, lists, files, jobs, batches, events, keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCrawl, createPlaces, SurveyorProblem, type Crawl, type Places } from '#client/index.ts'
import markdown from '#extractors/markdown/index.ts'
import { ADMIN_KEY, ADMIN_KEYS, startTownServices } from '#test/support/client/town-services.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

const HTML =
  '<title>Axes</title><main><h1>Axes</h1><p>We forge <b>axes</b> in Hay since 1904, each of them by hand.</p></main>'
const MARKDOWN = 'POST /api/v1/markdown/extract'
const has = (code: string) => (error: unknown) => error instanceof SurveyorProblem && error.code === code

/** However long the machine keeps it waiting. */
const PATIENT = { timeoutMs: 300_000 }
const AXES = { html: HTML, ...PATIENT }

test('the client does what the services offer', async (t) => {
  const services = await startTownServices(t)
  await t.test('places: a search with contacts, its places as pages, as a stream, as files', async () =>
    usePlaces(createPlaces({ url: services.places.url })),
  )
  await t.test('crawl: results, files, batches, uploads, jobs', async () =>
    useCrawl(createCrawl({ url: services.crawl.url })),
  )
  await t.test('crawl: the addresses of a site, and its pages', async () =>
    useSites(createCrawl({ url: services.crawl.url })),
  )
})

async function usePlaces(places: Places): Promise<void> {
  const progress: string[] = []
  const search = await places.search(
    { query: 'cafe', include: ['contacts'] },
    { onProgress: ({ status }) => progress.push(status) },
  )
  assert.equal(search.status, 'succeeded')
  assert.equal(search.complete, true)
  assert.equal(search.contacts?.pending, 0)
  const { sessionId, id: searchId } = search
  const paged: string[] = []
  let withEmail = 0
  for await (const place of places.list('GET /api/places', { query: { searchId, limit: 2 } })) {
    paged.push(place.id)
    // What is not known is null, in the types too.
    assert.ok(place.website === null || place.website.startsWith('http'))
    withEmail += place.emails.length
  }
  assert.equal(paged.length, search.counts.kept)
  assert.ok(paged.length > 2 && withEmail > 0, `${paged.length} places, ${withEmail} addresses`)
  const streamed: string[] = []
  for await (const { id } of places.stream('GET /api/places', { query: { searchId } })) streamed.push(id)
  assert.deepEqual(streamed.toSorted(), paged.toSorted())
  assert.equal(new Set(streamed).size, streamed.length)

  const csv = await places.export(sessionId, { format: 'csv', columns: 'name,emails' })
  assert.equal(csv.filename, `session-${sessionId}.csv`)
  assert.equal(csv.mediaType, 'text/csv')
  assert.equal((await csv.text()).trim().split('\r\n').length, paged.length + 1)
  const parquet = await places.export(sessionId, { format: 'parquet' })
  assert.equal(
    Buffer.from(await parquet.bytes())
      .subarray(0, 4)
      .toString(),
    'PAR1',
  )

  const { body: place } = await places.call('GET /api/places/{id}', { path: { id: paged[0] ?? '' } })
  assert.equal(place.id, paged[0])
  assert.equal((await places.call('DELETE /api/places/{id}', { path: { id: place.id } })).body, null)
  await assert.rejects(places.call('GET /api/places/{id}', { path: { id: place.id } }), has('not_found'))
  await assert.rejects(places.search({ query: '' }), (error) => {
    assert.ok(error instanceof SurveyorProblem)
    assert.deepEqual(
      [error.code, error.status, error.errors[0]?.pointer],
      ['validation_failed', 422, '/query'],
    )
    return true
  })
}

async function useCrawl(crawl: Crawl): Promise<void> {
  const result = await crawl.run(MARKDOWN, { body: AXES })
  assert.match(result.data?.markdown ?? '', /^# Axes/)
  // As when the service does not wait as long: the answer is a job, and its result the same.
  const awaited = await crawl.run(MARKDOWN, { body: { ...AXES, html: `${HTML} ` }, waitSeconds: 0 })
  assert.equal(awaited.data?.markdown, result.data?.markdown)
  for (const waitSeconds of [0, 30]) {
    const file = await crawl.runFile(MARKDOWN, { body: AXES, accept: 'text/markdown', waitSeconds })
    assert.deepEqual([file.mediaType, await file.text()], ['text/markdown', result.data?.markdown])
    assert.match(file.jobId ?? '', /^job_/)
  }
  await assert.rejects(crawl.runFile(MARKDOWN, { body: AXES, accept: 'image/png' }), has('invalid_answer'))
  await assert.rejects(crawl.run(MARKDOWN, { body: { html: '<p></p>', ...PATIENT } }), has('empty_content'))
  await assert.rejects(
    crawl.run(MARKDOWN, { body: { html: '<p></p>', ...PATIENT }, waitSeconds: 0 }),
    has('empty_content'),
  )

  const { id } = await crawl.upload(new TextEncoder().encode(HTML), { mediaType: 'text/html' })
  const uploaded = await crawl.run(MARKDOWN, { body: { artifactId: id, ...PATIENT } })
  assert.equal(uploaded.data?.markdown, result.data?.markdown)
  const kept = await crawl.file('GET /api/v1/artifacts/{id}', { path: { id } })
  assert.deepEqual([kept.size, await kept.text()], [Buffer.byteLength(HTML), HTML])

  const items = [{ html: HTML }, { html: '<p></p>' }, { html: HTML.replaceAll('Axes', 'Saws') }]
  const batch = await crawl.call('POST /api/v1/markdown/batch/extract', {
    body: { items, defaults: PATIENT },
  })
  const seen: unknown[] = []
  for await (const item of crawl.results('POST /api/v1/markdown/batch/extract', batch.body.jobId)) {
    assert.deepEqual([item.url, item.artifactId], [null, null])
    seen.push([item.index, item.status, item.result?.data?.title ?? null, item.error?.code ?? null])
  }
  assert.deepEqual(seen, [
    [0, 'succeeded', 'Axes', null],
    [1, 'failed', null, 'empty_content'],
    [2, 'succeeded', 'Saws', null],
  ])
  assert.equal((await crawl.waitForJob(batch.body.jobId)).status, 'partially_succeeded')
  const children: string[] = []
  for await (const job of crawl.list('GET /api/jobs', { query: { parentId: batch.body.jobId, limit: 2 } }))
    children.push(job.id)
  assert.equal(children.length, 3)
}

async function useSites(crawl: Crawl): Promise<void> {
  const url = 'http://nautilus.town.test/'
  const paths = ['/', '/about.html', '/contact.html']
  const { data: map } = await crawl.run('POST /api/v1/sites/map', { body: { url, ...PATIENT } })
  assert.deepEqual(map?.links.map((link) => new URL(link.url).pathname).toSorted(), paths)

  const body = { urls: [url], extractors: [{ extractor: 'markdown', options: { formats: ['text'] } }] }
  const { jobId: id } = await crawl.submit('POST /api/v1/sites/crawl', { body: { ...body, ...PATIENT } })
  assert.equal((await crawl.waitForJob(id)).status, 'succeeded')
  const { body: site } = await crawl.call('GET /api/v1/sites/{id}', { path: { id } })
  assert.deepEqual([site.manifest.complete, site.manifest.counts.stored], [true, paths.length])
  const query = { state: ['stored' as const, 'unchanged' as const], include: 'results' as const, limit: 2 }
  const pages: string[] = []
  for await (const page of crawl.list('GET /api/v1/sites/{id}/pages', { path: { id }, query })) {
    pages.push(new URL(page.url).pathname)
    assert.match(page.results?.markdown?.data?.text ?? '', /\w/, page.url)
  }
  assert.deepEqual(pages.toSorted(), paths)
}

test('crawl: a job that nobody works on is followed until it is cancelled', async (t) => {
  const { url } = await startTestCrawl(t, { extractors: [markdown] })
  const crawl = createCrawl({ url })
  const { jobId, status } = await crawl.submit(MARKDOWN, { body: AXES })
  assert.equal(status, 'queued')
  const events = crawl.jobEvents(jobId)
  const first = await events.next()
  assert.equal(first.value?.event, 'enqueued')
  const ended = crawl.waitForJob(jobId)
  const cancelled = await crawl.call('POST /api/jobs/{id}/cancel', { path: { id: jobId } })
  assert.equal(cancelled.body.status, 'cancelled')
  assert.equal((await ended).status, 'cancelled')
  const rest: string[] = []
  for await (const event of events) if ('to' in event) rest.push(String(event.to))
  assert.deepEqual(rest, ['cancelled'])
  // Of a job that has ended all that happened is told, and no more is waited for.
  const again: string[] = []
  for await (const event of crawl.jobEvents(jobId)) again.push(event.event)
  assert.equal(again.length, 2)
  await assert.rejects(crawl.waitForJob('job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'), has('not_found'))
})

test('a service with keys answers to a key, and says what one lacks', async (t) => {
  const { url } = await startTestCrawl(t, { extractors: [markdown], fixedKeys: ADMIN_KEYS })
  const stranger = createCrawl({ url })
  await assert.rejects(stranger.call('GET /api/jobs'), has('unauthenticated'))
  const admin = createCrawl({ url, key: ADMIN_KEY })
  const { body: made } = await admin.call('POST /api/keys', { body: { name: 'reader', scopes: ['jobs'] } })
  const reader = createCrawl({ url, key: made.secret })
  assert.deepEqual((await reader.call('GET /api/jobs')).body.items, [])
  await assert.rejects(reader.submit(MARKDOWN, { body: AXES }), (error) => {
    assert.ok(error instanceof SurveyorProblem)
    assert.deepEqual([error.code, error.status], ['scope_missing', 403])
    assert.ok(!JSON.stringify([error, error.message, error.stack]).includes(made.secret))
    return true
  })
})
