// Runs the PostgreSQL programs: never as root, which they refuse, and never longer than this process.
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

/** Runs programs as a user that PostgreSQL accepts. */
export interface Launcher {
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess
  /** Gives a file or folder to the user that runs the programs. */
  own(path: string): Promise<void>
}

interface OrdinaryUser {
  readonly uid: number
  readonly gid: number
}

/** A command that runs the command after it as another user. */
type Prefix = readonly string[]

/** They do not inherit our environment, which may hold secrets. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** A fast shutdown as soon as our process ends, also by kill -9 (Linux, prctl PR_SET_PDEATHSIG). */
const UNTIL_WE_END: Prefix = ['setpriv', '--pdeathsig', 'INT', '--']

/**
 * An ordinary user runs them directly. Root, and a user without a name in the system, runs them in a user namespace in
 * which it has another id, so that they read and write the same files. Where namespaces are forbidden (many
 * containers), root gives the data folder to another user and runs them as that one.
 */
export async function createLauncher(): Promise<Launcher> {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0 && isNamed()) return launcher(await untilWeEnd([]), null)
  const user = await ordinaryUser()
  const inNamespace = ['unshare', '-U', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
  if (await works(inNamespace)) return launcher(await untilWeEnd(inNamespace), null)
  if (uid === 0) return launcher(await untilWeEnd([]), user)
  throw new Error(
    `PostgreSQL does not run for the user id ${uid}, which has no name in /etc/passwd. ` +
      'Give it one, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

function launcher(prefix: Prefix, user: OrdinaryUser | null): Launcher {
  return {
    spawn(program, args, options) {
      const [command = program, ...rest] = [...prefix, program, ...args]
      return spawn(command, rest, { ...options, ...user, env: ENVIRONMENT })
    },
    async own(path) {
      if (user !== null) await chown(path, user.uid, user.gid)
    },
  }
}

/** `prefix`, plus the end with our process if the system supports it; otherwise the next start stops what was left. */
async function untilWeEnd(prefix: Prefix): Promise<Prefix> {
  const tied = [...prefix, ...UNTIL_WE_END]
  return (await works(tied)) ? tied : prefix
}

async function works([command = '', ...args]: Prefix): Promise<boolean> {
  return promisify(execFile)(command, [...args, 'true'], { env: ENVIRONMENT }).then(
    () => true,
    () => false,
  )
}

function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** initdb needs a user with a name. Any will do; the first ordinary one is the least surprising. */
async function ordinaryUser(): Promise<OrdinaryUser> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = passwd
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(':'))
    .map((fields) => ({ uid: Number(fields[2]), gid: Number(fields[3]) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const user = users.find(({ uid }) => uid === 1000) ?? users[0]
  if (user === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd names no other user. ' +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  return user
}
