// What a worker's browsers leave on this machine: processes, zombies, files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Seen {
  readonly pid: number
  readonly state: string
  readonly name: string
  readonly group: number
  readonly parent: number
}

/** Every process that can be read; proc_pid_stat(5). */
function processes(): Seen[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      return [{ pid: Number(pid), state, name, group: Number(group), parent: Number(parent) }]
    } catch {
      return []
    }
  })
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The browsers of this worker: the process that leads each group. */
export function browserGroups(): number[] {
  const mark = `surveyor-browser-${process.pid}-`
  return processes()
    .filter(({ pid, group }) => pid === group && commandOf(pid).includes(mark))
    .map(({ pid }) => pid)
}

/** Living processes of these groups; `type` as Chromium names them, `renderer`. */
export function inGroups(groups: ReadonlySet<number>, type?: string): number[] {
  return processes()
    .filter(({ group, state }) => groups.has(group) && state !== 'Z')
    .filter(({ pid }) => type === undefined || commandOf(pid).includes(`--type=${type}`))
    .map(({ pid }) => pid)
}

/** Dead processes of these groups that nobody has asked about, or children of this process. */
export function zombies(groups: ReadonlySet<number>): number {
  return processes().filter(
    ({ state, group, parent }) => state === 'Z' && (groups.has(group) || parent === process.pid),
  ).length
}

/** Bytes of the profiles of this worker's browsers. */
export function profileBytes(): number {
  const mark = `surveyor-browser-${process.pid}-`
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(mark))
    .reduce((sum, name) => sum + sizeOf(path.join(tmpdir(), name)), 0)
}

function sizeOf(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    try {
      if (entry.isFile()) sum += statSync(path.join(entry.parentPath, entry.name)).size
    } catch {
      // Chromium removed it in the meantime.
    }
  }
  return sum
}
