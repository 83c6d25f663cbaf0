// The file store in /health and /metrics of crawl, on disk and in an S3-compatible store.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Health } from '#contract/health.ts'
import type { Problem } from '#contract/problem.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { openS3BlobStore } from '#platform/blobs/s3/s3-blob-store.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { S3_CREDENTIALS, startS3 } from '#test/support/blobs/start-s3.ts'
import { fetchBytes, upload } from '#test/support/crawl/byte-calls.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker } from '#test/support/crawl/test-worker.ts'

interface OpenedStore {
  readonly blobs: BlobStore
  /** From now on it takes nothing. */
  breakIt(): Promise<void>
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-blobs-'))
  // After the hooks, which stop the users of the store.
  t.signal.addEventListener('abort', () => void rm(folder, { recursive: true, force: true }))
  return folder
}

const STORES: Readonly<Record<string, (t: TestContext) => Promise<OpenedStore>>> = {
  async disk(t) {
    const folder = await folderOf(t)
    const blobs = await openDiskBlobStore({ folder, log: silentLogger })
    t.signal.addEventListener('abort', () => void blobs[Symbol.asyncDispose]())
    return {
      blobs,
      async breakIt() {
        await rm(join(folder, 'incoming'), { recursive: true })
        await writeFile(join(folder, 'incoming'), 'in the way')
      },
    }
  },
  async S3(t) {
    const s3 = await startS3()
    const blobs = await openS3BlobStore({
      address: s3.address('health'),
      credentials: S3_CREDENTIALS,
      spoolFolder: await folderOf(t),
      clock: { ...systemClock, sleep: async () => undefined },
      log: silentLogger,
    })
    const closed = { is: false }
    const close = async (): Promise<void> => {
      if (!closed.is) await s3[Symbol.asyncDispose]()
      closed.is = true
    }
    t.signal.addEventListener('abort', () => void blobs[Symbol.asyncDispose]().then(close))
    return { blobs, breakIt: close }
  },
}

const blobsOf = async (crawl: TestCrawl) => {
  const { status, json } = await crawl.call<Health>('GET', '/health')
  return { status, overall: json.status, check: json.checks?.['blobs'] }
}

async function metricsWith(crawl: TestCrawl, words: string): Promise<string> {
  for (;;) {
    const { text } = await crawl.call('GET', '/metrics')
    const operations = text.split('\n').filter((line) => line.startsWith('surveyor_blob_operations_total'))
    if (operations.some((line) => line.includes(words))) return text
    await setTimeout(10)
  }
}

for (const [name, open] of Object.entries(STORES)) {
  test(`the store on ${name} is seen to work, and what it did is counted`, async (t) => {
    const { blobs } = await open(t)
    const crawl = await startTestCrawl(t, { blobs })
    await registerTestWorker(crawl)
    for (let n = 0; n < 3; n += 1) {
      const { status, overall, check } = await blobsOf(crawl)
      assert.deepEqual([status, overall, check?.status, check?.detail], [200, 'pass', 'pass', null])
      assert.equal(typeof check?.latencyMs, 'number')
    }
    const { json } = await upload(crawl, 'x'.repeat(5_000))
    assert.equal((await fetchBytes(crawl, json.href)).bytes.length, 5_000)
    // The client has the last byte a moment before the read has ended.
    const text = await metricsWith(crawl, 'operation="read"')
    for (const line of [
      'surveyor_blob_operations_total{operation="probe",outcome="ok"} 1',
      'surveyor_blob_operations_total{operation="put",outcome="ok"} 1',
      'surveyor_blob_operations_total{operation="read",outcome="ok"} 1',
      'surveyor_blob_operation_duration_seconds_count{operation="put"} 1',
      'surveyor_blob_bytes_total{direction="in"} 5000',
      'surveyor_blob_bytes_total{direction="out"} 5000',
    ]) {
      assert.ok(text.includes(line), line)
    }
    assert.doesNotMatch(text, new RegExp(`^surveyor_blob_.*(art_|${json.sha256})`, 'm'))
    assert.equal((await crawl.call('GET', '/health?probe=ready')).status, 200)
  })

  test(`a store on ${name} that takes nothing is told, and other requests are taken all the same`, async (t) => {
    const { blobs, breakIt } = await open(t)
    const crawl = await startTestCrawl(t, { blobs })
    await registerTestWorker(crawl)
    await breakIt()
    const { status, overall, check } = await blobsOf(crawl)
    assert.deepEqual([status, overall], [200, 'warn'])
    assert.deepEqual([check?.status, check?.detail], ['fail', 'The store for files does not work.'])
    const refused = await upload<Problem>(crawl, 'x')
    assert.deepEqual([refused.status, refused.json.code], [503, 'storage_unavailable'])
    assert.equal((await crawl.call('GET', '/health?probe=ready')).status, 200)
    const { text } = await crawl.call('GET', '/metrics')
    assert.match(text, /^surveyor_blob_operations_total\{operation="probe",outcome="unavailable"\} 1$/m)
    assert.match(text, /^surveyor_blob_operations_total\{operation="put",outcome="unavailable"\} 1$/m)
  })
}

test('what is wrong in detail is for callers with a key, where keys are asked for; a wrong word is refused', async (t) => {
  const secret = 'the-admin-key-of-this-test-0001'
  const crawl = await startTestCrawl(t, { fixedKeys: [{ name: 'admin', secret, scopes: ['admin'] }] })
  const stranger = await crawl.call<Health>('GET', '/health')
  assert.deepEqual([stranger.status, stranger.json.checks], [200, undefined])
  const { json } = await crawl.call<Health>('GET', '/health', { headers: { 'x-api-key': secret } })
  assert.equal(json.checks?.['blobs']?.status, 'pass')
  const wrong = await crawl.call<Problem>('GET', '/health?probe=blobs')
  assert.deepEqual([wrong.status, wrong.json.errors?.[0]?.pointer], [422, '?probe'])
})
