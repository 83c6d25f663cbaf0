// The jobs of a search: one that plans it, one for each cell, and one that compares its places once it has ended.
import { fieldsOf } from '#kit/unknown-values.ts'
import { RETRY_LIMITS } from '#places/crawl-calls/retry-until.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'

export const PLAN_JOB = 'search.plan'
export const CELL_JOB = 'search.cell'
/** Of the service itself: compares the places of a search with their neighbours. Its id is that of the search. */
export const COMPARE_JOB = 'system.compare'

/** How often a failing source is asked for the area before the search fails. */
const MAX_PLAN_FAILURES = 5

const FIRST_PART_PRIORITY = 6

/** A plain uuid. */
export interface PlanInput {
  readonly searchId: string
}

/** Plain uuids. */
export interface CellInput {
  readonly searchId: string
  readonly cellId: string
}

/** The input of a job as `planJob` wrote it. Throws an Error for any other. */
export function planInput({ input }: { readonly input: unknown }): PlanInput {
  const { searchId } = fieldsOf(input)
  if (typeof searchId !== 'string') throw new Error('the job is not one of a search')
  return { searchId }
}

/** The input of a job as `cellJobs` wrote it. Throws an Error for any other. */
export function cellInput(job: { readonly input: unknown }): CellInput {
  const { cellId } = fieldsOf(job.input)
  if (typeof cellId !== 'string') throw new Error('the job is not one of a cell')
  return { ...planInput(job), cellId }
}

/** `fairnessKey`: the caller of the search. */
export function planJob(
  searchId: string,
  { fairnessKey, traceparent }: { readonly fairnessKey: string; readonly traceparent: string | null },
): JobSpec {
  const input = { searchId } satisfies PlanInput
  return {
    ...RETRY_LIMITS,
    maxFailures: MAX_PLAN_FAILURES,
    type: PLAN_JOB,
    input,
    fairnessKey,
    ...traced(traceparent),
  }
}

/**
 * `parent`: the job that made the cells, so that a draining queue still accepts them. The first part of a split cell
 * goes before all others, because its result shows how full the rest is.
 */
export function cellJobs(
  searchId: string,
  cellIds: readonly string[],
  of: {
    readonly parent: Pick<LocalJob, 'id' | 'traceparent'>
    readonly partsOfOne: boolean
    /** When the time of the search is over, by `performance.now()`; null: never. */
    readonly endsAtMs: number | null
  },
): JobSpec[] {
  const deadlineMs = of.endsAtMs === null ? null : Math.max(0, Math.round(of.endsAtMs - performance.now()))
  return cellIds.map((cellId, index) => ({
    ...RETRY_LIMITS,
    type: CELL_JOB,
    input: { searchId, cellId } satisfies CellInput,
    priority: of.partsOfOne && index === 0 ? FIRST_PART_PRIORITY : 5,
    // Fair between searches, so that a small search need not wait for every cell of a large one.
    fairnessKey: searchId,
    parentId: of.parent.id,
    // Also applies while it waits for its source: then the cell ends with the time of the search.
    ...(deadlineMs === null ? {} : { deadlineMs }),
    ...traced(of.parent.traceparent),
  }))
}

function traced(traceparent: string | null): Pick<JobSpec, 'traceparent'> {
  return traceparent === null ? {} : { traceparent }
}

/** In the transaction that ends the search. A search may end once more, while its job still waits. */
export async function compareLater(tx: Queryable, searchId: string): Promise<void> {
  const waiting = await tx.query(sql`select from jobs where id = ${searchId}`)
  if (waiting.length === 0) await enqueueSystemJobs(tx, [{ id: searchId, type: COMPARE_JOB }])
}
