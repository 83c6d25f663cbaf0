// Core time of other processes (Linux): unlike rows a second, it says nearly the same on a busy machine.
import { readdirSync, readFileSync } from 'node:fs'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** The unit of /proc, on every Linux that Node runs on. */
const TICK_US = 10_000

interface ProcessTimes {
  readonly parent: number
  readonly group: number
  /** Kernel time included, in microseconds. */
  readonly own: number
  /** Of its children that have ended. */
  readonly ofEnded: number
}

/** Microseconds that a process has run, its kernel time included. */
export function coreTimeUs(pid: number): number {
  const times = timesOf(pid)
  if (times === null) throw new Error(`There is no process ${pid}.`)
  return times.own
}

/** Over all processes of the server on this machine, and those that it had: connections and vacuums come and go. */
export async function serverCoreTimeUs(db: Queryable): Promise<number> {
  const rows = await db.query<{ pid: number; mine: boolean }>(
    sql`select pid, pid = pg_backend_pid() as mine from pg_stat_activity`,
  )
  const server = timesOf(rows.find(({ mine }) => mine)?.pid ?? 0)?.parent ?? 0
  const ended = timesOf(server)
  if (ended === null) throw new Error('The server is not on this machine.')
  return rows.reduce((sum, { pid }) => sum + (timesOf(pid)?.own ?? 0), ended.own + ended.ofEnded)
}

/** Process groups of this process's children, each led by one of them. */
export function childGroups(): number[] {
  return pids().filter((pid) => {
    const times = timesOf(pid)
    return times?.parent === process.pid && times.group === pid
  })
}

/** Microseconds that the processes of a group have run, those that ended included. */
export function groupCoreTimeUs(group: number): number {
  return pids()
    .map(timesOf)
    .filter((times) => times?.group === group)
    .reduce((sum, times) => sum + (times?.own ?? 0) + (times?.ofEnded ?? 0), 0)
}

/** Microseconds that a process and all below it have run, those that ended included. */
export function treeCoreTimeUs(root: number): number {
  const all = pids().map((pid) => ({ pid, times: timesOf(pid) }))
  const below = new Set([root])
  for (let size = 0; size < below.size;) {
    size = below.size
    for (const { pid, times } of all) if (times !== null && below.has(times.parent)) below.add(pid)
  }
  return all
    .filter(({ pid }) => below.has(pid))
    .reduce((sum, { times }) => sum + (times?.own ?? 0) + (times?.ofEnded ?? 0), 0)
}

/** Microseconds that the children of this process have run that have ended, with all that they waited for. */
export function endedChildrenUs(): number {
  return timesOf(process.pid)?.ofEnded ?? 0
}

/** Bytes of memory of a group, what its processes share counted once (`Pss`, proc_pid_smaps(5)). */
export function groupMemoryBytes(group: number): number {
  return pids()
    .filter((pid) => timesOf(pid)?.group === group)
    .reduce((sum, pid) => sum + memoryOf(pid), 0)
}

function memoryOf(pid: number): number {
  try {
    return (
      1_024 * Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    )
  } catch {
    return 0
  }
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Null when the process has ended. */
function timesOf(pid: number): ProcessTimes | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // proc_pid_stat(5): ppid is the 4th field, utime to cstime are the 14th to 17th; the name before them may hold spaces.
  const fields = text.split(') ').at(-1)?.split(' ').map(Number) ?? []
  const ticks = (field: number) => (fields[field - 3] ?? 0) * TICK_US
  return {
    parent: fields[1] ?? 0,
    group: fields[2] ?? 0,
    own: ticks(14) + ticks(15),
    ofEnded: ticks(16) + ticks(17),
  }
}
