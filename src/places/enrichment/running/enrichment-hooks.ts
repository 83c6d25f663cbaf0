// When a job of an enrichment fails or is cancelled, the enrichment ends with it, in the same transaction.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { CompletionHook } from '#platform/jobs/job-engine.ts'
import { endEnrichment } from './end-enrichment.ts'
import { CHECK_JOB, enrichmentInput, SEND_JOB } from './enrichment-jobs.ts'

export const ENRICHMENT_HOOKS: readonly CompletionHook[] = [SEND_JOB, CHECK_JOB].map((type) => ({
  type,
  async apply(tx, job) {
    if (job.state === 'succeeded') return
    const error = job.error ?? problemOf(new SurveyorError('job_ended', `The job ended as ${job.state}.`))
    const status = job.state === 'cancelled' ? 'cancelled' : 'failed'
    await endEnrichment(tx, enrichmentInput(job).enrichmentId, {
      status,
      result: null,
      error: status === 'cancelled' ? null : error,
      reportedBy: null,
    })
  },
}))
