// What the providers sent for a page of places, kept so that a better parser can run again without fetching.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { uuidV7 } from '#kit/ids.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
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

/** More is no page of payloads: the pages of a search hold 500 places. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024

/** The payloads of a page, by their positions; null for one that was deleted. */
export function readPayloads(page: Buffer): unknown[] {
  const json = zstdDecompressSync(page, { maxOutputLength: MAX_PAGE_BYTES }).toString('utf8')
  return parseKnownJson<unknown[]>(json)
}

/**
 * Afterwards nothing is left of what the providers sent for these places. A page holds the payloads of several places,
 * so the rest is written again.
 */
export async function dropPayloads(tx: Queryable, placeIds: readonly string[]): Promise<void> {
  const pages = await tx.query<{ id: string; used: boolean; positions: number[] }>(sql`
    with gone as (
      delete from place_payloads where place_id = any(${placeIds}::uuid[]) returning place_id, page_id, position
    )
    select page_id as id, array_agg(position) as positions,
           exists (
             select from place_payloads p where p.page_id = gone.page_id and p.place_id <> all(${placeIds}::uuid[])
           ) as used
    from gone group by page_id order by page_id`)
  const unused = pages.filter(({ used }) => !used).map(({ id }) => id)
  await tx.execute(sql`delete from payload_pages where id = any(${unused}::uuid[])`)
  for (const { id, used, positions } of pages) if (used) await blank(tx, id, positions)
}

/** The other payloads keep their positions in the array. */
async function blank(tx: Queryable, pageId: string, positions: readonly number[]): Promise<void> {
  const [page] = await tx.query<{ payloads: Buffer }>(
    sql`select payloads_zstd as payloads from payload_pages where id = ${pageId} for update`,
  )
  if (page === undefined) return
  const payloads = readPayloads(page.payloads)
  for (const position of positions) payloads[position] = null
  const rest = zstdCompressSync(JSON.stringify(payloads), LEVEL)
  await tx.execute(sql`update payload_pages set payloads_zstd = ${rest} where id = ${pageId}`)
}
