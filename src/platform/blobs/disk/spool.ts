// Partial files: hashed while written, made durable before they get their name, removed when their writer died.
import { createHash } from 'node:crypto'
import { open, mkdir, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { BlobContent, PutOptions, StoredBlob } from '#platform/blobs/blob-store.ts'
import { storageFault } from '#platform/blobs/storage-fault.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** A whole content in a temporary file, which is deleted on dispose unless it was moved away. */
export interface SpooledFile extends AsyncDisposable {
  readonly path: string
  readonly blob: StoredBlob
  /** Makes the content survive a crash of the machine. */
  sync(): Promise<void>
}

/** Throws `storage_unavailable` when the disk fails, and errors of the content as they are. */
export async function spool(folder: string, content: BlobContent, options: PutOptions): Promise<SpooledFile> {
  const path = join(folder, `${uuidV7()}.part`)
  const file = await onDisk(openNew(folder, path))
  const drop = async (): Promise<void> => {
    await file.close().catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
  }
  try {
    const blob = await writeContent(file, content, options)
    return { path, blob, sync: () => onDisk(file.sync()), [Symbol.asyncDispose]: drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Removes partial files of killed writers. */
async function sweepSpool(folder: string): Promise<number> {
  const before = Date.now() - ABANDONED_MS
  let swept = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Its writer may have finished meanwhile.
    const written = await stat(path).catch(() => null)
    if (written === null || !name.endsWith('.part') || written.mtimeMs > before) continue
    await rm(path, { force: true })
    swept += 1
  }
  return swept
}

/** Throws `storage_unavailable` for any failure of `work`. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storageFault(error)
  }
}

async function openNew(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    return open(path, 'wx', 0o600)
  }
}

/** Throws errors of the content, the reason of the signal, or `body_too_large`. */
async function writeContent(
  file: FileHandle,
  content: BlobContent,
  { maxBytes, signal }: PutOptions,
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content instanceof Uint8Array ? pieces(content) : content) {
    signal?.throwIfAborted()
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      throw new SurveyorError('body_too_large', `The content may have at most ${maxBytes} bytes.`)
    }
    hash.update(chunk)
    await onDisk(writeAll(file, chunk))
  }
  signal?.throwIfAborted()
  return { sha256: hash.digest('hex'), bytes }
}

/** Pieces this large keep the hash and the disk from holding up the event loop for long. */
const PIECE_BYTES = 1_048_576

function* pieces(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, at)
    at += bytesWritten
  }
}

/** A put that is older than this was killed: uploads end within minutes. */
const ABANDONED_MS = 3_600_000
const SWEEP_EVERY_MS = 3_600_000

/** Runs once now and then every hour until it is disposed. */
export async function startSpoolSweep(folder: string, log: Logger): Promise<AsyncDisposable> {
  const sweep = async (): Promise<void> => {
    try {
      const count = await sweepSpool(folder)
      if (count > 0) log.info({ count }, 'took out files that a killed process had begun to write')
    } catch (error) {
      log.warn({ err: error }, 'files that were begun could not be swept')
    }
  }
  await sweep()
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}
