// Enrichments in numbers.
import type { EnrichmentStats } from '#contract/places/enrichment.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Durations are those of the newest ones that ended. */
const MEASURED = 10_000

export async function enrichmentStats(db: Queryable): Promise<EnrichmentStats> {
  const [counts, places, times] = await Promise.all([
    db.query<{ status: string; reportedBy: string | null; n: number }>(sql`
      select status, reported_by as "reportedBy", count(*)::integer as n from enrichments group by 1, 2`),
    db.query<EnrichmentStats['places']>(sql`
      select count(*)::integer as enriched,
             (count(*) filter (where json_array_length(added -> 'emails') > 0))::integer as "withEmail",
             (count(*) filter (where json_array_length(added -> 'phones') > 0))::integer as "withPhone",
             (count(*) filter (where json_array_length(added -> 'socials') > 0))::integer as "withSocial"
      from place_contacts`),
    db.query<{ p50: number | null; p95: number | null; oldest: number | null }>(sql`
      select percentile_cont(0.5) within group (order by ms) as p50,
             percentile_cont(0.95) within group (order by ms) as p95,
             (select extract(epoch from now() - min(created_at))::float8 * 1000
              from enrichments where completed_at is null) as oldest
      from (select extract(epoch from completed_at - sent_at)::float8 * 1000 as ms
            from enrichments where completed_at is not null and sent_at is not null
            order by id desc limit ${MEASURED}) ended`),
  ])
  const [time] = times
  const sum = (key: 'status' | 'reportedBy') => {
    const sums: Record<string, number> = {}
    for (const row of counts) {
      const name = row[key]
      if (name !== null) sums[name] = (sums[name] ?? 0) + row.n
    }
    return sums
  }
  return {
    total: counts.reduce((all, { n }) => all + n, 0),
    byStatus: sum('status'),
    reportedBy: sum('reportedBy'),
    places: places[0] ?? { enriched: 0, withEmail: 0, withPhone: 0, withSocial: 0 },
    durationMs: { p50: time?.p50 ?? null, p95: time?.p95 ?? null },
    oldestPendingAgeMs: time?.oldest === null || time === undefined ? null : Math.round(time.oldest),
  }
}
