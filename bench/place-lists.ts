// Lists, facets, counts and exports of a large store: time by filter, rows a second, memory with many slow readers.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { describeDownload, download, residentMb, startPlacesProcess } from './measure/places-process.ts'
import { BIG_CITY, fillStore } from './place-lists/fill-store.ts'

export const name = 'place-lists'
export const about =
  'a store of 1,000,000 places (PLACES=n): p50 and p95 of lists by filter, facets, browse views; exports, slow readers'
export const parts = ['lists', 'exports', 'readers'] as const

const FILE = fileURLToPath(
  new URL('../../shared/data/osm/nominatim-apidb-liechtenstein.osm.pbf', import.meta.url),
)
const PLACES = Number(process.env['PLACES'] ?? 1_000_000)
const REPEATS = 20
const FORMATS = ['csv', 'ndjson', 'parquet', 'xlsx'] as const
const SLOW_READERS = 50
const SLOW_SECONDS = 20

const ONE: readonly string[] = [
  '',
  'q=landgasthof',
  'q=vaduz',
  'q=resturant',
  'category=amenity/restaurant',
  'category=shop/*',
  'category=aeroway/*',
  `city=${BIG_CITY}`,
  'country=LI',
  'region=Oberland',
  'near=47.14,9.52&radiusM=1000',
  'near=47.14,9.52&radiusM=1000&sort=name',
  'bbox=9.5,47.1,9.6,47.2',
  'hasWebsite=true',
  'hasPhone=true',
  'hasEmail=true',
  'minRating=4',
  'sort=-rating',
  'sort=name',
  'sort=-lastSeenAt',
  'status=operational',
  'openAt=2026-01-05T10:00:00Z',
  'changedSince=2020-01-01T00:00:00Z',
]
const TWO: readonly string[] = [
  'q=landgasthof&hasPhone=true',
  'category=amenity/restaurant&hasEmail=true',
  'category=shop/*&minRating=4',
  `city=${BIG_CITY}&category=amenity/cafe`,
  'near=47.14,9.52&radiusM=5000&category=amenity/restaurant',
  'bbox=9.5,47.1,9.6,47.2&hasWebsite=true',
  'category=amenity/restaurant&sort=name',
  'openAt=2026-01-05T10:00:00Z&category=amenity/restaurant',
  'hasEmail=true&sort=-rating',
]
const COUNTS: readonly string[] = [
  '/api/places?limit=1&facets=category,city,status,hasWebsite',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&category=amenity/restaurant',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&category=shop/*',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&q=landgasthof',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&near=47.14,9.52&radiusM=5000',
  '/api/browse/stats',
  '/api/browse/stats?interval=day',
  '/api/browse/categories',
  '/api/browse/categories?parent=*',
  '/api/browse/locations',
  '/api/browse/locations?level=country',
]

export async function run(chosen: readonly string[] = parts): Promise<void> {
  if (!existsSync(FILE)) return console.log(`place-lists: skipped, ${FILE} is not here`)
  await using server = await startScratchDatabase([])
  await using places = await startPlacesProcess(server.url)
  await using db = await openScratch(server.url, 'places', 2)
  const startedAt = performance.now()
  const sessionId = await fillStore(db, FILE, PLACES)
  const minutes = (performance.now() - startedAt) / 60_000
  console.log(`\n${PLACES} places, made in ${minutes.toFixed(1)} minutes`)
  if (chosen.includes('lists')) {
    for (const query of [...ONE, ...TWO]) await time(places.url, `/api/places?${query}`)
    for (const path of COUNTS) await time(places.url, path)
  }
  const exportUrl = (format: string) => `${places.url}/api/exports/${sessionId}?format=${format}`
  if (chosen.includes('exports')) {
    for (const format of FORMATS) {
      const cost = await download(exportUrl(format), places.pid, db)
      console.log(`  ${format.padEnd(8)} ${describeDownload(cost, PLACES)}`)
    }
  }
  if (chosen.includes('readers')) await slowReaders(exportUrl, places.url, places.pid)
}

async function time(origin: string, path: string): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i += 1) {
    const startedAt = performance.now()
    const response = await fetch(origin + path)
    const text = await response.text()
    if (!response.ok) return console.log(`  ${path}: ${response.status} ${text.slice(0, 200)}`)
    times.push(performance.now() - startedAt)
    if (performance.now() - startedAt > 3_000 && i > 2) break
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0).padStart(6)
  console.log(`  p50 ${at(0.5)} ms, p95 ${at(0.95)} ms  ${path}`)
}

/** Clients that read a first part and then hardly anything, while another one asks for a list. */
async function slowReaders(
  exportUrl: (format: string) => string,
  origin: string,
  pid: number,
): Promise<void> {
  const before = residentMb(pid)
  const answers = await Promise.all(
    Array.from({ length: SLOW_READERS }, async (_, n) => {
      const call = request(exportUrl(FORMATS[n % FORMATS.length] as string)).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.pause()
      return answer
    }),
  )
  let peakMb = before
  for (let second = 0; second < SLOW_SECONDS; second += 1) {
    for (const answer of answers) answer.read(1_024)
    await delay(1_000)
    peakMb = Math.max(peakMb, residentMb(pid))
  }
  console.log(
    `  ${SLOW_READERS} slow readers for ${SLOW_SECONDS} s: memory ${before.toFixed(0)} → at most ${peakMb.toFixed(0)} MB`,
  )
  await time(origin, '/api/places?limit=50')
  for (const answer of answers) answer.destroy()
}
