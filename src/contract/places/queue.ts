// The state of a service's job queue.
import { Type, type Static } from 'typebox'
import { JOB_STATES } from '#contract/job.ts'
import { Timestamp, Words } from '#contract/schema.ts'

const JobCounts = Type.Object(Object.fromEntries(JOB_STATES.map((state) => [state, Type.Integer()])))

/** The queue over all replicas of the service. */
export const QueueStatus = Type.Object(
  {
    state: Words(['running', 'paused', 'draining', 'drained'], {
      description:
        'paused: nothing starts, what runs goes on. draining: no new search is accepted, accepted work finishes. drained: it has.',
    }),
    changedAt: Timestamp,
    counts: JobCounts,
    types: Type.Array(Type.Object({ type: Type.String(), counts: JobCounts })),
  },
  { $id: 'QueueStatus' },
)
export type QueueStatus = Static<typeof QueueStatus>
