// queued → running: a worker gets a job, a lease and a fencing token.
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { integer, looksDear, looksRare } from '#platform/db/planner-hints.ts'
import { relaxedCommit } from '#platform/db/relaxed-commit.ts'
import { toldEffects } from './transition-effects.ts'
import { fullDomains } from './full-domains.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'

/** What a worker gets. */
export interface ClaimedJob {
  readonly job: {
    readonly id: string
    readonly type: string
    readonly pool: string
    readonly input: unknown
    readonly priority: number
    readonly metadata: Readonly<Record<string, string>>
    readonly traceparent: string | null
  }
  /** The fencing token of this delivery. Every write of the worker needs it. */
  readonly leaseToken: string
  /** The number of this delivery, from 1. */
  readonly attempt: number
  readonly leaseExpiresAt: Date
  readonly deadlineAt: Date | null
}

/** The rows that claim statements answer: one for each claimed job, or one with nulls. */
export interface ClaimRow {
  readonly candidates: number
  readonly gone: string[] | null
  readonly unfit: string[] | null
  readonly slot: number | null
  readonly id: string
  readonly type: string
  readonly kind_of_work: string
  readonly input: unknown
  readonly priority: number
  readonly domain: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly traceparent: string | null
  readonly lease_token: string
  readonly deliveries: number
  readonly lease_expires_at: Date
  readonly deadline_at: Date | null
  readonly waited_ms: number | null
}

/** A claimed job with what the engine itself needs of it. */
export interface Claim {
  /** The index of the worker in the request that got the job. */
  readonly slot: number
  readonly domain: string | null
  readonly claimed: ClaimedJob
  /** Milliseconds since it became claimable; null when this is not its first claim. */
  readonly waitedMs: number | null
}

/** What a claim statement answers. */
export interface ClaimOutcome {
  readonly claims: readonly Claim[]
  /** Workers of the request that are not registered (any more), as stored uuids. */
  readonly goneWorkers: ReadonlySet<string>
  /** Workers of the request that did not register all of its types, as stored uuids. */
  readonly ineligibleWorkers: ReadonlySet<string>
  /** There may be more to claim at once: the lookahead ended before the queue did. */
  readonly more: boolean
}

/** The jobs `j` of the type `t.type` that are in line: a range of the index `jobs_claimable`. */
const inLine = sql`
  j.state = 'queued' and not j.parked and j.rank > 0 and j.type = t.type and ${looksDear(sql`j.rank > 0`, sql`j.rank`)}`

/**
 * Claims the first jobs in the queue of these types, one for each slot; a slot is the uuid of the worker that gets the
 * job. Reads more jobs than it needs, because the claim of another replica may hold some of them at this moment. Its commit
 * is not awaited on the disk: a claim that a crash of the server takes back is a job in the queue, and its lease is lost.
 * The ways that were tried beside this one, with their jobs/s: docs/decisions.md.
 */
export async function claimFromQueue(
  db: Queryable,
  settings: JobSettings,
  request: { readonly types: readonly string[]; readonly slots: readonly string[] },
): Promise<ClaimOutcome> {
  const lookahead = lookaheadFor(request.slots.length)
  const rows = await db.query<ClaimRow>(
    prepared(
      `jobs_claim_${lookahead}_${settings.domainConcurrency}_${settings.leaseMs}`,
      sql`
        with ${relaxedCommit},
        asking as materialized (
          select w.id::text as worker, w.id, w.directive,
            w.capabilities -> 'types' @> ${JSON.stringify(request.types)}::jsonb as fit
          from json_array_elements_text(${JSON.stringify([...new Set(request.slots)])}::json) as given (worker)
          join workers w on w.id = given.worker::uuid and w.gone_at is null
        ),
        slots as materialized (
          select count(*) filter (where ready) as n,
            array_agg(slot order by slot) filter (where ready) as slots,
            array_agg(id order by slot) filter (where ready) as workers,
            array_agg(distinct worker) filter (where id is null) as gone,
            array_agg(distinct worker) filter (where not fit) as unfit
          from (
            select e.worker, e.slot, here.id, here.fit, here.fit and here.directive = 'continue' as ready
            from json_array_elements_text(${JSON.stringify(request.slots)}::json) with ordinality as e (worker, slot)
            left join asking here on here.worker = e.worker
          ) as asked
        ),
        ${candidates(
          sql`json_array_elements_text(${JSON.stringify(request.types)}::json)`,
          settings.domainConcurrency,
          lookahead,
        )},
        locked as materialized (
          select l.id, l.domain, s.slots[l.place] as slot, s.workers[l.place] as worker_id from (
            select free.*, (row_number() over ())::integer as place from (
              select j.id, j.domain
              from candidates c
              join jobs j on j.id = c.id
              where ${looksRare} and j.state = 'queued' and not j.parked
              order by c.priority desc, c.rank, c.id
              limit (select n from slots)
              for update of j skip locked
            ) as free
          ) as l
          cross join slots s
        ),
        ${takeLeases(settings)}
        select (select count(*) from candidates) as candidates, s.gone, s.unfit, t.*
        from relaxed
        cross join slots s
        left join taken t on true`,
    ),
  )
  return { ...outcomeOf(rows), more: (rows[0]?.candidates ?? 0) >= lookahead }
}

/** Which of these types have jobs in line: one look at the index for each. Only a claim tells whether one can be had now. */
export async function typesInLine(db: Queryable, types: readonly string[]): Promise<string[]> {
  if (types.length === 0) return []
  const rows = await db.query<{ type: string }>(
    prepared(
      'jobs_types_in_line',
      sql`
        select t.type from json_array_elements_text(${JSON.stringify(types)}::json) as t (type)
        cross join lateral (
          select from jobs j where ${inLine} limit 1
        ) as first`,
    ),
  )
  return rows.map(({ type }) => type)
}

/** Claims these jobs, if they are queued and their domain has room. `slot` is the index in `requests`. */
export async function claimByIds(
  db: Queryable,
  settings: JobSettings,
  requests: readonly { readonly jobId: string; readonly workerId: string }[],
): Promise<ClaimOutcome> {
  const rows = await db.query<ClaimRow>(
    prepared(
      `jobs_claim_by_ids_${settings.domainConcurrency}_${settings.leaseMs}`,
      sql`
        with wanted as materialized (
          select * from rows from (
            json_to_recordset(${JSON.stringify(requests)}::json) as ("jobId" uuid, "workerId" uuid)
          ) with ordinality as w (job_id, worker_id, n)
        ),
        locked as materialized (
          select j.id, j.domain, w.n as slot, w.worker_id
          from wanted w
          join jobs j on j.id = w.job_id
          where ${looksRare} and j.state = 'queued' and coalesce(least(j.queue_until, j.deadline_at) > now(), true)
            and exists (
              select from workers k
              where k.id = w.worker_id and k.gone_at is null and k.directive = 'continue'
                and k.capabilities -> 'types' ? j.type
            )
            and (select state from queue_control) <> 'paused'
            and (not j.isolated or not exists (
              select from jobs r where r.isolated and r.state = 'running' and r.worker_id = w.worker_id
            ))
          order by w.n
          for update of j skip locked
        ),
        ${takeLeases(settings)}
        select 0 as candidates, unknown.ids as gone, null::text[] as unfit, t.*
        from (
          select array_agg(distinct w.worker_id) as ids from wanted w
          where not exists (select from workers k where k.id = w.worker_id and k.gone_at is null)
        ) as unknown
        left join taken t on true`,
    ),
  )
  return { ...outcomeOf(rows), more: false }
}

/**
 * The CTE `candidates`: the first `lookahead` claimable jobs of these types, best first, unlocked. Each type is a range of
 * the index, read in its order (priority, rank, id) up to the limit. The plan has no sort, and its cost does not grow
 * with the queue. Jobs of a full or closed domain are skipped on the way.
 */
export function candidates(types: Sql, domainConcurrency: number, lookahead: number): Sql {
  return sql`
    ${fullDomains(domainConcurrency)},
    candidates as materialized (
      select c.*, row_number() over () as n from ${types} as t (type)
      cross join lateral (
        select j.id, j.type, j.priority, j.rank
        from jobs j
        where ${inLine}
          and (j.domain is null or j.domain not in (select domain from full_domains))
          and coalesce(least(j.queue_until, j.deadline_at) > now(), true)
          and ((select state from queue_control) <> 'paused' or starts_with(t.type, 'system.'))
        order by j.priority desc, j.rank, j.id
        limit ${integer(lookahead)}
      ) as c
      order by c.priority desc, c.rank, c.id
      limit ${integer(lookahead)}
    )`
}

/**
 * From `locked` (id, domain, slot, worker_id) to `taken`. A place of a domain is counted in the row of that domain. A
 * claim that waits for this row lock sees the latest count, so the limit holds over all replicas without a separate
 * lock.
 */
export function takeLeases(settings: JobSettings): Sql {
  const limit = integer(settings.domainConcurrency)
  return sql`
    fitting as (
      select l.* from (
        select locked.*, row_number() over (partition by domain order by slot) as nth from locked
      ) as l
      left join job_domains d on d.domain = l.domain
      where l.domain is null
        or (l.nth <= ${limit} - coalesce(d.running, 0) and coalesce(d.closed_until <= now(), true))
    ),
    occupied as (
      insert into job_domains as d (domain, running)
      select domain, count(*) from fitting where domain is not null group by domain order by domain
      on conflict (domain) do update set running = d.running + excluded.running
        where d.running + excluded.running <= ${limit}
      returning domain
    ),
    moved as (
      update jobs j set
        state = 'running',
        parked = false,
        worker_id = f.worker_id,
        lease_token = gen_random_uuid(),
        lease_expires_at = now() + ${integer(settings.leaseMs)} * interval '1 millisecond',
        deliveries = j.deliveries + 1,
        queue_until = null,
        -- The time limit begins with the first claim, and again after a lost worker.
        deadline_at = case when j.deliveries = 0 or j.deadline_at is null
          then least(j.deadline_at, now() + j.timeout_ms * interval '1 millisecond') else j.deadline_at end,
        started_at = coalesce(j.started_at, now()),
        claimed_at = now(),
        last_event = j.last_event + 1
      from fitting f
      where j.id = f.id and (f.domain is null or f.domain in (select domain from occupied))
      -- Only these, because each of the next steps copies its rows.
      returning j.id, j.type, j.state, 'queued' as from_state, j.deliveries, f.slot, j.kind_of_work,
        j.input, j.priority, j.domain, j.metadata, j.traceparent, j.lease_token, j.lease_expires_at, j.deadline_at,
        case when j.started_at = now()
          then extract(epoch from now() - greatest(j.created_at, j.scheduled_for))::float8 * 1000 end as waited_ms
    ),
    ${toldEffects()},
    taken as (
      select slot, id, type, kind_of_work, input, priority, domain, metadata, traceparent, lease_token, deliveries,
        lease_expires_at, deadline_at, waited_ms
      from moved
    )`
}

/** Only a few lookahead sizes, because each one is a separate prepared statement. */
function lookaheadFor(slots: number): number {
  for (let lookahead = 20; ; lookahead *= 4) if (lookahead >= slots * 2 + 16) return lookahead
}

/** The claims of the rows; a row without a slot is only about workers. */
export function outcomeOf(rows: readonly ClaimRow[]): Omit<ClaimOutcome, 'more'> {
  const claims = rows.flatMap((row) =>
    row.slot === null
      ? []
      : [
          {
            slot: row.slot - 1,
            domain: row.domain,
            waitedMs: row.waited_ms,
            claimed: {
              job: {
                id: formatId('job', row.id),
                type: row.type,
                pool: row.kind_of_work,
                input: row.input,
                priority: row.priority,
                metadata: row.metadata,
                traceparent: row.traceparent,
              },
              leaseToken: row.lease_token,
              attempt: row.deliveries,
              leaseExpiresAt: row.lease_expires_at,
              deadlineAt: row.deadline_at,
            },
          },
        ],
  )
  return { claims, goneWorkers: new Set(rows[0]?.gone), ineligibleWorkers: new Set(rows[0]?.unfit) }
}
