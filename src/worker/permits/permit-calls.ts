// The slot calls of the worker-facing API over HTTP.
import {
  PermitsAnswer,
  ReleasePermitsAnswer,
  RenewPermitsAnswer,
  type PermitsBody,
  type ReleasePermitsBody,
} from '#contract/crawl/permit.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { CALL_TIMEOUT_MS, createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'

/** Every call throws the error crawl answered with, or `crawl_unavailable`. */
export interface PermitCalls {
  /** Waits up to `body.waitMs` until there is a slot. */
  take(body: PermitsBody, signal: AbortSignal): Promise<PermitsAnswer>
  renew(permits: string[], signal: AbortSignal): Promise<RenewPermitsAnswer>
  release(releases: ReleasePermitsBody['releases']): Promise<ReleasePermitsAnswer>
}

/** Also applies at the end of the process, which it may delay by this long. */
const RELEASE_TIMEOUT_MS = 3_000

export function createPermitCalls(crawl: Peer): PermitCalls {
  const post = createCrawlCaller(crawl)
  const take = post('permits', PermitsAnswer)
  const renew = post('permits/renew', RenewPermitsAnswer)
  const release = post('permits/release', ReleasePermitsAnswer)
  return {
    take: (body, signal) => take(body, { signal, timeoutMs: (body.waitMs ?? 0) + CALL_TIMEOUT_MS }),
    renew: (permits, signal) => renew({ permits }, { signal }),
    release: (releases) => release({ releases }, { timeoutMs: RELEASE_TIMEOUT_MS }),
  }
}
