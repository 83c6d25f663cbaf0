// The generated clients: whether they are those that the running services would give, and how that of crawl is used.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CrawlOperations } from '#client/generated/crawl.gen.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { createOperationClient } from '#platform/egress/operation-client.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { startProgram } from '#test/support/programs/program.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startBoth } from '#test/support/description/start-both.ts'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/generate-client.ts', import.meta.url))
const EXTRACTORS = new URL('../../../../src/extractors/', import.meta.url)

async function check(
  t: TestContext,
  ...urls: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const program = startProgram(t, process.execPath, [SCRIPT, '--check', ...urls])
  const { code } = await program.ended
  return { code, output: program.output() }
}

/** A server that answers everything alike. */
async function startAnswering(
  t: TestContext,
  body: string,
  { status = 200, type = 'application/json' } = {},
): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function clientOf(t: TestContext, origin: string) {
  const peer = createPeer({ origin, unavailableCode: 'crawl_unavailable' })
  t.after(async () => peer[Symbol.asyncDispose]())
  return createOperationClient<CrawlOperations>({ peer, unavailableCode: 'crawl_unavailable' })
}

test('the clients in the repository are those that the descriptions of the services give', async (t) => {
  const { crawl, places } = await startBoth(t)
  const { text } = await crawl.call('GET', '/openapi.json')
  const now = await check(t, `--crawl=${crawl.url}`, `--places=${places.url}`)
  assert.deepEqual(now, { code: 0, output: '' })

  const changed = text.replaceAll('"resultExpired"', '"resultGone"')
  assert.notEqual(changed, text)
  const late = await check(t, `--crawl=${await startAnswering(t, changed)}`)
  assert.equal(late.code, 1, late.output)
  assert.equal(late.output, 'client/src/generated/crawl.gen.ts is out of date: npm run client')
})

test('a call fills in the path, the query and the body, and the status says what came', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: await discoverExtractors(EXTRACTORS) })
  const client = clientOf(t, crawl.url)
  const submitted = await client.call('POST /api/v1/maps/search', {
    body: { query: 'cafe', limit: 3 },
    headers: { prefer: 'respond-async' },
    timeoutMs: 10_000,
  })
  assert.equal(submitted.status, 202)
  assert.ok(submitted.status === 202)
  const { id } = submitted.body
  const { body: job } = await client.call('GET /api/jobs/{id}', {
    path: { id },
    query: { waitMs: 10 },
    timeoutMs: 10_000,
  })
  assert.deepEqual([job.id, job.status, job.input], [id, 'queued', { query: 'cafe', limit: 3 }])
  const cancelled = await client.call('POST /api/jobs/{id}/cancel', { path: { id }, timeoutMs: 10_000 })
  assert.equal(cancelled.body.status, 'cancelled')
})

test('a problem becomes the error it names, and anything else is no answer', async (t) => {
  const crawl = await startTestCrawl(t)
  const fetchPath = async (origin: string) =>
    clientOf(t, origin).call('GET /api/jobs/{id}', { path: { id: '../../health' }, timeoutMs: 10_000 })
  const is = (code: string) => (error: unknown) => error instanceof SurveyorError && error.code === code
  await assert.rejects(fetchPath(crawl.url), is('not_found'))
  const page = await startAnswering(t, '<h1>Hello</h1>', { type: 'text/html' })
  await assert.rejects(fetchPath(page), is('crawl_unavailable'))
  const gateway = await startAnswering(t, '{"message": "bad gateway"}', { status: 502 })
  await assert.rejects(fetchPath(gateway), is('crawl_unavailable'))
  await crawl.stop()
  await assert.rejects(fetchPath(crawl.url), is('crawl_unavailable'))
})
