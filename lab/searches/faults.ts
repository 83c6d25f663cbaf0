// Searches under load while processes are killed or paused for longer than a lease, and connections are cut at a
// commit: each search must end complete and find the same places as an undisturbed one.
import type { Outcome, Say } from '#lab/experiment.ts'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveries } from './parts/deliveries.ts'
import { oneSearch, type Found } from './parts/one-search.ts'
import { LEASE_MS, startTown, type Town } from './parts/town.ts'

export const name = 'searches-faults'
export const minutes = 3
export const about =
  'searches while processes are killed, stopped for longer than a lease, and commits cut (--seconds 600, --faults kill,stall,cut)'

const PLACES = 3_032
const CLIENTS = 4
const DEFAULT_SECONDS = 90
const FAULT_EVERY_MS = [400, 2_500] as const
/** In leases: after so long a pause, other processes own the work of the paused one. */
const STALL_LEASES = [1.2, 2] as const
const MAX_CUTS = 3

type Fault = 'kill' | 'stall' | 'cut'

export interface FaultOptions {
  readonly seconds?: number
  readonly faults?: readonly string[]
  readonly say: Say
}

export async function run({ say, ...options }: FaultOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const seconds = options.seconds ?? DEFAULT_SECONDS
  const faults = (options.faults ?? ['kill', 'stall', 'cut']) as readonly Fault[]
  await using town = await startTown(PLACES)
  const expected = await oneSearch(town, 'in-peace')
  const until = performance.now() + seconds * 1_000
  const [counts, ...clients] = await Promise.all([
    makeFaults(town, faults, until),
    ...Array.from({ length: CLIENTS }, async (_, client) => searchUntil(town, client, until, say)),
  ])
  const found = clients.flat()
  const wrong = found.filter((one) => JSON.stringify(one) !== JSON.stringify(expected))
  return {
    id: 'searches-faults',
    pass: wrong.length === 0 && found.length > 0 && expected.counts.kept === PLACES,
    figure: {
      searches: found.length,
      wrong: wrong.length,
      firstWrong: wrong.slice(0, 3),
      ...counts,
      lostCommits: town.commits.lostRequests,
      lostCommitAnswers: town.commits.lostAnswers,
      ...(await deliveries(town.db)),
      seconds,
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function searchUntil(town: Town, client: number, until: number, say: Say): Promise<Found[]> {
  const found: Found[] = []
  while (performance.now() < until) {
    say(`client ${client} has had ${found.length} searches`)
    found.push(await oneSearch(town, `${client}-${found.length}`))
  }
  return found
}

async function makeFaults(
  town: Town,
  faults: readonly Fault[],
  until: number,
): Promise<{ kills: number; stalls: number }> {
  let kills = 0
  let stalls = 0
  const make: Record<Fault, () => Promise<void>> = {
    async kill() {
      const victim = anyOf(town.victims())
      if (victim === undefined) return
      kills += 1
      victim.process.kill('SIGKILL')
      await once(victim.process, 'exit')
      // The time of a start depends on the machine: while every part is down, no search could show anything.
      await town.complete()
    },
    async stall() {
      const victim = anyOf(town.victims())
      if (victim === undefined) return
      stalls += 1
      victim.process.kill('SIGSTOP')
      await sleep(between(STALL_LEASES) * LEASE_MS)
      victim.process.kill('SIGCONT')
    },
    async cut() {
      town.commits.cutNext(1 + Math.floor(Math.random() * MAX_CUTS))
    },
  }
  while (performance.now() < until) {
    await sleep(between(FAULT_EVERY_MS))
    const fault = anyOf(faults)
    if (fault !== undefined) await make[fault]()
  }
  town.commits.cutNext(0)
  return { kills, stalls }
}

function anyOf<T>(choices: readonly T[]): T | undefined {
  return choices[Math.floor(Math.random() * choices.length)]
}

function between([min, max]: readonly [number, number]): number {
  return min + Math.random() * (max - min)
}
