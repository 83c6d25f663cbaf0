// Whether enrichment works: crawl answers, its reports arrive, and nothing waits for too long; and enrichments in numbers.
import type { HealthCheck } from '#contract/health.ts'
import type { EnrichmentHealth, EnrichmentStats } from '#contract/places/enrichment.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** A website takes at most minutes, and a long queue an hour. */
const TOO_OLD_MS = 3_600_000
/** Exclusions are read every half minute. */
const UNREAD_MS = 600_000

/** Durations are those of the newest ones that ended. */
const MEASURED = 10_000

/** Only warnings: what is late or cannot be reported ends by the checks. */
export async function enrichmentHealth(deps: {
  readonly db: Queryable
  readonly crawlCheck: () => Promise<HealthCheck>
  readonly receivesCallbacks: boolean
}): Promise<EnrichmentHealth> {
  const checks = {
    crawl: await deps.crawlCheck(),
    callbacks: await callbacksCheck(deps),
    pending: await pendingCheck(deps.db),
    exclusions: await exclusionsCheck(deps.db),
  }
  const isFine = Object.values(checks).every(({ status }) => status === 'pass')
  return { status: isFine ? 'pass' : 'warn', checks }
}

async function callbacksCheck({
  db,
  receivesCallbacks,
}: {
  readonly db: Queryable
  readonly receivesCallbacks: boolean
}): Promise<HealthCheck> {
  if (!receivesCallbacks) {
    const detail =
      'Without SURVEYOR_CALLBACK_SECRET crawl cannot report: ends are learned by asking, which is slower.'
    return { status: 'warn', detail }
  }
  const [row] = await db.query<{ callbacks: number; checks: number }>(sql`
    select (count(*) filter (where reported_by = 'callback'))::integer as callbacks,
           (count(*) filter (where reported_by = 'check'))::integer as checks
    from enrichments where completed_at > now() - interval '1 hour'`)
  const { callbacks = 0, checks = 0 } = row ?? {}
  if (checks === 0 || callbacks > 0) return { status: 'pass', detail: null }
  const detail =
    `None of ${checks} ends in the last hour was reported by crawl; each was learned by asking. Crawl reaches this ` +
    'service by SURVEYOR_PLACES_URL.'
  return { status: 'warn', detail }
}

async function pendingCheck(db: Queryable): Promise<HealthCheck> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::integer as n from enrichments
    where completed_at is null and created_at < now() - ${TOO_OLD_MS}::float8 * interval '1 millisecond'`)
  const late = row?.n ?? 0
  if (late === 0) return { status: 'pass', detail: null }
  return { status: 'warn', detail: `${late} enrichments have waited for more than an hour.` }
}

async function exclusionsCheck(db: Queryable): Promise<HealthCheck> {
  const [row] = await db.query<{ readAt: Date | null; isLate: boolean }>(sql`
    select read_at as "readAt",
           coalesce(read_at, pg_postmaster_start_time()) < now() - ${UNREAD_MS}::float8 * interval '1 millisecond' as "isLate"
    from crawl_exclusions`)
  if (row?.isLate !== true) return { status: 'pass', detail: null }
  const last = row.readAt === null ? 'never' : `last at ${row.readAt.toISOString()}`
  const detail = `The exclusions of crawl were read ${last}: its key for places needs the scope discovery:read.`
  return { status: 'warn', detail }
}

/** How many enrichments there are in each state, and what they brought. */
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
