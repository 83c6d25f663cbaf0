// Moves the announcements of ended jobs from the outbox of the job engine into webhook records.
import type { Database } from '#platform/db/database.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { createCoalescedTask } from '#platform/jobs/waiting/coalesced-task.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { jobColumns, recordOf, type JobRow } from '#platform/jobs/model/job-row.ts'
import { MAX_RESULT_BYTES, publish } from '#platform/webhooks/records/publish.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

const BATCH = 100
/** Most jobs that end have no receiver, so one process looks into the outbox at most this often. */
const MIN_INTERVAL_MS = 100

/** Moves what is in the outbox from `start` on until it is disposed. */
export interface OutboxDrain extends AsyncDisposable {
  start(): void
  /** A job has ended: looks into the outbox at once, or a little later when many jobs end. */
  wake(): void
}

/** What moving needs: the outbox is in `db`, and `present` says what an event shows of a job. */
export interface OutboxDrainDeps {
  readonly db: Database
  readonly log: Logger
  /** The `data` of an event. */
  readonly present: (job: JobRecord) => Record<string, unknown>
  /** The result as it is shown; by default as it is stored. */
  readonly presentResult?: (job: JobRecord) => unknown
  /** How often it looks without a wake-up, which another replica may have missed. */
  readonly pollMs: number
}

/** Does nothing before `start` and after it was disposed. */
export function createOutboxDrain(deps: OutboxDrainDeps): OutboxDrain {
  const { db, present, presentResult, pollMs } = deps
  const stopping = new AbortController()
  let poll: NodeJS.Timeout | null = null
  let next: NodeJS.Timeout | null = null
  let lookedAt = -Infinity

  const drain = createCoalescedTask(deps.log, 'announcing ended jobs', async () => {
    while (!stopping.signal.aborted) {
      if ((await drainEndedJobs(db, present, presentResult)) === 0) return
    }
  })

  return {
    start() {
      poll ??= setInterval(() => void drain.trigger(), pollMs).unref()
      void drain.trigger()
    },
    wake() {
      if (next !== null || poll === null) return
      next = setTimeout(
        () => {
          next = null
          lookedAt = performance.now()
          void drain.trigger()
        },
        Math.max(0, lookedAt + MIN_INTERVAL_MS - performance.now()),
      )
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      if (poll !== null) clearInterval(poll)
      if (next !== null) clearTimeout(next)
      await drain.settled()
    },
  }
}

interface OutboxRow {
  readonly job_id: string
  readonly event: string
  readonly webhook: WebhookTarget
  readonly created_at: Date
}

type ResultRow = JobRow & { readonly result: unknown; readonly has_result: boolean }

/**
 * One batch in one transaction: what leaves the outbox is queued for its destination. Answers the size of the batch.
 * Several replicas may do this at once. `present` gives the `data` of the event.
 */
export async function drainEndedJobs(
  db: Database,
  present: (job: JobRecord) => Record<string, unknown>,
  presentResult: (job: JobRecord) => unknown = ({ result }) => result,
): Promise<number> {
  const [waiting] = await db.query(sql`select from job_outbox limit 1`)
  if (waiting === undefined) return 0
  return db.transaction(async (tx) => {
    const taken = await tx.query<OutboxRow>(sql`
      with taken as (
        delete from job_outbox where id in (
          select id from job_outbox order by created_at limit ${BATCH} for update skip locked
        )
        returning job_id, event, webhook, created_at
      )
      select * from taken order by created_at`)
    const rows = await tx.query<ResultRow>(sql`
      select ${jobColumns}, r.job_id is not null and octet_length(r.result::text) <= ${MAX_RESULT_BYTES} as has_result,
        case when octet_length(r.result::text) <= ${MAX_RESULT_BYTES} then r.result end as result
      from jobs j
      left join job_results r on r.job_id = j.id
      where j.id = any(${taken.map(({ job_id: id }) => id)}::uuid[])`)
    const jobs = new Map(rows.map((row) => [row.id, row]))
    await publish(
      tx,
      taken.map(({ job_id: id, event, webhook, created_at: at }) => {
        const row = jobs.get(id)
        const subjectId = formatId('job', id)
        return {
          event,
          at,
          subjectId,
          owner: row?.owner ?? null,
          target: webhook,
          // Retention may have deleted the job while this process was away for days.
          summary: row === undefined ? { jobId: subjectId } : present(recordOf(row)),
          ...(row?.has_result === true ? { result: presentResult(recordOf(row, row.result)) } : {}),
        }
      }),
    )
    return taken.length
  })
}
