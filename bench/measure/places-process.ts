// The process of places on a scratch database, and what a download from it costs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Queryable } from '#platform/db/database.ts'
import { coreTimeUs, serverCoreTimeUs } from './core-time.ts'

const PROGRAM = fileURLToPath(new URL('../../src/bin/surveyor.mjs', import.meta.url))
const EVERY_MS = 20

/** Stopped and its folder removed by disposing. */
export interface PlacesProcess extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

export async function startPlacesProcess(databaseUrl: string): Promise<PlacesProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const child = spawn(process.execPath, [PROGRAM, 'places'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, SURVEYOR_PLACES_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await readUrl(child),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The output of places is not read.')
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const [url] = /http:\/\/[\d.:]+/.exec(/places is ready/.test(line) ? line : '') ?? []
    if (url !== undefined) return url
  }
  throw new Error('places ended before it was ready.')
}

/** Core time in microseconds: of the process of places and of PostgreSQL. */
export interface Download {
  readonly seconds: number
  readonly bytes: number
  readonly peakMb: number
  readonly ourUs: number
  readonly serverUs: number
}

/** Reads an answer of places as fast as it comes. */
export async function download(url: string, pid: number, db: Queryable): Promise<Download> {
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
  const ourUs = coreTimeUs(pid) - ourBefore
  return { seconds, bytes, peakMb, ourUs, serverUs: (await serverCoreTimeUs(db)) - serverBefore }
}

/** Of so many rows. */
export function describeDownload(cost: Download, rows: number): string {
  const { seconds, bytes, peakMb, ourUs, serverUs } = cost
  return (
    `${Math.round(rows / seconds)} rows/s; ${(ourUs / rows).toFixed(1)} µs of a core in places, ` +
    `${(serverUs / rows).toFixed(1)} µs in PostgreSQL; ${(bytes / 1e6).toFixed(0)} MB, memory at most ${peakMb.toFixed(0)} MB`
  )
}

/** The memory of a process as Linux counts it. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
