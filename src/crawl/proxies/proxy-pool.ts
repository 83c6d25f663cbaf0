// The proxy pool of crawl: its stores and leases put together, and its metrics.
import { Gauge } from 'prom-client'
import { PROXY_STATES } from '#contract/crawl/learned/proxy.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { createProxyGroupStore, type ProxyGroupStore } from './group-store.ts'
import { createProxyLeases, type ProxyLeases } from './leasing/proxy-leases.ts'
import { createProxyCredentials } from './leasing/proxy-credentials.ts'
import { createProxyStore, type ProxyStore } from './proxy-store.ts'
import { readStates } from './read-stats.ts'

/** The leases are to be started, and ended with the service. */
export interface ProxyPool {
  readonly proxies: ProxyStore
  readonly proxyGroups: ProxyGroupStore
  readonly proxyLeases: ProxyLeases
}

export function createProxyPool(deps: {
  readonly db: Database
  readonly log: Logger
  readonly metrics: Metrics
  /** The secret that credentials are encrypted with. */
  readonly pepper: Buffer
  readonly replicated: boolean
}): ProxyPool {
  const { db, log, metrics, pepper, replicated } = deps
  const credentials = createProxyCredentials(createEncryptor(pepper))
  metrics.registry.registerMetric(
    new Gauge({
      name: 'surveyor_proxy_health',
      help: 'Proxies of the pool by state.',
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset()
        const states = await readStates(db).catch(() => null)
        if (states === null) return
        for (const state of PROXY_STATES)
          this.set({ state }, states.find((row) => row.state === state)?.proxies ?? 0)
      },
    }),
  )
  return {
    proxies: createProxyStore({ db, credentials }),
    proxyGroups: createProxyGroupStore({ db }),
    proxyLeases: createProxyLeases({ db, log, credentials, replicated }),
  }
}
