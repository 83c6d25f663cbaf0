// A proxy as the database has it, and as callers see it: without its credentials.
import type {
  Proxy,
  ProxyKind,
  ProxyOutcome,
  ProxyProtocol,
  ProxyState,
} from '#contract/crawl/learned/proxy.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'
import { shownProxyUrl } from '#platform/egress/proxied/proxy-address.ts'

/** The columns of `PROXY_COLUMNS`. */
export interface ProxyRow {
  readonly id: string
  readonly group: string
  readonly label: string | null
  readonly protocol: ProxyProtocol
  readonly host: string
  readonly port: number
  readonly hasCredentials: boolean
  readonly kind: ProxyKind
  readonly country: string | null
  readonly city: string | null
  readonly asn: number | null
  readonly dns: 'local' | 'proxy'
  readonly maxConcurrency: number
  readonly weight: number
  readonly costPerGb: number | null
  readonly tags: string[]
  readonly state: ProxyState
  readonly disabledReason: 'manual' | 'auth_error' | null
  readonly score: number
  readonly failures: number
  readonly cooldownUntil: Date | null
  readonly lastError: ProxyOutcome | null
  readonly lastErrorAt: Date | null
  readonly latencies: number[]
  readonly leased: number
  readonly leases: number
  readonly requests: number
  readonly bytes: number
  readonly createdAt: Date
  readonly goodLastHour: number
  readonly leasesLastHour: number
}

/** Of `proxies p`, with what its leases of the last hour ended with. */
export const PROXY_COLUMNS = sql`
  p.id, p.group_name as "group", p.label, p.protocol, p.host, p.port, p.credentials is not null as "hasCredentials",
  p.kind, p.country, p.city, p.asn, p.dns, p.max_concurrency as "maxConcurrency", p.weight,
  p.cost_per_gb as "costPerGb", p.tags, p.state, p.disabled_reason as "disabledReason", p.score, p.failures,
  p.cooldown_until as "cooldownUntil", p.last_error as "lastError", p.last_error_at as "lastErrorAt", p.latencies,
  p.leased, p.leases, p.requests, p.bytes, p.created_at as "createdAt",
  coalesce((select sum(o.count) from proxy_outcomes o where o.proxy_id = p.id and o.bucket > now() - interval '1 hour'
    and o.outcome in ('ok', 'target_error')), 0)::integer as "goodLastHour",
  coalesce((select sum(o.count) from proxy_outcomes o where o.proxy_id = p.id and o.bucket > now() - interval '1 hour'),
    0)::integer as "leasesLastHour"`

/** The wire form. */
export function presentProxy(row: ProxyRow): Proxy {
  const { id, group, label, protocol, hasCredentials, kind, country, city, asn, dns } = row
  const { maxConcurrency, weight, costPerGb, tags, state, disabledReason, latencies } = row
  return {
    id: formatId('prx', id),
    group,
    label,
    url: shownProxyUrl(row),
    protocol,
    hasCredentials,
    kind,
    country,
    city,
    asn,
    dns,
    maxConcurrency,
    weight,
    costPerGb,
    tags,
    state,
    disabledReason,
    health: {
      score: rounded(row.score),
      successRate: shareOf(row.goodLastHour, row.leasesLastHour),
      latencyMs:
        latencies.length === 0 ? null : { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
      lastError: row.lastError,
      lastErrorAt: timestamp(row.lastErrorAt),
      consecutiveFailures: row.failures,
      cooldownUntil: timestamp(row.cooldownUntil),
    },
    usage: { requests: row.requests, bytes: row.bytes, leases: row.leases, leased: row.leased },
    createdAt: row.createdAt.toISOString(),
  }
}

/** Null where there was nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole)
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
