// What the client tries again, what it does not, and what it throws: against a service that answers as it is told.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createCrawl, createPlaces, SurveyorProblem, type ClientOptions } from '#client/index.ts'
import { problem, startScriptedServer, type Script } from '#test/support/client/scripted-server.ts'

/** No test waits: pauses are drawn below a millisecond. */
const FAST = { backoffMs: 1 }
const RESULT: Script = { json: { jobId: 'job_1', status: 'succeeded', data: { markdown: '# Axes' } } }
const JOB: Script = { json: { id: 'job_1', status: 'succeeded', error: null } }
const RUN = ['POST /api/v1/markdown/extract', { body: { url: 'https://example.org/' } }] as const
const breakOff: Script = (response) => response.destroy()

async function served(t: TestContext, scripts: readonly Script[], options: Partial<ClientOptions> = {}) {
  const { url, asked } = await startScriptedServer(t, scripts)
  const settings = { url, ...FAST, ...options }
  return { crawl: createCrawl(settings), places: createPlaces(settings), asked, url }
}

const has = (fields: Partial<SurveyorProblem>) => (error: unknown) => {
  assert.ok(error instanceof SurveyorProblem, String(error))
  for (const [name, value] of Object.entries(fields)) assert.deepEqual(Object(error)[name], value, name)
  return true
}

test('a refusal that may pass is tried again, each time under the same Idempotency-Key', async (t) => {
  const scripts = [
    problem('queue_full', 503, { retryAfterMs: 2 }),
    breakOff,
    { status: 502, text: '<h1>Bad gateway</h1>' },
    RESULT,
  ]
  const { crawl, asked } = await served(t, scripts, { key: 'srv_live_secret' })
  const result = await crawl.run(...RUN)
  assert.equal(result.jobId, 'job_1')
  assert.equal(asked.length, 4)
  const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']))
  assert.equal(keys.size, 1)
  assert.match(String([...keys][0]), /^[0-9a-f]{32}$/)
  assert.ok(asked.every(({ headers }) => headers.authorization === 'Bearer srv_live_secret'))
  const other = await served(t, [RESULT])
  await other.crawl.run('POST /api/v1/markdown/extract', { body: {}, idempotencyKey: 'mine' })
  assert.equal(other.asked[0]?.headers['idempotency-key'], 'mine')
})

test('after a lost answer the call waits for its first attempt, however often it is told to', async (t) => {
  const inFlight = problem('idempotency_in_flight', 409, { retryAfterMs: 1 })
  const scripts = [breakOff, inFlight, inFlight, inFlight, inFlight, inFlight, RESULT]
  const { crawl, asked } = await served(t, scripts, { retries: 1 })
  assert.equal((await crawl.run(...RUN)).jobId, 'job_1')
  assert.equal(asked.length, scripts.length)
  const once = await served(t, [inFlight], { retries: 0 })
  await assert.rejects(once.crawl.run(...RUN), has({ code: 'idempotency_in_flight' }))
  assert.equal(once.asked.length, 1)
})

test('a problem is thrown with all that it says, and one that stays is not asked about twice', async (t) => {
  const errors = [{ pointer: '/url', code: 'invalid_url', detail: 'This is no URL.' }]
  const { crawl, asked } = await served(t, [
    problem('validation_failed', 422, { retryable: false, errors, instance: '/api/v1/markdown/extract' }),
  ])
  const expected = {
    code: 'validation_failed',
    status: 422,
    retryable: false,
    errors,
    requestId: 'req_1',
    retryAfterMs: null,
  }
  await assert.rejects(crawl.run(...RUN), has({ ...expected, instance: '/api/v1/markdown/extract' }))
  assert.equal(asked.length, 1)
})

test('work that has failed is not begun again: the service has tried it several times', async (t) => {
  const scripts = [problem('target_timeout', 504, { instance: '/api/jobs/job_1' }), RESULT]
  const { crawl, asked } = await served(t, scripts)
  await assert.rejects(crawl.run(...RUN), has({ code: 'target_timeout', retryable: true }))
  assert.equal(asked.length, 1)
  const draining = problem('draining', 503, { instance: '/api/jobs/job_1' })
  const other = await served(t, [draining, JOB])
  assert.equal((await other.crawl.waitForJob('job_1')).status, 'succeeded')
  assert.equal(other.asked.length, 2)
})

test('retries end, and a pause that is too long is not begun', async (t) => {
  const down = await served(t, [problem('draining', 503)], { retries: 2 })
  await assert.rejects(down.crawl.call('GET /api/jobs'), has({ code: 'draining', retryable: true }))
  assert.equal(down.asked.length, 3)
  const late = await served(t, [problem('rate_limited', 429, { retryAfterMs: 60_001 })])
  await assert.rejects(late.crawl.call('GET /api/jobs'), has({ code: 'rate_limited', retryAfterMs: 60_001 }))
  assert.equal(late.asked.length, 1)
  const proxied = await served(t, [{ status: 503, text: 'busy', headers: { 'retry-after': '3600' } }])
  await assert.rejects(
    proxied.crawl.call('GET /api/jobs'),
    has({ code: 'invalid_answer', status: 503, retryAfterMs: 3_600_000 }),
  )
  assert.equal(proxied.asked.length, 1)
})

test('a POST without an Idempotency-Key is not sent again after a lost answer, but after a refusal', async (t) => {
  const rotate = ['POST /api/webhook-endpoints/{id}/rotate', { path: { id: 'whe_1' }, body: {} }] as const
  const lost = await served(t, [breakOff])
  await assert.rejects(lost.crawl.call(...rotate), has({ code: 'unreachable', status: null }))
  assert.equal(lost.asked.length, 1)
  const gateway = await served(t, [{ status: 504, text: 'slow' }])
  await assert.rejects(gateway.crawl.call(...rotate), has({ code: 'invalid_answer', status: 504 }))
  assert.equal(gateway.asked.length, 1)
  const refused = await served(t, [problem('rate_limited', 429), { json: { secret: 'whsec_' } }])
  assert.equal((await refused.crawl.call(...rotate)).status, 200)
  assert.equal(refused.asked[0]?.path, '/api/webhook-endpoints/whe_1/rotate')
})

test('a status of 200 alone is no success', async (t) => {
  const page = await served(t, [{ text: '<h1>Please log in</h1>\n' }])
  const calls = [
    async () => page.crawl.call('GET /api/jobs'),
    async () => page.places.stream('GET /api/places').next(),
    async () => page.crawl.jobEvents('job_1').next(),
    async () => page.places.file('GET /api/places', { accept: 'text/csv' }),
    async () => page.crawl.runFile(RUN[0], { ...RUN[1], accept: 'image/*' }),
  ]
  for (const call of calls) await assert.rejects(call, has({ code: 'invalid_answer', retryable: false }))
  const other = await served(t, [{ json: { hello: 'world' } }])
  await assert.rejects(other.crawl.waitForJob('job_1'), has({ code: 'invalid_answer' }))
  await assert.rejects(other.crawl.list('GET /api/jobs').next(), has({ code: 'invalid_answer' }))
})

test('a redirect is not followed: it would carry the key elsewhere', async (t) => {
  const elsewhere = await startScriptedServer(t, [JOB])
  const { crawl } = await served(t, [{ status: 302, headers: { location: elsewhere.url }, text: '' }], {
    retries: 0,
  })
  await assert.rejects(crawl.call('GET /api/jobs'), has({ code: 'unreachable' }))
  assert.deepEqual(elsewhere.asked, [])
})

test('a request that nobody answers ends after timeoutMs, and at once when its signal is aborted', async (t) => {
  const silent: Script = () => undefined
  const { crawl } = await served(t, [silent], { timeoutMs: 20, retries: 1 })
  await assert.rejects(crawl.call('GET /api/jobs'), has({ code: 'timeout', retryable: true }))
  const patient = await served(t, [silent])
  const reason = new Error('The user left.')
  const leaving = new AbortController()
  const waiting = patient.crawl.waitForJob('job_1', { signal: leaving.signal })
  while (patient.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  leaving.abort(reason)
  await assert.rejects(waiting, (error) => error === reason)
  await assert.rejects(
    patient.crawl.call('GET /api/jobs', { signal: leaving.signal }),
    (error) => error === reason,
  )
  // Nor is a pause before another attempt waited for.
  const later = new AbortController()
  const busy = await served(t, [problem('queue_full', 503, { retryAfterMs: 50_000 })])
  const paused = busy.crawl.call('GET /api/jobs', { signal: later.signal })
  while (busy.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  later.abort(reason)
  await assert.rejects(paused, (error) => error === reason)
})

test('a list that was cut off is never taken for a whole one', async (t) => {
  const rows = [{ id: 'plc_1' }, { id: 'plc_2' }].map((row) => `${JSON.stringify(row)}\n`)
  const cuts: readonly Script[] = [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(rows.join(''), () => response.destroy())
    },
    { headers: { 'content-type': 'application/x-ndjson' }, text: `${rows.join('')}{"id":"pl` },
  ]
  for (const script of cuts) {
    const { places } = await served(t, [script])
    const seen: string[] = []
    const reading = async () => {
      for await (const { id } of places.stream('GET /api/places')) seen.push(id)
    }
    await assert.rejects(reading, has({ code: 'stream_cut', retryable: true }))
    assert.deepEqual(seen.slice(0, 2), seen)
  }
  const { places, asked } = await served(t, [
    { headers: { 'content-type': 'application/x-ndjson' }, text: rows.join('') },
  ])
  const whole: string[] = []
  for await (const { id } of places.stream('GET /api/places', { query: { city: 'Köln & Umland' } }))
    whole.push(id)
  assert.deepEqual(whole, ['plc_1', 'plc_2'])
  assert.equal(asked[0]?.path, '/api/places?city=K%C3%B6ln+%26+Umland')
  assert.match(asked[0]?.headers.accept ?? '', /^application\/x-ndjson/)
})

test('a long line costs no more than its length, wherever it is cut into pieces', async (t) => {
  const name = 'é'.repeat(200_000)
  const line = Buffer.from(`${JSON.stringify({ id: 'plc_1', name })}\n`)
  const { places } = await served(t, [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      for (let at = 0; at < line.length; at += 1_001) response.write(line.subarray(at, at + 1_001))
      response.end()
    },
  ])
  for await (const place of places.stream('GET /api/places')) assert.equal(place.name, name)
})

test('pages are asked for one after the other, and none that is not needed', async (t) => {
  const page = (ids: readonly string[], nextCursor: string | null): Script => ({
    json: { items: ids.map((id) => ({ id })), nextCursor },
  })
  const { places, asked } = await served(t, [page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null)])
  const seen: string[] = []
  for await (const { id } of places.list('GET /api/places', { query: { limit: 2, city: 'Hay' } }))
    seen.push(id)
  assert.deepEqual(seen, ['a', 'b', 'c'])
  assert.deepEqual(
    asked.map(({ path }) => path),
    [
      '/api/places?limit=2&city=Hay',
      '/api/places?limit=2&city=Hay&cursor=c1',
      '/api/places?limit=2&city=Hay&cursor=c2',
    ],
  )
  const early = await served(t, [page(['a', 'b'], 'c1')])
  for await (const place of early.places.list('GET /api/places')) {
    assert.equal(place.id, 'a')
    break
  }
  assert.equal(early.asked.length, 1)
})

test('events go on after the last one when the connection is lost, and end with the job', async (t) => {
  const events =
    (texts: readonly string[], then: 'cut' | 'end'): Script =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(texts.join(''), () => (then === 'cut' ? response.destroy() : response.end()))
    }
  const event = (seq: number, name: string, to: string) =>
    `id: ${seq}\nevent: ${name}\ndata: ${JSON.stringify({ seq, event: name, from: null, to, at: '2026-11-21T09:00:00Z' })}\n\n`
  const scripts = [
    events(
      [
        ': still here\n\n',
        event(1, 'enqueued', 'queued'),
        'event: progress\r\ndata: {"done":1,\r\ndata: "total":3,"message":null}\r\n\r\n',
        'id: 2\nevent: cla',
      ],
      'cut',
    ),
    { json: { id: 'job_1', status: 'running' } },
    events(
      [event(2, 'claimed', 'running'), event(3, 'completed', 'succeeded'), event(4, 'late', 'succeeded')],
      'end',
    ),
  ]
  const { crawl, asked } = await served(t, scripts)
  const seen: unknown[] = []
  for await (const told of crawl.jobEvents('job_1'))
    seen.push('seq' in told ? [told.seq, told.to] : told.progress)
  assert.deepEqual(seen, [
    [1, 'queued'],
    { done: 1, total: 3, message: null },
    [2, 'running'],
    [3, 'succeeded'],
  ])
  assert.deepEqual(
    asked.map(({ path, headers }) => [path, headers['last-event-id']]),
    [
      ['/api/jobs/job_1/events', undefined],
      ['/api/jobs/job_1', undefined],
      ['/api/jobs/job_1/events', '1'],
    ],
  )
})

test('a wrong address is refused at once, and a path in front of the service is kept', async (t) => {
  for (const url of ['', 'localhost:4116', 'ftp://example.org', 'https://user:secret@example.org']) {
    assert.throws(
      () => createPlaces({ url }),
      (error) => error instanceof TypeError && !error.message.includes('secret'),
    )
  }
  const { url, asked } = await startScriptedServer(t, [JOB])
  await createPlaces({ url: `${url}/surveyor/` }).waitForJob('job/../1')
  assert.equal(asked[0]?.path, '/surveyor/api/jobs/job%2F..%2F1?waitMs=20000')
})
