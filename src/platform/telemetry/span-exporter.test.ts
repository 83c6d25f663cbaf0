// The exporter against a collector that accepts, refuses, is slow, or is missing.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger } from './logger.ts'
import { startTraceCollector } from '#test/support/telemetry/trace-collector.ts'
import type { EndedSpan } from './tracer.ts'
import { createSpanExporter, type SpanExporterOptions } from './span-exporter.ts'

const QUICK = { everyMs: 20, backoff: { baseMs: 1, factor: 1, capMs: 1 } }

function exporterTo(t: TestContext, endpoint: string, limits: SpanExporterOptions['limits'] = {}) {
  const exporter = createSpanExporter({
    endpoint,
    connect: (origin) =>
      createPeer({ origin, headers: { 'api-key': 'of-the-collector' }, maxConnections: 1 }),
    resource: { 'service.name': 'surveyor-test', 'service.version': '1.0.0' },
    log: silentLogger,
    limits: { ...QUICK, ...limits },
  })
  t.after(async () => exporter[Symbol.asyncDispose]())
  return exporter
}

function span(n: number, more: Partial<EndedSpan> = {}): EndedSpan {
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: n.toString(16).padStart(16, '0'),
    parentSpanId: null,
    name: `span ${n}`,
    kind: 'server',
    startedAtMs: 1_795_251_600_000.25,
    endedAtMs: 1_795_251_600_012.5,
    attributes: {},
    error: null,
    ...more,
  }
}

test('spans arrive as OTLP has them, below the path of the endpoint and with its headers', async (t) => {
  const collector = await startTraceCollector(t)
  const exporter = exporterTo(t, `${collector.url}/otlp/`)
  exporter.add(span(1, { attributes: { text: 'a', whole: 3, part: 0.5, yes: true, none: null } }))
  exporter.add(span(2, { kind: 'client', parentSpanId: '0000000000000001', error: 'target_timeout' }))
  await collector.until((spans) => spans.length === 2)
  const [request] = collector.requests
  assert.equal(request?.path, '/otlp/v1/traces')
  assert.equal(request.headers['api-key'], 'of-the-collector')
  assert.match(request.headers['content-type'] ?? '', /^application\/json/)
  assert.deepEqual(collector.spans[0], {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '0000000000000001',
    name: 'span 1',
    kind: 2,
    startTimeUnixNano: '1795251600000250000',
    endTimeUnixNano: '1795251600012500000',
    attributes: { text: 'a', whole: '3', part: 0.5, yes: true },
    status: {},
    service: 'surveyor-test',
  })
  const failed = collector.spans[1]
  assert.deepEqual(
    [failed?.kind, failed?.parentSpanId, failed?.status, failed?.attributes],
    [3, '0000000000000001', { code: 2, message: 'target_timeout' }, { 'error.type': 'target_timeout' }],
  )
})

test('a full batch goes at once, what is more than the queue holds is counted as dropped', async (t) => {
  const collector = await startTraceCollector(t)
  collector.answer = null
  const exporter = exporterTo(t, collector.url, { everyMs: 60_000, batch: 10, maxQueued: 20, lastMs: 50 })
  for (let n = 1; n <= 10; n += 1) exporter.add(span(n))
  while (collector.requests.length === 0) await new Promise(setImmediate)
  assert.equal(collector.requests[0]?.spans, 10)
  // The collector hangs: new spans wait as long as there is room.
  for (let n = 11; n <= 50; n += 1) exporter.add(span(n))
  assert.deepEqual(exporter.counts, { exported: 0, dropped: 20 })
  await exporter[Symbol.asyncDispose]()
  assert.deepEqual(exporter.counts, { exported: 0, dropped: 50 })
})

test('a batch that may be taken later is sent again, one that will not is dropped', async (t) => {
  const collector = await startTraceCollector(t)
  const exporter = exporterTo(t, collector.url)
  collector.answer = { status: 503, headers: { 'retry-after': '0' } }
  exporter.add(span(1))
  while (collector.requests.length < 2) await new Promise(setImmediate)
  collector.answer = { status: 200 }
  await collector.until((spans) => spans.length === 1)

  collector.answer = { status: 400 }
  exporter.add(span(2))
  while (exporter.counts.dropped < 1) await new Promise(setImmediate)
  collector.answer = { status: 200, body: { partialSuccess: { rejectedSpans: '1' } } }
  exporter.add(span(3))
  exporter.add(span(4))
  while (exporter.counts.dropped < 2) await new Promise(setImmediate)
  assert.deepEqual(exporter.counts, { exported: 2, dropped: 2 })
})

test('a collector that is not there costs the spans after some attempts, and the end sends what is left', async (t) => {
  const nowhere = exporterTo(t, 'http://127.0.0.1:1')
  nowhere.add(span(1))
  while (nowhere.counts.dropped < 1) await new Promise(setImmediate)

  const collector = await startTraceCollector(t)
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const timersBefore = timers()
  const waiting = exporterTo(t, collector.url, { everyMs: 60_000, lastMs: 60_000 })
  for (let n = 1; n <= 3; n += 1) waiting.add(span(n))
  await waiting[Symbol.asyncDispose]()
  assert.equal(collector.spans.length, 3)
  assert.deepEqual(waiting.counts, { exported: 3, dropped: 0 })
  assert.ok(timers() <= timersBefore, 'nothing keeps the process')
})
