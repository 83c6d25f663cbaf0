// The evidence which domains need a browser: written when jobs end, read when they are claimed.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { Ways } from './ways.ts'

/** How the pages of a domain were got by jobs of one statement. */
export interface EngineOutcomes {
  readonly domain: string
  /** Pages that only a browser could read, after HTTP had been tried. */
  readonly needed: number
  /** Pages of a domain with evidence that HTTP was tried for again and sufficed. */
  readonly sufficed: number
}

/** What is known of a domain. */
export interface DomainEngine {
  readonly domain: string
  /** Its pages need one; otherwise HTTP is tried and counts as evidence. */
  readonly browser: boolean
  /** One job of this caller is to try HTTP all the same. */
  readonly retry: boolean
}

/** That, and how requests to it ended. Null: there is no evidence about engines. */
export interface KnownDomain {
  readonly domain: string
  readonly evidence: DomainEngine | null
  readonly ways: Ways
}

/** Two pages within hours are enough; one may be a bad moment of the target. */
const BROWSER_FROM = 1.5
/** From here two pages that HTTP sufficed for take a domain back. */
const MAX_SCORE = 4
const HALF_LIFE_S = 3 * 86_400
/** HTTP is tried again after an hour, then after twice as long each time that it fails. */
const RETRY_S = { first: 3_600, max: 86_400 }
/** The score has decayed to nothing by then. */
const KEEP_S = 14 * 86_400
/** Beyond these, the domains that were seen last are kept. */
const MAX_DOMAINS = 100_000

const decayed = sql`(d.score * power(0.5, extract(epoch from now() - d.seen_at) / ${HALF_LIFE_S}::float8))`

/** In the transaction that ends the jobs. Rows are locked in the order of their names. */
export async function addOutcomes(tx: Queryable, outcomes: readonly EngineOutcomes[]): Promise<void> {
  const sorted = outcomes.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
  const needed = sorted.filter((outcome) => outcome.needed > 0)
  const sufficed = sorted.filter((outcome) => outcome.needed === 0 && outcome.sufficed > 0)
  if (needed.length > 0) {
    await tx.execute(
      prepared(
        'domain_engines_needed',
        sql`
          insert into domain_engines as d (domain, score, retry_at, retry_every)
          select e.domain, least(${MAX_SCORE}::float8, e.n), now() + f.first, f.first
          from unnest(${needed.map(({ domain }) => domain)}::text[], ${needed.map((o) => o.needed)}::float8[])
            as e (domain, n), (select ${RETRY_S.first}::float8 * interval '1 second') as f (first)
          order by e.domain
          on conflict (domain) do update set
            score = least(${MAX_SCORE}::float8, ${decayed} + excluded.score),
            seen_at = now(),
            retry_every = case when ${decayed} < ${BROWSER_FROM}::float8 then excluded.retry_every
              else least(d.retry_every * 2, ${RETRY_S.max}::float8 * interval '1 second') end,
            retry_at = now() + case when ${decayed} < ${BROWSER_FROM}::float8 then excluded.retry_every
              else least(d.retry_every * 2, ${RETRY_S.max}::float8 * interval '1 second') end`,
      ),
    )
  }
  if (sufficed.length > 0) {
    await tx.execute(
      prepared(
        'domain_engines_sufficed',
        sql`
          with e as (
            select d.domain, e.n
            from unnest(${sufficed.map(({ domain }) => domain)}::text[],
              ${sufficed.map((o) => o.sufficed)}::float8[]) as e (domain, n)
            join domain_engines d on d.domain = e.domain
            order by d.domain for update of d
          )
          update domain_engines d set
            score = ${decayed} * power(0.5, e.n),
            seen_at = now(),
            retry_every = ${RETRY_S.first}::float8 * interval '1 second',
            -- The next job tries HTTP as well: one page may differ from the others of its site.
            retry_at = now()
          from e where d.domain = e.domain`,
      ),
    )
  }
}

/** Of these domains, the ones that anything is known of. Where HTTP is due to be tried again, only one caller is told so. */
export async function readKnown(db: Queryable, domains: readonly string[]): Promise<KnownDomain[]> {
  const rows = await db.query<KnownRow>(
    prepared(
      'domain_engines_read',
      sql`
        with due as (
          select d.domain from domain_engines d
          where d.domain = any(${domains}::text[]) and d.retry_at <= now()
            and ${decayed} >= ${BROWSER_FROM}::float8
          order by d.domain for update skip locked
        ), retried as (
          update domain_engines d set retry_at = now() + d.retry_every
          from due where d.domain = due.domain returning d.domain
        )
        select q.domain, ${decayed} >= ${BROWSER_FROM}::float8 as browser, r.domain is not null as retry, w.ways
        from unnest(${domains}::text[]) as q (domain)
        left join domain_engines d on d.domain = q.domain
        left join retried r on r.domain = q.domain
        left join domain_ways w on w.domain = q.domain
        where d.domain is not null or w.domain is not null`,
    ),
  )
  return rows.map(knownOf)
}

/** The same for somebody who only looks: no job is told to try HTTP. */
export async function lookAtKnown(
  db: Queryable,
  domains: readonly string[],
): Promise<ReadonlyMap<string, KnownDomain>> {
  const rows = await db.query<KnownRow>(sql`
    select q.domain, ${decayed} >= ${BROWSER_FROM}::float8 as browser, false as retry, w.ways
    from unnest(${domains}::text[]) as q (domain)
    left join domain_engines d on d.domain = q.domain
    left join domain_ways w on w.domain = q.domain
    where d.domain is not null or w.domain is not null`)
  return new Map(rows.map((row) => [row.domain, knownOf(row)]))
}

interface KnownRow {
  readonly domain: string
  /** Null without evidence about engines. */
  readonly browser: boolean | null
  readonly retry: boolean
  readonly ways: Ways | null
}

const knownOf = ({ domain, browser, retry, ways }: KnownRow): KnownDomain => ({
  domain,
  evidence: browser === null ? null : { domain, browser, retry },
  ways: ways ?? {},
})

/** Deletes what has decayed, and the oldest beyond the bound. Answers how many. */
export async function forgetEvidence(db: Queryable): Promise<number> {
  return db.execute(sql`
    delete from domain_engines d where d.seen_at < now() - ${KEEP_S}::float8 * interval '1 second'
      or d.seen_at < (select seen_at from domain_engines order by seen_at desc offset ${MAX_DOMAINS} limit 1)`)
}
