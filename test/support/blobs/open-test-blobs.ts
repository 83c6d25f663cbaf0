// A blob store in a folder of its own, gone after the test and its hooks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'

export async function openTestBlobs(t: Pick<TestContext, 'signal'>): Promise<BlobStore> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-blobs-'))
  const store = await openDiskBlobStore({ folder, log: silentLogger })
  // Hooks run in the order of their creation; users of the store are stopped by hooks that are created later.
  t.signal.addEventListener('abort', () => {
    void store[Symbol.asyncDispose]().then(() => rm(folder, { recursive: true, force: true }))
  })
  return store
}
