// Enqueues the jobs of the cells that the end of another opened.
import type { Queryable } from '#platform/db/database.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { cellJobs } from '#places/searches/search-jobs.ts'
import type { OpenedCells } from './close-cell.ts'

/** The arguments of `cellJobs` that are the same for parts and for a cell that waited. */
type OfEnded = Omit<Parameters<typeof cellJobs>[2], 'partsOfOne'>

/** In the transaction that ends the cell. */
export async function enqueueCells(
  engine: Pick<JobSubmission, 'enqueueMany'>,
  tx: Queryable,
  opened: OpenedCells | null,
  of: OfEnded,
): Promise<void> {
  if (opened === null) return
  const { searchId, parts, next } = opened
  const jobs = [
    ...cellJobs(searchId, parts, { ...of, partsOfOne: true }),
    ...cellJobs(searchId, next === null ? [] : [next], { ...of, partsOfOne: false }),
  ]
  if (jobs.length > 0) await engine.enqueueMany(jobs, tx)
}
