// postmaster.pid: what PostgreSQL records about the server that has, or had, the data folder open.
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '#kit/is-alive.ts'

/** `ready` as soon as the server accepts connections. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  /** Null: it has no socket file. */
  readonly socketFolder: string | null
  readonly ready: boolean
}

/** Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status (PostgreSQL's pidfile.h). */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: lines[4] || null,
    ready: lines[7]?.trim() === 'ready',
  }
}

/** The server that really runs on `data`; null when the file is stale. */
export async function findRunningServer(data: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(data)
  if (file === null || !isAlive(file.pid)) return null
  const command = await commandOf(file.pid)
  return command.includes('postgres') && command.includes(data) ? file : null
}

/**
 * PostgreSQL refuses to start while the pid in the file belongs to any live process, even to an unrelated one that
 * reused the pid. The file must not be removed, because PostgreSQL uses its shared memory id to notice backends that
 * outlived their server. But a pid equal to that of the starter counts as gone.
 */
export async function disarmStaleFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  await writeFile(path, text.replace(/^-?\d+/, String(process.pid)))
}

/**
 * Removes the socket files that a killed server left, with their locks: a pid in these that belongs to another process by now
 * stops a start as well. To be called while no server runs.
 */
export async function removeSockets(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(left.map(async (name) => rm(join(folder, name), { force: true })))
}

/** The command line of a process: from /proc if it exists, else from ps. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ')
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({
      stdout: '',
    }),
  )
  return stdout
}
