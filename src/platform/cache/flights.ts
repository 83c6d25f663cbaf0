// Single flight: equal requests that arrive while one is in flight share its job, over all replicas.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, newId, parseId } from '#kit/ids.ts'
import { systemClock } from '#kit/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { createGroupCommit } from '#platform/jobs/commits/group-commit.ts'
import { looksRare } from '#platform/jobs/planner.ts'

/** A request joined to an in-flight job. Exactly one of `stay` and `leave` is called, once. */
export interface Seat {
  readonly jobId: string
  /** Another request started the job. */
  readonly joined: boolean
  /** The job has ended, or its end is wanted although no request may wait for it. */
  stay(): void
  /** This request no longer waits. True: no other request does either, so the job has no use. */
  leave(): Promise<boolean>
}

export interface Flights {
  /**
   * Joins the job of an equal request, or lets `start` make the job with this id. `start` answers false when no job is
   * needed any more; the result is then null. A throw of `start` reaches all requests that wait for it in this process;
   * requests in other replicas try again themselves.
   */
  board(key: string, start: (jobId: string) => Promise<boolean>): Promise<Seat | null>
  /** Called after an end that keeps nothing: the next equal request starts a new job. */
  land(jobIds: readonly string[]): Promise<void>
}

interface Claim {
  readonly key: string
  /** A stored uuid. */
  readonly id: string
}

interface LocalFlight {
  /** Null: no start was needed. */
  readonly boarding: Promise<{ jobId: string; joined: boolean } | null>
  seats: number
  /** A caller comes back for the job later. */
  wanted: boolean
}

/**
 * From the claim of a dedupe key until its job is in the database, and from the end of a job until its result is kept.
 */
const GRACE = sql`interval '10 seconds'`
const MOST_UNTIL_THERE_MS = 10_000
const LOOK_EVERY_MS = 10
const MOST_PER_STATEMENT = 200

export function createFlights({ db }: { readonly db: Database }): Flights {
  const local = new Map<string, LocalFlight>()

  const claims = createGroupCommit<Claim, string>({
    run: async (wishes) => claimFlights(db, wishes),
    maxEntries: MOST_PER_STATEMENT,
    keyOf: ({ key }) => key,
  })

  async function takeOff(
    key: string,
    start: (jobId: string) => Promise<boolean>,
  ): Promise<{ jobId: string; joined: boolean } | null> {
    const mine = newId('job')
    const id = parseId('job', mine) ?? ''
    const flying = await claims.submit({ key, id })
    if (flying !== id) return { jobId: formatId('job', flying), joined: true }
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

  function forget(key: string, flight: LocalFlight): void {
    if (flight.seats === 0 && local.get(key) === flight) local.delete(key)
  }

  return {
    async board(key, start) {
      const known = local.get(key)
      const flight: LocalFlight = known ?? { boarding: takeOff(key, start), seats: 0, wanted: false }
      if (known === undefined) local.set(key, flight)
      flight.seats += 1
      let boarded: Awaited<LocalFlight['boarding']> = null
      try {
        boarded = await flight.boarding
      } finally {
        if (boarded === null) {
          flight.seats -= 1
          forget(key, flight)
        }
      }
      if (boarded === null) return null
      const { jobId, joined } = boarded
      return {
        jobId,
        joined: joined || known !== undefined,
        stay() {
          flight.wanted = true
          flight.seats -= 1
          forget(key, flight)
        },
        async leave() {
          flight.seats -= 1
          forget(key, flight)
          if (flight.seats > 0 || flight.wanted) return false
          return leaveFlight(db, key, parseId('job', jobId) ?? '')
        },
      }
    },
    async land(jobIds) {
      const ids = jobIds.flatMap((jobId) => parseId('job', jobId) ?? [])
      if (ids.length > 0) await db.execute(sql`delete from cache_flights where job_id = any(${ids}::uuid[])`)
    },
  }
}

/** The job of each dedupe key: the one that is still in flight, else that of the new claim. */
async function claimFlights(db: Database, claims: readonly Claim[]): Promise<string[]> {
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
  const flying = new Map(rows.map((row) => [row.key, row.job_id]))
  return claims.map(({ key, id }) => flying.get(key) ?? id)
}

/** True when no other request has joined. The key is then released, so that the next request starts a new job. */
async function leaveFlight(db: Database, key: string, jobId: string): Promise<boolean> {
  await db.execute(sql`
    update cache_flights set interest = interest - 1 where key = ${key} and job_id = ${jobId}`)
  const gone = await db.execute(sql`
    delete from cache_flights where key = ${key} and job_id = ${jobId} and interest <= 0`)
  return gone > 0
}

/** The result of `look` for a joined job: the job row may appear a moment later. Throws `internal`. */
export async function untilThere<T>(look: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + MOST_UNTIL_THERE_MS
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > until) {
      throw new SurveyorError('internal', 'The job of an equal request was never made.', { retryable: true })
    }
    await systemClock.sleep(LOOK_EVERY_MS)
  }
}
