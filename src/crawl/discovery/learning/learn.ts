// Learns from signals: votes of sites on patterns, and the states that follow from them, all in one transaction.
import { uuidV7 } from '#kit/ids.ts'
import type { Queryable, Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { DiscoverySettings } from '#crawl/discovery/model/discovery-settings.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import {
  countNumbered,
  markLearned,
  readUnlearned,
  type StoredSignal,
} from '#crawl/discovery/signals/signal-store.ts'
import { lowerBound, stateOf } from './pattern-state.ts'
import {
  dropUnlinked,
  readDue,
  readHeads,
  readVotes,
  sumVotes,
  takePatterns,
  writeSums,
  writeVotes,
  type PatternHead,
  type SiteVote,
} from './pattern-store.ts'
import { keyOf, trialsOf, voteAfter, type Trial } from './trials.ts'
import { noteContacts } from './shared-contacts.ts'

/** Exclusions are those of this moment. */
export interface LearnDeps {
  readonly settings: DiscoverySettings
  readonly exclusions: () => ExclusionSet
}

const BATCH = 1_000
/** Decay changes a bound slowly. */
const REEVALUATE_MS = 3_600_000

const lockKey = sql`hashtextextended(current_schema() || ' discovery', 0)`

/** One replica learns at a time: false where another one does. Held until the transaction ends. */
export async function lockLearning(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockKey}) as locked`,
  )
  return row?.locked === true
}

/** The same, once the other one has ended. */
export async function waitToLearn(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey})`)
}

/** Learns from the oldest signals. Answers how many; 0 when there are none left. */
export async function learnBatch(tx: Queryable, deps: LearnDeps): Promise<number> {
  const { settings } = deps
  const exclusions = deps.exclusions()
  const signals = await readUnlearned(tx, BATCH)
  if (signals.length === 0) return 0
  const kept = signals.filter(
    ({ url, anchor }) =>
      exclusions.findPage(url, 'learn') === null &&
      (anchor === null || exclusions.find('anchor', anchor, 'learn') === null),
  )
  // Anybody could make up domains that share the contact of a rival.
  const trusted = kept.filter(({ isTrusted }) => isTrusted)
  const shared = await noteContacts(tx, trusted, settings.sharedDomains)
  const trials = kept.flatMap((signal) => trialsOf(signal, isShared(signal, shared), settings.clientWeight))
  if (trials.length > 0) await vote(tx, trials, deps)
  // Anybody could say that a rival has lost its pages.
  await takeBack(tx, trusted, deps)
  await flagTraps(tx, kept, settings.trapUrls)
  await markLearned(tx, signals)
  return signals.length
}

/** Computes the states again whose votes lost weight since. Answers how many. */
export async function reevaluate(tx: Queryable, deps: LearnDeps): Promise<number> {
  const due = await readDue(tx, REEVALUATE_MS, BATCH)
  if (due.length > 0) await evaluate(tx, due, deps)
  return due.length
}

const isShared = ({ contacts }: StoredSignal, shared: ReadonlySet<string>): boolean =>
  contacts.length > 0 && contacts.every((contact) => shared.has(contact))

async function vote(tx: Queryable, trials: readonly Trial[], deps: LearnDeps): Promise<void> {
  const patterns = await takePatterns(tx, [...new Map(trials.map((trial) => [keyOf(trial), trial])).values()])
  const byKey = new Map(patterns.map((pattern) => [keyOf(pattern), pattern]))
  const cast = trials.flatMap((trial) =>
    [trial.language, '*'].flatMap((language) => {
      const pattern = byKey.get(keyOf({ ...trial, language }))
      // Links that nobody followed count until there are enough domains for a candidate: their number has no end.
      if (pattern === undefined || (trial.outcome === null && pattern.status !== 'observed')) return []
      return [{ trial, patternId: pattern.id, name: `${pattern.id} ${trial.domain}` }]
    }),
  )
  const pairs = new Map(cast.map(({ name, patternId, trial }) => [name, { patternId, domain: trial.domain }]))
  const before = await readVotes(tx, [...pairs.values()])
  const votes = new Map(before.map((each) => [`${each.patternId} ${each.domain}`, each]))
  const changed = new Map<string, SiteVote>()
  for (const { trial, patternId, name } of cast) {
    const after = voteAfter(votes.get(name), trial, deps.settings.trialDays)
    if (after === null) continue
    const full = { ...after, patternId, domain: trial.domain }
    votes.set(name, full)
    changed.set(name, full)
  }
  await writeVotes(tx, [...changed.values()])
  const touched = new Set([...changed.values()].map(({ patternId }) => patternId))
  await evaluate(
    tx,
    patterns.filter(({ id }) => touched.has(id)),
    deps,
  )
}

/** A site that was rebuilt is followed to its new pages, and its old ones are seldom asked for. */
async function takeBack(tx: Queryable, signals: readonly StoredSignal[], deps: LearnDeps): Promise<void> {
  const pages = signals.flatMap(({ domain, linked, observedAt }) =>
    linked === null ? [] : [{ domain, linked, observedAt }],
  )
  if (pages.length === 0) return
  const ids = await dropUnlinked(tx, pages)
  if (ids.length > 0) await evaluate(tx, await readHeads(tx, ids), deps)
}

async function evaluate(tx: Queryable, patterns: readonly PatternHead[], deps: LearnDeps): Promise<void> {
  const { settings } = deps
  const exclusions = deps.exclusions()
  const sums = await sumVotes(
    tx,
    patterns.map(({ id }) => id),
    settings.halfLifeDays,
  )
  const byId = new Map(sums.map((row) => [row.id, row]))
  const rows = patterns.flatMap((pattern) => {
    const row = byId.get(pattern.id)
    if (row === undefined) return []
    const lower5 = lowerBound(row)
    return [{ ...row, lower5, status: nextStatus(pattern, row, lower5) }]
  })
  await writeSums(tx, rows)

  function nextStatus(
    pattern: PatternHead,
    row: (typeof sums)[number],
    lower5: number,
  ): PatternHead['status'] {
    const kind = pattern.kind === 'path' ? 'template' : 'anchor'
    if (exclusions.find(kind, pattern.template, 'learn') !== null) return 'excluded'
    if (pattern.isDecided) return pattern.status
    const startsActive = pattern.source !== 'learned'
    // What was excluded starts from nothing.
    const status = pattern.status === 'excluded' ? 'observed' : pattern.status
    return stateOf({ status, startsActive, sinceDays: pattern.sinceDays }, row, lower5, settings).status
  }
}

/**
 * Recognises calendars and facets: numbered pages of one template on one host without end. Excludes them from learning
 * and from being visited; a request for one of the pages is still served.
 */
async function flagTraps(
  tx: Queryable,
  signals: readonly Pick<StoredSignal, 'host' | 'template'>[],
  trapUrls: number,
): Promise<void> {
  const pairs = new Map<string, { readonly host: string; readonly template: string }>()
  for (const { host, template } of signals)
    if (template?.includes(':') === true) pairs.set(`${host} ${template}`, { host, template })
  const counted = await countNumbered(tx, [...pairs.values()])
  // Numbered pages of the root cannot be told from the rest of the host by their beginning.
  const traps = counted.filter(({ urls, template }) => urls > trapUrls && folderOf(template) !== '/')
  if (traps.length === 0) return
  await tx.execute(sql`
    insert into discovery_exclusions (id, kind, value, match, scope, reason, note)
    select t.id, 'path', t.value, 'glob', 'learn', 'trap', t.note
    from unnest(
      ${traps.map(() => uuidV7())}::uuid[],
      ${traps.map(({ host, template }) => `${host}${folderOf(template)}*`)}::text[],
      ${traps.map(({ template, urls }) => `${urls} pages of ${template}.`)}::text[]
    ) as t (id, value, note)
    on conflict (kind, value, match, scope) do nothing`)
}

/** The path up to the first segment with a number: of `/termine/:n/:n` it is `/termine/`. */
function folderOf(template: string): string {
  const before = template.slice(0, template.indexOf(':'))
  return before.slice(0, before.lastIndexOf('/') + 1)
}

/** Learns everything again from the signals that are kept. Decisions of operators, builtin patterns and exclusions stay. Waits while another replica learns. */
export async function rebuild(
  db: Database,
  deps: LearnDeps,
): Promise<{ readonly signals: number; readonly patterns: number; readonly active: number }> {
  return db.transaction(async (tx) => {
    await waitToLearn(tx)
    await tx.execute(sql`delete from discovery_sites`)
    await tx.execute(sql`delete from discovery_contacts`)
    await tx.execute(sql`
      update discovery_patterns set trials = 0, domains = 0, hits = 0, new_hits = 0, missing = 0, weight = 0,
        hit_weight = 0, new_weight = 0, blind_weight = 0, blind_new_weight = 0, lower5 = 0, fields = '{}',
        examples = '{}', status = case when decided_by is null then 'active' else status end`)
    await tx.execute(sql`
      update discovery_patterns set status = 'observed', last_seen = '-infinity'
      where source = 'learned' and decided_by is null`)
    await tx.execute(sql`update discovery_signals set learned = false where learned`)
    let signals = 0
    for (;;) {
      const learned = await learnBatch(tx, deps)
      if (learned === 0) break
      signals += learned
    }
    // Patterns that are learned again keep their ids.
    await tx.execute(
      sql`delete from discovery_patterns where source = 'learned' and decided_by is null and last_seen = '-infinity'`,
    )
    const [counts] = await tx.query<{ patterns: number; active: number }>(sql`
      select count(*)::integer as patterns, count(*) filter (where status = 'active')::integer as active
      from discovery_patterns`)
    return { signals, patterns: counts?.patterns ?? 0, active: counts?.active ?? 0 }
  })
}
