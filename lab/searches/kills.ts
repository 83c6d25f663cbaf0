// One search of many cells while all processes of places, of crawl and all workers are killed in turn at random
// moments of it: it must go on by itself each time and end as an undisturbed one, with the same places and verdict, and ask the
// map again only for what was under way at a kill.
import type { Outcome, Say } from '#lab/experiment.ts'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreateSearchBody } from '#contract/places/search.ts'
import type { Part } from '#test/support/programs/product-part.ts'
import { startCappedMap, type CappedMap } from './parts/capped-map.ts'
import { deliveries } from './parts/deliveries.ts'
import { oneSearch, type Found } from './parts/one-search.ts'
import { startTown, type Town } from './parts/town.ts'

export const name = 'searches-kills'
export const minutes = 8
export const about =
  'one search while places, crawl and workers are killed at random moments of it, in turn (--kills 50)'

/**
 * What a killed process held waits for the end of its lease, 33 times. A process that stood still for as long ends itself;
 * it is started again, so on a busy machine that is one more kill.
 */
const LEASE_MS = '6000'
const PLACES = 4_000
/** The extract only has to be there. */
const EXTRACT_PLACES = 10
/** By default; a few are enough to see that it ends. */
const KILLS = 50
/** Answers of the map between two kills: the first of them by chance, the others while the kill is waited for. */
const [MAX_ANSWERS, MORE_ANSWERS] = [2, 2]
const MAX_LATER_MS = 500
/** The default of places: the requests that the dying workers may have made without submitting the results. */
const CELLS_AT_ONCE = 8
const KINDS: readonly Part[] = ['places', 'crawl', 'worker']

export interface KillOptions {
  readonly kills?: number
  readonly say: Say
}

export async function run({ kills: wanted = KILLS, say }: KillOptions): Promise<Outcome> {
  const startedAt = performance.now()
  await using map = await startCappedMap(PLACES)
  await using town = await startTown(EXTRACT_PLACES, {
    SURVEYOR_LEASE_MS: LEASE_MS,
    SURVEYOR_GOOGLE_ENABLED: 'true',
    SURVEYOR_GOOGLE_URL: map.url,
  })
  // Other words, so that no answer to the first is kept for the second.
  const [first, second] = ['coffee', 'cafe'].map((query): CreateSearchBody => {
    const [west, south, east, north] = map.bbox
    return { query, provider: 'google', location: { bbox: [west, south, east, north] } }
  })
  map.allow(Infinity)
  const expected = await oneSearch(town, 'in-peace', first)
  const answersInPeace = map.answered

  map.allow(0)
  const kills = { places: 0, crawl: 0, worker: 0 }
  const ended = new AbortController()
  const [found] = await Promise.all([
    oneSearch(town, 'killed', second).finally(() => ended.abort()),
    killInTurn(town, map, { wanted, kills, say }, ended.signal),
  ])
  const killed = kills.places + kills.crawl + kills.worker
  const maxRepeated = kills.worker * CELLS_AT_ONCE
  const isSame = JSON.stringify(verdictOf(found)) === JSON.stringify(verdictOf(expected))
  return {
    id: name,
    pass:
      isSame &&
      killed === wanted &&
      map.repeated <= maxRepeated &&
      expected.complete === true &&
      expected.counts.kept === PLACES,
    figure: {
      ...kills,
      found: verdictOf(found),
      ...(isSame ? {} : { expected: verdictOf(expected) }),
      answersInPeace,
      answersWithKills: map.answered - answersInPeace,
      repeatedAnswers: map.repeated,
      maxRepeated,
      ...(await deliveries(town.db)),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** Where cells are cut depends on which of them ended first: the number of cells and of rows differs from run to run. */
function verdictOf({ status, complete, reasons, counts, placesHash }: Found): object {
  return { status, complete, reasons, kept: counts.kept, placesHash }
}

/** The map holds its answers until the next kill: the search cannot end before the last one. */
async function killInTurn(
  town: Town,
  map: CappedMap,
  {
    wanted,
    kills,
    say,
  }: {
    readonly wanted: number
    readonly kills: Record<Part, number>
    readonly say: Say
  },
  ended: AbortSignal,
): Promise<void> {
  for (let at = 0; at < wanted && !ended.aborted; at += 1) {
    say(`${at} of ${wanted} kills, the map has answered ${map.answered} times`)
    const kind = KINDS[at % KINDS.length] ?? 'places'
    const answers = Math.floor(Math.random() * (MAX_ANSWERS + 1))
    const reached = map.after(answers, ended)
    map.allow(answers + MORE_ANSWERS)
    await reached
    await sleep(Math.random() * MAX_LATER_MS, undefined, { signal: ended }).catch(() => undefined)
    if (ended.aborted) return
    await killAll(town, kind)
    kills[kind] += 1
    await town.complete()
  }
  map.allow(Infinity)
}

async function killAll(town: Town, kind: Part): Promise<void> {
  await Promise.all(
    town
      .victims()
      .filter(({ part }) => part === kind)
      .map(async ({ process }) => {
        const exit = once(process, 'exit')
        process.kill('SIGKILL')
        await exit
      }),
  )
}
