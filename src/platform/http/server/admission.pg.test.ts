// Admission by keys, scopes and limits, tested through the server.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Scope } from '#contract/key.ts'
import { openKeyring } from '#platform/keys/keyring.ts'
import { pepperOf } from '#platform/keys/pepper.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { requireScope, scopeCovers, type Authenticator } from '#platform/http/auth/authenticator.ts'
import { createLocalRateLimiter } from '#platform/http/rate-limit/open-rate-limiter.ts'
import { clientSubject } from './admission.ts'
import type { RateLimiter } from '#platform/http/rate-limit/rate-limiter.ts'
import { testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'
import type { HttpServerOptions } from './server.ts'

/** Keys by their text; no key is known beforehand. */
function keysOf(scopes: Record<string, readonly Scope[]>): Authenticator {
  return {
    known: () => null,
    async authenticate(credential) {
      const granted = scopes[credential]
      if (granted === undefined) throw new SurveyorError('unauthenticated', 'No such key.')
      return { id: credential, keyId: credential, scopes: granted }
    },
  }
}

async function routes(t: TestContext, options: Partial<HttpServerOptions>): Promise<App> {
  const app = await testServer(t, options)
  const answer = (request: { caller: { id: string } }) => ({ caller: request.caller.id })
  app.get('/public', { schema: { summary: 'P' }, config: { group: null, scope: null } }, answer)
  app.get('/jobs', { schema: { summary: 'J' }, config: { group: null, scope: 'jobs' } }, answer)
  app.get('/maps', { schema: { summary: 'M' }, config: { group: null, scope: 'extract:maps' } }, answer)
  app.get(
    '/work',
    { schema: { summary: 'W' }, config: { group: null, scope: 'worker', bucket: 'worker' } },
    answer,
  )
  app.get('/free', { schema: { summary: 'F' }, config: { group: null, scope: null, bucket: 'none' } }, answer)
  return app
}

const ask = async (app: App, url: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url, headers: { host: 'localhost', ...headers } })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json<Record<string, unknown>>(),
  }
}

test('a scope covers itself and what is narrower; admin covers all', () => {
  assert.equal(scopeCovers(['extract'], 'extract:maps'), true)
  assert.equal(scopeCovers(['extract:maps'], 'extract'), false)
  assert.equal(scopeCovers(['extract:maps'], 'extract:markdown'), false)
  assert.equal(scopeCovers(['worker'], 'workers'), false)
  assert.equal(scopeCovers(['admin'], 'proxy:admin'), true)
  assert.equal(scopeCovers([], 'jobs'), false)
  assert.equal(scopeCovers(['jobs'], 'jobs:all'), false)
  assert.equal(scopeCovers(['jobs:all'], 'jobs'), true)
  assert.equal(scopeCovers(['admin'], 'jobs:all'), true)
  assert.throws(() => requireScope({ scopes: ['jobs'] }, 'keys'), {
    code: 'scope_missing',
  })
})

test('the table of keys and routes', async (t) => {
  const authenticate = keysOf({
    boss: ['admin'],
    maps: ['extract:maps'],
    all: ['extract', 'jobs'],
    machine: ['worker'],
  })
  const app = await routes(t, { open: false, authenticate })
  const table: Record<string, Record<string, number>> = {
    '': { '/public': 200, '/jobs': 401, '/maps': 401, '/work': 401, '/nope': 404 },
    unknown: { '/public': 200, '/jobs': 401, '/maps': 401, '/work': 401, '/nope': 404 },
    boss: { '/public': 200, '/jobs': 200, '/maps': 200, '/work': 200, '/nope': 404 },
    maps: { '/public': 200, '/jobs': 403, '/maps': 200, '/work': 403, '/nope': 404 },
    all: { '/public': 200, '/jobs': 200, '/maps': 200, '/work': 403, '/nope': 404 },
    machine: { '/public': 200, '/jobs': 403, '/maps': 403, '/work': 200, '/nope': 404 },
  }
  for (const [key, expected] of Object.entries(table)) {
    for (const [url, status] of Object.entries(expected)) {
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }] as const) {
        const answer = await ask(app, url, key === '' ? {} : headers)
        assert.equal(answer.status, status, `${key} ${url}`)
        if (status === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer realm="surveyor"')
        if (status === 403) assert.equal(answer.body['code'], 'scope_missing')
        if (status === 200) assert.equal(answer.body['caller'], url === '/public' ? 'anonymous' : key)
      }
    }
  }
  assert.equal((await ask(app, '/jobs', { authorization: 'Basic Ym9zczo=' })).status, 401)
})

test('an open server asks nobody', async (t) => {
  const app = await routes(t, {})
  assert.deepEqual((await ask(app, '/work')).body, { caller: 'open' })
})

function limiterOf(quota: number, worker: number): { limiter: RateLimiter; pass: (ms: number) => void } {
  let now = 0
  const policies = { default: { quota, windowMs: 60_000 }, worker: { quota: worker, windowMs: 60_000 } }
  return { limiter: createLocalRateLimiter({ policies, now: () => now }), pass: (ms) => (now += ms) }
}

test('each answer says what is left, and a refusal when to come back', async (t) => {
  const { limiter, pass } = limiterOf(100, 400)
  const app = await routes(t, { rateLimit: limiter })
  const first = await ask(app, '/public')
  assert.equal(first.headers['ratelimit-policy'], '"default";q=100;w=60')
  assert.match(String(first.headers['ratelimit']), /^"default";r=1;t=\d+$/)
  await ask(app, '/nope')
  const refused = await ask(app, '/public')
  assert.deepEqual([refused.status, refused.body['code']], [429, 'rate_limited'])
  assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
  assert.match(String(refused.headers['ratelimit']), /^"default";r=0;/)
  assert.equal(refused.body['retryable'], true)
  // Worker calls have their own bucket, and some paths have none.
  const work = await ask(app, '/work')
  assert.deepEqual([work.status, work.headers['ratelimit-policy']], [200, '"worker";q=400;w=60'])
  const free = await ask(app, '/free')
  assert.deepEqual([free.status, free.headers['ratelimit']], [200, undefined])
  pass(Number(refused.body['retryAfterMs']))
  assert.equal((await ask(app, '/public')).status, 200)
})

test('keys are counted apart from each other and from their address, attempts without one by address', async (t) => {
  const { limiter } = limiterOf(100, 100)
  const remembered = { id: 'ann', keyId: 'ann', scopes: ['jobs'] as const }
  let lookUps = 0
  const authenticate: Authenticator = {
    known: (credential) => (credential === 'ann' ? remembered : null),
    authenticate: async () => {
      lookUps += 1
      throw new SurveyorError('unauthenticated', 'No such key.')
    },
  }
  const app = await routes(t, { open: false, authenticate, rateLimit: limiter })
  const statuses = async (key: string, times: number) => {
    const seen: number[] = []
    for (let index = 0; index < times; index += 1)
      seen.push((await ask(app, '/jobs', { 'x-api-key': key })).status)
    return seen
  }
  // A flood of wrong keys is stopped before the database look-up, and does not affect a known key.
  assert.deepEqual(await statuses('guess', 5), [401, 401, 429, 429, 429])
  assert.equal(lookUps, 2)
  assert.deepEqual(await statuses('ann', 3), [200, 200, 429])
})

test('clients are told apart by address, IPv6 by network', () => {
  assert.equal(clientSubject('192.0.2.1'), 'ip:192.0.2.1')
  assert.equal(clientSubject('::ffff:192.0.2.1'), 'ip:192.0.2.1')
  assert.equal(clientSubject('2001:db8:1:2:3:4:5:6'), 'ip:2001:db8:1:2::/64')
  assert.equal(clientSubject('2001:DB8:1:2::'), 'ip:2001:db8:1:2::/64')
  assert.equal(clientSubject('2001:db8::1'), 'ip:2001:db8:0:0::/64')
  assert.equal(clientSubject('fe80::1%eth0'), clientSubject('fe80::2%eth0'))
  assert.equal(clientSubject('nonsense'), 'ip:nonsense')
})

test('with real keys: made, used, revoked', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await openKeyring({
    db,
    log: silentLogger,
    pepper: pepperOf('a pepper of at least thirty-two characters'),
  })
  t.after(async () => ring[Symbol.asyncDispose]())
  const app = await routes(t, { open: false, authenticate: ring })
  const { key, secret } = await ring.createKey({ name: 'a', scopes: ['jobs'] })
  const headers = { authorization: `Bearer ${secret}` }
  assert.deepEqual((await ask(app, '/jobs', headers)).body, { caller: key.id })
  assert.equal((await ask(app, '/maps', headers)).body['code'], 'scope_missing')
  await ring.revokeKey(key.id)
  const { status, body } = await ask(app, '/jobs', headers)
  assert.deepEqual([status, body['code']], [401, 'key_revoked'])
})
