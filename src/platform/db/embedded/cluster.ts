// The files of the embedded database: created once, completely or not at all.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import type { Launcher } from './launcher.ts'

export const SUPERUSER = 'surveyor'

/** Linux and newer macOS have the first, older macOS the second. */
const SYSTEM_LOCALES = ['C.UTF-8', 'en_US.UTF-8']

const UNFINISHED = 'cluster.new-'

/** One call in the place of one for each of a thousand files, which takes seconds on a busy disk; only Linux has it. */
const SYNC_AT_ONCE = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

/** The files of a server, and how to log in. */
export interface Cluster {
  /** PGDATA. */
  readonly data: string
  /** The password of the superuser. */
  readonly password: string
}

/** What makes a cluster that is missing. */
export interface ClusterTools {
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  /** A cluster to copy; null: there is none. */
  readonly template: () => Promise<Cluster | null>
}

/** Opens the cluster under `folder`, or creates it there; leftovers of an interrupted attempt are removed. */
export async function openCluster(folder: string, tools: ClusterTools): Promise<Cluster> {
  const { binaries } = tools
  await removeUnfinished(folder)
  const version = await madeByVersion(folder)
  if (version === null) await createCluster(folder, tools)
  else if (version !== binaries.majorVersion) {
    throw new Error(
      `${folder} was made by PostgreSQL ${version}, and this Surveyor brings ${binaries.majorVersion}. ` +
        'Use the Surveyor that made it, or another data folder (SURVEYOR_DATA_DIR).',
    )
  }
  return readCluster(folder)
}

/** The existing cluster, created and perhaps served by another process. */
export async function readCluster(folder: string): Promise<Cluster> {
  const cluster = join(folder, 'cluster')
  return { data: join(cluster, 'data'), password: await readFile(join(cluster, 'password'), 'utf8') }
}

async function madeByVersion(folder: string): Promise<string | null> {
  const file = join(folder, 'cluster', 'data', 'PG_VERSION')
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.startsWith(UNFINISHED))) {
    // An initdb whose parent was killed may still be writing there; its files are removed at the next start.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** Works in a neighbouring folder; the rename makes the cluster exist. */
async function createCluster(folder: string, tools: ClusterTools): Promise<void> {
  const { binaries, launcher } = tools
  const template = await tools.template()
  const fresh = await mkdtemp(join(folder, UNFINISHED))
  const cluster = { data: join(fresh, 'data'), password: randomBytes(24).toString('base64url') }
  const passwordFile = join(fresh, 'password')
  await writeFile(passwordFile, cluster.password, { mode: 0o600 })
  await launcher.own(passwordFile)
  await launcher.own(fresh)
  const isCopied = template !== null && (await copyCluster(template, cluster, tools))
  if (!isCopied) await runInitdb(binaries, launcher, cluster.data, passwordFile)
  await rename(fresh, join(folder, 'cluster'))
}

/** Each copy has a password of its own. False where the template cannot be used: then nothing is left of it. */
async function copyCluster(
  template: Cluster,
  { data, password }: Cluster,
  { binaries, launcher }: ClusterTools,
): Promise<boolean> {
  const run = async (program: string, args: readonly string[], input?: string): Promise<boolean> =>
    (await problemOf(launcher, program, args, input)) === ''
  // The password is set without the network, and all files are written to the disk afterwards.
  const alone = ['--single', '-F', '-c', 'exit_on_error=on', '-D', data, 'postgres']
  const isCopied =
    (await run('cp', ['-R', template.data, data])) &&
    (await run(binaries.postgres, alone, `alter role ${SUPERUSER} password '${password}'\n`)) &&
    (await run(binaries.initdb, ['--sync-only', ...SYNC_AT_ONCE, `--pgdata=${data}`]))
  if (!isCopied) await rm(data, { recursive: true, force: true, maxRetries: 3 })
  return isCopied
}

/**
 * UTF8 with the built-in C.UTF-8 locale: the same order and the same letters on every system, whatever its LANG.
 * pg_trgm still asks the system which characters are letters; without a UTF-8 locale there, Japanese would have no
 * trigrams.
 */
async function runInitdb(
  binaries: PostgresBinaries,
  launcher: Launcher,
  data: string,
  passwordFile: string,
): Promise<void> {
  let problem = ''
  for (const systemLocale of SYSTEM_LOCALES) {
    problem = await problemOf(launcher, binaries.initdb, [
      `--pgdata=${data}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${systemLocale}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...SYNC_AT_ONCE,
    ])
    if (!problem.includes('invalid locale name')) break
  }
  if (problem !== '') throw new Error(`PostgreSQL could not make its data folder: ${problem}`)
}

/** The message of a program that failed, else ''. */
async function problemOf(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const child = launcher.spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  // A program that fails at once does not read it.
  child.stdin?.on('error', () => undefined).end(input)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code]: readonly unknown[] = await once(child, 'close')
  return code === 0 ? '' : said.trim() || `${program} was killed`
}
