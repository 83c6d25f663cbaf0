// Reads kept payloads of places again, a page of them at a time, and writes what the parsers of today make of them.
import { MAX_PARSED, type MapsParseInput } from '#contract/places/maps.ts'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { placeRow } from '#places/content/place-row.ts'
import { completedRow } from '#places/details/complete-listed.ts'
import { readContent, type KeptContent } from '#places/content/kept-content.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import { storeLock } from '#places/content/store-lock.ts'
import type { ClaimedPlace } from '#places/identity/claim-places.ts'
import { GONE_HASH, shownId } from '#places/identity/combine-parts.ts'
import { readPayloads } from '#places/identity/keep-payloads.ts'
import { writeContents, type Writing } from '#places/identity/write-places.ts'

/** A kept payload with the place, or the part of one, that it made. */
interface KeptPayload {
  readonly placeId: string
  readonly partOf: string | null
  readonly storedHash: string
  readonly provider: Provider
  readonly content: StoredContent
  readonly raw: unknown
}

/** The payloads of one page that a parser can read. */
export interface PayloadPage {
  readonly id: string
  readonly payloads: readonly KeptPayload[]
}

/** Asks crawl for the places of payloads, in their order. */
export type ParsePayloads = (input: MapsParseInput) => Promise<readonly (MapPlace | null)[]>

/** What a page brought. */
export interface ReparsedPage {
  readonly places: number
  readonly changed: number
  /** Payloads that the parser of today does not read as a place: what is stored of them stays. */
  readonly unread: number
}

/** The first page behind `after`; null: there is none. */
export async function nextPage(db: Queryable, after: string | null): Promise<PayloadPage | null> {
  const [page] = await db.query<{ id: string; payloads: Buffer }>(sql`
    select id, payloads_zstd as payloads from payload_pages
    where ${after}::uuid is null or id > ${after}::uuid order by id limit 1`)
  if (page === undefined) return null
  const all = readPayloads(page.payloads)
  // A place that another provider saw last has the content of that one, and a missing one that of no payload.
  const rows = await db.query<
    Omit<KeptPayload, 'raw' | 'content'> & { content: KeptContent; position: number }
  >(sql`
    select k.place_id as "placeId", part.place_id as "partOf", k.provider, k.position,
           coalesce(part.content, p.content) as content,
           replace(coalesce(part.content_hash, p.content_hash)::text, '-', '') as "storedHash"
    from place_payloads k
    left join place_parts part on part.id = k.place_id
    join places p on p.id = coalesce(part.place_id, k.place_id)
    join sightings s on s.place_id = p.id and s.missing_since is null
    where k.page_id = ${page.id} and k.provider = coalesce(part.provider, p.provider)
      and coalesce(part.content_hash, p.content_hash) <> ${GONE_HASH}
    order by k.place_id`)
  return {
    id: page.id,
    payloads: rows.map(({ position, content, ...row }) => ({
      ...row,
      content: readContent(content),
      raw: all[position] ?? null,
    })),
  }
}

/** The places of a page as they are read today; null where a payload is none any more. */
export async function parsePage(
  { payloads }: PayloadPage,
  parse: ParsePayloads,
): Promise<{ readonly kept: KeptPayload; readonly place: MapPlace | null }[]> {
  const parsed: { readonly kept: KeptPayload; readonly place: MapPlace | null }[] = []
  for (const ofProvider of Map.groupBy(payloads, ({ provider }) => provider).values()) {
    for (let from = 0; from < ofProvider.length; from += MAX_PARSED) {
      const part = ofProvider.slice(from, from + MAX_PARSED)
      const [{ provider } = { provider: null }] = part
      if (provider === null) continue
      const places = await parse({
        provider,
        payloads: part.map(({ raw, content }) => ({
          raw,
          fetchedAt: fetchedAtOf(content),
          country: content.address.countryCode,
        })),
      })
      parsed.push(...part.map((kept, index) => ({ kept, place: asBefore(places[index] ?? null, kept) })))
    }
  }
  return parsed
}

function fetchedAtOf({ provenance }: StoredContent): string {
  const [first] = Object.values(provenance)
  return (provenance['location'] ?? first)?.fetchedAt ?? new Date(0).toISOString()
}

/**
 * What the payload alone does not hold stays as it was read at first: how the position was found, the parts of the address
 * that came from the area around it or are spelled as there, and how far the reviews are known.
 */
function asBefore(place: MapPlace | null, { content }: KeptPayload): MapPlace | null {
  if (place === null) return null
  const address: Record<string, unknown> = { ...place.address }
  const provenance = { ...place.provenance }
  for (const [part, value] of Object.entries(content.address)) {
    const field = `address.${part}`
    const origin = content.provenance[field]
    const isRespelled = origin?.raw !== undefined && origin.raw === address[part]
    if (isRespelled) provenance[field] = origin
    if ((address[part] !== null && !isRespelled) || value === null) continue
    address[part] = value
    // The line of all parts was written with this one.
    address['formatted'] = content.address.formatted ?? address['formatted']
  }
  const location = content.provenance['location']
  const { reviewCoverage } = content
  return {
    ...place,
    ...(reviewCoverage === undefined ? {} : { reviewCoverage }),
    address: isAddress(address) ? address : place.address,
    provenance: { ...provenance, ...(location === undefined ? {} : { location }) },
  }
}

function isAddress(value: unknown): value is MapPlace['address'] {
  return isRecord(value) && 'formatted' in value && 'countryCode' in value
}

/** Writes a page in one transaction: places that a search has stored meanwhile stay as that search left them. */
export async function writePage(
  tx: Queryable,
  parsed: Awaited<ReturnType<typeof parsePage>>,
  writing: Writing,
): Promise<ReparsedPage> {
  await tx.execute(sql`select ${storeLock}`)
  const ids = parsed.map(({ kept }) => kept.placeId)
  const current = await tx.query<{ id: string; hash: string }>(sql`
    select i.id, replace(coalesce(part.content_hash, p.content_hash)::text, '-', '') as hash
    from unnest(${uuidArray(ids)}::uuid[]) as i (id)
    left join place_parts part on part.id = i.id left join places p on p.id = i.id`)
  const hashes = new Map(current.map(({ id, hash }) => [id, hash]))
  const differing = parsed.flatMap(({ kept, place }): ClaimedPlace[] => {
    const { placeId, partOf, storedHash } = kept
    if (place === null || hashes.get(placeId) !== storedHash) return []
    const row = completedRow(placeRow(place), kept.content)
    return row.contentHash === storedHash ? [] : [{ placeId, partOf, storedHash, newAliases: [], row }]
  })
  const sorted = differing.toSorted((a, b) => (shownId(a) < shownId(b) ? -1 : 1))
  const changed = sorted.length === 0 ? [] : await writeContents(tx, sorted, writing)
  await tx.execute(sql`
    update sightings set changes = changes + 1 where place_id = any(${uuidArray(changed)}::uuid[])`)
  return {
    places: parsed.length,
    changed: changed.length,
    unread: parsed.filter(({ place }) => place === null).length,
  }
}
