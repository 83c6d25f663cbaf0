// Takes one proxy: a single statement that never gives out more leases than the proxy allows, on any number of replicas.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { ProxyKind, ProxyProtocol } from '#contract/crawl/learned/proxy.ts'

/** Who takes it, for what, for how long. */
export interface LeaseOrder {
  readonly leaseId: string
  readonly owner: string
  readonly jobId: string | null
  readonly domain: string | null
  readonly sessionKey: string | null
  readonly ttlMs: number
}

/** The proxy that was taken. */
export interface TakenProxy {
  readonly id: string
  readonly group: string
  readonly protocol: ProxyProtocol
  readonly host: string
  readonly port: number
  readonly credentials: Buffer | null
  readonly kind: ProxyKind
  readonly country: string | null
  readonly dns: 'local' | 'proxy'
  readonly expiresAt: Date
}

/** Null: somebody else was first, or the state of the proxy has changed. */
export async function takeLease(
  tx: Queryable,
  proxyId: string,
  { leaseId, owner, jobId, domain, sessionKey, ttlMs }: LeaseOrder,
): Promise<TakenProxy | null> {
  const [taken] = await tx.query<TakenProxy>(
    prepared(
      'proxy_take',
      sql`
        with taken as (
          update proxies set
            leased = leased + 1, leases = leases + 1, leased_at = clock_timestamp(),
            state = case when state in ('cooling', 'quarantined') then 'probing' else state end
          where id = ${proxyId}::uuid and leased < max_concurrency
            and (state in ('new', 'healthy', 'degraded')
              or (state in ('cooling', 'quarantined') and cooldown_until <= clock_timestamp()))
          returning *
        ), held as (
          insert into proxy_leases (id, proxy_id, group_name, owner, job_id, domain, session_key, is_probe, expires_at)
          select ${leaseId}::uuid, id, group_name, ${owner}, ${jobId}::uuid, ${domain}, ${sessionKey}, state = 'probing',
            clock_timestamp() + ${ttlMs}::float8 * interval '1 millisecond'
          from taken returning expires_at
        )
        select t.id, t.group_name as "group", t.protocol, t.host, t.port, t.credentials, t.kind, t.country, t.dns,
          h.expires_at as "expiresAt"
        from taken t, held h`,
    ),
  )
  return taken ?? null
}
