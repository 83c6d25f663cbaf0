// Concurrent equal requests: one job for all of them, over all replicas, even when some of them disconnect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from '#contract/job.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimedJob } from '#contract/worker.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import {
  PAGE_EXTRACTORS,
  pageResult,
  startCachedCrawl,
  startReplica,
  URL_OF_PAGE,
  type Work,
} from '#test/support/crawl/cached-pages.ts'

/** Jobs wait until the test ends them. */
function heldWork() {
  const claimed: { claim: ClaimedJob; end: (outcome: Awaited<ReturnType<Work>>) => void }[] = []
  const work: Work = (claim) => new Promise((end) => claimed.push({ claim, end }))
  return { work, claimed }
}

/** Much longer than a starved machine takes. */
const MAX_WAIT_MS = 300_000

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (!(await condition())) {
    assert.ok(performance.now() < end, `not within ${MAX_WAIT_MS} ms: ${condition.toString()}`)
    await delay(10)
  }
}

async function waitersIn(crawl: TestCrawl): Promise<number> {
  const [row] = await crawl.db.query<{ n: number }>(sql`
    select coalesce(sum(waiters), 0)::int as n from jobs where completed_at is null`)
  return row?.n ?? 0
}

const cacheStatus = ({ headers }: { headers: Headers }) => headers.get('cache-status') ?? ''

test('equal requests on two replicas are one job, and all get its answer', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work, replicated: true })
  const replica = await startReplica(t, crawl)
  const asking = [
    ...Array.from({ length: 8 }, () => crawl.ask()),
    ...Array.from({ length: 8 }, () => replica.ask()),
  ]
  await until(() => claimed.length === 1)
  await until(async () => (await waitersIn(crawl)) === 16)
  claimed[0]?.end(pageResult(1))
  const answers = await Promise.all(asking)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ json }) => json.jobId)).size, 1)
  assert.equal(claimed.length, 1)
  // A request that comes just after its end finds the result kept.
  const shared = answers.filter((answer) => /; collapsed$|^surveyor; hit;/.test(cacheStatus(answer) ?? ''))
  assert.equal(shared.length, 15)
  assert.equal((await replica.ask()).json.cache.status, 'hit')
})

test('a job that ends badly ends so for all who joined it, and the next request starts again', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work, replicated: true })
  const replica = await startReplica(t, crawl)
  const asking = [crawl.ask(), crawl.ask(), replica.ask()]
  await until(() => claimed.length === 1)
  await until(async () => (await waitersIn(crawl)) === 3)
  claimed[0]?.end(problemOf(new SurveyorError('target_blocked', 'A bot wall.')))
  for (const { status, json } of await Promise.all(asking)) {
    assert.equal(status, 502)
    assert.equal(json.code, 'target_blocked')
    assert.equal(json.instance, `/api/jobs/${claimed[0]?.claim.job.id}`)
  }
  const later = replica.ask()
  await until(() => claimed.length === 2)
  claimed[1]?.end(pageResult(2))
  assert.equal((await later).status, 200)
})

test('a client that goes away ends the work only where it was the last', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work, replicated: true })
  const replica = await startReplica(t, crawl)
  const clients = [new AbortController(), new AbortController(), new AbortController()]
  const ask = (at: TestCrawl, client: AbortController | undefined) =>
    at.call('POST', '/api/v1/pages/extract', {
      body: { url: URL_OF_PAGE },
      ...(client === undefined ? {} : { signal: client.signal }),
    })
  const first = ask(crawl, clients[0])
  await until(() => claimed.length === 1)
  const [second, third] = [ask(crawl, clients[1]), ask(replica, clients[2])]
  await until(async () => (await waitersIn(crawl)) === 3)
  const job = async () => (await crawl.call<Job>('GET', `/api/jobs/${claimed[0]?.claim.job.id}`)).json
  clients[0]?.abort()
  await assert.rejects(first)
  clients[1]?.abort()
  await assert.rejects(second)
  await until(async () => (await waitersIn(crawl)) === 1)
  assert.equal((await job()).cancelRequestedAt, null)
  clients[2]?.abort()
  await assert.rejects(third)
  await until(async () => (await job()).cancelRequestedAt !== null)

  // A request that comes now does not join a job that is being ended.
  const late = crawl.ask()
  await until(() => claimed.length === 2)
  claimed[1]?.end(pageResult(2))
  assert.deepEqual((await late).json.data, { n: 2 })
  claimed[0]?.end(pageResult(1))
})

test('requests in the background share a job too, and nobody who leaves ends it', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work })
  const ask = () =>
    crawl.call<JobAccepted>('POST', '/api/v1/pages/extract', {
      body: { url: URL_OF_PAGE },
      headers: { prefer: 'respond-async' },
    })
  const [first, second] = [await ask(), await ask()]
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.equal(first.json.id, second.json.id)
  assert.match(cacheStatus(second), /collapsed/)
  // One who waits has a job of its own: it must not wait in line for a day.
  const waiting = crawl.ask()
  await until(() => claimed.length === 2)
  for (const { end } of claimed) end(pageResult(1))
  assert.notEqual((await waiting).json.jobId, first.json.id)
})

test('who asks for it again joins nobody, and who asks for another age neither', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work })
  const asking = [
    crawl.ask(),
    crawl.ask({ maxAgeMs: 0 }),
    crawl.ask({ maxAgeMs: 0 }),
    crawl.ask({ maxAgeMs: 5 }),
  ]
  await until(() => claimed.length === 4)
  for (const { end } of claimed) end(pageResult(1))
  const answers = await Promise.all(asking)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  // Not the jobs of the answers: who looks a second time may find the result of a job that ended first.
  assert.equal(new Set(claimed.map(({ claim }) => claim.job.id)).size, 4)
})

test('a wait that is over leaves the job to those who still wait', async (t) => {
  const { work, claimed } = heldWork()
  const crawl = await startCachedCrawl(t, { work })
  const waiting = crawl.ask()
  await until(() => claimed.length === 1)
  const { status, json } = await crawl.ask({}, { prefer: 'wait=1' })
  assert.equal(status, 202)
  claimed[0]?.end(pageResult(1))
  const answer = await waiting
  assert.equal(answer.json.jobId, (json as unknown as JobAccepted).id)
})

test('requests that come while the job ends, on either replica, get the answer of that job', async (t) => {
  const seen = new Set<unknown>()
  let answered = Promise.withResolvers<void>()
  const work: Work = async ({ job }, n) => {
    const { url } = job.input as { url: string }
    // A second job of a page ends when all requests have their answer: a request that needed it would wait for ever.
    await (seen.has(url) ? answered.promise : delay(20))
    seen.add(url)
    return pageResult(n)
  }
  const crawl = await startCachedCrawl(t, { replicated: true, work })
  const replica = await startReplica(t, crawl)
  for (let round = 0; round < 15; round += 1) {
    const url = `https://pages.test/${round}`
    answered = Promise.withResolvers()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        await delay(n * 3)
        return (n % 2 === 0 ? crawl : replica).ask({ url })
      }),
    )
    answered.resolve()
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ json }) => json.jobId)).size, 1, url)
  }
})

test('a full queue takes no new work, and still lets equal requests share a job', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: PAGE_EXTRACTORS, queueLimits: { light: 1 } })
  const ask = (url: string) =>
    crawl.call<JobAccepted>('POST', '/api/v1/pages/extract', { body: { url }, headers: { prefer: 'wait=1' } })
  const answers = [await ask(URL_OF_PAGE), await ask(URL_OF_PAGE)]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202],
  )
  assert.equal(answers[0]?.json.id, answers[1]?.json.id)
  assert.equal((await ask('https://pages.test/other')).status, 503)
})
