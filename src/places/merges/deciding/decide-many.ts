// Decides about many merges at once: each as it would be alone, in a transaction and with a line of the log of its own.
import type { DecidedMerges, DecideMergesBody } from '#contract/places/changes/merge.ts'
import { formatId } from '#kit/ids.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { decideMerge, isOfEqualIds, isUndecidable, type DecideDeps } from './decide-merge.ts'

/**
 * The likeliest first, and no more than `max`. One that cannot be decided stops no other. Accepting goes through chains of
 * pairs: of three records of one place the second pair joins what the first one made. Throws `not_found` (the session).
 */
export async function decideMany(
  deps: DecideDeps,
  { decision, minScore, maxScore, sessionId, decidedSince, max, dryRun = false }: DecideMergesBody,
  by: string | null,
): Promise<DecidedMerges> {
  const { db } = deps
  const session = sessionId === undefined ? null : await existingId(db, 'ses', sessionId)
  const isOfSession = (id: Sql) =>
    sql`exists (select from session_places s where s.session_id = ${session} and s.place_id = ${id})`
  const conditions = [
    decision === 'undo' ? sql`m.status <> 'proposed'` : sql`m.status = 'proposed'`,
    ...(minScore === undefined ? [] : [sql`m.score >= ${minScore}`]),
    ...(maxScore === undefined ? [] : [sql`m.score <= ${maxScore}`]),
    // What callers decided: the merges of equal ids are those of the service.
    ...(decidedSince === undefined
      ? []
      : [sql`m.decided_at >= ${decidedSince}::timestamptz`, sql`not ${isOfEqualIds}`]),
    ...(session === null ? [] : [isOfSession(sql`m.place_id`), isOfSession(sql`m.other_id`)]),
  ]
  // What was accepted last is undone first, because a later merge may hold the places of an earlier one.
  const order = decision === 'undo' ? sql`m.decided_at desc, m.id desc` : sql`m.score desc, m.id desc`
  const rows = await db.query<{ id: string; total: number }>(sql`
    select m.id, count(*) over ()::integer as total from merges m
    where ${joinSql(conditions, ' and ')} order by ${order} limit ${max}`)
  const decided: string[] = []
  const failed: DecidedMerges['failed'] = []
  for (const row of rows) {
    const id = formatId('mrg', row.id)
    try {
      if (!dryRun) await decideMerge(deps, id, decision, by)
      decided.push(id)
    } catch (error) {
      if (!isUndecidable(error)) throw error
      failed.push({ id, code: error.code, detail: error.message })
    }
  }
  return { decided, failed, remaining: (rows[0]?.total ?? 0) - rows.length }
}
