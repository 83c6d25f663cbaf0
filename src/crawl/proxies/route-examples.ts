// What the documents of the proxy routes show as examples.
import type {
  LeasedProxy,
  Proxy,
  ProxyGroup,
  ProxyLease,
  ProxyOverview,
  ProxyStats,
} from '#contract/crawl/learned/proxy.ts'
import { EXAMPLE_TIME, EXAMPLE_UUID } from '#contract/webhook-event.ts'

/** Ids that name a proxy and a lease. */
export const PROXY_ID = `prx_${EXAMPLE_UUID}`
export const LEASE_ID = `lse_${EXAMPLE_UUID}`

export const PROXY_EXAMPLE: Proxy = {
  id: PROXY_ID,
  group: 'eu',
  label: 'Frankfurt 1',
  kind: 'residential',
  country: 'DE',
  city: 'Frankfurt',
  asn: 3320,
  dns: 'local',
  maxConcurrency: 5,
  weight: 1,
  costPerGb: 4.5,
  tags: ['trial'],
  url: 'http://proxy.example.com:8000',
  protocol: 'http',
  hasCredentials: true,
  state: 'healthy',
  disabledReason: null,
  health: {
    score: 0.94,
    successRate: 0.981,
    latencyMs: { p50: 420, p95: 1_310 },
    lastError: 'timeout',
    lastErrorAt: EXAMPLE_TIME,
    consecutiveFailures: 0,
    cooldownUntil: null,
  },
  usage: { requests: 5_210, bytes: 812_400_133, leases: 1_904, leased: 2 },
  createdAt: EXAMPLE_TIME,
}

export const GROUP_EXAMPLE: ProxyGroup = {
  name: 'eu',
  strategy: 'best',
  fallbackGroup: 'default',
  defaultTtlMs: 120_000,
  stickyTtlMs: 600_000,
  budget: { bytesPerDay: 5_000_000_000 },
  proxies: 12,
  healthy: 11,
  bytesToday: 812_400_133,
  createdAt: EXAMPLE_TIME,
}

export const LEASED_EXAMPLE: LeasedProxy = {
  leaseId: LEASE_ID,
  proxy: {
    id: PROXY_ID,
    group: 'eu',
    kind: 'residential',
    country: 'DE',
    dns: 'local',
    url: 'http://user:password@proxy.example.com:8000',
  },
  sticky: 'new',
  expiresAt: '2026-11-21T09:02:00.000Z',
}

export const LEASE_EXAMPLE: ProxyLease = {
  id: LEASE_ID,
  proxyId: PROXY_ID,
  group: 'eu',
  state: 'released',
  owner: 'key_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a88',
  jobId: null,
  domain: 'example.org',
  isProbe: false,
  leasedAt: EXAMPLE_TIME,
  expiresAt: '2026-11-21T09:02:00.000Z',
  endedAt: '2026-11-21T09:00:02.000Z',
  outcome: 'ok',
  statusCode: 200,
  latencyMs: 420,
  bytes: 48_213,
}

export const STATS_EXAMPLE: ProxyStats = {
  proxies: { total: 12, byState: { healthy: 11, cooling: 1 } },
  leased: 7,
  last24h: {
    leases: 1_904,
    bytes: 812_400_133,
    cost: 3.66,
    successRate: 0.981,
    byOutcome: { ok: 1_868, blocked: 24, timeout: 12 },
  },
  byKind: [{ kind: 'residential', proxies: 12, leases: 1_904, successRate: 0.981 }],
}

export const OVERVIEW_EXAMPLE: ProxyOverview = {
  groups: [
    {
      name: 'eu',
      total: 12,
      healthy: 8,
      degraded: 0,
      cooling: 1,
      quarantined: 3,
      disabled: 0,
      leased: 7,
      successRate1h: 0.981,
      topBlockedDomains: [{ domain: 'example.org', blocked: 24, proxies: 3 }],
    },
  ],
  alerts: [{ code: 'many_quarantined', group: 'eu', detail: '3 of its 12 proxies failed again and again.' }],
}
