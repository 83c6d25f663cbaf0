// The rate limit of two replicas on one database, with the limit scaled down.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import { busiestWindow, type Served } from '#test/support/http/busiest-window.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

const POLICY = { quota: 100, windowMs: 1_500 }
const ROUNDS = 60

test('two replicas together let in no more than the limit, and say when to come back', async (t) => {
  const options = { replicated: true, requests: POLICY }
  const first = await startTestCrawl(t, options)
  const second = await startTestCrawl(t, { ...options, db: first.db })
  const served: Served[] = []
  let refused = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const asks = Array.from({ length: 10 }, async (_, index) => {
      const sentAt = performance.now()
      const crawl = index % 2 === 0 ? first : second
      const { status, headers, json } = await crawl.call<Problem>('GET', '/nothing')
      // A database that is starved of its core counts nothing in time, and then nothing is let in.
      if (status === 503) return assert.equal(json.code, 'storage_unavailable')
      assert.match(headers.get('ratelimit-policy') ?? '', /^"default";q=100;w=2$/)
      assert.match(headers.get('ratelimit') ?? '', /^"default";r=\d+;t=\d+$/)
      if (status === 404) return void served.push({ sentAt, receivedAt: performance.now() })
      assert.equal(status, 429)
      assert.equal(json.code, 'rate_limited')
      assert.ok(Number(headers.get('retry-after')) >= 1)
      refused += 1
    })
    await Promise.all(asks)
  }
  assert.ok(served.length > 0 && refused > 0, `${served.length} served, ${refused} refused`)
  const busiest = busiestWindow(served, POLICY.windowMs)
  assert.ok(busiest <= POLICY.quota, `${busiest} in ${POLICY.windowMs} ms`)
  // Workers and those who watch the service are not held up by others.
  assert.equal(
    (await first.call('GET', '/api/worker/jobs/next?waitMs=0')).headers.get('ratelimit')?.slice(0, 8),
    '"worker"',
  )
  assert.equal((await second.call('GET', '/health')).status, 200)
})
