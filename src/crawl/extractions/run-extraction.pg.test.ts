// An equal request that comes while the job ends: it finds the unfinished job or the kept result, never neither.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachePolicies } from '#crawl/cache/cache-policy.ts'
import { keepResultsOf } from '#crawl/cache/result-cache-writer.ts'
import { operationsOf } from '#crawl/extractors/operations.ts'
import { createCache } from '#platform/cache/cache.ts'
import { DEFAULT_CACHE_SETTINGS } from '#platform/cache/entries/cache-settings.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { PAGE_EXTRACTORS, pageResult, URL_OF_PAGE } from '#test/support/crawl/cached-pages.ts'
import { runExtraction } from './run-extraction.ts'

test('a request that looked before the end and enqueues after it is answered by the kept result', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'blobs', 'crawl'])
  const operations = operationsOf(PAGE_EXTRACTORS)
  const [operation] = operations
  assert.ok(operation)
  const metrics = createMetrics({ service: 'test', version: '0', commit: '' })
  const log = silentLogger
  const cache = createCache({ db, log, metrics, settings: DEFAULT_CACHE_SETTINGS, replicated: false })
  const policyOf = cachePolicies(operations, true)
  const engine = createJobEngine({
    db,
    log,
    settings: DEFAULT_JOB_SETTINGS,
    steps: { withResults: keepResultsOf({ cache, policyOf, claimed: { typeOf: () => null }, log }) },
  })
  t.after(async () => {
    await engine[Symbol.asyncDispose]()
    await cache[Symbol.asyncDispose]()
    metrics[Symbol.dispose]()
  })
  const asked = {
    operation,
    input: { url: URL_OF_PAGE },
    options: {},
    origin: { fairnessKey: 'key', traceparent: null },
    webhook: undefined,
    wantsFile: false,
    waitMs: 60_000,
    signal: AbortSignal.timeout(60_000),
  }
  const { workerId } = await engine.workers.register({
    name: 'test',
    instanceId: 'test',
    version: '1.0.0',
    capabilities: { types: ['pages.extract'], concurrency: { light: 2 } },
  })

  const first = runExtraction({ engine, cache, policyOf, log }, asked)
  const [claimed] = await engine.claimNext({
    workerId,
    max: [{ types: ['pages.extract'], count: 1 }],
    waitMs: 30_000,
  })
  assert.ok(claimed)
  const late: typeof engine = {
    ...engine,
    async enqueue(...given) {
      await engine.complete(claimed.job.id, claimed.leaseToken, pageResult(1))
      return engine.enqueue(...given)
    },
  }
  const second = await runExtraction({ engine: late, cache, policyOf, log }, asked)
  assert.equal((await first).kind, 'made')
  assert.equal(second.kind === 'kept' ? second.kept.jobId : null, claimed.job.id)
  // What it had enqueued is cancelled before a worker takes it.
  assert.deepEqual(await db.query(sql`select state from jobs order by created_at`), [
    { state: 'succeeded' },
    { state: 'cancelled' },
  ])
})
