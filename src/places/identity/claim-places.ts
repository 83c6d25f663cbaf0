// Gives each new place its id. When two searches find the same place at once, the unique alias decides.
import { itemAt } from '#kit/item-at.ts'
import { uuidV7 } from '#kit/ids.ts'
import { textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { aliasKey, oldest, readAliases, type FoundPlace } from './find-places.ts'

/** An observation with the uuid of its place, which other transactions cannot give to another one. */
export interface ClaimedPlace extends FoundPlace {
  readonly placeId: string
}

/**
 * Writes the aliases that are not stored yet. Waits for another transaction that is writing one of them, and uses its
 * place if it commits. Sorted by id, so that all transactions lock places in one order.
 */
export async function claimPlaces(tx: Queryable, found: readonly FoundPlace[]): Promise<ClaimedPlace[]> {
  // Sorted, because ids of one millisecond are not ascending by themselves: new places keep the order of the provider.
  const ids = found.map(() => uuidV7()).sort()
  const candidates = found.map((place, index) => ({
    ...place,
    placeId: place.placeId ?? itemAt(ids, index),
  }))
  const aliases = candidates
    .flatMap(({ newAliases, placeId }) => newAliases.map((alias) => ({ ...alias, placeId })))
    .sort((a, b) => (aliasKey(a) < aliasKey(b) ? -1 : 1))
  const written = aliases.length === 0 ? 0 : await insertAliases(tx, aliases)
  const claimed = written === aliases.length ? candidates : await resolveClaims(tx, found, candidates)
  return claimed.sort((a, b) => (a.placeId < b.placeId ? -1 : 1))
}

/** After another transaction won an alias: our new places with that alias become its place. */
async function resolveClaims(
  tx: Queryable,
  found: readonly FoundPlace[],
  candidates: readonly ClaimedPlace[],
): Promise<ClaimedPlace[]> {
  const stored = await readAliases(
    tx,
    candidates.flatMap(({ newAliases }) => newAliases),
  )
  const settled = new Map<string, ClaimedPlace>()
  for (const [index, candidate] of candidates.entries()) {
    const isNew = found[index]?.placeId === null
    const others = candidate.newAliases
      .flatMap((alias) => stored.get(aliasKey(alias)) ?? [])
      .filter(({ placeId }) => placeId !== candidate.placeId)
    const winner = isNew ? oldest(others) : null
    if (winner !== null) await moveAliases(tx, candidate.placeId, winner.placeId)
    const claimed = { ...candidate, ...winner }
    settled.set(claimed.placeId, claimed)
  }
  return [...settled.values()]
}

async function insertAliases(
  tx: Queryable,
  aliases: readonly { readonly scheme: string; readonly value: string; readonly placeId: string }[],
): Promise<number> {
  return tx.execute(
    prepared(
      'insert_aliases',
      sql`insert into place_aliases (scheme, value, place_id)
          select * from unnest(${textArray(aliases.map((a) => a.scheme))}::text[],
                               ${textArray(aliases.map((a) => a.value))}::text[],
                               ${uuidArray(aliases.map((a) => a.placeId))}::uuid[])
          on conflict do nothing`,
    ),
  )
}

async function moveAliases(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(sql`update place_aliases set place_id = ${to}::uuid where place_id = ${from}::uuid`)
}
