// Proposes merges: the pairs of places that are probably one, and a pair that a caller names.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import { namedPlace } from '#places/identity/existing-id.ts'
import { floatArray, jsonArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { findCandidates, readCompared } from './find-candidates.ts'
import type { ComparedPlace } from './scoring/compared-place.ts'
import { scorePair, type PairScore } from './scoring/score-pair.ts'

/** From this score on a pair is proposed: as many would be right as wrong, were not most of them the best for both places. */
export const MIN_SCORE = 0.5
/** A pair that is this much behind the best one of a place is another place. */
const MAX_BEHIND = 0.02

interface ScoredPair extends PairScore {
  /** The older place. */
  readonly placeId: string
  readonly otherId: string
}

/** Answers how many pairs of the places `ids` (uuids) are proposed now. What was decided before stays decided. */
export async function proposeMerges(db: Database, ids: readonly string[]): Promise<number> {
  const rejected = await rejectedPairs(db, ids)
  const first = await scoreCandidates(db, ids, rejected)
  const known = new Set(ids)
  const others = [...new Set(first.flatMap(({ placeId, otherId }) => [placeId, otherId]))].filter(
    (id) => !known.has(id),
  )
  // A pair counts only where each is the best for the other one, so the candidates of the others are looked at too.
  const second = others.length === 0 ? [] : await scoreCandidates(db, others, await rejectedPairs(db, others))
  const mutual = mutualBest([...first, ...second]).filter(
    ({ placeId, otherId }) => known.has(placeId) || known.has(otherId),
  )
  await db.transaction(async (tx) => replaceProposals(tx, ids, mutual))
  return mutual.length
}

/** Pairs in which each place is, or nearly is, the best match of the other. */
function mutualBest(pairs: readonly ScoredPair[]): ScoredPair[] {
  const distinct = new Map(pairs.map((pair) => [keyOf(pair.placeId, pair.otherId), pair]))
  const best = new Map<string, number>()
  for (const { placeId, otherId, score } of distinct.values()) {
    for (const id of [placeId, otherId]) best.set(id, Math.max(best.get(id) ?? 0, score))
  }
  return [...distinct.values()].filter(({ placeId, otherId, score }) =>
    [placeId, otherId].every((id) => score >= (best.get(id) ?? 0) - MAX_BEHIND),
  )
}

async function scoreCandidates(
  db: Queryable,
  ids: readonly string[],
  rejected: ReadonlySet<string>,
): Promise<ScoredPair[]> {
  const candidates = await findCandidates(db, ids)
  const places = await readCompared(db, [...new Set(candidates.flatMap(({ id, otherId }) => [id, otherId]))])
  const scored = new Map<string, ScoredPair>()
  for (const { id, otherId } of candidates) {
    const key = keyOf(id, otherId)
    const [a, b] = [places.get(id), places.get(otherId)]
    if (a === undefined || b === undefined || scored.has(key) || rejected.has(key)) continue
    const pair = pairOf(a, b, MIN_SCORE)
    if (pair !== null && pair.score >= MIN_SCORE) scored.set(key, pair)
  }
  return [...scored.values()]
}

function pairOf(a: ComparedPlace, b: ComparedPlace, minScore: number): ScoredPair | null {
  const [older, newer] = a.id < b.id ? [a, b] : [b, a]
  const scored = scorePair(older, newer, minScore)
  return scored === null ? null : { placeId: older.id, otherId: newer.id, ...scored }
}

function keyOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

async function rejectedPairs(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ placeId: string; otherId: string }>(sql`
    select place_id as "placeId", other_id as "otherId" from merges
    where status = 'rejected'
      and (place_id = any(${uuidArray(ids)}::uuid[]) or other_id = any(${uuidArray(ids)}::uuid[]))`)
  return new Set(rows.map(({ placeId, otherId }) => keyOf(placeId, otherId)))
}

/** Proposals of the places that no longer hold go, unless a caller proposed or decided them. */
async function replaceProposals(
  tx: Queryable,
  ids: readonly string[],
  pairs: readonly ScoredPair[],
): Promise<void> {
  const places = uuidArray(pairs.map(({ placeId }) => placeId))
  const others = uuidArray(pairs.map(({ otherId }) => otherId))
  await tx.execute(sql`
    delete from merges m
    where status = 'proposed' and (place_id = any(${uuidArray(ids)}::uuid[]) or other_id = any(${uuidArray(ids)}::uuid[]))
      and not exists (select from merge_log where merge_id = m.id)
      and not exists (
        select from unnest(${places}::uuid[], ${others}::uuid[]) as kept (place_id, other_id)
        where kept.place_id = m.place_id and kept.other_id = m.other_id)`)
  if (pairs.length === 0) return
  // Places that were deleted or merged meanwhile are left out.
  await tx.execute(sql`
    insert into merges as m (id, place_id, other_id, score, evidence)
    select n.id, n.place_id, n.other_id, n.score, n.evidence
    from unnest(${uuidArray(pairs.map(() => uuidV7()))}::uuid[], ${places}::uuid[], ${others}::uuid[],
                ${floatArray(pairs.map(({ score }) => score))}::float8[],
                ${jsonArray(pairs.map(({ evidence }) => JSON.stringify(evidence)))}::json[])
      as n (id, place_id, other_id, score, evidence)
    join places a on a.id = n.place_id join places b on b.id = n.other_id
    order by n.place_id, n.other_id
    on conflict (place_id, other_id) do update set score = excluded.score, evidence = excluded.evidence
    where m.status = 'proposed'`)
}

/** The place that `id` means. An error says by `pointer` which of the two ids it is about. */
async function placeOf(db: Queryable, pointer: string, id: string): Promise<string> {
  try {
    return await namedPlace(db, id)
  } catch (cause) {
    if (!(cause instanceof SurveyorError)) throw cause
    const { code, message: detail } = cause
    throw new SurveyorError(code, detail, { cause, errors: [{ pointer, code, detail }] })
  }
}

/**
 * A merge that a caller proposes: scored as any other, and kept whatever the score is. `by`: the key of the caller.
 * Answers the id of the merge, also of one that was proposed before. Throws `not_found`, `conflict`,
 * `validation_failed`.
 */
export async function proposePair(
  db: Database,
  asked: { readonly placeId: string; readonly otherId: string },
  by: string | null,
): Promise<string> {
  const ids = [await placeOf(db, '/placeId', asked.placeId), await placeOf(db, '/otherId', asked.otherId)]
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
