// The ways to domains as rows: written when runs end, read with the evidence about engines.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { isStopped, withOutcome, type WayOutcome, type Ways } from './ways.ts'

/** An outcome at a registrable domain. */
export type DomainOutcome = WayOutcome & { readonly domain: string }

/** Nothing is known any more by then. */
const KEEP_S = 30 * 86_400
/** Beyond these, the domains that were seen last are kept. */
const MAX_DOMAINS = 100_000

/**
 * In the transaction that ends the runs. A domain gets a row when it stops a request first, so that most outcomes cost a
 * look at the index. Rows are locked in the order of their names.
 */
export async function addWayOutcomes(tx: Queryable, outcomes: readonly DomainOutcome[]): Promise<void> {
  const domains = [...new Set(outcomes.map(({ domain }) => domain))].toSorted()
  const stopping = domains.filter((name) =>
    outcomes.some(({ domain, outcome }) => domain === name && isStopped(outcome)),
  )
  if (stopping.length > 0) {
    await tx.execute(sql`
      insert into domain_ways (domain, ways) select domain, '{}' from unnest(${stopping}::text[]) as s (domain)
      order by domain on conflict (domain) do nothing`)
  }
  const rows = await tx.query<{ domain: string; ways: Ways }>(sql`
    select domain, ways from domain_ways where domain = any(${domains}::text[]) order by domain for update`)
  if (rows.length === 0) return
  const changed = rows.map((row) => {
    const own = outcomes.filter(({ domain }) => domain === row.domain)
    return JSON.stringify(own.reduce(withOutcome, row.ways))
  })
  await tx.execute(sql`
    update domain_ways w set ways = c.ways::jsonb, seen_at = now()
    from unnest(${rows.map(({ domain }) => domain)}::text[], ${changed}::text[]) as c (domain, ways)
    where w.domain = c.domain`)
}

/** Deletes what has decayed, and the oldest beyond the bound. Answers how many. */
export async function forgetWays(db: Queryable): Promise<number> {
  return db.execute(sql`
    delete from domain_ways w where w.seen_at < now() - ${KEEP_S}::float8 * interval '1 second'
      or w.seen_at < (select seen_at from domain_ways order by seen_at desc offset ${MAX_DOMAINS} limit 1)`)
}
