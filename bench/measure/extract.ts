// The places of an extract of OpenStreetMap, for stores that are filled with real rows.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MapPlace } from '#contract/places/place.ts'
import { buildIndex } from '#extractors/maps/providers/osm-file/index/build-index.ts'
import { openIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'

const FILE = fileURLToPath(
  new URL('../../../shared/data/osm/nominatim-apidb-liechtenstein.osm.pbf', import.meta.url),
)
const ALL = 1_000_000

/** Null, with a line that says so, where the file is not here. */
export async function readExtract(bench: string): Promise<readonly MapPlace[] | null> {
  if (!existsSync(FILE)) {
    console.log(`${bench}: skipped, ${FILE} is not here`)
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  try {
    const target = join(folder, 'index.sqlite')
    const signal = AbortSignal.timeout(120_000)
    await buildIndex({ files: [{ path: FILE, modifiedAt: new Date(0) }], target, signal })
    using index = openIndex(target)
    const { data } = await searchPlaces(index, { query: '*', limit: ALL }, signal)
    return data.places
  } finally {
    await rm(folder, { recursive: true })
  }
}
