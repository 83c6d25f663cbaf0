// Processes one received webhook: its handler and the record of the outcome commit together, so that it counts once.
import { problemOf } from '#contract/surveyor-error.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

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

export interface ProcessDeps {
  readonly db: Database
  readonly log: Logger
  /** By type; an event of another type is discarded. */
  readonly handlers: Readonly<Record<string, IncomingHandler>>
}

interface DueRow {
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

/** Processes the next due record that no other replica has locked. Answers whether there was one. */
export async function processNext({ db, log, handlers }: ProcessDeps): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [due] = await tx.query<DueRow>(sql`
      select id, message_id, event, body, attempts from webhook_records
      where direction = 'incoming' and completed_at is null and next_attempt_at <= now()
      order by next_attempt_at
      limit 1
      for update skip locked`)
    if (due === undefined) return false
    const startedAt = performance.now()
    const attempt = due.attempts + 1
    const { status, error } = await handle(tx, due, handlers[due.event]).catch((thrown: unknown): Outcome => {
      log.warn(
        { err: thrown, recordId: formatId('whk', due.id), attempt },
        'a received webhook was not processed',
      )
      return { status: attempt < MAX_ATTEMPTS ? 'retrying' : 'failed', error: problemOf(thrown).code }
    })
    const ended = status !== 'retrying'
    await tx.execute(sql`
      with attempt as (
        insert into webhook_attempts (record_id, number, duration_ms, error)
        values (${due.id}, ${attempt}, ${Math.round(performance.now() - startedAt)}, ${error})
      )
      update webhook_records set status = ${status}, attempts = ${attempt}, last_error = ${error},
        failures = failures + ${status === 'retrying' || status === 'failed' ? 1 : 0},
        completed_at = case when ${ended} then now() end,
        next_attempt_at = case when not ${ended}
          then now() + ${fullJitter(BACKOFF, attempt)}::float8 * interval '1 ms' end
      where id = ${due.id}`)
    return true
  })
}

/** A throw undoes the writes of the handler, but not the record of the failure. */
async function handle(tx: Queryable, due: DueRow, handler: IncomingHandler | undefined): Promise<Outcome> {
  if (handler === undefined) return { status: 'discarded', error: 'unknown_event' }
  await tx.execute(sql`savepoint handler`)
  try {
    const { data } = JSON.parse(due.body) as { data?: unknown }
    const event = {
      recordId: formatId('whk', due.id),
      webhookId: due.message_id,
      type: due.event,
      data: data ?? null,
    }
    const done = await handler(tx, event)
    await tx.execute(sql`release savepoint handler`)
    return done === 'processed'
      ? { status: 'delivered', error: null }
      : { status: 'discarded', error: 'nobody_waits' }
  } catch (error) {
    await tx.execute(sql`rollback to savepoint handler`)
    throw error
  }
}
