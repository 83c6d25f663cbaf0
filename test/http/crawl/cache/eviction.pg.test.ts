// The bounds of the cache and its figures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CacheStats } from '#contract/crawl/cache.ts'
import { sql } from '#platform/db/sql.ts'
import {
  pageResult,
  startCachedCrawl,
  startReplica,
  type CachedCrawl,
} from '#test/support/crawl/cached-pages.ts'

const urlOf = (n: number): string => `https://pages.test/${n}`

async function stats(crawl: Pick<CachedCrawl, 'call'>): Promise<CacheStats> {
  const { status, json } = await crawl.call<CacheStats>('GET', '/api/cache/stats')
  assert.equal(status, 200)
  return json
}

async function isKept(crawl: CachedCrawl, n: number): Promise<boolean> {
  const rows = await crawl.db.query(sql`select from cache_results where url = ${urlOf(n)}`)
  return rows.length > 0
}

test('beyond its entries the cache lets go of what was used longest ago', async (t) => {
  const crawl = await startCachedCrawl(t, { cache: { maxEntries: 20, maintenanceMs: 20 } })
  for (let n = 0; n < 20; n += 1) await crawl.ask({ url: urlOf(n) })
  const before = await stats(crawl)
  assert.deepEqual([before.entries, before.evictions], [20, 0])
  // Used again, and noted by the next round of upkeep.
  await crawl.ask({ url: urlOf(0) })
  const [withComment] = await crawl.db.query<{ at: Date }>(sql`
    select last_used_at as at from cache_results where url = ${urlOf(19)}`)
  while (
    (
      await crawl.db.query(sql`
        select from cache_results where url = ${urlOf(0)} and last_used_at >= ${withComment?.at ?? new Date()}`)
    ).length === 0
  ) {
    await delay(10)
  }
  await crawl.ask({ url: urlOf(20) })
  while ((await stats(crawl)).evictions === 0) await delay(10)
  const after = await stats(crawl)
  assert.deepEqual([after.entries, after.evictions, after.results.evictions], [19, 2, 2])
  assert.equal(await isKept(crawl, 0), true)
  assert.equal(await isKept(crawl, 1), false)
  assert.equal(await isKept(crawl, 2), false)
  assert.equal(await isKept(crawl, 20), true)
})

test('beyond its bytes as well, and one entry that is too large does not come in', async (t) => {
  const text = 'x'.repeat(10_000)
  const crawl = await startCachedCrawl(t, {
    cache: { maxBytes: 200_000, maintenanceMs: 20 },
    work: ({ job }, n) => {
      const { url } = job.input as { url: string }
      return { ...pageResult(n), data: { n, text: url.endsWith('/huge') ? text.repeat(4) : text } }
    },
  })
  await crawl.ask({ url: 'https://pages.test/huge' })
  assert.equal((await stats(crawl)).entries, 0)
  for (let n = 0; n < 25; n += 1) await crawl.ask({ url: urlOf(n) })
  let now = await stats(crawl)
  // What is gone is counted a moment after it went.
  while (now.bytes > 200_000 || now.entries + now.evictions < 25) {
    await delay(10)
    now = await stats(crawl)
  }
  const { bytes, entries, evictions, maxBytes } = now
  assert.equal(maxBytes, 200_000)
  assert.ok(bytes > 100_000, `${bytes}`)
  assert.equal(entries + evictions, 25)
  assert.equal(await isKept(crawl, 24), true)
})

test('what is older than it may be kept goes, whatever requests would take', async (t) => {
  const crawl = await startCachedCrawl(t, { cache: { maintenanceMs: 20 } })
  await crawl.ask()
  await crawl.db.execute(sql`update cache_results set expires_at = now() - interval '1 second'`)
  while ((await stats(crawl)).entries > 0) await delay(10)
  assert.equal((await stats(crawl)).evictions, 0)
})

test('the figures count every layer and extractor, over all replicas and restarts', async (t) => {
  const crawl = await startCachedCrawl(t, { cache: { maintenanceMs: 20 } })
  const none = await stats(crawl)
  assert.deepEqual(
    [none.entries, none.bytes, none.oldestAt, none.hits, none.hitRate, none.since],
    [0, 0, null, 0, null, null],
  )
  assert.deepEqual(none.extractors, [])
  await crawl.ask()
  await crawl.ask()
  await crawl.ask()
  await crawl.ask({ cookies: [{ name: 'a', value: 'b' }] })
  const replica = await startReplica(t, crawl, { cache: { maintenanceMs: 20 } })
  await replica.ask()
  // It writes down what it counted at the next round, and at its end.
  await replica.stop()
  const some = await stats(crawl)
  assert.deepEqual(
    [some.results.hits, some.results.misses, some.results.bypassed, some.results.hitRate],
    [3, 1, 1, 0.75],
  )
  assert.deepEqual(some.snapshots, { ...none.snapshots })
  assert.ok(some.bytes > 100 && some.bytes === some.results.bytes)
  assert.ok(Date.parse(some.oldestAt ?? '') <= Date.now() + 60_000)
  assert.deepEqual(some.memory.entries, 1)
  assert.deepEqual(
    some.extractors.map(({ extractor, entries, hits, misses, bypassed }) => [
      extractor,
      entries,
      hits,
      misses,
      bypassed,
    ]),
    [['pages', 1, 3, 1, 1]],
  )
  const { text } = await crawl.call('GET', '/metrics')
  assert.match(text, /surveyor_cache_requests_total\{layer="results",extractor="pages",outcome="hit"\} 2/)
  assert.match(text, /surveyor_cache_entries\{layer="results"\} 1/)
  assert.match(text, /surveyor_cache_bytes\{layer="results"\} [1-9]/)
})
