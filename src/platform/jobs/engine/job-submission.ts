// The part of the engine that brings jobs in and takes them back: enqueue, run again, cancel, delete.
import { isTerminal } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Enqueuing, EntryEnqueuing } from '#platform/jobs/batch/enqueuing.ts'
import type { AfterCommit } from '#platform/jobs/effects/after-commit.ts'
import type { HookRunner } from '#platform/jobs/effects/hooks.ts'
import { noJob } from '#platform/jobs/leases/leases.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf, type MovedRow } from '#platform/jobs/model/job-row.ts'
import { cancel, leave } from '#platform/jobs/sql/cancel.ts'
import { DELETE_BATCH, deleteEnded, readFamily } from '#platform/jobs/queries/delete-ended.ts'
import { enqueueEntry, type JobSpec } from '#platform/jobs/sql/enqueue.ts'
import { readRetry } from '#platform/jobs/sql/retry.ts'
import type { JobReads } from './job-reads.ts'
import type { EnqueueStep } from './job-steps.ts'

export interface RetriedJob {
  readonly job: JobRecord
  /** False when an equal job was enqueued before and has not ended. */
  readonly isNew: boolean
}

/**
 * Each method that enqueues runs the steps `beforeEnqueue` and throws what they throw. `join` runs none: it brings in no
 * job.
 */
export interface JobSubmission extends Enqueuing {
  /**
   * Makes a new job with the same input, with `retryOf`, and with the parent of the original. Throws `not_found` or
   * `job_not_retryable` (not ended, or a batch parent). Until the new job has ended, another retry answers the same new
   * job.
   */
  retry(jobId: string, tx?: Queryable): Promise<RetriedJob>
  /**
   * Cancels the job and all its descendants at once. A running job is asked to stop; it ends when its worker releases
   * it or its lease ends. A second request changes nothing. Throws `not_found` or `job_not_cancellable` (it has ended).
   */
  cancel(jobId: string, reason: string): Promise<JobRecord>
  /**
   * The same for all descendants of a job, whether or not the job itself has ended. Answers how many jobs it reached.
   */
  cancelFamily(jobId: string, reason: string): Promise<number>
  /**
   * Deletes the job and all its descendants, with their results, files and events. `beforehand` gets the ids of these jobs
   * and removes what else was made of them. Throws `not_found` or `job_not_deletable` (one of them has not ended). After
   * a crash in between the job itself is still there and can be deleted again.
   */
  delete(jobId: string, beforehand: (jobIds: readonly string[]) => Promise<void>): Promise<void>
  /**
   * A request that enqueued or joined a job by its dedupe key is gone. The last one that leaves cancels the job. A
   * request that never leaves keeps the job for itself. A process that is killed leaves nothing: its jobs run to their
   * end.
   */
  leave(jobId: string, reason: string): Promise<void>
}

/** The mechanisms below the steps. */
export interface JobSubmissionDeps {
  readonly db: Database
  readonly hooks: HookRunner
  readonly afterCommit: AfterCommit
  readonly enqueuing: EntryEnqueuing
  readonly reads: Pick<JobReads, 'get'>
  readonly steps: readonly EnqueueStep[]
}

export function createJobSubmission(deps: JobSubmissionDeps): JobSubmission {
  const { db, hooks, afterCommit, enqueuing, reads, steps } = deps
  const admitting = steps.filter((step) => step.admit !== undefined)

  function toStored(given: JobSpec): JobSpec {
    let spec = given
    for (const step of steps) spec = step.toStored?.(spec) ?? spec
    return spec
  }

  async function admit(specs: readonly JobSpec[]): Promise<void> {
    for (const step of admitting) await step.admit?.(specs)
  }

  /** The jobs that the transition cancelled, or asked to stop. */
  async function cancelWith(id: string, reason: string, which?: 'any'): Promise<MovedRow[]> {
    const rows = await hooks.decided(async (on) => cancel(on, id, storableText(reason), which))
    afterCommit.onMoved(rows)
    return rows
  }

  async function retryIn(tx: Queryable, id: string): Promise<RetriedJob> {
    const retry = await readRetry(tx, id)
    if ('running' in retry) return { job: recordOf(retry.running), isNew: false }
    return { job: await enqueuing.entry(enqueueEntry(retry.spec, { retryOf: id }), tx), isNew: true }
  }

  return {
    async enqueue(given, tx) {
      const spec = toStored(given)
      if (admitting.length > 0 && tx === undefined && spec.parentId === undefined) await admit([spec])
      return enqueuing.enqueue(spec, tx)
    },

    async enqueueMany(given, tx) {
      const specs = given.map(toStored)
      const fresh = specs.filter(({ parentId }) => parentId === undefined)
      if (tx === undefined && fresh.length > 0) await admit(fresh)
      return enqueuing.enqueueMany(specs, tx)
    },

    async enqueueParent(given, givenChildren, tx) {
      const [spec, children] = [toStored(given), givenChildren.map(toStored)]
      if (tx === undefined && spec.parentId === undefined) await admit(children)
      return enqueuing.enqueueParent(spec, children, tx)
    },

    join: async (dedupeKey) => enqueuing.join(dedupeKey),

    async retry(jobId, tx) {
      const id = parseId('job', jobId)
      if (id === null) throw noJob()
      if (tx !== undefined) return retryIn(tx, id)
      if (admitting.length > 0) {
        // Before the transaction: with every connection inside one, a step that reads would never get its own.
        const retry = await readRetry(db, id)
        if ('spec' in retry) await admit([retry.spec])
      }
      return db.transaction(async (own) => retryIn(own, id))
    },

    async cancel(jobId, reason) {
      const id = parseId('job', jobId)
      if (id === null) throw noJob()
      const row = (await cancelWith(id, reason)).find((moved) => moved.id === id)
      if (row !== undefined && row.children_total === null) return recordOf(row)
      // A batch without running jobs ends at once with its children.
      if (row !== undefined) await afterCommit.endParents()
      const now = await reads.get(jobId)
      if (now === null) throw noJob()
      if (row === undefined && isTerminal(now.state)) {
        throw new SurveyorError('job_not_cancellable', `The job has already ended as ${now.state}.`)
      }
      return now
    },

    async cancelFamily(jobId, reason) {
      const id = parseId('job', jobId)
      return id === null ? 0 : (await cancelWith(id, reason, 'any')).length
    },

    async delete(jobId, beforehand) {
      const id = parseId('job', jobId)
      const family = id === null ? [] : await readFamily(db, id)
      if (id === null || family.length === 0) throw noJob()
      const notEnded = (): SurveyorError =>
        new SurveyorError(
          'job_not_deletable',
          'The job, or one that it made, has not ended: cancel it first.',
        )
      if (family.some(({ hasEnded }) => !hasEnded)) throw notEnded()
      const ids = family.map((each) => each.id)
      await beforehand(ids.map((each) => formatId('job', each)))
      for (let from = 0; from < ids.length; from += DELETE_BATCH)
        await deleteEnded(db, sql`j.id = any(${ids.slice(from, from + DELETE_BATCH)}::uuid[])`)
      // One of them may have been run again meanwhile.
      if ((await reads.get(jobId)) !== null) throw notEnded()
    },

    async leave(jobId, reason) {
      const id = parseId('job', jobId)
      if (id === null) return
      afterCommit.onMoved(await hooks.decided(async (on) => leave(on, id, storableText(reason))))
    },
  }
}
