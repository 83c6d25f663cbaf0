// A result of a worker of another version is accepted only when it fits the output of the operation.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import type { Problem } from '#contract/problem.ts'
import type { CompletionsAnswer } from '#contract/worker.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, type TestWorker } from '#test/support/crawl/test-worker.ts'

const PATH = '/api/v1/strict/extract'
const PAGE = { url: 'http://example.org/' }
const Data = Type.Object({
  title: Type.Union([Type.String(), Type.Null()]),
  rows: Type.Array(Type.Object({ n: Type.Integer() })),
})
const RIGHT = { title: 'Axe', rows: [{ n: 1 }, { n: 2 }] }
const WRONG = { title: 7, rows: [{ n: 1 }, { n: 'two' }, {}] }

const strict = defineExtractor({
  name: 'strict',
  version: '1.2.3',
  summary: 'Says exactly what it answers.',
  operations: {
    extract: {
      summary: 'Answer rows.',
      input: Type.Object(
        { url: Type.String(), maxAgeMs: Type.Optional(Type.Integer({ minimum: 0, default: 60_000 })) },
        { additionalProperties: false },
      ),
      output: Data,
      pool: 'light',
      timeoutMs: 60_000,
      batch: true,
      path: PATH,
      example: { request: PAGE },
    },
  },
  load: async () => {
    throw new Error('the API never loads an extractor')
  },
})

async function setUp(t: TestContext): Promise<{ crawl: TestCrawl; worker: TestWorker }> {
  const crawl = await startTestCrawl(t, { extractors: [strict] })
  return { crawl, worker: await registerTestWorker(crawl) }
}

async function claimOne(crawl: TestCrawl, worker: TestWorker, body: object = PAGE) {
  const answer = await crawl.call('POST', PATH, { body, headers: { prefer: 'respond-async' } })
  assert.equal(answer.status, 202, answer.text)
  const { job, leaseToken } = await worker.claim(['strict.extract'])
  return { id: job.id, leaseToken }
}

test('a result that does not fit is refused by pointers, stored nowhere, and can be handed in right', async (t) => {
  const { crawl, worker } = await setUp(t)
  const { id, leaseToken } = await claimOne(crawl, worker)
  const complete = (result: unknown) =>
    crawl.call<Problem>('POST', `/api/worker/jobs/${id}/complete`, { body: { leaseToken, result } })
  const refused = async (result: unknown, ...pointers: string[]) => {
    const { status, json, text } = await complete(result)
    assert.deepEqual([status, json.code], [422, 'validation_failed'], text)
    assert.deepEqual(
      json.errors?.map(({ pointer }) => pointer),
      pointers,
    )
  }
  await refused(7, '/result')
  await refused(resultOf(null), '/result/data')
  await refused(resultOf(WRONG), '/result/data/title', '/result/data/rows/1/n', '/result/data/rows/2/n')
  // A worker may not set the fields that crawl adds to a job.
  await refused({ ...resultOf(RIGHT), jobId: 'job_of_another' }, '/result/jobId')
  const empty = await complete({ data: {} })
  assert.equal(empty.status, 422, empty.text)
  assert.ok(
    (empty.json.errors ?? []).some(({ pointer }) => pointer === '/result/data/title'),
    empty.text,
  )

  const meanwhile = await crawl.call('GET', `/api/jobs/${id}`)
  assert.deepEqual([meanwhile.json['status'], meanwhile.json['result'] ?? null], ['running', null])
  const stats = await crawl.call<{ entries?: unknown }>('GET', '/api/cache/stats')
  assert.doesNotMatch(stats.text, /"results":\{"entries":[1-9]/)

  assert.equal((await complete(resultOf(RIGHT))).status, 200)
  const answer = await crawl.call('GET', `/api/jobs/${id}/result`)
  assert.deepEqual([answer.status, answer.json['data']], [200, RIGHT], answer.text)
  // Only the right one is given to others.
  const kept = await crawl.call('POST', PATH, { body: PAGE })
  assert.match(kept.headers.get('cache-status') ?? '', /hit/)
  assert.deepEqual(kept.json['data'], RIGHT)
})

test('of many in one call each is checked alone, whichever worker claimed it and wherever its data goes', async (t) => {
  const { crawl, worker } = await setUp(t)
  const jobs = []
  for (const n of [1, 2, 3])
    jobs.push(
      await claimOne(crawl, worker, {
        url: `http://example.org/${n}`,
        ...(n === 3 ? { delivery: 'artifact' } : {}),
      }),
    )
  // Another replica, which has served none of the claims.
  const other = await startTestCrawl(t, { extractors: [strict], db: crawl.db })
  const data = [RIGHT, WRONG, WRONG]
  const { status, json, text } = await other.call<CompletionsAnswer>('POST', '/api/worker/completions', {
    body: {
      completions: jobs.map(({ id, leaseToken }, index) => ({
        jobId: id,
        leaseToken,
        result: resultOf(data[index]),
      })),
    },
  })
  assert.equal(status, 200, text)
  assert.deepEqual(
    json.outcomes.map((outcome) => [outcome.status, outcome.error?.code ?? null]),
    [
      ['succeeded', null],
      [null, 'validation_failed'],
      [null, 'validation_failed'],
    ],
  )
  assert.equal(json.outcomes[2]?.error?.errors?.[0]?.pointer, '/completions/2/result/data/title')
  for (const { id, leaseToken } of jobs.slice(1)) {
    const heartbeat = await other.call('GET', `/api/worker/jobs/${id}/cancel-check?leaseToken=${leaseToken}`)
    assert.equal(heartbeat.json['cancelled'], false, heartbeat.text)
  }
  assert.equal((await crawl.call<{ items: unknown[] }>('GET', '/api/v1/artifacts')).json.items.length, 0)
})
