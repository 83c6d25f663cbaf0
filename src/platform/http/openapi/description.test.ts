// The self-description of the server: GET /, OpenAPI, the page, health and metrics.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Health, Pressure } from '#contract/health.ts'
import { Job } from '#contract/job.ts'
import { ListOf } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { addHealthRoute } from '#platform/health/health-route.ts'
import { addMetricsRoute } from '#platform/http/server/metrics-route.ts'
import { listQuery } from '#platform/http/output/pagination.ts'
import { addThingRoutes, TEST_GROUPS, testServer } from '#test/support/http/test-app.ts'
import { openApiDocument } from './openapi-document.ts'

const SERVICE = { name: 'test', version: '1.2.3', description: 'A <test> & more.' }
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>
}
interface Document {
  openapi: string
  info: { license: object }
  servers: object[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    responses: Record<string, unknown>
    securitySchemes?: object
  }
}

test('the self-description lists every path in its group, as they were added', async (t) => {
  const app = await testServer(t)
  const config = { group: 'things', scope: null } as const
  app.get('/first', { schema: { summary: 'F' }, config }, () => null)
  app.get('/secret', { schema: { summary: 'S' }, config: { ...config, hidden: true } }, () => null)
  app.post('/first', { schema: { summary: 'N' }, config }, () => null)
  app.get('/later', { schema: { summary: 'L' }, config }, () => null)
  const expected = {
    name: 'test',
    endpoints: { things: ['GET /first', 'POST /first', 'GET /later'], health: [] },
  }
  for (const url of ['/', '/api']) {
    for (const accept of [undefined, '*/*', 'application/json']) {
      const headers = { host: 'localhost', ...(accept === undefined ? {} : { accept }) }
      assert.deepEqual((await app.inject({ url, headers })).json(), expected)
    }
  }
  const page = await app.inject({ url: '/', headers: { host: 'localhost', accept: BROWSER } })
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(page.body, /A &lt;test&gt; &amp; more\./)
  assert.match(page.body, /href="\.\/swagger"/)
  assert.doesNotMatch(page.body, /<script|style=/)
})

test('the OpenAPI document holds every route, and every reference in it leads somewhere', async (t) => {
  const authenticate = { known: () => null, authenticate: async () => Promise.reject(new Error('unused')) }
  const app = await testServer(t, { open: false, authenticate })
  addThingRoutes(app)
  app.get(
    '/jobs',
    {
      schema: {
        summary: 'Jobs',
        querystring: listQuery({ states: Type.Array(Type.String()) }),
        response: { 200: ListOf(Job) },
      },
      config: { group: 'things', scope: 'jobs' },
    },
    () => ({ items: [], nextCursor: null }),
  )
  app.post(
    '/run',
    {
      schema: { summary: 'Run', response: { 200: Job } },
      config: { group: 'things', scope: null, headers: ['Prefer'] },
    },
    () => null as never,
  )
  const document = (
    await app.inject({ url: '/openapi.json', headers: { host: 'localhost' } })
  ).json<Document>()
  assert.equal(document.openapi, '3.1.0')
  const { '/things': things, '/things/{id}': thing, '/jobs': jobs, '/run': run } = document.paths
  assert.equal(things?.['post']?.operationId, 'postThings')
  assert.equal(thing?.['get']?.operationId, 'getThingsById')
  assert.deepEqual(things?.['post']?.tags, ['things'])
  assert.equal(things?.['post']?.requestBody?.required, true)
  assert.deepEqual(
    thing?.['get']?.parameters?.map(({ name, in: place, required }) => [name, place, required]),
    [['id', 'path', true]],
  )
  assert.deepEqual(
    jobs?.['get']?.parameters?.map(({ name, required }) => [name, required]),
    [
      ['limit', false],
      ['cursor', false],
      ['states', true],
    ],
  )
  // One media type only, so that a generated client gets a page without checking the type of the answer.
  assert.deepEqual(Object.keys(jobs?.['get']?.responses['200']?.content ?? {}), ['application/json'])
  assert.match(jobs?.['get']?.description ?? '', /application\/x-ndjson.*text\/csv/)
  assert.deepEqual(document.servers, [{ url: '/' }])
  assert.deepEqual(document.info.license, { name: 'Apache-2.0', identifier: 'Apache-2.0' })
  assert.deepEqual(
    run?.['post']?.parameters?.map(({ name, in: place }) => [name, place]),
    [['Prefer', 'header']],
  )
  assert.deepEqual(things?.['post']?.security, [{ bearer: [] }, { apiKey: [] }])
  assert.deepEqual(run?.['post']?.security, [])
  assert.ok(document.components.securitySchemes !== undefined)
  assert.ok('Job' in document.components.schemas && 'Problem' in document.components.schemas)
  const ids = new Set<string>()
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      assert.ok(operation.summary.length > 0)
      assert.ok(!ids.has(operation.operationId))
      ids.add(operation.operationId)
      for (const status of ['400', '403', '422', '500', '503'])
        assert.ok(operation.responses[status] !== undefined)
    }
  }
  const text = JSON.stringify(document)
  assert.doesNotMatch(text, /"\$id"/)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    assert.ok(target !== undefined, reference)
  }
})

test('two routes with one operationId, or two schemas with one $id, cannot be described', () => {
  const config = { group: 'things', scope: null } as const
  const describe = (...routes: { url: string; response?: object }[]) =>
    openApiDocument(
      routes.map(({ url, response }) => ({ method: 'GET', url, config, schema: { summary: 'A', response } })),
      { service: SERVICE, groups: TEST_GROUPS, keyed: false, limited: false },
    )
  assert.throws(() => describe({ url: '/a-b' }, { url: '/a/b' }), /operationId getAB/)
  const other = Type.Object({}, { $id: 'Job' })
  assert.throws(
    () => describe({ url: '/a', response: { 200: Job } }, { url: '/b', response: { 200: other } }),
    /\$id Job/,
  )
})

test('the page loads its own files only, under a policy without inline code', async (t) => {
  const app = await testServer(t)
  const page = await app.inject({ url: '/swagger', headers: { host: 'localhost', accept: BROWSER } })
  assert.equal(page.statusCode, 200)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /default-src 'none'; script-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.doesNotMatch(page.body, /https?:\/\/|<script>|style=/)
  const assets = [...page.body.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.equal(assets.length, 5)
  for (const url of assets) {
    const asset = await app.inject({ url, headers: { host: 'localhost' } })
    assert.equal(asset.statusCode, 200, url)
    assert.ok(asset.rawPayload.length > 100, url)
    assert.match(String(asset.headers['content-type']), /^(text\/(css|javascript)|image\/png)/)
  }
  const start = await app.inject({ url: '/swagger/start.js', headers: { host: 'localhost' } })
  assert.match(start.body, /validatorUrl: null/)
})

test('health tells details only to a caller with a key, where keys are asked for', async (t) => {
  const authenticate = {
    known: () => null,
    async authenticate(credential: string) {
      if (credential !== 'good') throw new SurveyorError('unauthenticated', 'No.')
      return { id: 'key_x', keyId: 'key_x', scopes: ['jobs' as const] }
    },
  }
  const app = await testServer(t, { open: false, authenticate })
  addHealthRoute(app, {
    service: SERVICE,
    group: 'health',
    checks: { database: async () => ({ status: 'warn', detail: 'Slow.' }) },
  })
  const health = async (key: string | null) => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    const response = await app.inject({ url: '/health', headers })
    assert.equal(response.statusCode, 200)
    return response.json<Health>()
  }
  for (const key of [null, 'bad']) {
    const { uptimeMs, ...rest } = await health(key)
    assert.deepEqual(rest, { status: 'warn', version: '1.2.3' })
    assert.equal(typeof uptimeMs, 'number')
  }
  assert.equal((await health('good')).checks?.['database']?.detail, 'Slow.')
})

test('health tells what fails, and is 503 only when a needed part does', async (t) => {
  const app = await testServer(t)
  let database: 'pass' | 'warn' | 'fail' | 'throw' | 'hang' = 'pass'
  let disk: 'pass' | 'fail' = 'pass'
  let asked = 0
  const asking = new EventEmitter()
  addHealthRoute(app, {
    service: SERVICE,
    group: 'health',
    needed: ['database'],
    checks: {
      async database() {
        asked += 1
        if (database === 'throw') throw new Error('postgres://user:secret@host')
        asking.emit('asked')
        if (database === 'hang') return new Promise<never>(() => undefined)
        return { status: database, detail: null }
      },
      disk: async () => ({ status: disk, detail: disk === 'fail' ? 'Full.' : null }),
    },
    queueLoad: async () => ({
      reason: null,
      running: 1,
      queued: 2,
      maxConcurrent: 4,
      oldestQueuedMs: 1_500,
    }),
  })
  const health = async (url = '/health') => {
    const response = await app.inject({ url, headers: { host: 'localhost' } })
    return { status: response.statusCode, body: response.json<Health>(), text: response.body }
  }
  const good = await health()
  assert.deepEqual([good.status, good.body.status, good.body.version], [200, 'pass', '1.2.3'])
  const { memoryBytes, cpu, eventLoopDelayMs, ...load } = good.body.pressure as Pressure
  assert.ok(Number.isInteger(good.body.uptimeMs) && memoryBytes > 0)
  assert.ok((cpu === null || cpu >= 0) && (eventLoopDelayMs === null || eventLoopDelayMs >= 0))
  assert.deepEqual(load, { reason: null, running: 1, queued: 2, maxConcurrent: 4, oldestQueuedMs: 1_500 })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [state, status, word] of [
    ['warn', 200, 'warn'],
    ['fail', 503, 'fail'],
    ['throw', 503, 'fail'],
    ['hang', 503, 'fail'],
  ] as const) {
    database = state
    const received = once(asking, 'asked')
    const answering = health('/health?probe=ready')
    if (state === 'hang') {
      await received
      t.mock.timers.tick(3_000)
    }
    const answer = await answering
    assert.deepEqual([answer.status, answer.body.status], [status, word], state)
    assert.doesNotMatch(answer.text, /secret/)
    assert.equal(answer.body.pressure, null)
  }
  t.mock.timers.reset()
  const before = asked
  const live = await health('/health?probe=live')
  assert.deepEqual([live.status, live.body.status, live.body.checks, asked], [200, 'pass', {}, before])
  database = 'pass'
  disk = 'fail'
  const degraded = await health()
  assert.deepEqual([degraded.status, degraded.body.status], [200, 'warn'])
  const ready = await health('/health?probe=ready')
  assert.deepEqual(
    [ready.status, ready.body.status, Object.keys(ready.body.checks ?? {})],
    [200, 'pass', ['database']],
  )
  assert.equal((await health('/health?probe=dead')).status, 422)
})

test('requests are counted by route template, strangers in one series', async (t) => {
  const metrics = createMetrics({ service: 'test', version: '1.2.3' })
  t.after(() => metrics[Symbol.dispose]())
  const app = await testServer(t, { metrics })
  addThingRoutes(app)
  addMetricsRoute(app, { metrics, group: null })
  const hit = async (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, headers: { host: 'localhost' } })
  await hit('GET', '/things/1')
  await hit('GET', '/things/2')
  await hit('GET', '/broken')
  await hit('GET', '/wp-admin')
  await hit('POST', '/.env')
  const { body, headers } = await hit('GET', '/metrics')
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(body, /surveyor_http_requests_total\{route="\/things\/:id",method="GET",status="200"\} 2/)
  assert.match(body, /surveyor_http_requests_total\{route="\/broken",method="GET",status="500"\} 1/)
  assert.match(body, /surveyor_http_requests_total\{route="none",method="GET",status="404"\} 1/)
  assert.match(
    body,
    /surveyor_http_request_duration_seconds_bucket\{le="0.001",route="\/things\/:id",method="GET"\}/,
  )
  assert.match(
    body,
    /surveyor_build_info\{service="test",version="1.2.3",commit="unknown",node="v\d+[^"]*"\} 1/,
  )
  assert.match(body, /# TYPE surveyor_event_loop_delay_seconds gauge/)
  assert.match(body, /surveyor_process_cpu_seconds_total \d/)
  assert.doesNotMatch(body, /wp-admin|\.env/)
})

test('TEST_GROUPS is the order of the endpoints', async (t) => {
  const app = await testServer(t)
  const { endpoints } = (await app.inject({ url: '/', headers: { host: 'localhost' } })).json<{
    endpoints: object
  }>()
  assert.deepEqual(
    Object.keys(endpoints),
    TEST_GROUPS.map(({ name }) => name),
  )
})
