// Kept pages on the worker-facing API: looking for them, handing them in, reading their bodies.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import type { CachePurged, CacheStats } from '#contract/crawl/cache.ts'
import type { Problem } from '#contract/problem.ts'
import type { SnapshotLookupsAnswer, SnapshotReport } from '#contract/crawl/snapshot.ts'
import type { Static } from 'typebox'
import { sql } from '#platform/db/sql.ts'
import { isStored } from '#test/support/blobs/blob-store-contract.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { startTestCrawl, type TestCrawl, type TestCrawlOptions } from '#test/support/crawl/start-crawl.ts'

type Lookups = Static<typeof SnapshotLookupsAnswer>

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const KEY = keyOf('page')
const URL_OF_PAGE = 'https://pages.test/a'

function pageOf(body: Buffer): NonNullable<SnapshotReport['page']> {
  return {
    finalUrl: URL_OF_PAGE,
    status: 200,
    headers: { 'content-type': 'text/html', etag: '"1"' },
    redirects: [],
    robots: { verdict: 'allowed', rule: null },
    vary: {},
    bodyBytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    body: zstdCompressSync(body).toString('base64'),
  }
}

/** A client of the API that plays one worker after another. */
async function setUp(t: TestContext, options: TestCrawlOptions = {}) {
  const crawl = await startTestCrawl(t, options)
  return { crawl, ...clientOf(crawl) }
}

function clientOf(crawl: TestCrawl) {
  return {
    async lookUp(
      holder: string,
      more: Record<string, unknown> = {},
      { waitMs = 0, signal = undefined as AbortSignal | undefined } = {},
    ) {
      const { status, json, text } = await crawl.call<Lookups>('POST', '/api/worker/snapshots/lookups', {
        body: {
          waitMs,
          wishes: [{ key: KEY, holder, extractor: 'echo', maxAgeMs: 3_600_000, lead: true, ...more }],
        },
        ...(signal === undefined ? {} : { signal }),
      })
      assert.equal(status, 200, text)
      const [found] = json.found
      assert.ok(found !== undefined)
      return found
    },
    async report(
      holder: string,
      outcome: SnapshotReport['outcome'],
      more: Partial<SnapshotReport> = {},
    ): Promise<number> {
      const { status, json, text } = await crawl.call<{ kept: number }>('POST', '/api/worker/snapshots', {
        body: {
          reports: [{ key: KEY, holder, url: URL_OF_PAGE, extractor: 'echo', outcome, ageMs: 0, ...more }],
        },
      })
      assert.equal(status, 200, text)
      return json.kept
    },
    async body(key: string, sha256: string) {
      const response = await fetch(`${crawl.url}/api/worker/snapshots/${key}/body?sha256=${sha256}`)
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    },
  }
}

test('a page that was handed in is found with all that was said of it, and its body is read', async (t) => {
  const { lookUp, report, body } = await setUp(t)
  const page = pageOf(Buffer.from('hello'))
  assert.deepEqual(await lookUp('one'), { state: 'none', snapshot: null })
  assert.equal(await report('one', 'kept', { page, ageMs: 5_000 }), 1)
  const { state, snapshot } = await lookUp('two')
  assert.equal(state, 'fresh')
  const { storedAt, ageMs, ...rest } = snapshot ?? { storedAt: '', ageMs: 0 }
  const { body: sent, ...expected } = page
  assert.deepEqual(rest, expected)
  assert.ok(ageMs >= 5_000 && ageMs < 60_000)
  assert.ok(Math.abs(Date.parse(storedAt) - Date.now()) < 60_000)
  assert.deepEqual(await body(KEY, page.sha256), { status: 200, bytes: Buffer.from(sent, 'base64') })
  assert.equal((await lookUp('three', { maxAgeMs: 1_000 })).state, 'stale')
  assert.equal((await body(KEY, '0'.repeat(64))).status, 404)
  assert.equal((await body(keyOf('other'), page.sha256)).status, 404)
})

test('who wants a page that another job fetches waits for it, or for the end of that', async (t) => {
  const { crawl, lookUp, report } = await setUp(t)
  assert.equal((await lookUp('one')).state, 'none')
  assert.equal((await lookUp('two')).state, 'busy')
  // The same job may ask again, and a job that would not fetch for others does not wait for them.
  assert.equal((await lookUp('one')).state, 'none')
  assert.equal((await lookUp('three', { lead: false })).state, 'none')

  const waiting = lookUp('two', {}, { waitMs: 10_000 })
  await report('one', 'kept', { page: pageOf(Buffer.from('hello')) })
  assert.equal((await waiting).state, 'fresh')

  await crawl.db.execute(sql`delete from cache_snapshots`)
  await lookUp('one')
  const next = lookUp('two', {}, { waitMs: 10_000 })
  await report('one', 'released')
  assert.equal((await next).state, 'none')
  assert.equal((await lookUp('three')).state, 'busy')
  // A job that dies while it fetches does not delay others for long.
  await crawl.db.execute(sql`update cache_fetches set held_until = now() - interval '1 second'`)
  assert.equal((await lookUp('three')).state, 'none')
})

test('a worker that goes away while it waits holds no page', async (t) => {
  const { crawl, lookUp, report } = await setUp(t)
  await lookUp('one')
  const gone = new AbortController()
  const waiting = lookUp('two', {}, { waitMs: 10_000, signal: gone.signal })
  await delay(50)
  gone.abort()
  await assert.rejects(waiting)
  await report('one', 'released')
  // Missed late, it may have got the page once more: then it gives it back, which is not the end of the time it may hold it.
  while ((await lookUp('three')).state === 'busy') {
    await crawl.db.execute(sql`update cache_fetches set held_until = now() + interval '1 day'`)
  }
})

test('what became of a page changes what is kept of it', async (t) => {
  const { crawl, lookUp, report } = await setUp(t)
  await report('one', 'kept', { page: pageOf(Buffer.from('hello')), ageMs: 100_000 })
  await report('two', 'confirmed', { headers: { etag: '"1"', 'x-new': 'yes' } })
  const confirmed = await lookUp('three', { maxAgeMs: 50_000 })
  assert.equal(confirmed.state, 'fresh')
  assert.deepEqual(confirmed.snapshot?.headers, { 'content-type': 'text/html', etag: '"1"', 'x-new': 'yes' })
  // One that was fetched before this does not take its place.
  assert.equal(await report('two', 'kept', { page: pageOf(Buffer.from('older')), ageMs: 80_000 }), 1)
  assert.equal((await lookUp('three')).snapshot?.sha256, pageOf(Buffer.from('hello')).sha256)
  await report('four', 'served_stale')
  await report('four', 'bad')
  assert.equal((await lookUp('five')).state, 'none')
  const { json } = await crawl.call<CacheStats>('GET', '/api/cache/stats')
  assert.deepEqual(
    [json.snapshots.hits, json.snapshots.misses, json.snapshots.revalidated, json.snapshots.stale],
    [2, 1, 1, 1],
  )
})

test('a body goes from the disk when no page has it any more, and a lost one is no page', async (t) => {
  const blobs = await openTestBlobs(t)
  const { crawl, lookUp, report, body } = await setUp(t, {
    blobs,
    cache: { maintenanceMs: 20, bodyHoldMs: 1_000 },
  })
  const page = pageOf(randomBytes(200_000))
  const other = keyOf('other')
  await report('one', 'kept', { page })
  await report('one', 'kept', {
    key: other,
    url: 'https://other.test/',
    page: { ...page, finalUrl: 'https://other.test/' },
  })
  await report('one', 'kept', {
    key: keyOf('canary'),
    url: 'https://canary.test/',
    page: { ...pageOf(randomBytes(200_000)), finalUrl: 'https://canary.test/' },
  })
  const blobOf = async (host: string) =>
    (await crawl.db.query<{ blob: string }>(sql`select blob from cache_snapshots where host = ${host}`))[0]
      ?.blob ?? ''
  const [blob, same, canary] = [
    await blobOf('pages.test'),
    await blobOf('other.test'),
    await blobOf('canary.test'),
  ]
  assert.equal(blob, same)
  assert.deepEqual([await isStored(blobs, blob), await isStored(blobs, canary)], [true, true])
  assert.equal((await body(KEY, page.sha256)).bytes.length, Buffer.from(page.body, 'base64').length)

  const purge = async (domain: string) =>
    (await crawl.call<CachePurged>('DELETE', `/api/cache?domain=${domain}`)).json.snapshots
  assert.equal(await purge('pages.test'), 1)
  assert.equal(await purge('canary.test'), 1)
  while (await isStored(blobs, canary)) await delay(10)
  // That eviction left this body, because another page still refers to it.
  assert.equal((await body(other, page.sha256)).status, 200)
  assert.equal(await purge('other.test'), 1)
  while (await isStored(blobs, blob)) await delay(10)

  await report('one', 'kept', { page })
  await blobs.remove(blob)
  assert.equal((await body(KEY, page.sha256)).status, 404)
  assert.equal((await lookUp('two')).state, 'none')
})

test('room is made among pages and results together, and the disk gets smaller', async (t) => {
  const blobs = await openTestBlobs(t)
  const { crawl, report } = await setUp(t, {
    blobs,
    cache: { maxBytes: 1_000_000, maintenanceMs: 20, bodyHoldMs: 1_500 },
  })
  const kept: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const page = pageOf(randomBytes(100_000))
    await report('one', 'kept', { key: keyOf(String(n)), page })
    const [row] = await crawl.db.query<{ blob: string }>(
      sql`select blob from cache_snapshots where sha256 = ${page.sha256}`,
    )
    if (row !== undefined) kept.push(row.blob)
  }
  const onDisk = async () =>
    (await Promise.all(kept.map(async (blob) => isStored(blobs, blob)))).filter(Boolean).length
  while ((await onDisk()) > 10) await delay(10)
  const stats = async () => (await crawl.call<CacheStats>('GET', '/api/cache/stats')).json
  let json = await stats()
  // The last page may have come after the round that made room on the disk, and what a round evicted is counted by the next.
  while (json.bytes > 1_000_000 || json.snapshots.entries + json.snapshots.evictions < 12)
    json = await stats()
  assert.ok(json.snapshots.evictions >= 2)
  assert.equal(json.snapshots.entries + json.snapshots.evictions, 12)
})

test('what is no snapshot is refused, and so is who is no worker', async (t) => {
  const key = (name: string, scopes: ('worker' | 'jobs')[]) => ({
    name,
    secret: `the-${name}-key-of-this-test-0001`,
    scopes,
  })
  const crawl = await startTestCrawl(t, { fixedKeys: [key('work', ['worker']), key('jobs', ['jobs'])] })
  const call = (name: string | null, method: string, path: string, body?: unknown) =>
    crawl.call<Problem>(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: name === null ? {} : { authorization: `Bearer the-${name}-key-of-this-test-0001` },
    })
  const query = { key: KEY, holder: 'one', extractor: 'echo', maxAgeMs: 1, lead: true }
  for (const [path, body, pointer] of [
    ['/api/worker/snapshots/lookups', { wishes: [] }, '/wishes'],
    ['/api/worker/snapshots/lookups', { wishes: [{ ...query, key: 'short' }] }, '/wishes/0/key'],
    ['/api/worker/snapshots/lookups', { wishes: [{ ...query, extractor: 'A b' }] }, '/wishes/0/extractor'],
    ['/api/worker/snapshots', { reports: [{ ...query }] }, '/reports/0/url'],
    ['/api/worker/snapshots', { reports: [], more: 1 }, '/more'],
  ] as const) {
    const { status, json } = await call('work', 'POST', path, body)
    assert.equal(status, 422, path)
    assert.ok(
      json.errors?.some((error) => error.pointer === pointer),
      JSON.stringify(json.errors),
    )
  }
  for (const [method, path, body] of [
    ['POST', '/api/worker/snapshots/lookups', { wishes: [query] }],
    [
      'POST',
      '/api/worker/snapshots',
      {
        reports: [
          { key: KEY, holder: 'one', url: URL_OF_PAGE, extractor: 'echo', outcome: 'released', ageMs: 0 },
        ],
      },
    ],
    ['GET', `/api/worker/snapshots/${KEY}/body?sha256=${'0'.repeat(64)}`, undefined],
  ] as const) {
    assert.ok([200, 404].includes((await call('work', method, path, body)).status))
    assert.equal((await call('jobs', method, path, body)).json.code, 'scope_missing')
    assert.equal((await call(null, method, path, body)).json.code, 'unauthenticated')
  }
})
