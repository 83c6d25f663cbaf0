// Lists, facets and counts of a large store: time by filter.
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { readExtract } from './measure/extract.ts'
import { startPlacesProcess } from './measure/places-process.ts'
import { BIG_CITY, fillStore } from './place-lists/fill-store.ts'

export const name = 'place-lists'
export const about =
  'a store of 1,000,000 places (PLACES=n): p50 and p95 of lists by filter, facets, browse views'

const PLACES = Number(process.env['PLACES'] ?? 1_000_000)
const REPEATS = 20

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
  'provider=osm-file',
  'provider=overture',
  'provider=google',
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
  'provider=overture&category=amenity/restaurant',
  'provider=overture&sort=name',
]
const COUNTS: readonly string[] = [
  '/api/places?limit=1&facets=category,city,status,hasWebsite',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&category=amenity/restaurant',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&category=shop/*',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&q=landgasthof',
  '/api/places?limit=1&facets=category,city,status,hasWebsite&near=47.14,9.52&radiusM=5000',
  '/api/places?limit=1&facets=provider&country=LI',
  '/api/browse/stats',
  '/api/browse/stats?interval=day',
  '/api/browse/categories',
  '/api/browse/categories?parent=*',
  '/api/browse/locations',
  '/api/browse/locations?level=country',
]

export async function run(): Promise<void> {
  const extract = await readExtract(name)
  if (extract === null) return
  await using server = await startScratchDatabase([])
  await using places = await startPlacesProcess(server.url)
  await using db = await openScratch(server.url, 'places', 2)
  const startedAt = performance.now()
  await fillStore(db, extract, PLACES)
  const minutes = (performance.now() - startedAt) / 60_000
  console.log(`\n${PLACES} places, made in ${minutes.toFixed(1)} minutes`)
  for (const query of [...ONE, ...TWO]) await time(places.url, `/api/places?${query}`)
  for (const path of COUNTS) await time(places.url, path)
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
