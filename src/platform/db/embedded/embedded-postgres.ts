// The embedded database: a real PostgreSQL server on a data folder, kept running for as long as this process runs.
import { randomInt } from 'node:crypto'
import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import { inDataFolder, makeFolder } from '#platform/files/make-folder.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { findBinaries } from './binaries.ts'
import { openCluster, readCluster, SUPERUSER, type Cluster } from './cluster.ts'
import { lockFolder, lockOwner } from './folder-lock.ts'
import { disarmStaleFile, findRunningServer, removeSockets } from './postmaster-file.ts'
import {
  ServerStartError,
  signalServer,
  startServer,
  stopServer,
  type ServerLaunch,
  type ServerProcess,
} from './server-process.ts'
import { createLauncher } from './launcher.ts'

/** Disposing stops the server in order: fast, then immediately. */
export interface EmbeddedPostgres extends AsyncDisposable {
  /**
   * A connection URL with the password of the superuser. It does not change when the server restarts. Its host is the folder of
   * the socket, percent-encoded, where there is one.
   */
  readonly url: string
  /** Tells the server to stop at once and does not wait; the next start recovers from its log. */
  stopNow(): void
}

/** Where the embedded server lives. */
export interface EmbeddedOptions {
  /** Created when missing; the files of the server are in `postgres` below it. */
  readonly dataDir: string
  readonly log: Logger
  /** Asked for a cluster to copy when there is none yet; null or absent: it is made by initdb. */
  readonly template?: () => Promise<Cluster | null>
  /** Called when the program of the server runs; it answers some tenths of a second later. Not for a restart. */
  readonly onSpawn?: (() => void) | undefined
}

/** Another process runs the server of this data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'

  constructor(dataDir: string, owner: number | null) {
    super(
      `The data folder ${dataDir} is in use by another Surveyor${owner === null ? '' : ` (pid ${owner})`}. ` +
        'Stop that one, or give this one a folder of its own: --data-dir DIR or SURVEYOR_DATA_DIR.',
    )
  }
}

const RESTART = { baseMs: 200, factor: 2, capMs: 5_000 }
/** How long backends of a killed server may take to notice that it has ended. */
const BACKENDS_GONE_MS = 60_000
const PORT_ATTEMPTS = 20

/**
 * Starts the server on the data folder, which is created when missing, and restarts the server whenever it dies. A
 * server left over from a killed run is stopped first. Throws DataFolderInUseError when another process holds the
 * folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options
  const folder = await inDataFolder(dataDir, async () => postgresFolder(dataDir))
  await using failed = new AsyncDisposableStack()
  const lock = await inDataFolder(dataDir, async () => lockFolder(folder))
  if (lock === null) throw new DataFolderInUseError(dataDir, await lockOwner(folder))
  failed.use(lock)

  const [binaries, launcher] = await Promise.all([findBinaries(), createLauncher()])
  await launcher.own(folder)
  const { template = async () => null } = options
  const cluster = await inDataFolder(dataDir, async () =>
    openCluster(folder, { binaries, launcher, template }),
  )
  const orphan = await findRunningServer(cluster.data)
  if (orphan !== null) {
    log.warn({ pid: orphan.pid }, 'stopping the database server of a run that was killed')
    await stopServer(orphan.pid)
  }

  const logFile = join(folder, 'server.log')
  const launch = { binaries, launcher, data: cluster.data, logFile }
  const first = { ...launch, onSpawn: options.onSpawn }
  const { server, ...reached } = await inDataFolder(dataDir, async () => startOnFreePort(first, folder))
  const stopSupervising = supervise({ ...launch, ...reached }, server, log)
  const lockUntilStopped = failed.move()
  return {
    url: connectionUrl(cluster, reached),
    stopNow: () => stopSupervising.now(),
    async [Symbol.asyncDispose]() {
      await stopSupervising.inOrder()
      await lockUntilStopped.disposeAsync()
    },
  }
}

/** The URL of the server that another process runs on the data folder; null without one. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const root = await realpath(dataDir).catch(() => dataDir)
  const cluster = await readCluster(join(root, 'postgres')).catch(() => null)
  if (cluster === null) return null
  const server = await findRunningServer(cluster.data)
  return server === null ? null : connectionUrl(cluster, server)
}

/** Whether the data folder has a database, running or not. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return readCluster(join(dataDir, 'postgres')).then(
    () => true,
    () => false,
  )
}

async function postgresFolder(dataDir: string): Promise<string> {
  await makeFolder(dataDir)
  const folder = join(await realpath(dataDir), 'postgres')
  await makeFolder(folder, 0o700)
  return folder
}

function connectionUrl({ password }: Cluster, { port, socketFolder }: Reached): string {
  const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder)
  return `postgres://${SUPERUSER}:${password}@${host}:${port}/postgres`
}

type Reached = Pick<ServerLaunch, 'port' | 'socketFolder'>
type Launch = Omit<ServerLaunch, keyof Reached>

/**
 * The port of the last run if it is still free, else another one: only PostgreSQL's own bind shows which. Beside it a socket in
 * `folder`, unless that can hold none: its path may be too long, and file systems of other machines have no sockets.
 */
async function startOnFreePort(
  launch: Launch,
  folder: string,
): Promise<Reached & { readonly server: ServerProcess }> {
  const portFile = join(folder, 'port')
  let port = Number(await readFile(portFile, 'utf8').catch(() => '')) || randomPort()
  // The setting is a list of quoted names.
  let socketFolder = folder.includes('"') ? null : folder
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeFile(portFile, String(port))
      const server = await startWhenReleased({ ...launch, port, socketFolder })
      return { port, socketFolder, server }
    } catch (error) {
      if (!(error instanceof ServerStartError) || attempt === PORT_ATTEMPTS) throw error
      if (error.noSocket && socketFolder !== null) socketFolder = null
      else if (error.portTaken) port = randomPort()
      else throw error
    }
  }
}

/** Below the ports that systems assign to outgoing connections. */
function randomPort(): number {
  return randomInt(20_000, 32_000)
}

/** Starts the server; while backends of a killed one still exist, waits for them to end. */
async function startWhenReleased(launch: ServerLaunch): Promise<ServerProcess> {
  for (const end = Date.now() + BACKENDS_GONE_MS; ; await systemClock.sleep(RESTART.baseMs)) {
    await disarmStaleFile(launch.data)
    if (launch.socketFolder !== null) await removeSockets(launch.socketFolder)
    try {
      return await startServer(launch)
    } catch (error) {
      if (!(error instanceof ServerStartError && error.stillInUse) || Date.now() > end) throw error
    }
  }
}

interface StopSupervising {
  inOrder(): Promise<void>
  now(): void
}

/** Restarts the server on the same port whenever it ends unexpectedly. */
function supervise(launch: ServerLaunch, first: ServerProcess, log: Logger): StopSupervising {
  const closing = new AbortController()
  let running: ServerProcess | null = first
  // Any exit of this process stops the server too; only a kill -9 leaves that to the next start.
  const onExit = () => {
    if (running !== null) signalServer(running.pid, 'SIGINT')
  }
  process.on('exit', onExit)

  async function restart(): Promise<ServerProcess | null> {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      try {
        return await startWhenReleased(launch)
      } catch (error) {
        log.error({ err: error, attempt }, 'the database server does not start again')
        await systemClock.sleep(fullJitter(RESTART, attempt), closing.signal)
      }
    }
    return null
  }

  async function keepRunning(): Promise<void> {
    while (running !== null) {
      await running.ended
      running = null
      if (closing.signal.aborted) return
      log.error('the database server died; starting it again')
      running = await restart()
      if (running === null) return
      if (closing.signal.aborted) await stopServer(running.pid)
      else log.warn('the database server runs again')
    }
  }
  const kept = keepRunning()

  return {
    async inOrder() {
      closing.abort()
      if (running !== null) await stopServer(running.pid)
      await kept
      process.off('exit', onExit)
    },
    now() {
      closing.abort()
      if (running !== null) signalServer(running.pid, 'SIGQUIT')
    },
  }
}
