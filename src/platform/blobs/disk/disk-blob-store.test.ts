import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { blobStoreContract, readAll, sha256Of } from '#test/support/blobs/blob-store-contract.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'

const LIMIT = 1_048_576

async function openStore(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  const resources = new AsyncDisposableStack()
  t.after(async () => {
    await resources.disposeAsync()
    await rm(folder, { recursive: true })
  })
  const reopen = async () => resources.use(await openDiskBlobStore({ folder, log: silentLogger }))
  return { folder, reopen, store: await reopen(), leftovers: () => readdir(join(folder, 'incoming')) }
}

blobStoreContract('disk', openStore)

test('what a killed process had begun to write is swept, what is being written is not', async (t) => {
  const { folder, reopen, leftovers } = await openStore(t)
  const old = join(folder, 'incoming', 'old.part')
  await writeFile(old, 'half')
  await writeFile(join(folder, 'incoming', 'new.part'), 'half')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await utimes(old, twoHoursAgo, twoHoursAgo)
  await reopen()
  assert.deepEqual(await leftovers(), ['new.part'])
})

test('a file that a broken disk cut short is replaced by the next put', async (t) => {
  const { folder, store } = await openStore(t)
  const content = randomBytes(10_000)
  const { sha256 } = await store.put(content, { maxBytes: LIMIT })
  await truncate(join(folder, sha256.slice(0, 2), sha256), 100)
  await store.put(content, { maxBytes: LIMIT })
  assert.ok((await readAll(store, sha256))?.equals(content))
})

test('a reader that has begun reads to the end although the blob is removed', async (t) => {
  const { store } = await openStore(t)
  const content = randomBytes(500_000)
  const { sha256 } = await store.put(content, { maxBytes: LIMIT })
  const stream = await store.read(sha256)
  await store.remove(sha256)
  assert.ok(Buffer.concat((await stream?.toArray()) as Buffer[]).equals(content))
})

test('a folder that takes no more is storage_unavailable, and works again when it does', async (t) => {
  const { folder, store, leftovers } = await openStore(t)
  const content = randomBytes(1_000)
  // A file is in the place of the folder of the hash, so the rename fails as on a broken disk.
  const obstacle = join(folder, sha256Of(content).slice(0, 2))
  await writeFile(obstacle, '')
  await assert.rejects(store.put(content, { maxBytes: LIMIT }), {
    code: 'storage_unavailable',
    retryable: true,
    retryAfterMs: 30_000,
  })
  assert.deepEqual(await leftovers(), [])
  await rm(obstacle)
  await store.put(content, { maxBytes: LIMIT })
  await rm(join(folder, 'incoming'), { recursive: true })
  await store.put(randomBytes(10), { maxBytes: LIMIT })
  await rm(join(folder, 'incoming'), { recursive: true })
  await writeFile(join(folder, 'incoming'), '')
  await assert.rejects(store.put(randomBytes(10), { maxBytes: LIMIT }), { code: 'storage_unavailable' })
  await rm(join(folder, 'incoming'))
  await mkdir(join(folder, 'incoming'))
})

test('a folder that takes nothing is found out by looking, and leaves nothing when it does', async (t) => {
  const { folder, store, leftovers } = await openStore(t)
  await rm(join(folder, 'incoming'), { recursive: true })
  await writeFile(join(folder, 'incoming'), 'in the way')
  await assert.rejects(store.probe(), { code: 'storage_unavailable' })
  await rm(join(folder, 'incoming'))
  await store.probe()
  assert.deepEqual(await leftovers(), [])
})
