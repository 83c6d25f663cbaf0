// The index of an OSM extract: how long it takes, how large it gets, how much memory it needs, how fast it answers.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { MapsSearchInput } from '#contract/places/maps.ts'
import { buildIndex } from '#extractors/maps/providers/osm-file/index/build-index.ts'
import { openIndex, type OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'

export const name = 'osm-index'
export const about = 'time, size and peak memory of indexing an OSM extract, and the time of searches in it'

const FILES = ['planetiler-monaco-latest.osm.pbf', 'nominatim-apidb-liechtenstein.osm.pbf'] as const
const BUILDS = 5
const SEARCHES = 200
const NEVER = new AbortController().signal
const execute = promisify(execFile)

const QUERIES: readonly MapsSearchInput[] = [
  { query: '*', limit: 500 },
  { query: '*', limit: 20 },
  { query: 'restaurants', limit: 20 },
  { query: 'italian restaurant', limit: 20 },
  { query: 'hotel', location: { lat: 43.7384, lng: 7.4246, radiusM: 1_000 }, limit: 20 },
  { query: 'landstrasse', limit: 20 },
]

/** Prints one block for each file; each peak of memory is that of a process of its own that builds once. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'osm-index-'))
  try {
    for (const file of FILES) {
      const path = fileURLToPath(new URL(`../../shared/data/osm/${file}`, import.meta.url))
      if (existsSync(path)) await runFile(file, path, folder)
      else console.log(`osm-index: skipped ${file}, it is not here (../shared/data/osm)`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runFile(file: string, path: string, folder: string): Promise<void> {
  const times: number[] = []
  let target = ''
  let counts: unknown = null
  for (let build = 0; build < BUILDS; build += 1) {
    target = join(folder, `${file}-${build}.sqlite`)
    const start = performance.now()
    counts = await buildIndex({ files: [{ path, modifiedAt: new Date(0) }], target, signal: NEVER })
    times.push(performance.now() - start)
  }
  const [megabytes, indexMegabytes] = [await megabytesOf(path), await megabytesOf(target)]
  console.log(`\n${file} (${megabytes.toFixed(1)} MB): ${JSON.stringify(counts)}`)
  console.log(
    `  index: first ${ms(times[0])}, median of ${BUILDS} ${ms(percentile(times, 0.5))}, ${indexMegabytes.toFixed(1)} MB`,
  )
  console.log(
    `  peak memory of a process that builds it: ${await peakMegabytes(path, join(folder, 'peak.sqlite'))} MB`,
  )
  const index = openIndex(target)
  for (const query of QUERIES) await runQuery(index, query)
  index[Symbol.dispose]()
}

/** Each search has one more space behind its query, so that none is answered from memory. */
async function runQuery(index: OpenIndex, input: MapsSearchInput): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let i = 0; i < SEARCHES; i += 1) {
    const fresh = { ...input, query: input.query + ' '.repeat(i) }
    const start = performance.now()
    found = (await searchPlaces(index, fresh, NEVER)).data.places.length
    times.push(performance.now() - start)
  }
  const label = JSON.stringify(input)
  console.log(
    `  ${label.padEnd(88)} ${String(found).padStart(4)} places  p50 ${ms(percentile(times, 0.5))}  p99 ${ms(percentile(times, 0.99))}`,
  )
}

async function peakMegabytes(file: string, target: string): Promise<string> {
  const module = new URL('../src/extractors/maps/providers/osm-file/index/build-index.ts', import.meta.url)
    .href
  const program = `
    const { buildIndex } = await import(${JSON.stringify(module)})
    await buildIndex({ files: [{ path: ${JSON.stringify(file)}, modifiedAt: new Date(0) }], target: ${JSON.stringify(target)}, signal: new AbortController().signal })
    console.log(process.resourceUsage().maxRSS)
  `
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program])
  await rm(target)
  return (Number(stdout) / 1_024).toFixed(0)
}

async function megabytesOf(path: string): Promise<number> {
  return (await stat(path)).size / 1e6
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const ms = (value = 0) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
