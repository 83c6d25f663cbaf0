// Single flight: equal requests that arrive while one is in flight share its job, over all replicas.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, newId, parseId } from '#kit/ids.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import { looksRare } from '#platform/db/planner-hints.ts'

/** A request joined to an in-flight job. Exactly one of `stay` and `leave` is called, once. */
export interface SharedRequest {
  readonly jobId: string
  /** Another request started the job. */
  readonly joined: boolean
  /** The job has ended, or its end is wanted although no request may wait for it. */
  stay(): void
  /** This request no longer waits. True: no other request does either, so the job has no use. */
  leave(): Promise<boolean>
}

export interface InFlightRequests {
  /**
   * Joins the job of an equal request, or lets `start` make the job with this id. `start` answers false when no job is
   * needed any more; the result is then null. A throw of `start` reaches all requests that wait for it in this process;
   * requests in other replicas try again themselves.
   */
  join(key: string, start: (jobId: string) => Promise<boolean>): Promise<SharedRequest | null>
  /** Called after an end that keeps nothing: the next equal request starts a new job. */
  release(jobIds: readonly string[]): Promise<void>
}

interface Claim {
  readonly key: string
  /** A stored uuid. */
  readonly id: string
}

interface LocalRequest {
  /** Null: no start was needed. */
  readonly joining: Promise<{ jobId: string; joined: boolean } | null>
  waiters: number
  /** A caller comes back for the job later. */
  wanted: boolean
}

/**
 * From the claim of a dedupe key until its job is in the database, and from the end of a job until its result is kept.
 */
const GRACE = sql`interval '10 seconds'`
const MAX_PUBLISH_MS = 10_000
const POLL_INTERVAL_MS = 10
const MAX_PER_STATEMENT = 200

export function createInFlightRequests({ db }: { readonly db: Database }): InFlightRequests {
  const local = new Map<string, LocalRequest>()

  const claims = createBatcher<Claim, string>({
    run: async (entries) => claimRequests(db, entries),
    maxEntries: MAX_PER_STATEMENT,
    keyOf: ({ key }) => key,
  })

  async function startOrJoin(
    key: string,
    start: (jobId: string) => Promise<boolean>,
  ): Promise<{ jobId: string; joined: boolean } | null> {
    const mine = newId('job')
    const id = parseId('job', mine) ?? ''
    const current = await claims.submit({ key, id })
    if (current !== id) return { jobId: formatId('job', current), joined: true }
    let isStarted = false
    try {
      isStarted = await start(mine)
    } finally {
      if (!isStarted) {
        await db
          .execute(sql`delete from cache_flights where key = ${key} and job_id = ${id}`)
          .catch(() => undefined)
      }
    }
    return isStarted ? { jobId: mine, joined: false } : null
  }

  function forget(key: string, request: LocalRequest): void {
    if (request.waiters === 0 && local.get(key) === request) local.delete(key)
  }

  return {
    async join(key, start) {
      const known = local.get(key)
      const request: LocalRequest = known ?? { joining: startOrJoin(key, start), waiters: 0, wanted: false }
      if (known === undefined) local.set(key, request)
      request.waiters += 1
      let outcome: Awaited<LocalRequest['joining']> = null
      try {
        outcome = await request.joining
      } finally {
        if (outcome === null) {
          request.waiters -= 1
          forget(key, request)
        }
      }
      if (outcome === null) return null
      const { jobId, joined } = outcome
      return {
        jobId,
        joined: joined || known !== undefined,
        stay() {
          request.wanted = true
          request.waiters -= 1
          forget(key, request)
        },
        async leave() {
          request.waiters -= 1
          forget(key, request)
          if (request.waiters > 0 || request.wanted) return false
          return leaveRequest(db, key, parseId('job', jobId) ?? '')
        },
      }
    },
    async release(jobIds) {
      const ids = jobIds.flatMap((jobId) => parseId('job', jobId) ?? [])
      if (ids.length > 0) await db.execute(sql`delete from cache_flights where job_id = any(${ids}::uuid[])`)
    },
  }
}

/** The job of each dedupe key: the one that is still in flight, else that of the new claim. */
async function claimRequests(db: Database, claims: readonly Claim[]): Promise<string[]> {
  const rows = await db.query<{ key: string; job_id: string }>(
    prepared(
      'cache_flights_claim',
      sql`
        insert into cache_flights as f (key, job_id, interest, started_at)
        select key, job_id, 1, now()
        from unnest(${claims.map(({ key }) => key)}::text[], ${claims.map(({ id }) => id)}::uuid[])
          with ordinality as w (key, job_id, n)
        where ${looksRare}
        order by key
        on conflict (key) do update set (job_id, interest, started_at) = (
          select
            case when going then f.job_id else excluded.job_id end,
            case when going then f.interest + 1 else 1 end,
            case when going then f.started_at else now() end
          from (
            select coalesce(
              (
                select (j.completed_at is null and j.cancel_requested_at is null)
                  or (j.state = 'succeeded' and j.completed_at > now() - ${GRACE})
                from jobs j where j.id = f.job_id
              ),
              f.started_at > now() - ${GRACE}
            ) as going
          ) as look
        )
        returning key, job_id`,
    ),
  )
  const current = new Map(rows.map((row) => [row.key, row.job_id]))
  return claims.map(({ key, id }) => current.get(key) ?? id)
}

/** True when no other request has joined. The key is then released, so that the next request starts a new job. */
async function leaveRequest(db: Database, key: string, jobId: string): Promise<boolean> {
  await db.execute(sql`
    update cache_flights set interest = interest - 1 where key = ${key} and job_id = ${jobId}`)
  const gone = await db.execute(sql`
    delete from cache_flights where key = ${key} and job_id = ${jobId} and interest <= 0`)
  return gone > 0
}

/** The result of `find` for a joined job: the job row may appear a moment later. Throws `internal`. */
export async function untilVisible<T>(find: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + MAX_PUBLISH_MS
  for (;;) {
    const found = await find()
    if (found !== null) return found
    if (performance.now() > until) {
      throw new SurveyorError('internal', 'The job of an equal request was never made.', { retryable: true })
    }
    await systemClock.sleep(POLL_INTERVAL_MS)
  }
}
