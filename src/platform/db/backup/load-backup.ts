// Loads a backup into an empty database: tables as they were at the time of the backup, in one transaction.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { clientConfig, storageError } from '#platform/db/connection.ts'
import {
  lockMigrations,
  makeSchema,
  migrationFiles,
  type AppliedMigration,
  type MigrationFile,
  type MigrationModule,
} from '#platform/db/migrate.ts'
import { queryOn, type Queryable } from '#platform/db/queryable.ts'
import { checkServer } from '#platform/db/server-check.ts'
import { identifier, joinSql, quoteIdentifier, sql } from '#platform/db/sql.ts'
import { readTables, tableName } from './catalog.ts'
import { DamagedBackupError, type BackupHeader, type FileHead, type TableHead } from './format.ts'
import type { BackupContent, BackupFile } from './read-backup.ts'
import { sessionAsText } from './session.ts'

/** What is loaded, and into what. */
export interface LoadBackupOptions {
  readonly url: string
  readonly backup: BackupFile
  /** The modules that this program has in each schema. */
  readonly modules: Readonly<Record<string, readonly MigrationModule[]>>
  /** Stores a file; the content must have the hash that it was stored under. */
  putFile(file: FileHead, content: AsyncIterable<Buffer>): Promise<void>
  readonly signal: AbortSignal
  /** `share` is from 0 to 1. */
  progress(stage: string, share: number, detail: string): void
}

/** What was loaded. */
export interface LoadSummary {
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Tables that no migration makes; an operator may have added them. They are left out. */
  readonly unknownTables: readonly string[]
}

/** Migrations insert one row each into these. */
const NEVER_EMPTY = new Set(['schema_migrations', 'queue_control', 'crawl_exclusions'])

const MAX_NAMED = 5

/**
 * Loads everything or nothing. The schemas have the migrations of the backup afterwards, and the caller runs the ones
 * since. Throws, with a message for the operator, where the database holds data or the backup is of a newer program.
 */
export async function loadBackup(options: LoadBackupOptions): Promise<LoadSummary> {
  const { backup, modules, signal } = options
  const files = await filesOf(backup.header, modules)
  const client = new Client(clientConfig(options.url, 'surveyor restore'))
  // The caller of a statement gets the error as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const db = queryOn(client)
    await checkServer(db)
    await lockMigrations(db, 'exclusive')
    await db.execute(sql`begin`)
    for (const statement of sessionAsText) await db.execute(statement)
    await refuseData(db, Object.keys(modules))
    for (const schema of Object.keys(modules)) {
      await client.query(`drop schema if exists ${quoteIdentifier(schema)} cascade`)
      await makeSchema(client, schema, files[schema] ?? [])
    }
    const summary = await load(client, options)
    signal.throwIfAborted()
    await db.execute(sql`commit`)
    for (const table of await readTables(db, Object.keys(modules)))
      await client.query(`analyze ${tableName(table).text}`)
    return summary
  } catch (error) {
    throw storageError(error)
  } finally {
    // Rolls back what was not committed.
    await client.end().catch(() => undefined)
  }
}

/** The migrations of the backup in each schema, as this program has them. */
async function filesOf(
  { schemas, product }: BackupHeader,
  modules: LoadBackupOptions['modules'],
): Promise<Record<string, MigrationFile[]>> {
  const files: Record<string, MigrationFile[]> = {}
  for (const [schema, applied] of Object.entries(schemas)) {
    const known = await migrationFiles(modules[schema] ?? [])
    for (const row of applied) refuseUnknown(row, known, { schema, product })
    const done = new Set(applied.map(({ module, version }) => `${module}/${version}`))
    files[schema] = known.filter(({ module, version }) => done.has(`${module}/${version}`))
  }
  return files
}

function refuseUnknown(
  row: AppliedMigration,
  known: readonly MigrationFile[],
  { schema, product }: { readonly schema: string; readonly product: string },
): void {
  const file = known.find(({ module, version }) => module === row.module && version === row.version)
  if (file?.checksum === row.checksum) return
  const how = file === undefined ? 'is not known here' : 'has another content here'
  throw new Error(
    `The backup was made by Surveyor ${product} with the migration ${row.module}/${row.name} of "${schema}", which ${how}. ` +
      'Restore it with that version or a newer one. Nothing was loaded.',
  )
}

async function refuseData(db: Queryable, schemas: readonly string[]): Promise<void> {
  const filled: string[] = []
  for (const table of await readTables(db, schemas)) {
    if (NEVER_EMPTY.has(table.name)) continue
    const [row] = await db.query<{ filled: boolean }>(
      sql`select exists (select from ${tableName(table)}) as filled`,
    )
    if (row?.filled === true) filled.push(`${table.schema}.${table.name}`)
  }
  if (filled.length === 0) return
  const more = filled.length > MAX_NAMED ? ` and ${filled.length - MAX_NAMED} more` : ''
  throw new Error(
    `The database holds data already, in ${filled.toSorted().slice(0, MAX_NAMED).join(', ')}${more}. A backup is restored into an empty ` +
      'one and never merged: take a new data folder (--data-dir DIR) or another database (DATABASE_URL). Nothing was loaded.',
  )
}

async function load(client: Client, options: LoadBackupOptions): Promise<LoadSummary> {
  const db = queryOn(client)
  const schemas = Object.keys(options.modules)
  const tables = await readTables(db, schemas)
  const known = new Set(tables.map(({ schema, name }) => `${schema}.${name}`))
  // Rows that migrations inserted; the backup has its own of them.
  if (tables.length > 0) await db.execute(sql`truncate ${joinSql(tables.map(tableName), ', ')} cascade`)
  // A trigger has done its work before the backup: the rows that it wrote are in it.
  for (const table of tables) await client.query(`alter table ${tableName(table).text} disable trigger user`)

  const summary = { tables: 0, rows: 0, files: 0, unknownTables: [] as string[] }
  let share = 0
  for await (const entry of options.backup.entries((read) => (share = read))) {
    options.signal.throwIfAborted()
    if (entry.kind === 'table') {
      const name = `${entry.table.schema}.${entry.table.name}`
      if (known.has(name)) {
        summary.rows += await loadTable(client, entry, (detail) =>
          options.progress('loading tables', share, detail),
        )
        summary.tables += 1
      } else summary.unknownTables.push(name)
    } else if (entry.kind === 'sequences') {
      for (const { schema, name, value } of entry.sequences) {
        await db.query(sql`select setval(c.oid, ${value}) from pg_class c
          where c.relkind = 'S' and c.relname = ${name} and c.relnamespace = (select oid from pg_namespace where nspname = ${schema})`)
      }
    } else {
      options.progress('storing files', share, entry.file.sha256.slice(0, 12))
      await options.putFile(entry.file, entry.content.chunks)
      summary.files += 1
    }
  }
  for (const table of tables) await client.query(`alter table ${tableName(table).text} enable trigger user`)
  return summary
}

async function loadTable(
  client: Client,
  { table, content }: { readonly table: TableHead; readonly content: BackupContent },
  progress: (detail: string) => void,
): Promise<number> {
  const name = `${table.schema}.${table.name}`
  const columns = joinSql(table.columns.map(identifier), ', ')
  const copy = client.query(copyFrom(sql`copy ${tableName(table)} (${columns}) from stdin`.text))
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of content.chunks) {
      progress(name)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(watched(), { objectMode: false }), copy)
  } catch (error) {
    if (error instanceof DamagedBackupError) throw error
    throw new Error(`The table ${name} could not be loaded. Nothing was loaded.`, { cause: error })
  }
  if (copy.rowCount !== content.count()) throw new DamagedBackupError(`rows of ${name} are missing`)
  return copy.rowCount
}
