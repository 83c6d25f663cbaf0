// Taking entries out by address, by domain and by extractor: from the database, from every memory, for good.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CachePurged, CacheStats } from '#contract/crawl/cache.ts'
import type { Problem } from '#contract/problem.ts'
import {
  pageResult,
  startCachedCrawl,
  startReplica,
  type CachedCrawl,
  type Work,
} from '#test/support/crawl/cached-pages.ts'

async function purge(crawl: Pick<CachedCrawl, 'call'>, query: Record<string, string>): Promise<CachePurged> {
  const { status, json } = await crawl.call<CachePurged>(
    'DELETE',
    `/api/cache?${new URLSearchParams(query).toString()}`,
  )
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

/** The addresses that are still answered from the cache. */
async function kept(crawl: Pick<CachedCrawl, 'ask'>, urls: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(urls.map(async (url) => crawl.ask({ url, store: false })))
  return urls.filter((_, index) => answers[index]?.json.cache.status === 'hit')
}

const URLS = [
  'https://a.example.org/1',
  'https://example.org/2',
  'https://notexample.org/3',
  'https://example.org:8443/4',
  'http://192.0.2.7/5',
]

const redirecting: Work = ({ job }, n) => {
  const { url } = job.input as { url: string }
  const result = pageResult(n)
  const finalUrl = url.endsWith('/moved') ? 'https://other.example.net/new' : url
  return { ...result, response: result.response === null ? null : { ...result.response, url, finalUrl } }
}

test('an address, a domain with all below it, an extractor', async (t) => {
  const crawl = await startCachedCrawl(t, { work: redirecting })
  const fill = async () => {
    for (const url of URLS) await crawl.ask({ url })
  }
  await fill()
  const one = await purge(crawl, { url: 'HTTPS://A.example.org:443/x/../1#top' })
  assert.equal(one.results, 1)
  assert.ok(one.bytes > 100)
  assert.deepEqual(await kept(crawl, URLS), URLS.slice(1))
  await fill()
  assert.equal((await purge(crawl, { domain: 'Example.ORG' })).results, 3)
  assert.deepEqual(await kept(crawl, URLS), ['https://notexample.org/3', 'http://192.0.2.7/5'])
  assert.equal((await purge(crawl, { domain: '192.0.2.7' })).results, 1)
  await fill()
  assert.equal((await purge(crawl, { domain: 'example.org', extractor: 'links' })).results, 0)
  assert.equal((await purge(crawl, { domain: 'example.org', extractor: 'pages' })).results, 3)
  assert.equal((await purge(crawl, { extractor: 'pages' })).results, 2)
  assert.deepEqual(await purge(crawl, { extractor: 'pages' }), { results: 0, snapshots: 0, bytes: 0 })
  const { json } = await crawl.call<CacheStats>('GET', '/api/cache/stats')
  assert.deepEqual([json.entries, json.bytes, json.oldestAt], [0, 0, null])
})

test('where a redirect led counts as well', async (t) => {
  const crawl = await startCachedCrawl(t, { work: redirecting })
  const url = 'https://example.org/moved'
  await crawl.ask({ url })
  assert.equal((await purge(crawl, { url: 'https://other.example.net/new' })).results, 1)
  await crawl.ask({ url })
  assert.equal((await purge(crawl, { domain: 'example.net' })).results, 1)
  assert.deepEqual(await kept(crawl, [url]), [])
})

test('the memory of every replica forgets at once', async (t) => {
  const crawl = await startCachedCrawl(t, { replicated: true })
  const replicas = [crawl, await startReplica(t, crawl), await startReplica(t, crawl)]
  for (let round = 0; round < 5; round += 1) {
    const first = await crawl.ask()
    for (const replica of replicas) {
      // Twice: from the database into its memory, then from there.
      await replica.ask()
      assert.equal((await replica.ask()).json.jobId, first.json.jobId)
    }
    await purge(replicas[round % 3] as CachedCrawl, { domain: 'pages.test' })
    const answers = await Promise.all(replicas.map(async (replica) => replica.ask({ store: false })))
    for (const { json } of answers) assert.notEqual(json.jobId, first.json.jobId)
  }
})

test('a newer result reaches the memory of the other replicas', async (t) => {
  const crawl = await startCachedCrawl(t, { replicated: true })
  const replica = await startReplica(t, crawl)
  await crawl.ask()
  await replica.ask()
  assert.deepEqual((await replica.ask()).json.data, { n: 1 })
  assert.deepEqual((await crawl.ask({ maxAgeMs: 0 })).json.data, { n: 2 })
  const seenThere = async () => JSON.stringify((await replica.ask()).json.data)
  while ((await seenThere()) !== '{"n":2}') await delay(10)
})

test('work that was under way does not bring back what was purged', async (t) => {
  const { promise: purged, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const crawl = await startCachedCrawl(t, {
    async work(_, n) {
      const startedMs = performance.now()
      if (n === 1) {
        begin()
        await purged
      }
      const totalMs = Math.round(performance.now() - startedMs)
      const result = pageResult(n)
      return { ...result, timings: { ...result.timings, totalMs: totalMs + 1 } }
    },
  })
  const first = crawl.ask()
  await begun
  await purge(crawl, { domain: 'pages.test' })
  goOn()
  assert.deepEqual((await first).json.data, { n: 1 })
  assert.deepEqual((await crawl.ask()).json.data, { n: 2 })
  assert.deepEqual((await crawl.ask()).json.data, { n: 2 })
})

test('a purge names what to take out, and needs the scope for it', async (t) => {
  const key = (name: string, scopes: readonly ('cache' | 'stats')[]) => ({
    name,
    secret: `the-${name}-key-of-this-test-0001`,
    scopes: [...scopes],
  })
  const crawl = await startCachedCrawl(t, {
    fixedKeys: [key('good', ['cache']), key('poor', ['stats']), { ...key('work', []), scopes: ['admin'] }],
    headers: { authorization: 'Bearer the-work-key-of-this-test-0001' },
  })
  const call = (path: string, name: string | null, method = 'DELETE') =>
    crawl.call<Problem>(method, path, {
      headers: name === null ? {} : { authorization: `Bearer the-${name}-key-of-this-test-0001` },
    })
  for (const [query, pointer] of [
    ['', '?url'],
    ['?url=ftp://example.org/', '?url'],
    ['?url=https://u:p@example.org/', '?url'],
    ['?domain=example.org/path', '?domain'],
    ['?domain=a%20b', '?domain'],
    ['?sites=example.org', '?sites'],
  ] as const) {
    const { status, json } = await call(`/api/cache${query}`, 'good')
    assert.equal(status, 422, query)
    assert.equal(json.errors?.[0]?.pointer, pointer, query)
  }
  assert.equal((await call('/api/cache?domain=example.org', 'good')).status, 200)
  for (const [method, path] of [
    ['DELETE', '/api/cache?domain=example.org'],
    ['GET', '/api/cache/stats'],
  ] as const) {
    assert.equal((await call(path, 'poor', method)).json.code, 'scope_missing')
    assert.equal((await call(path, null, method)).json.code, 'unauthenticated')
  }
})
