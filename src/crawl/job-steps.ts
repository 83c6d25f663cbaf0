// What crawl does with every job, in this order: before it is stored, when a worker gets it, before and when it ends.
import type { Cache } from '#platform/cache/cache.ts'
import type { Database } from '#platform/db/database.ts'
import { boundQueues } from '#platform/jobs/bounded-queues.ts'
import type { JobSteps, ResultStep } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { CachePolicyOf } from '#crawl/cache/cache-policy.ts'
import { keepResultsOf } from '#crawl/cache/result-cache-writer.ts'
import { choosingTypes } from '#crawl/engines/engine-strategies.ts'
import { learnEngines } from '#crawl/engines/learn-engines.ts'
import { excludeSteps } from '#crawl/discovery/exclusions/exclude-steps.ts'
import { markShared } from '#crawl/discovery/learning/mark-shared.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import { encryptedInputs } from '#crawl/extractions/encrypted-inputs.ts'
import { poolOf, type ExtractorOperation } from '#crawl/extractors/operations.ts'
import { checkResults } from '#crawl/results/check-results.ts'
import { createClaimedJobs } from '#crawl/results/claimed-jobs.ts'
import { fileDelivery } from '#crawl/results/deliver-files.ts'
import type { ReportTaker } from '#crawl/workers/run-reports.ts'

/** The parts that the steps write to. */
export interface JobStepDeps {
  readonly db: Database
  readonly log: Logger
  readonly operations: readonly ExtractorOperation[]
  readonly artifacts: Pick<ArtifactService, 'saveOfJob'>
  readonly cache: Pick<Cache, 'results' | 'settings'>
  readonly policyOf: CachePolicyOf
  /** The secret that inputs are encrypted with. */
  readonly pepper: Buffer
  /** The most jobs that may wait, by kind of work. */
  readonly queueLimits: Readonly<Record<string, number>>
  readonly reportTakers: readonly ReportTaker[]
  readonly discovery: Pick<Discovery, 'exclusions' | 'hash' | 'settings'>
}

/** The steps run whatever call made or ended the job, so that no path goes around them. */
export function jobSteps(deps: JobStepDeps): JobSteps {
  const { db, log, operations, artifacts, cache, policyOf, pepper, queueLimits } = deps
  const claimed = createClaimedJobs()
  const { encryptInput, decryptInput } = encryptedInputs({ encryptor: createEncryptor(pepper), log })
  const { hideDelivery, fileResults } = fileDelivery({ artifacts, claimed })
  const { refuseExcluded, failExcluded, suppressExcluded } = excludeSteps(deps.discovery.exclusions)
  const kindOf = (type: string) => poolOf(operations, type)
  return {
    beforeEnqueue: [encryptInput, refuseExcluded, boundQueues({ db, limits: queueLimits, kindOf })],
    afterClaim: [decryptInput, failExcluded, hideDelivery],
    beforeComplete: [
      checkResults({ operations, claimed }),
      suppressExcluded,
      markShared(deps.discovery),
      fileResults,
    ],
    withResults: bothSteps(
      keepResultsOf({ cache, policyOf, claimed, log }),
      learnEngines({ choosing: choosingTypes(operations), claimed }),
    ),
    withReports: deps.reportTakers.map(({ step }) => step),
  }
}

/** Both store in the transaction that ends the jobs, the second after the first. */
function bothSteps(first: ResultStep, second: ResultStep): ResultStep {
  return {
    mayStore: (jobId) => first.mayStore(jobId) || second.mayStore(jobId),
    prepare(jobs) {
      const writes = [first, second].flatMap((step) => step.prepare(jobs) ?? [])
      if (writes.length === 0) return null
      return async (tx) => {
        const afterCommit: (() => void)[] = []
        for (const write of writes) afterCommit.push(await write(tx))
        return () => afterCommit.forEach((run) => run())
      }
    },
  }
}
