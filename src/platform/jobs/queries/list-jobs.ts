// Lists of jobs, and the events of one job.
import type { JobState } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { pageByIds, uuidOfCursor, type ListPage } from '#platform/http/output/pagination.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import {
  closedDomain,
  jobColumns,
  jobOwner,
  recordOf,
  waitColumns,
  type JobRow,
} from '#platform/jobs/model/job-row.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'

/** Written as in the index jobs_of_owner. */
const isLeased = sql`(j.state = 'running' and j.children_total is null)`

/** All given conditions hold together. */
export interface JobFilter {
  readonly states?: readonly JobState[]
  readonly types?: readonly string[]
  readonly parentId?: string
  /** Only jobs that this caller had made. */
  readonly owner?: string
  readonly createdAfter?: Date
  readonly createdBefore?: Date
  /** The host that the job was enqueued with, including a port that is not the default. */
  readonly host?: string
  /** A host with all its subdomains, on any port. */
  readonly domain?: string
  /** Any of these URLs in the field `url` of the input. */
  readonly urls?: readonly string[]
  /** By default the newest come first. */
  readonly oldestFirst?: boolean
  readonly limit: number
  /** Where the page before ended. */
  readonly after?: CursorValues | null
}

/** A transition, in the order of `seq`. */
export interface JobEvent {
  /** Grows with time; pass the last one as `after`. */
  readonly seq: number
  /** A name of the table in states.ts. */
  readonly event: string
  readonly from: JobState | null
  readonly to: JobState
  readonly at: Date
  readonly workerId: string | null
  /** The delivery in which it happened; 0 before the first. */
  readonly attempt: number
  readonly error: Problem | null
  /** What only an operator may learn of the error (`toldTo`). */
  readonly operatorDetail: string | null
}

/** With the precision callers see: a Date has no microseconds. */
const createdAt = sql`date_trunc('milliseconds', j.created_at)`

/** Ids grow with time; the ids of one batch grow in its order. */
export async function listJobs(db: Queryable, filter: JobFilter): Promise<ListPage<JobRecord>> {
  const parent = filter.parentId === undefined ? undefined : parseId('job', filter.parentId)
  if (parent === null) return { items: [], next: null }
  const after = uuidOfCursor('job', filter.after ?? null)
  const { oldestFirst = false, host, domain, urls } = filter
  const conditions = [
    isUserType,
    ...existing(filter),
    ...(after === null ? [] : [oldestFirst ? sql`j.id > ${after}` : sql`j.id < ${after}`]),
    ...(filter.states === undefined ? [] : [sql`j.state = any(${filter.states}::text[])`]),
    ...(filter.types === undefined ? [] : [sql`j.type = any(${filter.types.map(storableText)}::text[])`]),
    ...(filter.owner === undefined ? [] : [sql`${jobOwner} = ${filter.owner}`]),
    ...(parent === undefined ? [] : [sql`j.parent_id = ${parent}`]),
    ...(filter.createdAfter === undefined ? [] : [sql`${createdAt} > ${filter.createdAfter}`]),
    ...(filter.createdBefore === undefined ? [] : [sql`${createdAt} < ${filter.createdBefore}`]),
    ...(host === undefined ? [] : [sql`j.domain = ${storableText(host)}`]),
    ...(domain === undefined ? [] : [withinDomain(storableText(domain.toLowerCase()))]),
    // The last condition, because an input may be large.
    ...(urls === undefined ? [] : [sql`j.input ->> 'url' = any(${urls.map(storableText)}::text[])`]),
  ]
  const order = sql`order by j.id ${oldestFirst ? sql`asc` : sql`desc`} limit ${filter.limit + 1}`
  const first = (condition: Sql) =>
    sql`select * from jobs j where ${joinSql([condition, ...conditions], ' and ')} ${order}`
  // The jobs of one caller: the index has those that no worker has, and there are never many others.
  const jobs =
    filter.owner === undefined
      ? first(sql`true`)
      : sql`(${first(sql`not ${isLeased}`)}) union all (${first(isLeased)})`
  const rows = await db.query<JobRow>(sql`
    select ${jobColumns}, ${waitColumns} from (${jobs}) as j
    ${closedDomain}
    ${order}`)
  return pageByIds(rows, filter.limit, (row) => recordOf(row))
}

/**
 * That there are jobs of these types in these states, by the counts: evaluated once, and where there are none no job is read.
 * Without it, a list of what does not exist would be looked for in all jobs.
 */
function existing({ states, types }: JobFilter): Sql[] {
  if (states === undefined && types === undefined) return []
  const wanted = [
    ...(states === undefined ? [] : [sql`state = any(${states}::text[])`]),
    ...(types === undefined ? [] : [sql`type = any(${types.map(storableText)}::text[])`]),
  ]
  return [
    sql`exists (
      select from job_counts where ${joinSql(wanted, ' and ')} group by type, state having sum(n) > 0)`,
  ]
}

/** Oldest first. */
export async function listEvents(
  db: Queryable,
  id: string,
  options: { readonly after?: number; readonly limit: number },
): Promise<JobEvent[]> {
  const job = parseId('job', id)
  if (job === null) return []
  const rows = await db.query<{
    seq: number
    event: string
    from_state: JobState | null
    to_state: JobState
    at: Date
    worker_id: string | null
    delivery: number
    error: Problem | null
    operator_detail: string | null
  }>(sql`
    select seq, event, from_state, to_state, at, worker_id, delivery, error, operator_detail from job_events
    where job_id = ${job} and seq > ${options.after ?? 0}
    order by seq
    limit ${options.limit}`)
  return rows.map((row) => ({
    seq: row.seq,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    at: row.at,
    workerId: row.worker_id === null ? null : formatId('wrk', row.worker_id),
    attempt: row.delivery,
    error: row.error,
    operatorDetail: row.operator_detail,
  }))
}

function withinDomain(domain: string): Sql {
  const end = `.${domain}`
  return sql`right('.' || regexp_replace(j.domain, ':[0-9]+$', ''), length(${end})) = ${end}`
}
