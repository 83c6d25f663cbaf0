// A fresh database for one test, copied from a template that is migrated once per run.
import { createHash, randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { openDatabase, type Database } from '#platform/db/database.ts'
import { migrate, migrationFiles, type MigrationModule } from '#platform/db/migrate.ts'
import { quoteIdentifier } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { testServerUrl, testTemplatePrefix } from './database-url.ts'
import { onServer } from './on-server.ts'

export type TestDatabase = Database & { readonly url: string }

const TEMPLATE_LOCK = 4_711

/** A database with the tables of `modules` in `schema`; closed and dropped after the test and its hooks. */
export async function createTestDatabase(
  t: TestContext,
  modules: readonly MigrationModule[],
  schema = 'test',
): Promise<TestDatabase> {
  const url = await createTestDatabaseUrl(t, modules, schema)
  const db = await openDatabase({
    url,
    schema,
    maxConnections: 10,
    applicationName: 'test',
    log: silentLogger,
  })
  whenOver(t, async () => db[Symbol.asyncDispose]())
  return { ...db, url }
}

/** Only the database, for a test that opens it by itself; dropped after the test and its hooks. */
export async function createTestDatabaseUrl(
  t: TestContext,
  modules: readonly MigrationModule[],
  schema = 'test',
): Promise<string> {
  const template = await templateOf(modules, schema)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(testServerUrl(), async (client) =>
    client.query(`create database ${name} template ${template}`),
  )
  whenOver(t, async () =>
    onServer(testServerUrl(), async (client) => client.query(`drop database if exists ${name} with (force)`)),
  )
  return databaseUrl(name)
}

/**
 * Runs after the test and all its hooks: hooks run in the order of their making, and what a test opens on the database
 * is closed by hooks that were made later than ours.
 */
function whenOver(t: TestContext, cleanUp: () => Promise<unknown>): void {
  t.signal.addEventListener('abort', () => {
    cleanUp().catch((error: unknown) => console.error('a test database was not cleaned up', error))
  })
}

const templates = new Map<string, Promise<string>>()

/** Looked for once in each test process. */
async function templateOf(modules: readonly MigrationModule[], schema: string): Promise<string> {
  const key = JSON.stringify([schema, modules])
  const template = templates.get(key) ?? ensureTemplate(modules, schema)
  templates.set(key, template)
  return template
}

async function ensureTemplate(modules: readonly MigrationModule[], schema: string): Promise<string> {
  const files = await migrationFiles(modules)
  const content = JSON.stringify([schema, modules, files.map((file) => file.checksum)])
  const name = `${testTemplatePrefix()}${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
  await onServer(testServerUrl(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const unfinished = `${name}_new`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template template0 encoding 'UTF8'`)
    await migrate({ url: databaseUrl(unfinished), schema, modules, log: silentLogger })
    await client.query(`alter database ${unfinished} rename to ${quoteIdentifier(name)}`)
  })
  return name
}

function databaseUrl(name: string): string {
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  return url.href
}
