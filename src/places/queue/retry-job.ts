// Runs a failed job of a search again: the job and its part of the search are reopened in one transaction.
import { parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { JobReads, JobSubmission, RetriedJob } from '#platform/jobs/job-engine.ts'
import { found } from '#platform/jobs/job-routes.ts'
import { notRetryable, reopenCell, reopenPlan } from '#places/searches/reopen-search.ts'
import { cellInput, PLAN_JOB, planInput } from '#places/searches/search-jobs.ts'

/** Throws `not_found`, `draining`, or `job_not_retryable` with an alternative. */
export async function retryJob(
  { db, engine }: { readonly db: Database; readonly engine: JobSubmission & JobReads },
  id: string,
): Promise<RetriedJob> {
  const ended = found(await engine.get(id))
  if (ended.state === 'succeeded') {
    throw notRetryable(
      'The job has done its work. Of a search that is not complete, retry the jobs that failed.',
    )
  }
  return db.transaction(async (tx) => {
    const retried = await engine.retry(id, tx)
    if (!retried.isNew) return retried
    const { job: again } = retried
    const [from, to] = [parseId('job', ended.id), parseId('job', again.id)]
    if (ended.type === PLAN_JOB) await reopenPlan(tx, planInput(ended).searchId, { from, to })
    else await reopenCell(tx, cellInput(ended), to)
    return retried
  })
}
