// Figures of the pool: what it has and did in a day, how each group is, and what an operator should look at.
import type { ProxyKind, ProxyOverview, ProxyState, ProxyStats } from '#contract/crawl/learned/proxy.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { shareOf } from './proxy-row.ts'

const GOOD = sql`('ok', 'target_error')`
const MAX_BLOCKED_DOMAINS = 5
/** A provider that fails for a quarter of a group is worth a look. */
const QUARANTINED_SHARE = 0.25

/** The answer of `/api/proxy/stats`. */
export async function readProxyStats(db: Queryable): Promise<ProxyStats> {
  const states = await readStates(db)
  const outcomes = await db.query<{ outcome: string; leases: number; bytes: number }>(sql`
    select outcome, sum(count)::bigint as leases, sum(bytes)::bigint as bytes from proxy_outcomes
    where bucket > now() - interval '24 hours' group by outcome order by outcome`)
  const [cost] = await db.query<{ cost: number | null }>(sql`
    select sum(o.bytes * p.cost_per_gb / 1e9)::float8 as cost
    from proxy_outcomes o join proxies p on p.id = o.proxy_id
    where o.bucket > now() - interval '24 hours' and p.cost_per_gb is not null`)
  const kinds = await db.query<{ kind: ProxyKind; proxies: number; leases: number; good: number }>(sql`
    select p.kind, count(*)::integer as proxies, coalesce(sum(o.leases), 0)::bigint as leases,
      coalesce(sum(o.good), 0)::bigint as good
    from proxies p left join (
      select proxy_id, sum(count) as leases, sum(count) filter (where outcome in ${GOOD}) as good
      from proxy_outcomes where bucket > now() - interval '24 hours' group by proxy_id
    ) o on o.proxy_id = p.id
    group by p.kind order by p.kind`)
  const leases = sum(outcomes.map((row) => row.leases))
  const good = sum(
    outcomes.map((row) => (row.outcome === 'ok' || row.outcome === 'target_error' ? row.leases : 0)),
  )
  return {
    proxies: {
      total: sum(states.map(({ proxies }) => proxies)),
      byState: Object.fromEntries(states.map(({ state, proxies }) => [state, proxies])),
    },
    leased: sum(states.map(({ leased }) => leased)),
    last24h: {
      leases,
      bytes: sum(outcomes.map(({ bytes }) => bytes)),
      cost: cost?.cost ?? null,
      successRate: shareOf(good, leases),
      byOutcome: Object.fromEntries(outcomes.map((row) => [row.outcome, row.leases])),
    },
    byKind: kinds.map((row) => ({
      kind: row.kind,
      proxies: row.proxies,
      leases: row.leases,
      successRate: shareOf(row.good, row.leases),
    })),
  }
}

/** How many proxies are in each state that any is in, and how many leases they hold. */
export async function readStates(
  db: Queryable,
): Promise<{ state: ProxyState; proxies: number; leased: number }[]> {
  return db.query(sql`
    select state, count(*)::integer as proxies, sum(leased)::integer as leased from proxies
    group by state order by state`)
}

interface GroupFigures {
  readonly name: string
  readonly total: number
  readonly healthy: number
  readonly degraded: number
  readonly cooling: number
  readonly quarantined: number
  readonly disabled: number
  readonly leased: number
  readonly usable: number
  readonly refused: number
  readonly isSpent: boolean
  readonly good: number
  readonly leases: number
}

/** The answer of `/api/proxy/health/overview`. */
export async function readOverview(db: Queryable): Promise<ProxyOverview> {
  const groups = await db.query<GroupFigures>(sql`
    select g.name, count(p.id)::integer as total,
      count(*) filter (where p.state in ('new', 'healthy'))::integer as healthy,
      count(*) filter (where p.state = 'degraded')::integer as degraded,
      count(*) filter (where p.state in ('cooling', 'probing'))::integer as cooling,
      count(*) filter (where p.state = 'quarantined')::integer as quarantined,
      count(*) filter (where p.state = 'disabled')::integer as disabled,
      count(*) filter (where p.state in ('new', 'healthy', 'degraded', 'probing')
        or p.cooldown_until <= now())::integer as usable,
      count(*) filter (where p.disabled_reason = 'auth_error')::integer as refused,
      coalesce(sum(p.leased), 0)::integer as leased,
      g.budget_bytes_per_day is not null and g.bytes_day = (now() at time zone 'utc')::date
        and g.bytes_today >= g.budget_bytes_per_day as "isSpent",
      coalesce(sum(o.good), 0)::integer as good, coalesce(sum(o.leases), 0)::integer as leases
    from proxy_groups g left join proxies p on p.group_name = g.name left join (
      select proxy_id, sum(count) as leases, sum(count) filter (where outcome in ${GOOD}) as good
      from proxy_outcomes where bucket > now() - interval '1 hour' group by proxy_id
    ) o on o.proxy_id = p.id
    group by g.name order by g.name`)
  const blocked = await db.query<{ group: string; domain: string; blocked: number; proxies: number }>(sql`
    select * from (
      select p.group_name as "group", d.domain, sum(d.blocked)::integer as blocked, count(*)::integer as proxies,
        row_number() over (partition by p.group_name order by sum(d.blocked) desc, d.domain) as rank
      from proxy_domains d join proxies p on p.id = d.proxy_id
      where d.blocked > 0 and d.updated_at > now() - interval '24 hours' group by p.group_name, d.domain
    ) as ranked where rank <= ${MAX_BLOCKED_DOMAINS} order by rank`)
  return {
    groups: groups.map(({ good, leases, usable: _usable, refused: _refused, isSpent: _spent, ...group }) => ({
      ...group,
      successRate1h: shareOf(good, leases),
      topBlockedDomains: blocked
        .filter((row) => row.group === group.name)
        .map((row) => ({ domain: row.domain, blocked: row.blocked, proxies: row.proxies })),
    })),
    alerts: groups.flatMap(alertsOf),
  }
}

function alertsOf(figures: GroupFigures): ProxyOverview['alerts'] {
  const { name: group, total, usable, quarantined, refused, isSpent } = figures
  return [
    ...(total > 0 && usable === 0
      ? [{ code: 'group_exhausted' as const, group, detail: 'None of its proxies can be leased now.' }]
      : []),
    ...(isSpent
      ? [{ code: 'budget_spent' as const, group, detail: 'It has carried today what its budget allows.' }]
      : []),
    ...(refused > 0
      ? [
          {
            code: 'credentials_refused' as const,
            group,
            detail: `${refused} of its proxies refused their credentials.`,
          },
        ]
      : []),
    ...(quarantined > 0 && quarantined >= total * QUARANTINED_SHARE
      ? [
          {
            code: 'many_quarantined' as const,
            group,
            detail: `${quarantined} of its ${total} proxies failed again and again.`,
          },
        ]
      : []),
  ]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
