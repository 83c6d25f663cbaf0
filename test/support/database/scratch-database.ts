// A database server of its own for a measurement or a fault experiment: durable commits, a folder that goes with it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { migrate, type MigrationModule } from '#platform/db/migrate.ts'
import { quoteIdentifier } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { onServer } from './on-server.ts'

export interface ScratchDatabase extends AsyncDisposable {
  readonly url: string
  readonly schema: string
  /** The data folder of the server. */
  readonly dataDir: string
  /** Closed before the server stops. */
  open(maxConnections: number): Promise<Database>
}

/** `preload`: libraries that the server has loaded and whose extensions it has, such as pg_stat_statements. */
export async function startScratchDatabase(
  modules: readonly MigrationModule[],
  preload: readonly string[] = [],
): Promise<ScratchDatabase> {
  await using failed = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'surveyor-scratch-'))
  failed.defer(async () => rm(dataDir, { recursive: true, force: true }))
  if (preload.length > 0) await preloadLibraries(dataDir, preload)
  const server = failed.use(await startEmbeddedPostgres({ dataDir, log: silentLogger }))
  const schema = 'scratch'
  await migrate({ url: server.url, schema, modules, log: silentLogger })
  const resources = failed.move()
  return {
    url: server.url,
    schema,
    dataDir,
    async open(maxConnections) {
      return resources.use(await openScratch(server.url, schema, maxConnections))
    },
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}

/** A connection of another process, by the URL and the schema. */
export async function openScratch(url: string, schema: string, maxConnections: number): Promise<Database> {
  return openDatabase({ url, schema, maxConnections, applicationName: 'scratch', log: silentLogger })
}

/** A library can be loaded only while the server starts, so this starts and stops it once before. */
async function preloadLibraries(dataDir: string, libraries: readonly string[]): Promise<void> {
  await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await onServer(server.url, async (client) => {
    const names = libraries.map(quoteIdentifier)
    await client.query(`alter system set shared_preload_libraries = ${names.join(', ')}`)
    for (const name of names) await client.query(`create extension ${name}`)
  })
}
