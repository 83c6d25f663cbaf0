// What a web page in the same browser can and cannot do to a service without keys.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { addThingRoutes, listenOnLoopback, testServer } from '#test/support/http/test-app.ts'

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Unlike fetch, sends any Host, Origin and request target. */
async function send(
  url: URL,
  { method = 'GET', path = '/things/x', headers, body }: Sent,
): Promise<{ status: number; code: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; code: string | undefined }>()
  const request = httpRequest(
    { hostname: url.hostname, port: url.port, method, path, headers, agent: false },
    (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const json = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string }
        resolve({ status: response.statusCode ?? 0, code: json.code })
      })
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

test('an open server answers to local names only', async (t) => {
  const app = await testServer(t, { host: 'Box.local' })
  addThingRoutes(app)
  const url = await listenOnLoopback(app)
  const { port } = url
  const good = [
    'localhost',
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    '127.8.9.1',
    `[::1]:${port}`,
    'LOCALHOST',
    'app.localhost',
    `box.local:${port}`,
  ]
  for (const host of good)
    assert.deepEqual(await send(url, { headers: { host } }), { status: 200, code: undefined }, host)
  const bad = [
    `rebind.evil.example:${port}`,
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '127.0.0.1@evil.example',
    'evil.example#localhost',
    '10.0.0.1',
    '0.0.0.0',
    '[::ffff:10.0.0.1]',
    '127.1',
    '2130706433',
    'localhost:x',
    ' ',
  ]
  for (const host of bad) {
    const { status, code } = await send(url, { headers: { host } })
    assert.deepEqual([status, code], [403, 'host_not_allowed'], host)
  }
  // An absolute target takes precedence over Host.
  const absolute = await send(url, { path: 'http://evil.example/things/x', headers: { host: 'localhost' } })
  assert.equal(absolute.code, 'host_not_allowed')
  const ours = await send(url, { path: 'http://localhost/things/x', headers: { host: 'localhost' } })
  assert.equal(ours.status, 200)
})

test('an open server refuses pages of other origins, whatever they send', async (t) => {
  const app = await testServer(t)
  addThingRoutes(app)
  const url = await listenOnLoopback(app)
  const host = url.host
  const body = '{"query":"x"}'
  const json = { host, 'content-type': 'application/json' }
  const refused: readonly Sent[] = [
    { headers: { host, origin: 'https://evil.example' } },
    { headers: { host, origin: 'null' } },
    { headers: { host, origin: 'http://localhost:3000' } },
    { headers: { host, origin: `http://${host}.evil.example` } },
    { headers: { host, origin: 'nonsense' } },
    { headers: { host, 'sec-fetch-site': 'cross-site' } },
    { headers: { host, 'sec-fetch-site': 'same-site' } },
    // A form or an image needs no preflight: these are the classic attacks.
    {
      method: 'POST',
      path: '/things',
      headers: { host, 'content-type': 'text/plain', origin: 'https://evil.example' },
      body,
    },
    { method: 'POST', path: '/things/x/stop', headers: { host, origin: 'https://evil.example' } },
    { path: '/nope', headers: { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
  ]
  for (const sent of refused) {
    const { status, code } = await send(url, sent)
    assert.deepEqual([status, code], [403, 'host_not_allowed'], JSON.stringify(sent))
  }
  const allowed: readonly Sent[] = [
    { headers: { host, origin: `http://${host}` } },
    { headers: { host, 'sec-fetch-site': 'same-origin' } },
    { headers: { host, 'sec-fetch-site': 'none' } },
    { method: 'POST', path: '/things', headers: { ...json, origin: `http://${host}` }, body },
  ]
  for (const sent of allowed) assert.equal((await send(url, sent)).status, 200, JSON.stringify(sent))
  // Without Origin (curl), the content type of a form is still not accepted.
  const form = await send(url, {
    method: 'POST',
    path: '/things',
    headers: { host, 'content-type': 'text/plain' },
    body,
  })
  assert.deepEqual([form.status, form.code], [415, 'unsupported_media_type'])
})

test('no answer allows another origin', async (t) => {
  const app = await testServer(t)
  addThingRoutes(app)
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/things',
    headers: { host: 'localhost', origin: 'http://localhost', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.statusCode, 405)
  for (const name of Object.keys(preflight.headers)) assert.doesNotMatch(name, /^access-control-/)
})
