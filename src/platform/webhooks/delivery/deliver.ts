// The job that delivers one record: begin an attempt, send it, record how it went.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { SystemJobs } from '#platform/jobs/job-engine.ts'
import type { LocalHandler, LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { attemptDelivery, type Attempt, type AttemptDeps } from './attempt.ts'
import { createAttemptBeginnings, type Delivery } from './begin-attempts.ts'
import { createAttemptEnds } from './finish-attempts.ts'

/** What the handler needs: `engine` and `db` share a schema. */
export interface DeliverDeps extends AttemptDeps {
  readonly db: Database
  readonly engine: SystemJobs
  /** Called for each recorded attempt, with the milliseconds since the event. */
  readonly onAttempt: (attempt: Attempt, lagMs: number) => void
}

/** The handler of `system.deliver`. The id of the job is that of the record. */
export function createDeliver(deps: DeliverDeps): LocalHandler {
  const { db, engine, settings, log } = deps
  const begin = createAttemptBeginnings(db)
  const finish = createAttemptEnds(engine, settings.timeScale)

  /** Without an outcome: the process stops, and its jobs are released. */
  async function interrupt({ id, attempt }: Delivery): Promise<void> {
    await db
      .execute(
        sql`update webhook_attempts set error = 'sender_stopped'
          where record_id = ${id} and number = ${attempt} and duration_ms is null and error is null`,
      )
      .catch((error: unknown) => log.warn({ err: error }, 'a stopped webhook attempt was not recorded'))
  }

  async function run(job: LocalJob): Promise<void> {
    const lease = { jobId: job.id, leaseToken: job.leaseToken }
    const delivery = await begin(lease)
    if (delivery === null) {
      await engine.endTogether([lease], async (_, held) =>
        held.size === 0 ? [] : [{ ...lease, done: true }],
      )
    } else {
      const attempt = await attemptDelivery(deps, delivery, job.signal).catch(async (error: unknown) => {
        await interrupt(delivery)
        throw error
      })
      await finish({ lease, delivery, attempt })
      deps.onAttempt(attempt, Date.now() - delivery.createdAt.getTime())
    }
    job.ended()
  }

  return { pool: 'webhooks', concurrency: settings.concurrency, run }
}
