// Enqueues system jobs in a transaction of the caller, wherever that is: it needs no engine.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/model/job-settings.ts'
import { enqueue, enqueueEntry } from '#platform/jobs/sql/enqueue.ts'
import { notifyOnCommit } from '#platform/jobs/waiting/notifications.ts'

/** A system job: what it works on has the same id, so that it needs no input. */
export interface SystemJob {
  /** A uuid. */
  readonly id: string
  /** `system.…`, see isSystemType. */
  readonly type: string
  /** At most `JobSettings.systemConcurrency` jobs of one domain run at a time, and none while it is closed. */
  readonly domain?: string
}

/** Such a job ends when its handler says so, however often it fails before or loses its worker. */
const UNLIMITED = 32_767
const BATCH = 500

/** Wakes the workers of all replicas when the transaction commits. A queue that drains takes these jobs too. */
export async function enqueueSystemJobs(tx: Queryable, jobs: readonly SystemJob[]): Promise<void> {
  const visible = new Set<string>()
  for (let at = 0; at < jobs.length; at += BATCH) {
    const entries = jobs.slice(at, at + BATCH).map(({ id, type, domain }) =>
      enqueueEntry(
        {
          id: formatId('job', id),
          type,
          pool: 'system',
          input: null,
          maxFailures: UNLIMITED,
          maxDeliveries: UNLIMITED,
          ...(domain === undefined ? {} : { domain }),
        },
        { accepted: true },
      ),
    )
    for (const row of await enqueue(tx, DEFAULT_JOB_SETTINGS, entries)) {
      if (row instanceof SurveyorError) throw row
      if (!row.parked) visible.add(row.type)
    }
  }
  if (visible.size > 0) await notifyOnCommit(tx, { queued: [...visible] })
}
