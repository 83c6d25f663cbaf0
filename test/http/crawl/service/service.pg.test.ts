import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { EXTRACTOR_NAMES } from '#contract/crawl/extractor.ts'
import type { Health } from '#contract/health.ts'
import type { Problem } from '#contract/problem.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker } from '#test/support/crawl/test-worker.ts'

interface SelfDescription {
  readonly endpoints: Readonly<Record<string, string[]>>
}

test('the self-description has the fields of the document, at / and /api', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const path of ['/', '/api']) {
    const { status, json } = await crawl.call<SelfDescription>('GET', path)
    assert.equal(status, 200)
    const { endpoints, description, ...rest } = json as SelfDescription & Record<string, unknown>
    assert.deepEqual(rest, {
      name: 'crawl',
      version: '3.12.0',
      apiVersion: 'v1',
      availableExtractors: [...EXTRACTOR_NAMES],
      rateLimit: { requestsPerMinute: 30_000 },
    })
    assert.equal(typeof description, 'string')
    assert.deepEqual(Object.keys(endpoints), [
      'extractors',
      'enrichment',
      'jobs',
      'webhooks',
      'stats',
      'cache',
      'workers',
      'workerApi',
      'proxy',
      'cdn',
      'discovery',
      'keys',
      'health',
      'metrics',
      'swagger',
    ])
    assert.ok(endpoints['extractors']?.includes('POST /api/v1/echo/batch/extract'))
    assert.ok(endpoints['workerApi']?.includes('POST /api/worker/jobs/:id/complete'))
  }
})

test('health says what is wrong, and stays 200 as long as requests can be taken', async (t) => {
  const crawl = await startTestCrawl(t)
  const alone = await crawl.call<Health>('GET', '/health')
  assert.equal(alone.status, 200)
  assert.equal(alone.json.status, 'warn')
  assert.equal(alone.json.checks?.['workers']?.status, 'warn')
  assert.equal(alone.json.checks?.['database']?.status, 'pass')
  await registerTestWorker(crawl)
  const { json } = await crawl.call<Health>('GET', '/health')
  assert.equal(json.status, 'pass')
  assert.equal(json.version, '3.12.0')
  assert.equal(json.pressure?.maxConcurrent, 10)
  assert.deepEqual(Object.keys(json.checks ?? {}), [
    'database',
    'clock',
    'disk',
    'blobs',
    'browser',
    'queue',
    'workers',
    'webhooks',
  ])
  assert.equal((await crawl.call('GET', '/health?probe=live')).status, 200)
  assert.equal((await crawl.call('GET', '/health?probe=ready')).status, 200)
  assert.equal((await crawl.call('GET', '/health?probe=all')).status, 422)
})

test('a full disk and a database that is gone make it not ready, and it still says that it lives', async (t) => {
  const crawl = await startTestCrawl(t, { disk: { folder: tmpdir(), reserveBytes: Number.MAX_SAFE_INTEGER } })
  const full = await crawl.call<Health>('GET', '/health?probe=ready')
  assert.deepEqual([full.status, full.json.status, full.json.checks?.['disk']?.status], [503, 'fail', 'fail'])
  assert.deepEqual(Object.keys(full.json.checks ?? {}), ['database', 'disk'])
  assert.equal((await crawl.call('GET', '/health?probe=live')).status, 200)

  await crawl.db[Symbol.asyncDispose]()
  const gone = await crawl.call<Health>('GET', '/health')
  assert.deepEqual([gone.status, gone.json.status], [503, 'fail'])
  const failed = Object.entries(gone.json.checks ?? {}).filter(([, check]) => check.status === 'fail')
  assert.deepEqual(
    failed.map(([name]) => name),
    ['database', 'clock', 'disk', 'browser', 'queue', 'workers', 'webhooks'],
  )
  assert.equal(gone.json.pressure?.queued, null, 'not known is not 0')
  assert.ok((gone.json.pressure?.memoryBytes ?? 0) > 0)
  assert.equal((await crawl.call('GET', '/health?probe=live')).status, 200)
})

test('the metrics count jobs and workers', async (t) => {
  const crawl = await startTestCrawl(t)
  await registerTestWorker(crawl)
  await crawl.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const { status, headers, text } = await crawl.call('GET', '/metrics')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(text, /^surveyor_queue_jobs\{type="echo.extract",state="queued"\} 1$/m)
  assert.match(text, /^surveyor_workers\{status="online"\} 1$/m)
  assert.match(text, /^surveyor_http_requests_total\{/m)
  assert.match(text, /^surveyor_build_info\{service="crawl",version="3.12.0",commit="\w+",node="v\d+/m)
  assert.doesNotMatch(text, /^surveyor_browser_processes /m, 'not known is not 0')
})

test('what the guards of workers refused and which browsers they run is in the metrics', async (t) => {
  const crawl = await startTestCrawl(t)
  const { id } = await registerTestWorker(crawl)
  const heartbeat = async (more: object) =>
    crawl.call('POST', `/api/worker/${id}/heartbeat`, { body: { status: 'running', running: [], ...more } })
  const pressure = { cpu: 0.5, memBytes: 1_000, browsers: 2 }
  assert.equal((await heartbeat({ pressure, egressBlocked: { private: 3, cloud_metadata: 1 } })).status, 200)
  await heartbeat({ egressBlocked: { private: 1, 'No word of ours': 1 } })
  assert.equal((await heartbeat({ egressBlocked: { private: 0 } })).status, 422)
  const { text } = await crawl.call('GET', '/metrics')
  assert.match(text, /^surveyor_egress_blocked_total\{reason="private"\} 4$/m)
  assert.match(text, /^surveyor_egress_blocked_total\{reason="cloud_metadata"\} 1$/m)
  assert.match(text, /^surveyor_egress_blocked_total\{reason="other"\} 1$/m)
  assert.match(text, /^surveyor_browser_processes 2$/m)
})

test('every answer carries the rate limit, but for health and metrics', async (t) => {
  const crawl = await startTestCrawl(t)
  const { headers } = await crawl.call('GET', '/api/jobs')
  assert.match(headers.get('ratelimit-policy') ?? '', /"default";q=30000;w=60/)
  assert.match(headers.get('ratelimit') ?? '', /"default";r=\d+;t=\d+/)
  const worker = await crawl.call('GET', '/api/worker/jobs/next?waitMs=0')
  assert.match(worker.headers.get('ratelimit') ?? '', /"worker"/)
  assert.equal((await crawl.call('GET', '/health')).headers.get('ratelimit'), null)
})

test('unknown paths and methods are told apart', async (t) => {
  const crawl = await startTestCrawl(t)
  assert.equal((await crawl.call<Problem>('GET', '/api/nothing')).json.code, 'route_not_found')
  const wrong = await crawl.call<Problem>('DELETE', '/api/v1/extractors')
  assert.equal(wrong.status, 405)
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD')
})
