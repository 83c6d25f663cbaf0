// Errors, methods, bodies and headers of the server, as clients see them.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import type { Problem } from '#contract/problem.ts'
import { addThingRoutes, testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'
import { createHttpServer, type HttpServerOptions } from './server.ts'

async function things(t: TestContext, options: Partial<HttpServerOptions> = {}): Promise<App> {
  const app = await testServer(t, options)
  addThingRoutes(app)
  return app
}

async function problemOf(
  app: App,
  request: {
    method?: 'GET' | 'POST' | 'DELETE' | 'HEAD' | 'PUT'
    url: string
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<{ status: number; problem: Problem; headers: Record<string, unknown> }> {
  const { body, headers = {}, ...rest } = request
  const json = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)
  const response = await app.inject({
    method: 'GET',
    ...rest,
    headers: {
      host: 'localhost',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: json ? JSON.stringify(body) : body }),
  })
  assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
  const problem = response.json<Problem>()
  assert.equal(problem.status, response.statusCode)
  assert.equal(problem.requestId, response.headers['x-request-id'])
  assert.doesNotMatch(response.body, /node_modules|\.ts:\d/)
  return { status: response.statusCode, problem, headers: response.headers }
}

test('an unknown path is route_not_found, whatever is sent there', async (t) => {
  const app = await things(t)
  for (const request of [
    { url: '/nope' },
    { url: '/things/a/b/c' },
    { method: 'POST', url: '/nope', body: '{"broken' },
    { method: 'POST', url: '/nope', body: 'a=1', headers: { 'content-type': 'text/plain' } },
    { url: '/nope?x=1' },
  ] as const) {
    const { status, problem } = await problemOf(app, request)
    assert.equal(status, 404)
    assert.equal(problem.code, 'route_not_found')
  }
})

test('a wrong method is 405 with Allow; GET brings HEAD with it', async (t) => {
  const app = await things(t)
  const cases = [
    { method: 'DELETE', url: '/things', allow: 'POST' },
    { method: 'POST', url: '/things/x', allow: 'GET, HEAD' },
    { method: 'POST', url: '/things/all', allow: 'DELETE' },
    // Not the object with the id `all`.
    { method: 'GET', url: '/things/all?x=1', allow: 'DELETE' },
    { method: 'PUT', url: '/things?x=1', allow: 'POST' },
    { method: 'POST', url: '/swagger', allow: 'GET, HEAD' },
  ] as const
  for (const { method, url, allow } of cases) {
    const { status, problem, headers } = await problemOf(app, { method, url })
    assert.equal(status, 405)
    assert.equal(problem.code, 'method_not_allowed')
    assert.equal(headers['allow'], allow)
  }
})

test('HEAD answers as GET does, without a body', async (t) => {
  const app = await things(t)
  const response = await app.inject({ method: 'HEAD', url: '/things/x', headers: { host: 'localhost' } })
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '')
})

test('bodies that are no JSON are told apart', async (t) => {
  const app = await things(t)
  const cases: readonly (readonly [string | Buffer, number, string, Record<string, string>?])[] = [
    ['{"query": ', 400, 'malformed_json'],
    ['{query: 1}', 400, 'malformed_json'],
    [Buffer.from([0x22, 0xff, 0x22]), 400, 'malformed_json'],
    ['['.repeat(65) + ']'.repeat(65), 400, 'malformed_json'],
    ['{"query":"x","__proto__":{"admin":true}}', 422, 'validation_failed'],
    ['{"query":"x","\\u005f_proto__":{"admin":true}}', 422, 'validation_failed'],
    ['query=x', 415, 'unsupported_media_type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['{"query":"x"}', 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
    ['{"query":"x"}', 415, 'unsupported_media_type', { 'content-type': 'nonsense' }],
    ['{"query":"x"}', 415, 'unsupported_media_type', { 'content-encoding': 'gzip' }],
    ['{"query":"x"}', 415, 'unsupported_media_type', { 'content-type': 'application/json; charset=utf-16' }],
    [JSON.stringify({ query: 'x'.repeat(65_536) }), 413, 'body_too_large'],
    [JSON.stringify({ query: 'x'.repeat(65_000) }), 422, 'validation_failed'],
    ['', 422, 'validation_failed'],
    ['null', 422, 'validation_failed'],
    ['[]', 422, 'validation_failed'],
    ['"x"', 422, 'validation_failed'],
  ]
  for (const [body, status, code, headers] of cases) {
    const answer = await problemOf(app, {
      method: 'POST',
      url: '/things',
      body,
      ...(headers === undefined ? {} : { headers }),
    })
    assert.deepEqual([answer.status, answer.problem.code], [status, code], String(body).slice(0, 60))
    if (status === 422) assert.ok((answer.problem.errors ?? []).length > 0)
  }
})

test('a JSON error does not quote the body', async (t) => {
  const app = await things(t)
  const { problem } = await problemOf(app, { method: 'POST', url: '/things', body: '{"password": hunter2}' })
  assert.doesNotMatch(JSON.stringify(problem), /hunter2/)
})

test('other spellings of JSON are taken: +json, a charset, a byte order mark', async (t) => {
  const app = await things(t)
  for (const type of ['application/json; charset=UTF-8', 'application/vnd.x+json', 'APPLICATION/JSON']) {
    const response = await app.inject({
      method: 'POST',
      url: '/things',
      headers: { host: 'localhost', 'content-type': type },
      payload: '\uFEFF{"query":"x"}',
    })
    assert.equal(response.statusCode, 200, type)
  }
})

test('text that PostgreSQL cannot store is cleaned in bodies and refused elsewhere', async (t) => {
  const app = await things(t)
  const response = await app.inject({
    method: 'POST',
    url: '/things',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: '{"query":"a\\u0000b\\ud800c\\ud83d\\ude00","tags":{"\\u0000":"\\udfff"}}',
  })
  assert.deepEqual(response.json(), { got: { query: 'a\uFFFDb\uFFFDc😀', tags: { '\uFFFD': '\uFFFD' } } })
  const id = await problemOf(app, { url: '/things/a%00b' })
  assert.deepEqual([id.status, id.problem.code], [404, 'not_found'])
  const query = await problemOf(app, { url: '/?name=a%00b' })
  assert.deepEqual([query.status, query.problem.errors?.[0]?.code], [422, 'unstorable_text'])
  const bad = await problemOf(app, { url: '/things/%ff' })
  assert.deepEqual([bad.status, bad.problem.code], [400, 'invalid_request'])
  const long = await problemOf(app, { url: `/things/${'x'.repeat(1_500)}` })
  assert.deepEqual([long.status, long.problem.code], [404, 'not_found'])
})

test('paths without a body or a query take neither', async (t) => {
  const app = await things(t)
  const body = await problemOf(app, { method: 'POST', url: '/things/x/stop', body: { now: true } })
  assert.deepEqual([body.status, body.problem.errors?.[0]?.pointer], [422, '/now'])
  const odd = await problemOf(app, { method: 'POST', url: '/things/x/stop', body: { 'now/then': true } })
  assert.deepEqual([odd.status, odd.problem.errors?.[0]?.pointer], [422, '/now~1then'])
  const query = await problemOf(app, { method: 'POST', url: '/things/x/stop?now=1' })
  assert.deepEqual([query.status, query.problem.errors?.[0]?.pointer], [422, '?now'])
  for (const payload of [undefined, '', '{}']) {
    const response = await app.inject({
      method: 'POST',
      url: '/things/x/stop',
      headers: {
        host: 'localhost',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    assert.equal(response.statusCode, 200)
  }
})

test('a body whose keys are all optional may be left out', async (t) => {
  const app = await testServer(t)
  const body = Type.Object(
    { reason: Type.Optional(Type.String({ default: 'user' })) },
    { additionalProperties: false },
  )
  app.post(
    '/cancel',
    { schema: { summary: 'Cancel', body }, config: { group: 'things', scope: null } },
    (r) => r.body,
  )
  const response = await app.inject({ method: 'POST', url: '/cancel', headers: { host: 'localhost' } })
  assert.deepEqual(response.json(), { reason: 'user' })
})

test('errors say whether to come back and when', async (t) => {
  const app = await things(t)
  const { status, problem, headers } = await problemOf(app, { url: '/busy' })
  assert.equal(status, 503)
  assert.equal(problem.retryable, true)
  assert.equal(headers['retry-after'], '5')
  assert.equal(problem.retryAfterMs, 5_000)
  assert.equal(problem.instance, '/busy')
})

test('what breaks inside is logged with the request id and told to nobody', async (t) => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = await things(t, { log: pino({ level: 'error' }, sink) })
  const { status, problem } = await problemOf(app, {
    url: '/broken',
    headers: { 'x-request-id': 'from-the-caller.1' },
  })
  assert.equal(status, 500)
  assert.equal(problem.code, 'internal')
  assert.doesNotMatch(JSON.stringify(problem), /secret of the inside/)
  const line = JSON.parse(lines.join('')) as { reqId: string; err: { message: string } }
  assert.equal(line.reqId, 'from-the-caller.1')
  assert.equal(line.err.message, 'a secret of the inside')
})

test('a sane request id is echoed, another replaced', async (t) => {
  const app = await things(t)
  const idFor = async (given: string) => {
    const headers = { host: 'localhost', 'x-request-id': given }
    return (await app.inject({ url: '/things/x', headers })).headers['x-request-id']
  }
  assert.equal(await idFor('abc-123'), 'abc-123')
  for (const given of ['', 'a b', 'x'.repeat(200), 'a"b', '\u001b[31m']) {
    assert.match(String(await idFor(given)), /^req_[0-9a-f-]{36}$/)
  }
})

test('every answer carries the security headers, also errors', async (t) => {
  const app = await things(t)
  for (const url of ['/things/x', '/nope', '/broken', '/things/%ff', '/openapi.json']) {
    const { headers } = await app.inject({ url, headers: { host: 'localhost' } })
    assert.equal(headers['x-content-type-options'], 'nosniff', url)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", url)
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url)
    assert.equal(headers['referrer-policy'], 'no-referrer', url)
    assert.equal(headers['x-powered-by'], undefined, url)
    assert.equal(headers['server'], undefined, url)
  }
})

test('the client address comes from X-Forwarded-For only where the proxy is trusted', async (t) => {
  const headers = { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }
  const ipWith = async (trustProxy: boolean | readonly string[]) => {
    const app = await things(t, { trustProxy })
    return (await app.inject({ url: '/things/x', headers })).json<{ ip: string }>().ip
  }
  assert.equal(await ipWith(false), '127.0.0.1')
  assert.equal(await ipWith(['127.0.0.1/32']), '203.0.113.9')
  assert.equal(await ipWith(['10.0.0.0/8']), '127.0.0.1')
})

test('a route must say where it belongs, and a closed server needs an authenticator', async (t) => {
  const app = await testServer(t)
  const config = { group: 'nowhere', scope: null }
  assert.throws(() => app.get('/a', () => null), /group and scope/)
  assert.throws(() => app.get('/b', { schema: { summary: 'B' }, config }, () => null), /nowhere/)
  assert.throws(() => app.get('/c', { config: { group: null, scope: null } }, () => null), /summary/)
  await assert.rejects(
    createHttpServer({
      service: { name: 'x', version: '1', description: '' },
      log: pino({ level: 'silent' }),
      host: '0.0.0.0',
      open: false,
      trustProxy: false,
      groups: [],
      selfDescription: () => ({}),
    }),
    /authenticator/,
  )
})
