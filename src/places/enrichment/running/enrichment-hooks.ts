// When a job of an enrichment fails or is cancelled, the enrichment ends with it, in the same transaction.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { CompletionHook, JobSubmission } from '#platform/jobs/job-engine.ts'
import { endCancelled } from './cancel-enrichment.ts'
import { endEnrichment } from './end-enrichment.ts'
import { CHECK_JOB, enrichmentInput, SEND_JOB } from './enrichment-jobs.ts'

/** `engine` takes the job that tells crawl of a cancel. */
export const enrichmentHooks = (engine: Pick<JobSubmission, 'enqueueMany'>): readonly CompletionHook[] =>
  [SEND_JOB, CHECK_JOB].map((type) => ({
    type,
    async apply(tx, job) {
      if (job.state === 'succeeded') return
      const { enrichmentId } = enrichmentInput(job)
      if (job.state === 'cancelled') return endCancelled({ tx, engine }, enrichmentId)
      const error = job.error ?? problemOf(new SurveyorError('job_ended', `The job ended as ${job.state}.`))
      await endEnrichment(tx, enrichmentId, { status: 'failed', result: null, error, reportedBy: null })
    },
  }))
