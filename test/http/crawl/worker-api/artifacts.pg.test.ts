import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Artifact, ArtifactLink } from '#contract/crawl/artifact.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { purgeEnded } from '#platform/jobs/queries/purge.ts'
import { isStored } from '#test/support/blobs/blob-store-contract.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { fetchBytes, upload, type RequestBody } from '#test/support/crawl/byte-calls.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf } from '#test/support/crawl/test-worker.ts'

async function submit(crawl: TestCrawl, body: object = { text: 'a' }): Promise<string> {
  const { status, json, text } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body,
    headers: { prefer: 'respond-async' },
  })
  assert.equal(status, 202, text)
  return json.id
}

interface Lease {
  readonly jobId: string
  readonly leaseToken: string
}

async function claimed(crawl: TestCrawl, body?: object): Promise<Lease> {
  const jobId = await submit(crawl, body)
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  return { jobId, leaseToken }
}

const queryOf = (facts: object): string => new URLSearchParams(facts as Record<string, string>).toString()
const save = async <T = ArtifactLink>(
  crawl: TestCrawl,
  lease: Lease,
  bytes: RequestBody,
  facts: object = {},
) =>
  upload<T>(crawl, bytes, {}, `/api/worker/artifacts?${queryOf({ ...lease, kind: 'screenshot', ...facts })}`)

test('a worker saves files under its lease, and they are part of the result and of the job', async (t) => {
  const crawl = await startTestCrawl(t)
  const lease = await claimed(crawl)
  const png = randomBytes(10_000)
  const { status, json: link } = await save(crawl, lease, png, {
    width: 640,
    height: 480,
    filename: 'a/b ü.png',
  })
  assert.equal(status, 201)
  assert.deepEqual([link.kind, link.width, link.height, link.bytes], ['screenshot', 640, 480, 10_000])
  assert.ok(!('pages' in link), 'nobody asked for pages')
  const { json: info } = await crawl.call<Artifact>('GET', `${link.href}/info`)
  assert.deepEqual([info.jobId, info.filename], [lease.jobId, 'b ü.png'])

  const result = { ...resultOf({ echo: 1 }), artifacts: [link] }
  const done = await crawl.call('POST', `/api/worker/jobs/${lease.jobId}/complete`, {
    body: { leaseToken: lease.leaseToken, result },
  })
  assert.equal(done.status, 200)
  const { json: answer } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${lease.jobId}/result`)
  assert.deepEqual(answer.artifacts, [link])
  assert.ok((await fetchBytes(crawl, link.href)).bytes.equals(png))
  const { json: list } = await crawl.call<{ items: Artifact[] }>(
    'GET',
    `/api/v1/artifacts?jobId=${lease.jobId}`,
  )
  assert.deepEqual(
    list.items.map(({ id }) => id),
    [link.id],
  )
})

test('a result without files says so', async (t) => {
  const crawl = await startTestCrawl(t)
  const { jobId, leaseToken } = await claimed(crawl)
  await crawl.call('POST', `/api/worker/jobs/${jobId}/complete`, {
    body: { leaseToken, result: resultOf({}) },
  })
  const { json } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${jobId}/result`)
  assert.deepEqual(json.artifacts, [])
})

test('the same content again is the same artifact, of another kind another one', async (t) => {
  const crawl = await startTestCrawl(t)
  const lease = await claimed(crawl)
  const first = (await save(crawl, lease, 'same')).json
  assert.equal((await save(crawl, lease, 'same')).json.id, first.id)
  assert.notEqual((await save(crawl, lease, 'same', { kind: 'thumbnail' })).json.id, first.id)
  assert.notEqual((await save(crawl, lease, 'other')).json.id, first.id)
})

test('who does not hold the job adds nothing to it', async (t) => {
  const crawl = await startTestCrawl(t)
  const lease = await claimed(crawl)
  const refused = async (wrong: Lease) => {
    const { status, json } = await save<Problem>(crawl, wrong, 'x')
    return [status, json.code]
  }
  assert.deepEqual(await refused({ ...lease, leaseToken: randomUUID() }), [409, 'lease_lost'])
  assert.deepEqual(await refused({ ...lease, leaseToken: 'nonsense' }), [409, 'lease_lost'])
  assert.deepEqual(await refused({ ...lease, jobId: newId('job') }), [409, 'lease_lost'])
  assert.deepEqual(await refused({ ...lease, jobId: 'nonsense' }), [404, 'not_found'])
  await crawl.call('POST', `/api/worker/jobs/${lease.jobId}/complete`, {
    body: { leaseToken: lease.leaseToken, result: resultOf({}) },
  })
  assert.deepEqual(await refused(lease), [409, 'lease_lost'], 'after the end either')
  assert.deepEqual(await crawl.db.query(sql`select * from artifacts`), [])
  for (const facts of [{ kind: 'Not A Word' }, { width: '-1' }, { wat: '1' }]) {
    assert.equal((await save<Problem>(crawl, lease, 'x', facts)).status, 422)
  }
})

test('a worker that is fenced off while its bytes arrive has added nothing', async (t) => {
  const blobs = await openTestBlobs(t)
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const crawl = await startTestCrawl(t, {
    blobs: {
      ...blobs,
      async put(content, options) {
        const blob = await blobs.put(content, options)
        arrived.resolve()
        await goOn.promise
        return blob
      },
    },
  })
  const lease = await claimed(crawl)
  const saving = save<Problem>(crawl, lease, 'late')
  await arrived.promise
  // Another worker has it by now.
  await crawl.db.execute(sql`update jobs set lease_token = ${randomUUID()}`)
  goOn.resolve()
  const { status, json } = await saving
  assert.deepEqual([status, json.code], [409, 'lease_lost'])
  assert.deepEqual(await crawl.db.query(sql`select * from artifacts`), [])
})

test('the files of a job go with it, and their content unless somebody else has the same', async (t) => {
  const blobs = await openTestBlobs(t)
  const crawl = await startTestCrawl(t, { blobs, artifacts: { sweepMs: 50, blobSweepMs: 50 } })
  const lease = await claimed(crawl)
  const own = (await save(crawl, lease, 'own')).json
  const shared = (await save(crawl, lease, 'shared')).json
  const uploaded = (await upload(crawl, 'shared')).json
  await crawl.call('POST', `/api/worker/jobs/${lease.jobId}/complete`, {
    body: { leaseToken: lease.leaseToken, result: resultOf({}) },
  })
  assert.equal(await purgeEnded(crawl.db, new Date(Date.now() + 60_000)), 1)
  await crawl.db.execute(sql`update blobs set held_until = now()`)
  while (await isStored(blobs, own.sha256)) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal((await fetchBytes(crawl, own.href)).status, 404)
  assert.equal((await fetchBytes(crawl, shared.href)).status, 404)
  assert.equal((await fetchBytes(crawl, uploaded.href)).bytes.toString(), 'shared')
})

test('a worker reads the file that its input names, and no other one', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json: source } = await upload(crawl, 'the document', {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="ü.pdf"',
  })
  const { json: other } = await upload(crawl, 'another')
  const lease = await claimed(crawl, { text: 'a', artifactId: source.id })
  const read = async (id: string, as: Lease = lease) =>
    fetchBytes(crawl, `/api/worker/artifacts/${id}?${queryOf(as)}`)
  const got = await read(source.id)
  assert.equal(got.status, 200)
  assert.equal(got.bytes.toString(), 'the document')
  assert.equal(got.headers.get('content-type'), 'application/pdf')
  assert.equal(got.headers.get('etag'), `"${source.sha256}"`)
  assert.equal(got.headers.get('x-filename'), '%C3%BC.pdf')
  for (const id of [other.id, newId('art'), 'nonsense']) {
    assert.deepEqual((await read(id)).problem.code, 'not_found', id)
  }
  assert.equal((await read(source.id, { ...lease, leaseToken: randomUUID() })).problem.code, 'lease_lost')
  await crawl.db.execute(sql`update artifacts set expires_at = now()`)
  assert.equal((await read(source.id)).problem.code, 'result_expired')
})
