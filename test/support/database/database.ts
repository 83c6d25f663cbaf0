// The database of a test: each file of tests has its own, copied from a template that is migrated once per run, and each test
// finds it as the template is.
import { randomBytes } from 'node:crypto'
import { after, type TestContext } from 'node:test'
import { openDatabase, type Database } from '#platform/db/database.ts'
import type { MigrationModule } from '#platform/db/migrate.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { databaseUrl, testPrefix, testServerUrl } from './database-url.ts'
import { lendDatabase } from './lend-database.ts'
import { onServer } from './on-server.ts'
import { contentOf, restore, type Content } from './restore-content.ts'
import { productTemplate, templateOf } from './template-database.ts'

export type TestDatabase = Database & { readonly url: string }

/** Made for this file, and free between two of its tests. */
interface Copy {
  readonly name: string
  /** What the template holds. */
  readonly content: Content
  /** Its open connections, kept from the test before. */
  open: Database | null
  /** Settles when the test before has left it. */
  left: Promise<void>
}

const freeCopies = new Map<string, Copy[]>()
const names: string[] = []
/** The one copy that keeps its connections: the server has a hundred for all processes. */
let warm: Copy | null = null

/**
 * A database with the tables of `modules` in `schema` and nothing else, for one test; a second call in the same test
 * answers another one. Closed after the test and its hooks.
 */
export async function createTestDatabase(
  t: Pick<TestContext, 'signal'>,
  modules: readonly MigrationModule[],
  schema = 'test',
): Promise<TestDatabase> {
  const template = await templateOf(modules, schema)
  const copy = await takeCopy(template)
  const url = databaseUrl(copy.name)
  const open = (copy.open ??= await openDatabase({
    url,
    schema,
    maxConnections: 10,
    applicationName: 'test',
    log: silentLogger,
  }))
  const { db, giveBack } = lendDatabase(open)
  whenOver(t, () => {
    copy.left = giveBack().then((isIdle) => (isIdle ? keepWarm(copy) : void close(copy)))
    freeCopiesOf(template).push(copy)
  })
  return { ...db, url }
}

/** Only the database, for a test that opens it by itself. Connections that are left open are cut before the next test. */
export async function createTestDatabaseUrl(
  t: Pick<TestContext, 'signal'>,
  modules: readonly MigrationModule[],
  schema = 'test',
): Promise<string> {
  return lendUrl(t, await templateOf(modules, schema))
}

/** As `createTestDatabaseUrl`, for processes of the product: their migrations find everything done. */
export async function createProductDatabaseUrl(t: Pick<TestContext, 'signal'>): Promise<string> {
  return lendUrl(t, await productTemplate())
}

async function lendUrl(t: Pick<TestContext, 'signal'>, template: string): Promise<string> {
  const copy = await takeCopy(template)
  await close(copy)
  whenOver(t, () => freeCopiesOf(template).push(copy))
  return databaseUrl(copy.name)
}

/** As the template is. A copy whose tables a test changed is nobody's any more. */
async function takeCopy(template: string): Promise<Copy> {
  const free = freeCopiesOf(template)
  for (let copy = free.pop(); copy !== undefined; copy = free.pop()) {
    await copy.left
    if (warm === copy) warm = null
    if (await restore(copy.name, copy.content, copy.open)) return copy
    void close(copy)
    await drop(copy.name)
  }
  return copyOf(template)
}

function freeCopiesOf(template: string): Copy[] {
  const free = freeCopies.get(template) ?? []
  freeCopies.set(template, free)
  return free
}

/** Another copy that keeps its connections gives them up. */
function keepWarm(copy: Copy): void {
  const before = warm
  warm = copy
  if (before !== null) void close(before)
}

/** What still runs on it is cut before the next test. */
async function close(copy: Copy): Promise<void> {
  const { open } = copy
  copy.open = null
  if (warm === copy) warm = null
  try {
    await open?.[Symbol.asyncDispose]()
  } catch (error) {
    console.error('a test database was not closed', error)
  }
}

// Open connections would keep the process from ending.
after(async () => {
  await Promise.all([...freeCopies.values()].flat().map(async ({ left }) => left))
  if (warm !== null) await close(warm)
})

const contents = new Map<string, Content>()

async function copyOf(template: string): Promise<Copy> {
  const name = `${testPrefix()}${randomBytes(8).toString('hex')}`
  await onServer(testServerUrl(), async (client) =>
    // Copying the files is a third of the work of writing each page of the template to the log.
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  if (names.push(name) === 1) process.once('beforeExit', () => void dropAll())
  const content = contents.get(template) ?? (await contentOf(name))
  contents.set(template, content)
  return { name, content, open: null, left: Promise.resolve() }
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
function whenOver(t: Pick<TestContext, 'signal'>, cleanUp: () => void): void {
  t.signal.addEventListener('abort', cleanUp)
}
