// Ends leases: by a release, or because their time is over. The first to do so counts, and the proxy learns from it once.
import type { ProxyOutcome, ProxyState } from '#contract/crawl/learned/proxy.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { afterLease, type DomainHealth } from './proxy-health.ts'
import { breakSessions } from './sticky-sessions.ts'

/** What the holder says of its work. */
export interface Release {
  readonly outcome: ProxyOutcome
  readonly statusCode: number | null
  readonly latencyMs: number | null
  readonly bytes: number
  readonly requests: number
}

/** Who may release it: its owner, the worker of its job, or (null) anybody. */
export type LeaseHolder = { readonly owner: string } | { readonly jobId: string } | null

export type LeaseState = 'active' | 'released' | 'expired' | 'revoked'

interface EndedRow {
  readonly id: string
  readonly proxyId: string
  readonly group: string
  readonly owner: string
  readonly domain: string | null
  readonly sessionKey: string | null
  readonly isProbe: boolean
}

const EXPIRED: Release = { outcome: 'timeout', statusCode: null, latencyMs: null, bytes: 0, requests: 0 }
/** In one statement of the sweep. */
const MAX_PER_SWEEP = 100
const KEPT_LATENCIES = 100
/** What shows that a session should go through another proxy. */
const BREAKS_SESSION: ReadonlySet<ProxyOutcome> = new Set([
  'blocked',
  'captcha',
  'timeout',
  'connect_error',
  'auth_error',
])

const ended = sql`id, proxy_id as "proxyId", group_name as "group", owner, domain, session_key as "sessionKey",
  is_probe as "isProbe"`

/**
 * The state that the lease is in then; null for one that is not there or is held by somebody else. A lease that has ended
 * already stays as it is.
 */
export async function releaseLease(
  db: Database,
  leaseId: string,
  holder: LeaseHolder,
  release: Release,
): Promise<LeaseState | null> {
  const isHeld =
    holder === null
      ? sql`true`
      : 'owner' in holder
        ? sql`owner = ${holder.owner}`
        : sql`job_id = ${holder.jobId}`
  return db.transaction(async (tx) => {
    const { outcome, statusCode, latencyMs, bytes } = release
    const [row] = await tx.query<EndedRow>(sql`
      update proxy_leases set state = 'released', ended_at = now(), outcome = ${outcome}, status_code = ${statusCode},
        latency_ms = ${latencyMs}, bytes = ${bytes}
      where id = ${leaseId} and state = 'active' and ${isHeld}
      returning ${ended}`)
    if (row !== undefined) {
      await learn(tx, row, release, false)
      return 'released'
    }
    const [known] = await tx.query<{ state: LeaseState }>(sql`
      select state from proxy_leases where id = ${leaseId} and ${isHeld}`)
    return known?.state ?? null
  })
}

/** Ends the leases whose time is over, and answers how many. Each in a transaction of its own. */
export async function expireLeases(db: Database): Promise<number> {
  const due = await db.query<{ id: string }>(sql`
    select id from proxy_leases where state = 'active' and expires_at <= now()
    order by expires_at limit ${MAX_PER_SWEEP}`)
  let count = 0
  for (const { id } of due) {
    count += await db.transaction(async (tx) => {
      const [row] = await tx.query<EndedRow>(sql`
        update proxy_leases set state = 'expired', ended_at = now(), outcome = 'timeout'
        where id = ${id} and state = 'active' and expires_at <= now() returning ${ended}`)
      if (row === undefined) return 0
      await learn(tx, row, EXPIRED, true)
      return 1
    })
  }
  return count
}

/** Rows are locked in the same order everywhere: lease, proxy, domain, session, group. */
async function learn(tx: Queryable, lease: EndedRow, release: Release, hasExpired: boolean): Promise<void> {
  const { proxyId, domain, sessionKey } = lease
  const { outcome, latencyMs, bytes, requests } = release
  const [proxy] = await tx.query<{
    state: ProxyState
    score: number
    failures: number
    coolings: number
  }>(sql`
    select state, score, failures, coolings from proxies where id = ${proxyId} for update`)
  // It was deleted meanwhile.
  if (proxy === undefined) return
  const known = domain === null ? null : await readDomain(tx, proxyId, domain)
  const change = afterLease(proxy, known, {
    outcome,
    hasExpired,
    isProbe: lease.isProbe,
    isUnused: requests === 0 && !hasExpired,
  })
  const isGood = outcome === 'ok' || outcome === 'target_error'
  const { state, score, failures, coolings, cooldownMs } = change.proxy
  await tx.execute(sql`
    update proxies set
      leased = leased - 1, requests = requests + ${requests}::bigint, bytes = bytes + ${bytes}::bigint,
      state = ${state}, score = ${score}, failures = ${failures}, coolings = ${coolings},
      disabled_reason = case when ${state}::text <> 'disabled' then null else coalesce(disabled_reason, 'auth_error') end,
      cooldown_until = case when ${cooldownMs}::float8 is not null then now() + ${cooldownMs}::float8 * interval '1 millisecond'
        when ${state}::text in ('new', 'healthy', 'degraded') then null else cooldown_until end,
      last_error = case when ${isGood}::boolean then last_error else ${outcome}::text end,
      last_error_at = case when ${isGood}::boolean then last_error_at else now() end,
      latencies = case when ${latencyMs}::integer is null then latencies
        else (latencies || ${latencyMs}::integer)[greatest(1, cardinality(latencies) + 2 - ${KEPT_LATENCIES}::integer):] end
    where id = ${proxyId}`)
  if (change.domain !== null && domain !== null) {
    const at = change.domain
    const isBlock = outcome === 'blocked' || outcome === 'captcha'
    await tx.execute(sql`
      insert into proxy_domains as d (proxy_id, domain, score, failures, coolings, cooldown_until, blocked)
      values (${proxyId}, ${domain}, ${at.score}, ${at.failures}, ${at.coolings},
        now() + ${at.cooldownMs}::float8 * interval '1 millisecond', ${isBlock ? 1 : 0})
      on conflict (proxy_id, domain) do update set
        score = excluded.score, failures = excluded.failures, coolings = excluded.coolings,
        cooldown_until = case when ${at.isCooling}::boolean then coalesce(excluded.cooldown_until, d.cooldown_until) end,
        blocked = d.blocked + excluded.blocked, updated_at = now()`)
  }
  if (sessionKey !== null && BREAKS_SESSION.has(outcome))
    await breakSessions(tx, { owner: lease.owner, key: sessionKey, proxyId })
  await tx.execute(sql`
    insert into proxy_outcomes as o (proxy_id, bucket, outcome, count, bytes)
    values (${proxyId}, date_bin('5 minutes', now(), '2000-01-01'), ${outcome}, 1, ${bytes})
    on conflict (proxy_id, bucket, outcome) do update set count = o.count + 1, bytes = o.bytes + excluded.bytes`)
  if (bytes > 0) {
    await tx.execute(sql`
      update proxy_groups set
        bytes_today = case when bytes_day = (now() at time zone 'utc')::date then bytes_today else 0 end + ${bytes}::bigint,
        bytes_day = (now() at time zone 'utc')::date
      where name = ${lease.group}`)
  }
}

async function readDomain(tx: Queryable, proxyId: string, domain: string): Promise<DomainHealth | 'unknown'> {
  const [row] = await tx.query<DomainHealth>(sql`
    select score, failures, coolings, cooldown_until is not null and cooldown_until > now() as "isCooling"
    from proxy_domains
    where proxy_id = ${proxyId} and domain = ${domain} and updated_at > now() - interval '24 hours'`)
  return row ?? 'unknown'
}
