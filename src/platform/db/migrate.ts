// Brings a schema to the version that this program needs: numbered SQL files, each run once, in order.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { Logger } from '#platform/telemetry/logger.ts'
import { clientConfig, prepareConnection, storageError } from './connection.ts'
import { queryOn, type Queryable } from './queryable.ts'
import { checkServer } from './server-check.ts'
import { identifier, quoteIdentifier, sql } from './sql.ts'

/** Each is a folder of files under migrations/; a service applies the modules that it needs to its own schema. */
export type MigrationModule = 'jobs' | 'keys' | 'webhooks' | 'blobs' | 'crawl' | 'places'

/** A file of `migrations`. An applied one must keep its checksum. */
export interface MigrationFile {
  readonly module: MigrationModule
  readonly version: number
  /** `0001_jobs.sql` */
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The schema is made when it is missing. */
export interface MigrateOptions {
  readonly url: string
  readonly schema: string
  readonly modules: readonly MigrationModule[]
  readonly log: Logger
  /** After this time the log names the file that is still being applied. 10 s where absent. */
  readonly slowMs?: number
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly module: string
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/** One lock for the whole database, because extensions belong to all schemas. The number is "surveyor" in base 36. */
const LOCK_KEY = 2_261_185_417_755

const SLOW_MS = 10_000

const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin']

/**
 * Applies missing migrations and answers the files applied (`jobs/0001_jobs.sql`). When several programs start at once,
 * one migrates and the others wait. Throws when the schema is newer than this program or an applied file was edited.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const files = await migrationFiles(options.modules)
  const client = new Client(clientConfig(options.url, 'surveyor migrate'))
  client.on('error', (error) => options.log.warn({ err: error }, 'lost the database while migrating'))
  try {
    await client.connect()
    const db = queryOn(client)
    await checkServer(db)
    if (!(await tryLockMigrations(db))) {
      options.log.info('another program migrates this database; waiting for it')
      await lockMigrations(db, 'exclusive')
    }
    await prepareSchema(client, options.schema)
    await warnOfBlindTrigrams(db, options.log)
    const applied = await appliedMigrations(db, options.schema)
    const missing = missingFiles(files, applied, options)
    for (const file of missing) {
      await apply(client, file, options)
      options.log.info({ schema: options.schema, migration: pathOf(file) }, 'migrated')
    }
    return { applied: missing.map(pathOf) }
  } catch (error) {
    throw storageError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Waits until no other connection migrates; the lock holds until `unlockMigrations` or the end of the connection. Shared
 * ones do not wait for each other.
 */
export async function lockMigrations(db: Queryable, mode: 'exclusive' | 'shared'): Promise<void> {
  if (mode === 'shared') await db.query(sql`select pg_advisory_lock_shared(${LOCK_KEY})`)
  else await db.query(sql`select pg_advisory_lock(${LOCK_KEY})`)
}

/** As an exclusive `lockMigrations`, but answers false where it would have to wait. */
async function tryLockMigrations(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ locked: boolean }>(sql`select pg_try_advisory_lock(${LOCK_KEY}) as locked`)
  return row?.locked === true
}

/** Ends a shared lock of `lockMigrations`. */
export async function unlockMigrations(db: Queryable): Promise<void> {
  await db.query(sql`select pg_advisory_unlock_shared(${LOCK_KEY})`)
}

/** What was applied to a schema that was migrated before. */
export async function appliedMigrations(db: Queryable, schema: string): Promise<AppliedMigration[]> {
  return db.query<AppliedMigration>(sql`
    select module, version, name, checksum from ${identifier(schema)}.schema_migrations order by module, version`)
}

/**
 * The tables that `files` make, in a new schema and in the open transaction of `client`. `schema_migrations` stays empty:
 * the caller fills all tables, this one as well.
 */
export async function makeSchema(
  client: Client,
  schema: string,
  files: readonly MigrationFile[],
): Promise<void> {
  await prepareSchema(client, schema)
  for (const { text } of files) await client.query(text)
}

/** The files of the modules in the order in which they are applied. */
export async function migrationFiles(modules: readonly MigrationModule[]): Promise<MigrationFile[]> {
  const files: MigrationFile[] = []
  for (const module of modules) {
    const folder = new URL(`./migrations/${module}/`, import.meta.url)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((name) => name.endsWith('.sql')).sort()) {
      const version = Number(/^(\d{4})_/.exec(name)?.[1])
      if (!Number.isInteger(version)) throw new Error(`A migration is named 0001_name.sql, not ${name}.`)
      // A checkout on Windows may have changed the line endings.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      files.push({ module, version, name, text, checksum: createHash('sha256').update(text).digest('hex') })
    }
  }
  return files
}

async function prepareSchema(client: Client, schema: string): Promise<void> {
  for (const extension of EXTENSIONS) await prepareExtension(client, extension)
  await client.query(`create schema if not exists ${quoteIdentifier(schema)}`)
  await prepareConnection(client, schema)
  await client.query(`create table if not exists schema_migrations (
    module text not null,
    version int not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (module, version)
  )`)
}

/** pg_trgm asks the system which characters are letters, and in a database with the ctype C only ASCII ones are. */
async function warnOfBlindTrigrams(db: Queryable, log: Logger): Promise<void> {
  const [row] = await db.query<{ blind: boolean }>(sql`select cardinality(show_trgm('東京')) = 0 as blind`)
  if (row?.blind === true) {
    log.warn('the database has the ctype C: names outside ASCII are not found by likeness; C.UTF-8 would do')
  }
}

async function prepareExtension(client: Client, extension: string): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = $1`,
    [extension],
  )
  const schema = rows[0]?.schema
  if (schema === undefined) {
    await client.query(`create extension ${quoteIdentifier(extension)} schema public`)
  } else if (schema !== 'public') {
    throw new Error(
      `The extension ${extension} is in the schema "${schema}", where Surveyor does not find it. ` +
        `Move it: alter extension ${extension} set schema public`,
    )
  }
}

function missingFiles(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  { schema, modules }: MigrateOptions,
): MigrationFile[] {
  for (const row of applied) {
    if (!(modules as readonly string[]).includes(row.module)) continue
    const file = files.find((file) => file.module === row.module && file.version === row.version)
    if (file === undefined) {
      throw new Error(
        `The schema "${schema}" is newer than this program: ${row.module}/${row.name} was applied to it ` +
          'and is not known here. Run the version of Surveyor that made it, or a newer one.',
      )
    }
    if (file.checksum !== row.checksum) {
      throw new Error(
        `${pathOf(file)} was applied to the schema "${schema}" with another content. ` +
          'An applied migration is never edited: put the change into a new file.',
      )
    }
  }
  const done = new Set(applied.map((row) => `${row.module}/${row.version}`))
  return files.filter((file) => !done.has(`${file.module}/${file.version}`))
}

async function apply(
  client: Client,
  file: MigrationFile,
  { schema, log, slowMs = SLOW_MS }: MigrateOptions,
): Promise<void> {
  await client.query('begin')
  const slow = setTimeout(() => {
    log.warn(
      { schema, migration: pathOf(file) },
      'still migrating; a table is large, or another program holds it',
    )
  }, slowMs)
  try {
    await client.query(file.text)
    await client.query(
      'insert into schema_migrations (module, version, name, checksum) values ($1, $2, $3, $4)',
      [file.module, file.version, file.name, file.checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${pathOf(file)} failed: ${reason}`, { cause: error })
  } finally {
    clearTimeout(slow)
  }
}

function pathOf(file: Pick<MigrationFile, 'module' | 'name'>): string {
  return `${file.module}/${file.name}`
}
