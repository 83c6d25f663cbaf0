// A blob store in a folder of its own, gone after the test and its hooks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { silentLogger } from '#platform/log/logger.ts'

export async function openTestBlobs(t: Pick<TestContext, 'signal'>): Promise<BlobStore> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-blobs-'))
  const store = await openDiskBlobStore({ folder, log: silentLogger })
  // Hooks run in the order of their making, and whoever uses the store is stopped by one that is made later.
  t.signal.addEventListener('abort', () => {
    void store[Symbol.asyncDispose]().then(() => rm(folder, { recursive: true, force: true }))
  })
  return store
}
