// The 202 of every request that became a job.
import type { FastifyReply } from 'fastify'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'
import { jobLinks, jobPath, withLinksFor } from '#platform/jobs/present-job.ts'

/** Sets status and headers; the return value is the body. */
export function accepted(reply: FastifyReply, job: JobRecord): JobAccepted {
  void reply.code(202).header('location', jobPath(job.id)).header('retry-after', '1')
  const { id, state: status } = job
  reply.request.answeredJob = id
  return withLinksFor(reply.request.caller, { jobId: id, id, status, links: jobLinks(job) })
}
