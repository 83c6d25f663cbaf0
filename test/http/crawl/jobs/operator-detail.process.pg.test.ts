// That a name resolves to a private address is told only to an operator, wherever the error of a job is shown.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { CreatedKey } from '#contract/key.ts'
import { reportOf, SurveyorError } from '#contract/surveyor-error.ts'
import markdown from '#extractors/markdown/index.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, serveEcho } from '#test/support/crawl/test-worker.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'
const WHERE = 'wiki.corp.example resolves to 10.0.0.7'
const REPORTED = reportOf(
  new SurveyorError('target_dns_error', 'The name of the target does not resolve to a public address.', {
    retryable: false,
    operatorDetail: WHERE,
  }),
)

/** The crawl as the holder of a key meets it. */
function as(crawl: TestCrawl, secret: string): TestCrawl {
  return {
    ...crawl,
    call: (method, path, { headers, ...options } = {}) =>
      crawl.call(method, path, {
        ...options,
        headers: { authorization: `Bearer ${secret}`, ...headers },
      }),
  }
}

/** Every place where a caller meets the error of a job, each with what it read there. */
async function everywhere(crawl: TestCrawl): Promise<ReadonlyMap<string, string>> {
  const path = '/api/v1/echo/extract'
  const waited = await crawl.call<Problem>('POST', path, { body: { text: 'waited' } })
  assert.deepEqual([waited.status, waited.json.code], [502, 'target_dns_error'], waited.text)
  const byHand = await crawl.call('GET', `${path}?text=by-hand`)
  const job = waited.json.instance ?? ''
  const batch = await crawl.call<JobAccepted>('POST', '/api/v1/echo/batch/extract', {
    body: { items: [{ text: 'a' }, { text: 'b' }] },
  })
  const parent = `/api/jobs/${batch.json.jobId}`
  await crawl.call('GET', `${parent}?waitMs=10000`)
  const seen = new Map([
    ['answer', waited.text],
    ['answer by hand', byHand.text],
  ])
  for (const [name, url, accept] of [
    ['job', job, 'application/json'],
    ['job, waited for', `${job}?waitMs=100`, 'application/json'],
    ['result', `${job}/result`, 'application/json'],
    ['events', `${job}/events`, 'text/event-stream'],
    ['list', '/api/jobs?status=failed', 'application/json'],
    ['streamed list', '/api/jobs?status=failed', 'application/x-ndjson'],
    ['items of the batch', `${parent}/result`, 'application/json'],
    ['streamed items', `${parent}/result`, 'application/x-ndjson'],
  ] as const) {
    const { status, text } = await crawl.call('GET', url, { headers: { accept } })
    seen.set(name, text)
    assert.equal(status, name === 'result' ? 502 : 200, `${name}: ${text}`)
    assert.match(text, /target_dns_error/, name)
  }
  return seen
}

const places = (seen: ReadonlyMap<string, string>, holds: boolean) =>
  [...seen].flatMap(([name, text]) => (text.includes(WHERE) === holds ? [name] : []))

async function startKeyed(t: TestContext): Promise<TestCrawl> {
  return startTestCrawl(t, {
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
    webhooks: { allow: ['127.0.0.1/32'], pollMs: 200 },
  })
}

async function keyWith(crawl: TestCrawl, scopes: readonly string[]): Promise<TestCrawl> {
  const { status, json } = await as(crawl, ADMIN).call<CreatedKey>('POST', '/api/keys', {
    body: { name: scopes.join(), scopes },
  })
  assert.equal(status, 201)
  return as(crawl, json.secret)
}

test('a key with `admin` is told, no other key is', async (t) => {
  const crawl = await startKeyed(t)
  await serveEcho(as(crawl, ADMIN), () => REPORTED)
  const toldAdmin = await everywhere(as(crawl, ADMIN))
  assert.deepEqual(places(toldAdmin, false), [])

  for (const scopes of [['extract'], ['extract', 'jobs:all', 'worker', 'keys', 'webhooks:all']]) {
    const told = await everywhere(await keyWith(crawl, scopes))
    assert.deepEqual(places(told, true), [], scopes.join())
    for (const [name, text] of told) assert.doesNotMatch(text, /operatorDetail|operator_detail/, name)
  }
})

test('a key that sees the jobs of everybody is told of none, an admin of all', async (t) => {
  const crawl = await startKeyed(t)
  const admin = as(crawl, ADMIN)
  await serveEcho(admin, () => REPORTED)
  const mine = await keyWith(crawl, ['extract'])
  const failed = await mine.call<Problem>('POST', '/api/v1/echo/extract', { body: { text: 'a' } })
  const path = failed.json.instance ?? ''
  const all = await keyWith(crawl, ['jobs:all'])
  for (const [reader, told] of [
    [mine, false],
    [all, false],
    [admin, true],
  ] as const) {
    for (const url of [path, `${path}/result`, `${path}/events`, '/api/jobs'])
      assert.equal((await reader.call('GET', url)).text.includes(WHERE), told, url)
  }
})

test('on a service that is open on loopback everybody is told', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl, () => REPORTED)
  assert.deepEqual(places(await everywhere(crawl), false), [])
})

test('a webhook never tells it, not even to the endpoint of an operator', async (t) => {
  const crawl = await startKeyed(t)
  const admin = as(crawl, ADMIN)
  await serveEcho(admin, () => REPORTED)
  const receiver = await startWebhookReceiver()
  crawl.beforeStop(async () => receiver[Symbol.asyncDispose]())
  const { status, text } = await admin.call('POST', '/api/v1/echo/extract', {
    body: { text: 'a', webhook: { url: `${receiver.url}/hook` } },
  })
  assert.equal(status, 502, text)
  assert.ok(text.includes(WHERE))
  await receiver.received(1)
  const [received] = receiver.requests
  assert.match(received?.body ?? '', /target_dns_error/)
  assert.doesNotMatch(received?.body ?? '', /operatorDetail|resolves to/)
  const records = await admin.call<{ items: { id: string }[] }>('GET', '/api/webhooks')
  const record = await admin.call('GET', `/api/webhooks/${records.json.items[0]?.id}`)
  assert.doesNotMatch(records.text + record.text, /operatorDetail|resolves to/)
})

test('it goes with the error that it was reported with', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const path = `/api/jobs/${json.jobId}`
  const { leaseToken } = await worker.claim()
  const failing = await crawl.call('POST', `/api/worker/jobs/${json.jobId}/fail`, {
    body: { leaseToken, error: { ...REPORTED, retryable: true } },
  })
  assert.equal(failing.status, 200, failing.text)
  const now = await crawl.call<Job>('GET', path)
  assert.deepEqual([now.json.status, now.json.error?.operatorDetail], ['scheduled', WHERE])
  assert.ok(!(now.json.progress?.message ?? '').includes(WHERE), 'what it waits for is told to everybody')
  const again = await worker.claim()
  const { operatorDetail: _told, ...other } = REPORTED
  await crawl.call('POST', `/api/worker/jobs/${json.jobId}/fail`, {
    body: { leaseToken: again.leaseToken, error: other },
  })
  const ended = await crawl.call<Job>('GET', path)
  assert.equal(ended.json.status, 'failed')
  assert.doesNotMatch(ended.text, /operatorDetail/)
})

test('a page of a name that leads inside: our own worker says where it leads', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [markdown] })
  await startCrawlWorker(t, crawl, [markdown], {}, { allow: [] })
  const { status, json } = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
    body: { url: 'http://localhost/' },
  })
  assert.deepEqual([status, json.code, json.retryable], [502, 'target_dns_error', false])
  assert.doesNotMatch(json.detail, /loopback/)
  assert.match(json.operatorDetail ?? '', /^localhost resolves to .*loopback.*SURVEYOR_EGRESS_ALLOW\.$/)
})
