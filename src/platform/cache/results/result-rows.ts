// The statements about kept results; many callers share each of them.
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import { notPurged } from '#platform/cache/entries/purge-rows.ts'
import type { Address } from '#platform/cache/entries/address.ts'
import type { ChangedPage } from '#platform/cache/snapshots/snapshot-rows.ts'
import type { CachedResult, ResultName } from './cached-result.ts'

/** A result to be kept, with the time that its data is from. */
export interface NewResult extends Address {
  readonly key: string
  /** The only caller who may have it, because its files belong to that one; '' for all. */
  readonly owner: string
  readonly extractor: string
  /** A stored uuid. */
  readonly jobId: string
  readonly jobOwner: string
  readonly answer: string
  readonly bytes: number
  /** When the oldest page in it was fetched or confirmed, at the latest; by the clock of the database. */
  readonly freshFrom: Date
  readonly keepMs: number
}

interface ResultRow {
  readonly n: number
  readonly key: string
  readonly owner: string
  readonly job_id: string
  readonly job_owner: string | null
  readonly answer: string
  readonly stored_at: Date
  readonly age_ms: number
  readonly left_ms: number
}

/** For each lookup the shared result and the caller's own, as far as they exist. */
export async function readResults(db: Queryable, names: readonly ResultName[]): Promise<CachedResult[][]> {
  const rows = await db.query<ResultRow>(
    prepared(
      'cache_results_read',
      sql`
        select w.n::int, r.key, r.owner, r.job_id, r.job_owner, r.answer, r.stored_at,
          extract(epoch from now() - r.fresh_from)::float8 * 1000 as age_ms,
          extract(epoch from r.expires_at - now())::float8 * 1000 as left_ms
        from unnest(${names.map(({ key }) => key)}::text[], ${names.map(({ owner }) => owner)}::text[])
          with ordinality as w (key, owner, n)
        join cache_results r on r.key = w.key and r.owner in ('', w.owner)
        where ${looksRare} and r.expires_at > now()`,
    ),
  )
  const nowMs = performance.now()
  const found = Map.groupBy(rows, ({ n }) => n)
  return names.map((_, index) => (found.get(index + 1) ?? []).map((row) => cachedOf(row, nowMs)))
}

function cachedOf(row: ResultRow, nowMs: number): CachedResult {
  return {
    key: row.key,
    owner: row.owner,
    jobId: formatId('job', row.job_id),
    jobOwner: row.job_owner,
    answer: Buffer.from(row.answer),
    storedAt: row.stored_at.toISOString(),
    freshFromMs: nowMs - row.age_ms,
    expiresAtMs: nowMs + row.left_ms,
  }
}

/**
 * To be run in the transaction that ends the jobs, so that a request always finds either the result or the unfinished
 * job. A result that was purged since its fetch, or that is older than the stored one, is not kept. Answers the results
 * that replaced another.
 */
export async function keepResults(db: Queryable, results: readonly NewResult[]): Promise<ResultName[]> {
  const rows = await db.query<ResultName & { replaced: boolean }>(
    prepared(
      'cache_results_keep',
      sql`
        with e as materialized (
          select key, owner, extractor, url, final_url, host, final_host, job_id, job_owner, answer, bytes,
            fresh_from, now() + keep_ms * interval '1 millisecond' as expires_at
          from unnest(
            ${results.map((r) => r.key)}::text[], ${results.map((r) => r.owner)}::text[],
            ${results.map((r) => r.extractor)}::text[], ${results.map((r) => r.url)}::text[],
            ${results.map((r) => r.finalUrl)}::text[], ${results.map((r) => r.host)}::text[],
            ${results.map((r) => r.finalHost)}::text[], ${results.map((r) => r.jobId)}::uuid[],
            ${results.map((r) => r.jobOwner)}::text[],
            ${results.map((r) => r.answer)}::text[], ${results.map((r) => r.bytes)}::bigint[],
            ${results.map((r) => r.freshFrom)}::timestamptz[], ${results.map((r) => r.keepMs)}::float8[]
          ) with ordinality as e (
            key, owner, extractor, url, final_url, host, final_host, job_id, job_owner, answer, bytes, fresh_from, keep_ms, n
          )
          where ${looksRare}
        )
        insert into cache_results as r
          (key, owner, extractor, url, final_url, host, final_host, job_id, job_owner, answer, bytes, fresh_from, expires_at)
        select e.key, e.owner, e.extractor, e.url, e.final_url, e.host, e.final_host, e.job_id, e.job_owner, e.answer, e.bytes,
          e.fresh_from, e.expires_at
        from e
        where ${notPurged('e')}
        order by 1, 2
        on conflict (key, owner) do update set
          extractor = excluded.extractor, url = excluded.url, final_url = excluded.final_url, host = excluded.host,
          final_host = excluded.final_host, job_id = excluded.job_id,
          job_owner = excluded.job_owner, answer = excluded.answer, bytes = excluded.bytes,
          fresh_from = excluded.fresh_from, stored_at = now(), expires_at = excluded.expires_at, last_used_at = now()
        where excluded.fresh_from >= r.fresh_from
        returning key, owner, xmax <> 0 as replaced`,
    ),
  )
  return rows.filter(({ replaced }) => replaced).map(({ key, owner }) => ({ key, owner }))
}

/** Removes results that were made of the pages before they were fetched. Answers these. */
export async function removeOutdated(db: Queryable, pages: readonly ChangedPage[]): Promise<ResultName[]> {
  return db.query<ResultName>(
    prepared(
      'cache_results_outdate',
      sql`
        with e as materialized (
          select url, fresh_from from unnest(
            ${pages.map(({ url }) => url)}::text[], ${pages.map(({ freshFrom }) => freshFrom)}::timestamptz[]
          ) with ordinality as e (url, fresh_from, n) where ${looksRare}
        ), found as materialized (
          select r.key, r.owner from e join cache_results r on r.url = e.url and r.fresh_from < e.fresh_from
        ), held as materialized (
          select key, owner from cache_results where (key, owner) in (select key, owner from found)
          order by key, owner for update
        )
        delete from cache_results r using held where r.key = held.key and r.owner = held.owner
        returning r.key, r.owner`,
    ),
  )
}

/** Removes what these jobs brought; ids are stored uuids. Reads the whole table. Answers what was removed. */
export async function removeOfJobs(db: Queryable, jobIds: readonly string[]): Promise<ResultName[]> {
  return db.query<ResultName>(sql`
    with held as materialized (
      select key, owner from cache_results where job_id = any(${jobIds}::uuid[]) order by key, owner for update
    )
    delete from cache_results r using held where r.key = held.key and r.owner = held.owner
    returning r.key, r.owner`)
}
