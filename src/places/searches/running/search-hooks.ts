// When a job of a search fails, its cell or the search ends with it, in the same transaction.
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Problem } from '#contract/problem.ts'
import type { CompletionHook, JobRecord } from '#platform/jobs/job-engine.ts'
import { closeCell } from './close-cell.ts'
import { endCancelled, failSearch } from '#places/searches/end-search.ts'
import { CELL_JOB, cellInput, PLAN_JOB, planInput } from '#places/searches/search-jobs.ts'

export const SEARCH_HOOKS: readonly CompletionHook[] = [
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
      if (job.state === 'cancelled') await closeCell(tx, cellId, { state: 'cut', code: 'cancelled' })
      else if (isOverTime(job)) await closeCell(tx, cellId, { state: 'cut', code: 'budget_seconds' })
      else await closeCell(tx, cellId, { state: 'failed', error: errorOfJob(job) })
    },
  },
]

/** The deadline of a cell is the end of the time of its search. A timer may fire slightly early. */
function isOverTime({ deadlineAt, completedAt }: JobRecord): boolean {
  return deadlineAt !== null && completedAt !== null && completedAt.getTime() >= deadlineAt.getTime() - 1_000
}

function errorOfJob({ error, state }: JobRecord): Problem {
  return error ?? problemOf(new SurveyorError('job_ended', `The job ended as ${state}.`))
}
