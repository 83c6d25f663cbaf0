// Storing the pages of searches: places a second, new and seen again, and how much memory and disk it takes.
import type { MapPlace } from '#contract/places/place.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { serverCoreTimeUs } from './measure/core-time.ts'
import { readExtract } from './measure/extract.ts'

export const name = 'upserts'
export const about =
  'pages of places stored as searches do: places/s new, again and changed; core time, log, memory'

const PAGE = 500
const PLACES = 20_000
const SEARCHES = [1, 2, 4] as const
const EVERY_MS = 20

/** The pages of places that one of the concurrent searches finds; no two searches share a place. */
type Observe = (search: number) => Iterable<readonly MapPlace[]>

export async function run(): Promise<void> {
  const extract = await readExtract(name)
  if (extract === null) return
  const bytes = JSON.stringify(extract).length / extract.length
  console.log(
    `\n${extract.length} places of an extract, ${bytes.toFixed(0)} bytes of JSON each, again and again`,
  )
  for (const searches of SEARCHES) {
    await using server = await startScratchDatabase(['jobs', 'keys', 'webhooks', 'places'])
    const db = await server.open(searches + 1)
    const each = PLACES / searches
    console.log(`  ${searches} searches side by side, ${PLACES} places:`)
    await measure(db, 'new', searches, (search) => pagesOf(extract, search * each, each, ''))
    await measure(db, 'again', searches, (search) => pagesOf(extract, search * each, each, ''))
    await measure(db, 'changed', searches, (search) => pagesOf(extract, search * each, each, ' (new)'))
  }
}

async function measure(db: Database, what: string, searches: number, observe: Observe): Promise<void> {
  const before = await spent(db)
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), EVERY_MS)
  const from = performance.now()
  await Promise.all(
    Array.from({ length: searches }, async (_, search) =>
      storePlaces(db, observe(search), undefined, areaOf(search)),
    ),
  )
  const seconds = (performance.now() - from) / 1_000
  clearInterval(sampling)
  const after = await spent(db)
  const each = (of: Exclude<keyof Spent, 'tables'>) => ((after[of] - before[of]) / PLACES).toFixed(0)
  console.log(
    `    ${what.padEnd(8)} ${Math.round(PLACES / seconds)} places/s; each took ${each('ourUs')} µs of a core here, ` +
      `${each('serverUs')} µs in PostgreSQL, ${each('logBytes')} bytes of log; tables of ${(after.tables / 1e6).toFixed(0)} MB, ` +
      `memory at most ${(peak / 1e6).toFixed(0)} MB`,
  )
}

/** Of one area each search would close the places of the one before, which it does not find. */
const areaOf = (search: number): [number, number, number, number] => [search - 180, -90, 180, 90]

interface Spent {
  /** Core time of this process, the making of the places included. */
  readonly ourUs: number
  /** Core time of the server. */
  readonly serverUs: number
  readonly logBytes: number
  readonly tables: number
}

async function spent(db: Database): Promise<Spent> {
  const [row] = await db.query<{ logBytes: string; tables: number }>(sql`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as "logBytes", pg_database_size(current_database()) as tables`)
  const { user, system } = process.cpuUsage()
  return {
    ourUs: user + system,
    serverUs: await serverCoreTimeUs(db),
    logBytes: Number(row?.logBytes),
    tables: Number(row?.tables),
  }
}

/** Places of the extract as often as it takes, each time under ids of their own and a little further east. */
function* pagesOf(extract: readonly MapPlace[], first: number, count: number, suffix: string) {
  for (let start = first; start < first + count; start += PAGE) {
    yield Array.from({ length: Math.min(PAGE, first + count - start) }, (_, n) =>
      copyOf(extract[(start + n) % extract.length] as MapPlace, start + n, suffix),
    )
  }
}

function copyOf(place: MapPlace, number: number, suffix: string): MapPlace {
  const id = `node/${number + 1}`
  return {
    ...place,
    source: { ...place.source, id },
    name: place.name === null ? null : place.name + suffix,
    location: { lat: place.location.lat, lng: place.location.lng + number / 1e6 },
    aliases: place.aliases.map((alias) => (alias.scheme === 'osm' ? { ...alias, value: id } : alias)),
  }
}
