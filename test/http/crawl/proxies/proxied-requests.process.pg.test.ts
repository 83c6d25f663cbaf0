// Requests through proxies of the pool, all the way: from the option to the target, and what the pool learns of it.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { LeasedProxy, Proxy, ProxyLease } from '#contract/crawl/learned/proxy.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import markdown from '#extractors/markdown/index.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startLocalProxy, type LocalProxy } from '#test/support/sites/local-proxies.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const CREDENTIALS = 'user-of-pool:very-secret'
const PAGE = `<!doctype html><title>Page</title><article><h1>Page</h1>${'<p>A line of the page, as it stands there.</p>'.repeat(40)}</article>`
/** However slow the machine is. */
const PATIENT = { prefer: 'wait=120' }

interface World {
  readonly crawl: TestCrawl
  readonly site: Awaited<ReturnType<typeof startServer>>
  /** Starts a proxy and puts it into the pool. */
  add(protocol: 'http' | 'socks5', body?: object): Promise<LocalProxy & { readonly id: string }>
  extract(body: object): Promise<{ status: number; json: ExtractionAnswer & Problem; text: string }>
  proxy(id: string): Promise<Proxy>
}

async function setUp(t: TestContext): Promise<World> {
  const site = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    if (url === '/blocked')
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Access denied</h1>')
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  const crawl = await startTestCrawl(t, { extractors: [markdown] })
  const concurrency = { light: 10, http: 4, browser: 1, parser: 1 }
  const hosts = [`shop.test=127.0.0.1:${site.port}`]
  await startCrawlWorker(t, crawl, [markdown], {}, { hosts }, { concurrency })
  return {
    crawl,
    site,
    async add(protocol, body = {}) {
      const proxy = await startLocalProxy({ protocol, credentials: CREDENTIALS })
      t.after(async () => proxy.stop())
      const added = await crawl.call<Proxy>('POST', '/api/proxy', { body: { url: proxy.url, ...body } })
      assert.equal(added.status, 201, added.text)
      return Object.assign(proxy, { id: added.json.id })
    },
    extract: async (body) =>
      crawl.call('POST', '/api/v1/markdown/extract', {
        body: { url: 'http://shop.test/', maxAgeMs: 0, timeoutMs: 100_000, ...body },
        headers: PATIENT,
      }),
    proxy: async (id) => (await crawl.call<Proxy>('GET', `/api/proxy/${id}`)).json,
  }
}

suite('requests through the pool', () => {
  test('with an empty pool everything goes direct; a request that insists fails and says why', async (t) => {
    const { extract, site } = await setUp(t)
    const direct = await extract({ proxy: { mode: 'auto' } })
    assert.equal(direct.status, 200, direct.text)
    assert.equal(direct.json.provenance['proxy'], undefined)
    const asked = site.asked.length
    for (const proxy of [{ mode: 'pool' }, { kind: 'residential' }, { sessionKey: 'a' }]) {
      const { status, json } = await extract({ proxy })
      assert.deepEqual([status, json.code, json.reason], [503, 'no_proxy_available', 'none_match'])
    }
    assert.equal(site.asked.length, asked)
  })

  for (const protocol of ['http', 'socks5'] as const) {
    test(`${protocol}: the page comes by the proxy, and the result says by which, without its address`, async (t) => {
      const { crawl, add, extract, proxy, site } = await setUp(t)
      const used = await add(protocol, { group: 'eu', kind: 'residential', country: 'DE' })
      const { status, json, text } = await extract({ proxy: { country: 'DE' } })
      assert.equal(status, 200, text)
      assert.deepEqual(json.provenance['proxy'], {
        id: used.id,
        kind: 'residential',
        group: 'eu',
        country: 'DE',
      })
      // robots.txt and the page.
      assert.deepEqual([site.asked, used.asked.length], [['/robots.txt', '/'], used.connections])
      assert.ok(used.connections >= 1)
      const { state, usage, health } = await proxy(used.id)
      assert.deepEqual([state, usage.leased, usage.requests, health.successRate], ['healthy', 0, 1, 1])
      assert.ok(usage.bytes > PAGE.length && usage.bytes < 3 * PAGE.length, `${usage.bytes}`)
      const leases = await crawl.call<{ items: ProxyLease[] }>('GET', '/api/proxy/leases')
      assert.deepEqual(
        leases.json.items.map(({ domain, jobId, outcome, statusCode }) => [
          domain,
          jobId,
          outcome,
          statusCode,
        ]),
        [['shop.test', json.jobId, 'ok', 200]],
      )
      const none = await extract({ proxy: { mode: 'none' } })
      assert.equal(none.json.provenance['proxy'], undefined)
      const everything = [
        text,
        leases.text,
        (await crawl.call('GET', `/api/jobs/${json.jobId}`)).text,
        (await crawl.call('GET', `/api/jobs/${json.jobId}/result`)).text,
        JSON.stringify(await crawl.db.query(sql`select * from jobs`)),
        JSON.stringify(await crawl.db.query(sql`select * from job_events`)),
      ].join()
      assert.ok(!/very-secret|user-of-pool/.test(everything) && !everything.includes(String(used.port)))
    })
  }

  test('a proxy that fails is replaced within the job, cools down, and its lease is over', async (t) => {
    const { add, extract, proxy } = await setUp(t)
    const broken = [await add('http', { weight: 100 }), await add('socks5', { weight: 100 })]
    broken.forEach((each) => (each.fault = 'refuse'))
    const good = await add('http', { weight: 0.01 })
    for (let times = 0; times < 3; times += 1) {
      const { status, json, text } = await extract({ proxy: { mode: 'pool' } })
      assert.equal(status, 200, text)
      assert.equal((json.provenance['proxy'] as { id: string }).id, good.id)
    }
    for (const { id } of broken) {
      const { state, usage, health } = await proxy(id)
      assert.deepEqual([state, health.lastError, usage.leased], ['cooling', 'connect_error', 0])
    }
  })

  test('a block counts for the domain; a session has one proxy for all its requests', async (t) => {
    const { crawl, add, extract, proxy } = await setUp(t)
    const first = await add('http')
    const blocked = await extract({
      url: 'http://shop.test/blocked',
      engine: 'http',
      proxy: { mode: 'pool' },
    })
    assert.equal(blocked.json.code, 'target_blocked', blocked.text)
    assert.deepEqual(await crawl.db.query(sql`select domain, blocked, score from proxy_domains`), [
      { domain: 'shop.test', blocked: 1, score: 0.91 },
    ])
    assert.equal((await proxy(first.id)).health.lastError, 'blocked')
    for (let times = 0; times < 4; times += 1) await add('http')
    const ids = new Set<string>()
    for (let times = 0; times < 4; times += 1) {
      const { json, text } = await extract({ proxy: { sessionKey: 'cart' } })
      assert.ok(json.provenance, text)
      ids.add((json.provenance['proxy'] as { id: string }).id)
    }
    assert.equal(ids.size, 1)
  })

  test('a page in a browser goes through the proxy as well', async (t) => {
    const { add, extract, site, proxy } = await setUp(t)
    const used = await add('socks5')
    const { status, json, text } = await extract({ engine: 'browser', proxy: { mode: 'pool' } })
    assert.equal(status, 200, text)
    assert.deepEqual(
      [json.engine.used, (json.provenance['proxy'] as { id: string }).id],
      ['browser', used.id],
    )
    assert.ok(site.asked.includes('/'))
    assert.ok(used.asked.length >= 2 && used.asked.every((target) => target === `127.0.0.1:${site.port}`))
    assert.ok((await proxy(used.id)).usage.bytes > PAGE.length)
  })

  test('wrong options are refused at their place; a worker needs the lease of its job', async (t) => {
    const { crawl, extract, add } = await setUp(t)
    await add('http')
    for (const [proxy, pointer] of [
      [{ mode: 'sometimes' }, '/proxy/mode'],
      [{ country: 'Germany' }, '/proxy/country'],
      [{ url: 'http://mine.test' }, '/proxy/url'],
    ] as const) {
      const { status, json } = await extract({ proxy })
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, pointer])
    }
    const job = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
    const leaseToken = '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10'
    const lease = await crawl.call<Problem>('POST', `/api/worker/jobs/${job}/proxy/lease`, {
      body: { leaseToken },
    })
    assert.deepEqual([lease.status, lease.json.code], [409, 'lease_lost'])
    const others = await crawl.call<LeasedProxy>('POST', '/api/proxy/lease', { body: {} })
    const release = await crawl.call<Problem>('POST', `/api/worker/jobs/${job}/proxy/release`, {
      body: { leaseId: others.json.leaseId, outcome: 'ok' },
    })
    assert.deepEqual([release.status, release.json.code], [404, 'not_found'])
  })
})
