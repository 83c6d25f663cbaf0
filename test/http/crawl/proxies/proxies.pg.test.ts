import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Proxy, ProxyGroup } from '#contract/crawl/learned/proxy.ts'
import type { Problem } from '#contract/problem.ts'
import { sql } from '#platform/db/sql.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

const SECRET = 'sesame-open-1'
const URL_WITH_SECRET = `http://user-7:${SECRET}@proxy.test:8000`
interface List<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

test('a proxy is added, shown without its credentials, changed and removed', async (t) => {
  const crawl = await startTestCrawl(t)
  const body = { url: URL_WITH_SECRET, group: 'eu', kind: 'residential', country: 'DE', tags: ['a'] }
  const added = await crawl.call<Proxy>('POST', '/api/proxy', { body })
  assert.equal(added.status, 201, added.text)
  const { id } = added.json
  assert.equal(added.headers.get('location'), `/api/proxy/${id}`)
  assert.deepEqual(
    { ...added.json, id: '', createdAt: '' },
    {
      id: '',
      group: 'eu',
      label: null,
      kind: 'residential',
      country: 'DE',
      city: null,
      asn: null,
      dns: 'local',
      maxConcurrency: 10,
      weight: 1,
      costPerGb: null,
      tags: ['a'],
      url: 'http://proxy.test:8000',
      protocol: 'http',
      hasCredentials: true,
      state: 'new',
      disabledReason: null,
      health: {
        score: 1,
        successRate: null,
        latencyMs: null,
        lastError: null,
        lastErrorAt: null,
        consecutiveFailures: 0,
        cooldownUntil: null,
      },
      usage: { requests: 0, bytes: 0, leases: 0, leased: 0 },
      createdAt: '',
    },
  )
  const again = await crawl.call<Problem>('POST', '/api/proxy', { body })
  assert.deepEqual([again.status, again.json.code], [409, 'conflict'])

  const other = await crawl.call<Proxy>('POST', '/api/proxy', { body: { url: 'socks5://[2001:db8::1]' } })
  assert.deepEqual([other.json.url, other.json.hasCredentials], ['socks5://[2001:db8::1]:1080', false])
  const taken = await crawl.call<Problem>('PATCH', `/api/proxy/${other.json.id}`, { body: { url: body.url } })
  assert.deepEqual([taken.status, taken.json.code], [409, 'conflict'])
  const page = await crawl.call<List<Proxy>>('GET', '/api/proxy?limit=1')
  assert.deepEqual(
    page.json.items.map((proxy) => proxy.id),
    [other.json.id],
  )
  const next = await crawl.call<List<Proxy>>('GET', `/api/proxy?limit=1&cursor=${page.json.nextCursor}`)
  assert.deepEqual([next.json.items[0]?.id, next.json.nextCursor], [id, null])
  for (const [query, ids] of [
    ['group=eu', [id]],
    ['kind=datacenter', [other.json.id]],
    ['country=DE&tag=a', [id]],
    ['state=cooling', []],
  ] as const) {
    const { json } = await crawl.call<List<Proxy>>('GET', `/api/proxy?${query}`)
    assert.deepEqual(
      json.items.map((proxy) => proxy.id),
      ids,
      query,
    )
  }

  const changed = await crawl.call<Proxy>('PATCH', `/api/proxy/${id}`, {
    body: { state: 'disabled', label: 'L', maxConcurrency: 2 },
  })
  const { state, disabledReason, label, maxConcurrency } = changed.json
  assert.deepEqual([state, disabledReason, label, maxConcurrency], ['disabled', 'manual', 'L', 2])
  const woken = await crawl.call<Proxy>('PATCH', `/api/proxy/${id}`, { body: { state: 'new' } })
  assert.deepEqual([woken.json.state, woken.json.disabledReason], ['new', null])

  const everything = [
    (await crawl.call('GET', '/api/proxy')).text,
    (await crawl.call('GET', `/api/proxy/${id}`)).text,
    (await crawl.call('GET', '/api/proxy/stats')).text,
    (await crawl.call('GET', '/api/proxy/health/overview')).text,
    (await crawl.call('GET', '/metrics')).text,
    JSON.stringify(await crawl.db.query(sql`select * from proxies`)),
    JSON.stringify(await crawl.db.query(sql`select encode(credentials, 'escape') as c from proxies`)),
  ].join('\n')
  assert.ok(!everything.includes(SECRET) && !everything.includes('user-7'))
  assert.match(everything, /surveyor_proxy_health\{.*state="new".*\} 2/)

  assert.equal((await crawl.call('DELETE', `/api/proxy/${id}`)).status, 204)
  for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
    const options = method === 'PATCH' ? { body: { label: null } } : {}
    const gone = await crawl.call<Problem>(method, `/api/proxy/${id}`, options)
    assert.deepEqual([gone.status, gone.json.code], [404, 'not_found'], method)
  }
})

test('a URL that is none of a proxy is refused at its place, and without what may be a secret', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const url of [
    'ftp://proxy.test',
    'http://',
    `http://u:${SECRET}@proxy.test/path`,
    `http://u:${SECRET}@proxy.test:0`,
    `socks5://u:${SECRET}%00@proxy.test`,
    `http://u:${SECRET}%@proxy.test`,
    `http://u%3Av:${SECRET}@proxy.test`,
    `http://${'u'.repeat(256)}:${SECRET}@proxy.test`,
  ]) {
    const { status, json, text } = await crawl.call<Problem>('POST', '/api/proxy', { body: { url } })
    assert.deepEqual([status, json.code, json.errors?.[0]?.pointer], [422, 'validation_failed', '/url'], url)
    assert.ok(!text.includes(SECRET), text)
  }
  const wrong = await crawl.call<Problem>('POST', '/api/proxy', {
    body: { url: 'http://proxy.test', maxConcurrency: 0, kin: 'isp' },
  })
  assert.equal(wrong.status, 422)
  assert.equal((await crawl.call<List<Proxy>>('GET', '/api/proxy')).json.items.length, 0)
})

test('groups: made, changed, listed; an unknown or circular fallback is refused, a full group stays', async (t) => {
  const crawl = await startTestCrawl(t)
  const make = async (body: object) => crawl.call<ProxyGroup & Problem>('POST', '/api/proxy/groups', { body })
  const a = await make({ name: 'a', strategy: 'round_robin', budget: { bytesPerDay: 10 } })
  assert.equal(a.status, 201, a.text)
  assert.deepEqual(
    [a.json.strategy, a.json.fallbackGroup, a.json.defaultTtlMs, a.json.stickyTtlMs, a.json.budget],
    ['round_robin', null, 120_000, 600_000, { bytesPerDay: 10 }],
  )
  assert.equal((await make({ name: 'a' })).json.code, 'conflict')
  assert.equal((await make({ name: 'b', fallbackGroup: 'a' })).status, 201)
  for (const fallbackGroup of ['b', 'a', 'nowhere']) {
    const refused = await crawl.call<Problem>('PATCH', '/api/proxy/groups/a', { body: { fallbackGroup } })
    assert.deepEqual(
      [refused.status, refused.json.errors?.[0]?.pointer],
      [422, '/fallbackGroup'],
      fallbackGroup,
    )
  }
  const changed = await crawl.call<ProxyGroup>('PATCH', '/api/proxy/groups/b', {
    body: { fallbackGroup: null, budget: null, strategy: 'random' },
  })
  assert.deepEqual([changed.json.fallbackGroup, changed.json.strategy], [null, 'random'])
  const first = await crawl.call<List<ProxyGroup>>('GET', '/api/proxy/groups?limit=1')
  const rest = await crawl.call<List<ProxyGroup>>('GET', `/api/proxy/groups?cursor=${first.json.nextCursor}`)
  assert.deepEqual(
    [...first.json.items, ...rest.json.items].map(({ name }) => name),
    ['a', 'b'],
  )
  await crawl.call('POST', '/api/proxy', { body: { url: 'http://proxy.test', group: 'a' } })
  assert.equal((await crawl.call<ProxyGroup>('GET', '/api/proxy/groups/a')).json.proxies, 1)
  assert.equal((await crawl.call('DELETE', '/api/proxy/groups/a')).status, 409)
  assert.equal((await crawl.call('DELETE', '/api/proxy/groups/b')).status, 204)
  for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
    const options = method === 'PATCH' ? { body: { budget: null } } : {}
    const gone = await crawl.call(method, '/api/proxy/groups/b', options)
    assert.equal(gone.status, 404, method)
  }
})

test('a change of a proxy that is not there makes no group', async (t) => {
  const crawl = await startTestCrawl(t)
  const unknown = '/api/proxy/prx_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
  assert.equal((await crawl.call('PATCH', unknown, { body: { group: 'eu' } })).status, 404)
  assert.equal((await crawl.call('GET', '/api/proxy/groups/eu')).status, 404)
})

test('reading, leasing and changing are permissions of their own', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const { secret: reader } = await make(['proxy:read'])
  const { secret: holder } = await make(['proxy:lease'])
  const { secret: other } = await make(['proxy:lease'])
  const { secret: admin } = await make(['proxy'])
  const { secret: stranger } = await make(['jobs'])
  const { secret: worker } = await make(['worker'])
  const create = { url: URL_WITH_SECRET }
  for (const [method, path, body, allowed] of [
    ['GET', '/api/proxy', undefined, [reader, admin]],
    ['GET', '/api/proxy/groups', undefined, [reader, admin]],
    ['GET', '/api/proxy/leases', undefined, [reader, admin]],
    ['GET', '/api/proxy/stats', undefined, [reader, admin]],
    ['GET', '/api/proxy/health/overview', undefined, [reader, admin]],
    ['POST', '/api/proxy', create, [admin]],
    ['POST', '/api/proxy/groups', { name: 'g' }, [admin]],
    ['PATCH', '/api/proxy/groups/g', { budget: null }, [admin]],
    ['DELETE', '/api/proxy/groups/g', undefined, [admin]],
    ['POST', '/api/proxy/lease', {}, [holder, other, admin]],
  ] as const) {
    for (const secret of [reader, holder, other, admin, stranger, worker]) {
      const { status, json, text } = await ask<Problem>(secret, method, path, body)
      const isAllowed = (allowed as readonly string[]).includes(secret)
      if (isAllowed) assert.ok(status < 300, `${method} ${path}: ${text}`)
      else assert.deepEqual([status, json.code], [403, 'scope_missing'], `${method} ${path}`)
    }
  }
  const lease = await ask<{ leaseId: string }>(holder, 'POST', '/api/proxy/lease', {})
  const release = { leaseId: lease.json.leaseId, outcome: 'ok' }
  const theirs = await ask<Problem>(other, 'POST', '/api/proxy/release', release)
  assert.deepEqual([theirs.status, theirs.json.code], [404, 'not_found'])
  assert.equal((await ask(holder, 'POST', '/api/proxy/release', release)).status, 200)
  const second = await ask<{ leaseId: string }>(holder, 'POST', '/api/proxy/lease', {})
  const byAdmin = await ask(admin, 'POST', '/api/proxy/release', { ...release, leaseId: second.json.leaseId })
  assert.equal(byAdmin.status, 200)
})
