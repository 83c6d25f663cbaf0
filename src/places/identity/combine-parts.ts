// Merged places: each keeps the places that it was made of as parts, and its content is made of theirs.
import { jsonArray, textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { combineContents, type PartContent } from '#places/content/combine-contents.ts'
import { parseContent, writeContent } from '#places/content/kept-content.ts'
import { contentRow } from '#places/content/place-row.ts'
import type { ClaimedPlace } from './claim-places.ts'
import type { LockedContent } from './lock-contents.ts'
import { joinProviders } from './place-providers.ts'

/**
 * The hash of a place, or of a part of one, that its source no longer has. No content has it, so that what comes back is
 * written again.
 */
export const GONE_HASH = '0'.repeat(32)

/** The id of the place that lists show for an observation. */
export function shownId({ placeId, partOf }: Pick<ClaimedPlace, 'placeId' | 'partOf'>): string {
  return partOf ?? placeId
}

/** The ids that no list shows, because they are parts of another place. */
export function hiddenParts(places: readonly Pick<ClaimedPlace, 'placeId' | 'partOf'>[]): string[] {
  return places
    .filter(({ placeId, partOf }) => partOf !== null && partOf !== placeId)
    .map(({ placeId }) => placeId)
}

/**
 * Writes the parts among `differing` and answers the places to write in ascending order: whole ones as they are, and
 * for parts the place that they belong to. `stored`: the places, locked, so that the parts of one are written one after
 * the other.
 */
export async function combineParts(
  tx: Queryable,
  differing: readonly ClaimedPlace[],
  stored: ReadonlyMap<string, LockedContent>,
): Promise<readonly ClaimedPlace[]> {
  const parts = differing.filter(({ partOf }) => partOf !== null)
  if (parts.length === 0) return differing
  await tx.execute(sql`
    update place_parts p set provider = n.provider, content = n.content, content_hash = n.hash
    from unnest(${uuidArray(parts.map(({ placeId }) => placeId))}::uuid[],
                ${textArray(parts.map(({ row }) => row.provider))}::text[],
                ${jsonArray(parts.map(({ row }) => writeContent(row.content)))}::json[],
                ${uuidArray(parts.map(({ row }) => row.contentHash))}::uuid[]) as n (id, provider, content, hash)
    where p.id = n.id`)
  const whole = await wholePlaces(tx, [...new Set(parts.map(shownId))], stored)
  return [...differing.filter(({ partOf }) => partOf === null), ...whole].toSorted((a, b) =>
    a.placeId < b.placeId ? -1 : 1,
  )
}

/**
 * The places `ids` as their parts make them now, ready to be written. Parts that their sources no longer have count last,
 * and close the place only where it has no other part.
 */
export async function wholePlaces(
  tx: Queryable,
  ids: readonly string[],
  stored: ReadonlyMap<string, Pick<LockedContent, 'hash'>>,
): Promise<ClaimedPlace[]> {
  const rows = await tx.query<
    Pick<PartContent, 'provider'> & { placeId: string; json: string; gone: boolean }
  >(sql`
    select place_id as "placeId", provider, content::text as json, content_hash = ${GONE_HASH} as gone
    from place_parts where place_id = any(${uuidArray(ids)}::uuid[])
    order by place_id, content_hash = ${GONE_HASH}, id <> place_id, id`)
  return [...Map.groupBy(rows, ({ placeId }) => placeId)].map(([placeId, parts]) => {
    const isGone = parts.every(({ gone }) => gone)
    const contents = parts.map(({ provider, json, gone }): PartContent => {
      const content = parseContent(json)
      const status = isGone ? 'permanently_closed' : 'unknown'
      return { provider, content: gone ? { ...content, status } : content }
    })
    const providers = [...new Set(contents.map(({ provider }) => provider))]
    const row = {
      ...contentRow(combineContents(contents), providers[0] ?? ''),
      providers: providers.length > 1 ? joinProviders(providers) : null,
    }
    return {
      placeId,
      partOf: null,
      storedHash: stored.get(placeId)?.hash ?? null,
      newAliases: [],
      row: isGone ? { ...row, contentHash: GONE_HASH } : row,
    }
  })
}
