// A job as the engine hands it out.
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

export interface JobRecord {
  /** `job_…` */
  readonly id: string
  readonly type: string
  readonly kindOfWork: string
  /** The caller who had it made. */
  readonly owner: string
  readonly state: JobState
  readonly priority: number
  /** How often a worker claimed it (a job handed back is not counted). */
  readonly deliveries: number
  /** How often a worker reported a retryable failure. */
  readonly failures: number
  readonly progress: JobProgress | null
  readonly input: unknown
  /** null where there is none, and in lists. */
  readonly result: unknown
  /** It succeeded, but its result is no longer kept. Always false in lists. */
  readonly resultExpired: boolean
  readonly error: Problem | null
  /** What only an operator may learn of the error (`toldTo`). */
  readonly operatorDetail: string | null
  readonly parentId: string | null
  /** Its place in the batch that it belongs to, from 0. */
  readonly batchIndex: number | null
  /** null unless the job is the parent of a batch. */
  readonly children: ChildCounts | null
  readonly workerId: string | null
  readonly leaseExpiresAt: Date | null
  readonly cancelRequestedAt: Date | null
  readonly cancelReason: string | null
  /** When a scheduled job becomes queued: as asked for at first, later the next attempt. */
  readonly scheduledFor: Date | null
  readonly deadlineAt: Date | null
  readonly retryOf: string | null
  readonly createdAt: Date
  /** The first claim. */
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly metadata: Readonly<Record<string, string>>
}
