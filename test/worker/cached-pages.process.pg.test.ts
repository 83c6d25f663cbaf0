// Pages that are fetched once, for every job that wants them: over real workers, a real crawl and a real origin.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import type { CachePurged, CacheStats } from '#contract/crawl/cache.ts'
import type { Problem } from '#contract/problem.ts'
import type { SnapshotLookupsAnswer } from '#contract/crawl/snapshot.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { ExtractContext } from '#extract/context.ts'
import { defineExtractor, type ExtractorDescriptor } from '#extract/define-extractor.ts'
import { extractError } from '#extract/errors.ts'
import { loadTarget } from '#extract/page/load-target.ts'
import { UrlInput, type PageRequest } from '#extract/page/page-request.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { runWorker } from '#worker/run-worker.ts'
import {
  startTestCrawl,
  type Answer,
  type TestCrawl,
  type TestCrawlOptions,
} from '#test/support/crawl/start-crawl.ts'
import { TEST_WORKER } from '#test/support/worker/start-worker.ts'

interface Read {
  readonly title: string
  readonly bytes: number
  readonly finalUrl: string
}

/** Extractors that give back what they fetched. The first one takes a bot wall for content. */
const [titles, lengths] = ['titles', 'lengths'].map((name): ExtractorDescriptor =>
  defineExtractor({
    name,
    version: '1.0.0',
    summary: 'Reads a page.',
    operations: {
      extract: {
        summary: 'Read a page.',
        input: UrlInput({ also: Type.Optional(Type.String()) }),
        output: Type.Object({}),
        pool: 'http',
        timeoutMs: 20_000,
        batch: true,
        path: `/api/v1/${name}/extract`,
        example: { request: { url: 'https://example.org/' } },
      },
    },
    load: async () => ({
      create: async () => ({
        operations: {
          extract: (input, context) => extract(input, context, name === 'titles' ? /hard wall/ : /wall/),
        },
      }),
    }),
  }),
) as [ExtractorDescriptor, ExtractorDescriptor]

async function extract(input: unknown, context: ExtractContext, wall: RegExp) {
  const request = input as PageRequest & { readonly also?: string }
  const { body, url, statusCode, response } = await loadTarget(request, context)
  const text = Buffer.from(body ?? []).toString()
  if (wall.test(text)) throw extractError('target_blocked', 'The page is a bot wall.')
  if (request.also !== undefined) {
    const rules = { maxBytes: 1_000_000, deadlineMs: 5_000 }
    await context.fetch({ url: request.also, ...rules })
    await context.fetch({ url: request.also, ...rules })
  }
  return {
    data: { title: text.slice(0, 60), bytes: text.length, finalUrl: url, statusCode },
    engine: 'http',
    response,
  }
}

interface Origin {
  readonly url: string
  /** `GET /path` with the conditional header, in their order; robots.txt left out. */
  readonly asked: string[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): void
}

async function startOrigin(t: TestContext): Promise<Origin> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    const condition = request.headers['if-none-match'] ?? request.headers['if-modified-since']
    asked.push(`${request.url}${condition === undefined ? '' : ` ${condition}`}`)
    origin.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  t.after(close)
  const origin: Origin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (request, response) => void response.end(`page ${request.url} ${'x'.repeat(500)}`),
    close,
  }
  return origin
}

interface SetUp {
  readonly crawl: TestCrawl
  readonly origin: Origin
  /** Another worker process’s worth of worker: it shares nothing with the others. */
  addWorker(extractors: readonly ExtractorDescriptor[]): Promise<void>
  ask(
    name: 'titles' | 'lengths',
    path: string,
    more?: Record<string, unknown>,
  ): Promise<Answer<Omit<ExtractionAnswer, 'data'> & { data: Read } & Problem>>
}

/** Two workers, each with one of the extractors. */
async function setUp(t: TestContext, options: TestCrawlOptions = {}): Promise<SetUp> {
  const origin = await startOrigin(t)
  const crawl = await startTestCrawl(t, {
    extractors: [titles, lengths],
    ...options,
  })
  const addWorker: SetUp['addWorker'] = async (extractors) => {
    const peer = createPeer({ origin: crawl.url, unavailableCode: 'crawl_unavailable' })
    const egress = createEgress({
      settings: {
        allow: ['127.0.0.1/32'],
        hosts: [],
        contact: null,
        hostDelayMs: 0,
        hostConcurrency: 10,
        productVersion: '0.0.0',
      },
      log: silentLogger,
    })
    const worker = await runWorker({
      crawl: peer,
      egress,
      log: silentLogger,
      settings: TEST_WORKER,
      extractors,
      host: { settings: {}, dataDir: '/nonexistent' },
    })
    crawl.beforeStop(async () => {
      await worker.stop()
      await egress[Symbol.asyncDispose]()
      await peer[Symbol.asyncDispose]()
    })
  }
  await addWorker([titles])
  await addWorker([lengths])
  return {
    crawl,
    origin,
    addWorker,
    ask: (name, path, more = {}) =>
      crawl.call('POST', `/api/v1/${name}/extract`, { body: { url: origin.url + path, ...more } }),
  }
}

const cacheStatus = ({ headers }: { headers: Headers }): string => headers.get('cache-status') ?? ''

test('one fetch feeds two extractors on two workers', async (t) => {
  const { ask, origin } = await setUp(t)
  const first = await ask('titles', '/a')
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.json.cache, { status: 'miss', ageMs: null, storedAt: null })
  const second = await ask('lengths', '/a#part')
  const { status, ageMs, storedAt } = second.json.cache
  assert.equal(status, 'hit')
  assert.ok(ageMs !== null && ageMs < 30_000)
  assert.ok(Math.abs(Date.parse(storedAt ?? '') - Date.now()) < 30_000)
  assert.match(cacheStatus(second), /^surveyor; hit; ttl=3\d\d\d; stored$/)
  assert.deepEqual(second.json.data.title, first.json.data.title)
  assert.equal(second.json.response?.bytes, first.json.response?.bytes)
  assert.deepEqual(origin.asked, ['/a'])
})

test('the same at the same time: the second waits for the fetch of the first', async (t) => {
  const { ask, origin } = await setUp(t)
  const { promise: free, resolve } = Promise.withResolvers<void>()
  origin.answer = (_, response) => void free.then(() => response.end('held'))
  const asking = [ask('titles', '/held'), ask('lengths', '/held')]
  while (origin.asked.length === 0) await delay(5)
  // Long enough for the other one to have come as far.
  await delay(150)
  resolve()
  const answers = await Promise.all(asking)
  assert.deepEqual(answers.map(({ json }) => json.cache.status).toSorted(), ['hit', 'miss'])
  assert.deepEqual(origin.asked, ['/held'])
})

test('a later run of a job need not wait for the page that the run before it was fetching', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  const { promise: free, resolve } = Promise.withResolvers<void>()
  origin.answer = (_, response) => void free.then(() => response.end('held'))
  const asking = ask('titles', '/held')
  while (origin.asked.length === 0) await delay(5)
  const [fetching] = await crawl.db.query<{ key: string }>(sql`select key from cache_fetches`)
  const [job] = await crawl.db.query<{ id: string }>(sql`select 'job_' || id as id from jobs`)
  const stateFor = async (holder: string | undefined) => {
    const wish = { key: fetching?.key, holder, extractor: 'titles', maxAgeMs: 1_000, lead: true }
    const answer = await crawl.call<SnapshotLookupsAnswer>('POST', '/api/worker/snapshots/lookups', {
      body: { wishes: [wish], waitMs: 0 },
    })
    return answer.json.found[0]?.state
  }
  assert.deepEqual([await stateFor('job_another'), await stateFor(job?.id)], ['busy', 'none'])
  resolve()
  await asking
})

test('a fetch that brings nothing to keep is not waited for by the next', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  origin.answer = (_, response) => void response.writeHead(404).end('nothing')
  assert.equal((await ask('titles', '/gone')).json.response?.statusCode, 404)
  assert.equal((await ask('lengths', '/gone')).json.response?.statusCode, 404)
  assert.deepEqual(origin.asked, ['/gone', '/gone'])
  assert.deepEqual(await crawl.db.query(sql`select from cache_fetches`), [])
})

test('a page that is gone takes with it what was kept of it, for every extractor', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  const first = await ask('titles', '/leaving')
  assert.equal((await ask('titles', '/leaving')).json.jobId, first.json.jobId)
  origin.answer = (_, response) => void response.writeHead(410).end('gone')
  const seen = await ask('lengths', '/leaving', { maxAgeMs: 0 })
  assert.equal(seen.json.response?.statusCode, 410)
  while ((await crawl.db.query(sql`select from cache_results`)).length > 0) await delay(10)
  assert.deepEqual(await crawl.db.query(sql`select from cache_snapshots`), [])
  assert.equal((await ask('titles', '/leaving')).json.response?.statusCode, 410)
})

test('an old page is asked for again with what it named itself by, and confirmed', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  origin.answer = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'x-round': isKnown ? '2' : '1' })
    response.end(isKnown ? undefined : 'page with a name')
  }
  const first = await ask('titles', '/etag')
  await crawl.db.execute(sql`update cache_snapshots set fresh_from = fresh_from - interval '2 hours'`)
  const second = await ask('lengths', '/etag')
  assert.equal(second.json.cache.status, 'revalidated')
  assert.ok((second.json.cache.ageMs ?? -1) < 30_000)
  assert.match(cacheStatus(second), /^surveyor; fwd=stale; fwd-status=304; ttl=3\d\d\d; stored$/)
  assert.equal(second.json.data.title, first.json.data.title)
  assert.equal(second.json.response?.statusCode, 200)
  // Confirmed, it is young again.
  const third = await ask('titles', '/etag', { maxAgeMs: 60_000, failOnStatus: ['5xx'] })
  assert.equal(third.json.cache.status, 'hit')
  assert.deepEqual(origin.asked, ['/etag', '/etag "v1"'])
})

test('a page without a tag is asked for again by its date', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  origin.answer = (request, response) => {
    const isKnown = request.headers['if-modified-since'] === date
    response
      .writeHead(isKnown ? 304 : 200, { 'last-modified': date })
      .end(isKnown ? undefined : 'page with a date')
  }
  const first = await ask('titles', '/dated')
  await crawl.db.execute(sql`update cache_snapshots set fresh_from = fresh_from - interval '2 hours'`)
  const second = await ask('lengths', '/dated')
  assert.equal(second.json.cache.status, 'revalidated')
  assert.equal(second.json.data.title, first.json.data.title)
  assert.deepEqual(origin.asked, ['/dated', `/dated ${date}`])
})

test('a page that changed is a new one', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  let version = 1
  origin.answer = (request, response) => {
    const tag = `"v${version}"`
    if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end()
    response.writeHead(200, { etag: tag }).end(`version ${version}`)
  }
  await ask('titles', '/changing')
  version = 2
  await crawl.db.execute(sql`update cache_snapshots set fresh_from = fresh_from - interval '2 hours'`)
  const second = await ask('lengths', '/changing')
  assert.equal(second.json.cache.status, 'miss')
  assert.equal(second.json.data.title, 'version 2')
  assert.equal((await ask('lengths', '/changing', { maxAgeMs: 1_800_000 })).json.data.title, 'version 2')
})

test('maxAgeMs 0 goes to the target without a condition, and renews the page', async (t) => {
  const { ask, origin } = await setUp(t)
  origin.answer = (_, response) => void response.writeHead(200, { etag: '"v1"' }).end('page')
  await ask('titles', '/fresh')
  assert.equal((await ask('titles', '/fresh', { maxAgeMs: 0 })).json.cache.status, 'miss')
  assert.equal((await ask('lengths', '/fresh', { maxAgeMs: 60_000 })).json.cache.status, 'hit')
  assert.deepEqual(origin.asked, ['/fresh', '/fresh'])
})

test('what the target keeps for one visitor is kept for nobody, and the answer says why', async (t) => {
  const { ask, origin } = await setUp(t)
  origin.answer = (request, response) => {
    const [, rule = ''] = (request.url ?? '').split('?')
    response
      .writeHead(200, rule === 'vary' ? { vary: '*' } : { 'cache-control': `max-age=600, ${rule}` })
      .end('mine')
  }
  for (const rule of ['private', 'no-store', 'vary']) {
    for (const name of ['titles', 'titles', 'lengths'] as const) {
      const answer = await ask(name, `/own?${rule}`)
      assert.equal(answer.json.cache.status, 'miss')
      assert.equal(answer.json.cache.detail, rule)
      assert.equal(cacheStatus(answer), `surveyor; fwd=miss; detail=${rule}`)
    }
  }
  assert.equal(origin.asked.length, 9)
})

test('a page that was asked for with credentials is neither kept nor taken from what is kept', async (t) => {
  const { ask, origin } = await setUp(t)
  origin.answer = (request, response) =>
    void response.end(`for ${request.headers.cookie ?? request.headers.authorization ?? 'everybody'}`)
  const own = { cookies: [{ name: 'sid', value: 'alice' }] }
  assert.equal((await ask('titles', '/login', own)).json.data.title, 'for sid=alice')
  const shared = await ask('lengths', '/login')
  assert.equal(shared.json.data.title, 'for everybody')
  const auth = await ask('lengths', '/login', { httpAuth: { username: 'a', password: 'b' } })
  assert.match(auth.json.data.title, /^for Basic /)
  assert.equal(auth.json.cache.status, 'bypass')
  assert.equal(auth.json.cache.detail, 'credentials')
  assert.equal((await ask('titles', '/login')).json.cache.status, 'hit')
  assert.equal(origin.asked.length, 3)
})

test('an answer that was chosen by a header is for requests with the same header', async (t) => {
  const { ask, origin } = await setUp(t)
  origin.answer = (request, response) =>
    void response
      .writeHead(200, { vary: 'Accept-Encoding, X-Other, Accept' })
      .end(`for ${request.headers.accept}`)
  await ask('titles', '/vary')
  assert.equal((await ask('lengths', '/vary')).json.cache.status, 'hit')
  const other = await ask('lengths', '/vary', { headers: { accept: 'text/plain' } })
  assert.equal(other.json.data.title, 'for text/plain')
  const language = await ask('lengths', '/vary', { locale: 'de' })
  assert.equal(language.json.cache.status, 'miss')
  assert.equal(origin.asked.length, 3)
})

test('a failing target is answered with the page of before, where the request takes one', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  const first = await ask('titles', '/down')
  await crawl.db.execute(sql`update cache_snapshots set fresh_from = fresh_from - interval '2 hours'`)
  origin.answer = (_, response) => void response.writeHead(503).end('down')
  const tooOld = await ask('lengths', '/down', { failOnStatus: ['5xx'], staleIfErrorMs: 60_000 })
  assert.equal(tooOld.json.code, 'target_http_error')
  const lenient = await ask('lengths', '/down', { staleIfErrorMs: 7_200_000 })
  assert.equal(lenient.json.data.title, first.json.data.title)
  assert.equal(lenient.json.cache.status, 'stale')
  assert.ok((lenient.json.cache.ageMs ?? 0) >= 7_200_000)
  assert.equal(lenient.json.warnings[0]?.code, 'stale')
  assert.match(lenient.json.warnings[0]?.detail ?? '', /503/)
  assert.match(cacheStatus(lenient), /^surveyor; fwd=stale; ttl=-3\d\d\d$/)
  // An old answer is not fresh: the next request asks the target again.
  origin.close()
  for (const more of [{}, { maxAgeMs: 0 }]) {
    const away = await ask('lengths', '/down', { staleIfErrorMs: 7_300_000, ...more })
    assert.equal(away.json.cache.status, 'stale', away.text)
  }
})

test('a page that is no content is not kept, and one that was kept is fetched again before it is believed', async (t) => {
  const { ask, origin, crawl } = await setUp(t)
  let page = 'a hard wall'
  origin.answer = (_, response) => void response.end(page)
  assert.equal((await ask('titles', '/wall')).json.code, 'target_blocked')
  assert.deepEqual(await crawl.db.query(sql`select from cache_snapshots`), [])
  page = 'a bot wall'
  assert.equal((await ask('titles', '/wall')).status, 200)
  page = 'content'
  const second = await ask('lengths', '/wall')
  assert.equal(second.json.data.title, 'content')
  assert.equal(second.json.cache.status, 'miss')
  assert.deepEqual(origin.asked, ['/wall', '/wall', '/wall'])
  assert.equal((await ask('lengths', '/wall', { maxAgeMs: 60_000 })).json.data.title, 'content')
  page = 'a wall for good'
  await crawl.call('DELETE', '/api/cache?domain=127.0.0.1')
  await ask('titles', '/wall')
  assert.equal((await ask('lengths', '/wall')).json.code, 'target_blocked')
  assert.deepEqual(await crawl.db.query(sql`select from cache_snapshots`), [])
})

test('a purge reaches pages that workers hold in memory', async (t) => {
  const { ask, crawl, origin } = await setUp(t)
  await ask('titles', '/purged')
  await ask('lengths', '/purged')
  const { json } = await crawl.call<CachePurged>('DELETE', '/api/cache?domain=127.0.0.1')
  assert.deepEqual([json.snapshots, json.results], [1, 2])
  assert.equal((await ask('titles', '/purged')).json.cache.status, 'miss')
  assert.equal(origin.asked.length, 2)
  await crawl.call('DELETE', '/api/cache?extractor=titles')
  assert.equal((await ask('titles', '/purged')).json.cache.status, 'hit')
})

test('redirects, large bodies and several pages of one job', async (t) => {
  const { ask, crawl, origin } = await setUp(t)
  // Not to be compressed below the size that is kept beside its row.
  const large = Array.from({ length: 120_000 }, (_, i) => (i * 2_654_435_761) >>> 0).join('')
  origin.answer = (request, response) => {
    if (request.url === '/old') return void response.writeHead(302, { location: '/new' }).end()
    response.end(request.url === '/large' ? large : 'small')
  }
  await ask('titles', '/old')
  const moved = await ask('lengths', '/old')
  assert.equal(moved.json.cache.status, 'hit')
  assert.deepEqual(
    [moved.json.response?.finalUrl, moved.json.response?.redirects],
    [`${origin.url}/new`, [`${origin.url}/old`]],
  )
  await ask('titles', '/large', { also: `${origin.url}/part` })
  const again = await ask('lengths', '/large', { also: `${origin.url}/part` })
  assert.equal(again.json.cache.status, 'hit')
  assert.equal(again.json.data.bytes, large.length)
  assert.deepEqual(origin.asked, ['/old', '/new', '/large', '/part'])
  const [row] = await crawl.db.query<{ n: number }>(sql`select count(blob)::int as n from cache_snapshots`)
  assert.equal(row?.n, 1)
  const small = await ask('lengths', '/large', { maxResponseBytes: 10_000 })
  assert.equal(small.json.code, 'target_too_large')
  const { json } = await crawl.call<CacheStats>('GET', '/api/cache/stats')
  assert.equal(json.snapshots.entries, 3)
  assert.ok(json.snapshots.hits >= 3 && json.snapshots.misses >= 3)
  assert.ok(json.snapshots.bytes > 100_000)
})
