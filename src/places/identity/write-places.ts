// Writes a page of places: content and payload when they are new or differ, and the observation of each place.
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { ClaimedPlace } from './claim-places.ts'
import { keepPayloads } from './keep-payloads.ts'
import { upsertContent } from './upsert-content.ts'

export async function writePlaces(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  timezones: ReadonlySet<string>,
): Promise<{ newPlaces: number }> {
  const differing = places.filter(({ row, storedHash }) => row.contentHash !== storedHash)
  if (differing.length > 0) {
    await upsertContent(tx, differing, timezones)
    await keepPayloads(tx, differing)
  }
  await upsertSearchPlaces(tx, places)
  return { newPlaces: places.filter(({ storedHash }) => storedHash === null).length }
}

async function upsertSearchPlaces(tx: Queryable, places: readonly ClaimedPlace[]): Promise<void> {
  const changed = places.filter(
    ({ row, storedHash }) => storedHash !== null && storedHash !== row.contentHash,
  )
  await tx.execute(
    prepared(
      'upsert_sightings',
      sql`insert into sightings as s (place_id)
          select place_id from unnest(${uuidArray(places.map((p) => p.placeId))}::uuid[]) as place_id
          on conflict (place_id) do update
          set last_seen_at = now(),
              changes = s.changes + (s.place_id = any(${uuidArray(changed.map((p) => p.placeId))}::uuid[]))::integer`,
    ),
  )
}
