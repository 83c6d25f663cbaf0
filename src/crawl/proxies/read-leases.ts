// The list of leases for operators: who holds which proxy, and what ended ones ended with. No credentials.
import type { LEASE_STATES, ProxyLease, ProxyOutcome } from '#contract/crawl/learned/proxy.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'

type State = (typeof LEASE_STATES)[number]

/** All that is given must fit; `proxy` is a uuid. */
export interface LeaseFilter {
  readonly state?: State | undefined
  readonly group?: string | undefined
  readonly proxy?: string | undefined
}

interface LeaseRow {
  readonly id: string
  readonly proxyId: string
  readonly group: string
  readonly owner: string
  readonly jobId: string | null
  readonly domain: string | null
  readonly state: State
  readonly isProbe: boolean
  readonly leasedAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly outcome: ProxyOutcome | null
  readonly statusCode: number | null
  readonly latencyMs: number | null
  readonly bytes: number | null
}

/** Ended leases are looked up for a repeated release, and then by nobody. */
const KEEP_S = 3_600

/** Newest first, from the one before `before` on. */
export async function readLeases(
  db: Queryable,
  { state, group, proxy }: LeaseFilter,
  limit: number,
  before: string | null,
): Promise<ProxyLease[]> {
  const conditions = [
    ...(before === null ? [] : [sql`id < ${before}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(group === undefined ? [] : [sql`group_name = ${group}`]),
    ...(proxy === undefined ? [] : [sql`proxy_id = ${proxy}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${joinSql(conditions, ' and ')}`
  const rows = await db.query<LeaseRow>(sql`
    select id, proxy_id as "proxyId", group_name as "group", owner, job_id as "jobId", domain, state,
      is_probe as "isProbe", leased_at as "leasedAt", expires_at as "expiresAt", ended_at as "endedAt", outcome,
      status_code as "statusCode", latency_ms as "latencyMs", bytes
    from proxy_leases ${where} order by id desc limit ${limit}`)
  return rows.map(({ id, proxyId, jobId, leasedAt, expiresAt, endedAt, ...row }) => ({
    ...row,
    id: formatId('lse', id),
    proxyId: formatId('prx', proxyId),
    jobId: jobId === null ? null : formatId('job', jobId),
    leasedAt: leasedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: timestamp(endedAt),
  }))
}

/** Deletes ended leases, sessions that are over, and what is known of domains and outcomes after a day. */
export async function forgetLeases(db: Queryable): Promise<number> {
  return (
    (await db.execute(sql`
      delete from proxy_leases where state <> 'active' and ended_at < now() - ${KEEP_S}::float8 * interval '1 second'`)) +
    (await db.execute(sql`delete from proxy_sessions where expires_at <= now()`)) +
    (await db.execute(sql`delete from proxy_domains where updated_at < now() - interval '24 hours'`)) +
    (await db.execute(sql`delete from proxy_outcomes where bucket < now() - interval '25 hours'`))
  )
}
