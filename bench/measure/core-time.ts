// Core time of other processes (Linux): unlike rows a second, it says nearly the same on a busy machine.
import { readFileSync } from 'node:fs'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** The unit of /proc, on every Linux that Node runs on. */
const TICK_US = 10_000

/** Microseconds that a process has run, its kernel time included. */
export function coreTimeUs(pid: number): number {
  // proc_pid_stat(5): utime and stime are the 14th and 15th field; the name before them may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** Over all processes of the server on this machine. */
export async function serverCoreTimeUs(db: Queryable): Promise<number> {
  const rows = await db.query<{ pid: number }>(sql`select pid from pg_stat_activity`)
  return rows.reduce((sum, { pid }) => sum + coreTimeUs(pid), 0)
}
