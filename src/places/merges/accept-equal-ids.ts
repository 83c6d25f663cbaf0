// Accepts the pairs of which one was made from the record of the other: their sources name it by its own id.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import { sql } from '#platform/db/sql.ts'
import { decideMerge, type DecideDeps } from './deciding/decide-merge.ts'

/**
 * Among the proposals of the places `ids` (uuids). One that was undone waits for a caller, and one whose place is being
 * enriched for the next comparison. Answers how many were accepted.
 */
export async function acceptEqualIds(deps: DecideDeps, ids: readonly string[]): Promise<number> {
  const rows = await deps.db.query<{ id: string }>(sql`
    select id from merges m
    where status = 'proposed' and (place_id = any(${uuidArray(ids)}::uuid[]) or other_id = any(${uuidArray(ids)}::uuid[]))
      and exists (select from json_array_elements(m.evidence) e where e ->> 'kind' = 'id')
      and not exists (select from merge_log l where l.merge_id = m.id and l.action in ('undone', 'rejected'))
    order by id`)
  let accepted = 0
  for (const { id } of rows) {
    try {
      await decideMerge(deps, formatId('mrg', id), 'accept', null)
      accepted += 1
    } catch (error) {
      const isPassing =
        error instanceof SurveyorError && (error.code === 'conflict' || error.code === 'not_found')
      if (!isPassing) throw error
    }
  }
  return accepted
}
