// Measures proposals of merges against the truth of altered places.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MapPlace } from '#contract/places/place.ts'
import { buildIndex } from '#extractors/maps/providers/osm-file/index/build-index.ts'
import { openIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { AlteredPlace } from './altered-places.ts'
import { storePlaces } from './stored-places.ts'

/** All places with a name of an extract, as a search for everything finds them. */
export async function readNamedPlaces(file: string): Promise<MapPlace[]> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-places-'))
  try {
    const target = join(folder, 'index.sqlite')
    const { signal } = new AbortController()
    await buildIndex({ files: [{ path: file, modifiedAt: new Date(0) }], target, signal })
    using index = openIndex(target)
    const { data } = await searchPlaces(index, { query: '*', limit: 1_000_000 }, signal)
    return data.places
  } finally {
    await rm(folder, { recursive: true })
  }
}

const PAGE = 500

export async function storeBoth(
  db: Database,
  places: readonly MapPlace[],
  altered: readonly AlteredPlace[],
): Promise<void> {
  await storePlaces(db, pagesOf(places))
  await storePlaces(db, pagesOf(altered.map(({ place }) => place)))
}

export function* pagesOf(places: readonly MapPlace[]): Generator<readonly MapPlace[]> {
  for (let from = 0; from < places.length; from += PAGE) yield places.slice(from, from + PAGE)
}

export interface MergeQuality {
  /** Of the pairs proposed, the share that is one place. A place that the extract has twice counts as wrong. */
  readonly precision: number
  /** Of the places altered, the share whose pair is proposed. */
  readonly recall: number
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
}

export async function comparePairs(db: Database, altered: readonly AlteredPlace[]): Promise<MergeQuality> {
  const rows = await db.query<{ pair: string; text: string }>(sql`
    select a.value || ' ' || b.value as pair,
           round(m.score::numeric, 2) || ' ' || coalesce(p.content ->> 'name', '?') || ' = ' || coalesce(o.content ->> 'name', '?')
             || ' ' || p.categories[1] || ' ' || o.categories[1] as text
    from merges m
    join places p on p.id = m.place_id join places o on o.id = m.other_id
    join place_aliases a on a.place_id = m.place_id join place_aliases b on b.place_id = m.other_id`)
  const truth = new Map(altered.map(({ of, place }) => [`${of} ${place.source.id}`, place.name ?? '']))
  const proposed = new Set(rows.map(({ pair }) => pair))
  const right = rows.filter(({ pair }) => truth.has(pair)).length
  return {
    precision: right / rows.length,
    recall: right / altered.length,
    wrong: rows.filter(({ pair }) => !truth.has(pair)).map(({ text }) => text),
    missed: [...truth].filter(([pair]) => !proposed.has(pair)).map(([pair, name]) => `${pair} ${name}`),
  }
}
