// A job as the engine returns it.
import type { JobProgress, JobState } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'

/** How the children of a batch parent ended so far. */
export interface ChildCounts {
  readonly total: number
  readonly succeeded: number
  /** failed, dead and expired ones. */
  readonly failed: number
  readonly cancelled: number
}

/** All that the engine answers about a job. Ids have their prefixes; times are by the clock of the database. */
export interface JobRecord {
  /** `job_…` */
  readonly id: string
  readonly type: string
  readonly pool: string
  /** The caller who had the job made. */
  readonly owner: string
  readonly state: JobState
  readonly priority: number
  /** How often a worker claimed it; a released job is not counted. */
  readonly deliveries: number
  /** How often a worker reported a retryable failure. */
  readonly failures: number
  readonly progress: JobProgress | null
  readonly input: unknown
  /** null when there is no result, and in lists. */
  readonly result: unknown
  /** It succeeded, but its result has expired. Always false in lists. */
  readonly resultExpired: boolean
  readonly error: Problem | null
  /** What only an operator may learn of the error (`toldTo`). */
  readonly operatorDetail: string | null
  readonly parentId: string | null
  /** The position in its batch, from 0. */
  readonly batchIndex: number | null
  /** null unless the job is the parent of a batch. */
  readonly children: ChildCounts | null
  readonly workerId: string | null
  readonly leaseExpiresAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly cancelReason: string | null
  /** When a scheduled job becomes queued: at first the requested time, later the time of the next attempt. */
  readonly scheduledFor: Date | null
  readonly deadlineAt: Date | null
  readonly retryOf: string | null
  readonly createdAt: Date
  /** The time of the first claim. */
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly metadata: Readonly<Record<string, string>>
}
