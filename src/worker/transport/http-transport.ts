// The worker-facing API of crawl as six calls over HTTP.
import type { Static } from 'typebox'
import {
  ClaimsAnswer,
  CompletionsAnswer,
  HeartbeatAnswer,
  ProgressAnswer,
  RegisterWorkerAnswer,
  UnregisterAnswer,
  type ClaimsBody,
  type CompletionsBody,
  type HeartbeatBody,
  type RegisterWorkerBody,
} from '#contract/worker.ts'
import type { JobProgress } from '#contract/job.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { CALL_TIMEOUT_MS, createCrawlCaller } from './call-crawl.ts'

/** Every call throws the error that crawl answered with, or `crawl_unavailable` without an answer. */
export interface WorkerTransport {
  register(body: RegisterWorkerBody, signal: AbortSignal): Promise<RegisterWorkerAnswer>
  heartbeat(workerId: string, body: HeartbeatBody, signal: AbortSignal): Promise<HeartbeatAnswer>
  /** Waits up to `body.waitMs` until there is a job. */
  claim(body: ClaimsBody, signal: AbortSignal): Promise<ClaimsAnswer>
  /** One outcome for each completion, in their order. */
  complete(body: CompletionsBody, signal: AbortSignal): Promise<CompletionsAnswer>
  progress(
    job: { readonly jobId: string; readonly leaseToken: string; readonly traceparent: string | null },
    progress: JobProgress,
    signal: AbortSignal,
  ): Promise<Static<typeof ProgressAnswer>>
  unregister(workerId: string): Promise<{ readonly requeuedJobs: number }>
}

/** Completions may carry megabytes to a loaded database. */
const COMPLETE_TIMEOUT_MS = 60_000
const UNREGISTER_TIMEOUT_MS = 3_000

export function createHttpTransport(crawl: Peer): WorkerTransport {
  const post = createCrawlCaller(crawl)
  const register = post('register', RegisterWorkerAnswer)
  const heartbeat = post(':id/heartbeat', HeartbeatAnswer)
  const claims = post('claims', ClaimsAnswer)
  const completions = post('completions', CompletionsAnswer)
  const progress = post('jobs/:id/progress', ProgressAnswer)
  const unregister = post(':id/unregister', UnregisterAnswer)

  return {
    register: (body, signal) => register(body, { signal }),
    heartbeat: (id, body, signal) => heartbeat(body, { id, signal }),
    claim: (body, signal) => claims(body, { signal, timeoutMs: (body.waitMs ?? 0) + CALL_TIMEOUT_MS }),
    complete: (body, signal) => completions(body, { signal, timeoutMs: COMPLETE_TIMEOUT_MS }),
    progress: ({ jobId, leaseToken, traceparent }, value, signal) =>
      progress(
        { leaseToken, progress: value },
        { id: jobId, signal, ...(traceparent === null ? {} : { headers: { traceparent } }) },
      ),
    unregister: (id) => unregister({ requeue: true }, { id, timeoutMs: UNREGISTER_TIMEOUT_MS }),
  }
}
