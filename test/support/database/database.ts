// The database of a test: each file of tests has its own, copied from a template that is migrated once per run, and each test
// finds it as the template is.
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { openDatabase, type Database } from '#platform/db/database.ts'
import type { MigrationModule } from '#platform/db/migrate.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { databaseUrl, testPrefix, testServerUrl } from './database-url.ts'
import { onServer } from './on-server.ts'
import { contentOf, restore, type Content } from './restore-content.ts'
import { templateOf } from './template-database.ts'

export type TestDatabase = Database & { readonly url: string }

/** Made for this file, and free between two of its tests. */
interface Copy {
  readonly name: string
  /** What the template holds. */
  readonly content: Content
}

const freeCopies = new Map<string, Copy[]>()
const names: string[] = []

/**
 * A database with the tables of `modules` in `schema` and nothing else, for one test; a second call in the same test
 * answers another one. Closed after the test and its hooks.
 */
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

/** Only the database, for a test that opens it by itself. Connections that are left open are cut before the next test. */
export async function createTestDatabaseUrl(
  t: TestContext,
  modules: readonly MigrationModule[],
  schema = 'test',
): Promise<string> {
  const template = await templateOf(modules, schema)
  const free = freeCopies.get(template) ?? []
  freeCopies.set(template, free)
  const copy = (await firstRestored(free)) ?? (await copyOf(template))
  whenOver(t, async () => free.push(copy))
  return databaseUrl(copy.name)
}

/** A copy whose tables a test changed is nobody's any more. */
async function firstRestored(free: Copy[]): Promise<Copy | null> {
  for (let copy = free.pop(); copy !== undefined; copy = free.pop()) {
    if (await restore(copy.name, copy.content)) return copy
    await drop(copy.name)
  }
  return null
}

const contents = new Map<string, Content>()

async function copyOf(template: string): Promise<Copy> {
  const name = `${testPrefix()}${randomBytes(8).toString('hex')}`
  await onServer(testServerUrl(), async (client) =>
    client.query(`create database ${name} template ${template}`),
  )
  if (names.push(name) === 1) process.once('beforeExit', () => void dropAll())
  const content = contents.get(template) ?? (await contentOf(name))
  contents.set(template, content)
  return { name, content }
}

async function dropAll(): Promise<void> {
  for (const name of names) await drop(name)
}

async function drop(name: string): Promise<void> {
  await onServer(testServerUrl(), async (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
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
