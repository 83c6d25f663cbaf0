// What an extractor keeps for its other jobs: put in one worker, found in another, over the real crawl.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { ExtractSharedCache } from '#extract/context.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { createSharedCache } from '#worker/pages/shared-cache.ts'
import { createSnapshotCalls } from '#worker/pages/snapshot-calls.ts'

const URL = 'http://overpass.test/api/interpreter'
const now = { maxAgeMs: 60_000, signal: new AbortController().signal }

function cacheOf(crawl: TestCrawl, extractor = 'maps'): ExtractSharedCache {
  const peer = createPeer({ origin: crawl.url, unavailableCode: 'crawl_unavailable' })
  crawl.beforeStop(async () => peer[Symbol.asyncDispose]())
  return createSharedCache({ extractor, calls: createSnapshotCalls(peer), log: silentLogger })
}

test('another worker finds it, another extractor does not, and it can be forgotten', async (t) => {
  const crawl = await startTestCrawl(t)
  const [one, other, stranger] = [cacheOf(crawl), cacheOf(crawl), cacheOf(crawl, 'markdown')]
  assert.equal(await other.get('a', now), null)
  const bytes = Buffer.from('{"elements":[]}')
  await one.put('a', { url: URL, bytes })
  assert.deepEqual(Buffer.from((await other.get('a', now)) ?? []), bytes)
  assert.equal(await other.get('b', now), null)
  assert.equal(await stranger.get('a', now), null)
  assert.equal(await other.get('a', { ...now, maxAgeMs: 0 }), null)
  // The last page was read elsewhere.
  await other.forget('a', { url: URL })
  assert.equal(await one.get('a', now), null)
})

test('some megabytes, which go through the blob store', async (t) => {
  const crawl = await startTestCrawl(t)
  const bytes = randomBytes(3 * 1024 * 1024)
  await cacheOf(crawl).put('large', { url: URL, bytes })
  assert.deepEqual(Buffer.from((await cacheOf(crawl).get('large', now)) ?? []), bytes)
})

test('crawl that is away keeps nothing, and nobody fails for it', async (t) => {
  const crawl = await startTestCrawl(t)
  const peer = createPeer({ origin: 'http://127.0.0.1:1', unavailableCode: 'crawl_unavailable' })
  crawl.beforeStop(async () => peer[Symbol.asyncDispose]())
  const cache = createSharedCache({ extractor: 'maps', calls: createSnapshotCalls(peer), log: silentLogger })
  await cache.put('a', { url: URL, bytes: Buffer.from('x') })
  await cache.forget('a', { url: URL })
  assert.equal(await cache.get('a', now), null)
})
