// Patterns and the votes of sites on them, as the learner reads and writes them.
import type { PatternState } from '#contract/crawl/discovery/pattern.ts'
import type { LinkedTemplates } from '#contract/crawl/discovery/signal.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Evidence } from './pattern-state.ts'
import type { Outcome, PatternKey, Vote } from './trials.ts'

/** A pattern as far as its state depends on it. */
export interface PatternHead extends PatternKey {
  /** A uuid. */
  readonly id: string
  readonly status: PatternState
  readonly source: 'learned' | 'builtin' | 'manual'
  readonly isDecided: boolean
  readonly sinceDays: number
}

/** What the votes on a pattern add up to now. */
export interface PatternSums extends Evidence {
  readonly id: string
  readonly hits: number
  readonly newHits: number
  readonly missing: number
}

/** A vote with its place. */
export interface SiteVote extends Vote {
  readonly patternId: string
  readonly domain: string
}

const head = sql`p.id, p.kind, p.template, p.language, p.status, p.source, p.decided_by is not null as "isDecided",
  extract(epoch from now() - p.status_since)::float8 / 86400 as "sinceDays"`

/** Makes what is not there, and answers all of them, with those for any language that have the same template. */
export async function takePatterns(
  tx: Queryable,
  seen: readonly (PatternKey & { readonly url: string; readonly fields: readonly string[] })[],
): Promise<PatternHead[]> {
  const sorted = seen.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const [kinds, templates] = [sorted.map(({ kind }) => kind), sorted.map(({ template }) => template)]
  await tx.execute(sql`
    insert into discovery_patterns as p (id, kind, template, language, status, source, examples, fields)
    select s.id, s.kind, s.template, s.language, 'observed', 'learned', array[s.url],
      array(select json_array_elements_text(s.fields))
    from unnest(
      ${sorted.map(() => uuidV7())}::uuid[], ${kinds}::text[], ${templates}::text[],
      ${sorted.map(({ language }) => language)}::text[], ${sorted.map(({ url }) => url)}::text[],
      ${sorted.map(({ fields }) => JSON.stringify(fields))}::json[]
    ) as s (id, kind, template, language, url, fields)
    on conflict (kind, template, language) do update set
      last_seen = now(),
      examples = case when cardinality(p.examples) < 5 and not p.examples @> excluded.examples
        then p.examples || excluded.examples else p.examples end,
      fields = p.fields || array(select unnest(excluded.fields) except select unnest(p.fields))`)
  return tx.query<PatternHead>(sql`
    select ${head} from discovery_patterns p
    join (select distinct kind, template, language from unnest(${kinds}::text[], ${templates}::text[],
      ${sorted.map(({ language }) => language)}::text[]) as s (kind, template, language)) s
      on p.kind = s.kind and p.template = s.template and p.language in (s.language, '*')
    group by p.id`)
}

const orderOf = ({ kind, template, language }: PatternKey): string => `${kind} ${template} ${language}`

/** The votes of these domains on these patterns, pair by pair. */
export async function readVotes(
  tx: Queryable,
  pairs: readonly { readonly patternId: string; readonly domain: string }[],
): Promise<SiteVote[]> {
  return tx.query<SiteVote>(sql`
    select s.pattern_id as "patternId", s.domain, s.trials, s.outcome, s.is_new as "isNew", s.is_blind as "isBlind",
      s.weight, s.observed_at as "observedAt"
    from discovery_sites s
    join unnest(${pairs.map(({ patternId }) => patternId)}::uuid[], ${pairs.map(({ domain }) => domain)}::text[])
      as w (pattern_id, domain) on w.pattern_id = s.pattern_id and w.domain = s.domain`)
}

/** The patterns with these uuids. */
export async function readHeads(tx: Queryable, ids: readonly string[]): Promise<PatternHead[]> {
  return tx.query<PatternHead>(sql`
    select ${head} from discovery_patterns p where p.id = any(${ids}::uuid[])`)
}

/**
 * Takes back what sites said for paths and words by links that their first page has no longer. Answers the patterns that
 * lost a vote, by their uuids.
 */
export async function dropUnlinked(
  tx: Queryable,
  pages: readonly {
    readonly domain: string
    readonly linked: LinkedTemplates
    readonly observedAt: Date
  }[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with gone as (
      delete from discovery_sites s
      using discovery_patterns p, unnest(
        ${pages.map(({ domain }) => domain)}::text[], ${pages.map(({ linked }) => JSON.stringify(linked))}::json[],
        ${pages.map(({ observedAt }) => observedAt.toISOString())}::timestamptz[]
      ) as seen (domain, linked, at)
      where s.domain = seen.domain and s.outcome = 'hit' and not s.is_blind and s.observed_at < seen.at
        and p.id = s.pattern_id and not exists (
          select from json_array_elements_text(seen.linked -> case p.kind when 'path' then 'paths' else 'anchors' end)
            as link (template)
          where link.template = p.template
        )
      returning s.pattern_id
    )
    select distinct pattern_id as id from gone`)
  return rows.map(({ id }) => id)
}

export async function writeVotes(tx: Queryable, votes: readonly SiteVote[]): Promise<void> {
  if (votes.length === 0) return
  await tx.execute(sql`
    insert into discovery_sites (pattern_id, domain, trials, outcome, is_new, is_blind, weight, observed_at)
    select * from unnest(
      ${votes.map(({ patternId }) => patternId)}::uuid[], ${votes.map(({ domain }) => domain)}::text[],
      ${votes.map(({ trials }) => trials)}::integer[],
      ${votes.map(({ outcome }): Outcome | null => outcome)}::text[],
      ${votes.map(({ isNew }) => isNew)}::boolean[], ${votes.map(({ isBlind }) => isBlind)}::boolean[],
      ${votes.map(({ weight }) => weight)}::float8[],
      ${votes.map(({ observedAt }) => observedAt.toISOString())}::timestamptz[]
    )
    on conflict (pattern_id, domain) do update set trials = excluded.trials, outcome = excluded.outcome,
      is_new = excluded.is_new, is_blind = excluded.is_blind, weight = excluded.weight,
      observed_at = excluded.observed_at`)
}

/** Votes lose half of their weight in each half-life. */
export async function sumVotes(
  tx: Queryable,
  ids: readonly string[],
  halfLifeDays: number,
): Promise<PatternSums[]> {
  return tx.query<PatternSums>(sql`
    with votes as (
      select s.*, s.weight * power(0.5, greatest(0, extract(epoch from now() - s.observed_at)::float8)
        / (${halfLifeDays}::float8 * 86400)) as w
      from discovery_sites s where s.pattern_id = any(${ids}::uuid[])
    )
    select i.id, coalesce(sum(v.trials), 0)::integer as trials, count(v.domain)::integer as domains,
      count(*) filter (where v.outcome = 'hit')::integer as hits,
      count(*) filter (where v.is_new)::integer as "newHits",
      count(*) filter (where v.outcome = 'missing')::integer as missing,
      coalesce(sum(v.w) filter (where v.outcome is not null), 0)::float8 as weight,
      coalesce(sum(v.w) filter (where v.outcome = 'hit'), 0)::float8 as "hitWeight",
      coalesce(sum(v.w) filter (where v.is_new), 0)::float8 as "newWeight",
      coalesce(sum(v.w) filter (where v.outcome is not null and v.is_blind), 0)::float8 as "blindWeight",
      coalesce(sum(v.w) filter (where v.is_new and v.is_blind), 0)::float8 as "blindNewWeight"
    from unnest(${ids}::uuid[]) as i (id)
    left join votes v on v.pattern_id = i.id
    group by i.id`)
}

/** Those whose votes lost weight since, and those that an exclusion may name; the ones that wait for longest. */
export async function readDue(tx: Queryable, olderThanMs: number, limit: number): Promise<PatternHead[]> {
  return tx.query<PatternHead>(sql`
    select ${head} from discovery_patterns p
    where (p.trials > 0 or p.status <> 'observed')
      and p.evaluated_at < now() - ${olderThanMs}::float8 * interval '1 millisecond'
    order by p.evaluated_at limit ${limit}`)
}

/** The sums, and the state that they give. */
export async function writeSums(
  tx: Queryable,
  rows: readonly (PatternSums & { readonly lower5: number; readonly status: PatternState })[],
): Promise<void> {
  await tx.execute(sql`
    update discovery_patterns p set
      trials = n.trials, domains = n.domains, hits = n.hits, new_hits = n.new_hits, missing = n.missing,
      weight = n.weight, hit_weight = n.hit_weight, new_weight = n.new_weight, blind_weight = n.blind_weight,
      blind_new_weight = n.blind_new_weight, lower5 = n.lower5, evaluated_at = now(), status = n.status,
      status_since = case when p.status = n.status then p.status_since else now() end
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ trials }) => trials)}::integer[],
      ${rows.map(({ domains }) => domains)}::integer[], ${rows.map(({ hits }) => hits)}::integer[],
      ${rows.map(({ newHits }) => newHits)}::integer[], ${rows.map(({ missing }) => missing)}::integer[],
      ${rows.map(({ weight }) => weight)}::float8[], ${rows.map(({ hitWeight }) => hitWeight)}::float8[],
      ${rows.map(({ newWeight }) => newWeight)}::float8[], ${rows.map((row) => row.blindWeight)}::float8[],
      ${rows.map((row) => row.blindNewWeight)}::float8[], ${rows.map(({ lower5 }) => lower5)}::float8[],
      ${rows.map(({ status }) => status)}::text[]
    ) as n (id, trials, domains, hits, new_hits, missing, weight, hit_weight, new_weight, blind_weight,
      blind_new_weight, lower5, status)
    where p.id = n.id`)
}
