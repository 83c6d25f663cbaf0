// Detections as rows: reports are added in the transaction of their source, and read by domain.
import type { CdnStats } from '#contract/crawl/learned/cdn.ts'
import type { CursorValues } from '#kit/cursor.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import {
  CDN_TTL_MS,
  findingsOf,
  WALL_TTL_MS,
  withReport,
  type CdnRecord,
  type ReadReport,
} from './cdn-record.ts'

/** One row. */
export interface StoredCdn {
  readonly domain: string
  readonly registrableDomain: string
  readonly state: 'unknown' | 'suspected' | 'confirmed' | 'stale' | 'cleared'
  readonly record: CdnRecord
  readonly reports: number
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly lastConfirmedAt: Date | null
  readonly expiresAt: Date
}

/** A domain whose certain provider is new or another one. */
export interface CdnChange {
  readonly domain: string
  readonly registrableDomain: string
  readonly provider: string | null
  readonly former: string | null
  readonly protection: string
}

/** All given conditions hold together. */
export interface CdnFilter {
  readonly state?: readonly string[] | undefined
  readonly provider?: readonly string[] | undefined
  readonly protection?: readonly string[] | undefined
  readonly registrableDomain?: string | undefined
}

/** Of the confirmed: by then a new one is begun. */
const KEEP_S = 30 * 86_400
const MAX_DOMAINS = 200_000

const state = sql`(case when d.state in ('suspected', 'confirmed') and d.expires_at <= now() then 'stale' else d.state end)`
const protection = sql`(case when d.protected_until > now() then d.protection
  when d.protection = 'passive' then 'passive' else 'none' end)`
const columns = sql`d.domain, d.registrable_domain as "registrableDomain", ${state} as state, d.record, d.reports::float8 as reports,
  d.first_seen_at as "firstSeenAt", d.last_seen_at as "lastSeenAt", d.last_confirmed_at as "lastConfirmedAt",
  d.expires_at as "expiresAt"`

/**
 * Adds reports, in their order. One of a worker that shows nothing of an unknown domain is not worth a row, unless it was
 * asked for. Rows are locked in the order of their names. Answers what became certain by it.
 */
export async function addReports(
  tx: Queryable,
  reports: readonly ReadReport[],
  isAsked: (report: ReadReport) => boolean = () => false,
): Promise<CdnChange[]> {
  const worth = new Map(
    reports
      .filter((report) => isAsked(report) || showsSomething(report))
      .map(({ domain, registrableDomain }) => [domain, registrableDomain]),
  )
  if (worth.size > 0) {
    await tx.execute(sql`
      insert into cdn_domains (domain, registrable_domain)
      select domain, registrable from unnest(${[...worth.keys()]}::text[], ${[...worth.values()]}::text[])
        as r (domain, registrable)
      order by domain on conflict (domain) do nothing`)
  }
  const domains = [...new Set(reports.map(({ domain }) => domain))]
  const rows = await tx.query<
    Pick<StoredCdn, 'domain' | 'registrableDomain' | 'record'> & { reports: number }
  >(sql`
    select d.domain, d.registrable_domain as "registrableDomain", d.record, d.reports::float8 as reports
    from cdn_domains d where d.domain = any(${domains}::text[]) order by d.domain for update`)
  if (rows.length === 0) return []
  const changes: CdnChange[] = []
  const changed = rows.map((row) => {
    const own = reports.filter(({ domain }) => domain === row.domain)
    const before = row.reports === 0 ? null : row.record
    const record = own.reduce<CdnRecord | null>(withReport, before) ?? row.record
    const now = Date.now()
    const found = findingsOf(record, now)
    const former = before === null ? null : certainOf(findingsOf(before, now))
    const certain = certainOf(found)
    if (certain !== null && certain.name !== former?.name) {
      const { domain, registrableDomain } = row
      const names = { provider: certain.name, former: former?.name ?? null }
      changes.push({ domain, registrableDomain, ...names, protection: found.protection })
    }
    return columnsOf(row.domain, record, found, own.length)
  })
  await tx.execute(sql`
    update cdn_domains d set
      state = c.state, providers = c.providers, protection = c.protection,
      protected_until = to_timestamp(c.protected_until / 1000), record = c.record,
      reports = d.reports + c.reports, last_seen_at = greatest(d.last_seen_at, now()),
      last_confirmed_at = case when c.confirmed then now() else d.last_confirmed_at end,
      expires_at = case when c.expires_at is null then d.expires_at else to_timestamp(c.expires_at / 1000) end
    from json_to_recordset(${storableJson(changed)}::json) as c (
      domain text, state text, providers text[], protection text, protected_until float8, record jsonb, reports integer,
      confirmed boolean, expires_at float8
    ) where d.domain = c.domain`)
  return changes
}

const showsSomething = ({ found, last }: ReadReport): boolean =>
  last.source === 'client' ||
  (last.outcome !== 'ok' && last.outcome !== 'login') ||
  found.some(({ kind }) => kind !== 'cloud')

/** Null while nothing is certain. */
function certainOf(found: ReturnType<typeof findingsOf>): { readonly name: string | null } | null {
  if (found.state !== 'confirmed') return null
  return { name: found.providers.find(({ kind }) => kind !== 'cloud')?.name ?? null }
}

function columnsOf(domain: string, record: CdnRecord, found: ReturnType<typeof findingsOf>, reports: number) {
  const last = Math.max(
    ...record.walls.map(({ at }) => at),
    ...Object.values(record.providers).flatMap(({ evidence }) => Object.values(evidence).map(({ at }) => at)),
  )
  const wall = record.walls.at(-1)
  return {
    domain,
    state: found.state,
    providers: found.providers.filter(({ kind }) => kind !== 'cloud').map(({ name }) => name),
    protection: found.protection,
    protected_until: wall === undefined ? null : wall.at + WALL_TTL_MS,
    record,
    reports,
    confirmed: found.state === 'confirmed',
    expires_at: Number.isFinite(last) ? last + CDN_TTL_MS : null,
  }
}

/** Of these domains, those that are known. */
export async function findDomains(db: Queryable, domains: readonly string[]): Promise<StoredCdn[]> {
  return db.query<StoredCdn>(
    sql`select ${columns} from cdn_domains d where d.domain = any(${domains}::text[])`,
  )
}

/** By name. */
export async function listDomains(
  db: Queryable,
  filter: CdnFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<StoredCdn>> {
  const conditions: Sql[] = [
    ...(after === null ? [] : [sql`d.domain > ${String(after[0])}`]),
    ...(filter.state === undefined ? [] : [sql`${state} = any(${filter.state}::text[])`]),
    ...(filter.provider === undefined ? [] : [sql`d.providers && ${filter.provider}::text[]`]),
    ...(filter.protection === undefined ? [] : [sql`${protection} = any(${filter.protection}::text[])`]),
    ...(filter.registrableDomain === undefined
      ? []
      : [sql`d.registrable_domain = ${filter.registrableDomain}`]),
  ]
  const rows = await db.query<StoredCdn>(sql`
    select ${columns} from cdn_domains d
    where ${conditions.length === 0 ? sql`true` : joinSql(conditions, ' and ')}
    order by d.domain limit ${limit + 1}`)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit), next: last === undefined ? null : [last.domain] }
}

/** Counts of all that is kept. */
export async function readCdnStats(db: Database): Promise<CdnStats> {
  const rows = await db.query<{ what: string; name: string; domains: number; reports: number }>(sql`
    with known as materialized (
      select ${state} as state, ${protection} as protection, d.providers, d.reports from cdn_domains d
    )
    select 'state' as what, state as name, count(*)::float8 as domains, coalesce(sum(reports), 0)::float8 as reports
    from known group by state
    union all select 'protection', protection, count(*)::float8, 0 from known group by protection
    union all select 'provider', p, count(*)::float8, 0 from known, unnest(providers) as p where state = 'confirmed'
      group by p`)
  const of = (what: string): Record<string, number> =>
    Object.fromEntries(rows.filter((row) => row.what === what).map(({ name, domains }) => [name, domains]))
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const states = rows.filter((row) => row.what === 'state')
  return {
    domains: sum(states.map(({ domains }) => domains)),
    reports: sum(states.map(({ reports }) => reports)),
    byState: of('state'),
    byProvider: of('provider'),
    byProtection: of('protection'),
  }
}

/** Deletes what was not seen for a month, and the oldest beyond the bound. Answers how many. */
export async function forgetDomains(db: Database): Promise<number> {
  return db.execute(sql`
    delete from cdn_domains d where d.last_seen_at < now() - ${KEEP_S}::float8 * interval '1 second'
      or d.last_seen_at < (select last_seen_at from cdn_domains order by last_seen_at desc offset ${MAX_DOMAINS} limit 1)`)
}
