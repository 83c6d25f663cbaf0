// /api/cdn-report and /api/cdn-detection: reports of clients and workers, records, lists, and who may do what.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CdnDetection, CdnReport, CdnStats, KnownCdn } from '#contract/crawl/learned/cdn.ts'
import type { Problem } from '#contract/problem.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { CompletionsAnswer } from '#contract/worker.ts'
import type { WebhookRecord } from '#contract/webhook.ts'
import { sql } from '#platform/db/sql.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { HELD_LEASES, startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, workerBody } from '#test/support/crawl/test-worker.ts'

interface List<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

const BEHIND: Partial<CdnReport> = {
  headers: { 'CF-Ray': '8f', Server: 'cloudflare', 'X-Other': 'of the site' },
  cookieNames: ['__cf_bm', 'session'],
  outcome: 'ok',
}

const report = async <T = { domain: string; detection: CdnDetection }>(crawl: TestCrawl, body: object) =>
  crawl.call<T>('POST', '/api/cdn-report', { body })
const detection = async (crawl: TestCrawl, domain: string) =>
  crawl.call<CdnDetection & Problem>('GET', `/api/cdn-detection/${encodeURIComponent(domain)}`)

/** A crawl, and a worker that ends jobs with reports. */
async function setUp(t: TestContext) {
  const crawl = await startTestCrawl(t, { jobs: HELD_LEASES })
  const worker = await registerTestWorker(crawl)
  let jobs = 0
  const claim = async () => {
    jobs += 1
    const input = { body: { text: `${jobs}` }, headers: { prefer: 'respond-async' } }
    await crawl.call('POST', '/api/v1/echo/extract', input)
    const { job, leaseToken } = await worker.claim()
    return { jobId: job.id, leaseToken }
  }
  const end = async (cdn: readonly unknown[], more: object = { result: resultOf({ n: 1 }) }) => {
    const lease = await claim()
    const { json } = await crawl.call<CompletionsAnswer>('POST', '/api/worker/completions', {
      body: { completions: [{ ...lease, ...more, reports: { cdn } }] },
    })
    return { ...json, ...lease }
  }
  return { crawl, claim, end }
}

test('a client reports; what it says weighs less, and its secrets are not kept', async (t) => {
  const { crawl } = await setUp(t)
  const { status, json } = await report(crawl, {
    ...BEHIND,
    url: 'https://Shop.Example.org/cart?token=secret',
  })
  assert.equal(status, 202)
  const { domain, detection: known } = json
  assert.equal(domain, 'shop.example.org')
  assert.deepEqual(
    [
      known.registrableDomain,
      known.inheritedFrom,
      known.state,
      known.protection,
      known.strategy,
      known.reports,
    ],
    ['example.org', null, 'suspected', 'none', null, 1],
  )
  assert.deepEqual(
    known.providers.map(({ name, kind, confidence, evidence }) => [
      name,
      kind,
      confidence,
      evidence.map((e) => e.kind),
    ]),
    [['cloudflare', 'cdn', 0.43, ['header', 'cookie', 'server']]],
  )
  const { text } = await detection(crawl, 'shop.example.org')
  assert.doesNotMatch(text, /secret|of the site|session/)
})

test('reports of workers come with the end of jobs, and change the strategy', async (t) => {
  const { crawl, claim, end } = await setUp(t)
  const registered = await crawl.call('POST', '/api/worker/register', { body: workerBody('other') })
  assert.ok(Array.isArray(registered.json['reportsWithCompletions']))
  const wall = { url: 'https://a.example.org/', outcome: 'captcha', engine: 'browser', statusCode: 403 }
  const { jobId, outcomes, refused } = await end([wall])
  assert.deepEqual([outcomes[0]?.status, refused], ['succeeded', []])
  assert.equal((await detection(crawl, 'a.example.org')).json.strategy, null)
  const error = problemOf(new SurveyorError('target_captcha', 'A captcha.'))
  assert.equal((await end([wall], { error })).outcomes[0]?.status, 'failed')
  const { json: known } = await detection(crawl, 'a.example.org')
  assert.deepEqual(
    [
      known.state,
      known.protection,
      known.strategy?.engine,
      known.strategy?.learnedFrom,
      known.outcomes.length,
    ],
    ['confirmed', 'captcha', 'browser', 'example.org', 1],
  )
  assert.notEqual(known.lastReport.jobId, jobId)
  // The calls for one job take them too.
  const single = await claim()
  const done = await crawl.call<{ status: string; refused: unknown }>(
    'POST',
    `/api/worker/jobs/${single.jobId}/complete`,
    {
      body: {
        leaseToken: single.leaseToken,
        result: resultOf({ n: 1 }),
        reports: { cdn: [{ ...wall, outcome: 'ok' }, { outcome: 'ok' }] },
      },
    },
  )
  assert.deepEqual(
    [
      done.status,
      done.json.status,
      (done.json.refused as { pointer: string }[]).map(({ pointer }) => pointer),
    ],
    [200, 'succeeded', ['/reports/cdn/1']],
  )
  const failing = await claim()
  const failed = await crawl.call('POST', `/api/worker/jobs/${failing.jobId}/fail`, {
    body: { leaseToken: failing.leaseToken, error, reports: { cdn: [wall] } },
  })
  assert.deepEqual([failed.status, failed.json['refused']], [200, []])
  assert.equal((await detection(crawl, 'a.example.org')).json.reports, 4)
})

test('a wrong report is named and costs nothing; a late or repeated one does not count', async (t) => {
  const { crawl, end, claim } = await setUp(t)
  const good = { ...BEHIND, domain: 'b.example.org' }
  const { outcomes, refused } = await end([
    good,
    7,
    { ...good, domain: 'not a name/' },
    { ...good, url: 'https://c.example.org/' },
    { ...good, outcome: 'unknown' },
    { ...good, observedAt: '2020-01-01T00:00:00Z' },
    { ...good, url: 'file:///etc/passwd', domain: undefined },
  ])
  assert.equal(outcomes[0]?.status, 'succeeded')
  assert.deepEqual(
    refused?.map(({ pointer, code }) => [pointer, code]),
    [1, 2, 3, 4, 5, 6].map((at) => [`/completions/0/reports/cdn/${at}`, 'no_form_fits']),
  )
  const lease = await claim()
  const body = { completions: [{ ...lease, result: resultOf({ n: 1 }), reports: { cdn: [good] } }] }
  for (let times = 0; times < 2; times += 1) await crawl.call('POST', '/api/worker/completions', { body })
  const lost = { ...body.completions[0], leaseToken: '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10' }
  await crawl.call('POST', '/api/worker/completions', { body: { completions: [lost] } })
  assert.equal((await detection(crawl, 'b.example.org')).json.reports, 2)
})

test('a worker that met nothing leaves no record', async (t) => {
  const { crawl, end } = await setUp(t)
  await end([{ domain: 'plain.example.org', headers: { server: 'nginx' }, outcome: 'ok', engine: 'http' }])
  assert.equal((await detection(crawl, 'plain.example.org')).status, 404)
})

test('bad input is named, unknown domains are not found, subdomains inherit', async (t) => {
  const { crawl, end } = await setUp(t)
  for (const [body, pointer] of [
    [{ outcome: 'ok' }, ''],
    [{ domain: 'a.test', url: 'https://a.test/', outcome: 'ok' }, ''],
    [{ domain: 'https://a.test/', outcome: 'ok' }, '/domain'],
    [{ url: 'ftp://a.test/', outcome: 'ok' }, '/url'],
    [{ url: `https://${'a.'.repeat(1_500)}test/`, outcome: 'ok' }, '/url'],
    [{ domain: 'a.test', outcome: 'ok', observedAt: 'yesterday' }, '/observedAt'],
    [{ domain: 'a.test' }, '/outcome'],
    [{ domain: 'a.test', outcome: 'fine' }, '/outcome'],
    [{ domain: 'a.test', outcome: 'ok', observedAt: '2020-01-01T00:00:00Z' }, '/observedAt'],
    [{ domain: 'a.test', outcome: 'ok', cookies: ['a=b'] }, '/cookies'],
  ] as const) {
    const { status, json } = await report<Problem>(crawl, body)
    assert.deepEqual([status, json.code, json.errors?.[0]?.pointer], [422, 'validation_failed', pointer])
  }
  for (const domain of ['unknown.example', 'not a name', '%'])
    assert.deepEqual([(await detection(crawl, domain)).status], [404], domain)
  await end([{ ...BEHIND, domain: 'example.net' }])
  const { json: inherited } = await detection(crawl, 'Deep.shop.example.net')
  assert.deepEqual(
    [inherited.domain, inherited.inheritedFrom, inherited.state],
    ['deep.shop.example.net', 'example.net', 'confirmed'],
  )
  assert.equal((await detection(crawl, 'other.example')).status, 404)
})

test('lists: filters, a cursor that skips and repeats nothing, streams; the known ones with an ETag; counts', async (t) => {
  const { crawl, end } = await setUp(t)
  const names = Array.from({ length: 7 }, (_, at) => `s${at}.example.org`)
  await end(names.map((domain) => ({ ...BEHIND, domain })))
  await end([{ domain: 'wall.example.com', outcome: 'challenge', engine: 'http' }])
  await report(crawl, { domain: 'nothing.example.com', outcome: 'ok' })
  const list = async (query: string) =>
    (await crawl.call<List<CdnDetection> & Problem>('GET', `/api/cdn-detection${query}`)).json
  const domains = async (query: string) => (await list(query)).items.map(({ domain }) => domain)
  assert.deepEqual(await domains(''), ['nothing.example.com', ...names, 'wall.example.com'])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: List<CdnDetection> = await list(`?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`)
    seen.push(...page.items.map(({ domain }) => domain))
    cursor = page.nextCursor
  }
  assert.equal(seen.length, 9)
  assert.equal(new Set(seen).size, 9)
  assert.deepEqual(await domains('?state=suspected'), ['wall.example.com'])
  assert.deepEqual(await domains('?provider=cloudflare&limit=1'), ['s0.example.org'])
  assert.deepEqual(await domains('?protection=challenge'), ['wall.example.com'])
  assert.deepEqual(await domains('?registrableDomain=example.com'), [
    'nothing.example.com',
    'wall.example.com',
  ])
  assert.equal((await list('?state=wrong')).code, 'validation_failed')
  assert.equal((await list('?cursor=wrong')).code, 'invalid_cursor')
  const csv = await crawl.call('GET', '/api/cdn-detection', { headers: { accept: 'text/csv' } })
  assert.equal(csv.text.trim().split('\n').length, 10)

  const known = await crawl.call<List<KnownCdn>>('GET', '/api/cdn-detection/known')
  assert.deepEqual(
    [known.json.items.length, known.json.items[0]],
    [7, { domain: 's0.example.org', provider: 'cloudflare', kind: 'cdn', protection: 'none' }],
  )
  const etag = known.headers.get('etag') ?? ''
  const ask = async () =>
    crawl.call('GET', '/api/cdn-detection/known', { headers: { 'if-none-match': etag } })
  assert.equal((await ask()).status, 304)
  await end([{ ...BEHIND, domain: 's7.example.org' }])
  assert.equal((await ask()).status, 200)
  // Nothing was seen of it for a week.
  await crawl.db.execute(sql`update cdn_domains set expires_at = now() where domain = 's7.example.org'`)
  assert.equal((await ask()).status, 304)
  assert.deepEqual(await domains('?state=stale'), ['s7.example.org'])

  const { json: stats } = await crawl.call<CdnStats>('GET', '/api/cdn-detection/stats')
  assert.deepEqual(stats, {
    domains: 10,
    reports: 10,
    byState: { confirmed: 7, suspected: 1, stale: 1, unknown: 1 },
    byProvider: { cloudflare: 7 },
    byProtection: { none: 9, challenge: 1 },
  })
})

test('what becomes certain is told once, and again when it is another provider', async (t) => {
  const { crawl, end } = await setUp(t)
  const made = await crawl.call('POST', '/api/webhook-endpoints', {
    body: { url: 'https://receiver.test/', events: ['cdn.detected'] },
  })
  assert.equal(made.status, 201, made.text)
  const told = async () => {
    const { json } = await crawl.call<{ items: WebhookRecord[] }>('GET', '/api/webhooks?event=cdn.detected')
    return json.items.map(({ subjectId }) => subjectId)
  }
  await end([{ ...BEHIND, domain: 'www.example.org' }])
  await end([{ ...BEHIND, domain: 'www.example.org' }])
  assert.deepEqual(await told(), ['www.example.org'])
  const other = { domain: 'www.example.org', ips: ['151.101.1.1'], cnames: ['a.fastly.net'], outcome: 'ok' }
  await end([{ ...other, headers: { 'x-fastly-request-id': '1' } }])
  assert.deepEqual(await told(), ['www.example.org', 'www.example.org'])
})

test('all of it needs the scope `cdn`, and a key of workers reports with jobs only', async (t) => {
  const { crawl, make, ask } = await startKeyedCrawl(t)
  const [cdn, jobs] = [await make(['cdn']), await make(['jobs'])]
  const body = { domain: 'a.example.org', outcome: 'ok' }
  for (const [method, path, given] of [
    ['POST', '/api/cdn-report', body],
    ['GET', '/api/cdn-detection/known', undefined],
    ['GET', '/api/cdn-detection/stats', undefined],
    ['GET', '/api/cdn-detection', undefined],
    ['GET', '/api/cdn-detection/a.example.org', undefined],
  ] as const) {
    const refused = await ask<Problem>(jobs.secret, method, path, given)
    assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'], path)
    const taken = await ask(cdn.secret, method, path, given)
    assert.ok(taken.status < 300, `${path} ${taken.text}`)
  }
  assert.equal((await crawl.call('GET', '/api/cdn-detection')).status, 401)
})
