// Answers that break off in the middle of their bodies: what is read again, and what is told of the rest.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createCrawl, createPlaces, SurveyorProblem, type ClientOptions } from '#client/index.ts'
import { problem, startScriptedServer, type Script } from '#test/support/client/scripted-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const CSV_TYPE = { 'content-type': 'text/csv' }
const JOB = { id: 'job_1', status: 'succeeded', error: null }
const RESULT = { jobId: 'job_1', status: 'succeeded', data: { markdown: '# Axes' }, artifacts: [] }
const ACCEPTED = { jobId: 'job_1', id: 'job_1', status: 'queued', links: {} }
const BODY = { body: { url: 'https://example.org/' } }
const MARKDOWN = 'POST /api/v1/markdown/extract'

/** Half of what was announced, then the end of the connection. */
function cutText(text: string, headers: Readonly<Record<string, string>>, status = 200): Script {
  return (response) => {
    const bytes = Buffer.from(text)
    response.writeHead(status, { ...headers, 'content-length': bytes.length })
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
}

function cutJson(value: unknown, status = 200): Script {
  return cutText(JSON.stringify(value), JSON_TYPE, status)
}

async function served(t: TestContext, scripts: readonly Script[], options: Partial<ClientOptions> = {}) {
  const { url, asked } = await startScriptedServer(t, scripts)
  // No test waits: pauses are drawn below a millisecond.
  const settings = { url, backoffMs: 1, ...options }
  const routes = () => asked.map(({ method, path }) => `${method} ${path}`)
  const keys = () => new Set(asked.map(({ headers }) => headers['idempotency-key']))
  return { crawl: createCrawl(settings), places: createPlaces(settings), asked, routes, keys }
}

function is(code: string, fields: Partial<SurveyorProblem> = {}) {
  return (error: unknown) => {
    assert.ok(error instanceof SurveyorProblem, String(error))
    assert.equal(error.code, code)
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(Object(error)[name], value, name)
    return true
  }
}

test('a result whose answer was cut is asked for again, under the same Idempotency-Key', async (t) => {
  const scripts = [
    cutJson(RESULT),
    problem('idempotency_in_flight', 409, { retryAfterMs: 1 }),
    cutJson(RESULT),
    { json: RESULT },
  ]
  const { crawl, asked, keys } = await served(t, scripts)
  assert.deepEqual((await crawl.run(MARKDOWN, BODY)).data, RESULT.data)
  assert.equal(asked.length, 4)
  assert.equal(keys().size, 1)
  assert.ok(!keys().has(undefined))
})

test('the answer to the repeat may be a job, whose result is waited for', async (t) => {
  const scripts = [
    cutJson(RESULT),
    { status: 202, json: ACCEPTED },
    cutJson(JOB),
    { json: JOB },
    cutJson(RESULT),
    { json: RESULT },
  ]
  const { crawl, routes } = await served(t, scripts)
  assert.deepEqual((await crawl.run(MARKDOWN, BODY)).data, RESULT.data)
  assert.deepEqual(routes(), [
    'POST /api/v1/markdown/extract',
    'POST /api/v1/markdown/extract',
    'GET /api/jobs/job_1?waitMs=20000',
    'GET /api/jobs/job_1?waitMs=20000',
    'GET /api/jobs/job_1/result',
    'GET /api/jobs/job_1/result',
  ])
})

test('cuts count as lost connections do: the third repeat is the last one', async (t) => {
  const { crawl, asked } = await served(t, [problem('draining', 503), cutJson(JOB)])
  await assert.rejects(crawl.waitForJob('job_1'), is('stream_cut', { retryable: true }))
  assert.equal(asked.length, 4)
  const once = await served(t, [cutJson(JOB), { json: JOB }], { retries: 0 })
  await assert.rejects(once.crawl.waitForJob('job_1'), is('stream_cut'))
  assert.equal(once.asked.length, 1)
})

test('a POST without an Idempotency-Key is not sent again when its answer is cut', async (t) => {
  const { crawl, asked } = await served(t, [cutJson({ secret: 'whsec_' })])
  const rotating = crawl.call('POST /api/webhook-endpoints/{id}/rotate', { path: { id: 'whe_1' }, body: {} })
  await assert.rejects(rotating, is('stream_cut'))
  assert.equal(asked.length, 1)
})

test('a refusal that was cut is asked for again, because it may be one that stays', async (t) => {
  const refusal = { code: 'not_found', detail: 'There is no such job.', retryable: false, status: 404 }
  const { crawl, asked } = await served(t, [cutJson(refusal, 404), { status: 404, json: refusal }])
  await assert.rejects(crawl.waitForJob('job_1'), is('not_found', { status: 404 }))
  assert.equal(asked.length, 2)
  const always = await served(t, [cutJson(refusal, 404)], { retries: 1 })
  await assert.rejects(always.crawl.waitForJob('job_1'), is('stream_cut', { status: 404, retryable: true }))
  assert.equal(always.asked.length, 2)
})

test('each page of a list is read again by itself, and each row comes once', async (t) => {
  const page = (ids: readonly string[], nextCursor: string | null) => ({
    items: ids.map((id) => ({ id })),
    nextCursor,
  })
  const scripts = [
    cutJson(page(['a', 'b'], 'c1')),
    { json: page(['a', 'b'], 'c1') },
    cutJson(page(['c'], null)),
    { json: page(['c'], null) },
  ]
  const { places, routes } = await served(t, scripts)
  const seen: string[] = []
  for await (const { id } of places.list('GET /api/places')) seen.push(id)
  assert.deepEqual(seen, ['a', 'b', 'c'])
  const [first, second] = ['GET /api/places', 'GET /api/places?cursor=c1']
  assert.deepEqual(routes(), [first, first, second, second])
})

test('a file is read again from its beginning, but for a stream, of which a part is gone', async (t) => {
  const csv = 'name,phone\r\nHay Axes,+441497820000\r\n'
  const scripts = [cutText(csv, CSV_TYPE), { headers: CSV_TYPE, text: csv }]
  const asCsv = { accept: 'text/csv' }
  for (const read of ['text', 'bytes'] as const) {
    const { places, asked } = await served(t, scripts)
    const file = await places.file('GET /api/places', asCsv)
    assert.equal(Buffer.from(await file[read]()).toString(), csv)
    assert.ok(asked.length === 2 && asked.every(({ headers }) => headers.accept?.startsWith('text/csv')))
    await assert.rejects(file.text(), TypeError)
    assert.equal(asked.length, 2)
  }
  const { places, asked } = await served(t, scripts)
  const { stream } = await places.file('GET /api/places', asCsv)
  const reading = async () => {
    for await (const part of stream()) assert.ok(csv.startsWith(Buffer.from(part).toString()))
  }
  await assert.rejects(reading, is('stream_cut'))
  assert.equal(asked.length, 1)
  const whole = await served(t, scripts.slice(1))
  const parts: Uint8Array[] = []
  for await (const part of (await whole.places.file('GET /api/places', asCsv)).stream()) parts.push(part)
  assert.equal(Buffer.concat(parts).toString(), csv)
})

test('the file of an extraction is read again from its job, which is not run twice', async (t) => {
  const type = { 'content-type': 'image/png' }
  const picture = cutText('PNG'.repeat(9), { ...type, 'x-job-id': 'job_1' })
  const png = { id: 'art_1', mediaType: 'image/png' }
  const scripts = [
    picture,
    { json: { ...RESULT, artifacts: [png] } },
    picture,
    { headers: type, text: 'PNG' },
  ]
  const { crawl, routes } = await served(t, scripts)
  const file = await crawl.runFile('POST /api/v1/screenshot/extract', { ...BODY, accept: 'image/png' })
  assert.equal(file.jobId, 'job_1')
  assert.equal(await file.text(), 'PNG')
  assert.deepEqual(routes(), [
    'POST /api/v1/screenshot/extract',
    'GET /api/jobs/job_1/result',
    'GET /api/v1/artifacts/art_1',
    'GET /api/v1/artifacts/art_1',
  ])
  const once = await served(t, [picture], { retries: 0 })
  const cut = await once.crawl.runFile('POST /api/v1/screenshot/extract', { ...BODY, accept: 'image/png' })
  await assert.rejects(cut.bytes(), is('stream_cut'))
  assert.equal(once.asked.length, 1)
})

test('a job that was accepted in place of a file is known from the head of that answer', async (t) => {
  const accepted = cutText(JSON.stringify(ACCEPTED), { ...JSON_TYPE, location: '/api/jobs/job_1' }, 202)
  const scripts = [accepted, { json: JOB }, cutJson(RESULT), { json: RESULT }]
  const { crawl, routes } = await served(t, scripts)
  const file = await crawl.runFile(MARKDOWN, { ...BODY, accept: 'text/markdown' })
  assert.deepEqual([await file.text(), file.jobId], ['# Axes', 'job_1'])
  assert.equal(routes().filter((route) => route.startsWith('POST')).length, 1)
})

test('a search is begun once and its items are read, wherever answers are cut', async (t) => {
  const search = { id: 'sea_1', status: 'succeeded', contacts: null, details: null }
  const { places, keys, routes } = await served(t, [
    cutJson(search, 202),
    { status: 202, json: search },
    cutJson(search),
    { json: search },
  ])
  assert.equal((await places.search({ query: 'cafe' })).status, 'succeeded')
  assert.equal(routes().length, 4)
  assert.equal([...keys()].filter((key) => key !== undefined).length, 1)
  const item = { index: 0, url: null, artifactId: null, jobId: 'job_2', status: 'failed', result: null }
  const page = {
    items: [{ ...item, error: { code: 'empty_content', detail: 'It is empty.' } }],
    nextCursor: null,
  }
  const batch = await served(t, [{ json: JOB }, cutJson(page), { json: page }])
  const seen: unknown[] = []
  for await (const one of batch.crawl.results('POST /api/v1/markdown/batch/extract', 'job_1')) seen.push(one)
  assert.deepEqual(seen, page.items)
})

test('events go on from the last one when the job that is looked at between is cut too', async (t) => {
  const event = (seq: number, to: string) =>
    `id: ${seq}\nevent: changed\ndata: ${JSON.stringify({ seq, from: null, to, at: '2026-11-21T09:00:00Z' })}\n\n`
  const running = { id: 'job_1', status: 'running' }
  const type = { 'content-type': 'text/event-stream' }
  const scripts: Script[] = [
    (response) => {
      response.writeHead(200, type)
      response.write(`${event(1, 'queued')}id: 2\nevent: cha`, () => response.destroy())
    },
    cutJson(running),
    { json: running },
    { headers: type, text: `${event(2, 'running')}${event(3, 'succeeded')}` },
  ]
  const { crawl, asked } = await served(t, scripts)
  const seen: unknown[] = []
  for await (const told of crawl.jobEvents('job_1')) if ('seq' in told) seen.push([told.seq, told.to])
  assert.deepEqual(seen, [
    [1, 'queued'],
    [2, 'running'],
    [3, 'succeeded'],
  ])
  assert.deepEqual(
    asked.map(({ headers }) => headers['last-event-id']),
    [undefined, undefined, undefined, '1'],
  )
})
