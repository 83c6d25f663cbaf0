// When a job of a search fails, its cell or the search ends with it, in the same transaction.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Problem } from '#contract/problem.ts'
import type { CompletionHook, JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import { closeCell, enqueueCells, type CellEnd } from './close-cell.ts'
import { endCancelled, failSearch } from '#places/searches/end-search.ts'
import { CELL_JOB, cellInput, PLAN_JOB, planInput } from '#places/searches/search-jobs.ts'

/** `engine` takes the jobs of cells that waited for one that failed. */
export const searchHooks = (engine: Pick<JobSubmission, 'enqueueMany'>): readonly CompletionHook[] => [
  {
    type: PLAN_JOB,
    async apply(tx, job) {
      if (job.state === 'succeeded') return
      const { searchId } = planInput(job)
      if (job.state === 'cancelled') await endCancelled(tx, searchId)
      else await failSearch(tx, searchId, errorOfJob(job))
    },
  },
  {
    type: CELL_JOB,
    async apply(tx, job) {
      if (job.state === 'succeeded') return
      const { cellId } = cellInput(job)
      const opened = await closeCell(tx, cellId, endOf(job))
      const { deadlineAt } = job
      const endsAtMs = deadlineAt === null ? null : performance.now() + deadlineAt.getTime() - Date.now()
      try {
        await enqueueCells(engine, tx, opened, { parent: { id: job.id, traceparent: null }, endsAtMs })
      } catch (error) {
        if (!(error instanceof SurveyorError) || error.code !== 'draining') throw error
        // A queue that drains takes no job of one that has ended: the cells that waited for it end as it did.
        let next = opened?.next ?? null
        while (next !== null) next = (await closeCell(tx, next, endOf(job)))?.next ?? null
      }
    },
  },
]

function endOf(job: JobRecord): CellEnd {
  if (job.state === 'cancelled') return { state: 'cut', code: 'cancelled' }
  if (isOverTime(job)) return { state: 'cut', code: 'budget_seconds' }
  return { state: 'failed', error: errorOfJob(job) }
}

/** The deadline of a cell is the end of the time of its search. A timer may fire slightly early. */
function isOverTime({ deadlineAt, completedAt }: JobRecord): boolean {
  return deadlineAt !== null && completedAt !== null && completedAt.getTime() >= deadlineAt.getTime() - 1_000
}

function errorOfJob({ error, state }: JobRecord): Problem {
  return error ?? problemOf(new SurveyorError('job_ended', `The job ended as ${state}.`))
}
