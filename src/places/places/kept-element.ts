// The tags and the outline of a place, out of the kept payload of its provider.
import { fieldsOf } from '#kit/unknown-values.ts'
import { readPayloads } from '#places/identity/keep-payloads.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** What an element of OpenStreetMap has beside what is read of it; null for what is not kept. */
export interface KeptElement {
  readonly tags: Readonly<Record<string, string>> | null
  /** GeoJSON. */
  readonly geometry: unknown
}

interface PayloadRow {
  readonly payloads: Buffer
  readonly position: number
}

/** The newest payload that has tags. `placeId` is a plain uuid. */
export async function keptElement(db: Queryable, placeId: string): Promise<KeptElement> {
  const rows = await db.query<PayloadRow>(sql`
    select g.payloads_zstd as payloads, p.position
    from place_payloads p join payload_pages g on g.id = p.page_id
    where p.place_id = ${placeId} order by g.id desc`)
  for (const { payloads, position } of rows) {
    const { tags, shape } = fieldsOf(readPayloads(payloads)[position])
    if (typeof tags !== 'object' || tags === null) continue
    const texts = Object.entries(tags).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    )
    return { tags: Object.fromEntries(texts), geometry: shape ?? null }
  }
  return { tags: null, geometry: null }
}
