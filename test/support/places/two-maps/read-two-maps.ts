// Towns that people who know a country made up, each as OpenStreetMap and as Overture have it, and which of their places are the same.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MapPlace } from '#contract/places/place.ts'
import { placeFromRecord } from '#extractors/maps/providers/overture/record/place-from-record.ts'
import { recordOf } from '#extractors/maps/providers/overture/record/overture-record.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { osmFileOf, osmIdOf, type TownElement } from '#test/support/maps/towns/read-town.ts'
import { readNamedPlaces } from '#test/support/places/merge-quality.ts'

/** A row of Overture, with its GERS id and its point apart. */
interface OvertureLine {
  readonly overture: string
  readonly at: readonly [lat: number, lng: number]
  readonly names: unknown
}

/** A line of a town's file. */
type Line =
  | TownElement
  | OvertureLine
  | { readonly same: readonly [osm: string, overture: string] }
  | { readonly may: readonly [string, string] }

/** A town in two sources. A pair is the ids of two places as `pairOf` writes them. */
export interface TwoMaps {
  readonly osm: readonly MapPlace[]
  readonly overture: readonly MapPlace[]
  /** Pairs that are one place, of which both are stored: what has no name is not. */
  readonly same: ReadonlySet<string>
  /** Pairs of which people who live there would not say whether they are. */
  readonly may: ReadonlySet<string>
}

export const TOWNS = ['brazil', 'france', 'germany', 'japan', 'poland', 'turkey', 'uk', 'usa'] as const

export async function readTwoMaps(town: (typeof TOWNS)[number]): Promise<TwoMaps> {
  const text = await readFile(new URL(`${town}.jsonl`, import.meta.url), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const osm = await placesOf(lines.filter((line) => 'tags' in line))
  const overture = lines.flatMap((line) => {
    if (!('overture' in line)) return []
    const {
      overture: id,
      at: [lat, lng],
      ...row
    } = line
    const record = recordOf({ id, geometry: { type: 'Point', coordinates: [lng, lat] }, ...row })
    const options = { fetchedAt: '2026-10-01T00:00:00Z', language: null, pointCountry: null }
    return record === null ? [] : (placeFromRecord(record, options) ?? [])
  })
  const stored = new Set([...osm, ...overture].map(({ source }) => source.id))
  const named = (id: string): string => (id.startsWith('o') ? id : osmIdOf(id))
  const same = lines.flatMap((line) => ('same' in line ? [line.same.map(named)] : []))
  const may = lines.flatMap((line) => ('may' in line ? [line.may.map(named)] : []))
  return {
    osm,
    overture,
    same: new Set(same.filter((ids) => ids.every((id) => stored.has(id))).map(pairOf)),
    may: new Set(may.map(pairOf)),
  }
}

async function placesOf(elements: readonly TownElement[]): Promise<MapPlace[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-two-maps-'))
  try {
    const file = join(folder, 'town.osm')
    await writeFile(file, osmFileOf(elements))
    return await readNamedPlaces(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The same for both orders. */
export function pairOf(ids: readonly string[]): string {
  return ids.toSorted().join(' ')
}

/** The pairs that are proposed. */
export async function proposedPairs(db: Database): Promise<string[]> {
  const rows = await db.query<{ a: string; b: string }>(sql`
    select a.value as a, b.value as b from merges m
    join place_aliases a on a.place_id = m.place_id and a.scheme in ('osm', 'gers')
    join place_aliases b on b.place_id = m.other_id and b.scheme in ('osm', 'gers')`)
  return rows.map(({ a, b }) => pairOf([a, b]))
}
