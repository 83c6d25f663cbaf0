// Reads from the database what a lease is chosen from: the groups that are asked for, and the proxies that fit.
import type { ProxyKind, ProxyStrategy } from '#contract/crawl/learned/proxy.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { Candidate } from './choose-proxy.ts'

/** What a proxy must be for a lease. */
export interface Wanted {
  /** Null: of any group. */
  readonly group: string | null
  readonly country: string | null
  readonly kind: ProxyKind | null
  /** Registrable. */
  readonly domain: string | null
  /** Ids of proxies that are not wanted. */
  readonly exclude: readonly string[]
}

/** A group that a lease may come from. */
export interface LeaseGroup {
  readonly name: string
  readonly strategy: ProxyStrategy
  readonly fallbackGroup: string | null
  readonly defaultTtlMs: number
  readonly stickyTtlMs: number
  readonly isSpent: boolean
}

/** A candidate with what its holder gets. */
export interface FoundProxy extends Candidate {
  readonly group: string
}

/** Of one choice: those that were leased longest ago. */
const MAX_CANDIDATES = 1_000
const MAX_FALLBACKS = 5

/** The group and those that it falls back to, in order; all groups for null. Empty for an unknown name. */
export async function readGroups(db: Queryable, group: string | null): Promise<LeaseGroup[]> {
  const rows = await db.query<LeaseGroup>(
    prepared(
      'proxy_groups_of_lease',
      sql`
        select name, strategy, fallback_group as "fallbackGroup", default_ttl_ms as "defaultTtlMs",
          sticky_ttl_ms as "stickyTtlMs",
          budget_bytes_per_day is not null and bytes_day = (now() at time zone 'utc')::date
            and bytes_today >= budget_bytes_per_day as "isSpent"
        from proxy_groups order by name`,
    ),
  )
  if (group === null) return rows
  const byName = new Map(rows.map((row) => [row.name, row]))
  const chain: LeaseGroup[] = []
  for (let next = byName.get(group); next !== undefined && chain.length <= MAX_FALLBACKS;) {
    if (chain.includes(next)) break
    chain.push(next)
    next = next.fallbackGroup === null ? undefined : byName.get(next.fallbackGroup)
  }
  return chain
}

/** The proxies of these groups that fit, disabled ones left out. */
export async function readCandidates(
  db: Queryable,
  groups: readonly string[],
  { country, kind, domain, exclude }: Wanted,
): Promise<FoundProxy[]> {
  return db.query<FoundProxy>(
    prepared(
      'proxy_candidates',
      sql`
        select p.id, p.group_name as "group", p.state, p.score, coalesce(d.score, 1)::float8 as "domainScore",
          p.leased, p.max_concurrency as "maxConcurrency", p.weight,
          (extract(epoch from now() - p.leased_at) * 1000)::float8 as "idleMs",
          (extract(epoch from p.cooldown_until - now()) * 1000)::float8 as "coolingMs",
          (extract(epoch from d.cooldown_until - now()) * 1000)::float8 as "domainCoolingMs",
          case when p.leased >= p.max_concurrency or p.state = 'probing' then (
            select (extract(epoch from min(l.expires_at) - now()) * 1000)::float8
            from proxy_leases l where l.proxy_id = p.id and l.state = 'active') end as "leaseEndsMs"
        from proxies p left join proxy_domains d on d.proxy_id = p.id and d.domain = ${domain}::text
          and d.updated_at > now() - interval '24 hours'
        where p.group_name = any(${groups}::text[]) and p.state <> 'disabled'
          and (${country}::text is null or p.country = ${country}::text)
          and (${kind}::text is null or p.kind = ${kind}::text)
          and not p.id = any(${exclude}::uuid[])
        order by p.leased_at nulls first limit ${MAX_CANDIDATES}`,
    ),
  )
}

/** The kinds of which there is a proxy that is not put away. */
export async function readKinds(db: Queryable): Promise<ProxyKind[]> {
  const rows = await db.query<{ kind: ProxyKind }>(
    prepared(
      'proxy_kinds',
      sql`select distinct kind from proxies where state not in ('disabled', 'quarantined')`,
    ),
  )
  return rows.map(({ kind }) => kind)
}
