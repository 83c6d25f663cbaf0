// A job of places in its wire form.
import { isTerminal, type Job } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'

/** Without the result, as lists show it. */
export function presentJob(job: JobRecord): Job {
  const self = jobPath(job.id)
  return {
    id: job.id,
    type: job.type,
    status: job.state,
    priority: job.priority,
    deliveries: job.deliveries,
    failures: job.failures,
    progress: job.progress,
    input: job.input,
    error: job.error === null ? null : { ...job.error, instance: self },
    parentId: job.parentId,
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
    metadata: { ...job.metadata },
    links: {
      self,
      result: `${self}/result`,
      events: `${self}/events`,
      ...(isTerminal(job.state) ? {} : { cancel: `${self}/cancel` }),
      ...(job.parentId === null ? {} : { parent: jobPath(job.parentId) }),
    },
  }
}

/** Where a job can be looked at. */
export function jobPath(id: string): string {
  return `/api/jobs/${id}`
}

/** The job, or `not_found`. */
export function existing(job: JobRecord | null): JobRecord {
  if (job === null) throw new SurveyorError('not_found', 'No job has this id.')
  return job
}

/** With its result once it has ended; throws `not_found` for none. */
export function presentOneJob(found: JobRecord | null): Job {
  const job = existing(found)
  if (!isTerminal(job.state)) return presentJob(job)
  const expired = job.resultExpired ? { resultExpired: true } : {}
  return { ...presentJob(job), result: job.result, ...expired }
}

function timestamp(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
