// Keys of places, which `surveyor keys` makes: limits of their own hold here too, and everybody is counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import { startTestPlaces, TEST_PEPPER } from '#test/support/places/start-places.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'

test('a key with limits of its own is held to them, others and strangers to those of everybody', async (t) => {
  const places = await startTestPlaces(t, {
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const ring = await openKeyring({ db: places.db, log: silentLogger, pepper: TEST_PEPPER })
  t.after(async () => ring[Symbol.asyncDispose]())
  const ask = async (key: string) => places.get('/api/places', { authorization: `Bearer ${key}` })
  const slow = await ring.createKey({ name: 'slow', scopes: ['places'], requestsPerMinute: 2 })
  const first = await ask(slow.secret)
  assert.deepEqual([first.status, first.headers.get('ratelimit-policy')], [200, '"default";q=2;w=60'])
  assert.equal((await ask(slow.secret)).status, 200, 'at once, where the minute has room for both')
  const second = await ask(slow.secret)
  assert.deepEqual([second.status, second.body.code], [429, 'rate_limited'])
  assert.ok(Number(second.headers.get('retry-after')) > 1)

  const away = await ring.createKey({ name: 'away', scopes: ['places'], allowedIps: ['10.0.0.0/8'] })
  const refused = await ask(away.secret)
  assert.deepEqual([refused.status, refused.body.code], [403, 'address_not_allowed'])
  const health = await places.get('/health', { authorization: `Bearer ${away.secret}` })
  assert.equal(health.body.checks, undefined, 'details are for those who may')

  for (let times = 0; times < 3; times += 1) {
    const { status, headers } = await ask(ADMIN)
    assert.deepEqual([status, headers.get('ratelimit-policy')], [200, '"default";q=30000;w=60'])
  }
  const stranger = await places.get('/api/places')
  assert.deepEqual(
    [stranger.status, stranger.headers.get('ratelimit-policy')],
    [401, '"default";q=30000;w=60'],
  )
})

test('a key that may only read reads and exports places, and changes none', async (t) => {
  const places = await startTestPlaces(t, {
    fixedKeys: [{ name: 'reader', secret: ADMIN, scopes: ['places:read'] }],
  })
  const authorization = `Bearer ${ADMIN}`
  for (const path of ['/api/places', '/api/browse/sessions', '/api/merges', '/api/browse/categories'])
    assert.equal((await places.get(path, { authorization })).status, 200, path)
  for (const [method, path] of [
    ['DELETE', '/api/places/osm:node/1'],
    ['DELETE', '/api/browse/sessions/ses_01920000-0000-7000-8000-000000000000'],
    ['POST', '/api/merges/find'],
    ['POST', '/api/reparse'],
    ['POST', '/api/search'],
  ] as const) {
    const sent = await fetch(places.url + path, {
      method,
      body: method === 'POST' ? '{}' : null,
      headers: { authorization, 'content-type': 'application/json' },
    })
    const { code } = (await sent.json()) as { code: string }
    assert.deepEqual([sent.status, code], [403, 'scope_missing'], `${method} ${path}`)
  }
})
