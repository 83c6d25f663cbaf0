import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { Stats } from '#contract/crawl/stats.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, serveEcho } from '#test/support/crawl/test-worker.ts'

/** Three that succeed, one that is blocked, one that is empty. */
async function withFiveJobs(t: TestContext): Promise<TestCrawl> {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl, ({ job }) => {
    const { text } = job.input as { text: string }
    if (text === 'wall') return problemOf(new SurveyorError('target_captcha', 'A captcha.'))
    if (text === 'void') return problemOf(new SurveyorError('empty_content', 'Nothing.'))
    return { echo: text }
  })
  for (const text of ['a', 'b', 'c', 'wall', 'void']) {
    await crawl.call('POST', '/api/v1/echo/extract', { body: { text } })
  }
  return crawl
}

test('statistics: nothing yet is 0 where it is counted and null where it is not known', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, json } = await crawl.call<Stats>('GET', '/api/stats')
  assert.equal(status, 200)
  assert.equal(json.bucket, 'hour')
  assert.ok(json.buckets.length === 25 || json.buckets.length === 24)
  assert.equal(json.total.ended, 0)
  assert.equal(json.total.rates.success, null)
  assert.deepEqual(json.total.durationMs, { p50: null, p95: null })
  assert.deepEqual(json.extractors, [])
})

test('statistics: rates, durations and errors by extractor and by time', async (t) => {
  const crawl = await withFiveJobs(t)
  const { json } = await crawl.call<Stats>('GET', '/api/stats')
  const [echo, ...others] = json.extractors
  assert.deepEqual(others, [])
  assert.equal(echo?.extractor, 'echo')
  assert.equal(echo.ended, 5)
  assert.deepEqual(echo.rates, { success: 0.6, blocked: 0.2, empty: 0.2, failed: 0, expired: 0 })
  assert.ok(echo.durationMs.p50 !== null && echo.durationMs.p95 !== null)
  assert.ok(echo.durationMs.p50 <= echo.durationMs.p95)
  assert.deepEqual(echo.errors, [
    { code: 'empty_content', count: 1 },
    { code: 'target_captcha', count: 1 },
  ])
  assert.equal(json.jobs['succeeded'], 3)
  assert.equal(json.jobs['failed'], 2)
  assert.equal(
    json.buckets.reduce((sum, bucket) => sum + bucket.ended, 0),
    5,
  )
  const days = await crawl.call<Stats>('GET', '/api/stats?bucket=day&extractor=echo')
  assert.equal(days.json.bucket, 'day')
  assert.match(days.json.from, /T00:00:00\.000Z$/)
  assert.equal(days.json.total.ended, 5)
  assert.equal((await crawl.call<Stats>('GET', '/api/stats?extractor=maps')).json.total.ended, 0)
  const past = await crawl.call<Stats>(
    'GET',
    `/api/stats?to=${new Date(Date.now() - 7_200_000).toISOString()}`,
  )
  assert.equal(past.json.total.ended, 0)
})

test('statistics: a span that makes no sense is refused', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const [query, pointer] of [
    ['from=2999-01-01T00:00:00Z', '?from'],
    ['to=1999-01-01T00:00:00Z', '?from'],
    [`from=${new Date(Date.now() - 40 * 86_400_000).toISOString()}&bucket=hour`, '?bucket'],
    ['from=yesterday', '?from'],
    ['bucket=minute', '?bucket'],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('GET', `/api/stats?${query}`)
    assert.equal(status, 422, query)
    assert.equal(json.errors?.[0]?.pointer, pointer)
  }
})

test('the metrics say how jobs ended, how long they waited and ran, and how long the oldest waits', async (t) => {
  const crawl = await withFiveJobs(t)
  const { text } = await crawl.call('GET', '/metrics')
  assert.match(text, /^surveyor_jobs_total\{extractor="echo",outcome="succeeded"\} 3$/m)
  assert.match(text, /^surveyor_jobs_total\{extractor="echo",outcome="blocked"\} 1$/m)
  assert.match(text, /^surveyor_jobs_total\{extractor="echo",outcome="empty"\} 1$/m)
  assert.match(text, /^surveyor_job_duration_seconds_count\{extractor="echo"\} 5$/m)
  assert.match(text, /^surveyor_job_wait_seconds_count 5$/m)
  assert.match(text, /^surveyor_oldest_queued_job_age_seconds 0$/m)
  assert.match(text, /^surveyor_db_bytes [1-9]\d{4,}$/m)
  assert.match(text, /^surveyor_job_leases_expired_total 0$/m)
})

test('the metrics count a report that was fenced off, and the age of a job that waits', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const prefer = { prefer: 'respond-async' }
  await crawl.call('POST', '/api/v1/echo/extract', { body: { text: 'a' }, headers: prefer })
  const { job } = await worker.claim()
  await crawl.call('POST', '/api/v1/echo/extract', { body: { text: 'b' }, headers: prefer })
  const strange = await crawl.call<Problem>('POST', `/api/worker/jobs/${job.id}/complete`, {
    body: { leaseToken: randomUUID(), result: resultOf({}) },
  })
  assert.equal(strange.json.code, 'lease_lost')
  const { text } = await crawl.call('GET', '/metrics')
  const age = Number(/^surveyor_oldest_queued_job_age_seconds (\S+)$/m.exec(text)?.[1])
  assert.ok(age > 0 && age < 600, `${age}`)
  assert.match(text, /^surveyor_job_fenced_writes_total 1$/m)
})
