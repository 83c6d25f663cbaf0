// `delivery: artifact`: the data of a result as a file, wherever the result is shown.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { CreatedKey, Scope } from '#contract/key.ts'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { BatchItem, ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CompletionsAnswer } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { fetchBytes } from '#test/support/crawl/byte-calls.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, serveEcho } from '#test/support/crawl/test-worker.ts'
import { partialExtractors, serveJobs } from '#test/support/crawl/serve-jobs.ts'

const PATH = '/api/v1/echo/extract'

/** The link of an answer whose data is a file. */
function fileOf({ data, artifacts }: Pick<ExtractionAnswer, 'data' | 'artifacts'>) {
  assert.equal(data, null)
  const link = artifacts?.at(-1)
  assert.ok(link !== undefined)
  assert.deepEqual([link.kind, link.mediaType], ['result', 'application/json'])
  return link
}

async function submit(crawl: TestCrawl, body: object): Promise<string> {
  const { status, json, text } = await crawl.call<JobAccepted>('POST', PATH, {
    body,
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202, text)
  return json.id
}

test('the data is a file by its hash, the answer and the job refer to it, the worker knows nothing of it', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const body = { text: 'Grüße', delivery: 'artifact' }
  const { status, json: answer } = await crawl.call<ExtractionAnswer>('POST', PATH, { body })
  assert.equal(status, 200)
  const link = fileOf(answer)
  const expected = JSON.stringify({ echo: { text: 'Grüße', times: 1 } })
  const file = await fetchBytes(crawl, link.href)
  assert.equal(file.bytes.toString(), expected)
  assert.equal(file.headers.get('content-type'), 'application/json')
  assert.equal(link.bytes, Buffer.byteLength(expected))
  assert.equal(link.sha256, createHash('sha256').update(expected).digest('hex'))
  assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`filename="${answer.jobId}.json"`))

  const { json: job } = await crawl.call<Job>('GET', `/api/jobs/${answer.jobId}`)
  assert.deepEqual(job.input, { text: 'Grüße', times: 1, delivery: 'artifact' })
  assert.equal(fileOf(job.result as ExtractionAnswer).id, link.id)
  const { json: result } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${answer.jobId}/result`)
  assert.deepEqual(result, answer)
  const files = await crawl.call<{ items: { id: string }[] }>(
    'GET',
    `/api/v1/artifacts?jobId=${answer.jobId}`,
  )
  assert.deepEqual(
    files.json.items.map(({ id }) => id),
    [link.id],
  )

  const byHand = await crawl.call<ExtractionAnswer>('GET', `${PATH}?text=a&delivery=artifact`)
  assert.equal(
    (await fetchBytes(crawl, fileOf(byHand.json).href)).bytes.toString(),
    '{"echo":{"text":"a","times":1}}',
  )
  for (const explicit of [{}, { delivery: 'inline' }]) {
    const { json } = await crawl.call<ExtractionAnswer>('POST', PATH, { body: { text: 'a', ...explicit } })
    assert.deepEqual([json.data, json.artifacts], [{ echo: { text: 'a', times: 1 } }, []])
  }
})

test('a word that there is not, or not here, is refused where it stands', async (t) => {
  const crawl = await startTestCrawl(t)
  const refused = async (method: string, path: string, body?: object) => {
    const { status, json } = await crawl.call<Problem>(method, path, body === undefined ? {} : { body })
    return [status, json.code, json.errors?.[0]?.pointer, json.errors?.[0]?.code]
  }
  const at = (pointer: string) => [422, 'validation_failed', pointer, 'not_allowed_value']
  // An echo has no content of its own that could come raw.
  for (const delivery of ['raw', 'file', '']) {
    assert.deepEqual(await refused('POST', PATH, { text: 'a', delivery }), at('/delivery'))
    assert.deepEqual(await refused('GET', `${PATH}?text=a&delivery=${delivery}`), at('?delivery'))
  }
  const batch = '/api/v1/echo/batch/extract'
  assert.deepEqual(
    await refused('POST', batch, { items: [{ text: 'a' }, { text: 'b', delivery: 'raw' }] }),
    at('/items/1/delivery'),
  )
  assert.deepEqual(
    await refused('POST', batch, { items: [{ text: 'a' }], defaults: { delivery: 'raw' } }),
    at('/defaults/delivery'),
  )
  const jobs = await crawl.call<{ items: unknown[] }>('GET', '/api/jobs')
  assert.deepEqual(jobs.json.items, [])
})

test('the items of a batch are files by default or each by itself', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl)
  const { status, json: parent } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/batch/extract', {
    body: {
      defaults: { delivery: 'artifact' },
      items: [{ text: 'a' }, { text: 'b', delivery: 'inline' }, { text: 'c', delivery: 'artifact' }],
    },
  })
  assert.equal(status, 202)
  await crawl.call('GET', `/api/jobs/${parent.id}?waitMs=20000`)
  const { json } = await crawl.call<{ items: BatchItem[] }>('GET', `/api/jobs/${parent.id}/result`)
  const results = json.items
    .toSorted((a, b) => a.index - b.index)
    .map(({ result }) => result as Pick<ExtractionAnswer, 'data' | 'artifacts'>)
  assert.equal(results.length, 3)
  assert.deepEqual(results[1]?.data, { echo: { text: 'b', times: 1 } })
  for (const [index, text] of [
    [0, 'a'],
    [2, 'c'],
  ] as const) {
    const link = fileOf(results[index] as ExtractionAnswer)
    const { bytes } = await fetchBytes(crawl, link.href)
    assert.deepEqual(JSON.parse(bytes.toString()), { echo: { text, times: 1 } })
  }
})

test('a webhook with the result refers to the file, and a job that is run again brings one as well', async (t) => {
  const crawl = await startTestCrawl(t, {
    webhooks: { allow: ['127.0.0.1/32'], pollMs: 200, timeScale: 0.000_001 },
  })
  const receiver = await startWebhookReceiver()
  crawl.beforeStop(async () => receiver[Symbol.asyncDispose]())
  await serveEcho(crawl)
  const webhook = { url: `${receiver.url}/own`, secret: makeSecret(), include: 'result' }
  const id = await submit(crawl, { text: 'a', delivery: 'artifact', webhook })
  await receiver.received(1)
  const { data } = JSON.parse(receiver.requests[0]?.body ?? '') as { data: { result: ExtractionAnswer } }
  const link = fileOf(data.result)
  assert.equal((await fetchBytes(crawl, link.href)).bytes.toString(), '{"echo":{"text":"a","times":1}}')

  const again = await crawl.call<JobAccepted>('POST', `/api/jobs/${id}/retry`)
  assert.equal(again.status, 201, again.text)
  await crawl.call('GET', `/api/jobs/${again.json.id}?waitMs=20000`)
  const { json } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${again.json.id}/result`)
  const other = fileOf(json)
  assert.deepEqual([other.sha256, other.id === link.id], [link.sha256, false], 'one content, a file for each')
})

test('whatever replica a result comes to, and however often it comes, it is one file', async (t) => {
  const blobs = await openTestBlobs(t)
  const crawl = await startTestCrawl(t, { blobs, replicated: true })
  const other = await startTestCrawl(t, { blobs, replicated: true, db: crawl.db })
  const id = await submit(crawl, { text: 'a', delivery: 'artifact' })
  const { leaseToken, job } = await (await registerTestWorker(crawl)).claim()
  assert.deepEqual(job.input, { text: 'a', times: 1 })
  const body = { leaseToken, result: resultOf({ n: 1 }) }
  for (const replica of [other, crawl, other]) {
    const { status, json } = await replica.call('POST', `/api/worker/jobs/${id}/complete`, { body })
    assert.deepEqual([status, json['status']], [200, 'succeeded'])
  }
  const { json } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${id}/result`)
  assert.equal((await fetchBytes(other, fileOf(json).href)).bytes.toString(), '{"n":1}')
  assert.equal((await crawl.db.query(sql`select * from artifacts`)).length, 1)

  // One that comes under no lease at all leaves nothing.
  const late = await crawl.call<Problem>('POST', `/api/worker/jobs/${id}/complete`, {
    body: { ...body, leaseToken: '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10' },
  })
  assert.deepEqual([late.status, late.json.code], [409, 'lease_lost'])
  const unknown = await crawl.call<Problem>('POST', `/api/worker/jobs/${newId('job')}/complete`, { body })
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'not_found'])
  assert.equal((await crawl.db.query(sql`select * from artifacts`)).length, 1)
})

test('a store that is away holds up the job that needs it and no other, until it is back', async (t) => {
  const blobs = await openTestBlobs(t)
  let away = true
  const crawl = await startTestCrawl(t, {
    artifacts: { maxBytes: 1_000 },
    blobs: {
      ...blobs,
      async put(content, options) {
        if (away) throw new SurveyorError('storage_unavailable', 'The store for files does not work.')
        return blobs.put(content, options)
      },
    },
  })
  const worker = await registerTestWorker(crawl)
  const ids: string[] = []
  const completions: { jobId: string; leaseToken: string; result: unknown }[] = []
  for (const [delivery, data] of [
    ['artifact', { n: 1 }],
    ['inline', { n: 2 }],
    ['artifact', { text: 'x'.repeat(2_000) }],
  ] as const) {
    ids.push(await submit(crawl, { text: 'a', delivery }))
    const { job, leaseToken } = await worker.claim()
    completions.push({ jobId: job.id, leaseToken, result: resultOf(data) })
  }
  const finish = async () => {
    const { json } = await crawl.call<CompletionsAnswer>('POST', '/api/worker/completions', {
      body: { completions },
    })
    return json.outcomes.map(({ jobId, status, error }) => [ids.indexOf(jobId), status, error?.code ?? null])
  }
  const [first, second] = await finish()
  assert.deepEqual(first, [-1, null, 'storage_unavailable'].with(0, 0))
  assert.deepEqual(second, [1, 'succeeded', null])
  const single = await crawl.call<Problem>('POST', `/api/worker/jobs/${ids[0]}/complete`, {
    body: { leaseToken: completions[0]?.leaseToken, result: completions[0]?.result },
  })
  assert.deepEqual(
    [single.status, single.json.code, single.json.retryable],
    [503, 'storage_unavailable', true],
  )
  away = false
  assert.deepEqual(await finish(), [
    [0, 'succeeded', null],
    [1, 'succeeded', null],
    [2, 'failed', null],
  ])
  const { json: large } = await crawl.call<Job>('GET', `/api/jobs/${ids[2]}`)
  assert.equal(large.error?.code, 'body_too_large')
  assert.match(large.error?.detail ?? '', /at most 1000 bytes/)
})

test('the cache keeps the answers of each delivery apart, and knows raw and inline as the same', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: await partialExtractors() })
  const { inputs } = await serveJobs(crawl, ['markdown.extract'], async () => ({ data: { markdown: '# A' } }))
  const ask = async (delivery: string) =>
    crawl.call<ExtractionAnswer>('POST', '/api/v1/markdown/extract', {
      body: { url: 'https://pages.test/a', delivery },
    })
  const cacheOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => headers.get('cache-status')
  assert.deepEqual((await ask('inline')).json.data, { markdown: '# A' })
  const made = await ask('artifact')
  assert.match(cacheOf(made) ?? '', /fwd=miss; stored/)
  const link = fileOf(made.json)
  assert.equal(inputs.length, 2)

  const inline = await ask('inline')
  assert.deepEqual([inline.json.data, inline.json.artifacts], [{ markdown: '# A' }, []])
  const kept = await ask('artifact')
  assert.match(cacheOf(kept) ?? '', /; hit;/)
  assert.equal(fileOf(kept.json).id, link.id)
  const raw = await ask('raw')
  assert.match(cacheOf(raw) ?? '', /; hit;/)
  assert.equal(raw.text, '# A')
  assert.equal(inputs.length, 2, 'all of them were kept')
})

test('the file belongs to the key that asked, and equal requests of another key bring a file of its own', async (t) => {
  const ADMIN = 'the-admin-key-of-this-test-0001'
  const admin = { authorization: `Bearer ${ADMIN}` }
  const crawl = await startTestCrawl(t, {
    extractors: await partialExtractors(),
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const key = async (...scopes: Scope[]) => {
    const { json } = await crawl.call<CreatedKey>('POST', '/api/keys', {
      headers: admin,
      body: { name: 'k', scopes },
    })
    return { authorization: `Bearer ${json.secret}` }
  }
  const [one, two, none] = [await key('extract'), await key('extract'), await key('jobs')]
  const work = async () => ({ data: { markdown: '# A' } })
  const { inputs } = await serveJobs(crawl, ['markdown.extract'], work, admin)
  const ask = async (headers: Record<string, string>) =>
    crawl.call<ExtractionAnswer & Problem>('POST', '/api/v1/markdown/extract', {
      headers,
      body: { url: 'https://pages.test/a', delivery: 'artifact' },
    })
  const refused = await ask(none)
  assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'])
  // At the same time: neither may get the job of the other.
  const [ofOne, ofTwo] = await Promise.all([ask(one), ask(two)])
  assert.equal(inputs.length, 2)
  const links = [fileOf(ofOne.json), fileOf(ofTwo.json)]
  for (const [mine, others, headers] of [
    [links[0], links[1], one],
    [links[1], links[0], two],
  ] as const) {
    assert.equal((await fetchBytes(crawl, mine?.href ?? '', headers)).bytes.toString(), '{"markdown":"# A"}')
    const { status, problem } = await fetchBytes(crawl, others?.href ?? '', headers)
    assert.deepEqual([status, problem.code], [403, 'scope_missing'])
  }
  assert.equal((await fetchBytes(crawl, `/api/v1/artifacts/${newId('art')}`, admin)).status, 404)
})
