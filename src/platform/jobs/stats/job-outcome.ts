// The outcome of a job in the words of statistics and metrics: a page behind a bot wall is not a failure of ours.
import type { JobState } from '#contract/job.ts'

/** The ends of a job as statistics name them. */
export type JobOutcome = 'succeeded' | 'blocked' | 'empty' | 'failed' | 'expired' | 'cancelled'

const BLOCKED = new Set(['target_blocked', 'target_captcha', 'login_required', 'robots_disallowed'])

/** `code` is that of the job's error; null for a job that has not ended. */
export function outcomeOf(state: JobState, code: string | null): JobOutcome | null {
  switch (state) {
    case 'succeeded':
    case 'partially_succeeded':
      return 'succeeded'
    case 'cancelled':
    case 'expired':
      return state
    case 'failed':
    case 'dead':
      if (code === 'empty_content') return 'empty'
      return code !== null && BLOCKED.has(code) ? 'blocked' : 'failed'
    default:
      return null
  }
}
