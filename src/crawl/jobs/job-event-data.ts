// The content of a webhook about a job that ended.
import { hideSecrets } from '#crawl/requests/hide-secrets.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'
import { splitJobType } from '#crawl/extractors/operations.ts'
import { jobPath } from '#platform/jobs/present-job.ts'

/** `data` without the result. */
export function jobEventData(job: JobRecord): Record<string, unknown> {
  const input: unknown = hideSecrets(job.input)
  const url: unknown = typeof input === 'object' && input !== null && 'url' in input ? input.url : null
  const self = jobPath(job.id)
  return {
    jobId: job.id,
    type: job.type,
    ...splitJobType(job.type),
    status: job.state,
    url: typeof url === 'string' ? url : null,
    error: job.error === null ? null : { ...job.error, instance: self },
    children: job.children,
    jobHref: self,
    resultHref: `${self}/result`,
    createdAt: job.createdAt.toISOString(),
    completedAt: job.completedAt?.toISOString() ?? null,
  }
}
