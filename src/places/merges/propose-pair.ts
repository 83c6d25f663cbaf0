// A merge that a caller proposes: scored as any other, and kept whatever the score is.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { readCompared } from './find-candidates.ts'
import { scorePair } from './scoring/score-pair.ts'

/** `by`: the key of the caller. Answers the id of the merge, also of one that was proposed before. Throws `not_found`, `conflict`, `validation_failed`. */
export async function proposePair(
  db: Database,
  asked: { readonly placeId: string; readonly otherId: string },
  by: string | null,
): Promise<string> {
  const ids = [await existingId(db, 'plc', asked.placeId), await existingId(db, 'plc', asked.otherId)]
  const [placeId = '', otherId = ''] = ids.toSorted()
  if (placeId === otherId) {
    const detail = 'Both ids are of one place.'
    throw new SurveyorError('validation_failed', detail, {
      errors: [{ pointer: '/otherId', code: 'same_place', detail }],
    })
  }
  const places = await readCompared(db, ids)
  const [a, b] = [places.get(placeId), places.get(otherId)]
  const scored = a === undefined || b === undefined ? null : scorePair(a, b)
  if (scored === null) throw new SurveyorError('not_found', 'No place has this id.')
  // With a line of the log it stays proposed whatever the next comparison finds.
  const [merge] = await db.query<{ id: string }>(sql`
    with pair as (
    insert into merges as m (id, place_id, other_id, score, evidence)
    values (${uuidV7()}, ${placeId}, ${otherId}, ${scored.score}, ${JSON.stringify(scored.evidence)})
    on conflict (place_id, other_id) do update
    set score = case when m.status = 'proposed' then excluded.score else m.score end,
        evidence = case when m.status = 'proposed' then excluded.evidence else m.evidence end
    returning id),
    logged as (insert into merge_log (merge_id, action, by) select id, 'proposed', ${by} from pair)
    select id from pair`)
  if (merge === undefined) throw new Error('The merge was not stored.')
  return formatId('mrg', merge.id)
}
