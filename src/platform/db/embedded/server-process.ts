// One run of the PostgreSQL server: started, ready, ended.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat } from 'node:fs/promises'
import { systemClock } from '#kit/time/clock.ts'
import { errorCode } from '#kit/unknown-values.ts'
import type { PostgresBinaries } from './binaries.ts'
import { isAlive } from '#kit/is-alive.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import type { Launcher } from './launcher.ts'

/** A server that accepts connections. */
export interface ServerProcess {
  readonly pid: number
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
}

/** How the server is started. */
export interface ServerLaunch {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  /** PGDATA. */
  readonly data: string
  readonly port: number
  /** Where the server has a socket file beside its port; null: it has none. */
  readonly socketFolder: string | null
  readonly logFile: string
  /** Called when the program runs, before the server answers. */
  readonly onSpawn?: (() => void) | undefined
}

/** The log of a run that ended before it was ready. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
  readonly portTaken: boolean
  /** The folder can hold no socket. */
  readonly noSocket: boolean
  readonly stillInUse: boolean

  constructor(log: string) {
    super(`PostgreSQL did not start: ${log.trim() || 'it said nothing'}`)
    this.portTaken = /could not (bind|create any TCP\/IP)/.test(log)
    this.noSocket = /could not create any Unix-domain sockets/.test(log)
    this.stillInUse = /pre-existing shared memory block/.test(log)
  }
}

const MAX_LOG_BYTES = 10_000_000
const READY_POLL_MS = 10
/** A killed cluster replays its log first (at most about a gigabyte): that takes long but ends, unlike a hang. */
const START_TIMEOUT_MS = 600_000
const FAST_STOP_MS = 10_000
const IMMEDIATE_STOP_MS = 5_000

/** For a laptop: modest memory, no replication, and every commit on disk. */
const SERVER_SETTINGS = {
  cluster_name: 'surveyor',
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  // As PostgreSQL itself: three replicas of both services and what is left of killed ones.
  max_connections: '100',
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Without the errors of statements, which contain data, and without a line for each checkpoint.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Starts the server and waits until it accepts connections. Throws ServerStartError. */
export async function startServer(launch: ServerLaunch): Promise<ServerProcess> {
  const log = await open(launch.logFile, (await sizeOf(launch.logFile)) > MAX_LOG_BYTES ? 'w' : 'a')
  const logStart = (await log.stat()).size
  const settings = Object.entries({
    ...SERVER_SETTINGS,
    port: launch.port,
    unix_socket_directories: launch.socketFolder === null ? '' : `"${launch.socketFolder}"`,
  })
  const args = ['-D', launch.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // In a session of its own, so that Ctrl-C in the terminal reaches us first and we stop it in order.
  const child = launch.launcher.spawn(launch.binaries.postgres, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const failed = once(child, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => undefined)
  try {
    await Promise.race([once(child, 'spawn'), failed])
  } finally {
    await log.close()
  }
  launch.onSpawn?.()
  const ended = endOf(child)
  await waitUntilReady(child, ended, launch, logStart)
  if (child.pid === undefined) throw new ServerStartError('the server runs without a process id')
  return { pid: child.pid, ended }
}

/** A fast shutdown, then an immediate one, then SIGKILL. Also for a server that is not our child process. */
export async function stopServer(pid: number): Promise<void> {
  const steps = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const
  for (const [signal, waitMs] of steps) {
    if (!signalServer(pid, signal)) return
    if (await goneWithin(pid, waitMs)) return
  }
  throw new Error(`The PostgreSQL server (pid ${pid}) cannot be stopped.`)
}

/** False when the process has ended. */
export function signalServer(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
    throw error
  }
}

async function goneWithin(pid: number, waitMs: number): Promise<boolean> {
  for (const end = Date.now() + waitMs; Date.now() < end; await systemClock.sleep(READY_POLL_MS)) {
    if (!isAlive(pid)) return true
  }
  return !isAlive(pid)
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function waitUntilReady(
  child: ChildProcess,
  ended: Promise<void>,
  { data, logFile }: ServerLaunch,
  logStart: number,
): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (over) throw new ServerStartError(await logSince(logFile, logStart))
    const file = await readPostmasterFile(data)
    if (file?.pid === child.pid && file?.ready === true) return
    if (Date.now() > end) {
      child.kill('SIGQUIT')
      await ended
      throw new ServerStartError(await logSince(logFile, logStart))
    }
    await systemClock.sleep(READY_POLL_MS)
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function logSince(path: string, start: number): Promise<string> {
  const MAX_SHOWN = 4_000
  return (await readFile(path)).subarray(start).toString('utf8').slice(-MAX_SHOWN)
}
