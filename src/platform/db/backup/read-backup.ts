// Reads the file of a backup: its end first, so that a truncated or altered file is known before anything is loaded.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { parseKnownJson } from '#kit/unknown-values.ts'
import {
  DamagedBackupError,
  decodeRecords,
  DIGEST_BYTES,
  FIRST_LINE,
  FIRST_LINE_OF_ANY,
  type BackupHeader,
  type BackupRecord,
  type ContentEnd,
  type FileHead,
  type SequenceValue,
  type TableHead,
} from './format.ts'

/** The rows of a table as COPY takes them, or the bytes of a file. */
export interface BackupContent {
  /** Read once. */
  readonly chunks: AsyncIterable<Buffer>
  /** The rows or the bytes that were written; null until the chunks are read to their end. */
  count(): number | null
}

/** A part of a backup, in the order of loading. */
export type BackupEntry =
  | { readonly kind: 'table'; readonly table: TableHead; readonly content: BackupContent }
  | { readonly kind: 'sequences'; readonly sequences: readonly SequenceValue[] }
  | { readonly kind: 'file'; readonly file: FileHead; readonly content: BackupContent }

/** A file that is as it was written. */
export interface BackupFile {
  readonly header: BackupHeader
  /**
   * Read from the beginning with each call; `progress` gets the share that was read. Throws a DamagedBackupError where the
   * content contradicts itself.
   */
  entries(progress: (share: number) => void): AsyncGenerator<BackupEntry>
}

/**
 * Reads the whole file once and answers what it is. Throws, with a message for the operator, for a file that is no backup,
 * of a newer format, truncated or altered.
 */
export async function openBackup(path: string, progress: (share: number) => void): Promise<BackupFile> {
  const handle = await open(path, 'r')
  let size: number
  try {
    size = (await handle.stat()).size
    await checkFirstLine(handle, path)
  } finally {
    await handle.close()
  }
  await checkDigest(path, size, progress)

  const records = recordsOf(path, size, () => undefined)
  const first = await nextRecord(records)
  await records.return(undefined)
  if (first.kind !== 'header') throw new DamagedBackupError()
  return {
    header: jsonOf<BackupHeader>(first),
    entries: (onShare) => entriesOf(recordsOf(path, size, onShare)),
  }
}

async function checkFirstLine(handle: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  const line = FIRST_LINE_OF_ANY.exec(buffer.toString('latin1', 0, bytesRead))
  if (line === null) throw new Error(`${path} is no backup of Surveyor.`)
  if (!buffer.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) {
    throw new Error(
      `${path} has version ${line[1]} of the format, which this program does not know. Restore it with a newer Surveyor.`,
    )
  }
}

async function checkDigest(path: string, size: number, progress: (share: number) => void): Promise<void> {
  const end = size - DIGEST_BYTES
  if (end < FIRST_LINE.length) throw new DamagedBackupError('it is truncated')
  const hash = createHash('sha256')
  const digest: Buffer[] = []
  let at = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const bytes of chunks) {
    const hashed = Math.max(0, Math.min(bytes.length, end - at))
    hash.update(bytes.subarray(0, hashed))
    if (hashed < bytes.length) digest.push(bytes.subarray(hashed))
    at += bytes.length
    progress(at / size)
  }
  if (!hash.digest().equals(Buffer.concat(digest)))
    throw new DamagedBackupError('it is truncated or was altered')
}

function recordsOf(
  path: string,
  size: number,
  progress: (share: number) => void,
): AsyncGenerator<BackupRecord> {
  const compressed = createReadStream(path, { start: FIRST_LINE.length, end: size - DIGEST_BYTES - 1 })
  compressed.on('data', () => progress(compressed.bytesRead / size))
  // The reader of the records gets the error.
  return decodeRecords(pipeline(compressed, createZstdDecompress(), () => undefined))
}

async function nextRecord(records: AsyncGenerator<BackupRecord>): Promise<BackupRecord> {
  const next = await records.next()
  if (next.done === true) throw new DamagedBackupError()
  return next.value
}

async function* entriesOf(records: AsyncGenerator<BackupRecord>): AsyncGenerator<BackupEntry> {
  try {
    await nextRecord(records)
    for (;;) {
      const record = await nextRecord(records)
      if (record.kind === 'done') return
      if (record.kind === 'sequences')
        yield { kind: 'sequences', sequences: jsonOf<readonly SequenceValue[]>(record) }
      else if (record.kind === 'table') {
        const content = contentOf(records)
        yield { kind: 'table', table: jsonOf<TableHead>(record), content }
        await readToEnd(content)
      } else if (record.kind === 'file') {
        const content = contentOf(records)
        yield { kind: 'file', file: jsonOf<FileHead>(record), content }
        await readToEnd(content)
      } else throw new DamagedBackupError()
    }
  } finally {
    await records.return(undefined)
  }
}

function contentOf(records: AsyncGenerator<BackupRecord>): BackupContent {
  let count: number | null = null
  async function* chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const record = await nextRecord(records)
      if (record.kind === 'data') yield record.payload
      else if (record.kind === 'end') {
        count = jsonOf<ContentEnd>(record).count
        return
      } else throw new DamagedBackupError()
    }
  }
  return { chunks: chunks(), count: () => count }
}

/** A reader may have left a content aside. */
async function readToEnd({ chunks, count }: BackupContent): Promise<void> {
  if (count() !== null) return
  for await (const _ of chunks);
}

/** The digest has shown that our own program wrote it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type, as with parseKnownJson
function jsonOf<Value>({ payload }: BackupRecord): Value {
  return parseKnownJson<Value>(payload.toString('utf8'))
}
