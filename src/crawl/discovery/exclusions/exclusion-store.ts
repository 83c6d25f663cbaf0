// The rows of exclusions.
import type { CreateExclusionBody, Exclusion } from '#contract/crawl/discovery/exclusion.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { pageOf, uuidCursor } from '#crawl/requests/id-pages.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { ExclusionRule } from '#kit/url/exclusion-set.ts'

/** A rule with why it was made. */
export interface StoredRule extends ExclusionRule {
  /** A uuid. */
  readonly id: string
  readonly reason: Exclusion['reason']
}

/** Absent fields do not filter. */
export interface ExclusionFilter {
  readonly kind?: string | undefined
  readonly scope?: string | undefined
  readonly reason?: string | undefined
  /** Made at or after. */
  readonly since?: Date | undefined
}

interface ExclusionRow extends Omit<Exclusion, 'createdAt' | 'expiresAt' | 'hits' | 'removed'> {
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly hits: string
}

const columns = sql`id, kind, value, match, scope, reason, note, expires_at as "expiresAt", created_by as "createdBy",
  created_at as "createdAt", hits`

/** Rules that are not exact are looked at one by one. */
const MAX_OPEN_RULES = 1_000
const MAX_RULES = 200_000

/** The same exclusion again changes its reason, note and end, and keeps its id. Throws `conflict` when there are too many. */
export async function saveExclusion(
  db: Database,
  body: CreateExclusionBody & { readonly value: string },
  createdBy: string | null,
): Promise<Exclusion> {
  const {
    kind,
    value,
    match = 'exact',
    scope = 'all',
    reason = 'manual',
    note = null,
    expiresAt = null,
  } = body
  const [room] = await db.query<{ all: number; open: number }>(sql`
    select count(*)::integer as all, count(*) filter (where match <> 'exact')::integer as open
    from discovery_exclusions`)
  if ((room?.all ?? 0) >= MAX_RULES || (match !== 'exact' && (room?.open ?? 0) >= MAX_OPEN_RULES))
    throw new SurveyorError(
      'conflict',
      `There may be ${MAX_RULES} exclusions, ${MAX_OPEN_RULES} of them with a match that is not exact.`,
    )
  const [row] = await db.query<ExclusionRow>(sql`
    insert into discovery_exclusions (id, kind, value, match, scope, reason, note, expires_at, created_by)
    values (${uuidV7()}, ${kind}, ${value}, ${match}, ${scope}, ${reason}, ${note}, ${expiresAt}::timestamptz, ${createdBy})
    on conflict (kind, value, match, scope) do update set reason = excluded.reason, note = excluded.note,
      expires_at = excluded.expires_at
    returning ${columns}`)
  if (row === undefined) throw new Error('The insert gave no row.')
  return presented(row)
}

/** Newest first, after a cursor with an id. Throws `invalid_cursor`. */
export async function listExclusions(
  db: Database,
  filter: ExclusionFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<Exclusion>> {
  const position = uuidCursor('exc', after)
  const { kind, scope, reason, since } = filter
  const conditions = [
    sql`true`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(scope === undefined ? [] : [sql`scope in (${scope}, 'all')`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(position === null ? [] : [sql`id < ${position}`]),
  ]
  const rows = await db.query<ExclusionRow>(sql`
    select ${columns} from discovery_exclusions where ${joinSql(conditions, ' and ')}
    order by id desc limit ${limit + 1}`)
  return pageOf(rows.map(presented), limit)
}

/** Answers the removed one; null for an unknown id. */
export async function removeExclusion(db: Database, id: string): Promise<Exclusion | null> {
  const uuid = parseId('exc', id)
  if (uuid === null) return null
  const [row] = await db.query<ExclusionRow>(
    sql`delete from discovery_exclusions where id = ${uuid} returning ${columns}`,
  )
  return row === undefined ? null : presented(row)
}

/** Those that have not expired. */
export async function readRules(db: Database): Promise<StoredRule[]> {
  return db.query<StoredRule>(sql`
    select id, kind, value, match, scope, reason, expires_at as "expiresAt" from discovery_exclusions
    where expires_at is null or expires_at > now()
    order by id`)
}

export async function addHits(db: Database, hits: ReadonlyMap<string, number>): Promise<void> {
  await db.execute(sql`
    update discovery_exclusions e set hits = e.hits + h.n
    from unnest(${[...hits.keys()]}::uuid[], ${[...hits.values()]}::integer[]) as h (id, n) where e.id = h.id`)
}

/** Deletes what expired a month ago. Answers how many. */
export async function forgetExpired(db: Database): Promise<number> {
  return db.execute(sql`delete from discovery_exclusions where expires_at < now() - interval '30 days'`)
}

/** Has the states computed again that an exclusion of templates or anchors may change. */
export async function touchPatterns(db: Database, { kind, value, match }: Exclusion): Promise<void> {
  if (kind !== 'template' && kind !== 'anchor') return
  await db.execute(sql`
    update discovery_patterns set evaluated_at = '-infinity'
    where kind = ${kind === 'template' ? 'path' : 'anchor'} and (${match} <> 'exact' or template = ${value})`)
}

function presented(row: ExclusionRow): Exclusion {
  return {
    ...row,
    id: formatId('exc', row.id),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    hits: Number(row.hits),
  }
}
