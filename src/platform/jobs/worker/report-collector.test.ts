import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_REPORTS } from '#contract/run-reports.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createReportCollector, reportsOfKinds } from './report-collector.ts'

test('entries are kept by kind, as they were when they were added', () => {
  const collector = createReportCollector(silentLogger)
  assert.equal(collector.collected, null)
  const entry = { url: 'https://a.test/' }
  collector.add('signals', entry)
  entry.url = 'changed'
  collector.add('cdn', 1)
  collector.add('cdn', { bytes: 1n })
  assert.deepEqual(collector.collected, { signals: [{ url: 'https://a.test/' }], cdn: [1] })
})

test('what is too much is left out', () => {
  const collector = createReportCollector(silentLogger)
  for (let at = 0; at <= MAX_REPORTS.cdn; at += 1) collector.add('cdn', at)
  collector.add('proxies', 'x'.repeat(300_000))
  collector.add('proxies', 'x')
  assert.equal(collector.collected?.cdn?.length, MAX_REPORTS.cdn)
  assert.deepEqual(collector.collected?.proxies, ['x'])
})

test('a crawl is sent only the kinds that it takes', () => {
  const reports = { cdn: [1], signals: [2] }
  assert.deepEqual(reportsOfKinds(reports, ['signals', 'proxies']), { signals: [2] })
  assert.equal(reportsOfKinds(reports, []), null)
  assert.equal(reportsOfKinds(undefined, ['cdn']), null)
})
