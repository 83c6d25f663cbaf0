// What travels with completions: released permits and fetched pages, of which a wrong one costs no result.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import type { CompletionsAnswer } from '#contract/worker.ts'
import type { Problem } from '#contract/problem.ts'
import { HELD_LEASES, startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, workerBody } from '#test/support/crawl/test-worker.ts'

const KEY = createHash('sha256').update('page').digest('base64url')
const BODY = Buffer.from('<title>A page</title>')
const REPORT = {
  key: KEY,
  holder: 'a job',
  url: 'https://pages.test/a',
  extractor: 'echo',
  outcome: 'kept',
  ageMs: 0,
  page: {
    finalUrl: 'https://pages.test/a',
    status: 200,
    headers: { 'content-type': 'text/html' },
    redirects: [],
    robots: { verdict: 'allowed', rule: null },
    vary: {},
    bodyBytes: BODY.length,
    sha256: createHash('sha256').update(BODY).digest('hex'),
    body: zstdCompressSync(BODY).toString('base64'),
  },
}
const SLOT = { resource: 'host pages.test', concurrency: 1, spacingMs: 1 }

/** A claimed job, and its completion with what travels along. */
async function setUp(t: TestContext) {
  const crawl = await startTestCrawl(t, { jobs: HELD_LEASES })
  const worker = await registerTestWorker(crawl)
  await crawl.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const { job, leaseToken } = await worker.claim()
  const post = async <T>(path: string, body: object) => crawl.call<T>('POST', `/api/worker/${path}`, { body })
  return {
    crawl,
    post,
    complete: async (more: object) =>
      post<CompletionsAnswer & Problem>('completions', {
        completions: [{ jobId: job.id, leaseToken, result: resultOf({ n: 1 }) }],
        ...more,
      }),
    kept: async () => {
      const wish = { key: KEY, holder: 'another', extractor: 'echo', maxAgeMs: 3_600_000, lead: false }
      const { json } = await post<{ found: { state: string }[] }>('snapshots/lookups', { wishes: [wish] })
      return json.found[0]?.state
    },
  }
}

test('permits and pages come with completions, and register says that they may', async (t) => {
  const { crawl, post, complete, kept } = await setUp(t)
  const { json: registered } = await crawl.call('POST', '/api/worker/register', { body: workerBody('other') })
  assert.equal(registered['attachmentsWithCompletions'], true)
  const { json: taken } = await post<{ permits: string[] }>('permits', SLOT)
  const [permit = ''] = taken.permits
  const { status, json } = await complete({ permitReleases: [{ permit }], snapshotReports: [REPORT] })
  assert.deepEqual([status, json.outcomes[0]?.status, json.refused], [200, 'succeeded', []])
  const again = await post<{ released: number; unknown: string[] }>('permits/release', {
    releases: [{ permit }],
  })
  assert.deepEqual(again.json, { released: 0, unknown: [permit] })
  assert.equal(await kept(), 'fresh')
})

test('a wrong entry is named, costs no result, and the others are taken', async (t) => {
  const { complete, kept } = await setUp(t)
  const { status, json } = await complete({
    permitReleases: [7, { permit: 'prm_of_nobody' }, { permit: 'x', more: 1 }],
    snapshotReports: [{ ...REPORT, key: 'short' }, REPORT, null],
  })
  assert.deepEqual([status, json.outcomes[0]?.status], [200, 'succeeded'])
  assert.deepEqual(
    json.refused?.map(({ pointer }) => pointer),
    ['/permitReleases/0', '/permitReleases/2', '/snapshotReports/0', '/snapshotReports/2'],
  )
  assert.equal(await kept(), 'fresh')
})

test('more entries than a call takes are refused as a whole, and nothing is lost', async (t) => {
  const { complete, kept } = await setUp(t)
  const tooMany = await complete({ snapshotReports: Array.from({ length: 101 }, () => REPORT) })
  assert.deepEqual([tooMany.status, tooMany.json.errors?.[0]?.pointer], [422, '/snapshotReports'])
  assert.equal(await kept(), 'none')
  const { json } = await complete({})
  assert.deepEqual([json.outcomes[0]?.status, json.refused], ['succeeded', undefined])
})
