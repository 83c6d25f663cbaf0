// The table of transitions: from which state a job may go to which, and by which event. Any other transition is a
// defect.
import type { JobState } from '#contract/job.ts'

/** One move of a job. */
export interface Transition {
  /** null: the job did not exist. */
  readonly from: JobState | null
  readonly to: JobState
}

/** `to === from` is an event that leaves the state as it is. */
export const TRANSITIONS = {
  enqueued: [
    { from: null, to: 'queued' },
    { from: null, to: 'scheduled' },
    // A batch parent: its children do the work.
    { from: null, to: 'running' },
  ],
  due: [{ from: 'scheduled', to: 'queued' }],
  claimed: [{ from: 'queued', to: 'running' }],
  completed: [
    { from: 'running', to: 'succeeded' },
    // A completion after a cancel request loses.
    { from: 'running', to: 'cancelled' },
  ],
  failed: [
    { from: 'running', to: 'scheduled' },
    { from: 'running', to: 'failed' },
    { from: 'running', to: 'dead' },
    { from: 'running', to: 'cancelled' },
  ],
  released: [
    { from: 'running', to: 'queued' },
    { from: 'running', to: 'cancelled' },
  ],
  lease_lost: [
    { from: 'running', to: 'queued' },
    { from: 'running', to: 'dead' },
    { from: 'running', to: 'cancelled' },
    { from: 'running', to: 'expired' },
  ],
  cancelled: [
    { from: 'scheduled', to: 'cancelled' },
    { from: 'queued', to: 'cancelled' },
    // Only the request: the worker, or the end of its lease, ends the job.
    { from: 'running', to: 'running' },
  ],
  expired: [
    { from: 'scheduled', to: 'expired' },
    { from: 'queued', to: 'expired' },
  ],
  children_ended: [
    { from: 'running', to: 'succeeded' },
    { from: 'running', to: 'partially_succeeded' },
    { from: 'running', to: 'failed' },
    { from: 'running', to: 'cancelled' },
  ],
} as const satisfies Record<string, readonly Transition[]>

/** The name of an event, as it is stored and listed. */
export type JobEventName = keyof typeof TRANSITIONS

/** Whether the table has the move. False for an event that is not in it. */
export function isAllowed(event: string, from: string | null, to: string): boolean {
  const moves: readonly Transition[] = Object.entries(TRANSITIONS).find(([name]) => name === event)?.[1] ?? []
  return moves.some((move) => move.from === from && move.to === to)
}
