// Runs a script in a private network namespace in which every IPv4 and IPv6 address is this machine.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { OWN_PUBLIC } from './targets.ts'

const run = promisify(execFile)

/** Needs no root: a user namespace of its own makes the process root inside. */
const UNSHARE = ['-U', '-r', '-n', '-m']
const SET_UP = [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  `ip address add ${OWN_PUBLIC}/32 dev lo`,
  'mount --bind "$1" /etc/resolv.conf',
].join(' && ')

/** Why no namespace can be made here, or null where one can. */
export async function namespaceRefusal(): Promise<string | null> {
  if (process.platform !== 'linux') return 'network namespaces are a thing of Linux'
  try {
    await run('unshare', [...UNSHARE, 'sh', '-c', 'command -v ip && command -v mount'])
    return null
  } catch (error) {
    return `unshare ${UNSHARE.join(' ')} is not permitted here, or ip and mount are missing: ${String(error)}`
  }
}

/** Whether `uid` could start our scripts at all. */
export async function canRead(uid: number): Promise<boolean> {
  try {
    await run('test', ['-r', import.meta.filename, '-a', '-x', process.execPath], { uid, gid: uid })
    return true
  } catch {
    return false
  }
}

/** The output of `script`; `uid` runs all of it as that user (only root can do so). */
export async function inNamespace(
  script: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly timeoutMs: number },
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'surveyor-namespace-'))
  await chmod(folder, 0o755)
  const resolvConf = path.join(folder, 'resolv.conf')
  await writeFile(resolvConf, 'nameserver 127.0.0.1\n', { mode: 0o644 })
  try {
    const { stdout } = await run(
      'unshare',
      [
        ...UNSHARE,
        'sh',
        '-c',
        `${SET_UP} && shift && exec "$@"`,
        'sh',
        resolvConf,
        process.execPath,
        script,
        ...args,
      ],
      {
        timeout: options.timeoutMs,
        killSignal: 'SIGKILL',
        ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      },
    )
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
