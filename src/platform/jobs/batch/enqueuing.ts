// Accepts jobs: single jobs of many callers share a statement, and the jobs of one caller are accepted all or none.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf, type MovedRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import type { AfterCommit } from '#platform/jobs/effects/after-commit.ts'
import { enqueue, enqueueEntry, type EnqueueEntry, type JobSpec } from '#platform/jobs/sql/enqueue.ts'

export interface Enqueuing {
  /**
   * Without `tx`, concurrent callers share one statement. Throws `draining`, or `not_found` or `conflict` for the
   * parent.
   */
  enqueue(spec: JobSpec, tx?: Queryable): Promise<JobRecord>
  /** All or none. */
  enqueueMany(specs: readonly JobSpec[], tx?: Queryable): Promise<JobRecord[]>
  /** A batch: the parent is `running` at once and ends when its last child ends. Needs at least one child. */
  enqueueParent(spec: JobSpec, children: readonly JobSpec[], tx?: Queryable): Promise<JobRecord>
}

/** The same, and what only the engine itself enqueues. */
export interface EntryEnqueuing extends Enqueuing {
  readonly entry: (entry: EnqueueEntry, tx?: Queryable) => Promise<JobRecord>
}

const MAX_BYTES = 8 * 1024 * 1024

export function createEnqueuing(deps: {
  readonly db: Database
  readonly settings: JobSettings
  readonly afterCommit: AfterCommit
}): EntryEnqueuing {
  const { db, settings, afterCommit } = deps

  const single = createBatcher<EnqueueEntry, JobRecord>({
    async run(entries) {
      const rows = await enqueue(db, settings, entries)
      afterCommit.onMoved(rows.flatMap((row) => (row instanceof SurveyorError ? [] : [row])))
      return rows.map((row) => (row instanceof SurveyorError ? row : recordOf(row)))
    },
    maxEntries: settings.maxBatch,
    weigh: (entry) => entry.own.length + entry.shape.length,
    maxWeight: MAX_BYTES,
  })

  /** All or none: one refusal undoes the transaction. */
  async function together(tx: Queryable, entries: readonly EnqueueEntry[]): Promise<MovedRow[]> {
    const rows: MovedRow[] = []
    for (let at = 0; at < entries.length; at += settings.maxBatch) {
      const some = await enqueue(tx, settings, entries.slice(at, at + settings.maxBatch))
      for (const row of some) {
        if (row instanceof SurveyorError) throw row
        rows.push(row)
      }
    }
    return rows
  }

  async function enqueueAll(entries: readonly EnqueueEntry[], tx?: Queryable): Promise<JobRecord[]> {
    if (tx === undefined) {
      const rows = await db.transaction(async (own) => together(own, entries))
      afterCommit.onMoved(rows)
      return rows.map((row) => recordOf(row))
    }
    const rows = await together(tx, entries)
    await afterCommit.onMovedIn(tx, rows)
    return rows.map((row) => recordOf(row))
  }

  async function entry(given: EnqueueEntry, tx?: Queryable): Promise<JobRecord> {
    if (tx === undefined) return single.submit(given)
    const [record] = await enqueueAll([given], tx)
    return record as JobRecord
  }

  return {
    entry,
    enqueue: async (spec, tx) => entry(enqueueEntry(spec), tx),
    enqueueMany: async (specs, tx) =>
      enqueueAll(
        specs.map((spec) => enqueueEntry(spec)),
        tx,
      ),
    async enqueueParent(spec, children, tx) {
      if (children.length === 0) {
        throw new SurveyorError('validation_failed', 'A batch needs at least one job.')
      }
      const parent = enqueueEntry(spec, { children: children.length })
      const lineage = { batchId: parent.id, accepted: spec.parentId !== undefined }
      const entries = children.map((child) => enqueueEntry(boundBy(spec, child), lineage))
      const [record] = await enqueueAll([parent, ...entries], tx)
      return record as JobRecord
    },
  }
}

/** A batch ends with its last child, so the time limits of the batch apply to its children. */
function boundBy(parent: JobSpec, child: JobSpec): JobSpec {
  const deadlines = [parent.deadlineMs, child.deadlineMs].filter((ms) => ms !== undefined)
  return deadlines.length === 0 ? child : { ...child, deadlineMs: Math.min(...deadlines) }
}
