// Who gets in where: every route of both services × every kind of key, from what the services say of themselves.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SCOPES, type Scope, type ScopeWord } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { hasWord, scopeCovers } from '#platform/http/auth/authenticator.ts'
import { makeKey } from '#platform/keys/key-format.ts'
import { openKeyring, type Keyring } from '#platform/keys/keyring.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { TEST_PEPPER as CRAWL_PEPPER } from '#test/support/crawl/start-crawl.ts'
import { TEST_PEPPER as PLACES_PEPPER } from '#test/support/places/start-places.ts'
import { operationsOf, readDescription, type NamedOperation } from '#test/support/http/openapi.ts'
import { startBoth } from '#test/support/description/start-both.ts'

const ANONYMOUS = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const WORDS = Object.keys(SCOPES) as Scope[]

interface Reply {
  readonly status: number
  readonly code: string | null
  /** Without what differs between any two requests. */
  readonly body: string
  readonly challenge: string | null
}

/** Asks in a way that does as little as possible: nothing has the id, and the body is empty. */
async function ask(url: string, operation: NamedOperation, key: string | null): Promise<Reply> {
  const { method, path, parameters = [] } = operation
  const target = new URL(path.replace(/\{\w+\}/g, ANONYMOUS), url)
  if (parameters.some(({ name }) => name === 'waitMs')) target.searchParams.set('waitMs', '0')
  const response = await fetch(target, {
    method,
    headers: {
      prefer: 'respond-async',
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true
  const {
    requestId: _id,
    instance: _instance,
    ...rest
  } = isProblem ? (JSON.parse(text) as Problem) : ({} as Problem)
  return {
    status: response.status,
    code: isProblem ? rest.code : null,
    body: JSON.stringify(rest),
    challenge: response.headers.get('www-authenticate'),
  }
}

async function ringOn(t: TestContext, db: Database, pepper: Buffer): Promise<Keyring> {
  const ring = await openKeyring({ db, log: silentLogger, pepper })
  t.after(async () => ring[Symbol.asyncDispose]())
  return ring
}

/** Keys of every scope that no longer count. */
async function endedKeys(ring: Keyring, db: Database): Promise<{ revoked: string; expired: string }> {
  const revoked = await ring.createKey({ name: 'revoked', scopes: ['admin'] })
  await ring.revokeKey(revoked.key.id)
  const expired = await ring.createKey({
    name: 'expired',
    scopes: ['admin'],
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await db.execute(sql`update api_keys set expires_at = now() - interval '1 minute' where name = 'expired'`)
  return { revoked: revoked.secret, expired: expired.secret }
}

test('every route lets in who it says it lets in, and tells nobody else anything', async (t) => {
  const admin = { name: 'admin', secret: 'the-admin-key-of-this-test-0001', scopes: ['admin'] as Scope[] }
  const both = await startBoth(t, { fixedKeys: [admin] })
  // A lease needs a proxy to be there.
  const added = await fetch(`${both.crawl.url}/api/proxy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.secret}` },
    body: JSON.stringify({ url: 'http://proxy.test:8000', group: 'eu', country: 'DE' }),
  })
  assert.equal(added.status, 201)
  const unknown = makeKey('live')
  const mistyped = unknown.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const [service, { url, db }, pepper] of [
    ['crawl', both.crawl, CRAWL_PEPPER],
    ['places', both.places, PLACES_PEPPER],
  ] as const) {
    const ring = await ringOn(t, db, pepper)
    const { revoked, expired } = await endedKeys(ring, db)
    const keysFor = new Map<string, { right: string; wrong: string }>()
    const keysOf = async (scope: Scope, orScopes: readonly ScopeWord[]) => {
      const name = [scope, ...orScopes].join(' ')
      const known = keysFor.get(name)
      if (known !== undefined) return known
      const others = WORDS.filter(
        (word) => !scopeCovers([word], scope) && !orScopes.some((or) => hasWord([word], or)),
      )
      const right = await ring.createKey({ name: scope, scopes: [scope] })
      const wrong = await ring.createKey({ name: `not ${scope}`, scopes: others })
      const made = { right: right.secret, wrong: wrong.secret }
      keysFor.set(name, made)
      return made
    }

    const refusals = new Set<string>()
    const operations = operationsOf(await readDescription(url))
    let guarded = 0
    for (const operation of operations) {
      const name = `${service} ${operation.method} ${operation.path}`
      const scope = operation['x-scope'] as Scope | undefined
      if (scope === undefined) {
        const isSigned = JSON.stringify(operation.security) === '[{"webhookSignature":[]}]'
        if (!isSigned) assert.deepEqual(operation.security, [], name)
        for (const key of [null, mistyped, unknown, revoked, expired]) {
          const { status } = await ask(url, operation, key)
          if (isSigned) assert.equal(status, 401, `${name} takes no key for a signature`)
          else assert.ok(status !== 401 && status !== 403, `${name} asks for no key but answered ${status}`)
        }
        continue
      }
      guarded += 1
      assert.ok((operation.security ?? []).length > 0, name)
      for (const key of [null, mistyped, unknown]) {
        const { status, body, challenge } = await ask(url, operation, key)
        assert.equal(status, 401, name)
        assert.equal(challenge, 'Bearer realm="surveyor"')
        refusals.add(body)
      }
      assert.deepEqual(await codeOf(ask(url, operation, revoked)), [401, 'key_revoked'], name)
      assert.deepEqual(await codeOf(ask(url, operation, expired)), [401, 'key_expired'], name)
      const orScopes = (operation['x-or-scopes'] ?? []) as ScopeWord[]
      const { right, wrong } = await keysOf(scope, orScopes)
      for (const or of orScopes) {
        const { right: maker } = await keysOf(or, [])
        const [, code] = await codeOf(ask(url, operation, maker))
        assert.notEqual(code, 'scope_missing', `${name} with ${or}`)
      }
      assert.deepEqual(await codeOf(ask(url, operation, wrong)), [403, 'scope_missing'], name)
      const { status, code } = await ask(url, operation, right)
      assert.ok(
        status !== 401 && code !== 'scope_missing',
        `${name} with ${scope} answered ${status} ${code}`,
      )
      assert.ok(status < 500 || status === 501, `${name} with ${scope} answered ${status}`)
    }
    assert.deepEqual(
      [...refusals].map((body) => (JSON.parse(body) as Problem).code),
      ['unauthenticated'],
      'no key, a mistyped and an unknown one get the same words everywhere',
    )
    assert.ok(guarded > operations.length / 2, service)
  }
})

async function codeOf(reply: Promise<Reply>): Promise<[number, string | null]> {
  const { status, code } = await reply
  return [status, code]
}
