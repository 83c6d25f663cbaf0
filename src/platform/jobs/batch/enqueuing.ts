// Accepts jobs: single jobs of many callers share a statement, and the jobs of one caller are accepted all or none.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf, type MovedRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import type { AfterCommit } from '#platform/jobs/effects/after-commit.ts'
import {
  enqueue,
  enqueueEntry,
  isNew,
  join,
  type EnqueueEntry,
  type JobSpec,
} from '#platform/jobs/sql/enqueue.ts'

/** Accepts jobs. A job that was answered survives a crash of the database. */
export interface Enqueuing {
  /**
   * Without `tx`, concurrent callers share one statement. Throws `draining`, or `not_found` or `conflict` for the
   * parent. With a `dedupeKey` it may answer an equal job; `leave` when that is not waited for any more.
   */
  enqueue(spec: JobSpec, tx?: Queryable): Promise<JobRecord>
  /** All or none. */
  enqueueMany(specs: readonly JobSpec[], tx?: Queryable): Promise<JobRecord[]>
  /** A batch: the parent is `running` at once and ends when its last child ends. Needs at least one child. */
  enqueueParent(spec: JobSpec, children: readonly JobSpec[], tx?: Queryable): Promise<JobRecord>
  /**
   * Joins the unfinished job with this key, as `enqueue` does, but makes no job: null without one. For a request that
   * may not enqueue.
   */
  join(dedupeKey: string): Promise<JobRecord | null>
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
      const { sent, places } = mergeEqual(entries)
      const rows = await enqueue(db, settings, sent)
      const { made, joined } = split(sent, rows)
      afterCommit.onMoved(made)
      onJoined(joined)
      const outcomes = rows.map((row) => (row instanceof SurveyorError ? row : recordOf(row)))
      return places.flatMap((place) => outcomes[place] ?? [])
    },
    maxEntries: settings.maxBatch,
    weigh: (entry) => entry.own.length + entry.shape.length,
    maxWeight: MAX_BYTES,
  })

  /** A claim that ran meanwhile passed over the rows that the join had locked. */
  function onJoined(rows: readonly MovedRow[]): void {
    const claimable = rows.filter(({ state, parked }) => state === 'queued' && !parked)
    afterCommit.onVisible(claimable.map(({ type }) => type))
  }

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
    if (entries.length > 1 && entries.some(({ dedupeKey }) => dedupeKey !== null)) {
      throw new TypeError('A dedupe key is for a job that is enqueued by itself.')
    }
    if (tx === undefined) {
      const rows = await db.transaction(async (own) => together(own, entries))
      afterCommit.onMoved(split(entries, rows).made)
      return rows.map((row) => recordOf(row))
    }
    const rows = await together(tx, entries)
    await afterCommit.onMovedIn(tx, split(entries, rows).made)
    return rows.map((row) => recordOf(row))
  }

  async function entry(given: EnqueueEntry, tx?: Queryable): Promise<JobRecord> {
    if (tx === undefined) return single.submit(given)
    const [record] = await enqueueAll([given], tx)
    return enqueued(record)
  }

  return {
    entry,
    enqueue: async (spec, tx) => entry(enqueueEntry(spec), tx),
    enqueueMany: async (specs, tx) =>
      enqueueAll(
        specs.map((spec) => enqueueEntry(spec)),
        tx,
      ),
    async join(dedupeKey) {
      const row = await join(db, dedupeKey)
      if (row === null) return null
      onJoined([row])
      return recordOf(row)
    },
    async enqueueParent(spec, children, tx) {
      if (children.length === 0) {
        throw new SurveyorError('validation_failed', 'A batch needs at least one job.')
      }
      const parent = enqueueEntry(spec, { children: children.length })
      const lineage = { batchId: parent.id, accepted: spec.parentId !== undefined }
      const entries = children.map((child) => enqueueEntry(boundBy(spec, child), lineage))
      const [record] = await enqueueAll([parent, ...entries], tx)
      return enqueued(record)
    },
  }
}

function enqueued(record: JobRecord | undefined): JobRecord {
  if (record === undefined) throw new Error('A job that was enqueued has no record.')
  return record
}

/** Equal entries as one, because a statement inserts a key only once; `places` says where each one went. */
function mergeEqual(entries: readonly EnqueueEntry[]): {
  readonly sent: readonly EnqueueEntry[]
  readonly places: readonly number[]
} {
  const sent: EnqueueEntry[] = []
  const byKey = new Map<string, number>()
  const places = entries.map((entry) => {
    const { dedupeKey } = entry
    const place = (dedupeKey === null ? undefined : byKey.get(dedupeKey)) ?? sent.length
    const before = sent[place]
    sent[place] = before === undefined ? entry : { ...before, waiters: before.waiters + entry.waiters }
    if (dedupeKey !== null) byKey.set(dedupeKey, place)
    return place
  })
  return { sent, places }
}

/** The new jobs, and those of others that were joined. */
function split(
  entries: readonly EnqueueEntry[],
  rows: readonly (MovedRow | SurveyorError)[],
): { readonly made: MovedRow[]; readonly joined: MovedRow[] } {
  const made: MovedRow[] = []
  const joined: MovedRow[] = []
  for (const [index, entry] of entries.entries()) {
    const row = rows[index]
    if (row === undefined || row instanceof SurveyorError) continue
    if (isNew(entry, row)) made.push(row)
    else joined.push(row)
  }
  return { made, joined }
}

/** A batch ends with its last child, so the time limits of the batch apply to its children. */
function boundBy(parent: JobSpec, child: JobSpec): JobSpec {
  const deadlines = [parent.deadlineMs, child.deadlineMs].filter((ms) => ms !== undefined)
  return deadlines.length === 0 ? child : { ...child, deadlineMs: Math.min(...deadlines) }
}
