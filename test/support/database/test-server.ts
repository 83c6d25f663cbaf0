// The database server of a kind of tests: one for all of them, whose processes find its URL in their environment.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { quoteIdentifier } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { TEST_DATABASE_URL, TEST_PREFIX } from './database-url.ts'
import { onServer } from './on-server.ts'

/** Linux only; in some containers there is next to no room. */
const MEMORY = '/dev/shm'
const MIN_MEMORY_BYTES = 4 * 1024 ** 3

export interface TestServer extends AsyncDisposable {
  /** What test processes find it by, in their environment. */
  readonly environment: Readonly<Record<string, string>>
}

/** A server of its own, or if `kind` is `named` and there is one, the one that DATABASE_URL names. */
export async function startTestServer(kind: 'embedded' | 'named'): Promise<TestServer> {
  await using resources = new AsyncDisposableStack()
  const given = kind === 'named' ? process.env['DATABASE_URL'] : undefined
  const url = given ?? (await startServer(resources))
  const prefix = `test_${randomBytes(4).toString('hex')}_`
  if (given !== undefined) resources.defer(async () => dropDatabases(url, prefix))
  const owned = resources.move()
  return {
    environment: { [TEST_DATABASE_URL]: url, [TEST_PREFIX]: prefix },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  }
}

async function startServer(resources: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(await scratchRoot(), 'surveyor-test-'))
  resources.defer(async () => rm(dataDir, { recursive: true, force: true }))
  const server = resources.use(await startEmbeddedPostgres({ dataDir, log: silentLogger }))
  await makeQuick(server.url)
  return server.url
}

/** A database for each file of tests is thousands of small files: in memory they take a third of the time. */
async function scratchRoot(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= MIN_MEMORY_BYTES ? MEMORY : tmpdir()
}

/** The data of a test need not survive a power cut, and hashing its password would be a tenth of the work of a connection. */
async function makeQuick(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('alter system set fsync = off')
    await client.query('alter system set full_page_writes = off')
    const { rows } = await client.query<{ path: string }>(`select current_setting('hba_file') as path`)
    for (const { path } of rows)
      await writeFile(path, 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
    await client.query('select pg_reload_conf()')
  })
}

/** A server that was there before is left as it was. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database ${quoteIdentifier(name)} with (force)`)
  })
}
