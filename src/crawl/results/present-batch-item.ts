// One child of a batch as the result of the batch shows it.
import { isTerminal } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { BatchItem } from '#contract/crawl/result.ts'
import { problemOf } from '#contract/surveyor-error.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'
import { presentFailure, resultExpired, timedResult } from './present-extraction.ts'
import { jobPath } from '#platform/jobs/present-job.ts'

/** `child` must be a job that `submitBatch` made, with its result. */
export function presentBatchItem(child: JobRecord): BatchItem {
  return {
    index: child.batchIndex ?? 0,
    jobId: child.id,
    status: child.state,
    result: timedResult(child),
    error: errorOf(child),
  }
}

function errorOf(child: JobRecord): Problem | null {
  if (child.resultExpired) return { ...problemOf(resultExpired()), instance: jobPath(child.id) }
  return isTerminal(child.state) && child.state !== 'succeeded' ? presentFailure(child) : null
}
