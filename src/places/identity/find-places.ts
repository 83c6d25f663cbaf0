// Finds the stored place of each observation of a page by its source ids.
import { textArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { PlaceRow } from '#places/content/place-row.ts'
import type { Alias } from '#places/content/source-ids.ts'

/** A distinct place of a page: its last observation, and what the store knows under its ids. */
export interface FoundPlace {
  readonly row: PlaceRow
  /** Null when none of its ids is stored. */
  readonly placeId: string | null
  /** The hash of the stored content; null without stored content. */
  readonly storedHash: string | null
  /** The place that it was merged into, which may have its own id; null: it stands for itself. */
  readonly partOf: string | null
  /** The ids that belong to no stored place yet. */
  readonly newAliases: readonly Alias[]
}

/**
 * The distinct places among `rows`, in their order. When the ids of one belong to several stored places, the oldest of
 * these counts.
 */
export async function findPlaces(tx: Queryable, rows: readonly PlaceRow[]): Promise<FoundPlace[]> {
  const distinct = mergeObservations(rows)
  const stored = await readAliases(
    tx,
    distinct.flatMap(({ aliases }) => aliases),
  )
  const known = new Map<string, FoundPlace>()
  const unknown: FoundPlace[] = []
  for (const { row, aliases } of distinct) {
    const match = oldest(aliases.flatMap((alias) => stored.get(aliasKey(alias)) ?? []))
    const newAliases = aliases.filter((alias) => !stored.has(aliasKey(alias)))
    if (match === null) unknown.push({ row, placeId: null, storedHash: null, partOf: null, newAliases })
    else {
      // Two observations without a common id may still be one place, because the store knows both ids.
      const before = known.get(match.placeId)?.newAliases ?? []
      known.set(match.placeId, { row, ...match, newAliases: [...before, ...newAliases] })
    }
  }
  return [...known.values(), ...unknown]
}

/** A place by its uuid, with the hash of its content; null: no content is stored. */
export interface StoredPlace {
  readonly placeId: string
  readonly storedHash: string | null
  readonly partOf: string | null
}

/** The place with the lowest id, which is the one that was made first; null for none. */
export function oldest(places: readonly StoredPlace[]): StoredPlace | null {
  return places.reduce<StoredPlace | null>(
    (best, place) => (best === null || place.placeId < best.placeId ? place : best),
    null,
  )
}

/** One text for scheme and value. */
export function aliasKey({ scheme, value }: Alias): string {
  return `${scheme} ${value}`
}

/** The stored places of `aliases`, by the key of the alias. */
export async function readAliases(
  tx: Queryable,
  aliases: readonly Alias[],
): Promise<ReadonlyMap<string, StoredPlace>> {
  const rows = await tx.query<Alias & StoredPlace>(
    prepared(
      'read_aliases',
      sql`select a.scheme, a.value, a.place_id as "placeId", part.place_id as "partOf",
                 replace(coalesce(part.content_hash, p.content_hash)::text, '-', '') as "storedHash"
          from unnest(${textArray(aliases.map((a) => a.scheme))}::text[],
                      ${textArray(aliases.map((a) => a.value))}::text[]) with ordinality as w (scheme, value, n)
          join place_aliases a using (scheme, value)
          left join places p on p.id = a.place_id
          left join place_parts part on part.id = a.place_id
          where ${looksRare}`,
    ),
  )
  return new Map(
    rows.map(({ placeId, storedHash, partOf, ...alias }) => [
      aliasKey(alias),
      { placeId, storedHash, partOf },
    ]),
  )
}

/**
 * Observations of a page that share an id are one place: the last one gives the content, all of them give the
 * provenance.
 */
function mergeObservations(rows: readonly PlaceRow[]): { row: PlaceRow; aliases: readonly Alias[] }[] {
  const groups = new Map<string, { row: PlaceRow; aliases: Map<string, Alias> }>()
  for (const row of rows) {
    const merged = { row, aliases: new Map(row.aliases.map((alias) => [aliasKey(alias), alias])) }
    for (const alias of row.aliases) {
      groups.get(aliasKey(alias))?.aliases.forEach((known, key) => merged.aliases.set(key, known))
    }
    for (const key of merged.aliases.keys()) groups.set(key, merged)
  }
  return [...new Set(groups.values())].map(({ row, aliases }) => ({ row, aliases: [...aliases.values()] }))
}
