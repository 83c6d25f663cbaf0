// Goes through many places and proposes what is probably one: those of a session, those that a search changed, or all.
import { formatId } from '#kit/ids.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { decideMerge, isOfEqualIds, isUndecidable, type DecideDeps } from './deciding/decide-merge.ts'
import { proposeMerges } from './propose-merges.ts'

/** Places compared at a time: some ten thousand candidates. */
const BATCH = 200

/** Which places are compared; ids are plain uuids. */
export type ComparedScope =
  | { readonly of: 'all' }
  | { readonly of: 'session'; readonly id: string }
  /** Those that the search stored, or found different. */
  | { readonly of: 'search'; readonly id: string }

/** What a run did. `proposed` counts pairs of the places compared. */
export interface FoundMerges {
  readonly compared: number
  readonly proposed: number
}

/** Comparing twice changes nothing, so a run may begin again at any time. Throws the reason of `signal`. */
export async function findMerges(
  deps: DecideDeps,
  scope: ComparedScope,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: (done: number) => void },
): Promise<FoundMerges> {
  const { db } = deps
  let after: string | null = null
  let [compared, proposed] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const ids: string[] = await nextIds(db, scope, after)
    if (ids.length === 0) return { compared, proposed }
    proposed += (await proposeMerges(db, ids)) - (await acceptEqualIds(deps, ids))
    compared += ids.length
    onProgress?.(compared)
    after = ids.at(-1) ?? null
  }
}

/** How many places a run will compare. */
export async function countCompared(db: Queryable, scope: ComparedScope): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::integer as n from places p where ${joinSql([sql`true`, ...conditionsOf(scope)], ' and ')}`,
  )
  return row?.n ?? 0
}

async function nextIds(db: Queryable, scope: ComparedScope, after: string | null): Promise<string[]> {
  const conditions = [...conditionsOf(scope), ...(after === null ? [] : [sql`p.id > ${after}::uuid`])]
  const rows = await db.query<{ id: string }>(sql`
    select p.id from places p where ${joinSql([sql`true`, ...conditions], ' and ')} order by p.id limit ${BATCH}`)
  return rows.map(({ id }) => id)
}

function conditionsOf(scope: ComparedScope): Sql[] {
  if (scope.of === 'all') return []
  if (scope.of === 'session')
    return [sql`p.id in (select place_id from session_places where session_id = ${scope.id})`]
  return [
    sql`p.id in (select place_id from search_places where search_id = ${scope.id})`,
    sql`p.changed_at >= (select started_at from searches where id = ${scope.id})`,
  ]
}

/**
 * Accepts those proposals of the places `ids` (uuids) of which one was made from the record of the other: their
 * sources name it by its own id. One that was undone waits for a caller, and one whose place is being enriched for the
 * next comparison. Answers how many were accepted.
 */
async function acceptEqualIds(deps: DecideDeps, ids: readonly string[]): Promise<number> {
  const rows = await deps.db.query<{ id: string }>(sql`
    select id from merges m
    where status = 'proposed' and (place_id = any(${uuidArray(ids)}::uuid[]) or other_id = any(${uuidArray(ids)}::uuid[]))
      and ${isOfEqualIds}
    order by id`)
  let accepted = 0
  for (const { id } of rows) {
    try {
      await decideMerge(deps, formatId('mrg', id), 'accept', null)
      accepted += 1
    } catch (error) {
      if (!isUndecidable(error)) throw error
    }
  }
  return accepted
}
