// A search and an extraction as a collector sees them: one trace from the caller's request to the last fetch, over three
// processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { searchEnd } from '#test/support/places/places-client.ts'
import { createProduct } from '#test/support/programs/product.ts'
import { startTraceCollector, type CollectedSpan } from '#test/support/telemetry/trace-collector.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`

test('one trace leads from a request through both services and the worker to the page', async (t) => {
  const collector = await startTraceCollector(t)
  const site = await startSite(t)
  const product = await createProduct(t, {
    SURVEYOR_OSM_FILE: TOWN,
    SURVEYOR_EGRESS_HOSTS: `site.test=127.0.0.1:${site.port}`,
    SURVEYOR_EGRESS_ALLOW: `127.0.0.1/32:${site.port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20collector',
  })
  for (const part of ['crawl', 'worker', 'places'] as const) await product.start(part)

  const accepted = await fetch(`${product.placesUrl}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: TRACEPARENT },
    body: JSON.stringify({ query: '*' }),
  })
  assert.match(
    accepted.headers.get('traceparent') ?? '',
    new RegExp(`^00-${TRACE}-(?!${CALLER})[0-9a-f]{16}-01$`),
  )
  const { id } = (await accepted.json()) as { id: string }
  assert.equal((await searchEnd(product.placesUrl, id)).status, 'succeeded')
  await collector.until((spans) => chain(spans, 'run maps.search') !== null)
  assert.deepEqual(chain(collector.spans, 'run maps.search'), [
    'surveyor-worker run maps.search',
    'surveyor-crawl POST /api/v1/maps/search',
    'surveyor-places run search.cell',
    'surveyor-places run search.plan',
    'surveyor-places POST /api/search',
    'the caller',
  ])
  assert.deepEqual(chain(collector.spans, 'wait search.plan')?.slice(1), [
    'surveyor-places POST /api/search',
    'the caller',
  ])

  const extracted = await fetch(`${product.crawlUrl}/api/v1/markdown/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: TRACEPARENT },
    body: JSON.stringify({ url: 'http://site.test/page?token=of-the-caller' }),
  })
  assert.equal(extracted.status, 200, await extracted.text())
  await collector.until((spans) => chain(spans, 'fetch GET') !== null)
  assert.deepEqual(chain(collector.spans, 'fetch GET'), [
    'surveyor-worker fetch GET',
    'surveyor-worker run markdown.extract',
    'surveyor-crawl POST /api/v1/markdown/extract',
    'the caller',
  ])
  const fetched = collector.spans.find(({ name }) => name === 'fetch GET')
  assert.equal(fetched?.attributes['server.address'], 'site.test')
  assert.equal(fetched.attributes['http.response.status_code'], '200')
  // The target gets no trace header, and the collector gets no URL.
  assert.deepEqual(
    site.requests.map((request) => request['traceparent']),
    site.requests.map(() => undefined),
  )
  assert.doesNotMatch(JSON.stringify(collector.spans), /of-the-caller|\/page/)

  // Heartbeats, claims, health: routine calls of machines make no trace. The progress of a job belongs to the trace of
  // the job.
  const asked = collector.spans.map(({ name }) => name)
  assert.deepEqual(
    asked.filter((name) => /\/api\/worker(?!\/jobs\/:id\/progress)|\/health|\/metrics/.test(name)),
    [],
  )
  assert.equal(collector.requests[0]?.headers['api-key'], 'of the collector')
  const metrics = await (await fetch(`${product.crawlUrl}/metrics`)).text()
  assert.match(metrics, /^surveyor_trace_spans_total\{outcome="exported"\} [1-9]/m)
  assert.match(metrics, /^surveyor_trace_spans_total\{outcome="dropped"\} 0$/m)
})

/** The span of this name in the caller's trace and all above it; null while one of them has not arrived. */
function chain(spans: readonly CollectedSpan[], name: string): string[] | null {
  const names: string[] = []
  let span = spans.find((one) => one.traceId === TRACE && one.name === name)
  while (span !== undefined) {
    names.push(`${span.service} ${span.name}`)
    const above: string | undefined = span.parentSpanId
    if (above === CALLER) return [...names, 'the caller']
    span = spans.find(({ spanId }) => spanId === above)
  }
  return null
}

async function startSite(t: TestContext) {
  const requests: Record<string, string | string[] | undefined>[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers)
    const found = request.url?.startsWith('/page') === true
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' })
    const text = '<p>The walk along the harbour is three kilometres long and open all year.</p>'.repeat(5)
    response.end(found ? `<title>Page</title><article><h1>Harbour</h1>${text}</article>` : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}
