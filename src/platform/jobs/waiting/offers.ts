// The jobs that a worker might claim: reads the head of the queue and changes nothing.
import { formatId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Isolation } from './isolation.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import { candidates } from '#platform/jobs/sql/claim.ts'
import type { WakeUps } from './wake-ups.ts'

/** A job that may be claimed by its id, which is `job_…`. */
export interface JobOffer {
  readonly id: string
  readonly type: string
  readonly priority: number
}

/** As of `GET /api/worker/jobs/next`. */
export interface OfferRequest {
  /** null: any type. */
  readonly types: readonly string[] | null
  readonly limit: number
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/** For this long, a job that was offered to one worker is offered to another only when there is nothing else. */
const SPREAD_MS = 3_000
const MAX_REMEMBERED = 1_000
const MAX_ISOLATED = 10

/** With its stored uuid. */
type Row = JobOffer

/**
 * Answers claimable jobs, best first, and waits until there is one. Spreads the offers of one process, so that fifty
 * idle workers do not all try to claim the same job.
 */
export function createOffers(deps: {
  readonly db: Database
  readonly settings: JobSettings
  readonly wakeUps: WakeUps
  readonly isolation: Pick<Isolation, 'waitingOf'>
}): (request: OfferRequest) => Promise<JobOffer[]> {
  const { db, settings, wakeUps } = deps
  const offeredAt = new Map<string, number>()

  function forgetOld(now: number): void {
    for (const [id, at] of offeredAt) {
      if (at + SPREAD_MS > now && offeredAt.size <= MAX_REMEMBERED) return
      offeredAt.delete(id)
    }
  }

  /** Jobs of a lost worker are not in the queue. A few are enough, since a worker may run one of them at a time. */
  async function isolatedOf(types: readonly string[] | null): Promise<Row[]> {
    const waiting = deps.isolation.waitingOf(types)
    if (waiting.length === 0) return []
    return db.query<Row>(sql`
      select id, type, priority from jobs
      where isolated and state = 'queued' and type = any(${waiting}::text[])
        and coalesce(least(queue_until, deadline_at) > now(), true)
        and (select state from queue_control) <> 'paused'
      order by priority desc, rank, id limit ${MAX_ISOLATED}`)
  }

  async function findOffers(types: readonly string[] | null, limit: number): Promise<JobOffer[]> {
    forgetOld(performance.now())
    const isolated = await isolatedOf(types)
    const offered = types?.filter((type) => !isSystemType(type)) ?? null
    const inLine = await db.query<Row>(sql`
        with ${candidates(
          offered === null
            ? sql`(select distinct type from job_counts where state = 'queued')`
            : sql`unnest(${offered}::text[])`,
          settings.domainConcurrency,
          limit + offeredAt.size,
        )}
        select id, type, priority from candidates order by priority desc, rank, id`)
    const rows = [...isolated, ...inLine]
    const fresh = rows.filter((row) => !offeredAt.has(row.id))
    const chosen = (fresh.length > 0 ? fresh : rows).slice(0, limit)
    const now = performance.now()
    for (const { id } of chosen) {
      // Deleted and inserted again, so that the map stays in the order of time.
      offeredAt.delete(id)
      offeredAt.set(id, now)
    }
    return chosen.map((row) => ({ id: formatId('job', row.id), type: row.type, priority: row.priority }))
  }

  return async (request) => wakeUps.untilFound(request, () => findOffers(request.types, request.limit))
}
