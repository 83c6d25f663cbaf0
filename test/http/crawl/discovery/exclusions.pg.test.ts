import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { AppliedExclusions, Exclusion } from '#contract/crawl/discovery/exclusion.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { sql } from '#platform/db/sql.ts'
import { startCachedCrawl } from '#test/support/crawl/cached-pages.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { serveEcho } from '#test/support/crawl/test-worker.ts'
import { learn, patternOf, QUIET, signal, signals } from '#test/support/discovery/discovery-client.ts'

const PATH = '/api/discovery/exclusions'
const ECHO = '/api/v1/echo/extract'

async function exclude(crawl: Pick<TestCrawl, 'call'>, body: object): Promise<Exclusion> {
  const { status, json, text } = await crawl.call<Exclusion>('POST', PATH, { body })
  assert.equal(status, 201, text)
  return json
}

/** What the worker was given, and what it answers. */
async function startEchoes(
  t: TestContext,
  data: object = {},
): Promise<{ crawl: TestCrawl; claimed: unknown[] }> {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const claimed: unknown[] = []
  await serveEcho(crawl, ({ job }) => {
    claimed.push(job.input)
    return data
  })
  return { crawl, claimed }
}

const ended = async (crawl: TestCrawl, id: string): Promise<Job> =>
  (await crawl.call<Job>('GET', `/api/jobs/${id}?waitMs=20000`)).json

test('an excluded page is refused at once; in a batch it fails alone, before a worker has it', async (t) => {
  const { crawl, claimed } = await startEchoes(t)
  const made = await exclude(crawl, { kind: 'domain', value: 'No-Thanks.example', scope: 'fetch' })
  assert.deepEqual(
    [made.value, made.match, made.reason, made.createdBy],
    ['no-thanks.example', 'exact', 'manual', 'open'],
  )
  const body = { text: 'x', url: 'https://www.no-thanks.example/a' }
  const refused = await crawl.call<Problem>('POST', ECHO, { body })
  assert.deepEqual([refused.status, refused.json.code], [403, 'url_not_allowed'])
  const batch = await crawl.call<JobAccepted>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [body, { text: 'y', url: 'https://fine.example/' }] },
  })
  assert.equal(batch.status, 202, batch.text)
  assert.equal((await ended(crawl, batch.json.jobId)).status, 'partially_succeeded')
  assert.deepEqual(claimed, [{ text: 'y', url: 'https://fine.example/', times: 1 }])
  assert.equal((await crawl.call('DELETE', `${PATH}/${made.id}`)).status, 204)
  assert.equal((await crawl.call('POST', ECHO, { body })).status, 200)
})

test('a job that waits when its page is excluded fails before a worker has it', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const { json } = await crawl.call<JobAccepted>('POST', ECHO, {
    body: { text: 'x', url: 'https://late.example/calendar/2026' },
    headers: { prefer: 'respond-async' },
  })
  await exclude(crawl, { kind: 'path', value: 'late.example/calendar/*', match: 'glob', scope: 'fetch' })
  const claimed: unknown[] = []
  await serveEcho(crawl, ({ job }) => claimed.push(job.input))
  const job = await ended(crawl, json.jobId)
  assert.deepEqual([job.status, job.error?.code, claimed], ['failed', 'url_not_allowed', []])
})

test('excluded values are left out of results, whatever extractor found them', async (t) => {
  const person = { name: 'Ann', email: 'ann@a.example', phone: '+49 30 23125000' }
  const data = {
    emails: [{ value: 'Ann@A.example' }, { value: 'info@a.example' }, { value: 'x@mail.gone.example' }],
    phones: [{ e164: '+493023125000' }, { e164: '+493023125001' }],
    people: [person],
    place: { emails: ['ann@a.example', 'info@a.example'], phone: '+493023125000' },
    note: 'ann@a.example',
  }
  const { crawl } = await startEchoes(t, data)
  await exclude(crawl, { kind: 'email', value: 'ANN@a.example', scope: 'output' })
  await exclude(crawl, { kind: 'emailDomain', value: 'gone.example', match: 'suffix' })
  await exclude(crawl, { kind: 'phone', value: '+49 (30) 23125-000' })
  const answer = await crawl.call<{ data: unknown }>('POST', ECHO, { body: { text: 'x' } })
  assert.deepEqual(answer.json.data, {
    emails: [{ value: 'info@a.example' }],
    phones: [{ e164: '+493023125001' }],
    people: [{ name: 'Ann', email: null, phone: null }],
    place: { emails: ['info@a.example'], phone: null },
    note: 'ann@a.example',
  })
})

test('an opt-out removes what is stored: results, kept answers, signals', async (t) => {
  const { crawl } = await startEchoes(t, { emails: ['ann@rest.example'] })
  await learn(crawl, [
    ...signals(3, 'other'),
    signal('bye.example'),
    signal('rest.example', { values: { emails: ['ann@rest.example'] } }),
  ])
  const run = async (url: string): Promise<string> => {
    const { headers, json } = await crawl.call<JobAccepted>('POST', ECHO, {
      body: { text: 'x', url },
      headers: { prefer: 'respond-async' },
    })
    assert.ok(headers.get('location') !== null)
    await ended(crawl, json.jobId)
    return json.jobId
  }
  const [gone, kept] = [await run('https://shop.bye.example/x'), await run('https://rest.example/')]
  // The pages of a crawl are also in its files.
  const site = kept.replace('job_', '')
  const { json: file } = await crawl.call<{ id: string }>('POST', '/api/v1/artifacts', {
    body: { all: 'pages' },
  })
  await crawl.db.execute(sql`insert into site_crawls (job_id) values (${site}::uuid)`)
  await crawl.db.execute(sql`
    insert into site_pages (crawl_id, key, n, turn, url, depth, state, source, result_job)
    values (${site}::uuid, 'x', 0, 0, 'https://shop.bye.example/x', 0, 'stored', 'seed', ${gone.replace('job_', '')}::uuid)`)
  await crawl.db.execute(sql`update artifacts set job_id = ${site}::uuid, kind = 'pages'`)
  const domain = await exclude(crawl, { kind: 'domain', value: 'bye.example', reason: 'optout' })
  const { removed } = domain
  assert.deepEqual([removed?.results, removed?.artifacts, removed?.signals], [1, 1, 1])
  assert.equal((await crawl.call<Problem>('GET', `/api/v1/artifacts/${file.id}`)).json.code, 'result_expired')
  const result = async (id: string) => crawl.call<Problem>('GET', `/api/jobs/${id}/result`)
  assert.equal((await result(gone)).json.code, 'result_expired')
  assert.equal((await result(kept)).status, 200)
  const email = await exclude(crawl, { kind: 'email', value: 'ann@rest.example', reason: 'optout' })
  assert.deepEqual([email.removed?.results, email.removed?.signals], [1, 1])
  assert.equal((await result(kept)).json.code, 'result_expired')
  const left = await crawl.db.query(sql`
    select domain, cardinality(contacts) as contacts from discovery_signals order by seq`)
  assert.deepEqual(left, [
    ...['other0.example', 'other1.example', 'other2.example'].map((name) => ({ domain: name, contacts: 0 })),
    { domain: 'rest.example', contacts: 0 },
  ])
})

test('a value that could never match is refused', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  for (const [kind, value] of [
    ['domain', 'shop.no-thanks.example'],
    ['domain', 'no-thanks.example/shop'],
    ['host', 'no-thanks.example/shop'],
    ['phone', 'none'],
  ]) {
    const { status, json } = await crawl.call<Problem>('POST', PATH, {
      body: { kind, value, reason: 'optout' },
    })
    assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/value'], `${kind} ${value}`)
  }
  const { json } = await crawl.call<{ items: unknown[] }>('GET', PATH)
  assert.deepEqual(json.items, [])
})

test('an opt-out takes kept answers of the domain away', async (t) => {
  const crawl = await startCachedCrawl(t)
  const urls = ['https://a.bye.example/1', 'https://stay.example/2']
  for (const url of urls) await crawl.ask({ url })
  const { json } = await crawl.call<Exclusion>('POST', PATH, {
    body: { kind: 'domain', value: 'bye.example', reason: 'optout' },
  })
  assert.equal(json.removed?.cached, 1)
  assert.equal((await crawl.ask({ url: urls[1] ?? '' })).json.cache.status, 'hit')
})

test('what is excluded from learning teaches nothing, and its patterns are excluded until it is lifted', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  await exclude(crawl, { kind: 'domain', value: 'h*.example', match: 'glob', scope: 'learn' })
  const { id } = await exclude(crawl, { kind: 'template', value: 'Werbung.html', scope: 'learn' })
  await learn(crawl, [
    ...signals(30, 'h', { url: 'https://x.example/standorte' }),
    ...signals(30, 'ad', { url: 'https://x.example/werbung' }),
  ])
  assert.equal(await patternOf(crawl, '/standorte'), undefined)
  assert.equal(await patternOf(crawl, '/werbung'), undefined)
  await crawl.call('DELETE', `${PATH}/${id}`)
  await learn(crawl, [signal('one.example')])
  assert.equal((await patternOf(crawl, '/werbung'))?.status, 'active')
  await exclude(crawl, { kind: 'template', value: '/werbung', scope: 'all' })
  const { text } = await crawl.call('GET', '/api/discovery/patterns/active')
  assert.ok(!text.includes('/werbung'))
})

test('a calendar is a trap: its pages are excluded from learning, flagged with their number', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const days = Array.from({ length: 201 }, (_, day) =>
    signal('cal.example', { type: 'link_seen', url: `https://cal.example/termine/${day}` }),
  )
  await learn(crawl, days.slice(0, 200))
  const traps = async () =>
    (await crawl.call<{ items: Exclusion[] }>('GET', `${PATH}?reason=trap`)).json.items.map(
      ({ value, scope, createdBy, note }) => [value, scope, createdBy, note],
    )
  assert.deepEqual(await traps(), [])
  await learn(crawl, days.slice(200))
  assert.deepEqual(await traps(), [['cal.example/termine/*', 'learn', null, '201 pages of /termine/:n.']])
})

test('lists by kind, scope, reason and time; what is kept out is counted; the same again keeps its id', async (t) => {
  const { crawl } = await startEchoes(t)
  const first = await exclude(crawl, { kind: 'host', value: 'a.example', scope: 'fetch' })
  await exclude(crawl, { kind: 'email', value: 'x@a.example', reason: 'legal' })
  const again = await exclude(crawl, {
    kind: 'host',
    value: 'A.example',
    scope: 'fetch',
    reason: 'robots',
    note: 'said so',
  })
  assert.deepEqual([again.id, again.reason, again.note], [first.id, 'robots', 'said so'])
  const list = async (query: string): Promise<string[]> =>
    (await crawl.call<{ items: Exclusion[] }>('GET', `${PATH}?${query}`)).json.items.map(({ kind }) => kind)
  assert.deepEqual(await list('scope=fetch'), ['email', 'host'])
  assert.deepEqual(await list('kind=host&reason=robots'), ['host'])
  assert.deepEqual(await list(`since=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`), [])
  for (const text of ['1', '2']) {
    const { status } = await crawl.call('POST', ECHO, { body: { text, url: 'https://a.example/' } })
    assert.equal(status, 403)
  }
  const expiresAt = new Date(Date.now() - 1_000).toISOString()
  await exclude(crawl, { kind: 'host', value: 'a.example', scope: 'fetch', expiresAt })
  assert.equal(
    (await crawl.call('POST', ECHO, { body: { text: '3', url: 'https://a.example/' } })).status,
    200,
  )
  await crawl.stop()
  assert.deepEqual(
    await crawl.db.query(sql`select hits::integer as hits from discovery_exclusions where kind = 'host'`),
    [{ hits: 2 }],
  )
})

test('what keeps values out of answers can be read whole, and again only when it has changed', async (t) => {
  const fixedKeys = [
    { name: 'places', secret: 'the-key-of-places-in-this-test-01', scopes: ['discovery:read' as const] },
    { name: 'operator', secret: 'the-key-of-the-operator-in-this-01', scopes: ['discovery' as const] },
    { name: 'client', secret: 'the-key-of-a-client-in-this-test-1', scopes: ['enrich' as const] },
  ]
  const crawl = await startTestCrawl(t, { discovery: QUIET, fixedKeys })
  const as = (nth: number) => ({ 'x-api-key': fixedKeys[nth]?.secret ?? '' })
  const read = async (headers: Record<string, string> = {}) =>
    crawl.call<AppliedExclusions>('GET', `${PATH}/applied`, { headers: { ...as(0), ...headers } })
  const empty = await read()
  assert.deepEqual([empty.status, empty.json.rules], [200, []], empty.text)
  for (const body of [
    { kind: 'email', value: 'A@b.example', reason: 'optout' },
    { kind: 'domain', value: 'c.example', scope: 'fetch' },
    { kind: 'phone', value: '+41 61 000 00 00', scope: 'output', expiresAt: '2000-01-01T00:00:00.000Z' },
  ])
    assert.equal((await crawl.call('POST', PATH, { body, headers: as(1) })).status, 201)
  const some = await read({ 'if-none-match': `"${empty.json.version}"` })
  assert.deepEqual(some.json.rules, [
    { kind: 'email', value: 'a@b.example', match: 'exact', scope: 'all', expiresAt: null },
  ])
  assert.equal(some.headers.get('etag'), `"${some.json.version}"`)
  const same = await fetch(`${crawl.url}${PATH}/applied`, {
    headers: { ...as(0), 'if-none-match': `"${some.json.version}"` },
  })
  assert.deepEqual([same.status, await same.text()], [304, ''])
  for (const [nth, path, status] of [
    [2, `${PATH}/applied`, 403],
    [0, PATH, 403],
    [1, `${PATH}/applied`, 200],
  ] as const)
    assert.equal((await crawl.call('GET', path, { headers: as(nth) })).status, status)
})
