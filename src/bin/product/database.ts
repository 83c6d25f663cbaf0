// The database of a command: that of DATABASE_URL, or the embedded one of the data folder.
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Settings } from '#config/settings.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { findBinaries } from '#platform/db/embedded/binaries.ts'
import type { Cluster } from '#platform/db/embedded/cluster.ts'
import { clusterTemplate } from '#platform/db/embedded/cluster-template.ts'
import {
  DataFolderInUseError,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/db/embedded/embedded-postgres.ts'
import { openDatabase, type Database, type DatabaseOptions } from '#platform/db/database.ts'
import { migrate, migrationFiles, type MigrationModule } from '#platform/db/migrate.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Stopping } from './run-until-stopped.ts'

/** The name of a service and of its schema. */
export type ServiceName = 'places' | 'crawl'

/** A service has a schema with its own name, which holds platform tables and its own tables. */
export const MODULES: Readonly<Record<ServiceName, readonly MigrationModule[]>> = {
  crawl: ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'],
  places: ['jobs', 'keys', 'webhooks', 'places'],
}

interface DatabaseDeps {
  readonly settings: Settings
  readonly log: Logger
  readonly resources: AsyncDisposableStack
  /** Gets what ends an embedded server of this process without waiting. */
  readonly onStopNow?: Stopping['onStopNow']
}

/** Beside the compiled code of the program: both go with its packages. */
const TEMPLATES = fileURLToPath(new URL('../../../node_modules/.cache/surveyor-postgres', import.meta.url))

const WAIT_MS = 60_000
const RECHECK_MS = 250

/**
 * Its URL, for `start`: this process must own the data folder. `onSpawn` is called when an embedded server runs that does
 * not answer yet. Throws DataFolderInUseError.
 */
export async function ownDatabase(
  { settings, log, resources, onStopNow }: DatabaseDeps,
  onSpawn?: () => void,
): Promise<string> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== null) return databaseUrl
  const template = async () => migratedCluster(log)
  const server = resources.use(await startEmbeddedPostgres({ dataDir, log, template, onSpawn }))
  onStopNow?.(() => server.stopNow())
  return server.url
}

/** What a new data folder begins with: a cluster with the tables of both services. Null where there is none. */
export async function migratedCluster(log: Logger): Promise<Cluster | null> {
  const { majorVersion } = await findBinaries()
  const hash = createHash('sha256').update(majorVersion)
  for (const [schema, modules] of Object.entries(MODULES)) {
    for (const { module, checksum } of await migrationFiles(modules))
      hash.update(`${schema} ${module} ${checksum}\n`)
  }
  return clusterTemplate({
    folder: TEMPLATES,
    key: hash.digest('hex').slice(0, 32),
    fill: async (url) => void (await migrateServices(url, ['crawl', 'places'], log)),
    log,
  })
}

/** For all other commands: an embedded server that another process runs on the data folder is used as well. */
export async function anyDatabase(deps: DatabaseDeps): Promise<string> {
  const { dataDir } = deps.settings
  for (const end = Date.now() + WAIT_MS; ; await systemClock.sleep(RECHECK_MS)) {
    try {
      return await ownDatabase(deps)
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || Date.now() > end) throw error
      const url = await findEmbeddedPostgres(dataDir)
      if (url !== null) return url
    }
  }
}

/** Migrates the schemas of the services; waits for a database that is still starting. */
export async function migrateServices(
  url: string,
  services: readonly ServiceName[],
  log: Logger,
  signal?: AbortSignal,
): Promise<string[]> {
  const applied: string[] = []
  for (const schema of services) {
    const done = await whenReachable(
      async () => migrate({ url, schema, modules: MODULES[schema], log }),
      log,
      signal,
    )
    applied.push(...done.applied.map((file) => `${schema}: ${file}`))
  }
  return applied
}

/** As `openDatabase`; a server that is busy or starting again is waited for, as it is by `migrateServices`. */
export async function openWhenReachable(options: DatabaseOptions, signal: AbortSignal): Promise<Database> {
  return whenReachable(async () => openDatabase(options), options.log, signal)
}

async function whenReachable<T>(work: () => Promise<T>, log: Logger, signal?: AbortSignal): Promise<T> {
  for (const end = Date.now() + WAIT_MS; ; await systemClock.sleep(RECHECK_MS * 4, signal)) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isStarting(error) || Date.now() > end) throw error
      log.warn({ err: error }, 'waiting for the database')
    }
  }
}

/** A wrong password or a missing database does not resolve itself. */
function isStarting(error: unknown): boolean {
  if (!(error instanceof SurveyorError) || error.code !== 'storage_unavailable' || !error.retryable)
    return false
  return !['28000', '28P01', '3D000'].includes(errorCode(error.cause) ?? '')
}
