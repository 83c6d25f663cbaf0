// Exports of a large session: rows a second, and how much memory the process of places takes for it.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import {
  describeDownload,
  download,
  residentMb,
  startPlacesProcess,
  type Download,
} from './measure/places-process.ts'

export const name = 'exports'
export const about =
  'a session of 100,000 places in every format: rows/s, core time, MB, memory of the places process'

const PLACES = 100_000
const FORMATS = ['csv', 'json', 'ndjson', 'geojson', 'parquet'] as const
const ROUNDS = 3

export async function run(): Promise<void> {
  await using server = await startScratchDatabase([])
  await using places = await startPlacesProcess(server.url)
  await using db = await openScratch(server.url, 'places', 2)
  const { sessionId, session } = await storePlaces(db, [
    [madePlace('node/1', { lat: 43.7384, lng: 7.4246 }, { name: 'Place, "no" 1' })],
  ])
  await cloneThePlace(db, session, PLACES - 1)
  const { pid } = places
  console.log(`\n${PLACES} places; at rest the process of places has ${residentMb(pid).toFixed(0)} MB`)
  for (const format of FORMATS) {
    const url = `${places.url}/api/exports/${sessionId}?format=${format}`
    const rounds: Download[] = []
    for (let i = 0; i < ROUNDS; i += 1) rounds.push(await download(url, pid, db))
    const middle = rounds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)]
    if (middle === undefined) continue
    const peakMb = Math.max(...rounds.map((round) => round.peakMb))
    console.log(`  ${format.padEnd(8)} ${describeDownload({ ...middle, peakMb }, PLACES)}`)
  }
}

/**
 * The only place of a session, copied many times under other ids, in ascending order as searches write them: storing
 * that many one by one would take most of the time.
 */
async function cloneThePlace(db: Database, session: string, times: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table clones on commit drop as
      select uuidv7() as id from generate_series(1, ${times}::integer)`)
    await tx.execute(sql`
      insert into places (id, provider, content, content_hash, sort_name, match_text, words, position, categories,
                          has_website, has_phone, has_email, status)
      select c.id, provider, content, content_hash, sort_name, match_text, words, position, categories, has_website,
             has_phone, has_email, status
      from clones c, places`)
    await tx.execute(sql`insert into sightings (place_id) select id from clones`)
    await tx.execute(
      sql`insert into session_places (session_id, place_id) select ${session}::uuid, id from clones`,
    )
  })
}
