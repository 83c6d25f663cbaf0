// What one job costs: statements, commits, rows, index entries and bytes of log in PostgreSQL, core time of each process.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { coreTimeUs, serverCoreTimeUs } from './core-time.ts'

/** What the server must have loaded. */
export const COUNTING_LIBRARIES = ['pg_stat_statements', 'pg_walinspect'] as const

export interface Spent {
  readonly statements: number
  /** Of the write-ahead log: what a later position than this one has more. */
  readonly log: string
  readonly serverUs: number
  /** By process. */
  readonly coreUs: Readonly<Record<string, number>>
}

export async function spentSoFar(db: Database, processes: Readonly<Record<string, number>>): Promise<Spent> {
  const [row] = await db.query<{ statements: number; log: string }>(sql`
    select sum(calls)::float8 as statements, pg_current_wal_insert_lsn()::text as log from pg_stat_statements`)
  if (row === undefined) throw new Error('A sum is one row.')
  const cores = Object.entries(processes).map(([name, pid]) => [name, coreTimeUs(pid)] as const)
  return { ...row, serverUs: await serverCoreTimeUs(db), coreUs: Object.fromEntries(cores) }
}

/** One line about each of `jobs` jobs. */
export async function describeCost(db: Database, from: Spent, to: Spent, jobs: number): Promise<string> {
  const records = await logRecords(db, from.log, to.log)
  const each = (n: number, digits = 1) => (n / jobs).toFixed(digits)
  const count = (type: RegExp) =>
    records.filter((record) => type.test(record.type)).reduce((sum, { n }) => sum + n, 0)
  const updates = count(/^Heap\/(HOT_)?UPDATE/)
  const cores = Object.keys(to.coreUs).map(
    (name) => `${each((to.coreUs[name] ?? 0) - (from.coreUs[name] ?? 0), 0)} ${name}`,
  )
  return [
    `${each(to.statements - from.statements, 2)} statements`,
    `${each(count(/^Transaction\/COMMIT/), 2)} commits`,
    `${each(count(/^Heap2?\/(MULTI_)?INSERT/))} rows in`,
    `${each(updates)} changed (${each(count(/^Heap\/HOT_UPDATE/))} in their page)`,
    `${each(count(/^Btree\/INSERT/))} index entries`,
    `${each(
      records.reduce((sum, { bytes }) => sum + bytes, 0),
      0,
    )} bytes of log`,
    `core µs: ${cores.join(', ')}, ${each(to.serverUs - from.serverUs, 0)} PostgreSQL`,
  ].join(', ')
}

/** Without images of whole pages: how many there are depends on the time since the last checkpoint. */
async function logRecords(
  db: Database,
  from: string,
  to: string,
): Promise<{ readonly type: string; readonly n: number; readonly bytes: number }[]> {
  if (from === to) return []
  return db.query(sql`
    select "resource_manager/record_type" as type, count::float8 as n, record_size::float8 as bytes
    from pg_get_wal_stats(${from}::pg_lsn, ${to}::pg_lsn, true) where count > 0`)
}
