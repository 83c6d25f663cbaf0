// Files through crawl: how fast they go in and out, beside a plain durable copy, and what memory the process takes.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Artifact } from '#contract/crawl/artifact.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'files'
export const about =
  'uploads and downloads of 100 MB and of 20 kB: MB/s, files/s, memory of the crawl process'

const PROGRAM = fileURLToPath(new URL('../src/bin/surveyor.mjs', import.meta.url))
const PIECE = randomBytes(1_000_000)
const LARGE = 100
const SMALL_FILES = 500
const SMALL_BYTES = 20_000
const AT_ONCE = 8

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  await using server = await startScratchDatabase([])
  const crawl = await startCrawl(server.url, folder)
  const pid = crawl.child.pid as number
  const peak = { mb: 0 }
  const sampling = setInterval(() => (peak.mb = Math.max(peak.mb, residentMb(pid))), 20)
  try {
    // The first of each kind makes the service load and the compiler work.
    await large(crawl.url, 1)
    const restMb = residentMb(pid)
    peak.mb = restMb
    const copy = await seconds(() => plainCopy(join(folder, 'copy')))
    const { up, down } = await large(crawl.url, LARGE)
    console.log(
      `\n${LARGE} MB in ${up.toFixed(2)} s, out in ${down.toFixed(2)} s; written and synced plainly ${copy.toFixed(2)} s`,
    )
    console.log(`  memory of crawl: at rest ${restMb.toFixed(0)} MB, at most ${peak.mb.toFixed(0)} MB`)
    const small = await seconds(() => smallFiles(crawl.url))
    console.log(
      `${SMALL_FILES} files of 20 kB, ${AT_ONCE} at once: ${Math.round(SMALL_FILES / small)} files/s in`,
    )
  } finally {
    clearInterval(sampling)
    const ended = once(crawl.child, 'exit')
    crawl.child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

async function large(url: string, pieces: number): Promise<{ up: number; down: number }> {
  let artifact: Artifact | undefined
  const up = await seconds(async () => {
    const body = new ReadableStream({
      start: () => undefined,
      pull(controller) {
        pieces -= 1
        if (pieces < 0) controller.close()
        else controller.enqueue(PIECE)
      },
    })
    const response = await fetch(`${url}/api/v1/artifacts`, {
      method: 'POST',
      body,
      duplex: 'half',
    })
    artifact = (await response.json()) as Artifact
  })
  const down = await seconds(async () => {
    const response = await fetch(url + (artifact?.href ?? ''))
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength
    if (bytes !== artifact?.bytes) throw new Error(`${bytes} bytes came back`)
  })
  return { up, down }
}

async function smallFiles(url: string): Promise<void> {
  let left = SMALL_FILES
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while ((left -= 1) >= 0) {
        const response = await fetch(`${url}/api/v1/artifacts`, {
          method: 'POST',
          body: randomBytes(SMALL_BYTES),
        })
        if (response.status !== 201) throw new Error(`an upload was answered with ${response.status}`)
        await response.arrayBuffer()
      }
    }),
  )
}

/** The time of the disk alone. */
async function plainCopy(path: string): Promise<void> {
  const file = await open(path, 'w')
  for (let piece = 0; piece < LARGE; piece += 1) await file.write(PIECE)
  await file.sync()
  await file.close()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}

async function startCrawl(databaseUrl: string, cwd: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [PROGRAM, 'crawl'], {
    cwd,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, SURVEYOR_CRAWL_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\d.:]+/.exec(/crawl is ready/.test(line) ? line : '') ?? []
    if (url !== undefined) return { url, child }
  }
  throw new Error('crawl ended before it was ready.')
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
