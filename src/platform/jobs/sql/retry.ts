// Runs an ended job once more, as a new job with the same input and the same parent. The ended job stays as it is.
import { isTerminal } from '#contract/job.ts'
import type { JobState } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { noJob } from '#platform/jobs/leases/leases.ts'
import { jobColumns, type JobRow } from '#platform/jobs/model/job-row.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'
import type { JobSpec } from './enqueue.ts'

interface SpecRow {
  readonly state: JobState
  readonly is_batch: boolean
  readonly type: string
  readonly kind_of_work: string
  readonly input: unknown
  readonly priority: number
  readonly fairness_key: string
  readonly domain: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly traceparent: string | null
  readonly webhook: Readonly<Record<string, unknown>> | null
  readonly max_failures: number
  readonly max_deliveries: number
  readonly deadline_ms: number | null
  readonly timeout_ms: number | null
  /** The job that made this one. Null for a batch, which has ended with its children and takes no new ones. */
  readonly maker_id: string | null
  readonly maker_is_kept: boolean
}

/** The job that would run an ended one again, or the job that does so already and has not ended. */
export type Retry = { readonly spec: JobSpec } | { readonly running: JobRow }

/**
 * For the job with this stored uuid, with the input as it is stored. In transactions, two concurrent calls wait for each
 * other. Throws `not_found` or `job_not_retryable`.
 */
export async function readRetry(on: Queryable, id: string): Promise<Retry> {
  const [row] = await on.query<SpecRow>(sql`
    select state, children_total is not null as is_batch, type, kind_of_work, input, priority, fairness_key, domain,
      metadata, traceparent, webhook, max_failures, max_deliveries,
      deadline_ms, timeout_ms,
      case when not in_batch then parent_id end as maker_id,
      exists (select from jobs p where p.id = j.parent_id) as maker_is_kept
    from jobs j where id = ${id} and ${isUserType}
    for update of j`)
  if (row === undefined) throw noJob()
  if (!isTerminal(row.state)) {
    throw new SurveyorError('job_not_retryable', `The job has not ended: it is ${row.state}.`)
  }
  if (row.is_batch) {
    throw new SurveyorError('job_not_retryable', 'The job is the parent of a batch: retry its children.')
  }
  if (row.maker_id !== null && !row.maker_is_kept) {
    throw new SurveyorError('job_not_retryable', 'The job that made it is no longer kept.')
  }
  const [running] = await on.query<JobRow>(sql`
    select ${jobColumns} from jobs j
    where j.retry_of = ${id} and j.state in ('scheduled', 'queued', 'running')`)
  if (running !== undefined) return { running }
  const spec: JobSpec = {
    type: row.type,
    pool: row.kind_of_work,
    input: row.input,
    priority: row.priority,
    fairnessKey: row.fairness_key,
    metadata: row.metadata,
    maxFailures: row.max_failures,
    maxDeliveries: row.max_deliveries,
    ...(row.maker_id === null ? {} : { parentId: formatId('job', row.maker_id) }),
    ...(row.domain === null ? {} : { domain: row.domain }),
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    ...(row.webhook === null ? {} : { webhook: row.webhook }),
    ...(row.deadline_ms === null ? {} : { deadlineMs: row.deadline_ms }),
    ...(row.timeout_ms === null ? {} : { timeoutMs: row.timeout_ms }),
  }
  return { spec }
}
