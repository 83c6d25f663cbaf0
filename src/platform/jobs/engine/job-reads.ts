// The part of the engine that shows jobs: one, many, what happened to them, when they end, which could be claimed.
import { isTerminal } from '#contract/job.ts'
import { parseId } from '#kit/ids.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Database } from '#platform/db/database.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { listEvents, listJobs, type JobEvent, type JobFilter } from '#platform/jobs/queries/list-jobs.ts'
import { readJobs } from '#platform/jobs/queries/read-jobs.ts'
import type { EndWaits } from '#platform/jobs/waiting/end-waits.ts'
import type { Isolation } from '#platform/jobs/waiting/isolation.ts'
import { createOffers, type JobOffer, type OfferRequest } from '#platform/jobs/waiting/offers.ts'
import type { WakeUps } from '#platform/jobs/waiting/wake-ups.ts'

/** Reads jobs and waits for their ends. Throws `storage_unavailable` only. */
export interface JobReads {
  /** null for an unknown or malformed id. */
  get(id: string): Promise<JobRecord | null>
  /** Without results. Throws `invalid_cursor`. */
  list(filter: JobFilter): Promise<ListPage<JobRecord>>
  /** What happened to a job, oldest first. */
  events(id: string, options: { readonly after?: number; readonly limit: number }): Promise<JobEvent[]>
  /** The job when it ended, or as it is when the wait was over or aborted. Holds no connection while it waits. */
  waitForEnd(id: string, waitMs: number, signal?: AbortSignal): Promise<JobRecord | null>
  /** Claimable jobs, best first; changes nothing. Waits until there is at least one. */
  offer(request: OfferRequest): Promise<JobOffer[]>
}

/** Concurrent reads of single jobs share a statement. */
export function createJobReads(deps: {
  readonly db: Database
  readonly settings: JobSettings
  readonly endWaits: EndWaits
  readonly wakeUps: WakeUps
  readonly isolation: Isolation
}): JobReads {
  const { db, settings, endWaits } = deps
  const reads = createBatcher<string, JobRecord | null>({
    run: async (ids) => readJobs(db, ids),
    maxEntries: settings.maxBatch,
    concurrency: 2,
  })

  return {
    async get(jobId) {
      const id = parseId('job', jobId)
      return id === null ? null : reads.submit(id)
    },
    list: async (filter) => listJobs(db, filter),
    events: async (id, options) => listEvents(db, id, options),
    async waitForEnd(jobId, waitMs, signal) {
      const id = parseId('job', jobId)
      if (id === null) return null
      using wait = endWaits.wait(id, waitMs, signal)
      const now = await reads.submit(id)
      if (now === null || isTerminal(now.state) || waitMs <= 0) return now
      await wait.ended
      return await reads.submit(id)
    },
    offer: createOffers(deps),
  }
}
