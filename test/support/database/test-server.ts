// The database server of a run: one for all its tests, whose processes find its URL in their environment.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeLiteral } from 'pg'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { quoteIdentifier } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { TEST_DATABASE_URL, TEST_PREFIX, testPrefix, testServerUrl } from './database-url.ts'
import { onServer } from './on-server.ts'

/** Linux only; in some containers there is next to no room. */
const MEMORY = '/dev/shm'
const MIN_MEMORY_BYTES = 4 * 1024 ** 3

/** Puts the URL of the server into the environment of this process and of those it starts. DATABASE_URL names another one. */
export async function startTestServer(): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  const given = process.env['DATABASE_URL']
  process.env[TEST_DATABASE_URL] = given ?? (await startServer(resources))
  process.env[TEST_PREFIX] = `test_${randomBytes(4).toString('hex')}_`
  if (given !== undefined) resources.defer(dropDatabases)
  // The tests that start the product set the variables that it reads.
  delete process.env['DATABASE_URL']
  return resources.move()
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

/** The data of a test need not survive a power cut, and its password need not be slow to guess at each connection. */
async function makeQuick(url: string): Promise<void> {
  const { username, password } = new URL(url)
  await onServer(url, async (client) => {
    await client.query('alter system set fsync = off')
    await client.query('alter system set full_page_writes = off')
    await client.query('select pg_reload_conf()')
    await client.query('set scram_iterations = 1')
    await client.query(`alter role ${quoteIdentifier(username)} password ${escapeLiteral(password)}`)
  })
}

/** A server that was there before is left as it was. */
async function dropDatabases(): Promise<void> {
  await onServer(testServerUrl(), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [testPrefix()],
    )
    for (const { name } of rows) await client.query(`drop database ${quoteIdentifier(name)} with (force)`)
  })
}
