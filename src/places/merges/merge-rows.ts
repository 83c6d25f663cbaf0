// Merges as they are stored and as the wire shows them.
import { pageOf } from '#platform/http/output/pagination.ts'
import type { Merge, MergeDetail, MergeState } from '#contract/places/changes/merge.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import { cursorNumber, cursorUuid } from '#places/places/cursor-values.ts'

interface MergeRow extends Pick<Merge, 'status' | 'score' | 'evidence' | 'names'> {
  readonly id: string
  readonly placeId: string
  readonly otherId: string
  readonly createdAt: Date
  readonly decidedAt: Date | null
}

// The name of a place that was merged stands with its part.
const nameOf = (id: Sql) => sql`coalesce(
  (select part.content ->> 'name' from place_parts part where part.id = ${id}),
  (select p.content ->> 'name' from places p where p.id = ${id}))`

const columns = sql`
  m.id, m.status, m.score, m.evidence, m.place_id as "placeId", m.other_id as "otherId", m.created_at as "createdAt",
  m.decided_at as "decidedAt", array[${nameOf(sql`m.place_id`)}, ${nameOf(sql`m.other_id`)}] as names`

/**
 * The merges of a place with all that it was merged of: a merge keeps the ids that its places had when it was proposed. A
 * proposal whose two places have become one by other merges is left out.
 */
function ofPlace(placeId: string): Sql {
  const parts = sql`array(select ${placeId}::uuid union select id from place_parts where place_id = ${placeId})`
  return sql`(m.place_id = any(${parts}) or m.other_id = any(${parts}))
    and not (m.status = 'proposed' and m.place_id = any(${parts}) and m.other_id = any(${parts}))`
}

/** Which merges a list has; null: all. `placeId` is a plain uuid. */
export interface MergeFilter {
  readonly status: MergeState | null
  readonly placeId: string | null
  readonly minScore: number | null
}

/** The likeliest first. A page throws `invalid_cursor`. */
export function listMerges(
  db: Queryable,
  { status, placeId, minScore }: MergeFilter,
): (limit: number, after: CursorValues | null) => Promise<ListPage<Merge>> {
  const filters = [
    ...(status === null ? [] : [sql`m.status = ${status}`]),
    ...(placeId === null ? [] : [ofPlace(placeId)]),
    ...(minScore === null ? [] : [sql`m.score >= ${minScore}`]),
  ]
  return async (limit, after) => {
    const conditions = [...filters]
    if (after !== null) {
      conditions.push(
        sql`(m.score, m.id) < (${cursorNumber(after[0])}::float8, ${cursorUuid(after[1])}::uuid)`,
      )
    }
    const rows = await db.query<MergeRow>(sql`
      select ${columns} from merges m where ${joinSql([sql`true`, ...conditions], ' and ')}
      order by m.score desc, m.id desc limit ${limit + 1}`)
    return pageOf(rows, limit, presentMerge, ({ score, id }) => [score, id])
  }
}

/** With its log. Throws `not_found`. */
export async function getMerge(db: Queryable, id: string): Promise<MergeDetail> {
  const uuid = parseId('mrg', id)
  const [row] =
    uuid === null ? [] : await db.query<MergeRow>(sql`select ${columns} from merges m where m.id = ${uuid}`)
  if (row === undefined) throw new SurveyorError('not_found', 'No merge has this id.')
  const log = await db.query<Omit<MergeDetail['log'][number], 'at'> & { readonly at: Date }>(sql`
    select action, at, by from merge_log where merge_id = ${uuid} order by id`)
  return { ...presentMerge(row), log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })) }
}

function presentMerge(row: MergeRow): Merge {
  const id = formatId('mrg', row.id)
  const [placeId, otherId] = [formatId('plc', row.placeId), formatId('plc', row.otherId)]
  const self = `/api/merges/${id}`
  const decisions = row.status === 'proposed' ? ['accept', 'reject'] : ['undo']
  return {
    id,
    status: row.status,
    placeId,
    otherId,
    names: row.names,
    score: row.score,
    evidence: row.evidence,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    links: {
      self,
      place: `/api/places/${placeId}`,
      other: `/api/places/${otherId}`,
      ...Object.fromEntries(decisions.map((decision) => [decision, `${self}/${decision}`])),
    },
  }
}
