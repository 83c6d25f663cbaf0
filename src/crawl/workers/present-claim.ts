// A claimed job in its wire form.
import type { ClaimedJob as WireClaim, EngineStrategy } from '#contract/worker.ts'
import type { ClaimedJob } from '#platform/jobs/job-engine.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'

/** Times as RFC 3339; the input without what only crawl needs. */
export function presentClaim(
  { job, leaseToken, attempt, leaseExpiresAt, deadlineAt }: ClaimedJob,
  strategy: EngineStrategy | null,
): WireClaim {
  return {
    job: {
      id: job.id,
      type: job.type,
      input: job.input,
      priority: job.priority,
      metadata: job.metadata,
      traceparent: job.traceparent,
    },
    leaseToken,
    attempt,
    leaseExpiresAt: leaseExpiresAt.toISOString(),
    deadlineAt: timestamp(deadlineAt),
    ...(strategy === null ? {} : { strategy }),
  }
}
