// How a row of `jobs` is read: the columns that every statement selects, and the record made of them.
import type { JobProgress, JobState } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobRecord } from './job-record.ts'

/** The columns of `jobColumns`. Ids are stored uuids. */
export interface JobRow {
  readonly id: string
  readonly type: string
  readonly kind_of_work: string
  readonly owner: string
  readonly state: JobState
  readonly priority: number
  readonly domain: string | null
  readonly parked: boolean
  /** Its worker was lost, and no delivery has ended with a report since. */
  readonly isolated: boolean
  readonly input: unknown
  readonly metadata: Readonly<Record<string, string>>
  readonly parent_id: string | null
  readonly in_batch: boolean
  readonly batch_index: number | null
  readonly children_total: number | null
  readonly children_succeeded: number
  readonly children_failed: number
  readonly children_cancelled: number
  readonly deliveries: number
  readonly failures: number
  readonly progress: JobProgress | null
  readonly error: Problem | null
  readonly operator_detail: string | null
  readonly worker_id: string | null
  readonly lease_expires_at: Date | null
  readonly cancel_requested_at: Date | null
  readonly cancel_cause: 'user' | 'parent' | null
  readonly cancel_reason: string | null
  readonly scheduled_for: Date | null
  readonly deadline_at: Date | null
  readonly retry_of: string | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly completed_at: Date | null
  /** Until when the domain is closed; only in statements that read jobs (`closedDomain`). */
  readonly closed_until?: Date | null
  readonly closed_reason?: string | null
}

/** JobProgress accepts no longer message. */
const MAX_MESSAGE_CHARS = 500

/** A row that a transition has just changed. */
export interface MovedRow extends JobRow {
  readonly from_state: JobState | null
}

/** What follows the commit of a transition looks at these columns only. */
export type TransitionRow = Pick<
  MovedRow,
  | 'id'
  | 'type'
  | 'state'
  | 'from_state'
  | 'priority'
  | 'domain'
  | 'parked'
  | 'isolated'
  | 'parent_id'
  | 'in_batch'
  | 'children_total'
  | 'error'
  | 'cancel_requested_at'
  | 'cancel_cause'
  | 'started_at'
  | 'completed_at'
>

/** The columns of TransitionRow, for a table or CTE called `j`. */
export const transitionColumns = sql`
  j.id, j.type, j.state, j.priority, j.domain, j.parked, j.isolated, j.parent_id, j.in_batch, j.children_total, j.error,
  j.cancel_requested_at, j.cancel_cause, j.started_at, j.completed_at`

/** The owner of a job, written exactly as in the index jobs_of_owner. */
export const jobOwner = sql`coalesce(j.owner, j.fairness_key, '')`

/** The columns of JobRow, for a table or CTE called `j`. */
export const jobColumns = sql`
  j.id, j.type, j.kind_of_work, ${jobOwner} as owner, j.state, j.priority, j.domain, j.parked, j.isolated, j.input,
  j.metadata, j.parent_id, j.in_batch, j.batch_index, j.children_total, j.children_succeeded, j.children_failed,
  j.children_cancelled, j.deliveries, j.failures,
  j.progress, j.error, j.operator_detail, j.worker_id, j.lease_expires_at, j.cancel_requested_at, j.cancel_cause, j.cancel_reason,
  j.scheduled_for, j.deadline_at, j.retry_of, j.created_at, j.started_at, j.completed_at`

/** Joins `d`, the closed domain that the job `j` waits for, to a select of `waitColumns`. */
export const closedDomain = sql`
  left join job_domains d on d.domain = j.domain and d.closed_until > now() and j.state in ('scheduled', 'queued')`

/** From the join `closedDomain`. */
export const waitColumns = sql`d.closed_until, d.closed_reason`

/** `result` is apart from the row, because most statements do not read it. */
export function recordOf(row: JobRow, result: unknown = null, resultExpired = false): JobRecord {
  const waits = row.state === 'queued' || row.state === 'scheduled'
  return {
    id: formatId('job', row.id),
    type: row.type,
    pool: row.kind_of_work,
    owner: row.owner,
    state: row.state,
    priority: row.priority,
    deliveries: row.deliveries,
    failures: row.failures,
    progress: progressOf(row),
    input: row.input,
    result,
    resultExpired,
    error: row.error,
    operatorDetail: row.operator_detail,
    parentId: row.parent_id === null ? null : formatId('job', row.parent_id),
    batchIndex: row.batch_index,
    children:
      row.children_total === null
        ? null
        : {
            total: row.children_total,
            succeeded: row.children_succeeded,
            failed: row.children_failed,
            cancelled: row.children_cancelled,
          },
    workerId: waits || row.worker_id === null ? null : formatId('wrk', row.worker_id),
    leaseExpiresAt: row.lease_expires_at,
    cancelRequestedAt: row.cancel_requested_at,
    cancelReason: row.cancel_reason,
    scheduledFor: row.scheduled_for,
    deadlineAt: row.deadline_at,
    retryOf: row.retry_of === null ? null : formatId('job', row.retry_of),
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    metadata: row.metadata,
  }
}

/**
 * The last progress that the job reported. While it waits for its next attempt: the reason and the time it waits until.
 */
function progressOf(row: JobRow): JobProgress | null {
  const message = waitOf(row)
  if (message === null) return row.progress
  return { done: row.progress?.done ?? null, total: row.progress?.total ?? null, message }
}

function waitOf({ state, domain, closed_until, closed_reason, scheduled_for, error }: JobRow): string | null {
  const retryAt = state === 'scheduled' && error !== null ? scheduled_for : null
  if (closed_until !== undefined && closed_until !== null) {
    const until = retryAt !== null && retryAt > closed_until ? retryAt : closed_until
    return short(`waiting for host ${domain} until ${until.toISOString()} because ${closed_reason}`)
  }
  if (retryAt === null) return null
  return short(`waiting until ${retryAt.toISOString()} to try again: ${error?.detail ?? ''}`)
}

const short = (message: string): string => message.slice(0, MAX_MESSAGE_CHARS)
