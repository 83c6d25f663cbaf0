// Keeps what the providers sent for a page of places, so that a better parser can run again without fetching.
import { constants, zstdCompressSync } from 'node:zlib'
import { uuidV7 } from '#kit/ids.ts'
import { textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { ClaimedPlace } from './claim-places.ts'

/** As small as at the level of zlib's choice, for a fifth less work: the payloads of a page are much alike. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Replaces earlier payloads of the same places. Those of a merged place belong to its parts. */
export async function keepPayloads(tx: Queryable, places: readonly ClaimedPlace[]): Promise<void> {
  const known = places.filter(({ storedHash }) => storedHash !== null).map(({ placeId }) => placeId)
  const replaced = known.length === 0 ? [] : await pagesOf(tx, known)
  const page = zstdCompressSync(`[${places.map(({ row }) => storableJson(row.raw)).join(',')}]`, LEVEL)
  await tx.execute(
    prepared(
      'keep_payloads',
      sql`with page as (
            insert into payload_pages (id, payloads_zstd) values (${uuidV7()}, ${page}) returning id
          )
          insert into place_payloads (place_id, provider, page_id, position)
          select place_id, provider, page.id, n - 1
          from page, unnest(${uuidArray(places.map(({ placeId }) => placeId))}::uuid[],
                            ${textArray(places.map(({ row }) => row.provider))}::text[]) with ordinality as p (place_id, provider, n)
          on conflict (place_id, provider) do update set page_id = excluded.page_id, position = excluded.position`,
    ),
  )
  if (replaced.length > 0) await dropUnused(tx, replaced)
}

async function pagesOf(tx: Queryable, placeIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select distinct page_id as id from place_payloads where place_id = any(${uuidArray(placeIds)}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

/** In the order of the ids, because another transaction may drop some of them too. */
async function dropUnused(tx: Queryable, pageIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from payload_pages where id in (
      select id from payload_pages p
      where id = any(${pageIds}::uuid[]) and not exists (select from place_payloads where page_id = p.id)
      order by id for update)`)
}
