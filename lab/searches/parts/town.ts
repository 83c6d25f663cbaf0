// Two places, one crawl and two workers in separate processes on one database, each of which may stop and start again.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/support/programs/free-port.ts'
import { READY, startPart, type Part } from '#test/support/programs/product-part.ts'
import type { Database } from '#platform/db/database.ts'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { startCommitCutter, type CommitCutter } from './commit-cutter.ts'
import { writeExtract } from './generated-extract.ts'

export interface Victim {
  readonly part: string
  readonly process: ChildProcess
}

export interface Town extends AsyncDisposable {
  readonly placesUrls: readonly string[]
  /** All processes that run just now. */
  victims(): readonly Victim[]
  /** Resolves when every part runs. */
  complete(): Promise<void>
  readonly commits: CommitCutter
  /** Over the schema of places, past the cutter. */
  readonly db: Database
}

/**
 * Longer than a busy machine keeps a process waiting: a worker that stood still for a lease kills itself, and with shorter ones no
 * search ended at a load of 25.
 */
export const LEASE_MS = 6_000

const PARTS = ['crawl', 'places', 'places', 'worker', 'worker'] as const

const START_AGAIN_MS = 200

interface Slot {
  readonly part: Part
  readonly settings: Readonly<Record<string, string>>
  /** For the first time. */
  readonly ready: PromiseWithResolvers<void>
  process: ChildProcess | null
}

/** `places` of them can be found in its extract. A part that ends by itself is started again. */
export async function startTown(places: number, more: Readonly<Record<string, string>> = {}): Promise<Town> {
  await using failed = new AsyncDisposableStack()
  const scratch = failed.use(await startScratchDatabase([]))
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-searches-'))
  failed.defer(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const extract = join(folder, 'town.osm')
  await writeExtract(extract, places)
  const commits = await startCommitCutter(scratch.url)
  failed.defer(async () => commits.close())

  const ports = await Promise.all(PARTS.map(async () => freePort()))
  const settings = {
    SURVEYOR_LEASE_MS: String(LEASE_MS),
    SURVEYOR_SWEEP_MS: '200',
    SURVEYOR_OSM_FILE: extract,
    SURVEYOR_LOG_LEVEL: 'info',
    SURVEYOR_CRAWL_URL: `http://127.0.0.1:${ports[0]}`,
    ...more,
  }
  const served = { ...settings, DATABASE_URL: commits.url }
  const slots = PARTS.map((part, i): Slot => {
    const own = {
      crawl: { ...served, SURVEYOR_CRAWL_PORT: String(ports[i]) },
      places: { ...served, SURVEYOR_PLACES_PORT: String(ports[i]) },
      worker: settings,
    }
    return { part, settings: own[part], ready: Promise.withResolvers<void>(), process: null }
  })
  const closing = new AbortController()
  const { signal } = closing

  /** Restarts the part whenever it has ended, for whatever reason. */
  async function keepRunning(slot: Slot): Promise<void> {
    while (!signal.aborted) {
      try {
        const { process: child } = await startPart(slot.part, READY[slot.part], folder, slot.settings, signal)
        const ended = once(child, 'exit')
        if (child.exitCode !== null || child.signalCode !== null) continue
        slot.process = child
        slot.ready.resolve()
        await ended
      } catch {
        // A commit that was cut off may end a part that just begins.
        await sleep(START_AGAIN_MS)
      }
      slot.process = null
    }
  }

  const kept: Promise<void>[] = []
  failed.defer(async () => {
    closing.abort()
    await Promise.all(kept)
  })
  // One after the other: the first of each kind migrates, and a worker is ready only when it has found crawl.
  for (const slot of slots) {
    kept.push(keepRunning(slot))
    await slot.ready.promise
  }
  const db = failed.use(await openScratch(scratch.url, 'places', 4))
  const resources = failed.move()
  return {
    placesUrls: PARTS.flatMap((part, i) => (part === 'places' ? [`http://127.0.0.1:${ports[i]}`] : [])),
    victims: () => slots.flatMap(({ part, process }) => (process === null ? [] : [{ part, process }])),
    async complete() {
      while (slots.some((slot) => slot.process === null)) await sleep(START_AGAIN_MS)
    },
    commits,
    db,
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}
