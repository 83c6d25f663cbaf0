// Exports of a large session: rows a second, core time, and the memory of the process of places, also with many slow readers.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { readExtract } from './measure/extract.ts'
import {
  describeDownload,
  download,
  residentMb,
  startPlacesProcess,
  type Download,
  type PlacesProcess,
} from './measure/places-process.ts'
import { fillStore } from './place-lists/fill-store.ts'

export const name = 'exports'
export const about =
  'a session of 100,000 places (PLACES=n) of an extract in every format: rows/s, core time, memory; many slow readers'
export const parts = ['formats', 'readers'] as const

const PLACES = Number(process.env['PLACES'] ?? 100_000)
const FORMATS = ['csv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const
const ROUNDS = 3
const SLOW_FORMATS = ['csv', 'ndjson', 'parquet', 'xlsx'] as const
const SLOW_READERS = 50
const SLOW_SECONDS = 20

export async function run(chosen: readonly string[] = parts): Promise<void> {
  const extract = await readExtract(name)
  if (extract === null) return
  await using server = await startScratchDatabase([])
  await using places = await startPlacesProcess(server.url)
  await using db = await openScratch(server.url, 'places', 2)
  const sessionId = await fillStore(db, extract, PLACES)
  const { pid } = places
  console.log(`\n${PLACES} places; at rest the process of places has ${residentMb(pid).toFixed(0)} MB`)
  const urlOf = (format: string) => `${places.url}/api/exports/${sessionId}?format=${format}`
  // First, because the memory that a download needs stays with the process for a while.
  if (chosen.includes('readers')) await readSlowly(urlOf, places)
  if (!chosen.includes('formats')) return
  for (const format of FORMATS) {
    console.log(`  ${format.padEnd(8)} ${await measure(urlOf(format), pid, db)}`)
  }
}

/** The middle one of some rounds. */
async function measure(url: string, pid: number, db: Database): Promise<string> {
  const rounds: Download[] = []
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await download(url, pid, db))
  const middle = rounds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)] as Download
  const peakMb = Math.max(...rounds.map((round) => round.peakMb))
  return describeDownload({ ...middle, peakMb }, PLACES)
}

/** Clients that read a first part and then hardly anything, while another one asks for lists. */
async function readSlowly(
  urlOf: (format: string) => string,
  { url, pid }: Pick<PlacesProcess, 'url' | 'pid'>,
): Promise<void> {
  const before = residentMb(pid)
  const answers = await Promise.all(
    Array.from({ length: SLOW_READERS }, async (_, n) => {
      const call = request(urlOf(SLOW_FORMATS[n % SLOW_FORMATS.length] as string)).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.pause()
      return answer
    }),
  )
  let peakMb = before
  let slowestMs = 0
  for (let second = 0; second < SLOW_SECONDS; second += 1) {
    for (const answer of answers) answer.read(1_024)
    await delay(1_000)
    peakMb = Math.max(peakMb, residentMb(pid))
    const startedAt = performance.now()
    await (await fetch(`${url}/api/places?limit=50`)).text()
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  console.log(
    `  ${SLOW_READERS} slow readers for ${SLOW_SECONDS} s: memory ${before.toFixed(0)} → at most ${peakMb.toFixed(0)} MB; ` +
      `a list meanwhile at most ${slowestMs.toFixed(0)} ms`,
  )
  for (const answer of answers) answer.destroy()
}
