import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { isStored, readAll } from '#test/support/blobs/blob-store-contract.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { createBlobService, type BlobService } from './blob-service.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'

const MAX = { maxBytes: 1_048_576 }

interface Kept {
  readonly db: Database
  readonly store: BlobStore
  readonly blobs: BlobService
  refer(sha256: string): Promise<void>
  dropReference(sha256: string): Promise<void>
  /** As if every hold had run out. */
  endHolds(): Promise<void>
}

async function openBlobService(
  t: TestContext,
  wrap: (store: BlobStore) => BlobStore = (s) => s,
): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  t.after(() => rm(folder, { recursive: true }))
  const db = await createTestDatabase(t, ['blobs'])
  await db.execute(sql`create table pages (blob text collate "C" references blobs)`)
  const store = await openDiskBlobStore({ folder, log: silentLogger })
  t.after(() => store[Symbol.asyncDispose]())
  const blobs = createBlobService({
    db,
    store: wrap(store),
    log: silentLogger,
    referrers: [{ table: 'pages', column: 'blob' }],
  })
  return {
    db,
    store,
    blobs,
    refer: async (sha256) => void (await db.execute(sql`insert into pages values (${sha256})`)),
    dropReference: async (sha256) => void (await db.execute(sql`delete from pages where blob = ${sha256}`)),
    endHolds: async () =>
      void (await db.execute(sql`update blobs set held_until = now() - interval '1 second'`)),
  }
}

test('content goes when its hold is over and nothing refers to it any more', async (t) => {
  const { store, blobs, refer, dropReference, endHolds } = await openBlobService(t)
  const content = randomBytes(1_000)
  const { sha256 } = await blobs.put(content, MAX)
  assert.equal(await blobs.sweep(), 0, 'it is held')
  await refer(sha256)
  await refer(sha256)
  await endHolds()
  assert.equal(await blobs.sweep(), 0, 'two rows refer to it')
  await dropReference(sha256)
  await refer(sha256)
  assert.equal(await blobs.sweep(), 0, 'one row refers to it')
  assert.ok((await readAll(blobs, sha256))?.equals(content))
  await dropReference(sha256)
  assert.equal(await blobs.sweep(), 1)
  assert.equal(await isStored(store, sha256), false)
  assert.equal(await blobs.sweep(), 0)
})

test('a sweep goes through any number of blobs and leaves those that count', async (t) => {
  const { db, store, blobs, refer, endHolds } = await openBlobService(t)
  const kept = await blobs.put(randomBytes(10), MAX)
  await refer(kept.sha256)
  await db.execute(sql`
    insert into blobs (sha256, bytes, held_until)
    select lpad(to_hex(n), 64, '0'), 1, now() from generate_series(1, 1200) n`)
  await endHolds()
  const held = await blobs.put(randomBytes(10), MAX)
  assert.equal(await blobs.sweep(), 1_200)
  assert.deepEqual([await isStored(store, kept.sha256), await isStored(store, held.sha256)], [true, true])
})

test('a put that comes while its content is being removed is not lost', async (t) => {
  const removing = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { blobs, refer, endHolds } = await openBlobService(t, (store) => ({
    ...store,
    async remove(sha256) {
      removing.resolve()
      await goOn.promise
      await store.remove(sha256)
    },
  }))
  const content = randomBytes(1_000)
  const { sha256 } = await blobs.put(content, MAX)
  await endHolds()
  const sweep = blobs.sweep()
  await removing.promise
  const put = blobs.put(content, MAX)
  const early = await Promise.race([
    put.then(() => 'put'),
    new Promise((resolve) => setTimeout(resolve, 50, 'waits')),
  ])
  goOn.resolve()
  assert.equal(early, 'waits')
  assert.equal(await sweep, 1)
  await put
  await refer(sha256)
  await endHolds()
  await blobs.sweep()
  assert.ok((await readAll(blobs, sha256))?.equals(content))
})

test('puts, references and sweeps of the same few contents at once lose nothing', async (t) => {
  const { db, blobs, dropReference, endHolds } = await openBlobService(t)
  const contents = Array.from({ length: 3 }, () => randomBytes(2_000))
  const over = new AbortController()
  const sweeps = Promise.all(
    [1, 2].map(async () => {
      let removed = 0
      while (!over.signal.aborted) removed += await blobs.sweep()
      return removed
    }),
  )
  let missing = 0
  const writers = contents.map(async (content) => {
    for (let round = 0; round < 60; round += 1) {
      const { sha256 } = await blobs.put(content, MAX)
      await db.execute(sql`insert into pages values (${sha256})`)
      await db.execute(sql`update blobs set held_until = now() where sha256 = ${sha256}`)
      await new Promise((resolve) => setImmediate(resolve))
      if (!(await readAll(blobs, sha256))?.equals(content)) missing += 1
      await dropReference(sha256)
    }
  })
  await Promise.all(writers)
  over.abort()
  const removed = (await sweeps).reduce((sum, n) => sum + n, 0)
  assert.equal(missing, 0)
  await endHolds()
  const rest = await blobs.sweep()
  assert.ok(removed + rest >= contents.length, `${removed} and ${rest} were removed`)
  assert.ok(removed > 0, 'the sweeps did get in between')
})

test('a table that the keeper was not told of still protects what it refers to', async (t) => {
  const { db, store, blobs, endHolds } = await openBlobService(t)
  await db.execute(sql`create table others (content text collate "C" references blobs)`)
  const { sha256 } = await blobs.put(randomBytes(10), MAX)
  const loose = await blobs.put(randomBytes(10), MAX)
  await db.execute(sql`insert into others values (${sha256})`)
  await endHolds()
  assert.equal(await blobs.sweep(), 1)
  assert.deepEqual([await isStored(store, sha256), await isStored(store, loose.sha256)], [true, false])
})

test('a store that does not work leaves the rows for the next sweep', async (t) => {
  let away = true
  const { blobs, endHolds, store } = await openBlobService(t, (store) => ({
    ...store,
    async remove(sha256) {
      if (away) throw new SurveyorError('storage_unavailable', 'Away.')
      await store.remove(sha256)
    },
  }))
  const { sha256 } = await blobs.put(randomBytes(10), MAX)
  await endHolds()
  await assert.rejects(blobs.sweep(), { code: 'storage_unavailable' })
  assert.equal(await isStored(store, sha256), true)
  away = false
  assert.equal(await blobs.sweep(), 1)
})
