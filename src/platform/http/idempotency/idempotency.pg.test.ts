// Idempotency-Key on a real database: the work is done once despite repeats, races and crashes.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import type { Authenticator } from '#platform/http/auth/authenticator.ts'
import { idempotent } from './idempotency.ts'
import { testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'
import type { HttpServerOptions } from '#platform/http/server/server.ts'

interface Bench {
  readonly app: App
  readonly db: Database
  /** How often the handler ran. */
  readonly runs: () => number
  post(
    key: string | undefined,
    body?: object,
    url?: string,
    headers?: object,
  ): Promise<{
    status: number
    code?: string
    body: string
    replayed: unknown
    headers: Record<string, unknown>
  }>
}

async function bench(
  t: TestContext,
  options: {
    work?: (run: number) => Promise<unknown>
    lockMs?: number
    server?: Partial<HttpServerOptions>
  } = {},
): Promise<Bench> {
  const db = await createTestDatabase(t, ['keys'])
  const app = await testServer(t, options.server)
  let runs = 0
  const body = Type.Object({ n: Type.Optional(Type.Integer()) }, { additionalProperties: false })
  for (const url of ['/a', '/b']) {
    app.post(
      url,
      {
        schema: { summary: url, body },
        config: { group: 'things', scope: 'search' },
        ...idempotent({ db, ...(options.lockMs === undefined ? {} : { lockMs: options.lockMs }) }),
      },
      async (_request, reply) => {
        runs += 1
        const answer = await options.work?.(runs)
        return reply
          .code(202)
          .header('location', `/jobs/${runs}`)
          .send(answer ?? { run: runs })
      },
    )
  }
  return {
    app,
    db,
    runs: () => runs,
    async post(key, payload = {}, url = '/a', headers = {}) {
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { host: 'localhost', ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
        payload,
      })
      const { code } =
        response.headers['content-type']?.toString().includes('problem') === true
          ? response.json<{ code: string }>()
          : {}
      return {
        status: response.statusCode,
        ...(code === undefined ? {} : { code }),
        body: response.body,
        replayed: response.headers['idempotency-replayed'],
        headers: response.headers,
      }
    },
  }
}

test('the same request gets the same answer, another body does not', async (t) => {
  const { post, runs } = await bench(t)
  const first = await post('k1', { n: 1 })
  assert.deepEqual([first.status, first.replayed], [202, undefined])
  const again = await post('k1', { n: 1 })
  assert.deepEqual([again.status, again.replayed, again.body], [202, 'true', first.body])
  assert.equal(again.headers['location'], '/jobs/1')
  assert.equal(again.headers['content-type'], first.headers['content-type'])
  // A structured field is the same key.
  assert.equal((await post('"k1"', { n: 1 })).replayed, 'true')
  assert.equal(runs(), 1)
  for (const other of [
    await post('k1', { n: 2 }),
    await post('k1', { n: 1 }, '/b'),
    await post('k1', { n: 1 }, '/a?x'),
  ]) {
    assert.equal(other.status, 422)
  }
  assert.equal((await post('k1', { n: 2 })).code, 'idempotency_key_reuse')
  assert.equal(runs(), 1)
  await post(undefined, { n: 1 })
  await post('k2', { n: 1 })
  assert.equal(runs(), 3)
})

test('of many at once one runs, the others learn that it does', async (t) => {
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { post, runs } = await bench(t, {
    work: async () => {
      started.resolve()
      await release.promise
    },
  })
  const first = post('k')
  await started.promise
  const others = await Promise.all(Array.from({ length: 10 }, async () => post('k')))
  for (const other of others) {
    assert.deepEqual([other.status, other.code], [409, 'idempotency_in_flight'])
    assert.equal(other.headers['retry-after'], '1')
  }
  release.resolve()
  assert.equal((await first).status, 202)
  assert.equal((await post('k')).replayed, 'true')
  assert.equal(runs(), 1)
})

test('an error is not kept: the next attempt runs', async (t) => {
  const failing = [new SurveyorError('queue_full', 'Full.'), new Error('broken')]
  const { post, runs } = await bench(t, {
    work: async (run) => {
      const error = failing[run - 1]
      if (error !== undefined) throw error
    },
  })
  assert.equal((await post('k')).status, 503)
  assert.equal((await post('k')).status, 500)
  assert.equal((await post('k', { n: 'x' })).status, 422)
  assert.equal((await post('k')).status, 202)
  assert.equal((await post('k')).replayed, 'true')
  assert.equal(runs(), 3)
})

test('a request that crashed does not block its key for ever', async (t) => {
  const { post, runs, db } = await bench(t)
  await post('k', { n: 1 })
  // The state after a crash: a row without an answer.
  await db.execute(sql`update idempotency_keys set status = null, headers = null, body = null`)
  assert.equal((await post('k', { n: 1 })).code, 'idempotency_in_flight')
  await db.execute(sql`update idempotency_keys set locked_until = now()`)
  assert.equal((await post('k', { n: 2 })).code, 'idempotency_key_reuse')
  assert.equal((await post('k', { n: 1 })).status, 202)
  assert.equal(runs(), 2)
})

test('a request that takes longer than a lock keeps its key', async (t) => {
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { post, runs, db } = await bench(t, {
    lockMs: 300,
    work: async () => {
      started.resolve()
      await release.promise
    },
  })
  const slow = post('k')
  await started.promise
  // The test lends the lock an hour, so that it never runs out while the machine is busy; each renewal takes that back.
  const lend = sql`
    update idempotency_keys set locked_until = now() + interval '1 hour'
    where locked_until < now() + interval '1 minute'`
  for (let renewals = 0; renewals < 5; renewals += await db.execute(lend)) await delay(20)
  assert.equal((await post('k')).code, 'idempotency_in_flight')
  release.resolve()
  assert.equal((await slow).status, 202)
  assert.equal(runs(), 1)
})

test('a request that outlived its lock does not overwrite the answer of its successor', async (t) => {
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { post, db } = await bench(t, {
    work: async (run) => {
      if (run > 1) return { from: 'second' }
      started.resolve()
      await release.promise
      return { from: 'first' }
    },
  })
  const slow = post('k')
  await started.promise
  await db.execute(sql`update idempotency_keys set locked_until = now()`)
  assert.match((await post('k')).body, /second/)
  release.resolve()
  assert.match((await slow).body, /first/)
  assert.match((await post('k')).body, /second/)
})

test('after a day the key is free, and old rows are swept', async (t) => {
  const { post, runs, db } = await bench(t)
  await post('k')
  await db.execute(sql`update idempotency_keys set expires_at = now()`)
  const again = await post('k', { n: 7 })
  assert.deepEqual([again.status, again.replayed], [202, undefined])
  assert.equal(runs(), 2)
  const [row] = await db.query<{ hours: number }>(
    sql`select extract(epoch from expires_at - now())::float8 / 3600 as hours from idempotency_keys`,
  )
  assert.ok(row !== undefined && row.hours > 23.9 && row.hours <= 24)
})

test('keys of different callers are different keys', async (t) => {
  const callers: Authenticator = {
    known: () => null,
    authenticate: async (credential) => ({ id: credential, keyId: credential, scopes: ['admin'] }),
  }
  const { post, runs } = await bench(t, { server: { open: false, authenticate: callers } })
  await post('k', {}, '/a', { 'x-api-key': 'ann' })
  const other = await post('k', {}, '/a', { 'x-api-key': 'bob' })
  assert.equal(other.replayed, undefined)
  assert.equal(runs(), 2)
})

test('a malformed key is refused, a stream is not kept', async (t) => {
  const { post, runs } = await bench(t, { work: async () => Readable.from(['{"streamed":true}']) })
  for (const key of ['', 'a b', 'ü', 'x'.repeat(256), '"a"b"é"']) {
    assert.equal((await post(key)).code, 'invalid_header', key)
  }
  assert.equal(runs(), 0)
  await post('k')
  assert.equal((await post('k')).replayed, undefined)
  assert.equal(runs(), 2)
})
