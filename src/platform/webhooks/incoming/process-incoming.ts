// The job that processes a received webhook: its handler and the record of the outcome commit together, so it counts once.
import { problemOf } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { Queryable } from '#platform/db/database.ts'
import { inSavepoint } from '#platform/db/queryable.ts'
import { sql } from '#platform/db/sql.ts'
import type { SystemJobs } from '#platform/jobs/job-engine.ts'
import type { LocalHandler } from '#platform/jobs/worker/local-worker.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** A received event, as its handler gets it. */
export interface IncomingEvent {
  /** `whk_…` of the record; a replay has its own. */
  readonly recordId: string
  /** The same for an event and its replays: a handler that has processed it before has nothing to do. */
  readonly webhookId: string
  readonly type: string
  /** `data` of the body. */
  readonly data: unknown
}

/**
 * Writes through `tx` only. `nobody_waits`: the subject of the event is not known here (any more). A throw undoes the
 * writes of the handler, and the event is tried again later.
 */
export type IncomingHandler = (tx: Queryable, event: IncomingEvent) => Promise<'processed' | 'nobody_waits'>

/** What the handler needs: the records are in the schema of `engine`. */
export interface ProcessDeps {
  readonly engine: SystemJobs
  readonly log: Logger
  /** By type; an event of another type is discarded. */
  readonly handlers: Readonly<Record<string, IncomingHandler>>
}

interface ReceivedRow {
  readonly id: string
  readonly message_id: string
  readonly event: string
  readonly body: string
  readonly attempts: number
}

interface Outcome {
  readonly status: 'delivered' | 'discarded' | 'retrying' | 'failed'
  readonly error: string | null
}

const MAX_ATTEMPTS = 8
const BACKOFF = { baseMs: 2_000, factor: 3, capMs: 3_600_000 }

/** The handler of `system.process`. The id of the job is that of the record; one is processed at a time. */
export function createProcess({ engine, log, handlers }: ProcessDeps): LocalHandler {
  /** Answers the wait before the next attempt; null when there is none. */
  async function process(tx: Queryable, id: string | null): Promise<number | null> {
    const [received] = await tx.query<ReceivedRow>(sql`
      select id, message_id, event, body, attempts from webhook_records
      where id = ${id} and completed_at is null
      for update`)
    if (received === undefined) return null
    const startedAt = performance.now()
    const attempt = received.attempts + 1
    const outcome = await handle(tx, received, handlers[received.event]).catch((thrown: unknown): Outcome => {
      const recordId = formatId('whk', received.id)
      log.warn({ err: thrown, recordId, attempt }, 'a received webhook was not processed')
      return { status: attempt < MAX_ATTEMPTS ? 'retrying' : 'failed', error: problemOf(thrown).code }
    })
    await record(tx, received.id, attempt, outcome, performance.now() - startedAt)
    return outcome.status === 'retrying' ? fullJitter(BACKOFF, attempt) : null
  }

  return {
    pool: 'webhooks',
    concurrency: 1,
    async run(job) {
      const lease = { jobId: job.id, leaseToken: job.leaseToken }
      await engine.endTogether([lease], async (tx, held) => {
        if (!held.has(job.id)) return []
        const retryInMs = await process(tx, parseId('job', job.id))
        return [retryInMs === null ? { ...lease, done: true } : { ...lease, retryInMs }]
      })
      job.ended()
    },
  }
}

async function record(
  tx: Queryable,
  id: string,
  attempt: number,
  { status, error }: Outcome,
  durationMs: number,
): Promise<void> {
  await tx.execute(sql`
    with attempt as (
      insert into webhook_attempts (record_id, number, duration_ms, error)
      values (${id}, ${attempt}, ${Math.round(durationMs)}, ${error})
    )
    update webhook_records set status = ${status}, attempts = ${attempt}, last_error = ${error},
      failures = failures + ${status === 'retrying' || status === 'failed' ? 1 : 0},
      completed_at = case when ${status !== 'retrying'} then now() end
    where id = ${id}`)
}

/** A throw undoes the writes of the handler, but not the record of the failure. */
async function handle(
  tx: Queryable,
  received: ReceivedRow,
  handler: IncomingHandler | undefined,
): Promise<Outcome> {
  if (handler === undefined) return { status: 'discarded', error: 'unknown_event' }
  return inSavepoint(tx, async () => {
    const { data = null } = fieldsOf(JSON.parse(received.body))
    const done = await handler(tx, {
      recordId: formatId('whk', received.id),
      webhookId: received.message_id,
      type: received.event,
      data,
    })
    return done === 'processed'
      ? { status: 'delivered', error: null }
      : { status: 'discarded', error: 'nobody_waits' }
  })
}
