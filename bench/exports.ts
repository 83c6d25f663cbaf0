// Exports of a large session: rows a second, and how much memory the process of places takes for it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { coreTimeUs, serverCoreTimeUs } from './measure/core-time.ts'

export const name = 'exports'
export const about =
  'a session of 100,000 places in every format: rows/s, core time, MB, memory of the places process'

const PROGRAM = fileURLToPath(new URL('../src/bin/surveyor.mjs', import.meta.url))
const PLACES = 100_000
const FORMATS = ['csv', 'json', 'ndjson', 'geojson'] as const
const ROUNDS = 3
const EVERY_MS = 20

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  await using server = await startScratchDatabase([])
  const places = await startPlaces(server.url, folder)
  try {
    await using db = await openScratch(server.url, 'places', 2)
    const { sessionId, session } = await storePlaces(db, [
      [madePlace('node/1', { lat: 43.7384, lng: 7.4246 }, { name: 'Place, "no" 1' })],
    ])
    await cloneThePlace(db, session, PLACES - 1)
    const pid = places.child.pid as number
    console.log(`\n${PLACES} places; at rest the process of places has ${residentMb(pid).toFixed(0)} MB`)
    for (const format of FORMATS) {
      const url = `${places.url}/api/exports/${sessionId}?format=${format}`
      const rounds = []
      for (let i = 0; i < ROUNDS; i += 1) rounds.push(await measure(url, pid, db))
      const best = rounds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)]
      if (best === undefined) continue
      console.log(
        `  ${format.padEnd(8)} ${Math.round(PLACES / best.seconds)} rows/s; each took ${best.ourUs.toFixed(1)} µs of a core in places, ${best.serverUs.toFixed(1)} µs in PostgreSQL; ${best.megabytes.toFixed(0)} MB, memory at most ${Math.max(...rounds.map((r) => r.peakMb)).toFixed(0)} MB`,
      )
    }
  } finally {
    const ended = once(places.child, 'exit')
    places.child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

async function startPlaces(databaseUrl: string, cwd: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [PROGRAM, 'places'], {
    cwd,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, SURVEYOR_PLACES_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\d.:]+/.exec(/places is ready/.test(line) ? line : '') ?? []
    if (url !== undefined) return { url, child }
  }
  throw new Error('places ended before it was ready.')
}

async function measure(url: string, pid: number, db: Database) {
  const [ourBefore, serverBefore] = [coreTimeUs(pid), await serverCoreTimeUs(db)]
  let peakMb = residentMb(pid)
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid))), EVERY_MS)
  const startedAt = performance.now()
  const response = await fetch(url)
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  clearInterval(sampling)
  const seconds = (performance.now() - startedAt) / 1_000
  const ourUs = (coreTimeUs(pid) - ourBefore) / PLACES
  const serverUs = ((await serverCoreTimeUs(db)) - serverBefore) / PLACES
  return { seconds, megabytes: bytes / 1e6, peakMb, ourUs, serverUs }
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
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
