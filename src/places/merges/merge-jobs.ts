// The jobs that look for merges: one that a caller asks for, and one of the service itself behind each search.
import type { DecideDeps } from './deciding/decide-merge.ts'
import type { FoundMerges } from './find-merges.ts'
import { countCompared, findMerges, type ComparedScope } from './find-merges.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'
import type { SystemJobs } from '#platform/jobs/system/end-system-jobs.ts'
import type { LocalHandler, LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

export const FIND_JOB = 'merges.find'

/** Comparing is background work: searches go first. */
const PRIORITY = 3

/** `sessionId` is a plain uuid; null: all places are compared. Equal requests share a job. */
export function findJob(
  sessionId: string | null,
  origin: { readonly fairnessKey: string; readonly traceparent: string | null },
): JobSpec {
  return {
    type: FIND_JOB,
    pool: 'light',
    input: sessionId === null ? {} : { sessionId },
    priority: PRIORITY,
    fairnessKey: origin.fairnessKey,
    dedupeKey: `${FIND_JOB} ${sessionId ?? 'all'}`,
    ...(origin.traceparent === null ? {} : { traceparent: origin.traceparent }),
  }
}

/** The handler of `merges.find`. Its result says how many places were compared, and how many pairs are proposed. */
export function runFind(deps: DecideDeps): (job: LocalJob) => Promise<FoundMerges> {
  return async (job) => {
    const { sessionId } = fieldsOf(job.input)
    const scope: ComparedScope =
      typeof sessionId === 'string' ? { of: 'session', id: sessionId } : { of: 'all' }
    const total = await countCompared(deps.db, scope)
    return findMerges(deps, scope, {
      signal: job.signal,
      onProgress: (done) => job.progress({ done, total: Math.max(done, total), message: null }),
    })
  }
}

/** The handler of `system.compare`: the id of the job is that of the search. */
export function createCompare({
  engine,
  log,
  ...deps
}: DecideDeps & {
  readonly engine: SystemJobs
  readonly log: Logger
}): LocalHandler {
  return {
    pool: 'compare',
    concurrency: 1,
    async run(job) {
      const lease = { jobId: job.id, leaseToken: job.leaseToken }
      const id = parseId('job', job.id)
      try {
        if (id !== null) await findMerges(deps, { of: 'search', id }, { signal: job.signal })
      } catch (error) {
        const isPassing = job.signal.aborted || (error instanceof SurveyorError && error.retryable)
        if (isPassing) throw error
        // A repeat would end in the same way; the places are compared again on request.
        log.error({ err: error, jobId: job.id }, 'the places of a search were not compared')
      }
      await engine.endTogether([lease], async (_, held) =>
        held.has(job.id) ? [{ ...lease, done: true }] : [],
      )
      job.ended()
    },
  }
}
