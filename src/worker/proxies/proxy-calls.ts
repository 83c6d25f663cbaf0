// The proxy calls of the worker-facing API over HTTP, for a job that the worker holds.
import {
  ReleaseProxyAnswer,
  WorkerLeaseAnswer,
  type LeasedProxy,
  type ReleaseProxyBody,
  type WorkerLeaseBody,
} from '#contract/crawl/learned/proxy.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { CALL_TIMEOUT_MS, createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'

/** Every call throws the error that crawl answered with, or `crawl_unavailable`. */
export interface ProxyCalls {
  /** Null: the job goes without a proxy. Throws `no_proxy_available`. */
  lease(
    job: JobLease,
    wanted: Omit<WorkerLeaseBody, 'leaseToken'>,
    signal: AbortSignal,
  ): Promise<LeasedProxy | null>
  release(jobId: string, release: ReleaseProxyBody): Promise<void>
}

/** A job that was cancelled still releases, and its worker may be stopping. */
const RELEASE_TIMEOUT_MS = 3_000

export function createProxyCalls(crawl: Peer): ProxyCalls {
  const post = createCrawlCaller(crawl)
  const lease = post('jobs/:id/proxy/lease', WorkerLeaseAnswer)
  const release = post('jobs/:id/proxy/release', ReleaseProxyAnswer)
  return {
    async lease({ jobId: id, leaseToken }, wanted, signal) {
      const timeoutMs = (wanted.waitMs ?? 0) + CALL_TIMEOUT_MS
      return (await lease({ leaseToken, ...wanted }, { id, signal, timeoutMs })).lease
    },
    async release(id, body) {
      await release(body, { id, timeoutMs: RELEASE_TIMEOUT_MS })
    },
  }
}
