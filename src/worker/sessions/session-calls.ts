// The session calls of the worker-facing API over HTTP, under the lease of a job.
import {
  OpenSessionAnswer,
  SaveSessionAnswer,
  type SessionChanges,
  type SessionState,
} from '#contract/crawl/session.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'

/** Every call throws the error that crawl answered with, or `crawl_unavailable`. */
export interface SessionCalls {
  /** Null for a job whose input names no session. */
  open(lease: JobLease, signal: AbortSignal): Promise<SessionState | null>
  save(lease: JobLease, changes: SessionChanges, signal: AbortSignal): Promise<{ readonly cut: boolean }>
}

export function createSessionCalls(crawl: Peer): SessionCalls {
  const post = createCrawlCaller(crawl)
  const open = post('jobs/:id/session/open', OpenSessionAnswer)
  const save = post('jobs/:id/session/save', SaveSessionAnswer)
  return {
    async open({ jobId: id, leaseToken }, signal) {
      return (await open({ leaseToken }, { id, signal })).state
    },
    save: async ({ jobId: id, leaseToken }, changes, signal) => save({ leaseToken, changes }, { id, signal }),
  }
}
