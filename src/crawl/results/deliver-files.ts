// Jobs with `delivery: artifact`: before they end, the data of their results is moved into a file.
import { Compile } from 'typebox/compile'
import { RESULT_KIND } from '#contract/crawl/delivery.ts'
import { ExtractionResult } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { artifactLink } from '#crawl/artifacts/present-artifact.ts'
import type { ClaimedJob, JobEngine, JobReport } from '#platform/jobs/job-engine.ts'
import type { LeaseRef } from '#platform/jobs/leases/leases.ts'
import type { ClaimedJobs } from './claimed-jobs.ts'
import { inputForWorker } from '#crawl/requests/request-options.ts'

type ReturnedJob = Extract<JobReport, { readonly release: unknown }>

const resultShape = Compile(ExtractionResult)

/**
 * The engine as it serves workers. Workers never see the field, so workers of any version can do such jobs. When the
 * store fails, the completion fails, and workers repeat it. Data that is too large for a file fails the job.
 */
export function deliverFiles({
  engine,
  artifacts,
  claimed: known,
}: {
  readonly engine: JobEngine
  readonly artifacts: Pick<ArtifactService, 'saveOfJob'>
  readonly claimed: ClaimedJobs
}): JobEngine {
  function forWorker(claimed: ClaimedJob): ClaimedJob {
    const { job } = claimed
    known.remember(job)
    const input = inputForWorker(job.input)
    return input === job.input ? claimed : { ...claimed, job: { ...job, input } }
  }

  async function wantedAmong(jobIds: readonly string[]): Promise<ReadonlySet<string>> {
    const facts = await known.about(jobIds)
    return new Set(jobIds.filter((id) => facts.get(id)?.asFile === true))
  }

  /** The completion with its data in a file. Unchanged when the lease is lost, which the engine reports. */
  async function filed(lease: LeaseRef, result: unknown): Promise<Exclude<JobReport, ReturnedJob>> {
    const { jobId, leaseToken } = lease
    // The operation no longer exists, so the shape of its data is unknown.
    if (!resultShape.Check(result)) return { jobId, leaseToken, result }
    const facts = { kind: RESULT_KIND, mediaType: 'application/json', filename: `${jobId}.json` }
    try {
      const artifact = await artifacts.saveOfJob(lease, facts, Buffer.from(JSON.stringify(result.data)))
      const links = [...(result.artifacts ?? []), artifactLink(artifact)]
      return { jobId, leaseToken, result: { ...result, data: null, artifacts: links } }
    } catch (error) {
      if (!(error instanceof SurveyorError)) throw error
      if (error.code === 'lease_lost' || error.code === 'not_found') return { jobId, leaseToken, result }
      if (error.code === 'body_too_large') return { jobId, leaseToken, error: problemOf(error) }
      throw error
    }
  }

  async function filedOrFault({ jobId, leaseToken, result }: LeaseRef & { readonly result: unknown }) {
    try {
      return await filed({ jobId, leaseToken }, result)
    } catch (error) {
      if (error instanceof SurveyorError) return error
      throw error
    }
  }

  return {
    ...engine,
    claim: async (...claim) => forWorker(await engine.claim(...claim)),
    claimNext: async (request) => (await engine.claimNext(request)).map(forWorker),

    async complete(jobId, leaseToken, result) {
      if (!(await wantedAmong([jobId])).has(jobId)) return engine.complete(jobId, leaseToken, result)
      const ready = await filed({ jobId, leaseToken }, result)
      return 'error' in ready
        ? engine.fail(jobId, leaseToken, ready.error)
        : engine.complete(jobId, leaseToken, ready.result)
    },

    async completeMany(entries) {
      const wanted = await wantedAmong(entries.flatMap((entry) => ('result' in entry ? entry.jobId : [])))
      if (wanted.size === 0) return engine.completeMany(entries)
      const ready = await Promise.all(
        entries.map(async (entry) =>
          'result' in entry && wanted.has(entry.jobId) ? filedOrFault(entry) : entry,
        ),
      )
      const outcomes = await engine.completeMany(
        ready.flatMap((entry) => (entry instanceof SurveyorError ? [] : entry)),
      )
      return ready.map((entry) =>
        entry instanceof SurveyorError ? entry : outcomes.shift(),
      ) as typeof outcomes
    },
  }
}
