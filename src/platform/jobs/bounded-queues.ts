// Refuses new work of a kind when too much of that kind is already waiting, so that accepted work is done in time.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import type { EnqueueStep } from '#platform/jobs/engine/job-steps.ts'
import { countByType } from './queue-control.ts'

/** The bounds, and what jobs are counted under. */
export interface QueueBoundsDeps {
  readonly db: Database
  /** The most jobs that may wait, by kind of work. A kind without an entry has no bound. */
  readonly limits: Readonly<Record<string, number>>
  /** The kind of work of a job type; null where it is not known. */
  readonly kindOf: (type: string) => string | null
}

/**
 * How long a count is used before it is read again. With several replicas, the bound can be exceeded by what they
 * accept within this time.
 */
const COUNTED_EVERY_MS = 250
const RETRY_AFTER_MS = 5_000

/**
 * Throws `queue_full` when the jobs would not fit behind the waiting ones. A batch is accepted as a whole or refused as
 * a whole.
 */
export function boundQueues({ db, limits, kindOf }: QueueBoundsDeps): EnqueueStep {
  let counts = new Map<string, number>()
  let countedAt = -Infinity
  let counting: Promise<void> | null = null

  async function count(): Promise<void> {
    const startedAt = performance.now()
    const fresh = new Map<string, number>()
    for (const { type, counts: of } of await countByType(db)) {
      const kind = kindOf(type)
      if (kind !== null) fresh.set(kind, (fresh.get(kind) ?? 0) + of.queued + of.scheduled)
    }
    counts = fresh
    countedAt = startedAt
  }

  return {
    async admit(specs) {
      const wanted = new Map<string, number>()
      for (const { pool } of specs) {
        if (limits[pool] !== undefined) wanted.set(pool, (wanted.get(pool) ?? 0) + 1)
      }
      if (wanted.size === 0) return
      if (performance.now() - countedAt > COUNTED_EVERY_MS) {
        await (counting ??= count().finally(() => (counting = null)))
      }
      for (const [kind, more] of wanted) {
        const waiting = counts.get(kind) ?? 0
        const limit = limits[kind] ?? Infinity
        if (waiting + more <= limit) continue
        throw new SurveyorError(
          'queue_full',
          `${waiting} jobs of the kind ${kind} wait, and at most ${limit} may: this takes ${more} more.`,
          { retryAfterMs: RETRY_AFTER_MS },
        )
      }
      // Jobs accepted since the last count are added to it.
      for (const [kind, more] of wanted) counts.set(kind, (counts.get(kind) ?? 0) + more)
    },
  }
}
