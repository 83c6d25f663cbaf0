// What a job takes from the request that makes it: the caller, the trace, the job options.
import type { FastifyRequest } from 'fastify'
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { OPEN_CALLER } from '#platform/http/auth/authenticator.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

/** What of a request stays with its job. */
export interface JobOrigin {
  /** Whom the queue is fair to: the key, or the address of a client without one. */
  readonly fairnessKey: string
  readonly traceparent: string | null
}

/** Without keys every client address has a share of its own in the queue. */
export function jobOrigin(request: FastifyRequest): JobOrigin {
  return {
    fairnessKey: request.caller.id === OPEN_CALLER.id ? request.ip : request.caller.id,
    traceparent: request.trace.traceparent,
  }
}

interface AskedOfJob {
  readonly priority?: JobOptions['priority'] | undefined
  readonly metadata?: JobOptions['metadata'] | undefined
  /** Is told of its end. */
  readonly webhook?: WebhookTarget | undefined
}

/** The same for every kind of job. */
export function jobFields(
  { fairnessKey, traceparent }: JobOrigin,
  { priority, metadata, webhook }: AskedOfJob,
): Pick<JobSpec, 'fairnessKey' | 'traceparent' | 'priority' | 'metadata' | 'webhook'> {
  return {
    fairnessKey,
    ...(traceparent === null ? {} : { traceparent }),
    ...(priority === undefined ? {} : { priority }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(webhook === undefined ? {} : { webhook: { ...webhook } }),
  }
}
