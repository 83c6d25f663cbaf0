// What operators decide about patterns: a decision stays until it is taken back, whatever the data say.
import type { CreatePatternBody, Pattern, PatternState } from '#contract/crawl/discovery/pattern.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId, uuidV7 } from '#kit/ids.ts'
import { BUILTIN_PATTERNS } from '#kit/url/builtin-patterns.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { findPattern } from './read-patterns.ts'

/** What changes; absent fields stay. `by` null: the data decide again. */
export interface Decision {
  readonly status?: PatternState
  readonly by: string | null
  readonly note?: string
}

/** Null for an unknown id, or one whose state is not in `from`. */
export async function decidePattern(
  db: Database,
  id: string,
  { status, by, note }: Decision,
  from: readonly PatternState[] | null = null,
): Promise<Pattern | null> {
  const uuid = parseId('pat', id)
  if (uuid === null) return null
  return db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update discovery_patterns set
        status_since = case when status = coalesce(${status ?? null}, status) then status_since else now() end,
        status = coalesce(${status ?? null}, status), decided_by = ${by}, note = coalesce(${note ?? null}, note),
        evaluated_at = case when ${by}::text is null then '-infinity' else evaluated_at end
      where id = ${uuid} and (${from}::text[] is null or status = any(${from}::text[]))`)
    return changed === 0 ? null : findPattern(tx, id)
  })
}

/** Active at once. Throws `conflict` where the pattern is known already. */
export async function createPattern(
  db: Database,
  { kind, template, language, expectedYield = 0.3, fields = [], note }: CreatePatternBody,
): Promise<Pattern> {
  return db.transaction(async (tx) => {
    const id = uuidV7()
    const made = await tx.execute(sql`
      insert into discovery_patterns (id, kind, template, language, status, source, prior_yield, fields, note)
      values (${id}, ${kind}, ${template}, ${language}, 'active', 'manual', ${expectedYield}, ${fields}::text[],
        ${note ?? null})
      on conflict (kind, template, language) do nothing`)
    const pattern = made === 0 ? null : await findPattern(tx, `pat_${id}`)
    if (pattern === null)
      throw new SurveyorError('conflict', 'The pattern is known already: change its status instead.')
    return pattern
  })
}

/** Adds the builtin patterns that are not there yet. */
export async function addBuiltinPatterns(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into discovery_patterns (id, kind, template, language, status, source, prior_yield)
    select id, kind, template, language, 'active', 'builtin', prior
    from unnest(
      ${BUILTIN_PATTERNS.map(() => uuidV7())}::uuid[], ${BUILTIN_PATTERNS.map(({ kind }) => kind)}::text[],
      ${BUILTIN_PATTERNS.map(({ template }) => template)}::text[],
      ${BUILTIN_PATTERNS.map(({ language }) => language)}::text[],
      ${BUILTIN_PATTERNS.map(({ expectedYield }) => expectedYield)}::float8[]
    ) as b (id, kind, template, language, prior)
    on conflict (kind, template, language) do nothing`)
}

/** Deletes observed patterns that came to nothing and votes that lost all weight. Answers how many. */
export async function forgetPatterns(db: Queryable, maxObserved: number): Promise<number> {
  const votes = await db.execute(
    sql`delete from discovery_sites where observed_at < now() - interval '365 days'`,
  )
  const patterns = await db.execute(sql`
    delete from discovery_patterns where id in (
      select id from discovery_patterns
      where status = 'observed' and source = 'learned' and decided_by is null
      order by last_seen desc offset ${maxObserved}
    ) or (status = 'observed' and source = 'learned' and decided_by is null
      and last_seen < now() - interval '90 days')`)
  return votes + patterns
}
