// The file of a backup: a line of text, compressed records, and the SHA-256 of both.
//
//   surveyor backup 1\n        the version of the format
//   zstd of all records        each is one letter, four bytes of length (big endian), and that many bytes
//   32 bytes                   SHA-256 of everything before them
//
// The records, in order: one header; each table (head, data, end), those that others refer to first; the sequences; each
// stored file (head, data, end); done. Heads and ends are JSON; the data of a table is what COPY writes as text.
import type { AppliedMigration } from '#platform/db/migrate.ts'

/** The first line of a file of this format. */
export const FIRST_LINE = Buffer.from('surveyor backup 1\n')

/** The first line of any version. */
export const FIRST_LINE_OF_ANY = /^surveyor backup (\d{1,9})\n/

/** The hash at the end. */
export const DIGEST_BYTES = 32

/** A reader holds one record in memory. */
export const MAX_RECORD_BYTES = 1_048_576

const HEAD_BYTES = 5

const LETTERS = {
  header: 'h',
  table: 't',
  file: 'f',
  data: 'd',
  end: 'e',
  sequences: 's',
  done: 'z',
} as const

/** What a record is about. */
export type RecordKind = keyof typeof LETTERS

/** One record, in memory. */
export interface BackupRecord {
  readonly kind: RecordKind
  readonly payload: Buffer
}

/** What a reader has to know before it loads anything. */
export interface BackupHeader {
  /** The version of the program that wrote it, `1.16.0`. */
  readonly product: string
  /** RFC 3339. */
  readonly createdAt: string
  /** The migrations of each schema. */
  readonly schemas: Readonly<Record<string, readonly AppliedMigration[]>>
  /** Identifies the pepper of its keys and secrets, in hex; null where the writer did not know it. */
  readonly pepperId: string | null
  /** Whether stored files are included. */
  readonly files: boolean
}

/** A table and the order of its columns in the data. */
export interface TableHead {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

/** A sequence that was used. */
export interface SequenceValue {
  readonly schema: string
  readonly name: string
  /** The last value given out, in digits. */
  readonly value: string
}

/** A stored file. */
export interface FileHead {
  readonly sha256: string
  readonly bytes: number
}

/** The end of a table or of a file: its rows or its bytes. */
export interface ContentEnd {
  readonly count: number
}

/** A record of JSON. */
export function jsonRecord(kind: RecordKind, value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value))
  return Buffer.concat([headOf(kind, payload.length), payload])
}

/** Records of data: heads and contents in turn. */
export function* dataRecords(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += MAX_RECORD_BYTES) {
    const payload = data.subarray(at, at + MAX_RECORD_BYTES)
    yield headOf('data', payload.length)
    yield payload
  }
}

/** Reads records from chunks of any size. Throws a DamagedBackupError for anything else. */
export async function* decodeRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let size = sizeOf(held); size !== null && held.length >= size; size = sizeOf(held)) {
      yield { kind: kindOf(held), payload: held.subarray(HEAD_BYTES, size) }
      held = held.subarray(size)
    }
  }
  if (held.length > 0) throw new DamagedBackupError()
}

/** The content of the file is not what was written. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError'

  constructor(detail = 'its content is not what was written') {
    super(`The backup is damaged: ${detail}. Nothing was loaded.`)
  }
}

function headOf(kind: RecordKind, length: number): Buffer {
  if (length > MAX_RECORD_BYTES) throw new Error(`A record of ${length} bytes is too long for a backup.`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(LETTERS[kind], 0, 'latin1')
  head.writeUInt32BE(length, 1)
  return head
}

/** The size of the first record with its head; null while that is not there. */
function sizeOf(held: Buffer): number | null {
  if (held.length < HEAD_BYTES) return null
  const length = held.readUInt32BE(1)
  if (length > MAX_RECORD_BYTES) throw new DamagedBackupError()
  return HEAD_BYTES + length
}

const KINDS = new Map<string, RecordKind>()
for (const kind of ['header', 'table', 'file', 'data', 'end', 'sequences', 'done'] as const) {
  KINDS.set(LETTERS[kind], kind)
}

function kindOf(held: Buffer): RecordKind {
  const kind = KINDS.get(held.toString('latin1', 0, 1))
  if (kind === undefined) throw new DamagedBackupError()
  return kind
}
