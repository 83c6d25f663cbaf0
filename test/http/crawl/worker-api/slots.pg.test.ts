import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReleaseSlotsAnswer, RenewSlotsAnswer, TakeSlotsAnswer } from '#contract/crawl/slot.ts'
import type { Problem } from '#contract/problem.ts'
import { newId, parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'

const take = async (crawl: TestCrawl, body: object): Promise<TakeSlotsAnswer> => {
  const answer = await crawl.call<TakeSlotsAnswer>('POST', '/api/worker/permits', {
    body: { resource: 'host a.test', concurrency: 2, ...body },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const release = async (crawl: TestCrawl, ...releases: object[]): Promise<ReleaseSlotsAnswer> =>
  (await crawl.call<ReleaseSlotsAnswer>('POST', '/api/worker/permits/release', { body: { releases } })).json

test('no more permits than the terms allow, and one that is released is the next one', async (t) => {
  const crawl = await startTestCrawl(t)
  const first = await take(crawl, { count: 9 })
  assert.equal(first.permits.length, 2)
  assert.equal(new Set(first.permits).size, 2)
  assert.equal(first.leaseMs, 30_000)
  assert.ok(first.reuseMs > 0)
  const second = await take(crawl, {})
  assert.deepEqual([second.permits, second.retryAfterMs], [[], null])
  assert.equal((await take(crawl, { resource: 'host b.test' })).permits.length, 1)

  const waiting = take(crawl, { waitMs: 30_000 })
  assert.deepEqual(await release(crawl, { permit: first.permits[0] }), { released: 1, unknown: [] })
  assert.equal((await waiting).permits.length, 1)
})

test('the permits of a worker whose process ended come back at once, those of others stay', async (t) => {
  const crawl = await startTestCrawl(t)
  await take(crawl, { instanceId: 'worker-that-ends' })
  const others = [
    ...(await take(crawl, { instanceId: 'worker-that-lives' })).permits,
    ...(await take(crawl, { resource: 'host b.test' })).permits,
  ]
  const waiting = take(crawl, { waitMs: 30_000 })
  await crawl.workerEnded('worker-that-ends')
  assert.equal((await waiting).permits.length, 1)
  const renewed = await crawl.call<RenewSlotsAnswer>('POST', '/api/worker/permits/renew', {
    body: { permits: others },
  })
  assert.deepEqual(renewed.json.lost, [])
})

test('grants keep their distance: too early is told how long to wait, or waits', async (t) => {
  const crawl = await startTestCrawl(t)
  const terms = { spacingMs: 60_000, count: 5 }
  const first = await take(crawl, terms)
  assert.deepEqual([first.permits.length, first.reuseMs], [1, 0])
  const early = await take(crawl, terms)
  assert.equal(early.permits.length, 0)
  assert.ok(early.retryAfterMs !== null && early.retryAfterMs > 0 && early.retryAfterMs <= 60_000)
  assert.equal((await take(crawl, { ...terms, spacingMs: 400, waitMs: 30_000 })).permits.length, 1)
  const [row] = await crawl.db.query<{ permits: number }>(
    sql`select count(*)::int as permits from limit_slots`,
  )
  assert.equal(row?.permits, 2)
})

test('what the resource says goes for everybody: closed for a time, slower after a push-back', async (t) => {
  const crawl = await startTestCrawl(t)
  const [closing] = (await take(crawl, {})).permits
  await release(crawl, { permit: closing, closedForMs: 60_000, pushedBack: true })
  const { permits, retryAfterMs } = await take(crawl, { waitMs: 30_000 })
  assert.equal(permits.length, 0)
  assert.ok(retryAfterMs !== null && retryAfterMs > 50_000 && retryAfterMs <= 60_000, `${retryAfterMs}`)

  const [pushed] = (await take(crawl, { resource: 'host b.test' })).permits
  await release(crawl, { permit: pushed, pushedBack: true })
  const slower = await take(crawl, { resource: 'host b.test', count: 2, waitMs: 30_000 })
  assert.deepEqual([slower.permits.length, slower.reuseMs], [1, 0], 'half of two slots, with a distance')
})

test('a limit for each day counts the last 24 hours', async (t) => {
  const crawl = await startTestCrawl(t)
  const day = { resource: 'overpass a.test', perDay: 3 }
  for (let i = 0; i < 3; i += 1) {
    const { permits } = await take(crawl, day)
    assert.equal(permits.length, 1)
    await release(crawl, { permit: permits[0] })
  }
  const over = await take(crawl, day)
  assert.equal(over.permits.length, 0)
  assert.ok((over.retryAfterMs ?? 0) > 86_000_000, `${over.retryAfterMs}`)
  await crawl.db.execute(
    sql`update limit_starts set started_at = started_at - interval '24 hours' where number = 1`,
  )
  const [next] = (await take(crawl, day)).permits
  assert.ok(next)
  assert.equal((await take(crawl, day)).permits.length, 0)
  const [kept] = await crawl.db.query<{ rows: number }>(sql`select count(*)::int as rows from limit_starts`)
  assert.equal(kept?.rows, 3, 'grants that no longer count are forgotten')
})

test('the permit of a worker that was killed comes back; one that is renewed stays', async (t) => {
  const crawl = await startTestCrawl(t)
  const [killed, alive] = (await take(crawl, { count: 2 })).permits
  // The one that is to be renewed has the time for it, however slow the machine is.
  await crawl.db.execute(sql`
    update limit_slots set expires_at = clock_timestamp()
      + case when id = ${parseId('prm', killed ?? '')} then interval '300 ms' else interval '20 s' end`)
  const ends = async () =>
    (await crawl.db.query<{ at: Date }>(sql`select expires_at as at from limit_slots`)).map(({ at }) =>
      Number(at),
    )
  const before = Math.max(...(await ends()))
  const renewed = await crawl.call<RenewSlotsAnswer>('POST', '/api/worker/permits/renew', {
    body: { permits: [alive, newId('prm'), 'nonsense'] },
  })
  assert.equal(renewed.status, 200)
  assert.equal(renewed.json.lost.length, 2)
  assert.ok(Math.max(...(await ends())) > before)
  const { permits } = await take(crawl, { waitMs: 30_000, count: 2 })
  assert.equal(permits.length, 1)
  assert.deepEqual(await release(crawl, { permit: killed }, { permit: 'nonsense' }), {
    released: 0,
    unknown: [killed, 'nonsense'],
  })
  assert.equal((await release(crawl, { permit: alive }, { permit: alive })).released, 1)
})

test('who goes away while he waits takes nothing with him', async (t) => {
  const crawl = await startTestCrawl(t)
  const [only] = (await take(crawl, { concurrency: 1 })).permits
  const leaving = new AbortController()
  const gone = take(crawl, { concurrency: 1, waitMs: 30_000 })
  const left = crawl
    .call('POST', '/api/worker/permits', {
      body: { resource: 'host a.test', concurrency: 1, waitMs: 30_000 },
      signal: leaving.signal,
    })
    .then(
      () => assert.fail('answered'),
      () => undefined,
    )
  leaving.abort()
  await left
  await release(crawl, { permit: only })
  const [second] = (await gone).permits
  await release(crawl, { permit: second })
  assert.equal((await take(crawl, { concurrency: 1, waitMs: 30_000 })).permits.length, 1)
})

test('a request that does not fit is refused', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [path, body, pointer] of [
    ['', { concurrency: 1 }, '/resource'],
    ['', { resource: 'host a.test' }, '/concurrency'],
    ['', { resource: 'host a.test', concurrency: 0 }, '/concurrency'],
    ['', { resource: 'host a.test', concurrency: 1, perday: 3 }, '/perday'],
    ['', { resource: 'host a.test', concurrency: 1, waitMs: 60_000 }, '/waitMs'],
    ['/renew', { permits: [] }, '/permits'],
    ['/release', { releases: [{ closedForMs: 1 }] }, '/releases/0/permit'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', `/api/worker/permits${path}`, { body })
    assert.equal(status, 422)
    assert.equal(json.errors?.[0]?.pointer, pointer)
  }
})

test('permits need the scope of a worker', async (t) => {
  const crawl = await startTestCrawl(t, {
    fixedKeys: [
      { name: 'places', secret: 'the-key-of-places-in-this-test', scopes: ['extract', 'jobs'] },
      { name: 'worker', secret: 'the-key-of-a-worker-in-this-test', scopes: ['worker'] },
    ],
  })
  const body = { resource: 'host a.test', concurrency: 1 }
  const ask = (key: string | null) =>
    crawl.call<Problem>('POST', '/api/worker/permits', {
      body,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    })
  assert.equal((await ask(null)).status, 401)
  const places = await ask('the-key-of-places-in-this-test')
  assert.deepEqual([places.status, places.json.code], [403, 'scope_missing'])
  assert.equal((await ask('the-key-of-a-worker-in-this-test')).status, 200)
})
