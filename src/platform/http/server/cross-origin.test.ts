// Which pages of other origins may call a service, and what they may read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addThingRoutes, listenOnLoopback, testServer } from '#test/support/http/test-app.ts'

const APP = 'https://app.example'
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
}
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' }

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

test('a page of a named origin asks first, and then reads the answer', async (t) => {
  const app = await testServer(t, { corsOrigins: [`${APP}/`] })
  addThingRoutes(app)
  const url = new URL('/things/x', await listenOnLoopback(app))
  const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: APP, ...CROSS_SITE, ...PREFLIGHT } })
  assert.equal(asked.status, 204)
  assert.equal(asked.headers.get('access-control-allow-origin'), APP)
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /authorization.*idempotency-key/)
  assert.match(asked.headers.get('access-control-allow-methods') ?? '', /POST/)
  assert.equal(asked.headers.get('access-control-allow-credentials'), null)

  const read = await fetch(url, { headers: { origin: APP, ...CROSS_SITE } })
  assert.equal(read.status, 200)
  assert.equal(read.headers.get('access-control-allow-origin'), APP)
  assert.match(read.headers.get('access-control-expose-headers') ?? '', /retry-after/)
  assert.match(read.headers.get('vary') ?? '', /Origin/)
  // Problems too: a page should see why.
  const missing = await fetch(new URL('/nothing', url), { headers: { origin: APP, ...CROSS_SITE } })
  assert.equal(missing.headers.get('access-control-allow-origin'), APP)
  assert.equal(await codeOf(missing), 'route_not_found')
})

test('pages of any other origin are refused as before', async (t) => {
  const app = await testServer(t, { corsOrigins: [APP] })
  addThingRoutes(app)
  const url = new URL('/things/x', await listenOnLoopback(app))
  const others = [
    'https://evil.example',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'null',
  ]
  for (const origin of others) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(url, { method, headers: { origin, ...CROSS_SITE, ...PREFLIGHT } })
      assert.equal(answer.status, 403, `${method} ${origin}`)
      assert.equal(answer.headers.get('access-control-allow-origin'), null, origin)
    }
  }
  // A named origin does not excuse a wrong Host.
  const rebound = await app.inject({
    url: '/things/x',
    headers: { host: 'rebind.evil.example', origin: APP },
  })
  assert.equal(rebound.statusCode, 403)
})

test('without the setting nothing is added, and OPTIONS is a method that no path takes', async (t) => {
  const app = await testServer(t)
  addThingRoutes(app)
  const url = new URL('/things/x', await listenOnLoopback(app))
  const plain = await fetch(url)
  assert.equal(plain.headers.get('vary'), null)
  assert.equal((await fetch(url, { method: 'OPTIONS', headers: PREFLIGHT })).status, 405)
})

test('with keys a page needs one like everybody, and its preflight needs none', async (t) => {
  const app = await testServer(t, {
    corsOrigins: [APP],
    open: false,
    authenticate: {
      known: () => null,
      authenticate: async () => {
        throw new Error('no key is shown here')
      },
    },
  })
  addThingRoutes(app)
  const url = new URL('/things/x', await listenOnLoopback(app))
  const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: APP, ...PREFLIGHT } })
  assert.equal(asked.status, 204)
  const unnamed = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', ...PREFLIGHT },
  })
  assert.equal(unnamed.status, 405)
  assert.equal(unnamed.headers.get('access-control-allow-origin'), null)
})
