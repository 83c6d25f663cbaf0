// A job record in its wire form.
import { isTerminal, type Job } from '#contract/job.ts'
import { scopeCovers, type Caller } from '#platform/http/auth/authenticator.ts'
import { timestamp } from '#platform/http/output/timestamp.ts'
import type { JobRecord } from './job-engine.ts'

/** The path of a job; also the `instance` of its problems and the `Location` of a 202. */
export function jobPath(id: string): string {
  return `/api/jobs/${id}`
}

/** The job without its result, as lists show it. `input` is the part of its input that may be shown. */
export function presentJob(job: JobRecord, input: unknown = job.input): Job {
  return {
    id: job.id,
    type: job.type,
    status: job.state,
    priority: job.priority,
    deliveries: job.deliveries,
    failures: job.failures,
    progress: job.progress,
    input,
    error: job.error === null ? null : { ...job.error, instance: jobPath(job.id) },
    parentId: job.parentId,
    index: job.batchIndex,
    children: job.children,
    workerId: job.workerId,
    leaseExpiresAt: timestamp(job.leaseExpiresAt),
    cancelRequestedAt: timestamp(job.cancelRequestedAt),
    cancelReason: job.cancelReason,
    scheduledFor: timestamp(job.scheduledFor),
    deadlineAt: timestamp(job.deadlineAt),
    retryOf: job.retryOf,
    createdAt: job.createdAt.toISOString(),
    startedAt: timestamp(job.startedAt),
    completedAt: timestamp(job.completedAt),
    metadata: job.metadata,
    links: jobLinks(job),
  }
}

/**
 * The same without the links that the key of the caller may not follow: who has jobs made looks at them and cancels them, but
 * to run one again needs the scope `jobs`.
 */
export function withLinksFor<T extends { readonly links: Readonly<Record<string, string>> }>(
  { scopes }: Pick<Caller, 'scopes'>,
  shown: T,
): T {
  if (!('retry' in shown.links) || scopeCovers(scopes, 'jobs')) return shown
  const { retry: _, ...links } = shown.links
  return { ...shown, links }
}

/** The operations that the current state of the job allows; for a caller, through `withLinksFor`. */
export function jobLinks(
  job: Pick<JobRecord, 'id' | 'state' | 'parentId' | 'children'>,
): Record<string, string> {
  const self = jobPath(job.id)
  return {
    self,
    result: `${self}/result`,
    events: `${self}/events`,
    ...(isTerminal(job.state) ? { retry: `${self}/retry` } : { cancel: `${self}/cancel` }),
    ...(job.parentId === null ? {} : { parent: jobPath(job.parentId) }),
    ...(job.children === null ? {} : { children: `/api/jobs?parentId=${job.id}` }),
  }
}
