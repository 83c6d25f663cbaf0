// Blobs as files in a folder: `ab/cd…` by their hash, written to a separate file and renamed into place.
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '#kit/unknown-values.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { storageFault } from '#platform/blobs/storage-fault.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { onDisk, spool, startSpoolSweep } from './spool.ts'

/** One block of most disks, so that it does not fit on a full disk. */
const PROBE = Buffer.alloc(4_096, 'surveyor ')

/** Makes the folder. Any number of processes may have it open. */
export async function openDiskBlobStore(deps: {
  readonly folder: string
  readonly log: Logger
}): Promise<BlobStore> {
  const { folder, log } = deps
  const incoming = join(folder, 'incoming')
  await makeFolder(incoming)

  const sweeping = await startSpoolSweep(incoming, log)

  const folderOf = (sha256: string): string => join(folder, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)

  return {
    async put(content, options) {
      await using file = await spool(incoming, content, options)
      const { blob } = file
      await options.announce?.(blob)
      const path = pathOf(blob.sha256)
      // A file of another length was truncated by a broken disk: the complete one replaces it.
      const known = await stat(path).catch(() => null)
      if (known?.size === blob.bytes) return blob
      await file.sync()
      await onDisk(moveInto(folderOf(blob.sha256), file.path, path))
      return blob
    },

    async read(sha256, range) {
      try {
        // Opened here, so that a blob that is removed meanwhile can still be read to its end.
        const file = await open(pathOf(sha256), 'r')
        return createReadStream('', {
          fd: file,
          ...(range === undefined ? {} : { start: range.first, end: range.last }),
        })
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null
        throw storageFault(error)
      }
    },

    async remove(sha256) {
      await onDisk(rm(pathOf(sha256), { force: true }))
    },

    async probe() {
      await using file = await spool(incoming, PROBE, { maxBytes: PROBE.byteLength })
      await file.sync()
    },

    [Symbol.asyncDispose]: () => sweeping[Symbol.asyncDispose](),
  }
}

/** After this both the name and the content are durable. */
async function moveInto(folder: string, from: string, to: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  await rename(from, to)
  await syncFolder(folder)
  if (made !== undefined) await syncFolder(join(folder, '..'))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
