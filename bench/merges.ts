// How well places of two sources are recognised as one: an extract beside itself with names, points and numbers altered.
import { existsSync } from 'node:fs'
import { knownTimezones } from '#places/identity/known-timezones.ts'
import { findMerges } from '#places/merges/find-merges.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { alteredPlaces } from '#test/support/places/altered-places.ts'
import { comparePairs, readNamedPlaces, storeBoth } from '#test/support/places/merge-quality.ts'
import { sharedPath } from '#test/support/shared-data.ts'

export const name = 'merges'
export const about = 'pairs proposed for an extract beside itself, altered: precision, recall, places/s'

/** The rules were tuned on the first one alone. */
const FILES = ['planetiler-monaco-latest.osm.pbf', 'nominatim-apidb-liechtenstein.osm.pbf']
const SEEDS = ['a', 'b', 'c']

export async function run(): Promise<void> {
  for (const file of FILES) {
    const path = sharedPath(`data/osm/${file}`)
    if (!existsSync(path)) {
      console.log(`merges: skipped, ${path} is not here`)
      continue
    }
    const places = await readNamedPlaces(path)
    for (const seed of SEEDS) {
      for (const provider of ['osm-file', 'overpass'] as const) {
        await using server = await startScratchDatabase(['jobs', 'keys', 'webhooks', 'places'])
        const db = await server.open(4)
        const altered = alteredPlaces(places, seed, provider)
        await storeBoth(db, places, altered)
        const from = performance.now()
        const { compared } = await findMerges(
          { db, timezones: knownTimezones(db) },
          { of: 'all' },
          { signal: AbortSignal.timeout(600_000) },
        )
        const seconds = (performance.now() - from) / 1_000
        const { precision, recall } = await comparePairs(db, altered)
        console.log(
          `${file} ${seed} as ${provider}: ${places.length} places, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ` +
            `${Math.round(compared / seconds)} places/s`,
        )
      }
    }
  }
}
