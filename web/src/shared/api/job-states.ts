// The states of jobs, as far as the pages tell them apart.
import type { JobState } from '#contract/job.ts'

const ENDED: ReadonlySet<JobState> = new Set([
  'succeeded',
  'partially_succeeded',
  'failed',
  'dead',
  'cancelled',
  'expired',
])

/** Whether a job in this state has ended. */
export const hasEnded = (state: JobState): boolean => ENDED.has(state)
