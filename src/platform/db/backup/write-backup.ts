// Writes a backup: one snapshot of all tables as COPY streams it, and the stored files that its rows refer to.
import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { clientConfig, storageError } from '#platform/db/connection.ts'
import { lockMigrations, unlockMigrations } from '#platform/db/migrate.ts'
import { queryOn, type Queryable } from '#platform/db/queryable.ts'
import { identifier, joinSql, sql } from '#platform/db/sql.ts'
import {
  readMigrations,
  readReferredFiles,
  readSequences,
  readTables,
  tableName,
  type StoredTable,
} from './catalog.ts'
import { dataRecords, FIRST_LINE, jsonRecord, type BackupHeader, type FileHead } from './format.ts'
import { sessionAsText } from './session.ts'

/** Where a backup comes from and goes to. */
export interface WriteBackupOptions {
  readonly url: string
  /** The schemas of the services. */
  readonly schemas: readonly string[]
  readonly about: Pick<BackupHeader, 'product' | 'pepperId'>
  /** Reads a stored file, null for a missing one; null where the files are left out. */
  readonly readFile: ((sha256: string) => Promise<Readable | null>) | null
  readonly out: Writable
  readonly signal: AbortSignal
  /** `share` is from 0 to 1. */
  progress(stage: string, share: number, detail: string): void
}

/** What a backup holds. */
export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  /** The length of the file. */
  readonly bytes: number
  readonly files: number
  readonly fileBytes: number
  /** Files that rows refer to and the store does not have. */
  readonly missingFiles: number
}

type Counts = { -readonly [Name in keyof BackupSummary]: BackupSummary[Name] }

/**
 * Resolves when everything is written and `out` has ended. Services may go on: the tables are those of one moment. Throws
 * where the database holds none of the schemas.
 */
export async function writeBackup(options: WriteBackupOptions): Promise<BackupSummary> {
  const client = new Client(clientConfig(options.url, 'surveyor backup'))
  // The caller of a statement gets the error as well.
  client.on('error', () => undefined)
  const counts: Counts = { tables: 0, rows: 0, bytes: 0, files: 0, fileBytes: 0, missingFiles: 0 }
  try {
    await client.connect()
    await pipeline(
      records(client, options, counts),
      createZstdCompress(),
      (compressed: AsyncIterable<Buffer>) => sealed(compressed, counts),
      options.out,
      { signal: options.signal },
    )
    return counts
  } catch (error) {
    throw storageError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function* sealed(compressed: AsyncIterable<Buffer>, counts: Counts): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(FIRST_LINE)
  counts.bytes += FIRST_LINE.length
  yield FIRST_LINE
  for await (const chunk of compressed) {
    hash.update(chunk)
    counts.bytes += chunk.length
    yield chunk
  }
  const digest = hash.digest()
  counts.bytes += digest.length
  yield digest
}

async function* records(client: Client, options: WriteBackupOptions, counts: Counts): AsyncGenerator<Buffer> {
  const { schemas, about, readFile } = options
  const db = queryOn(client)
  const tables = await beginSnapshot(db, schemas)
  const header: BackupHeader = {
    ...about,
    createdAt: new Date().toISOString(),
    schemas: await readMigrations(db, schemas),
    files: readFile !== null,
  }
  yield jsonRecord('header', header)
  const files = await readReferredFiles(db, schemas)
  // What is left to write, roughly: a table in the database is larger than its text, and an index does not count.
  const weight =
    tables.reduce((sum, { size }) => sum + size, 0) + files.reduce((sum, { bytes }) => sum + bytes, 0)
  let written = 0
  const share = (): number => (weight === 0 ? 1 : Math.min(1, written / weight))

  for (const table of tables) {
    const name = `${table.schema}.${table.name}`
    const before = written
    for await (const record of tableRecords(client, table, counts)) {
      yield record
      written = Math.min(written + record.length, before + table.size)
      options.progress('writing tables', share(), name)
    }
    written = before + table.size
  }
  // Read after the tables, so that no row has a value beyond.
  yield jsonRecord('sequences', await readSequences(db, schemas))
  await db.execute(sql`commit`)

  if (readFile !== null) {
    for (const file of files) {
      for await (const record of fileRecords(file, readFile, counts)) {
        yield record
        written += record.length
        options.progress('writing files', share(), file.sha256.slice(0, 12))
      }
    }
  }
  yield jsonRecord('done', { tables: counts.tables, rows: counts.rows, files: counts.files })
}

/**
 * All that follows sees the tables of one moment. No migration runs between the look at the catalog and the locks, which
 * then hold off one that changes a table; nothing else waits for them.
 */
async function beginSnapshot(db: Queryable, schemas: readonly string[]): Promise<StoredTable[]> {
  await lockMigrations(db, 'shared')
  await db.execute(sql`begin isolation level repeatable read, read only`)
  for (const statement of sessionAsText) await db.execute(statement)
  const tables = await readTables(db, schemas)
  if (tables.length === 0)
    throw new Error('There is nothing to back up: the database has no tables of Surveyor.')
  await db.execute(sql`lock table ${joinSql(tables.map(tableName), ', ')} in access share mode`)
  await unlockMigrations(db)
  return tables
}

async function* tableRecords(
  client: Client,
  { schema, name, columns }: StoredTable,
  counts: Counts,
): AsyncGenerator<Buffer> {
  yield jsonRecord('table', { schema, name, columns })
  const list = joinSql(columns.map(identifier), ', ')
  const rows = client.query(copyTo(sql`copy ${tableName({ schema, name })} (${list}) to stdout`.text))
  const chunks: AsyncIterable<Buffer> = rows
  for await (const chunk of chunks) yield* dataRecords(chunk)
  // The stream ends before the server tells the count; the next statement is answered after it.
  await client.query('')
  counts.tables += 1
  counts.rows += rows.rowCount
  yield jsonRecord('end', { count: rows.rowCount })
}

async function* fileRecords(
  file: FileHead,
  readFile: (sha256: string) => Promise<Readable | null>,
  counts: Counts,
): AsyncGenerator<Buffer> {
  const content = await readFile(file.sha256)
  if (content === null) {
    counts.missingFiles += 1
    return
  }
  yield jsonRecord('file', file)
  let bytes = 0
  const chunks: AsyncIterable<Buffer> = content
  for await (const chunk of chunks) {
    bytes += chunk.length
    yield* dataRecords(chunk)
  }
  counts.files += 1
  counts.fileBytes += bytes
  yield jsonRecord('end', { count: bytes })
}
