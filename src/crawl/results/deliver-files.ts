// Jobs with `delivery: artifact`: before they end, the data of their results is moved into a file.
import { lazyShape } from '#contract/lazy-shape.ts'
import { RESULT_KIND } from '#contract/crawl/delivery.ts'
import { ExtractionResult } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { ClaimStep, CompleteStep, ResultReport, StepOutcome } from '#platform/jobs/job-engine.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { artifactLink } from '#crawl/artifacts/present-artifact.ts'
import { inputForWorker } from '#crawl/requests/request-options.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'

/** The two steps of `job-steps.ts` for files. */
export interface FileDelivery {
  /** Workers never see the field, so workers of any version can do such jobs. */
  readonly hideDelivery: ClaimStep
  /**
   * When the store fails, the completion fails, and workers repeat it. Data that is too large for a file fails the job.
   */
  readonly fileResults: CompleteStep
}

const resultShape = lazyShape(ExtractionResult)

/**
 * A result too large for a file ends its job with `body_too_large`; where files cannot be stored now, the worker
 * reports it again.
 */
export function fileDelivery({
  artifacts,
  claimed: known,
}: {
  readonly artifacts: Pick<ArtifactService, 'saveOfJob'>
  readonly claimed: ClaimedJobs
}): FileDelivery {
  /** Unchanged when the lease is lost, which the engine reports. */
  async function filed(report: ResultReport, on: Queryable): Promise<StepOutcome> {
    const { jobId, leaseToken, result } = report
    // The operation no longer exists, so the shape of its data is unknown.
    if (!resultShape.Check(result)) return report
    const facts = { kind: RESULT_KIND, mediaType: 'application/json', filename: `${jobId}.json` }
    try {
      const content = Buffer.from(JSON.stringify(result.data))
      const artifact = await artifacts.saveOfJob({ jobId, leaseToken }, facts, content, on)
      const links = [...(result.artifacts ?? []), artifactLink(artifact)]
      return { ...report, result: { ...result, data: null, artifacts: links } }
    } catch (error) {
      if (!(error instanceof SurveyorError)) throw error
      if (error.code === 'lease_lost' || error.code === 'not_found') return report
      return error.code === 'body_too_large' ? { jobId, leaseToken, error: problemOf(error) } : error
    }
  }

  return {
    hideDelivery(claimed) {
      const { job } = claimed
      known.remember(job)
      const input = inputForWorker(job.input)
      return input === job.input ? claimed : { ...claimed, job: { ...job, input } }
    },

    async fileResults(reports, on) {
      const facts = await known.about(
        reports.map(({ jobId }) => jobId),
        on,
      )
      const asFile = ({ jobId }: ResultReport): boolean => facts.get(jobId)?.asFile === true
      if (!reports.some(asFile)) return reports
      return Promise.all(reports.map(async (report) => (asFile(report) ? filed(report, on) : report)))
    },
  }
}
