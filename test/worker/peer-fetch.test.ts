// Servers that the operator named: reached on loopback without being opened, and only they.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startServer } from '#test/support/sites/local-server.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

async function setUp(t: TestContext) {
  const seen: { method: string; url: string; agent: string; type: string; body: string }[] = []
  const server = await startServer(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { 'user-agent': agent = '', 'content-type': type = '' } = request.headers
      const body = Buffer.concat(chunks).toString()
      seen.push({ method: request.method ?? '', url: request.url ?? '', agent, type, body })
      if (request.url === '/slow') return
      if (request.url === '/away')
        return void response.writeHead(302, { location: 'http://192.0.2.1/' }).end()
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '7' }).end('x'.repeat(1_000))
    })
  })
  const settings = {
    overpassUrl: `http://127.0.0.1:1/x, ${server.origin}/api/interpreter`,
    nominatimUrl: null,
  }
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/1 (+mail@example.org)' })
  t.after(() => peers[Symbol.asyncDispose]())
  return { origin: server.origin, seen, fetch: peers.fetch }
}

const LIMITS = { maxBytes: 10_000, deadlineMs: 10_000 }

test('a request goes out as it is, and any status is an answer', async (t) => {
  const { origin, seen, fetch } = await setUp(t)
  const answer = await fetch('overpassUrl', {
    ...LIMITS,
    url: `${origin}/api/interpreter?x=1`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'data=a%3Bb',
  })
  assert.equal(answer.status, 429)
  assert.equal(answer.headers['retry-after'], '7')
  assert.equal(answer.body.length, 1_000)
  assert.deepEqual(seen, [
    {
      method: 'POST',
      url: '/api/interpreter?x=1',
      agent: 'Surveyor/1 (+mail@example.org)',
      type: 'application/x-www-form-urlencoded',
      body: 'data=a%3Bb',
    },
  ])
})

test('a redirect is an answer and is not followed', async (t) => {
  const { origin, fetch } = await setUp(t)
  assert.equal((await fetch('overpassUrl', { ...LIMITS, url: `${origin}/away` })).status, 302)
})

test('nothing but the origin of the setting is asked', async (t) => {
  const { origin, seen, fetch } = await setUp(t)
  const { port } = new URL(origin)
  for (const [setting, url] of [
    ['overpassUrl', `http://localhost:${port}/`],
    ['overpassUrl', `https://127.0.0.1:${port}/`],
    ['overpassUrl', 'http://127.0.0.1:2/'],
    ['nominatimUrl', `${origin}/`],
    ['unknown', `${origin}/`],
  ] as const) {
    await assert.rejects(fetch(setting, { ...LIMITS, url }), { code: 'url_not_allowed' }, `${setting} ${url}`)
  }
  assert.deepEqual(seen, [])
})

test('what is too large, too late, or not there has its own error', async (t) => {
  const { origin, fetch } = await setUp(t)
  await assert.rejects(fetch('overpassUrl', { ...LIMITS, maxBytes: 999, url: `${origin}/` }), {
    code: 'target_too_large',
  })
  await assert.rejects(fetch('overpassUrl', { ...LIMITS, deadlineMs: 100, url: `${origin}/slow` }), {
    code: 'target_timeout',
  })
  await assert.rejects(fetch('overpassUrl', { ...LIMITS, url: 'http://127.0.0.1:1/x' }), {
    code: 'target_connect_error',
  })
  const enough = new Error('enough')
  const signal = AbortSignal.abort(enough)
  await assert.rejects(fetch('overpassUrl', { ...LIMITS, url: `${origin}/slow`, signal }), enough)
})
