// The whole product as a user sees it: how soon it answers, how much memory it uses when idle, how long a search takes.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Search } from '#contract/places/search.ts'
import { endedChildrenUs, treeCoreTimeUs } from './measure/core-time.ts'

export const name = 'product'
export const about =
  'start-up to the first healthy answers and to a worker, one search from the command line, memory at rest, a search of every place until it is stored'

const PROGRAM = fileURLToPath(new URL('../src/bin/surveyor.mjs', import.meta.url))
const FILES = ['planetiler-monaco-latest.osm.pbf', 'nominatim-apidb-liechtenstein.osm.pbf'] as const
const LATER_STARTS = 5
const SEARCHES = 5
const COMMANDS = 3
const REST_MS = 5_000

/** Prints one block for each file; each has a data folder of its own, new at the first start. */
export async function run(): Promise<void> {
  for (const file of FILES) {
    const path = fileURLToPath(new URL(`../../shared/data/osm/${file}`, import.meta.url))
    if (!existsSync(path)) {
      console.log(`product: skipped ${file}, it is not here (../shared/data/osm)`)
      continue
    }
    const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
    try {
      await runFile(file, path, folder)
    } finally {
      await rm(folder, { recursive: true, maxRetries: 5 })
    }
  }
}

async function runFile(file: string, path: string, folder: string): Promise<void> {
  console.log(`\n${file}`)
  const first = await start(path, folder)
  console.log(`  first start, with initdb:  ${describeStart(first)}`)
  await stop(first.child)

  const later: Running[] = []
  let running: Running | null = null
  for (let i = 0; i < LATER_STARTS; i += 1) {
    if (running !== null) await stop(running.child)
    running = await start(path, folder)
    later.push(running)
  }
  if (running === null) return
  console.log(`  later start, median of ${LATER_STARTS}:  ${describeStart(middle(later))}`)

  const times: number[] = []
  let kept = 0
  for (let i = 0; i < SEARCHES; i += 1) {
    const from = performance.now()
    kept = (await searchAll(running.placesUrl)).counts.kept
    times.push(performance.now() - from)
  }
  console.log(
    `  search of every place:     ${kept} places; the first, which indexes and stores, ${ms(times[0] ?? 0)}; again, median ${ms(median(times.slice(1)))}`,
  )
  await delay(REST_MS)
  for (const { what, pssMb } of memory(running.child.pid as number))
    console.log(`  at rest: ${what.padEnd(34)} ${pssMb.toFixed(0)} MB`)
  await stop(running.child)
  await oneShots(path, folder)
}

/** `surveyor search` while nothing runs: it starts everything, searches and stops it. */
async function oneShots(osmFile: string, folder: string): Promise<void> {
  const fresh = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const command = ['search', '*', '--osm-file', osmFile, '--format', 'ndjson', '--limit', '10']
  try {
    console.log(`  search command, first:     ${await timeCommand(command, fresh)}`)
    for (let i = 0; i < COMMANDS; i += 1) {
      console.log(`  search command, later:     ${await timeCommand(command, folder)}`)
    }
  } finally {
    await rm(fresh, { recursive: true, maxRetries: 5 })
  }
}

async function timeCommand(args: readonly string[], workingDir: string): Promise<string> {
  const from = performance.now()
  const before = endedChildrenUs()
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: workingDir,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let answeredMs = Number.NaN
  child.stdout.once('data', () => (answeredMs = performance.now() - from)).resume()
  await once(child, 'close')
  const coreMs = (endedChildrenUs() - before) / 1_000
  return `first place after ${ms(answeredMs)}, ended after ${ms(performance.now() - from)}; ${ms(coreMs)} of core time`
}

interface Running {
  readonly child: ChildProcess
  readonly placesUrl: string
  readonly healthyMs: number
  readonly workerMs: number
  /** Of all processes, up to the same moments. */
  readonly healthyCoreMs: number
  readonly workerCoreMs: number
}

function describeStart(start: Running): string {
  return (
    `both healthy after ${ms(start.healthyMs)} (${ms(start.healthyCoreMs)} of core time), ` +
    `a worker after ${ms(start.workerMs)} (${ms(start.workerCoreMs)})`
  )
}

function middle(starts: readonly Running[]): Running {
  const sorted = starts.toSorted((a, b) => a.healthyCoreMs - b.healthyCoreMs)
  return sorted[Math.floor(sorted.length / 2)] as Running
}

async function start(osmFile: string, workingDir: string): Promise<Running> {
  const from = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: workingDir,
    env: {
      PATH: process.env['PATH'],
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_OSM_FILE: osmFile,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const urls: Record<string, string> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, service, url] = /^(places|crawl) +(http:\S+)/.exec(line) ?? []
    if (service !== undefined && url !== undefined) urls[service] = url
    if (Object.keys(urls).length === 2) break
  }
  const { places: placesUrl = '', crawl: crawlUrl = '' } = urls
  await Promise.all([healthy(placesUrl), healthy(crawlUrl)])
  const pid = child.pid ?? 0
  const coreMs = () => treeCoreTimeUs(pid) / 1_000
  const healthyAt = { healthyMs: performance.now() - from, healthyCoreMs: coreMs() }
  while (!(await hasWorker(crawlUrl))) await delay(10)
  return { child, placesUrl, ...healthyAt, workerMs: performance.now() - from, workerCoreMs: coreMs() }
}

async function hasWorker(crawlUrl: string): Promise<boolean> {
  const { items } = (await (await fetch(`${crawlUrl}/api/workers?status=online`)).json()) as {
    items: unknown[]
  }
  return items.length > 0
}

async function healthy(url: string): Promise<void> {
  while (!(await fetch(`${url}/health?probe=ready`)).ok) await delay(10)
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function searchAll(placesUrl: string): Promise<Search> {
  const created = await fetch(`${placesUrl}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '*' }),
  })
  const { id } = (await created.json()) as Search
  for (;;) {
    const search = (await (await fetch(`${placesUrl}/api/search/${id}?waitMs=10000`)).json()) as Search
    if (search.complete === true) return search
    if (search.status !== 'queued' && search.status !== 'running') throw new Error(JSON.stringify(search))
  }
}

/** Proportional set size of a process and all below it: shared pages count once (Linux). */
function memory(root: number): { what: string; pssMb: number }[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))) {
    const parent = /^PPid:\s+(\d+)/m.exec(tryRead(`/proc/${entry}/status`))?.[1]
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const below = (pid: number): number[] => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ]
  const sums = new Map<string, number>()
  for (const pid of below(root)) {
    const pss = Number(/^Pss:\s+(\d+) kB/m.exec(tryRead(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
    const command = tryRead(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    const what = /postgres/.test(command)
      ? 'PostgreSQL, all its processes'
      : / worker/.test(command)
        ? 'worker'
        : pid === root
          ? 'places and crawl'
          : command.slice(0, 30)
    sums.set(what, (sums.get(what) ?? 0) + pss / 1024)
  }
  return [...sums].map(([what, pssMb]) => ({ what, pssMb }))
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
