// Removes entries on demand, so that nothing fetched before the purge is served again.
import type { CachePurged } from '#contract/crawl/cache.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { identifier, sql, type Sql } from '#platform/db/sql.ts'

/** All given fields must match; null: any. A host includes all its subdomains. Pages match only without `extractor`. */
export interface PurgeFilter {
  readonly extractor: string | null
  /** In its normal form. */
  readonly url: string | null
  readonly host: string | null
}

/**
 * Purges are remembered for longer than the time from a fetch to the end of its job, including while a worker cannot
 * reach crawl.
 */
const REMEMBERED = sql`interval '1 day'`

/** Whether an entry in the alias `of` may be stored: no purge since its fetch matches it. */
export function notPurged(of: 'e', layer: 'results' | 'snapshots' = 'results'): Sql {
  const entry = identifier(of)
  const extractor =
    layer === 'results'
      ? sql`(p.extractor is null or p.extractor = ${entry}.extractor)`
      : sql`p.extractor is null`
  return sql`not exists (
    select from cache_purges p
    where p.at >= ${entry}.fresh_from and ${extractor}
      and (p.url is null or p.url in (${entry}.url, ${entry}.final_url))
      and (p.host is null or ${below(sql`${entry}.host`, sql`p.host`)} or ${below(sql`${entry}.final_host`, sql`p.host`)})
  )`
}

/**
 * Removes matching entries. A concurrent write either committed before, and its entry is removed too, or sees the
 * purge: locks make one wait for the other.
 */
export async function purge(db: Database, filter: PurgeFilter): Promise<CachePurged> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table cache_results, cache_snapshots in share row exclusive mode`)
    await tx.execute(sql`
      insert into cache_purges (extractor, url, host) values (${filter.extractor}, ${filter.url}, ${filter.host})`)
  })
  await db.execute(sql`delete from cache_purges where at < now() - ${REMEMBERED}`)
  const results = await remove(
    db,
    'cache_results',
    sql`
    (${filter.extractor}::text is null or e.extractor = ${filter.extractor}) and ${fits(filter)}`,
  )
  const snapshots =
    filter.extractor === null ? await remove(db, 'cache_snapshots', fits(filter)) : { n: 0, bytes: 0 }
  return { results: results.n, snapshots: snapshots.n, bytes: results.bytes + snapshots.bytes }
}

function fits({ url, host }: PurgeFilter): Sql {
  return sql`(${url}::text is null or ${url} in (e.url, e.final_url))
    and (${host}::text is null or ${below(sql`e.host`, sql`${host}`)} or ${below(sql`e.final_host`, sql`${host}`)})`
}

function below(host: Sql, of: Sql): Sql {
  return sql`(${host} = ${of}::text or right(${host}, length(${of}::text) + 1) = '.' || ${of}::text)`
}

async function remove(db: Queryable, table: string, condition: Sql): Promise<{ n: number; bytes: number }> {
  const [row] = await db.query<{ n: number; bytes: number }>(sql`
    with gone as (delete from ${identifier(table)} e where ${condition} returning bytes)
    select count(*)::int as n, coalesce(sum(bytes), 0)::float8 as bytes from gone`)
  return row ?? { n: 0, bytes: 0 }
}
