// Kept results: which caller gets one, how old it may be, and which are never kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { setBackCache } from '#platform/cache/entries/set-back.ts'
import { sql } from '#platform/db/sql.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { serveEcho } from '#test/support/crawl/test-worker.ts'
import {
  pageResult,
  startCachedCrawl,
  startReplica,
  URL_OF_PAGE,
  type CachedCrawl,
} from '#test/support/crawl/cached-pages.ts'

const DAY_MS = 86_400_000

const cacheStatus = ({ headers }: { headers: Headers }) => headers.get('cache-status')

/** Makes everything that is kept older, and lets the memory forget it. */
async function age(crawl: CachedCrawl, ms: number): Promise<void> {
  const interval = sql`${ms} * interval '1 millisecond'`
  await crawl.db.execute(sql`
    update cache_results set fresh_from = fresh_from - ${interval}, stored_at = stored_at - ${interval}`)
}

test('an equal request is answered with the kept result and makes no job', async (t) => {
  const crawl = await startCachedCrawl(t)
  const first = await crawl.ask()
  assert.equal(first.status, 200)
  assert.equal(first.json.cache.status, 'miss')
  assert.equal(cacheStatus(first), 'surveyor; fwd=miss; stored')

  const second = await crawl.ask()
  assert.equal(second.status, 200)
  assert.match(second.headers.get('content-type') ?? '', /^application\/json/)
  const { cache, ...rest } = second.json
  const { cache: _, ...original } = first.json
  assert.deepEqual(rest, original)
  assert.equal(cache.status, 'hit')
  assert.ok(cache.ageMs !== null && cache.ageMs >= 0 && cache.ageMs < 60_000)
  assert.ok(Math.abs(Date.parse(cache.storedAt ?? '') - Date.now()) < 60_000)
  assert.match(cacheStatus(second) ?? '', /^surveyor; hit; ttl=3[56]\d\d$/)
  assert.equal(crawl.worker.inputs.length, 1)
  assert.equal((await crawl.call<{ items: Job[] }>('GET', '/api/jobs')).json.items.length, 1)
})

test('other spellings of the same request are the same, other requests are not', async (t) => {
  const crawl = await startCachedCrawl(t)
  await crawl.ask({ formats: ['text', 'links'] })
  for (const same of [
    { formats: ['links', 'text'] },
    { formats: ['text', 'links'], url: 'HTTPS://Pages.TEST:443/x/../article#top' },
    { formats: ['text', 'links'], timeoutMs: 5_000, maxAgeMs: 1_000_000, robots: 'obey' },
    { formats: ['text', 'links'], store: false, staleIfErrorMs: 10 },
  ]) {
    const { json } = await crawl.ask(same)
    assert.equal(json.cache.status, 'hit', JSON.stringify(same))
  }
  const get = await crawl.call(
    'GET',
    `/api/v1/pages/extract?url=${encodeURIComponent(URL_OF_PAGE)}&formats=text,links`,
  )
  assert.match(cacheStatus(get) ?? '', /^surveyor; hit/)
  assert.equal(crawl.worker.inputs.length, 1)
  const own = { headers: { 'Accept-Language': 'en', Referer: 'https://other.test/' } }
  assert.equal((await crawl.ask(own)).json.cache.status, 'miss')
  assert.equal(
    (await crawl.ask({ headers: { referer: 'https://other.test/', 'accept-language': 'en' } })).json.cache
      .status,
    'hit',
  )
  const others = [
    {},
    { formats: ['text', 'links'], url: `${URL_OF_PAGE}?utm_source=x` },
    { formats: ['text', 'links'], url: 'https://pages.test/Article' },
    { formats: ['text', 'links'], url: `${URL_OF_PAGE}#/cart` },
    { formats: ['text', 'links'], locale: 'de' },
    { formats: ['text', 'links'], headers: { 'Accept-Language': 'de' } },
  ]
  for (const other of others) {
    const { json } = await crawl.ask(other)
    assert.equal(json.cache.status, 'miss', JSON.stringify(other))
  }
  const { json } = await crawl.call<{ cache: { status: string } }>('POST', '/api/v1/links/extract', {
    body: { url: URL_OF_PAGE, formats: ['text', 'links'] },
  })
  assert.equal(json.cache.status, 'miss')
  assert.equal(crawl.worker.inputs.length, 2 + others.length + 1)
})

test('a result is as old as its oldest page, and too old where the request says so', async (t) => {
  const crawl = await startCachedCrawl(t, {
    work: (_, n) =>
      n === 1
        ? pageResult(n, {
            cache: { status: 'hit', ageMs: 100_000, storedAt: new Date(Date.now() - 100_000).toISOString() },
          })
        : pageResult(n),
  })
  const first = await crawl.ask()
  assert.match(cacheStatus(first) ?? '', /^surveyor; hit; ttl=3500; stored$/)
  const young = await crawl.ask({ maxAgeMs: 200_000 })
  assert.equal(young.json.jobId, first.json.jobId)
  assert.ok((young.json.cache.ageMs ?? 0) >= 100_000)
  const tooOld = await crawl.ask({ maxAgeMs: 90_000 })
  assert.deepEqual(tooOld.json.data, { n: 2 })
  assert.equal((await crawl.ask({ maxAgeMs: 90_000 })).json.jobId, tooOld.json.jobId)
  // The younger one took its place.
  assert.equal((await crawl.ask({ maxAgeMs: 200_000 })).json.jobId, tooOld.json.jobId)
})

test('what was kept before the clock was set back by a day is as old as it was, and gives way to newer results', async (t) => {
  const crawl = await startCachedCrawl(t)
  await crawl.ask()
  await age(crawl, -DAY_MS)
  await setBackCache(crawl.db, DAY_MS)
  const [kept] = await crawl.db.query<{ ageMs: number }>(sql`
    select extract(epoch from now() - fresh_from)::float8 * 1000 as "ageMs" from cache_results`)
  assert.ok(kept !== undefined && kept.ageMs >= 0 && kept.ageMs < 60_000)
  const renewed = await crawl.ask({ maxAgeMs: 0 })
  assert.equal(cacheStatus(renewed), 'surveyor; fwd=request; stored')
  assert.deepEqual((await crawl.ask()).json.data, { n: 2 })
})

test('maxAgeMs 0 asks again and renews what is kept', async (t) => {
  const crawl = await startCachedCrawl(t)
  await crawl.ask()
  const fresh = await crawl.ask({ maxAgeMs: 0 })
  assert.equal(fresh.json.cache.status, 'miss')
  assert.equal(cacheStatus(fresh), 'surveyor; fwd=request; stored')
  const later = await crawl.ask()
  assert.equal(later.json.cache.status, 'hit')
  assert.deepEqual(later.json.data, { n: 2 })
})

test('credentials keep a request out of the cache, in both directions', async (t) => {
  const crawl = await startCachedCrawl(t)
  await crawl.ask()
  for (const own of [
    { cookies: [{ name: 'sid', value: 'x' }] },
    { httpAuth: { username: 'u', password: 'p' } },
    { headers: { Authorization: 'Bearer x' } },
    { headers: { 'X-Session': 'x' } },
    { headers: { Cookie: 'sid=x' } },
  ]) {
    for (let time = 0; time < 2; time += 1) {
      const answer = await crawl.ask(own)
      assert.equal(answer.status, 200, JSON.stringify(own))
      assert.equal(cacheStatus(answer), 'surveyor; fwd=bypass; detail=credentials')
    }
  }
  assert.equal(crawl.worker.inputs.length, 11)
  assert.deepEqual((await crawl.ask()).json.data, { n: 1 })
})

test('what is not to be kept is not: store false, errors, pages of errors, what the target forbids', async (t) => {
  const blocked = problemOf(new SurveyorError('target_blocked', 'A bot wall.'))
  const { response } = pageResult(0)
  const crawl = await startCachedCrawl(t, {
    work({ job }, n) {
      const { url } = job.input as { url: string }
      if (url.endsWith('/blocked')) return blocked
      if (url.endsWith('/missing') && response !== null)
        return pageResult(n, { response: { ...response, statusCode: 404 } })
      if (url.endsWith('/private'))
        return pageResult(n, { cache: { status: 'miss', ageMs: null, storedAt: null, detail: 'private' } })
      if (url.endsWith('/stale'))
        return pageResult(n, {
          cache: { status: 'stale', ageMs: 5_000_000, storedAt: new Date().toISOString() },
        })
      return pageResult(n)
    },
  })
  for (const [path, more, status] of [
    ['/unstored', { store: false }, 'surveyor; fwd=miss'],
    ['/blocked', {}, 'surveyor; fwd=miss'],
    ['/missing', {}, 'surveyor; fwd=miss'],
    ['/private', {}, 'surveyor; fwd=miss; detail=private'],
    ['/stale', {}, 'surveyor; fwd=stale; ttl=-1400'],
  ] as const) {
    for (let time = 0; time < 2; time += 1) {
      const answer = await crawl.ask({ url: `https://pages.test${path}`, ...more })
      assert.equal(cacheStatus(answer), status, path)
    }
  }
  assert.equal(crawl.worker.inputs.length, 10)
  const [row] = await crawl.db.query<{ n: number }>(sql`select count(*)::int as n from cache_results`)
  assert.equal(row?.n, 0)
})

test('with respond-async a kept result is the job that brought it', async (t) => {
  const crawl = await startCachedCrawl(t)
  const first = await crawl.ask()
  const later = await crawl.call<{ id: string; status: string }>('POST', '/api/v1/pages/extract', {
    body: { url: URL_OF_PAGE },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(later.status, 202)
  assert.equal(later.json.id, first.json.jobId)
  assert.equal(later.json.status, 'succeeded')
  assert.equal(later.headers.get('location'), `/api/jobs/${first.json.jobId}`)
  assert.equal(later.headers.get('preference-applied'), 'respond-async')
  assert.match(cacheStatus(later) ?? '', /^surveyor; hit/)

  // Once the job is gone there is nothing to point at.
  await crawl.db.execute(sql`delete from jobs`)
  const { status, json } = await crawl.call<{ id: string }>('POST', '/api/v1/pages/extract', {
    body: { url: URL_OF_PAGE },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202)
  assert.notEqual(json.id, first.json.jobId)
})

test('a request with a webhook gets a job of its own, whose result is kept', async (t) => {
  const crawl = await startCachedCrawl(t, { webhooks: { allow: ['127.0.0.1/32'] } })
  const receiver = await startWebhookReceiver()
  crawl.beforeStop(async () => receiver[Symbol.asyncDispose]())
  await crawl.ask()
  const answer = await crawl.ask({ webhook: { url: receiver.url } })
  assert.equal(cacheStatus(answer), 'surveyor; fwd=bypass; detail=webhook')
  assert.deepEqual(answer.json.data, { n: 2 })
  assert.deepEqual((await crawl.ask()).json.data, { n: 2 })
})

test('an operation without maxAgeMs is not cached, and says so', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const answer = await crawl.call('POST', '/api/v1/echo/extract', { body: { text: 'hi' } })
  assert.equal(cacheStatus(answer), 'surveyor; fwd=bypass; detail=not-cacheable')
})

test('the failure of a target is answered with an older result, where the request takes one', async (t) => {
  let away = false
  const crawl = await startCachedCrawl(t, {
    work: (_, n) =>
      away
        ? problemOf(
            new SurveyorError('target_connect_error', 'The target closed the connection.', {
              retryable: false,
            }),
          )
        : pageResult(n),
  })
  const { json: first } = await crawl.ask()
  away = true
  await age(crawl, 4_000_000)
  const replica = await startReplica(t, crawl)
  const strict = await replica.ask()
  assert.equal(strict.status, 502)
  assert.equal(strict.json.code, 'target_connect_error')
  assert.equal(cacheStatus(strict), 'surveyor; fwd=miss')
  assert.equal((await replica.ask({ staleIfErrorMs: 300_000 })).status, 502)

  const lenient = await replica.ask({ staleIfErrorMs: 600_000 })
  assert.equal(lenient.status, 200)
  assert.equal(lenient.json.jobId, first.jobId)
  assert.equal(lenient.json.cache.status, 'stale')
  assert.ok((lenient.json.cache.ageMs ?? 0) >= 4_000_000)
  assert.deepEqual(
    lenient.json.warnings.map(({ code }) => code),
    ['stale'],
  )
  assert.match(cacheStatus(lenient) ?? '', /^surveyor; fwd=stale; ttl=-\d+; detail=stale-if-error$/)
})

test('a result with files is for the key that it was made for', async (t) => {
  const key = (name: string) => ({
    name,
    secret: `the-${name}-key-of-this-test-0001`,
    scopes: ['admin' as const],
  })
  const bearer = (name: string) => ({ authorization: `Bearer the-${name}-key-of-this-test-0001` })
  const file = {
    id: 'art_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
    kind: 'pdf',
    href: '/api/v1/artifacts/art_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
    mediaType: 'application/pdf',
    bytes: 1,
    sha256: '0'.repeat(64),
  }
  let leftMs = 3_600_000
  const crawl = await startCachedCrawl(t, {
    fixedKeys: [key('worker'), key('one'), key('other')],
    headers: bearer('worker'),
    work: (_, n) =>
      pageResult(n, { artifacts: [{ ...file, expiresAt: new Date(Date.now() + leftMs).toISOString() }] }),
  })
  const ask = async (name: string, more = {}) => (await crawl.ask(more, bearer(name))).json
  const one = await ask('one')
  assert.equal((await ask('one')).jobId, one.jobId)
  const other = await ask('other')
  assert.notEqual(other.jobId, one.jobId)
  assert.equal((await ask('one')).jobId, one.jobId)
  assert.equal((await ask('other')).jobId, other.jobId)
  // Files that are about to expire are of no use.
  leftMs = 10_000
  const short = { url: 'https://pages.test/short' }
  assert.notEqual((await ask('one', short)).jobId, (await ask('one', short)).jobId)
})

test('links of a kept answer are for those who may follow them', async (t) => {
  const secretOf = (name: string) => `the-${name}-key-of-this-test-0001`
  const bearer = (name: string) => ({ authorization: `Bearer ${secretOf(name)}` })
  const crawl = await startCachedCrawl(t, {
    fixedKeys: [
      { name: 'worker', secret: secretOf('worker'), scopes: ['admin'] },
      ...['one', 'other'].map((name) => ({ name, secret: secretOf(name), scopes: ['extract' as const] })),
    ],
    headers: bearer('worker'),
  })
  const ask = async (name: string, accept = 'application/json') =>
    (await crawl.ask({}, { ...bearer(name), accept })).json
  const made = await ask('one')
  for (const [name, isSeen] of [
    ['one', true],
    ['worker', true],
    ['other', false],
  ] as const) {
    for (const accept of ['application/json', 'text/markdown, */*;q=0.1']) {
      const { links, jobId, cache } = await ask(name, accept)
      assert.deepEqual([jobId, cache.status], [made.jobId, 'hit'])
      // Who may not have a job run again is not led to it.
      const more = name === 'worker' ? { retry: `${made.links['self']}/retry` } : {}
      assert.deepEqual(links, isSeen ? { ...made.links, ...more } : {}, name)
    }
    const { status } = await crawl.call('GET', made.links['self'] ?? '', { headers: bearer(name) })
    assert.equal(status, isSeen ? 200 : 404)
  }
})

test('a cache of no size keeps nothing and joins nobody', async (t) => {
  const crawl = await startCachedCrawl(t, { cache: { maxBytes: 0 } })
  await crawl.ask()
  const again = await crawl.ask()
  assert.equal(cacheStatus(again), 'surveyor; fwd=bypass; detail=off')
  assert.equal(crawl.worker.inputs.length, 2)
})
