// Data becomes a file also where a job ends together with rows of its handler.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createBlobService } from '#platform/blobs/blob-service.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createArtifactService, DEFAULT_ARTIFACT_SETTINGS } from '#crawl/artifacts/artifact-service.ts'
import { createArtifactStore } from '#crawl/artifacts/artifact-store.ts'
import { createLinkSigner } from '#crawl/artifacts/link-signer.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { jobSpec } from '#test/support/jobs/job-engine.ts'
import { resultOf } from '#test/support/crawl/test-worker.ts'
import { createClaimedJobs } from './claimed-jobs.ts'
import { fileDelivery } from './deliver-files.ts'

/** A job with `delivery: artifact` that was claimed, and a way to end it together with one row. */
async function setUp(t: TestContext) {
  const db = await createTestDatabase(t, ['jobs', 'blobs', 'crawl'], 'crawl')
  await db.execute(sql`create table notes (note text)`)
  const blobs = await openTestBlobs(t)
  const artifacts = createArtifactService({
    store: createArtifactStore({ db }),
    blobService: createBlobService({ db, store: blobs, log: silentLogger, referrers: [] }),
    links: createLinkSigner(Buffer.alloc(32, 1)),
    settings: { ...DEFAULT_ARTIFACT_SETTINGS, maxBytes: 1_000 },
    log: silentLogger,
  })
  const { hideDelivery, fileResults } = fileDelivery({ artifacts, claimed: createClaimedJobs() })
  const engine = createJobEngine({
    db,
    log: silentLogger,
    settings: DEFAULT_JOB_SETTINGS,
    steps: { afterClaim: [hideDelivery], beforeComplete: [fileResults] },
  })
  t.after(async () => engine[Symbol.asyncDispose]())
  const { workerId } = await engine.workers.register({
    name: 'test',
    instanceId: 'test',
    version: '1.0.0',
    capabilities: { types: ['test.job'], concurrency: { light: 1 } },
  })
  const { id } = await engine.enqueue(jobSpec({ input: { n: 1, delivery: 'artifact' } }))
  const { job, leaseToken } = await engine.claim(id, workerId)
  assert.deepEqual(job.input, { n: 1 })
  const end = async (data: unknown, after: (tx: Queryable) => Promise<void> = async () => undefined) =>
    engine.completeWith(id, leaseToken, async (tx) => {
      await tx.execute(sql`insert into notes values ('of the handler')`)
      await after(tx)
      return resultOf(data)
    })
  const rows = async () => {
    const [counts] = await db.query<{ notes: number; artifacts: number }>(sql`
      select (select count(*)::integer from notes) as notes, (select count(*)::integer from artifacts) as artifacts`)
    return counts
  }
  return { artifacts, blobs, end, rows }
}

test('a job that ends with rows of its handler has its data in a file as well', async (t) => {
  const { blobs, end, rows } = await setUp(t)
  const job = await end({ n: 2 })
  assert.equal(job.state, 'succeeded')
  const { data, artifacts } = job.result as { data: unknown; artifacts: ArtifactLink[] }
  assert.deepEqual([data, artifacts.length], [null, 1])
  const content = await blobs.read(artifacts[0]?.sha256 ?? '')
  assert.ok(content !== null)
  assert.equal((await buffer(content)).toString(), '{"n":2}')
  assert.deepEqual(await rows(), { notes: 1, artifacts: 1 })
})

test('a handler that throws leaves neither rows nor a file', async (t) => {
  const { end, rows } = await setUp(t)
  const broken = end({ n: 2 }, async () => {
    throw new Error('the handler is broken')
  })
  await assert.rejects(broken, /the handler is broken/)
  assert.deepEqual(await rows(), { notes: 0, artifacts: 0 })
  assert.equal((await end({ n: 3 })).state, 'succeeded')
  assert.deepEqual(await rows(), { notes: 1, artifacts: 1 })
})

test('data too large for a file fails the job, and the rows of its handler are undone', async (t) => {
  const { end, rows } = await setUp(t)
  const job = await end({ text: 'x'.repeat(2_000) })
  assert.deepEqual([job.state, job.error?.code], ['failed', 'body_too_large'])
  assert.deepEqual(await rows(), { notes: 0, artifacts: 0 })
})
