// Reads patterns for the API: lists, one with its explanation, what is active, and what workers choose by.
import type {
  ActivePattern,
  Pattern,
  PatternState,
  WorkerPatterns,
} from '#contract/crawl/discovery/pattern.ts'
import { pageOf, uuidCursor } from '#crawl/requests/id-pages.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { betaMean } from '#kit/chance/beta-distribution.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { DiscoverySettings } from '#crawl/discovery/model/discovery-settings.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { blindYield, newPosterior, newShare, posteriorOf, stateOf, type Evidence } from './pattern-state.ts'

/** Undefined does not filter. */
export interface PatternFilter {
  readonly states: readonly PatternState[]
  readonly kind: string | undefined
  readonly language: string | undefined
  readonly source: string | undefined
}

interface PatternRow extends Evidence {
  readonly id: string
  readonly kind: 'path' | 'anchor'
  readonly template: string
  readonly language: string
  readonly status: PatternState
  readonly source: 'learned' | 'builtin' | 'manual'
  readonly priorYield: number | null
  readonly fields: readonly string[]
  readonly hits: number
  readonly newHits: number
  readonly missing: number
  readonly lower5: number
  readonly examples: readonly string[]
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly statusSince: Date
  readonly decidedBy: string | null
  readonly note: string | null
}

const columns = sql`id, kind, template, language, status, source, prior_yield as "priorYield", fields, trials, domains,
  hits, new_hits as "newHits", missing, weight, hit_weight as "hitWeight", new_weight as "newWeight",
  blind_weight as "blindWeight", blind_new_weight as "blindNewWeight", lower5, examples, first_seen as "firstSeen",
  last_seen as "lastSeen", status_since as "statusSince", decided_by as "decidedBy", note`

/** The most that workers are given: the ones with most trials. */
const MAX_ACTIVE = 2_000
const MAX_KNOWN = 2_000

/** Newest first, after a cursor with an id. `explain` adds counts and thresholds. Throws `invalid_cursor`. */
export async function listPatterns(
  db: Database,
  filter: PatternFilter,
  { limit, after }: { readonly limit: number; readonly after: CursorValues | null },
  explain: DiscoverySettings | null,
): Promise<ListPage<Pattern>> {
  const position = uuidCursor('pat', after)
  const { states, kind, language, source } = filter
  const conditions = [
    sql`status = any(${states}::text[])`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(language === undefined ? [] : [sql`language = ${language}`]),
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(position === null ? [] : [sql`id < ${position}`]),
  ]
  const rows = await db.query<PatternRow>(sql`
    select ${columns} from discovery_patterns where ${joinSql(conditions, ' and ')}
    order by id desc limit ${limit + 1}`)
  return pageOf(
    rows.map((row) => presentPattern(row, explain)),
    limit,
  )
}

/** Null for an unknown id. */
export async function findPattern(
  on: Queryable,
  id: string,
  explain: DiscoverySettings | null = null,
): Promise<Pattern | null> {
  const uuid = parseId('pat', id)
  if (uuid === null) return null
  const [row] = await on.query<PatternRow>(sql`select ${columns} from discovery_patterns where id = ${uuid}`)
  return row === undefined ? null : presentPattern(row, explain)
}

/** What is followed, the most promising first; without what is excluded. */
export async function readActive(db: Queryable, exclusions: ExclusionSet): Promise<ActivePattern[]> {
  const rows = await db.query<PatternRow>(sql`
    select ${columns} from discovery_patterns where status = 'active' order by trials desc, id limit ${MAX_ACTIVE}`)
  return rows
    .filter(
      ({ kind, template }) =>
        exclusions.find(kind === 'path' ? 'template' : 'anchor', template, 'learn') === null,
    )
    .map((row): ActivePattern => {
      const expectedYield = betaMean(newPosterior(row, row.priorYield))
      return {
        id: formatId('pat', row.id),
        kind: row.kind,
        template: row.template,
        language: row.language,
        fields: [...row.fields],
        expectedYield: rounded(expectedYield),
        blindYield: rounded(row.kind === 'path' ? blindYield(row, expectedYield) : 0),
        cost404: rounded(row.domains === 0 ? 0 : row.missing / row.domains),
      }
    })
    .toSorted((a, b) => b.expectedYield - a.expectedYield)
}

/** What was tried and is not active: it is not followed for its words either, and may be tried where it is open. */
export async function readKnown(db: Queryable): Promise<WorkerPatterns['known']> {
  const rows = await db.query<PatternRow>(sql`
    select ${columns} from discovery_patterns where status <> 'active' and (trials > 0 or status = 'rejected')
    order by trials desc, id limit ${MAX_KNOWN}`)
  return rows.map((row) => {
    const { alpha, beta } = newPosterior(row, null)
    const { kind, template, language, status } = row
    const isOpen = status !== 'rejected' && status !== 'excluded'
    return { kind, template, language, alpha: rounded(alpha), beta: rounded(beta), isOpen }
  })
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

function presentPattern(row: PatternRow, explain: DiscoverySettings | null): Pattern {
  const { alpha, beta } = posteriorOf(row)
  const { weight } = row
  return {
    id: formatId('pat', row.id),
    kind: row.kind,
    template: row.template,
    language: row.language,
    status: row.status,
    source: row.source,
    fields: [...row.fields],
    trials: row.trials,
    hits: row.hits,
    newHits: row.newHits,
    missing: row.missing,
    distinctDomains: row.domains,
    posterior: { mean: rounded(betaMean({ alpha, beta })), lower5: rounded(row.lower5) },
    expectedYield: rounded(betaMean(newPosterior(row, row.priorYield))),
    examples: [...row.examples],
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
    statusSince: row.statusSince.toISOString(),
    decidedBy: row.decidedBy,
    note: row.note,
    ...(explain === null
      ? {}
      : {
          explanation: {
            evidence: {
              trials: row.trials,
              domains: row.domains,
              weight,
              alpha,
              beta,
              newShare: newShare(row),
            },
            thresholds: { ...explain },
            ...explained(row, explain),
          },
        }),
  }
}

function explained(
  row: PatternRow,
  settings: DiscoverySettings,
): { readonly next: PatternState; readonly reason: string } {
  if (row.decidedBy !== null) return { next: row.status, reason: 'It was decided by hand.' }
  if (row.status === 'excluded') return { next: row.status, reason: 'An exclusion names it.' }
  const sinceDays = (Date.now() - row.statusSince.getTime()) / DAY_MS
  const startsActive = row.source !== 'learned'
  const { status, reason } = stateOf(
    { status: row.status, startsActive, sinceDays },
    row,
    row.lower5,
    settings,
  )
  return { next: status, reason }
}
