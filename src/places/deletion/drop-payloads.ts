// Removes places from the kept payloads. A page holds the payloads of several places, so the rest is written anew.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Afterwards nothing is left of what the providers sent for these places. */
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
  const payloads = JSON.parse(zstdDecompressSync(page.payloads).toString('utf8')) as unknown[]
  for (const position of positions) payloads[position] = null
  const rest = zstdCompressSync(JSON.stringify(payloads))
  await tx.execute(sql`update payload_pages set payloads_zstd = ${rest} where id = ${pageId}`)
}
