import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type {
  LeasedProxy,
  Proxy,
  ProxyLease,
  ProxyOverview,
  ProxyStats,
  ReleaseProxyAnswer,
} from '#contract/crawl/learned/proxy.ts'
import type { Problem } from '#contract/problem.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'

/** A pool, and short calls on it. */
async function startPool(t: TestContext, replicaOf?: TestCrawl) {
  const webhooks = { hosts: ['hooks.test=127.0.0.1:1'] }
  const replica = replicaOf === undefined ? {} : { db: replicaOf.db, replicated: true }
  const crawl = await startTestCrawl(t, { webhooks, ...replica })
  let count = 0
  return {
    crawl,
    async add(body: object = {}): Promise<string> {
      const url = `http://user:pass@proxy-${(count += 1)}.test:8000`
      const added = await crawl.call<Proxy>('POST', '/api/proxy', { body: { url, ...body } })
      assert.equal(added.status, 201, added.text)
      return added.json.id
    },
    async lease(body: object = {}): Promise<LeasedProxy> {
      const answer = await crawl.call<LeasedProxy>('POST', '/api/proxy/lease', { body })
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    },
    async refusal(body: object = {}): Promise<Problem> {
      const answer = await crawl.call<Problem>('POST', '/api/proxy/lease', { body })
      assert.deepEqual([answer.status, answer.json.code], [503, 'no_proxy_available'], answer.text)
      return answer.json
    },
    async release(leaseId: string, outcome: string, more: object = {}): Promise<string> {
      const answer = await crawl.call<ReleaseProxyAnswer>('POST', '/api/proxy/release', {
        body: { leaseId, outcome, ...more },
      })
      assert.equal(answer.status, 200, answer.text)
      return answer.json.state
    },
    proxy: async (id: string): Promise<Proxy> => (await crawl.call<Proxy>('GET', `/api/proxy/${id}`)).json,
    group: async (name: string, body: object) => crawl.call('PATCH', `/api/proxy/groups/${name}`, { body }),
    /** Ends what has to last by the clock of the database. */
    pass: async (what: 'cooldown' | 'lease') =>
      what === 'cooldown'
        ? crawl.db.execute(sql`update proxies set cooldown_until = now() where cooldown_until is not null`)
        : crawl.db.execute(sql`update proxy_leases set expires_at = now() where state = 'active'`),
  }
}
type Pool = Awaited<ReturnType<typeof startPool>>

/** Leases and releases at once. */
async function use(pool: Pool, outcome: string, body: object = {}): Promise<string> {
  const { leaseId, proxy } = await pool.lease(body)
  await pool.release(leaseId, outcome)
  return proxy.id
}

test('a lease has the whole URL, and a release is counted once', async (t) => {
  const pool = await startPool(t)
  const id = await pool.add({ group: 'eu', country: 'DE', kind: 'mobile' })
  const { leaseId, proxy, sticky, expiresAt } = await pool.lease({ targetDomain: 'www.shop.test' })
  assert.deepEqual(proxy, {
    id,
    group: 'eu',
    kind: 'mobile',
    country: 'DE',
    dns: 'local',
    url: 'http://user:pass@proxy-1.test:8000',
  })
  assert.equal(sticky, null)
  assert.ok(Date.parse(expiresAt) > Date.now() + 100_000)
  assert.equal((await pool.proxy(id)).usage.leased, 1)
  const more = { statusCode: 200, latencyMs: 40, bytes: 5_000, requests: 3 }
  assert.equal(await pool.release(leaseId, 'ok', more), 'released')
  assert.equal(await pool.release(leaseId, 'connect_error', more), 'released')
  const { usage, health, state } = await pool.proxy(id)
  assert.deepEqual(usage, { requests: 3, bytes: 5_000, leases: 1, leased: 0 })
  assert.deepEqual([state, health.successRate, health.latencyMs], ['healthy', 1, { p50: 40, p95: 40 }])
  const leases = await pool.crawl.call<{ items: ProxyLease[] }>('GET', '/api/proxy/leases?state=released')
  assert.ok(!leases.text.includes('pass'))
  const [lease] = leases.json.items
  assert.deepEqual([lease?.domain, lease?.outcome, lease?.bytes], ['shop.test', 'ok', 5_000])
  const stats = await pool.crawl.call<ProxyStats>('GET', '/api/proxy/stats')
  assert.deepEqual(stats.json.last24h.byOutcome, { ok: 1 })
  assert.deepEqual(stats.json.byKind, [{ kind: 'mobile', proxies: 1, leases: 1, successRate: 1 }])
})

test('bad input and unknown leases are named', async (t) => {
  const pool = await startPool(t)
  await pool.add()
  for (const [body, pointer] of [
    [{ targetDomain: 'a b' }, '/targetDomain'],
    [{ targetDomain: '[' }, '/targetDomain'],
    [{ jobId: 'nonsense' }, '/jobId'],
    [{ ttlMs: 600_001 }, '/ttlMs'],
    [{ country: 'de' }, '/country'],
  ] as const) {
    const { status, json } = await pool.crawl.call<Problem>('POST', '/api/proxy/lease', { body })
    assert.deepEqual([status, json.errors?.[0]?.pointer], [422, pointer])
  }
  for (const leaseId of ['lse_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89', 'nonsense']) {
    const unknown = await pool.crawl.call<Problem>('POST', '/api/proxy/release', {
      body: { leaseId, outcome: 'ok' },
    })
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'not_found'])
  }
  assert.equal((await pool.proxy((await pool.lease()).proxy.id)).usage.leased, 1)
})

test('never more leases than allowed, on two replicas, and who waits is next', async (t) => {
  const first = await startPool(t)
  const second = await startPool(t, first.crawl)
  const id = await first.add({ maxConcurrency: 3 })
  const asked = await Promise.all(
    Array.from({ length: 24 }, async (_, at) =>
      (at % 2 === 0 ? first : second).crawl.call<LeasedProxy & Problem>('POST', '/api/proxy/lease', {
        body: {},
      }),
    ),
  )
  const got = asked.filter(({ status }) => status === 201)
  assert.equal(got.length, 3)
  for (const { json } of asked.filter(({ status }) => status !== 201))
    assert.deepEqual([json.code, json.reason], ['no_proxy_available', 'all_busy'])
  assert.equal((await first.proxy(id)).usage.leased, 3)
  const waiting = second.lease({ waitMs: 30_000 })
  await first.release(got[0]?.json.leaseId ?? '', 'ok')
  assert.equal((await waiting).proxy.id, id)
  assert.equal((await first.refusal()).reason, 'all_busy')
})

test('why there is none: no such proxy, a cool-down with its end, a budget until tomorrow', async (t) => {
  const pool = await startPool(t)
  assert.deepEqual(
    [(await pool.refusal()).reason, (await pool.refusal()).nextAvailableAt],
    ['none_match', null],
  )
  const id = await pool.add({ group: 'eu', country: 'DE' })
  for (const body of [{ country: 'FR' }, { group: 'us' }, { kind: 'isp' }, { exclude: [id] }]) {
    const { reason, retryable } = await pool.refusal(body)
    assert.deepEqual([reason, retryable], ['none_match', false])
  }
  for (let times = 0; times < 3; times += 1) await use(pool, 'connect_error')
  const { state, health } = await pool.proxy(id)
  assert.deepEqual([state, health.lastError], ['cooling', 'connect_error'])
  const cooling = await pool.refusal({ waitMs: 1_000 })
  assert.equal(cooling.reason, 'all_cooling')
  const waitMs = Date.parse(cooling.nextAvailableAt ?? '') - Date.now()
  assert.ok(waitMs > 0 && waitMs <= 37_500, `${waitMs}`)

  await pool.crawl.call('PATCH', `/api/proxy/${id}`, { body: { state: 'new' } })
  await pool.group('eu', { budget: { bytesPerDay: 1_000 } })
  const { leaseId } = await pool.lease()
  await pool.release(leaseId, 'ok', { bytes: 1_000 })
  const spent = await pool.refusal({ group: 'eu' })
  assert.equal(spent.reason, 'budget_spent')
  assert.ok((spent.retryAfterMs ?? 0) <= 86_400_000)
  const overview = await pool.crawl.call<ProxyOverview>('GET', '/api/proxy/health/overview')
  assert.deepEqual(
    overview.json.alerts.map(({ code }) => code),
    ['budget_spent'],
  )
  await pool.group('eu', { budget: null })
  await pool.lease({ group: 'eu' })
})

test('a proxy that cooled down is tried by one lease; failing again it rests twice as long, and is put away in the end', async (t) => {
  const pool = await startPool(t)
  const id = await pool.add()
  for (let times = 0; times < 3; times += 1) await use(pool, 'connect_error')
  for (let coolings = 1; coolings < 6; coolings += 1) {
    assert.equal((await pool.proxy(id)).state, 'cooling')
    await pool.pass('cooldown')
    const probe = await pool.lease()
    assert.equal((await pool.proxy(id)).state, 'probing')
    assert.equal((await pool.refusal()).reason, 'all_busy')
    await pool.release(probe.leaseId, 'timeout')
  }
  const { state, health } = await pool.proxy(id)
  assert.equal(state, 'quarantined')
  assert.ok(Date.parse(health.cooldownUntil ?? '') > Date.now() + 3_600_000)
  await pool.pass('cooldown')
  await use(pool, 'ok')
  assert.equal((await pool.proxy(id)).state, 'healthy')

  const refused = await pool.lease()
  await pool.release(refused.leaseId, 'auth_error')
  const disabled = await pool.proxy(id)
  assert.deepEqual([disabled.state, disabled.disabledReason], ['disabled', 'auth_error'])
  assert.equal((await pool.refusal()).reason, 'none_match')
  await pool.crawl.call('PATCH', `/api/proxy/${id}`, { body: { url: 'http://user:other@proxy-1.test:8000' } })
  assert.equal((await pool.proxy(id)).state, 'new')
})

test('a domain that bans a proxy takes it away there and nowhere else', async (t) => {
  const pool = await startPool(t)
  const banned = await pool.add()
  const at = (targetDomain: string) => ({ targetDomain })
  for (let times = 0; times < 3; times += 1) await use(pool, 'blocked', at('www.strict.test'))
  assert.equal((await pool.refusal(at('shop.strict.test'))).reason, 'all_cooling')
  assert.equal(await use(pool, 'ok', at('other.test')), banned)
  const other = await pool.add()
  assert.equal(await use(pool, 'ok', at('strict.test')), other)
  const overview = await pool.crawl.call<ProxyOverview>('GET', '/api/proxy/health/overview')
  assert.deepEqual(overview.json.groups[0]?.topBlockedDomains, [
    { domain: 'strict.test', blocked: 3, proxies: 1 },
  ])
  // What leases of before the ban still bring does not add up against the proxy.
  const { score } = (await pool.proxy(banned)).health
  const late = await Promise.all([1, 2, 3].map(async () => pool.lease({ exclude: [other] })))
  await pool.crawl.db.execute(sql`update proxy_leases set domain = 'strict.test' where state = 'active'`)
  for (const { leaseId } of late) await pool.release(leaseId, 'blocked')
  assert.deepEqual(
    [(await pool.proxy(banned)).state, (await pool.proxy(banned)).health.score],
    ['healthy', score],
  )
})

test('a session keeps its proxy until that fails, says when it moved, and may insist', async (t) => {
  const pool = await startPool(t)
  await Promise.all([1, 2, 3, 4].map(async () => pool.add({ maxConcurrency: 2 })))
  const session = { sessionKey: 'cart' }
  const first = await pool.lease(session)
  assert.equal(first.sticky, 'new')
  const second = await pool.lease(session)
  assert.deepEqual([second.sticky, second.proxy.id], ['kept', first.proxy.id])
  // Both leases of the proxy are held now: who waits gets it, who does not moves.
  const patient = pool.lease({ ...session, waitMs: 30_000 })
  const strict = await pool.refusal({ ...session, strictSticky: true })
  assert.equal(strict.reason, 'all_busy')
  await pool.release(second.leaseId, 'ok')
  const third = await patient
  assert.deepEqual([third.sticky, third.proxy.id], ['kept', first.proxy.id])
  await pool.release(third.leaseId, 'ok')
  await pool.release(first.leaseId, 'blocked')
  const insisted = await pool.lease({ ...session, strictSticky: true })
  assert.equal(insisted.proxy.id, first.proxy.id)
  await pool.release(insisted.leaseId, 'blocked')
  const moved = await pool.lease(session)
  assert.equal(moved.sticky, 'moved')
  assert.notEqual(moved.proxy.id, first.proxy.id)
  await pool.release(moved.leaseId, 'ok')
  assert.equal((await pool.lease(session)).proxy.id, moved.proxy.id)
  const crowd = await Promise.all(
    [1, 2].map(async () => pool.lease({ sessionKey: 'crowd', exclude: [moved.proxy.id] })),
  )
  assert.equal(new Set(crowd.map(({ proxy }) => proxy.id)).size, 1)
})

test('strategies, and a group without proxies to give falls back', async (t) => {
  const pool = await startPool(t)
  const ids = [await pool.add({ group: 'a' }), await pool.add({ group: 'a' }), await pool.add({ group: 'a' })]
  await pool.group('a', { strategy: 'round_robin' })
  const turns: string[] = []
  for (let times = 0; times < 6; times += 1) turns.push(await use(pool, 'ok', { group: 'a' }))
  assert.deepEqual(turns.slice(0, 3).toSorted(), ids.toSorted())
  assert.deepEqual(turns.slice(3), turns.slice(0, 3))
  await pool.group('a', { strategy: 'least_used' })
  const held = [
    await pool.lease({ group: 'a' }),
    await pool.lease({ group: 'a' }),
    await pool.lease({ group: 'a' }),
  ]
  assert.equal(new Set(held.map(({ proxy }) => proxy.id)).size, 3)
  const spare = await pool.add({ group: 'b' })
  await pool.group('a', { fallbackGroup: 'b' })
  const { proxy } = await pool.lease({ group: 'a', exclude: ids })
  assert.deepEqual([proxy.id, proxy.group], [spare, 'b'])
})

test('a lease that nobody releases ends by the clock of the database and counts little; a removed proxy revokes', async (t) => {
  const pool = await startPool(t)
  const id = await pool.add({ maxConcurrency: 1 })
  const lost = await pool.lease()
  await pool.pass('lease')
  const next = await pool.lease()
  assert.equal(next.proxy.id, id)
  assert.equal(await pool.release(lost.leaseId, 'ok'), 'expired')
  const { health, usage, state } = await pool.proxy(id)
  assert.deepEqual([health.score, health.consecutiveFailures, usage.leased, state], [0.93, 0, 1, 'healthy'])
  await pool.crawl.call('DELETE', `/api/proxy/${id}`)
  assert.equal(await pool.release(next.leaseId, 'ok'), 'revoked')
})

test('receivers are told once when a group has nothing left', async (t) => {
  const pool = await startPool(t)
  const endpoint = await pool.crawl.call('POST', '/api/webhook-endpoints', {
    body: { url: 'http://hooks.test/', events: ['proxy.group_exhausted'] },
  })
  assert.equal(endpoint.status, 201, endpoint.text)
  const id = await pool.add({ group: 'eu' })
  const told = async () =>
    (
      await pool.crawl.db.query<{ body: string }>(sql`
      select body from webhook_records where event = 'proxy.group_exhausted'`)
    ).map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data)
  const held = await pool.lease()
  await pool.crawl.db.execute(sql`update proxies set max_concurrency = 1`)
  await pool.refusal()
  assert.deepEqual(await told(), [])
  await pool.release(held.leaseId, 'ok')
  await pool.crawl.call('PATCH', `/api/proxy/${id}`, { body: { state: 'disabled' } })
  for (let times = 0; times < 3; times += 1) await pool.refusal({ group: 'eu' })
  assert.deepEqual(
    (await told()).map(({ group, reason, proxies }) => ({ group, reason, proxies })),
    [{ group: 'eu', reason: 'all_cooling', proxies: 1 }],
  )
})
