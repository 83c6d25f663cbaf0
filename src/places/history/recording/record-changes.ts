// Writes changes of places into their history, in the transaction that changes them.
import type { ChangeSource } from '#contract/places/changes/history.ts'
import { jsonArray, textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { FieldChange } from './content-changes.ts'

/** What brought a change. Ids are plain uuids; absent where no search brought it. */
export interface ChangeOrigin {
  readonly source: ChangeSource
  readonly searchId?: string
  readonly sessionId?: string
}

/** The changes of one place. `placeId` is a plain uuid. */
export interface ChangesOfPlace {
  readonly placeId: string
  /** Whose values the new ones are, where a change does not say it. */
  readonly provider: string
  readonly changes: readonly (FieldChange & { readonly provider?: string | null })[]
}

/** One statement for all places. Does nothing without changes. */
export async function recordChanges(
  tx: Queryable,
  places: readonly ChangesOfPlace[],
  { source, searchId, sessionId }: ChangeOrigin,
): Promise<void> {
  const rows = places.flatMap(({ placeId, provider, changes }) =>
    changes.map((change) => ({ ...change, placeId, provider: change.provider ?? provider })),
  )
  if (rows.length === 0) return
  await tx.execute(
    prepared(
      'record_changes',
      sql`insert into place_changes (place_id, provider, kind, field, from_value, to_value, source, search_id, session_id)
          select place_id, provider, kind, field, from_value, to_value, ${source}, ${searchId ?? null}::uuid,
                 ${sessionId ?? null}::uuid
          from unnest(${uuidArray(rows.map((row) => row.placeId))}::uuid[],
                      ${textArray(rows.map((row) => row.provider))}::text[],
                      ${textArray(rows.map((row) => row.kind))}::text[],
                      ${textArray(rows.map((row) => row.field))}::text[],
                      ${jsonArray(rows.map((row) => storableJson(row.from)))}::json[],
                      ${jsonArray(rows.map((row) => storableJson(row.to)))}::json[])
            as c (place_id, provider, kind, field, from_value, to_value)`,
    ),
  )
}
