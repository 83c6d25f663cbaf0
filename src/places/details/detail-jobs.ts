// The jobs that look up what a map knows of single places beside what its search answered: details and reviews.
import { fieldsOf } from '#kit/unknown-values.ts'
import { RETRY_LIMITS } from '#places/crawl-calls/retry-until.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'

export const DETAIL_JOB = 'place.details'

/** As for cells: what a source cannot do now is tried again for as long as the search may take. */
const MAX_FAILURES = 10
/** Behind searches, which find the places. */
const PRIORITY = 4

/** Plain uuids. */
export interface DetailInput {
  readonly searchId: string
  readonly placeId: string
}

/** The input of a job as `detailJobs` wrote it. Throws an Error for any other. */
export function detailInput({ input }: { readonly input: unknown }): DetailInput {
  const { searchId, placeId } = fieldsOf(input)
  if (typeof searchId !== 'string' || typeof placeId !== 'string')
    throw new Error('the job is not one of a place')
  return { searchId, placeId }
}

/** `parent`: the job of the cell that found the places, so that a cancel of the search reaches these jobs as well. */
export function detailJobs(
  searchId: string,
  placeIds: readonly string[],
  of: {
    readonly parent: Pick<LocalJob, 'id' | 'traceparent'>
    /** When the time of the search is over, by `performance.now()`; null: never. */
    readonly endsAtMs: number | null
  },
): JobSpec[] {
  const deadlineMs = of.endsAtMs === null ? null : Math.max(0, Math.round(of.endsAtMs - performance.now()))
  const { id, traceparent } = of.parent
  return placeIds.map((placeId) => ({
    ...RETRY_LIMITS,
    maxFailures: MAX_FAILURES,
    type: DETAIL_JOB,
    input: { searchId, placeId } satisfies DetailInput,
    priority: PRIORITY,
    fairnessKey: searchId,
    parentId: id,
    ...(deadlineMs === null ? {} : { deadlineMs }),
    ...(traceparent === null ? {} : { traceparent }),
  }))
}
