// nothing → queued or scheduled: a job is accepted. A batch parent starts as running.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId, uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { startEffects, toldEffects } from './transition-effects.ts'
import { fullDomains } from './full-domains.ts'
import { integer, looksRare } from '#platform/db/planner-hints.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { jobColumns, type MovedRow } from '#platform/jobs/model/job-row.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'
import { storableJson } from '#platform/db/storable-json.ts'

/** A job to be made. Times are relative to the statement, by the clock of the database. */
export interface JobSpec {
  /** `job_…`, for a caller that had to know the id before; by default a new one. */
  readonly id?: string
  /** `maps.search` */
  readonly type: string
  /** `light`, `http`, … */
  readonly pool: string
  /** Any JSON value. */
  readonly input: unknown
  /** 0..9, higher first; 5 unless said. */
  readonly priority?: number
  /** The key id or client that the order is fair between. It also owns the job, unless another job made it. */
  readonly fairnessKey?: string
  /** A caller waits for the end: the job goes before the other work of its fairness key. */
  readonly waitedFor?: boolean
  readonly scheduledFor?: Date
  /** From now; the limit for everything together: queueing and all attempts. */
  readonly deadlineMs?: number
  /** From the first claim that counts: all attempts and the waits between them together. */
  readonly timeoutMs?: number
  /** From now; the job ends as `expired` when no worker claimed it until then. */
  readonly queueTimeoutMs?: number
  /** The job that made this one. Both have the same owner, and a cancel reaches both. A batch parent also counts it. */
  readonly parentId?: string
  /** At most `domainConcurrency` jobs of one domain run at a time, and none while the domain is closed. */
  readonly domain?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** For a job in a batch: its position there, from 0. */
  readonly batchIndex?: number
  readonly traceparent?: string
  /** Reported retryable failures until `dead`; 3 by default. */
  readonly maxFailures?: number
  /** Claims until `dead`; 5 by default. */
  readonly maxDeliveries?: number
  /** The address for the announcement of the end: its event is written to `job_outbox` together with the end. */
  readonly webhook?: Readonly<Record<string, unknown>>
  /**
   * Jobs with the same key do the same work, so there is at most one of them that has not ended. While there is one, a
   * new spec joins it: the answer is that job, with its own id. Not for jobs with a parent.
   */
  readonly dedupeKey?: string
}

/** A spec in the form that the statement takes. */
export interface EnqueueEntry {
  readonly id: string
  /** `"input":…`, `"batch_index":…`, `"domain":…` and `"traceparent":…` as JSON text. */
  readonly own: string
  /** Everything else, as JSON text. Most jobs of a batch share it, so it is sent once. */
  readonly shape: string
  readonly dedupeKey: string | null
  /** Of this statement, or of an earlier one. */
  readonly hasParent: boolean
  /** It may begin as scheduled or running, and not as queued. */
  readonly mayNotQueue: boolean
  /** How many requests this entry stands for. */
  readonly waiters: number
}

/** The lineage of a spec: its relation to other jobs. The uuids are stored ones. */
export interface Lineage {
  /** The new job is a batch parent with this many children. */
  readonly children?: number
  /** The new job is a child of a batch that the same call enqueues. Takes precedence over a `parentId`. */
  readonly batchId?: string
  /** The call belongs to work that was accepted before, so it may enter a queue that drains. */
  readonly accepted?: boolean
  readonly retryOf?: string
}

interface EnqueuedRow extends MovedRow {
  readonly spec_id: string
  readonly refusal: 'not_found' | 'conflict' | 'draining' | null
}

/** Throws `not_found` for a malformed parent id, and a TypeError for a dedupe key of a job with a parent. */
export function enqueueEntry(spec: JobSpec, lineage: Lineage = {}): EnqueueEntry {
  const parentId = spec.parentId === undefined ? undefined : parseId('job', spec.parentId)
  if (parentId === null) throw noParent()
  if (spec.dedupeKey !== undefined && (parentId ?? lineage.batchId) !== undefined) {
    throw new TypeError('A job with a parent ends with it, so no other request can share it.')
  }
  const shape = storableJson({
    type: spec.type,
    kind_of_work: spec.pool,
    priority: spec.priority ?? 5,
    fairness_key: spec.fairnessKey ?? '',
    waited_for: spec.waitedFor ?? false,
    metadata: spec.metadata ?? {},
    webhook: spec.webhook,
    scheduled_for: spec.scheduledFor,
    deadline_ms: spec.deadlineMs,
    timeout_ms: spec.timeoutMs,
    queue_timeout_ms: spec.queueTimeoutMs,
    max_failures: spec.maxFailures ?? 3,
    max_deliveries: spec.maxDeliveries ?? 5,
    parent_id: lineage.batchId ?? parentId,
    in_this_batch: lineage.batchId !== undefined,
    children_total: lineage.children,
    accepted: lineage.accepted ?? parentId !== undefined,
    retry_of: lineage.retryOf,
  })
  return {
    id: (spec.id === undefined ? null : parseId('job', spec.id)) ?? uuidV7(),
    own: storableJson({
      input: spec.input ?? null,
      batch_index: spec.batchIndex,
      domain: spec.domain,
      traceparent: spec.traceparent,
      dedupe_key: spec.dedupeKey,
    }).slice(1, -1),
    shape,
    dedupeKey: spec.dedupeKey ?? null,
    hasParent: (parentId ?? lineage.batchId) !== undefined,
    mayNotQueue: (spec.scheduledFor ?? lineage.children) !== undefined,
    waiters: 1,
  }
}

/**
 * One statement for all entries. Answers a row or the refusal for each, in their order. An entry with a dedupe key may
 * get the row of another job (`isNew`), even when that was committed after the statement began. Of entries with the same
 * key there may be only one (`mergeEqual`).
 *
 * The rank makes the order fair. A job is ranked one place behind the later of two jobs: the head of its queue, and the
 * last job of its own key. A key with 10,000 jobs thus takes one rank after the other, and the first job of another key
 * comes right behind the head. Jobs that a caller waits for have ranks of their own: the first one of a key comes at
 * the head, whatever else the key has queued. A rank is twice the place, plus one for background work, which puts that
 * last within its place.
 */
export async function enqueue(
  db: Queryable,
  settings: JobSettings,
  entries: readonly EnqueueEntry[],
): Promise<(MovedRow | SurveyorError)[]> {
  const window = integer(settings.domainConcurrency)
  const keyed = entries.some(({ dedupeKey }) => dedupeKey !== null)
  const related = entries.some(({ hasParent }) => hasParent)
  const queued = !entries.some(({ mayNotQueue }) => mayNotQueue)
  const shapes = new Map<string, number>()
  for (const { shape } of entries) if (!shapes.has(shape)) shapes.set(shape, shapes.size + 1)
  const list = entries.map(({ id, own, shape, waiters }) => {
    const count = keyed ? `"waiters":${waiters},` : ''
    return `{"id":"${id}","shape_no":${shapes.get(shape)},${count}${own}}`
  })
  const rows = await db.query<EnqueuedRow>(
    prepared(
      `jobs_enqueue_${settings.domainConcurrency}${keyed ? '_keyed' : ''}${related ? '_related' : ''}${queued ? '' : '_other'}`,
      sql`
        with shape as materialized (
          select * from rows from (
            json_to_recordset(${`[${[...shapes.keys()].join(',')}]`}::json) as (
              type text, kind_of_work text, priority smallint, fairness_key text, waited_for boolean, metadata jsonb,
              webhook jsonb, scheduled_for timestamptz, deadline_ms bigint, timeout_ms integer, queue_timeout_ms bigint,
              max_failures smallint, max_deliveries smallint, parent_id uuid, in_this_batch boolean,
              children_total integer, accepted boolean, retry_of uuid
            )
          ) with ordinality as s (
            type, kind_of_work, priority, fairness_key, waited_for, metadata, webhook, scheduled_for, deadline_ms,
            timeout_ms, queue_timeout_ms, max_failures, max_deliveries, parent_id, in_this_batch, children_total,
            accepted, retry_of, shape_no
          )
        ),
        spec as materialized (
          select * from rows from (
            json_to_recordset(${`[${list.join(',')}]`}::json) as (
              id uuid, shape_no integer, input json, batch_index integer, domain text, traceparent text
              ${keyed ? sql`, dedupe_key text, waiters integer` : sql``}
            )
          ) with ordinality as e (
            id, shape_no, input, batch_index, domain, traceparent, ${keyed ? sql`dedupe_key, waiters,` : sql``} n
          )
          join shape using (shape_no)
        ),
        ${related ? parents : sql``}
        judged as materialized (
          select s.*, ${related ? sql`p.owner, coalesce(p.is_batch, s.in_this_batch)` : sql`null::text as owner, false`} as in_batch,
            case when s.children_total is not null then 'running'
              when s.scheduled_for > now() then 'scheduled'
              else 'queued' end as state,
            ${related ? parentRefusal : sql`null`} as parent_refusal,
            case when (select state from queue_control) = 'draining' and not (
              s.accepted ${related ? sql`and (p.id is null or p.state in ('scheduled', 'queued', 'running'))` : sql``}
            ) then 'draining' end as queue_refusal
          from spec s
          ${related ? sql`left join parent p on p.id = s.parent_id and not s.in_this_batch` : sql``}
        ),
        ${related ? grown : sql``}
        ${fullDomains(settings.domainConcurrency)},
        line as materialized (
          select g.type, g.priority, g.fairness_key, g.waited_for, greatest(
            coalesce(
              (
                select j.rank / 2 from jobs j
                where j.state = 'queued' and not j.parked and j.rank > 0 and j.type = g.type
                  and j.priority = g.priority
                  and (j.domain is null or j.domain not in (select domain from full_domains))
                order by j.rank
                limit 1
              ),
              -- An empty queue begins at the rank of the others; from a lower one it would be served alone until it caught up.
              (
                with recursive other (type) as (
                  select min(j.type) from jobs j where j.state = 'queued' and not j.parked and j.rank > 0
                  union all
                  select (
                    select min(j.type) from jobs j
                    where j.state = 'queued' and not j.parked and j.rank > 0 and j.type > other.type
                  ) from other where other.type is not null
                )
                select min((
                  select min(j.rank) / 2 from jobs j
                  where j.state = 'queued' and not j.parked and j.rank > 0 and j.type = other.type
                    and j.priority = g.priority
                )) from other where ${isUserType}
              ),
              1
            ),
            (
              select max(j.rank) / 2 + g.waited_for::integer from jobs j
              where j.state = 'queued' and j.type = g.type and j.priority = g.priority
                and j.fairness_key = g.fairness_key and j.waited_for = g.waited_for
            )
          ) as place
          from (
            select distinct type, priority, fairness_key, waited_for from (select *, shape_no as n from shape) as s
            where ${looksRare}
          ) as g
        ),
        inserted as (
          insert into jobs (
            id, type, kind_of_work, state, priority, rank, fairness_key, owner, waited_for, domain, parked, input, metadata,
            traceparent, webhook, parent_id, in_batch, children_total, max_deliveries, max_failures, scheduled_for,
            queue_until, deadline_at, deadline_ms, timeout_ms, retry_of, batch_index, started_at
            ${keyed ? sql`, dedupe_key, waiters` : sql``}
          )
          select s.id, s.type, s.kind_of_work, s.state, s.priority,
            2 * (l.place - s.waited_for::integer + row_number() over (
              partition by s.type, s.priority, s.fairness_key, s.waited_for order by s.n
            )) + (not s.waited_for)::integer,
            s.fairness_key, s.owner, s.waited_for, s.domain,
            -- Of each domain, type and priority only so many need be in sight of the claims.
            case when s.domain is null or s.state <> 'queued' then false
              when s.nth_of_domain > ${window} then true
              else s.nth_of_domain + (
                select count(*) from (
                  select from jobs j
                  where j.state = 'queued' and not j.parked and j.domain = s.domain and j.type = s.type
                    and j.priority = s.priority
                  limit ${window}
                ) as visible
              ) > ${window} end,
            s.input, s.metadata, s.traceparent, s.webhook, s.parent_id, s.in_batch, s.children_total,
            s.max_deliveries, s.max_failures, s.scheduled_for,
            now() + s.queue_timeout_ms * interval '1 millisecond',
            now() + s.deadline_ms * interval '1 millisecond',
            s.deadline_ms, s.timeout_ms, s.retry_of, s.batch_index,
            case when s.state = 'running' then now() end
            ${keyed ? sql`, s.dedupe_key, s.waiters` : sql``}
          from (
            select judged.*,
              row_number() over (partition by domain, type, priority, state order by n) as nth_of_domain
            from judged
            where parent_refusal is null and queue_refusal is null
          ) as s
          join line l on l.type = s.type and l.priority = s.priority and l.fairness_key = s.fairness_key
            and l.waited_for = s.waited_for
          ${keyed ? joinEqual : sql``}
          returning *
        ),
        moved as (
          select inserted.*, null::text as from_state from inserted
          ${keyed ? sql`where id in (select id from spec)` : sql``}
        ),
        ${queued ? toldEffects() : startEffects('enqueued')}
        select s.id as spec_id, coalesce(s.parent_refusal, s.queue_refusal) as refusal, null as from_state,
          ${jobColumns}
        from judged s
        left join inserted j on ${keyed ? sameJob : sql`j.id = s.id`}
        order by s.n`,
    ),
  )
  return rows.map((row) => (row.refusal === null ? row : refusalOf(row.refusal)))
}

/** Joins the unfinished job with this key, as `enqueue` does; null without one. */
export async function join(db: Queryable, dedupeKey: string): Promise<MovedRow | null> {
  const [row] = await db.query<MovedRow>(sql`
    update jobs j set waiters = j.waiters + 1
    where j.dedupe_key = ${dedupeKey} and ${isShared}
    returning null as from_state, ${jobColumns}`)
  return row ?? null
}

/** Whether the row is a job that this entry made, and not an equal one that it joined. */
export function isNew(entry: EnqueueEntry, row: MovedRow): boolean {
  return row.id === entry.id
}

/** The CTEs with the parents of the jobs. Most jobs have none, and their statement is shorter by them. */
const parents = sql`
  elder as materialized (
    select e.*, row_number() over () as n
    from (select distinct parent_id from shape where parent_id is not null and not in_this_batch) as e
  ),
  -- A batch is locked, so that it does not end while it gets another child.
  batch as materialized (
    select p.id, p.state, p.cancel_requested_at, coalesce(p.owner, p.fairness_key) as owner
    from elder e
    join jobs p on p.id = e.parent_id
    where ${looksRare} and p.children_total is not null
    order by p.id
    for update of p
  ),
  parent as materialized (
    select id, true as is_batch, state, cancel_requested_at, owner from batch
    union all
    select p.id, false, p.state, p.cancel_requested_at, coalesce(p.owner, p.fairness_key)
    from elder e
    join jobs p on p.id = e.parent_id
    where ${looksRare} and p.children_total is null
  ),`

/** A batch counts its new children. */
const grown = sql`
  grown as (
    update jobs p set children_total = p.children_total + g.n
    from (
      select parent_id, count(*) as n from judged
      where in_batch and not in_this_batch and parent_refusal is null and queue_refusal is null
      group by parent_id
    ) as g
    where p.id = g.parent_id
  ),`

const parentRefusal = sql`
  case when s.parent_id is null or s.in_this_batch then null
    when p.id is null then 'not_found'
    when p.cancel_requested_at is not null or (p.is_batch and p.state <> 'running') then 'conflict'
  end`

/** Written as in the index jobs_dedupe. */
const isShared = sql`dedupe_key is not null and cancel_requested_at is null and state in ('scheduled', 'queued', 'running')`

/**
 * Unlike `do nothing` with a read, the update also finds the row of a transaction that this statement cannot see yet,
 * and waits for one that is about to end it. In the order of the keys, so that two statements never deadlock.
 */
const joinEqual = sql`
  order by s.dedupe_key
  on conflict (dedupe_key) where ${isShared}
  do update set waiters = jobs.waiters + excluded.waiters`

/** An equality of expressions, which the planner can hash. */
const sameJob = sql`coalesce(j.dedupe_key, j.id::text) = coalesce(s.dedupe_key, s.id::text)`

function refusalOf(refusal: 'not_found' | 'conflict' | 'draining'): SurveyorError {
  if (refusal === 'not_found') return noParent()
  if (refusal === 'conflict') {
    return new SurveyorError('conflict', 'The parent job has ended or is being cancelled.')
  }
  return new SurveyorError('draining', 'The queue is being drained and takes no new jobs.', {
    retryAfterMs: 60_000,
  })
}

function noParent(): SurveyorError {
  return new SurveyorError('not_found', 'No job has the id given as the parent.')
}
