// Serves the claims of many callers with few statements: one batcher for each set of types, and one for claims by id.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createBatcher, type Batcher } from '#platform/db/batcher.ts'
import type { Isolation } from '#platform/jobs/waiting/isolation.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import { noJob, unknownWorker } from '#platform/jobs/leases/leases.ts'
import type { JobRow } from '#platform/jobs/model/job-row.ts'
import { claimIsolated } from '#platform/jobs/sql/claim-isolated.ts'
import { claimByIds, claimFromQueue, type Claim, type ClaimedJob } from '#platform/jobs/sql/claim.ts'
import type { WakeUps } from '#platform/jobs/waiting/wake-ups.ts'

/** A claim of any jobs of these types. */
export interface ClaimNextRequest {
  readonly workerId: string
  /** `count` jobs at most for each group of types; at most `maxBatch` in one answer. */
  readonly max: readonly { readonly types: readonly string[]; readonly count: number }[]
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/** Claims of workers. Concurrent ones of the same types share a statement. */
export interface Claims {
  /** Throws `unknown_worker`, `not_found`, `job_already_claimed`, `job_ended` or `job_not_claimable`. */
  claim(jobId: string, workerId: string): Promise<ClaimedJob>
  /** Waits until there is at least one job; empty when the wait was over or aborted. Throws `unknown_worker`. */
  claimNext(request: ClaimNextRequest): Promise<ClaimedJob[]>
}

/** What claims need of the engine. */
export interface ClaimsDeps {
  readonly db: Database
  readonly settings: JobSettings
  readonly wakeUps: WakeUps
  readonly isolation: Pick<Isolation, 'waitingOf'>
  /** Is called at once for each claim. */
  readonly onClaimed: (claims: readonly Claim[]) => void
  /** Releases jobs that were claimed for a caller that has gone away. */
  readonly returnJobs: (jobs: readonly ClaimedJob[]) => Promise<void>
}

interface QueuedClaim {
  readonly workerId: string
  readonly count: number
}

interface ClaimOutcome {
  readonly jobs: ClaimedJob[]
  readonly more: boolean
}

interface TypeQueue {
  readonly batcher: Batcher<QueuedClaim, ClaimOutcome>
  users: number
}

/** How often a claim that found nothing tries again at once, because the queue continues behind the rows it read. */
const MAX_LOOKAHEADS = 10

/** Keeps no job: one that was claimed for a caller who has gone is returned at once. */
export function createClaims(deps: ClaimsDeps): Claims {
  const { db, settings, wakeUps } = deps
  const queues = new Map<string, TypeQueue>()

  function queueOf(types: readonly string[]): TypeQueue {
    const sorted = [...new Set(types)].sort()
    const key = JSON.stringify(sorted)
    let queue = queues.get(key)
    if (queue === undefined) {
      queue = { batcher: queueBatcher(deps, sorted), users: 0 }
      queues.set(key, queue)
    }
    // Types come from callers, so a batcher is dropped when its last user leaves.
    queue.users += 1
    return queue
  }

  async function fromQueue(types: readonly string[], entry: QueuedClaim): Promise<ClaimedJob[]> {
    const queue = queueOf(types)
    try {
      for (let lookahead = 1; ; lookahead += 1) {
        const { jobs, more } = await queue.batcher.submit(entry)
        if (jobs.length > 0 || !more || lookahead === MAX_LOOKAHEADS) return jobs
      }
    } finally {
      queue.users -= 1
      if (queue.users === 0) {
        for (const [key, value] of queues) if (value === queue) queues.delete(key)
      }
    }
  }

  /**
   * Claims from the first group that has isolated jobs. They go before the queue, because there are never many at a
   * time.
   */
  async function isolatedOf(workerId: string, request: ClaimNextRequest): Promise<ClaimedJob[]> {
    for (const { types, count } of request.max) {
      const waiting = deps.isolation.waitingOf(types)
      if (waiting.length === 0) continue
      const { claims } = await claimIsolated(db, settings, { workerId, types: waiting, count })
      deps.onClaimed(claims)
      if (claims.length > 0) return claims.map(({ claimed }) => claimed)
    }
    return []
  }

  /** One round over all groups. A failing group does not lose what another group got. */
  async function claimOnce(workerId: string, request: ClaimNextRequest): Promise<ClaimedJob[]> {
    const isolated = await isolatedOf(workerId, request)
    if (isolated.length > 0) return isolated
    const outcomes = await Promise.allSettled(
      request.max.map(async ({ types, count }) =>
        fromQueue(types, { workerId, count: Math.min(count, settings.maxBatch) }),
      ),
    )
    const jobs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (jobs.length === 0 && failed !== undefined) throw failed.reason
    return jobs
  }

  const ids = createBatcher<{ jobId: string; workerId: string }, ClaimedJob>({
    async run(requests) {
      const { claims, goneWorkers } = await claimByIds(db, settings, requests)
      deps.onClaimed(claims)
      const bySlot = new Map(claims.map((claim) => [claim.slot, claim.claimed]))
      const missed = requests.filter((_, slot) => !bySlot.has(slot)).map((request) => request.jobId)
      const states = missed.length === 0 ? new Map() : await statesOf(db, missed)
      return requests.map(
        (request, slot) =>
          bySlot.get(slot) ??
          (goneWorkers.has(request.workerId) ? unknownWorker() : refusal(states.get(request.jobId))),
      )
    },
    maxEntries: settings.maxBatch,
    keyOf: (request) => request.jobId,
  })

  return {
    async claimNext(request) {
      const worker = parseId('wrk', request.workerId)
      if (worker === null) throw unknownWorker()
      const types = request.max.flatMap((group) => group.types)
      const { waitMs, signal } = request
      const jobs = await wakeUps.untilFound({ types, waitMs, signal }, () => claimOnce(worker, request))
      if (signal?.aborted !== true) return jobs
      if (jobs.length > 0) await deps.returnJobs(jobs)
      return []
    },
    async claim(jobId, workerId) {
      const job = parseId('job', jobId)
      const worker = parseId('wrk', workerId)
      if (worker === null) throw unknownWorker()
      if (job === null) throw noJob()
      return ids.submit({ jobId: job, workerId: worker })
    },
  }
}

function queueBatcher(deps: ClaimsDeps, types: readonly string[]): Batcher<QueuedClaim, ClaimOutcome> {
  const { db } = deps
  const domainConcurrency = types.every(isSystemType)
    ? deps.settings.systemConcurrency
    : deps.settings.domainConcurrency
  const settings = { ...deps.settings, domainConcurrency }
  return createBatcher<QueuedClaim, ClaimOutcome>({
    async run(entries) {
      const order = roundRobin(entries)
      const { claims, goneWorkers, ineligibleWorkers, more } = await claimFromQueue(db, settings, {
        types,
        slots: order.map(({ workerId }) => workerId),
      })
      deps.onClaimed(claims)
      const jobs = Map.groupBy(claims, ({ slot }) => order[slot])
      return entries.map((entry) => {
        if (goneWorkers.has(entry.workerId)) return unknownWorker()
        if (ineligibleWorkers.has(entry.workerId)) return unregisteredTypes(types)
        return { jobs: (jobs.get(entry) ?? []).map(({ claimed }) => claimed), more }
      })
    },
    maxEntries: settings.maxBatch,
    weigh: (entry) => entry.count,
    maxWeight: settings.maxBatch,
  })
}

/** The caller of each slot: round robin until every caller has as many as it asked for. */
function roundRobin(entries: readonly QueuedClaim[]): QueuedClaim[] {
  const order: QueuedClaim[] = []
  const max = Math.max(...entries.map((entry) => entry.count))
  for (let round = 0; round < max; round += 1) {
    for (const entry of entries) if (round < entry.count) order.push(entry)
  }
  return order
}

function unregisteredTypes(types: readonly string[]): SurveyorError {
  const detail = `The worker registered only some of ${types.join(', ')}: register again with all that it claims.`
  return new SurveyorError('job_not_claimable', detail.slice(0, 1_000))
}

async function statesOf(db: Database, ids: readonly string[]): Promise<Map<string, JobRow['state']>> {
  const rows = await db.query<Pick<JobRow, 'id' | 'state'>>(sql`
    select id, state from jobs where id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row.state]))
}

function refusal(state: JobRow['state'] | undefined): SurveyorError {
  switch (state) {
    case undefined:
      return noJob()
    case 'running':
      return new SurveyorError('job_already_claimed', 'Another worker has claimed the job.')
    case 'queued':
    case 'scheduled':
      return new SurveyorError(
        'job_not_claimable',
        'The job is not to be claimed now: it is not due, its domain is busy, the queue is paused, its type is none that your ' +
          'worker registered, your worker is to take no work, or it runs another job whose last worker was lost.',
      )
    default:
      return new SurveyorError('job_ended', `The job has ended as ${state}.`)
  }
}
